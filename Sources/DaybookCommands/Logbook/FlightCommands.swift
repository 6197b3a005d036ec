import ArgumentParser
import DaybookDomains

struct FlightCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flight", abstract: "The pilot's logbook.",
        discussion: """
            Examples:
              daybook flight log --from KSJC --to KRHV --hobbs 1.5 --solo
              daybook flight list --search solo
              daybook flight sign 0192f0c1 --cfi 1234567

            A flight is named by its id, or by a beginning of it that no other flight has.
            "flight add", "flight edit" and "flight delete" are other names of "flight
            log", "flight amend" and "flight remove".
            """,
        subcommands: [
            FlightLog.self, FlightAmend.self, FlightRemove.self, FlightRestore.self, FlightDuplicate.self,
            FlightSupersede.self, FlightSign.self, FlightSignRequest.self,
            FlightVoid.self, FlightList.self, FlightTotals.self, FlightShow.self, FlightSummaryCommand.self,
            FlightDefaults.self, FlightForward.self, FlightSimulator.self, FlightGround.self, FlightDescribe.self,
        ])

    /// The stream that a text names; one that could not be an id names no flight.
    static func stream(_ text: String, _ ledger: Ledger) throws -> StreamID {
        guard let stream = try ledger.stream(named: text, kind: "flight") else { throw unknown(text) }
        if let refusal = try ledger.refusalOfNewer(stream) { throw refusal }
        return stream
    }

    /// The stream of a flight that a command changes; every command refuses an unknown one in the same words.
    static func existing(_ text: String, _ ledger: Ledger) throws -> StreamID {
        let stream = try stream(text, ledger)
        guard try ledger.record(stream) != nil else { throw unknown(text) }
        return stream
    }

    static func unknown(_ text: String) -> Rejection {
        Rejection(
            code: "flight.unknown", message: "There is no flight \"\(text)\".",
            hint: "\"daybook flight list\" shows them.")
    }

    /// The id of a new entry, with or without its kind. Throws `Fault` (64).
    static func newID(_ text: String) throws -> String {
        let name = text.hasPrefix("flight/") ? String(text.dropFirst("flight/".count)) : text
        return try Values.stream("flight/\(name)").id
    }

    /// Throws `Fault` (64) for a key that cannot be one.
    static func checkKey(_ key: String?) throws {
        guard let key, !(1...Limits.keyBytesMaximum).contains(key.utf8.count) else { return }
        throw Fault(
            .usage, code: "key.unreadable",
            message: "A key is a text of 1 to \(Limits.keyBytesMaximum) bytes; this one has \(key.utf8.count).",
            hint: "Leave --key out, or give another; a variable of the shell may be unset.")
    }

    /// The changes that options name, null for a field to clear. Throws `Fault` (64) where there is none, or one twice.
    static func changes(
        _ fields: FlightOptions, clear: [String], today: CivilDate
    ) throws -> [JSONValue.Member] {
        var given = try fields.given(today: today)
        let clear = try CrewHours.cleared(clear, with: &given)
        if let twice = clear.first(where: { name in given.contains { $0.name == name } }) {
            throw Fault(.usage, code: "usage.wrong", message: "\"\(twice)\" is both given and cleared.")
        }
        let known = Registry.daybook.schema("flight.amended")?.fields.map(\.name) ?? []
        if let bogus = clear.first(where: { !known.contains($0) }) {
            throw Fault(
                .usage, code: "field.unknown", message: "\"\(bogus)\" is not a field of a flight.",
                hint: "\"daybook types flight.amended\" lists them.")
        }
        let changes = given + clear.map { .init($0, .null) }
        guard !changes.isEmpty else {
            throw Fault(
                .usage, code: "amend.nothing", message: "Nothing is to be changed.",
                hint: "Name a field, such as --hobbs 2.0.")
        }
        return changes
    }

    /// The answer of every command that writes: the flight, the event, the position.
    ///
    /// - Parameter event: Nil for the last event of the receipt.
    static func json(
        _ stream: StreamID, _ receipt: AppendReceipt, of event: EventID? = nil, message: String,
        warnings: [String] = []
    ) -> JSONValue {
        .object(pairs: [
            "id": .string(stream.id), "stream": .string(stream.text),
            "event": .textOrNull((event ?? receipt.ids.last)?.hex),
            "duplicate": .bool(receipt.duplicates > 0), "position": .integer(receipt.position.value),
            "message": .string(message),
            "warning": warnings.isEmpty ? nil : .string(warnings.joined(separator: " ")),
        ])
    }
}

