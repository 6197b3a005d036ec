/// How far a student's training has come, as the person says; the raw value is that of the event.
public enum TrainingStage: String, CaseIterable, Sendable {
    case preSolo = "pre_solo"
    case postSolo = "post_solo"
    case checkridePrep = "checkride_prep"

    /// Whether a form begins with solo set; else with dual.
    public var beginsSolo: Bool { self != .preSolo }

    /// The greeting of an empty logbook.
    public var title: String {
        switch self {
        case .preSolo: "Ready to Begin"
        case .postSolo: "Building Toward the Checkride"
        case .checkridePrep: "Final Stretch"
        }
    }
}

/// The person's first intent; the raw value is that of the event.
public enum OnboardingIntent: String, CaseIterable, Sendable {
    case logFresh = "log_fresh"
    case backfill
    case explore

    /// The page shown after onboarding.
    public var nextAction: Persona.NextAction { self == .explore ? .tour : .flightForm }
}

/// The words of an empty logbook for this person.
public struct Persona: Hashable, Sendable {
    public enum NextAction: String, Hashable, Sendable { case flightForm, tour }

    public let title: String
    /// The words of the one button.
    public let call: String
    /// Whether to show how past flights are entered quickly.
    public let backfillTip: Bool
    /// Nil before onboarding.
    public let nextAction: NextAction?

    /// Without stage and intent the general one.
    public init(stage: TrainingStage?, intent: OnboardingIntent?) {
        title = stage?.title ?? "Welcome to SoloTrack"
        call = intent == .backfill ? "Start Entering Past Flights" : "Log Your First Flight"
        backfillTip = intent == .backfill
        nextAction = intent?.nextAction
    }
}

/// The tour through the pages, six steps from 0.
public enum TourStep: Int, CaseIterable, Sendable {
    case dashboardWelcome, currencyCards, progressTab, logbookTab, addFlightButton, tourComplete

    public var name: String { String(describing: self) }

    /// The page on which the step stands.
    public var page: String {
        switch self {
        case .dashboardWelcome, .currencyCards, .addFlightButton, .tourComplete: "Dashboard"
        case .progressTab: "Progress"
        case .logbookTab: "Logbook"
        }
    }

    public var title: String {
        switch self {
        case .dashboardWelcome: "Your Home Base"
        case .currencyCards: "Are You Current?"
        case .progressTab: "Toward the Certificate"
        case .logbookTab: "Every Flight"
        case .addFlightButton: "Log a Flight"
        case .tourComplete: "You Are Ready"
        }
    }
}

/// Where a person stands in the tour.
public enum TourState: Hashable, Sendable {
    case at(TourStep)
    /// Walked to its end, or skipped; never offered again.
    case finished, skipped

    public var isCompleted: Bool {
        switch self {
        case .at: false
        case .finished, .skipped: true
        }
    }

    /// The step after this one; the tour is finished after the last. Nil when it is over already.
    public var next: TourState? {
        guard case .at(let step) = self else { return nil }
        return TourStep(rawValue: step.rawValue + 1).map { .at($0) } ?? .finished
    }

    /// Nil at the last step, where nothing is left to skip, and when it is over already.
    public var skip: TourState? {
        guard case .at(let step) = self, step != .tourComplete else { return nil }
        return .skipped
    }
}

/// The content of a logbook without entries.
public enum EmptyLogbook {
    public static let title = "No Flights Logged"
    public static let description = "Tap + to log your first flight"
    public static let call = "Add Flight"
}
