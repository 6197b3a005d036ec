public import DaybookKit
import Engine
import EventCodec
import EventModel
import EventSourcing
public import Logbook

/// A person's statements about themselves in a domain, and their place in its tour.
public struct LogbookProfile: Hashable, Sendable {
    public let stage: TrainingStage?
    public let intent: OnboardingIntent?
    public let tour: TourState

    public var isOnboarded: Bool { stage != nil }
    public var persona: Persona { Persona(stage: stage, intent: intent) }
    /// The tour is offered to a person with the intent `explore`, until it was finished or skipped.
    public var isTourOffered: Bool { intent == .explore && !tour.isCompleted }
}

extension Ledger {
    /// The domains that have a profile.
    public static let profileDomains = ["logbook", "alarms", "water"]

    /// The profile of a domain.
    public func profile(domain: String = "logbook", _ asOf: AsOf = .now) throws -> Answer<LogbookProfile> {
        let answered = try answered(asOf)
        let record = try StreamID("profile/\(domain)").flatMap {
            try self.record($0, asOf: asOf.pinned(to: answered.position))
        }
        let onboarded = record?.register("onboarded")
        let step = record?.register("tour.step")?["step"]?.integerValue.flatMap(TourStep.init)
        let tour: TourState =
            switch record?.register("tour.completed")?["how"]?.stringValue {
            case "finished"?: .finished
            case "skipped"?: .skipped
            default: .at(step ?? .dashboardWelcome)
            }
        return Answer(
            asOf: answered,
            value: LogbookProfile(
                stage: onboarded?["stage"]?.stringValue.flatMap(TrainingStage.init),
                intent: onboarded?["intent"]?.stringValue.flatMap(OnboardingIntent.init), tour: tour))
    }

    /// Says who the person is and what they came for. Throws `Rejection` `stage.required`, `intent.required`; nothing
    /// was written then.
    @discardableResult @available(*, noasync)
    public func onboard(stage: TrainingStage?, intent: OnboardingIntent?, domain: String = "logbook") throws
        -> AppendReceipt
    {
        guard let stage else {
            throw Rejection(
                code: "stage.required", message: "Onboarding needs the stage of training.",
                remedy: Ledger.choice("onboarding.stage", TrainingStage.self))
        }
        guard let intent else {
            throw Rejection(
                code: "intent.required", message: "Onboarding needs what to do first.",
                remedy: Ledger.choice("onboarding.intent", OnboardingIntent.self))
        }
        return try set(
            "profile.onboarded", ["stage": .string(stage.rawValue), "intent": .string(intent.rawValue)], domain)
    }

    /// The remedy where one of a few values has to be given.
    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ remedy: String, _ choice: Choice.Type
    ) -> Remedy {
        let values = list(choice)
        return Remedy(remedy, "Give one of \(values).", values: [values])
    }

    /// The raw values of an enumeration, for a hint.
    public static func list<Choice: CaseIterable & RawRepresentable<String>>(_ choice: Choice.Type) -> String {
        choice.allCases.map(\.rawValue).joined(separator: ", ")
    }

    /// Goes on to the next step of the tour, and finishes it after the last. Throws `Rejection` `tour.completed`.
    @discardableResult @available(*, noasync)
    public func advanceTour(domain: String = "logbook") throws -> (state: TourState, receipt: AppendReceipt) {
        try moveTour(domain, to: \.next)
    }

    /// Leaves the tour for good. Throws `Rejection` `tour.completed`, and `tour.atEnd` at its last step.
    @discardableResult @available(*, noasync)
    public func skipTour(domain: String = "logbook") throws -> (state: TourState, receipt: AppendReceipt) {
        try moveTour(domain, to: \.skip)
    }

    @available(*, noasync)
    private func moveTour(_ domain: String, to target: KeyPath<TourState, TourState?>) throws -> (
        state: TourState, receipt: AppendReceipt
    ) {
        let tour = try profile(domain: domain).value.tour
        guard let state = tour[keyPath: target] else {
            throw tour.isCompleted
                ? Rejection(
                    code: "tour.completed",
                    message: "The tour was \(tour == .finished ? "finished" : "skipped") already.")
                : Rejection(
                    code: "tour.atEnd", message: "This is the last step: there is nothing left to skip.",
                    remedy: Remedy("tour.finish", "Finish it."))
        }
        let receipt: AppendReceipt =
            switch state {
            case .at(let step): try set("tour.advanced", ["step": .integer(step.rawValue)], domain)
            case .finished: try set("tour.completed", ["how": .string("finished")], domain)
            case .skipped: try set("tour.completed", ["how": .string("skipped")], domain)
            }
        return (state, receipt)
    }

    @available(*, noasync)
    private func set(_ type: String, _ data: KeyValuePairs<String, JSONValue?>, _ domain: String) throws
        -> AppendReceipt
    {
        try append([
            EventDraft(
                stream: try stream(ofNew: domain, kind: "profile"), type: type, data: .json(.object(pairs: data)))
        ])
    }
}
