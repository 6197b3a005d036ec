import ArgumentParser
import DaybookKit

struct LogCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List events in the order in which they arrived.",
        discussion: """
            Examples:
              daybook log --type flight.signed
              daybook log --stream flight/0192f0c1-… --json
              daybook log --after 4711 --limit 100 --json

            With --json: JSON Lines of CloudEvents 1.0.
            """)

    @Option(help: ArgumentHelp("Only this stream.", valueName: "stream")) var stream: String?
    @Option(help: ArgumentHelp("Only this type.", valueName: "type")) var type: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Only what arrived after this position.", valueName: "position")) var after: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("At most so many.", valueName: "n")) var limit: String?
    @OptionGroup(title: "Times") var times: LogTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        var filter = Ledger.EventFilter(
            stream: try stream.map { try Values.stream($0) }, type: type,
            after: try after.map { try Values.position($0, "after") } ?? .start)
        let limit = try limit.map { try Values.count($0, "limit", 0...Int.max) }
        try times.asking(session) { ledger, asOf in
            let answered = try ledger.answered(asOf)
            let last = answered.position
            let pinned = AsOf(known: .position(last), supposing: asOf.supposing)
            var whole = filter
            whole.after = .start
            if try LogCommand.isNone(whole, pinned, ledger, session) { return }
            filter.happened = asOf.on.map { (on: $0, moment: asOf.moment) }
            if filter.after > last, answered.supposed ?? 0 == 0 { return try session.note("Nothing is known after position \(filter.after): the last one is \(last).") }
            if !session.isJSON { try session.print(session.style.strong(LogCommand.header)) }
            filter.limit = limit
            let (isJSON, zone, style) = (session.isJSON, ledger.zone, session.style)
            try ledger.listEvents(filter, asOf: pinned) { event in
                isJSON ? LogCommand.document(event, zone) : LogCommand.line(event, style)
            } take: { line in
                try session.console.write(line: line)
                return true
            }
        }
    }

    /// Whether there is nothing to list because of a name, which is said. A type that neither the program nor the ledger knows is a mistake.
    private static func isNone(_ filter: Ledger.EventFilter, _ asOf: AsOf, _ ledger: Ledger, _ session: Session) throws -> Bool {
        func holds(_ filter: Ledger.EventFilter) throws -> Bool {
            var found = false
            try ledger.events(filter, asOf: asOf) { _ in
                found = true
                return false
            }
            return found
        }
        if let type = filter.type, Ledger.registry.schema(type) == nil, try !holds(Ledger.EventFilter(type: type)) { throw TypesCommand.unknown(type) }
        guard let stream = filter.stream, try !holds(Ledger.EventFilter(stream: stream)) else { return false }
        try session.note("There is no stream \(stream.text).")
        return true
    }

    private static let header = "Position  When        Type                  Event         Stream"

    private static func document(_ event: EventView, _ zone: any ZoneRules) -> [UInt8] {
        // Most events take about so much.
        var document = JSONBytes(capacity: 768)
        event.writeCloudEvent(zone: zone, to: &document)
        return document.bytes
    }

    /// Columns of fixed widths: the list may be longer than what fits in memory.
    private static func line(_ event: EventView, _ style: Style) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(128)
        func blanks(_ count: Int) { line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count)) }
        // All of it is ASCII.
        Digits.write(Int(event.position.value), into: &line)
        if line.count < 8 { line.insert(contentsOf: repeatElement(UInt8(ascii: " "), count: 8 - line.count), at: 0) }
        blanks(2)
        event.withEnvelope { envelope in
            envelope.validTime.date.write(into: &line)
            blanks(2)
            envelope.typeBytes.append(to: &line)
            blanks(max(0, 20 - envelope.typeBytes.byteCount) + 2)
            var id: [UInt8] = []
            event.id.writeShort(into: &id)
            style.paint(id[...], .faint, into: &line)
            blanks(2)
            envelope.streamBytes.append(to: &line)
        }
        if event.outcome.status != .effective { line.append(contentsOf: ("  " + style.warning(Outcomes.text(event.outcome))).utf8) }
        return line
    }
}

/// Outcomes in words.
enum Outcomes {
    static func text(_ outcome: EventOutcome) -> String {
        outcome.status.description + (outcome.reason.map { " (\($0))" } ?? "")
    }
}
