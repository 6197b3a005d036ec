import EventCodec
public import EventModel
public import EventSourcing

/// The occurrence that a note of an alarm's stream is about, and what the note records.
struct OccurrenceNote: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
        case fired = "alarm.fired"
        case snoozed = "alarm.snoozed"
        case completed = "alarm.completed"
        case missed = "alarm.missed"
        case skipped = "occurrence.skipped"
        case reopened = "occurrence.reopened"
    }

    let kind: Kind
    /// The instant of the series that it is about: its natural key.
    let occurrence: Instant
    /// Of a fire the end of the snooze after which it came, of what was missed its earliest.
    private(set) var other: Instant?
    /// Of a snooze its seconds, of what was missed how many.
    private(set) var number: Int?
    /// Of what was done how long the button was held, in tenths of a second.
    private(set) var heldTenths: Int?

    /// Nil for every other event.
    init?(_ content: EventContent) {
        guard let kind = Kind(rawValue: content.type) else { return nil }
        let fields = content.scan()
        func instant(_ key: UInt64) -> Instant? { fields.integer(key).map { Instant(milliseconds: Int64($0)) } }
        // All of these types have the occurrence at one key, which a checked body always holds.
        guard let occurrence = instant(AlarmFiredKey.occurrence) else { return nil }
        self.kind = kind
        self.occurrence = occurrence
        switch kind {
        case .fired: other = instant(AlarmFiredKey.snoozedUntil)
        case .snoozed: number = fields.integer(AlarmSnoozedKey.seconds)
        case .completed: heldTenths = fields.integer(AlarmCompletedKey.heldSeconds)
        case .missed:
            other = instant(AlarmMissedKey.since)
            number = fields.integer(AlarmMissedKey.count)
        case .skipped, .reopened: break
        }
    }
}

extension Chronicle {
    /// The same without what the program of another person noted by itself: that the alarm fired, or was missed.
    public func withoutFires(in events: Set<EventID>) -> Chronicle {
        filtered { entry in
            guard events.contains(entry.id) else { return true }
            let kind = OccurrenceNote.Kind(rawValue: entry.content.type)
            return kind != .fired && kind != .missed
        }
    }
}
