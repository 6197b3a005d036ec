public import DaybookKit

/// A note in the history of a record.
public struct RecordNote: Hashable, Sendable {
    public let event: EventID
    public let text: String
    /// When its device wrote it.
    public let recorded: Instant

    /// Nil for an event of another type, and for one that does not count.
    init?(_ event: EventView, _ type: String, _ field: String) {
        guard event.envelope.type == type, event.outcome.status == .effective,
            let text = event.data?[field]?.stringValue
        else { return nil }
        (self.event, self.text, recorded) = (event.id, text, event.envelope.recorded)
    }
}
