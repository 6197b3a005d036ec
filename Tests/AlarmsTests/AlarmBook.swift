import Alarms
import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport
import Testing

/// A ledger for one story: what was given, what is done, what comes of it. Its clock is the requirements' default.
final class AlarmBook {
    let ledger: Ledger
    let clock = TestClock("2026-02-10T13:00:00Z")
    private let path = Scratch.path()
    /// The events before the story began.
    private var begun = 0

    /// With Plus the limits of the free tier do not hold; that is no event of the story. With a person's key, it is one
    /// of their devices.
    init(zone: String = "America/New_York", plus: Bool = false, person: [UInt8]? = nil) throws {
        let clock = clock
        ledger = try Ledger.create(
            at: path, zone: zone, person: person.map { .joining(seed: $0) } ?? .new,
            environment: .daybook(clock: { clock.now }))
        if plus {
            try ledger.changeTier(AlarmTier(.plus))
            begun = try events
        }
    }

    /// Takes everything that another ledger holds.
    func receive(from other: AlarmBook) throws {
        var lines: [[UInt8]] = []
        _ = try other.ledger.exportLines { lines.append(Array($0.utf8)) }
        var rest = lines[...]
        _ = try ledger.importLines { rest.popFirst() }
    }

    /// Two devices exchange all they have.
    static func meet(_ one: AlarmBook, _ other: AlarmBook) throws {
        try one.receive(from: other)
        try other.receive(from: one)
    }

    deinit {
        ledger.close()
        Scratch.remove(path)
    }

    static let weekly = #"{"kind":"weekly","days":[2,6],"times":["09:00"],"zone":"America/New_York"}"#

    static func json(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

    /// Appends an event to `alarm/a`; the refusal in words where there is one: `code: message hint`.
    @discardableResult func append(_ type: String, _ data: String, stream: String = "alarm/a") throws -> String? {
        let draft = EventDraft(
            stream: try #require(StreamID(stream)), type: type, data: .json(try AlarmBook.json(data)))
        return try rejectionCode { _ = try ledger.append([draft]) }
    }

    @discardableResult func create(_ title: String = "Rent Reminder", schedule: String = weekly, more: String = "")
        throws -> String?
    {
        try append("alarm.created", #"{"title":"\#(title)","schedule":\#(schedule)\#(more)}"#)
    }

    /// The rejection of a command; nil when it is accepted.
    func rejectionCode(_ body: () throws -> Void) throws -> String? {
        do {
            try body()
            return nil
        } catch {
            switch (error as? DraftRefusal)?.reason ?? error {
            case let rejection as Rejection: return "\(rejection) \(rejection.hint ?? "")"
            case let fault as Fault: return "\(fault.kind.rawValue) \(fault)"
            default: throw error
            }
        }
    }

    /// The events that people made: the ledger's own first event is not counted.
    var events: Int {
        get throws {
            var count = 0
            try ledger.events(.init()) { event in
                if event.envelope.type != "origin.started" { count += 1 }
                return true
            }
            return count - begun
        }
    }

    var cards: [AlarmCard] { get throws { try ledger.alarms().value.map(\.card) } }
    func state(_ stream: String = "alarm/a") throws -> AlarmState? {
        try StreamID(stream).flatMap { try ledger.record($0) }.flatMap {
            AlarmState(fields: $0.fields, registers: $0.registers)
        }
    }
}
