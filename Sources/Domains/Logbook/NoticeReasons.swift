public import EventModel
public import EventSourcing

/// A notice for the pilot.
public struct Notice: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case currencyCliff, milestone, checkrideReady, momentumStall
    }

    public let kind: Kind
    /// Equal keys are one notice.
    public let key: String
    /// Urgency in hundredths.
    public let score: Int
    public let title: String
    /// The paragraph of a milestone's requirement.
    public let paragraph: String?

    init(_ kind: Kind, key: String, score: Int, title: String, paragraph: String? = nil) {
        self.kind = kind
        self.key = key
        self.score = score
        self.title = title
        self.paragraph = paragraph
    }

    /// Those that share a cool-down: here each kind has its own.
    public var category: String { kind.rawValue }
}

/// The notices for which the logbook's figures give reason on a day, the most urgent first.
public struct NoticeReasons: Hashable, Sendable {
    /// SoloTrack's readings: by day only, and by night.
    public var day: CurrencyReading
    public var night: CurrencyReading
    /// FCL.060(b)(1); nil under 61.57, of which `day` is watched.
    public var passengers: CurrencyReading?
    /// Each kind of aircraft flown; empty: `day` and `night` are watched.
    public var kinds: [KindCurrency]
    public var progress: Progress
    public var today: CivilDate
    /// The date of the latest flight; nil without one.
    public var latestFlight: CivilDate?
    public var stage: TrainingStage?

    public init(
        day: CurrencyReading, night: CurrencyReading, kinds: [KindCurrency] = [], progress: Progress, today: CivilDate,
        latestFlight: CivilDate?, stage: TrainingStage?
    ) {
        self.day = day
        self.night = night
        self.kinds = kinds
        self.progress = progress
        self.today = today
        self.latestFlight = latestFlight
        self.stage = stage
    }

    /// From the flights on or before a day.
    public init<Source: DayTotals & ~Copyable & ~Escapable>(
        on today: CivilDate, stage: TrainingStage?, kinds: [KindCurrency] = [], in source: borrowing Source,
        by rules: CurrencyRules = .faa, uncovered: [AircraftKind] = []
    ) throws(Source.Failure) {
        var latest: CivilDate?
        try source.visitDays(from: today, with: .total) { date, _ in
            latest = date
            return false
        }
        self.init(
            day: try Currency.reading(.day, on: today, in: source, by: rules),
            night: try Currency.reading(.night, on: today, in: source, by: rules),
            kinds: kinds, progress: try Progress(on: today, in: source), today: today, latestFlight: latest,
            stage: stage)
        if rules.authority == .easa {
            // No answer counts landings in aircraft that the rule does not cover.
            let isUncovered = kinds.isEmpty && !uncovered.isEmpty
            passengers = isUncovered ? .never(nil) : try Currency.reading(.general, on: today, in: source, by: rules)
        }
    }

    private var isPreparing: Bool { stage == .checkridePrep }

    /// The possible notices; `acknowledged` are keys of notices that come once only. None without flights.
    public func notices(acknowledged: Set<String>) -> [Notice] {
        guard latestFlight != nil else { return [] }
        let all = cliffs + milestones + [ready, stall].compactMap(\.self)
        let open = all.filter { !($0.isOnceOnly && acknowledged.contains($0.key)) }
        // Of equals the first stays first.
        return open.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(\.element)
    }

    /// Of each kind of aircraft in which the pilot is current: no notice contradicts the answer about passengers.
    private var cliffs: [Notice] {
        let watched = kinds.deciding
        if watched.isEmpty {
            // FCL.060(b)(2) adds to (b)(1).
            if passengers?.isCurrent == false { return [] }
            return cliffs(byDay: passengers ?? day, night)
        }
        return watched.filter(\.general.isCurrent).flatMap { each in
            cliffs(
                byDay: passengers == nil ? each.day : each.general, each.night, of: watched.count > 1 ? each.kind : nil)
        }
    }

    private func cliffs(byDay: CurrencyReading, _ night: CurrencyReading, of kind: AircraftKind? = nil) -> [Notice] {
        [cliff(passengers == nil ? "Day" : "Passenger", byDay, of: kind), cliff("Night", night, of: kind)]
            .compactMap(\.self)
    }

    /// Expired currency raises nothing: only what can still be kept is worth a word.
    private func cliff(_ name: String, _ reading: CurrencyReading, of kind: AircraftKind? = nil) -> Notice? {
        guard reading.state == .caution, let left = reading.daysLeft, let through = reading.goodThrough else {
            return nil
        }
        let (score, title): (Int, String) =
            switch left {
            case ...3: (95, "\(name) Currency Expires in \(left)d")
            case ...7: (85, "\(name) Currency: \(left) Days Left")
            default: (60, "Currency Heads-Up")
            }
        return Notice(
            .currencyCliff, key: "currencyCliff.\(name.lowercased()).\(through)" + (kind.map { ".\($0.key)" } ?? ""),
            score: score, title: title + (kind.map { ": \($0.title)" } ?? ""))
    }

    private var milestones: [Notice] {
        progress.requirements.filter(\.isMet).map { each in
            Notice(
                .milestone, key: Notice.milestoneKey(each.requirement), score: isPreparing ? 85 : 75,
                title: "\(each.requirement.title) — Complete", paragraph: each.requirement.paragraph)
        }
    }

    private var ready: Notice? {
        guard progress.met == progress.requirements.count else { return nil }
        return Notice(.checkrideReady, key: Notice.checkrideReadyKey, score: 100, title: "All PPL Requirements Met")
    }

    private var stall: Notice? {
        guard let latestFlight, progress.met < progress.requirements.count else { return nil }
        let days = today.days(since: latestFlight)
        guard days >= 14 else { return nil }
        let score = (isPreparing ? 75 : 55) + (days >= 30 ? 10 : 0)
        return Notice(
            .momentumStall, key: "momentumStall.\(latestFlight)", score: score,
            title: "\(days) Days Since Your Last Flight")
    }
}

extension Notice {
    /// Once sent or acknowledged, never again.
    public var isOnceOnly: Bool { kind == .milestone || kind == .checkrideReady }

    static let checkrideReadyKey = "checkrideReady"

    /// The keys of the notices that come once only.
    public static let keysOfOnceOnly = ExperienceRequirement.allCases.map(milestoneKey) + [checkrideReadyKey]

    public static func milestoneKey(_ requirement: ExperienceRequirement) -> String {
        "milestone.\(requirement.rawValue)"
    }

    /// The notice as a candidate for the gates.
    public var candidate: NoticeCandidate {
        NoticeCandidate(
            kind: kind.rawValue, key: key, category: category, score: score, title: title, isOnceOnly: isOnceOnly)
    }

    private static let hour: Int64 = 3_600_000

    /// SoloTrack's: worth an interruption from a half on, two a day, four hours between any two; what comes once only
    /// has no cool-down of its own.
    public static let policy = NoticePolicy(
        threshold: 50, perDay: 2, globalCooldown: 4 * hour,
        cooldowns: [
            Kind.currencyCliff.rawValue: 7 * 24 * hour, Kind.milestone.rawValue: 24 * hour,
            Kind.momentumStall.rawValue: 14 * 24 * hour,
        ])

    /// The paragraph that a milestone's key stands for; nil for another key.
    public static func paragraph(ofKey key: String) -> String? {
        ExperienceRequirement.allCases.first { milestoneKey($0) == key }?.paragraph
    }
}
