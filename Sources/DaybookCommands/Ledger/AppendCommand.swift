import ArgumentParser
import DaybookDomains

struct AppendCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "append", abstract: "Append events from JSON Lines, in batches that are kept whole or not at all.",
        discussion: """
            Examples:
              daybook append events.jsonl
              generate-events | daybook append - --batch 100

            A line, here on two:
              {"stream":"flight/ID","type":"flight.logged","data":{…},
               "occurred":"2026-02-01","key":"req-17","expectedVersion":0}
            stream, type and data are required. The first line that is refused ends it:
            its batch is dropped, those before it are kept. Ctrl-C and SIGTERM stop it
            between two batches, and it names the first line that is not kept.
            """)

    @Argument(help: "The file to read; - for standard input.", completion: .file()) var file = "-"
    @Option(help: ArgumentHelp("Events in a batch, 1 to 8192.", valueName: "n")) var batch = "1000"
    @Flag(help: "One batch for the whole input: all of it, or nothing.") var atomic = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let size = try atomic ? Limits.unitEventsMaximum : Values.count(batch, "batch", 1...Limits.unitEventsMaximum)
        let (source, signals) = try Files.stoppableSource(file, session.console)
        defer { signals.release() }
        try session.withLedger(.readWrite) { ledger in
            var input = BatchInput(LineReader(source), ledger.zone)
            var firstLeft = 1
            var total = AppendReceipt()
            total.position = try ledger.position
            do {
                while let batch = try input.next(size) {
                    if atomic, try input.hasMore() {
                        throw LineFailure(line: input.line, reason: AppendCommand.tooLarge)
                    }
                    try signals.check()
                    try AppendCommand.append(batch, to: ledger, &total)
                    firstLeft = input.line + 1
                    session.console.showProgress("\(total.appended + total.duplicates) events")
                }
            } catch {
                let line = error is Stopped ? firstLeft : nil
                var failure = error as? LineFailure ?? LineFailure(line: line, reason: error)
                failure.kept = total
                throw failure
            }
            try session.answer(AppendCommand.json(total)) {
                try session.print(
                    "Appended \(Text.count(total.appended, "event"))"
                        + (total.duplicates > 0 ? "; \(total.duplicates) were there already" : "")
                        + ". The ledger holds \(total.position).")
            }
        }
    }

    private static func append(_ batch: BatchInput.Batch, to ledger: Ledger, _ total: inout AppendReceipt) throws {
        do {
            try ledger.append(requested: batch.drafts, addingTo: &total)
        } catch let refusal as DraftRefusal {
            throw LineFailure(line: batch.lines[refusal.index], reason: refusal.reason)
        }
    }

    private static let tooLarge = Rejection(
        code: "unit.tooLarge", message: "One batch holds at most \(Limits.unitEventsMaximum) events.",
        hint: "Leave --atomic out, or divide the input.")

    static func json(_ receipt: AppendReceipt) -> JSONValue {
        .object(pairs: [
            "appended": .integer(receipt.appended), "duplicates": .integer(receipt.duplicates),
            "position": .integer(receipt.position.value),
        ])
    }
}

/// Drafts out of lines, a batch at a time; blank lines are passed over and counted.
private struct BatchInput {
    struct Batch {
        var drafts: [EventDraft] = []
        /// The line of each draft, from 1.
        var lines: [Int] = []
    }

    private var reader: LineReader
    private let zone: any ZoneRules
    private var ahead: [UInt8]?

    init(_ reader: LineReader, _ zone: any ZoneRules) {
        self.reader = reader
        self.zone = zone
    }

    /// The next drafts, at most `count`; nil at the end of the input.
    mutating func next(_ count: Int) throws -> Batch? {
        var batch = Batch()
        while batch.drafts.count < count, let line = try nextLine() {
            do { batch.drafts.append(try EventLine.draft(line, zone: zone)) } catch {
                throw LineFailure(line: reader.number, reason: error)
            }
            batch.lines.append(reader.number)
        }
        return batch.drafts.isEmpty ? nil : batch
    }

    /// The line that was read last, from 1.
    var line: Int { reader.number }

    mutating func hasMore() throws -> Bool {
        ahead = try nextLine()
        return ahead != nil
    }

    private mutating func nextLine() throws -> [UInt8]? {
        if let line = ahead {
            ahead = nil
            return line
        }
        while let line = try reader.next() {
            if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { return line }
        }
        return nil
    }
}
