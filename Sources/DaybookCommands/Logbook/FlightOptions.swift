import ArgumentParser
import DaybookDomains

/// The fields of an entry as options; an option that is absent states nothing.
///
/// Values are texts here, so that "abc" and "-1" get the logbook's own words instead of the parser's.
struct FlightOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The local date on which it began, such as 2026-02-01 or yesterday.", valueName: "date"))
    var date: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Place of departure.", valueName: "place")) var from: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Place of arrival.", valueName: "place")) var to: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Flight time, such as 1.5, 1.25 or 1:15.", valueName: "hours"))
    var hobbs: String?
    @Option(
        name: .customLong("hobbs-start"), parsing: .unconditional,
        help: ArgumentHelp("Meter before.", valueName: "hours"))
    var hobbsStart: String?
    @Option(
        name: .customLong("hobbs-end"), parsing: .unconditional, help: ArgumentHelp("Meter after.", valueName: "hours"))
    var hobbsEnd: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Tach time. (default: the flight time)", valueName: "hours"))
    var tach: String?
    @Option(
        name: .customLong("day-landings"), parsing: .unconditional,
        help: ArgumentHelp("Full stops by day.", valueName: "n"))
    var dayLandings: String?
    @Option(
        name: .customLong("night-landings"), parsing: .unconditional,
        help: ArgumentHelp(
            "Full stops by night, one hour after sunset to one hour before sunrise, 61.57(b).", valueName: "n"))
    var nightLandings: String?
    @Option(
        name: .customLong("all-landings"), parsing: .unconditional,
        help: ArgumentHelp("All landings, touch-and-goes too.", valueName: "n"))
    var allLandings: String?
    @Option(
        name: .customLong("day-takeoffs"), parsing: .unconditional,
        help: ArgumentHelp("Take-offs by day.", valueName: "n"))
    var dayTakeoffs: String?
    @Option(
        name: .customLong("night-takeoffs"), parsing: .unconditional,
        help: ArgumentHelp("Take-offs by night, of the same hours.", valueName: "n"))
    var nightTakeoffs: String?
    @Flag(inversion: .prefixedNo, help: "Sole occupant; --pic-hours logs it as PIC, too.") var solo: Bool?
    @Flag(inversion: .prefixedNo, help: "Training received.") var dual: Bool?
    @Flag(inversion: .prefixedNo, help: "Cross-country.") var xc: Bool?
    @Flag(inversion: .prefixedNo, help: "Simulated instrument.") var instrument: Bool?
    @Option(
        name: .customLong("solo-hours"), parsing: .unconditional,
        help: ArgumentHelp("The solo part of it.", valueName: "hours"))
    var soloHours: String?
    @Option(
        name: .customLong("dual-hours"), parsing: .unconditional,
        help: ArgumentHelp("The dual part of it.", valueName: "hours"))
    var dualHours: String?
    @Option(
        name: .customLong("xc-hours"), parsing: .unconditional,
        help: ArgumentHelp("The cross-country part.", valueName: "hours"))
    var crossCountryHours: String?
    @Option(
        name: .customLong("instrument-hours"), parsing: .unconditional,
        help: ArgumentHelp("The instrument part.", valueName: "hours"))
    var instrumentHours: String?
    @Option(
        name: .customLong("night-hours"), parsing: .unconditional,
        help: ArgumentHelp(
            "The part by night, end of evening to beginning of morning civil twilight, 1.1. "
                + "(default: all of it where there are night landings)", valueName: "hours"))
    var nightHours: String?
    @Option(
        name: .customLong("pic-hours"), parsing: .unconditional,
        help: ArgumentHelp("The part as pilot in command.", valueName: "hours"))
    var picHours: String?
    @OptionGroup var training: TrainingOptions
    @Option(parsing: .unconditional, help: ArgumentHelp("The aircraft's registration.", valueName: "id")) var aircraft:
        String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The instructor's certificate number.", valueName: "number"))
    var cfi: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Remarks.", valueName: "text")) var remarks: String?
    @Option(help: ArgumentHelp("A warning that is known and accepted, such as hobbs.over12.", valueName: "code"))
    var accept: [String] = []

    /// A field by its name in the event, with its option and its place in an entry.
    private typealias Field<Given, Value> = (
        name: String, given: KeyPath<FlightOptions, Given?>, place: WritableKeyPath<Flight, Value?>
    )

    private static var hours: [Field<String, Hours>] {
        [
            ("hobbs", \.hobbs, \.hobbs), ("tach", \.tach, \.tach), ("hobbsStart", \.hobbsStart, \.hobbsStart),
            ("hobbsEnd", \.hobbsEnd, \.hobbsEnd),
            ("instrumentHours", \.instrumentHours, \.instrumentHours), ("nightHours", \.nightHours, \.nightHours),
            ("crossCountryHours", \.crossCountryHours, \.crossCountryHours), ("dualHours", \.dualHours, \.dualHours),
            ("soloHours", \.soloHours, \.soloHours), ("picHours", \.picHours, \.picHours),
            ("actualInstrumentHours", \.training.actualInstrumentHours, \.actualInstrumentHours),
            ("groundHours", \.training.groundHours, \.groundHours),
            ("testPreparationHours", \.training.testPreparationHours, \.testPreparationHours),
        ]
    }
    private static var counts: [Field<String, Int>] {
        [
            ("dayLandings", \.dayLandings, \.dayLandings), ("nightLandings", \.nightLandings, \.nightLandings),
            ("allLandings", \.allLandings, \.allLandings), ("dayTakeoffs", \.dayTakeoffs, \.dayTakeoffs),
            ("nightTakeoffs", \.nightTakeoffs, \.nightTakeoffs), ("approaches", \.training.approaches, \.approaches),
            ("holds", \.training.holds, \.holds), ("towerLandings", \.training.towerLandings, \.towerLandings),
        ]
    }
    private static var flags: [Field<Bool, Bool>] {
        [
            ("solo", \.solo, \.solo), ("dual", \.dual, \.dual), ("crossCountry", \.xc, \.crossCountry),
            ("instrument", \.instrument, \.instrument),
            ("flightReview", \.training.flightReview, \.flightReview),
            ("instrumentCheck", \.training.ipc, \.instrumentCheck),
            ("checkride", \.training.checkride, \.checkride),
        ]
    }
    private static var texts: [Field<String, String>] {
        [
            ("from", \.from, \.from), ("to", \.to, \.to), ("aircraft", \.aircraft, \.aircraft),
            ("cfiNumber", \.cfi, \.cfiNumber),
            ("remarks", \.remarks, \.remarks),
        ]
    }

    /// The fields that were given, by their names in the event.
    func given(today: CivilDate) throws -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        func add<Given>(_ fields: [Field<Given, some Any>], _ value: (Given, String) throws -> JSONValue) throws {
            for field in fields {
                if let given = self[keyPath: field.given] {
                    members.append(.init(field.name, try value(given, field.name)))
                }
            }
        }
        if let date {
            members.append(.init("date", .string(try Values.day(date, "date").date(today: today).description)))
        }
        try add(FlightOptions.hours) { .hours(exactly: try FlightOptions.hours($0, $1)) }
        if let distance = training.distance {
            members.append(.init("distanceNm", .number(Digits.tenths(try FlightOptions.distance(distance)))))
        }
        try add(FlightOptions.counts) { .integer(try FlightOptions.count($0, $1)) }
        try add(FlightOptions.flags) { flag, _ in .bool(flag) }
        // Nothing is no text: it clears.
        try add(FlightOptions.texts) { FlightOptions.text($0, of: $1).map { .string($0) } ?? .null }
        if let extra = try CrewHours.member(training) { members.append(extra) }
        if !accept.isEmpty { members.append(.init("accepted", .array(try accepted().map { .string($0) }))) }
        return members
    }

    /// The entry that these fields make, with one day landing where no landings are given.
    ///
    /// - Parameters:
    ///   - today: The day from which a date may count.
    ///   - other: The date of an entry that gives none, instead of today.
    ///   - repeats: Whether it was entered before, on `other`: a day that counts from today was meant of then.
    func flight(today: CivilDate, orElse other: CivilDate? = nil, repeats: Bool = false) throws -> Flight {
        let given = try date.map { try Values.day($0, "date") }
        let date =
            switch given {
            case .date(let date)?: date
            case .fromToday? where !repeats: try given?.date(today: today) ?? today
            case nil, .fromToday?: other ?? today
            }
        var flight = Flight(date: date)
        for field in FlightOptions.hours {
            flight[keyPath: field.place] = try self[keyPath: field.given].map {
                try FlightOptions.hours($0, field.name)
            }
        }
        flight.distanceNm = try training.distance.map(FlightOptions.distance)
        for field in FlightOptions.counts {
            flight[keyPath: field.place] = try self[keyPath: field.given].map {
                try FlightOptions.count($0, field.name)
            }
        }
        if flight.allLandings == nil {
            flight.dayLandings = flight.dayLandings ?? (flight.nightLandings == nil ? 1 : 0)
            flight.nightLandings = flight.nightLandings ?? 0
        }
        for field in FlightOptions.flags { flight[keyPath: field.place] = self[keyPath: field.given] }
        for field in FlightOptions.texts {
            flight[keyPath: field.place] = FlightOptions.text(self[keyPath: field.given], of: field.name)
        }
        flight.accepted = try accepted()
        flight.extra = try CrewHours.extra(training)
        return flight
    }

    /// The codes of `--accept`; one that no warning has is a mistake.
    private func accepted() throws -> [String] { try FlightOptions.accepted(accept) }

    static func accepted(_ accept: [String]) throws -> [String] {
        for code in accept where FlightRule(rawValue: code)?.isWarning != true {
            let known = FlightRule.allCases.filter(\.isWarning).map(\.code).joined(separator: ", ")
            throw Fault(
                .usage, code: "warning.unknown", message: "There is no warning \"\(code)\".",
                hint: "The warnings are \(known).")
        }
        return accept
    }

    /// The text as an entry keeps it: designators in upper case; nil for an empty text, or one of blanks.
    private static func text(_ text: String?, of field: String) -> String? {
        if text?.allSatisfy(\.isWhitespace) == true { return nil }
        return switch field {
        case "cfiNumber": text.map(CertificateNumber.trimmed)
        case "from", "to": text.map(Designator.place)
        case "aircraft": text.map(Designator.aircraft)
        default: text
        }
    }

    private static let readingMaximum = Hours(tenths: 9_999_999)

    /// A value that every field refuses with its own bound.
    private static let aboveAll = 99_999_999

    /// The hours that the option of a field states.
    static func hours(_ text: String, _ name: String) throws -> Hours {
        do {
            let hours = try HoursText.hours(text)
            // The question whether so long a flight is right would only lead to this.
            if name == "hobbs", hours > HoursText.flightMaximum { throw HoursTextFault.tooLarge }
            return hours
        } catch let error as HoursTextFault {
            if name == "hobbs", error == .tooLarge {
                throw Rejection(
                    code: "hobbs.range", message: "--hobbs is not from 0.0 to \(HoursText.flightMaximum.text).",
                    hint: "A flight is logged in hours, such as 1.5. Totals of an earlier logbook: daybook flight "
                        + "forward")
            }
            // Left to a rule, the hours between two readings would be judged first.
            if error == .tooLarge, name == "hobbsStart" || name == "hobbsEnd" {
                throw Rejection(
                    code: "hobbs.range", message: "\(option(name)) is not from 0.0 to \(readingMaximum.text).")
            }
            if error == .tooLarge { return Hours(tenths: aboveAll) }
            if name != "hobbs" {
                let fault = error == .empty ? .notANumber : error
                throw Fault(.usage, code: fault.code, message: fault.message, hint: hint(name, text, "1.5"))
            }
            // No hours at all are a missing value, which a rule refuses; the rest cannot be read.
            if error == .empty {
                throw Rejection(code: error.code, message: error.message, remedy: FlightRule.hobbsRequired.remedy)
            }
            throw Fault(.usage, code: error.code, message: error.message, hint: hint(name, text, "1.5"))
        }
    }

    /// Which option it is that cannot be read, and how it is written.
    private static func hint(_ name: String, _ text: String, _ example: String) -> String {
        "\(option(name)) is \"\(text)\"; write it like \(example)."
    }

    /// The option of a field: "groundHours" is `--ground-hours`.
    static func option(_ name: String) -> String {
        switch name {
        case "crossCountry": "--xc"
        case "crossCountryHours": "--xc-hours"
        case "cfiNumber": "--cfi"
        case "distanceNm": "--distance"
        case "instrumentCheck": "--ipc"
        default: "--" + name.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
        }
    }

    /// The fields that options set, by their names in the event.
    static var names: [String] {
        hours.map(\.name) + counts.map(\.name) + flags.map(\.name) + texts.map(\.name) + ["date", "distanceNm"]
    }

    /// The result of the body. If a rule refuses a field, the refusal names its option: `"approaches" is not …` becomes
    /// `--approaches is not …`.
    static func named<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let refused as Rejection { throw named(refused) } catch let refused
            as DraftRefusal
        {
            guard let reason = refused.reason as? Rejection else { throw refused }
            throw named(reason)
        }
    }

    private static func named(_ refused: Rejection) -> Rejection {
        func spelled(_ text: String) -> String {
            names.reduce(text) { $0.replacing("\"\($1)\" is ", with: "\(option($1)) is ") }
        }
        return Rejection(code: refused.code, message: spelled(refused.message), hint: refused.commandHint.map(spelled))
    }

    /// Tenths of a nautical mile; nothing at all cannot be read.
    static func distance(_ text: String) throws -> Int {
        do { return try HoursText.tenths(text) } catch {
            if error == .tooLarge { return aboveAll }
            throw Fault(
                .usage, code: "distance.notANumber",
                message: (error == .empty ? .notANumber : error).message(of: "Distances"),
                hint: hint("distance", text, "50.5"))
        }
    }

    /// A count with its sign: whether it is in range is a rule's to say.
    static func count(_ text: String, _ name: String) throws -> Int {
        if let value = Int(text) { return min(max(value, -aboveAll), aboveAll) }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw Fault(
                .usage, code: "landings.notANumber", message: "\"\(text)\" is not a whole number.",
                hint: hint(name, text, "2"))
        }
        return aboveAll
    }
}
