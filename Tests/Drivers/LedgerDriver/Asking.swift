import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventStore
import Logbook
import TransparencyLog

/// Asks a ledger everything a person may ask; each answer is one line `<question> <answer>` or `<question> error
/// <code>`, so that damage that stops one answer cannot hide a wrong one.
struct Asking {
    private let options: Options

    init(_ options: Options) { self.options = options }

    /// 0 when all questions were answered, 74 when one was not.
    func run() throws -> Int32 {
        let ledger = try Ledger.open(at: options.text("ledger"), .readOnly, environment: options.environment)
        defer { ledger.close() }
        let asOf = AsOf(on: CivilDate(year: 2024, month: 6, day: 1))
        var code: Int32 = 0
        func answer(_ question: String, _ body: () throws -> String) {
            do { Output.line("\(question) \(try body())") } catch {
                Output.line("\(question) error \(Driver.describe(error).text)")
                code = 74
            }
        }
        answer("currency") { digest(try ledger.currency(asOf)) }
        for kind in LandingsKind.allCases {
            answer("periods.\(kind)") { digest(try ledger.currencyPeriods(kind, asOf)) }
        }
        answer("progress") { digest(try ledger.progressDetail(asOf)) }
        answer("summary") { digest(try ledger.flightSummary(asOf)) }
        answer("flights") { digest(try flights(ledger, asOf)) }
        answer("events") {
            var lines: [String] = []
            try ledger.events(.init()) {
                lines.append("\($0.position) \($0.id) \($0.arrived) \($0.data?.text ?? "") \($0.outcome)"); return true
            }
            return "\(lines.count) " + digest(lines)
        }
        answer("knownAt") {
            let earlier = AsOf(on: asOf.on, known: .position(Position(UInt64(options.number("known", 100)))))
            return digest(try ledger.flightSummary(earlier)) + digest(try flights(ledger, earlier))
        }
        answer("flagged") { digest(try flagged(ledger)) }
        for stream in options.texts("stream") {
            answer("record.\(stream)") {
                guard let record = try ledger.record(StreamID(unchecked: stream)) else { return "none" }
                return "\(record.fields?.canonical ?? []) \(record.isLocked) \(record.isRemoved) \(record.standing)"
            }
        }
        for key in options.texts("key") { answer("key.\(key)") { try places(of: key, ledger) } }
        return code
    }

    /// Of many lines, or of what a value says of itself.
    private func digest(_ lines: [String]) -> String { digest(text: lines.joined(separator: "\n")) }
    private func digest(_ value: some Any) -> String { digest(text: String(describing: value)) }
    private func digest(text: String) -> String { String(SHA256Hasher.hash(Array(text.utf8)).hex.prefix(32)) }

    private func flights(_ ledger: Ledger, _ asOf: AsOf) throws -> [String] {
        try ledger.flights(asOf).value.map { entry in
            let flight = entry.flight
            return
                "\(entry.stream) \(entry.created.hex) \(entry.isLocked) \(flight.date) \(flight.totalHours) \(flight.landings) \(flight.remarks ?? "")"
        }
    }

    private func flagged(_ ledger: Ledger) throws -> [String] {
        var lines: [String] = []
        try ledger.engine.read { transaction in
            try transaction.forEachFlaggedStream { lines.append("\($0) \($1)") }
            try transaction.forEachOutcomeChange(from: Position(0)) { lines.append("\($0)") }
        }
        return lines
    }

    /// Where the events with a key are, by the index of keys.
    private func places(of key: String, _ ledger: Ledger) throws -> String {
        try ledger.engine.read { transaction in
            let head = try transaction.storeRecord()
            return
                "\(try transaction.places(keyHash: KeyIndex.hash(secret: head.secret, principal: head.principal, key: key), head))"
        }
    }
}
