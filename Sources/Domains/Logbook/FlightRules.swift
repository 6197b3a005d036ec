public import EventModel

/// A rule about the content of a logbook entry; the raw value is its stable code.
public enum FlightRule: String, CaseIterable, Sendable {
    case hobbsRange = "hobbs.range"
    case hobbsRequired = "hobbs.required"
    case hobbsPositive = "hobbs.positive"
    case landingsRange = "landings.range"
    case landingsRequired = "landings.required"
    case categoryExclusive = "category.exclusive"
    case hobbsOver12 = "hobbs.over12"

    public var code: String { rawValue }

    /// One plain sentence for the person who entered the flight.
    public var message: String {
        switch self {
        case .hobbsRange: "The Hobbs reading at the end is lower than the one at the start."
        case .hobbsRequired: "Every flight needs its Hobbs time"
        case .hobbsPositive: "Hobbs time must be greater than zero"
        case .landingsRange:
            "Day and night landings must be 0 to 99; all landings, take-offs and landings at towered airports 0 to 999."
        case .landingsRequired: "Every flight needs at least one landing"
        case .categoryExclusive: "A flight cannot be both solo and dual."
        case .hobbsOver12: "Hobbs time exceeds 12 hours. Please verify this is correct."
        }
    }

    /// The remedy, where the message does not state it.
    public var remedy: Remedy? {
        switch self {
        case .hobbsRequired: Remedy("flight.hours", "Give the flight time, or both Hobbs readings.")
        case .hobbsOver12: Remedy("flight.accept", "Accept the warning to keep it as it is.", values: [code])
        case .hobbsRange:
            Remedy("Look at both readings again: the hours are the one at the end less the one at the start.")
        case .hobbsPositive: Remedy("Say the hours that were flown, such as 1.5; 0.1 is the least.")
        case .landingsRequired: Remedy("flight.landings", "Give the landings by day or by night.")
        case .categoryExclusive:
            Remedy("flight.soloOrDual", "Give one of them. If the flight was partly each, give the hours of both.")
        // Which of the counts it is, `refusal` says.
        case .landingsRange: nil
        }
    }

    /// Whether it may be right to break this rule, so that the person is asked instead of stopped.
    public var isWarning: Bool { self == .hobbsOver12 }

    /// Whether an entry may say "known and accepted". An import carries facts from elsewhere (a ground lesson has
    /// neither hours nor landings) and may accept more than a person at a form.
    public func mayBeAccepted(byImport: Bool) -> Bool {
        switch self {
        case .hobbsOver12: true
        case .hobbsPositive, .landingsRequired: byImport
        case .hobbsRange, .hobbsRequired, .landingsRange, .categoryExclusive: false
        }
    }
}

/// The static rules of an entry, independent of its author and of time; total and without a clock.
///
/// They judge an entry whose hours follow from its meter readings after `Flight.filledIn()`.
public enum FlightRules {
    /// Above this time a person is asked whether it is right.
    public static let unusualHours = Hours(tenths: 120)

    /// Every content rule that the entry breaks, errors before warnings, whether accepted or not. O(1).
    public static func broken(by flight: some FlightFigures) -> [FlightRule] {
        rules.filter { isBroken($0, by: flight) }
    }

    /// `allCases` makes a new array each time it is asked.
    private static let rules = FlightRule.allCases

    /// The first rule that stops the entry, or nil; `accepted` are the codes of the rules known to be broken.
    ///
    /// An entry that an import brought, and a copy of one, may accept what an import may; `byImport` says otherwise.
    /// So may a ground lesson, and a session in a training device, which `statesSession` is asked about.
    public static func refusal(
        of flight: some FlightFigures, accepted: @autoclosure () -> [String], byImport: Bool? = nil,
        statesSession: @autoclosure () -> Bool = false
    ) -> Rejection? {
        let standing = rules.first { rule in
            isBroken(rule, by: flight)
                && !(accepted().contains(rule.code)
                    && (rule.mayBeAccepted(byImport: byImport ?? flight.isImported)
                        || rule.mayBeAccepted(of: flight, statesSession: statesSession())))
        }
        guard let rule = standing else { return nil }
        return Rejection(
            code: rule.code, message: rule.message,
            remedy: rule == .landingsRange ? Remedy(outOfRange(flight)) : rule.remedy)
    }

    /// The counts that are out of their ranges, by the names of their fields.
    private static func outOfRange(_ flight: some FlightFigures) -> String {
        counts(flight).filter { !inRange($0.count, $0.range) }.map {
            "\"\($0.name)\" is not from 0 to \($0.range.upperBound)."
        }.joined(separator: " ")
    }

    private static func counts(_ flight: some FlightFigures) -> [(name: String, count: Int?, range: ClosedRange<Int>)] {
        [
            ("dayLandings", flight.dayLandings, 0...99), ("nightLandings", flight.nightLandings, 0...99),
            ("allLandings", flight.allLandings, 0...999),
            ("dayTakeoffs", flight.dayTakeoffs, 0...999), ("nightTakeoffs", flight.nightTakeoffs, 0...999),
            ("towerLandings", flight.towerLandings, 0...999),
        ]
    }

    /// The warnings that the entry raises, accepted or not.
    public static func warnings(of flight: some FlightFigures) -> [FlightRule] {
        broken(by: flight).filter(\.isWarning)
    }