struct FlightLog: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Log a flight.",
        discussion: """
            Examples:
              daybook flight log --from KSJC --to KRHV --hobbs 1.5
              daybook flight log --date 2026-02-01 --hobbs 1.2 --dual --night-landings 3
              daybook flight log --hobbs-start 1234.5 --hobbs-end 1236.0
              daybook flight log --quick --hobbs 1.2

            The date is today unless given, and one landing by day is taken unless
            landings are given. A flight with night landings counts as flown by night
            throughout unless --night-hours gives the part. With --quick what is not
            given is taken from the flight entered quickly before it, the date being
            the day after; the first one begins with "flight defaults".
            """,
        aliases: ["add"])

    @OptionGroup(title: "The flight") var fields: FlightOptions
    @Flag(help: "Repeat the last quick entry, one day later.") var quick = false
    @Option(help: ArgumentHelp("The id of the new flight. (default: a new UUID)", valueName: "id")) var id: String?
    @Option(
        help: ArgumentHelp("Makes the command idempotent: the same key logs the same flight once.", valueName: "text"))
    var key: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        // Read before the ledger is opened, so that an unreadable file is refused with or without one.
        _ = try fields.flight(today: CivilDate(day: 0))
        try FlightCommand.checkKey(key)
        let id = try id.map(FlightCommand.newID)
        try session.withLedger(.readWrite) { ledger in
            if quick { return try logQuickly(id, ledger, session) }
            // Said again on another day, "today" is still the day on which it was said first.
            let before = try ledger.entered(withKey: key, id: id)?.date
            let logged = try FlightOptions.named {
                try ledger.logFlight(
                    entered: try fields.flight(today: ledger.today, orElse: before, repeats: before != nil), id: id,
                    key: key)
            }
            let repeated = logged.receipt.duplicates > 0
            let message = repeated ? "This flight was saved before" : "Flight saved"
            let notes =
                try repeated
                ? []
                : FlightNotes.night(logged.flight) + FlightNotes.untimed(logged.flight)
                    + FlightNotes.endorsement(ledger.soloLack(logged.flight), logged.flight)
            try session.answer(FlightCommand.json(logged.stream, logged.receipt, message: message, warnings: notes)) {
                let flight = logged.flight
                try session.print(
                    "\(message): \(flight.date) \(Text.shown(flight.route)), \(flight.totalHours.text(try session.hoursForm(ledger))) h."
                )
                if let duration = flight.durationText { try session.print(duration) }
                try session.print("Its id is \(logged.stream.id).")
                try session.printNotes(notes)
            }
        }
    }

    private func logQuickly(_ id: String?, _ ledger: Ledger, _ session: Session) throws {
        let saved = try FlightOptions.named {
            try ledger.logQuickly(id: id, key: key) { try fields.flight(today: ledger.today, orElse: $0.date) }
        }
        let message = saved.receipt.duplicates > 0 ? "This flight was saved before" : "Saved! (\(saved.number))"
        let notes =
            try saved.receipt.duplicates > 0
            ? []
            : FlightNotes.night(saved.flight) + FlightNotes.untimed(saved.flight)
                + FlightNotes.endorsement(ledger.soloLack(saved.flight), saved.flight)
        guard
            case .object(let members) = FlightCommand.json(
                saved.stream, saved.receipt, message: message, warnings: notes)
        else { return }
        let more = [
            JSONValue.Member("count", .integer(saved.number)), .init("next", .object(SuggestionText.json(saved.next))),
        ]
        try session.answer(.object(members + more)) {
            try session.print(
                "\(message): \(saved.flight.date) \(Text.shown(saved.flight.route)), \(saved.flight.totalHours.text(try session.hoursForm(ledger))) h."
            )
            try session.printNotes(notes)
            try session.print("The next one begins with \(saved.next.date). The id of this one is \(saved.stream.id).")
        }
    }
}

