import EventCodec
import EventModel

/// The units of a tail.
enum ReceivedUnits {
    /// Throws `Fault` `unit.tooLarge` for a unit that no append could have made, and `unit.cut` where the last one does
    /// not end.
    static func check(_ events: [CheckedTail.Event]) throws {
        var (count, byteCount) = (0, 0)
        for event in events {
            count += 1
            byteCount += event.stored.byteCount
            guard count <= Limits.unitEventsMaximum, byteCount <= Limits.unitBytesMaximum else {
                throw ReceiveFaults.unitTooLarge
            }
            if event.envelope.flags.contains(.lastOfUnit) { (count, byteCount) = (0, 0) }
        }
        guard count == 0 else { throw ReceiveFaults.unitCut }
    }
}
