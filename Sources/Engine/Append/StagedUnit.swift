import EventCodec
import EventModel
import EventSourcing
import EventStore

/// A unit that has been decided and not yet written.
struct StagedUnit {
    /// A stream that the unit changes, and what the group had of it before.
    struct Held {
        let own: LoadedStream
        let before: LoadedStream?
        /// Where `own` is `before`, changed in place: what it was.
        var mark: LoadedStream.Mark?
    }

    /// Distinguishes this unit's streams from those of the units before it.
    let number: Int
    /// How many fresh records the group had before it.
    let freshBefore: Int
    /// In the order of their first events.
    var held: [Held] = []
    var rows: StagedRows
    var keys: [KeyEntry] = []
    var links = LinkOverlay()

    /// The next sequence of the unit's log.
    var sequence: UInt64 { rows.next.sequence }
    var log: UInt32 { rows.log }
}