struct FlightAmend: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "amend", abstract: "Change fields of a flight.",
        discussion: """
            Examples:
              daybook flight amend 0192f0c1 --hobbs 2.0
              daybook flight amend 0192f0c1 --no-solo --dual --clear remarks
            """,
        aliases: ["edit"])

    @Argument(help: "The flight.") var id: String
    @OptionGroup(title: "What changes") var fields: FlightOptions
    @Option(help: ArgumentHelp("A field to clear, such as remarks.", valueName: "field")) var clear: [String] = []
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        // Read before the ledger is opened, so that an unreadable field is refused with or without one.
        _ = try FlightCommand.changes(fields, clear: clear, today: CivilDate(day: 0))
        try session.withLedger(.readWrite) { ledger in
            let stream = try FlightCommand.existing(id, ledger)
            let changes = CrewHours.merged(
                try FlightCommand.changes(fields, clear: clear, today: ledger.today),
                into: try ledger.flight(stream)?.flight)
            let amended = try FlightOptions.named { try ledger.amendFlight(stream, entered: changes) }
            let flight = try ledger.flight(stream)?.flight
            let notes =
                try FlightNotes.parts(flight, changed: amended.changes)
                + FlightNotes.night(flight, changed: amended.changes)
                + FlightNotes.untimed(flight, changed: amended.changes)
                + FlightNotes.endorsement(ledger, flight, changed: amended.changes)
            try session.answer(FlightCommand.json(stream, amended.receipt, message: "Flight changed", warnings: notes))
            {
                try session.print(
                    "Flight changed: \(CrewHours.shown(amended.changes).map { "\($0.name) \(Text.value($0.value))" }.joined(separator: ", "))."
                )
                try session.printNotes(notes)
            }
        }
    }
}

struct FlightRemove: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a flight. Its history stays, and it can be restored.",
        discussion: """
            Example:
              daybook flight remove 0192f0c1 --reason "Logged twice"

            Where it had taken the place of another flight, that one counts again: the
            answer names it.
            """,
        aliases: ["delete"])

    @Argument(help: "The flight.") var id: String
    @Option(parsing: .unconditional, help: ArgumentHelp("Why.", valueName: "text")) var reason: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            let stream = try FlightCommand.existing(id, ledger)
            let before = try ledger.supersessions()
            let receipt = try ledger.removeFlight(stream, reason: reason)
            let notes = ReturnText.warnings(try ledger.supersessions().countingAgain(since: before))
            try session.answer(FlightCommand.json(stream, receipt, message: "Flight removed", warnings: notes)) {
                try session.print("Flight removed. \"daybook flight restore \(stream.id)\" brings it back.")
                try session.printNotes(notes)
            }
        }
    }
}

struct FlightRestore: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a removed flight.",
        discussion: """
            Example:
              daybook flight restore 0192f0c1

            Where it took the place of another flight once, it does so again, and a
            flight that took that place since waits: the answer names it.
            """)

    @Argument(help: "The flight.") var id: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            let stream = try FlightCommand.existing(id, ledger)
            let before = try ledger.supersessions()
            let receipt = try ledger.restoreFlight(stream)
            let waiting = try ledger.supersessions().newlyWaiting(since: before)
            try session.answer(
                FlightCommand.json(stream, receipt, message: "Flight restored", warnings: WaitingText.warnings(waiting))
            ) {
                try session.print("Flight restored.")
                try session.printNotes(WaitingText.warnings(waiting))
            }
        }
    }
}
