import ArgumentParser
import DaybookDomains

struct LogCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List events in the order in which they arrived.",
        discussion: """
            Examples:
              daybook log --type flight.signed
              daybook log --stream flight/0192f0c1-… --json
              daybook log --after 4711 --limit 100 --json
              daybook log --after 21@5d41402abc4b2a76b9719d911017c592 --json

            With --json: JSON Lines of CloudEvents 1.0.

            A program that follows the log keeps the cursor of "daybook stats --json",
            reads with --known-at up to its position, and goes on later with --after
            POSITION@CHAIN: another ledger, or one restored from a backup, refuses it.
            """)

    @Option(help: ArgumentHelp("Only this stream.", valueName: "stream")) var stream: String?
    @Option(help: ArgumentHelp("Only this type.", valueName: "type")) var type: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only what arrived after this position.", valueName: "position[@chain]"))
    var after: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("At most so many.", valueName: "n")) var limit: String?
    @OptionGroup(title: "Times") var times: LogTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let cursor = try after.map { try Values.cursor($0, "after") } ?? LedgerCursor(.start)
        var filter = Ledger.EventFilter(
            stream: try stream.map { try Values.stream($0) }, type: type,
            after: cursor.position)
        let limit = try limit.map { try Values.count($0, "limit", 0...Int.max) }
        // Its pieces hold no state of the store.
        try times.asking(session, waitsForReader: true) { ledger, asOf in
            let answered = try ledger.answered(asOf)
            let last = answered.position
            if cursor.chain != nil { try ledger.check(cursor) }
            let pinned = AsOf(known: .position(last), supposing: asOf.supposing)
            var whole = filter
            whole.after = .start
            try session.printKnownAt(times.known, answered)
            if try LogCommand.isNone(whole, pinned, ledger, session) { return }
            filter.happened = asOf.on.map { (on: $0, moment: asOf.moment) }
            if filter.after > last, answered.supposed ?? 0 == 0 {
                throw try filter.after > ledger.position
                    ? Ledger.past(filter.after, last) : LogCommand.notKnown(filter.after, last)
            }
            if !session.isJSON { try session.print(session.style.strong(LogCommand.header)) }
            filter.limit = limit
            let (isJSON, zone, style) = (session.isJSON, ledger.zone, session.style)
            try ledger.listEvents(filter, asOf: pinned) { event, envelope, body, lines in
                if isJSON {
                    JSONBytes.write(to: &lines) { event.writeCloudEvent(envelope, body, zone: zone, to: &$0) }
                } else {
                    LogCommand.write(event, envelope, style, to: &lines)
                }
                lines.append(UInt8(ascii: "\n"))
            } receive: {
                try session.console.write(bytes: $0)
            }
        }
    }

    /// Whether there is nothing to list because of a name, which is said. A type that neither the program nor the
    /// ledger knows is a mistake.
    private static func isNone(_ filter: Ledger.EventFilter, _ asOf: AsOf, _ ledger: Ledger, _ session: Session) throws
        -> Bool
    {
        func matchesAny(_ filter: Ledger.EventFilter) throws -> Bool {
            var found = false
            try ledger.events(filter, asOf: asOf) { _ in
                found = true
                return false
            }
            return found
        }
        if let type = filter.type, Registry.daybook.schema(type) == nil, try !matchesAny(Ledger.EventFilter(type: type))
        {
            throw TypesCommand.unknown(type)
        }
        guard let stream = filter.stream, try !matchesAny(Ledger.EventFilter(stream: stream)) else { return false }
        try session.note("There is no stream \(stream.text).")
        return true
    }

    private static let header = "Position  When        Type                  Event         Stream"

    /// Columns of fixed widths: the list may be longer than what fits in memory.
    private static func write(
        _ event: EventFacts, _ envelope: borrowing EnvelopeView, _ style: Style, to lines: inout [UInt8]
    ) {
        func blanks(_ count: Int) { lines.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count)) }
        // All of it is ASCII.
        let position = Digits.text(Int(event.position.value), width: 1).utf8
        blanks(max(0, 8 - position.count))
        lines.append(contentsOf: position)
        blanks(2)
        envelope.validTime.date.write(into: &lines)
        blanks(2)
        envelope.typeBytes.append(to: &lines)
        blanks(max(0, 20 - envelope.typeBytes.byteCount) + 2)
        var id: [UInt8] = []
        event.id.writeShort(into: &id)
        style.paint(id[...], .faint, into: &lines)
        blanks(2)
        envelope.streamBytes.append(to: &lines)
        if event.outcome.status != .effective {
            lines.append(contentsOf: ("  " + style.warning(Outcomes.text(event.outcome))).utf8)
        }
    }
}

/// Outcomes in words.
enum Outcomes {
    static func text(_ outcome: EventOutcome) -> String {
        outcome.status.description + (outcome.reason.map { " (\($0))" } ?? "")
    }
}

extension LogCommand {
    fileprivate static func notKnown(_ after: Position, _ last: Position) -> Rejection {
        Rejection(
            code: "position.past",
            message: "Position \(after) came later than \(last), the newest that --known-at takes in.",
            hint: "Leave --known-at out, or name a later one.")
    }
}
