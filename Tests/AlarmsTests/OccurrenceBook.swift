import Alarms
import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport
import Testing

extension AlarmBook {
    /// Sets the clock.
    func at(_ text: String) { clock.set(instant(text)) }

    /// Looks at the clock; what fires in words: `a 2026-02-13T14:00:00Z`, with the end of a snooze and what was missed
    /// behind it.
    @discardableResult func tick() throws -> [String] { try ledger.tickAlarms().fired.map(AlarmBook.words) }

    static func words(_ fired: AlarmTick.Fired) -> String {
        var words = "\(fired.stream.id) \(fired.due.occurrence)"
        if let until = fired.due.snoozedUntil { words += " again \(until)" }
        if let missed = fired.due.missed { words += " missed \(missed.count): \(missed.since) to \(missed.occurrence)" }
        return words
    }

    private var a: StreamID { Draft.stream("alarm/a") }
    func done(_ tenths: Int? = nil) throws -> String? {
        try rejectionCode { try ledger.completeAlarm(a, heldTenths: tenths) }
    }
    func snooze(_ seconds: Int = 3600) throws -> String? {
        try rejectionCode { try ledger.snoozeAlarm(a, seconds: seconds) }
    }
    func skip() throws -> String? { try rejectionCode { try ledger.skipAlarm(a) } }

    /// Takes the newest event of a type back.
    func undo(_ type: String) throws -> String? {
        var last: EventID?
        try ledger.events(.init(type: type)) {
            last = $0.id
            return true
        }
        let event = try #require(last)
        return try rejectionCode { try ledger.undo(event: event) }
    }

    /// The card of alarm/a: `missed next 2026-02-16T14:00:00Z waits 2026-02-13T14:00:00Z snoozes 1`.
    func line(at moment: String? = nil) throws -> String {
        guard
            let card = try ledger.alarms(.now, at: moment.map { instant($0) }).value.first(where: {
                $0.stream.id == "a"
            })?.card
        else { return "gone" }
        var words = card.state.rawValue
        if let next = card.nextFire { words += " next \(next)" }
        if let waiting = card.waiting { words += " waits \(waiting)" }
        if card.snoozeCount > 0 { words += " snoozes \(card.snoozeCount)" }
        return words
    }

    /// The stories of the occurrences of alarm/a, the latest first: `2026-02-13T14:00:00Z completed`.
    var stories: [String] {
        get throws { try ledger.alarm(a).value.occurrences.map { "\($0.occurrence) \($0.outcome.rawValue)" } }
    }

    /// The types of the events of alarm/a, in arrival order.
    var types: [String] {
        get throws {
            var types: [String] = []
            try ledger.events(.init(stream: a)) {
                types.append($0.envelope.type)
                return true
            }
            return types
        }
    }

    func set(_ name: String, _ value: JSONValue) throws { try ledger.set(#require(SettingName.named(name)), to: value) }

    static let daily = #"{"kind":"customDays","times":["09:00"],"zone":"America/New_York"}"#
    static let hourly = """
        {"kind":"customDays","times":[\((0..<24).map { #""\#(Digits.text($0, width: 2)):00""# }.joined(separator: ","))],"zone":"America/New_York"}
        """
}
