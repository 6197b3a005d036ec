import ArgumentParser
import DaybookDomains

/// Reads values of the command line. Unreadable ones are wrong usage (64).
enum Values {
    static func instant(_ text: String, _ option: String) throws -> Instant {
        guard let instant = Instant(text) else {
            throw Fault(
                .usage, code: "\(option).unreadable", message: "\"\(text)\" is not an instant.",
                hint: "Write it like 2026-02-10T13:00:00Z or 2026-02-10T08:00:00-05:00.")
        }
        return instant
    }

    /// A day of an option that may count from today.
    static func day(_ text: String, _ option: String) throws -> GivenDay {
        guard let day = try GivenDay(text, option) else {
            throw Fault(
                .usage, code: "\(option).unreadable", message: "\"\(text)\" is not a date.",
                hint: "Write it like 2026-02-01, yesterday or -3d.")
        }
        return day
    }

    /// A day of an option that names one day whenever the command runs.
    static func date(_ text: String, _ option: String) throws -> CivilDate {
        guard case .date(let date)? = try GivenDay(text, option) else {
            throw Fault(
                .usage, code: "\(option).unreadable", message: "\"\(text)\" is not a date.",
                hint: "Write it like 2026-02-01.")
        }
        return date
    }

    /// A date that is written well and that no calendar has. Throws `Fault` with the option's code (64).
    static func refuseMissingDay(_ text: String, _ option: String) throws {
        let day = text.utf8.prefix(10)
        let isDate =
            day.count == 10
            && day.enumerated().allSatisfy { $0 == 4 || $0 == 7 ? $1 == UInt8(ascii: "-") : (0x30...0x39).contains($1) }
        let isInstant = text.utf8.count > 10 && text.utf8.dropFirst(10).first == UInt8(ascii: "T")
        guard isDate, text.utf8.count == 10 || isInstant, let date = String(day), CivilDate(date) == nil else { return }
        throw Fault(
            .usage, code: "\(option).unreadable", message: "There is no day \(date) in the calendar.",
            hint: "Months have 28 to 31 days, years go from 0001 to 9999.")
    }

    static func position(_ text: String, _ option: String) throws -> Position {
        guard let value = UInt64(text), text.utf8.first != UInt8(ascii: "+") else {
            throw Fault(
                .usage, code: "\(option).unreadable", message: "\"\(text)\" is not a position.",
                hint: "Positions are whole numbers from 0.")
        }
        return Position(value)
    }

    /// `POSITION` or `POSITION@CHAIN`.
    static func cursor(_ text: String, _ option: String) throws -> LedgerCursor {
        if !text.contains("@") { return LedgerCursor(try position(text, option)) }
        guard let cursor = LedgerCursor(text) else {
            throw Fault(
                .usage, code: "\(option).unreadable", message: "\"\(text)\" is not a position with its chain.",
                hint: "\"daybook stats --json\" states one as its cursor: a whole number, @ and 32 hexadecimal digits.")
        }
        return cursor
    }

    static func known(_ text: String, _ option: String = "knownAt") throws -> AsOf.Known {
        try refuseMissingDay(text, option)
        if let instant = Instant(text) { return .at(instant) }
        if let date = CivilDate(text) { return .endOf(date) }
        if let value = UInt64(text), text.utf8.first != UInt8(ascii: "+") { return .position(Position(value)) }
        throw Fault(
            .usage, code: "\(option).unreadable",
            message: "\"\(text)\" is neither an instant nor a date nor a position.",
            hint: "Write it like 2026-02-10T13:00:00Z, 2026-02-10 (its end), or as a position such as 4711.")
    }

    static func count(_ text: String, _ option: String, _ range: ClosedRange<Int>) throws -> Int {
        guard let value = Int(text), range.contains(value) else {
            let end = range.upperBound == Int.max ? "" : " to \(range.upperBound)"
            throw Fault(
                .usage, code: "\(option).unreadable",
                message: "\"\(text)\" is not a whole number from \(range.lowerBound)\(end).")
        }
        return value
    }

    static func stream(_ text: String) throws -> StreamID {
        guard let stream = StreamID(text) else {
            throw Fault(
                .usage, code: "stream.unreadable", message: "\"\(text)\" is not the name of a stream.",
                hint: "Write kind/id; the id is 1 to 64 of A–Z a–z 0–9 - _ and the point.")
        }
        return stream
    }

