public import EventModel

/// Landings and takeoffs of one day.
public struct DayLandings: Hashable, Sendable {
    public let date: CivilDate
    public let landings: Int
    public let takeoffs: Int

    public init(date: CivilDate, landings: Int, takeoffs: Int) {
        self.date = date
        self.landings = landings
        self.takeoffs = takeoffs
    }
}

/// The three readings side by side, and each kind of aircraft by itself.
public struct CurrencyAnswer: Hashable, Sendable {
    public let general: CurrencyReading
    public let day: CurrencyReading
    public let night: CurrencyReading
    /// The authority whose rules they follow.
    public let authority: Authority
    /// One for each kind of aircraft flown, the newest flown first; empty where none was compared.
    public let kinds: [KindCurrency]
    /// Kinds of aircraft flown that the rule does not cover.
    public let uncovered: [AircraftKind]
    /// The bars on passengers, regardless of the landings.
    public let blockedBy: [PassengerBar]

    public init(
        general: CurrencyReading, day: CurrencyReading, night: CurrencyReading, authority: Authority = .faa,
        kinds: [KindCurrency] = [], uncovered: [AircraftKind] = [], blockedBy: [PassengerBar] = []
    ) {
        self.general = general
        self.day = day
        self.night = night
        self.authority = authority
        self.kinds = kinds
        self.uncovered = uncovered
        self.blockedBy = blockedBy
    }

    /// The kinds whose class is known: 61.57(a)(1)(ii) asks for landings in the same category and class.
    private var described: [KindCurrency] { kinds.filter(\.kind.isClassKnown) }

    /// 61.57(a) or FCL.060(b)(1) decides, in at least one kind of aircraft.
    public var isCurrent: Bool {
        kinds.isEmpty ? uncovered.isEmpty && general.isCurrent : kinds.deciding.contains(where: \.general.isCurrent)
    }

    public var legal: String { isCurrent ? "You are current" : "NOT CURRENT" }

    /// `legal`, with the kinds of aircraft that it is true of.
    public var headline: String {
        let named = described.filter { $0.general.isCurrent == isCurrent }.map(\.kind.title)
        return named.isEmpty ? legal : "\(legal) in \(named.joined(separator: "; "))"
    }
}

/// A rule that forbids passengers although the landings suffice.
public struct PassengerBar: Hashable, Sendable {
    public let code: String
    public let paragraph: String
    public let text: String

    /// Until a practical test is recorded the pilot may be a student.
    public static func student(_ authority: Authority) -> PassengerBar {
        PassengerBar(
            code: "student.passengers", paragraph: authority == .faa ? "61.89(a)(1)" : "FCL.020(a)",
            text: authority == .faa
                ? "No practical test is recorded: a student pilot may not carry passengers."
                : "No practical test is recorded: a student pilot flies with an instructor, or alone under supervision."
        )
    }
}

extension CurrencyAnswer {
    /// The paragraphs that it does not judge, as a sentence; nil where docs/domains.md has all.
    public var notJudged: String? {
        let paragraphs = CurrencyRules(authority).notJudged
        return paragraphs.isEmpty ? nil : "Not judged: \(paragraphs.joined(separator: ", "))."
    }

    /// The assumptions of the answer, and what it leaves out.
    public var assumptions: [String] {
        let left = uncovered.map {
            "FCL.060(b) does not cover this kind of aircraft, which is not judged: \($0.title)."
        }
        let isMixed = kinds.contains { $0.kind.isClassKnown } && kinds.contains { !$0.kind.isClassKnown }
        let mixed =
            isMixed
            ? ["Landings in aircraft that are not described count toward no class; the first three readings count all."]
            : []
        return CurrencyRules(authority).assumptions + left + mixed
    }
}

extension [KindCurrency] {
    /// The kinds that decide: those of a known class, and where there are none, all of them.
    public var deciding: [KindCurrency] {
        let described = filter(\.kind.isClassKnown)
        return described.isEmpty ? self : described
    }
}