    /// Refuses a flight after today's date in the pilot's zone. A rule of the clock: for deciding only, never for
    /// folding.
    public static func futureRefusal(date: CivilDate, today: CivilDate) -> Rejection? {
        Rejection.future(date, today: today)
    }

    /// Refuses a day before there were aeroplanes: a year that was mistyped. For deciding what a person enters only.
    public static func earlyRefusal(date: CivilDate) -> Rejection? {
        guard date.components.year < firstYear else { return nil }
        return Rejection(
            code: "date.early", message: "The date \(date) is before \(firstYear), the year of the first flight.",
            hint: "Look at the year again.")
    }

    private static let firstYear = 1903

    private static func isBroken(_ rule: FlightRule, by flight: some FlightFigures) -> Bool {
        switch rule {
        case .hobbsRange:
            // Comes first: with reversed readings, "no hours" would only be the consequence.
            if let start = flight.hobbsStart, let end = flight.hobbsEnd { end < start } else { false }
        case .hobbsRequired:
            flight.hobbs == nil
        case .hobbsPositive:
            // Equal readings say "no time" whatever the hours say.
            (flight.hobbs.map { $0 <= .zero } ?? false) || flight.hobbsDuration == .zero
        case .landingsRange:
            !inRange(flight.dayLandings, 0...99) || !inRange(flight.nightLandings, 0...99)
                || !inRange(flight.allLandings, 0...999) || !inRange(flight.dayTakeoffs, 0...999)
                || !inRange(flight.nightTakeoffs, 0...999) || !inRange(flight.towerLandings, 0...999)
        case .landingsRequired:
            max(flight.landings, flight.fullStopLandings) <= 0
        case .categoryExclusive:
            flight.solo == true && flight.dual == true
        case .hobbsOver12:
            flight.totalHours > unusualHours
        }
    }

    private static func inRange(_ count: Int?, _ range: ClosedRange<Int>) -> Bool { count.map(range.contains) ?? true }
}

/// Why a text is not a number of hours.
public enum HoursTextFault: String, Error, CaseIterable, Sendable {
    case empty, notANumber, comma, exponent, negative, tooPrecise, tooLarge

    /// The stable code: no text at all is a missing value, everything else an unreadable one.
    public var code: String { self == .empty ? "hobbs.required" : "hobbs.notANumber" }

    public var message: String { message(of: "Hours") }

    /// The message for another figure in tenths, such as "Distances".
    public func message(of what: String) -> String {
        switch self {
        case .empty: FlightRule.hobbsRequired.message
        case .notANumber where what == "Hours": "Hours must be a number such as 1.5, or hours and minutes such as 1:30."
        case .notANumber: "\(what) must be a number such as 1.5."
        case .comma: "\(what) are written with a point: 1.5, not 1,5."
        case .exponent: "\(what) are written out in full, without an exponent."
        case .negative: "\(what) cannot be negative."
        case .tooPrecise where what == "Hours":
            "Hours have at most two digits after the point; write hours and minutes as 1:20."
        case .tooPrecise: "\(what) are kept to one tenth: at most one digit after the point."
        case .tooLarge: "\(what) must be at most 999,999.9."
        }
    }
}

/// Hours as a person writes them: `1.5`, `1.25`, or hours and minutes as `1:15`, `1:15:30` or `1+15`.
public enum HoursText {
    /// The most hours that one flight, or a part of it, has.
    public static let flightMaximum = Hours(tenths: 9_999)

    /// Hours of a flight, from 0 to 999.9, read exactly.
    public static func flightHours(_ text: String) throws(HoursTextFault) -> Hours {
        let hours = try hours(text)
        guard hours <= flightMaximum else { throw .tooLarge }
        return hours
    }

    /// Hours from 0 to 999,999.9, read exactly.
    public static func hours(_ text: String) throws(HoursTextFault) -> Hours {
        if let hours = Hours(clock: text) {
            guard hours <= Hours(tenths: 9_999_999) else { throw .tooLarge }
            return hours
        }
        let decimal = try decimal(text)
        guard decimal.fraction.count <= 2 else { throw .tooPrecise }
        guard let hours = Hours(decimal: text.first == "." ? "0" + text : text) else { throw .notANumber }
        return hours
    }

    /// A figure in tenths, 0 … 9,999,999, read exactly: "1.5" → 15.
    public static func tenths(_ text: String) throws(HoursTextFault) -> Int {
        let decimal = try decimal(text)
        guard decimal.fraction.count <= 1 else { throw .tooPrecise }
        return decimal.tenthsRounded
    }

    private static func decimal(_ text: String) throws(HoursTextFault) -> DecimalText {
        guard !text.isEmpty else { throw .empty }
        if text.utf8.first == UInt8(ascii: "-"), DecimalText(text.dropFirst()) != nil { throw .negative }
        guard let decimal = DecimalText(text) else {
            if text.contains(","), DecimalText(String(text.map { $0 == "," ? "." : $0 })) != nil { throw .comma }
            let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
            if parts.count == 2, DecimalText(parts[0]) != nil { throw .exponent }
            if DecimalText.isLong(text) { throw .tooLarge }
            throw .notANumber
        }
        guard decimal.whole <= 999_999 else { throw .tooLarge }
        return decimal
    }
}
