import DaybookDomains
import Engine
import EventCodec
import EventModel

/// Decisions on a ledger that may be damaged: what rests on "there is none" must be refused as on the whole one, or not
/// decided at all.
struct Deciding {
    private let ledger: Ledger
    private let options: Options

    init(_ options: Options) throws {
        self.options = options
        var environment = options.environment
        // The same stamp for everything: what is written depends on nothing but what is decided.
        environment.clock = { Instant(milliseconds: 1_777_000_000_000) }
        ledger = try Ledger.open(at: options.text("ledger"), environment: environment)
    }

    /// Commands that the whole ledger refuses, or knows already; each answer is one line. 0, or 74 when one could not
    /// be decided.
    func refusals() -> Int32 {
        defer { ledger.close() }
        var code: Int32 = 0
        for stream in options.texts("stream") {
            code |= decide("create.\(stream)", entry(stream))
            code |= decide("version.\(stream)", entry(stream, version: 0))
        }
        for key in options.texts("key") where key != "no-such-key" {
            code |= decide("reuse.\(key)", entry("flight/other", key: key))
        }
        return code
    }

    /// One unit that the whole ledger takes: a new record, one with a new key, a change of an old one.
    func write() throws {
        defer { ledger.close() }
        let amended = EventDraft(
            stream: StreamID(unchecked: options.text("stream")), type: "flight.amended",
            data: .json(.object(pairs: ["remarks": .string("after")])))
        let receipt = try ledger.append([entry("flight/after"), entry("flight/keyed", key: "after"), amended])
        Output.line("written \(receipt.position) \(receipt.ids.map(\.hex).joined(separator: " "))")
    }

    private func entry(_ stream: String, key: String? = nil, version: Int? = nil) -> EventDraft {
        EventDraft(
            stream: StreamID(unchecked: stream), type: "flight.logged",
            data: .json(
                .object(pairs: ["date": .string("2024-02-29"), "hobbs": .number("1.1"), "dayLandings": .integer(1)])),
            key: key,
            expectedVersion: version)
    }

    private func decide(_ name: String, _ draft: EventDraft) -> Int32 {
        do {
            let receipt = try ledger.append([draft])
            Output.line("\(name) accepted \(receipt.appended) \(receipt.duplicates)")
            return 0
        } catch {
            let (code, text) = Driver.describe(error)
            // A refusal is the answer; that it could not be decided is none.
            Output.line(code == 1 ? "\(name) refused \(text)" : "\(name) error \(text)")
            return code == 1 ? 0 : 74
        }
    }
}
