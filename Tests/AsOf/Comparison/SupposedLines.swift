import BruteForce
import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport

/// A few lines of events that might have been.
struct SupposedLines {
    private let lines: [String]
    private let streams: [(stream: String, type: String)]

    static func random(_ scenes: inout Scenes, _ device: Device, known: AsOf.Known) throws -> SupposedLines {
        var drafts: [EventDraft] = []
        for _ in 0..<1 + scenes.random.below(3) { drafts += try scenes.scene(device, known: known) }
        // Only a command can name the records that a draft replaces.
        drafts.removeAll { if case .superseding = $0.intent { true } else { false } }
        // First: what a supposed undo makes of an import that is supposed before it is not asked (an undo that is
        // supposed sees no supposed import).
        if drafts.isEmpty || scenes.random.oneIn(8) {
            drafts.insert(scenes.draft(scenes.anyBatch(), "batch.undone"), at: 0)
        }
        return SupposedLines(drafts)
    }

    private init(_ drafts: [EventDraft]) {
        streams = drafts.map { ($0.stream.text, $0.type) }
        lines = drafts.map { draft in
            guard case .json(let data) = draft.data else { preconditionFailure("scenes are told as JSON") }
            return JSONValue.object(pairs: [
                "stream": .string(draft.stream.text), "type": .string(draft.type), "data": data,
                "key": draft.key.map { .string($0) },
            ]).text
        }
    }

    func supposition(_ device: Device) throws -> Supposition {
        var rest = lines[...]
        return try Supposition.read(zone: device.zone, at: device.clock.now, registry: Registry.daybook) {
            rest.popFirst().map { Array($0.utf8) }
        }
    }

    /// Whether an event is the amendment by which a signature restates what other persons entered: right before the
    /// signature, in no line.
    private static func isRestatement(
        _ index: Int, in events: [RawEvent], _ waiting: ArraySlice<(stream: String, type: String)>
    ) -> Bool {
        let event = events[index]
        guard event.type == "flight.amended", index + 1 < events.count, events[index + 1].type == "flight.signed",
            events[index + 1].stream == event.stream
        else { return false }
        let before = waiting.prefix { $0 != (event.stream, "flight.signed") }
        return !before.contains { $0 == (event.stream, "flight.amended") }
    }

    /// The events that a ledger makes of them on what was known then, as they would be.
    func events(of supposition: Supposition, _ known: AsOf.Known, _ device: Device) throws -> [RawEvent] {
        let records = try device.ledger.withView(AsOf(known: known, supposing: supposition)) { known, _, _ in
            known.supposed?.events ?? []
        }
        let events = try records.map { try RawEvent($0, device.ledger.registry) }
        // A key that was used already adds nothing; all else is there, in its order.
        var waiting = streams[...]
        for (index, event) in events.enumerated() {
            if SupposedLines.isRestatement(index, in: events, waiting) { continue }
            while let next = waiting.first, next != (event.stream, event.type) { waiting.removeFirst() }
            guard waiting.popFirst() != nil else {
                throw Violation("the ledger supposes \(event.line), which no line says")
            }
        }
        return events
    }
}
