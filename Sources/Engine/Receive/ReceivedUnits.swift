import EventCodec
import EventModel

/// The units of a tail, event by event.
package struct ReceivedUnits {
    private var (count, byteCount) = (0, 0)

    package init() {}

    /// Adds the next event. Throws `Fault` `unit.tooLarge` for a unit that no append could have made.
    package mutating func add(_ eventBytes: Int, endsUnit: Bool) throws {
        count += 1
        byteCount += eventBytes
        guard count <= Limits.unitEventsMaximum, byteCount <= Limits.unitBytesMaximum else {
            throw ReceiveFaults.unitTooLarge
        }
        if endsUnit { (count, byteCount) = (0, 0) }
    }

    /// Whether the last event ends its unit.
    package var areWhole: Bool { count == 0 }

    /// Throws `Fault` `unit.tooLarge`, and `unit.cut` where the last one does not end.
    static func check(_ events: [CheckedTail.Event]) throws {
        var units = ReceivedUnits()
        for event in events {
            try units.add(event.stored.byteCount, endsUnit: event.envelope.flags.contains(.lastOfUnit))
        }
        guard units.areWhole else { throw ReceiveFaults.unitCut }
    }
}