    /// An event by its id or the beginning of it. Throws `Rejection` `event.unknown`.
    static func event(_ text: String, _ ledger: Ledger) throws -> EventID {
        if let id = EventID(hex: text) { return id }
        if !text.contains("/"), let id = try ledger.find(text)?.event { return id }
        throw unknownEvent(text)
    }

    static func unknownEvent(_ text: String) -> Rejection {
        Rejection(
            code: "event.unknown", message: "There is no event \"\(text)\".",
            hint: "\"daybook log\" shows them; at least eight digits of an id are needed.")
    }
}

/// `--known-at`, for lists of events.
struct KnownOption: ParsableArguments {
    @Option(
        name: .customLong("known-at"),
        help: ArgumentHelp("Use only what this ledger held then.", valueName: "instant|date|position"))
    var knownAt: String?

    func parsed() throws -> AsOf.Known { try knownAt.map { try Values.known($0) } ?? .latest }
}

/// `--with`: events that a question supposes.
struct WithOption: ParsableArguments {
    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "Answer as if these events had been appended (JSON Lines; - for standard input); nothing is written.",
            valueName: "file"),
        completion: .file())
    var with: String?

    /// The question with the file's events supposed. Throws `LineRefusal` for a line that cannot be read.
    func supposing(_ asOf: AsOf, _ ledger: Ledger, _ console: Console) throws -> AsOf {
        guard let with else { return asOf }
        var reader = LineReader(try Files.source(with, console))
        var result = asOf
        // A question about a day to come may suppose events of that day.
        let asked = asOf.moment ?? asOf.on.map { ledger.zone.instant(of: $0, secondOfDay: 0) }
        result.supposing = try Supposition.read(
            zone: ledger.zone, at: max(ledger.now, asked ?? ledger.now), registry: ledger.registry
        ) { try reader.next() }
        return result
    }
}

/// The two times that every question takes, and what it supposes.
struct TimeOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Ask about this day. (default: today)", valueName: "date|instant"))
    var on: String?
    @OptionGroup var known: KnownOption
    @OptionGroup var supposed: WithOption

    struct Parsed {
        enum Day { case day(GivenDay), instant(Instant) }
        let on: Day?
        let known: AsOf.Known

        /// An instant means its day in the ledger's zone.
        func asOf(_ ledger: Ledger) throws -> AsOf {
            switch on {
            case nil: return AsOf(known: known)
            case .day(let day)?: return AsOf(on: try day.date(today: ledger.today), known: known)
            case .instant(let instant)?:
                let date = ledger.zone.date(at: instant)
                guard date.isWritable else {
                    throw Rejection(
                        code: "on.outOfRange",
                        message:
                            "At \(instant) the date in \(ledger.zone.name(at: instant)) lies outside the years "
                            + "0001 to 9999.",
                        hint: "Name another day.")
                }
                return AsOf(on: date, moment: instant, known: known)
            }
        }

        /// The question at an instant, for things that happen at a time of day.
        ///
        /// - Parameter endOfDay: Whether a day means its end instead of its beginning.
        func atAMoment(_ ledger: Ledger, endOfDay: Bool = false) throws -> AsOf {
            var result = try asOf(ledger)
            if case .day(let day)? = on {
                let date = try day.date(today: ledger.today)
                let start = ledger.zone.instant(of: endOfDay ? date.adding(days: 1) : date, secondOfDay: 0)
                result.moment = endOfDay ? Instant(milliseconds: start.milliseconds - 1) : start
            }
            return result
        }
    }

    func parsed() throws -> Parsed { Parsed(on: try TimeOptions.day(on), known: try known.parsed()) }

    /// The day that `--on` names. Throws `Fault` `on.unreadable` (64).
    static func day(_ on: String?) throws -> Parsed.Day? {
        try on.map { text in
            if let day = try GivenDay(text, "on") { return .day(day) }
            if let instant = Instant(text) { return .instant(instant) }
            throw Fault(
                .usage, code: "on.unreadable", message: "\"\(text)\" is neither a date nor an instant.",
                hint: "Write it like 2026-02-01, yesterday, or 2026-02-10T13:00:00Z.")
        }
    }
}
