package import EventCodec
package import EventModel
import Glibc
package import LMDB

// The engine knows transactions by these names and by what this target adds to them; bytes, tables and cursors stay
// below.

package typealias StoreReading = LMDB.Transaction
package typealias StoreWrite = LMDB.WriteTransaction
package typealias StoreRead = LMDB.ReadTransaction

/// A thread of a store: the one on which all its writes run, that of a check, or one that helps with answers.
package final class StoreThread: Sendable {
    private let thread = WriterThread()
    package init() {}
    /// Names the thread that asks, while it runs.
    package static var current: UInt { WriterThread.current }
    /// How many threads run at once on this machine.
    package static var processors: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }
    /// Lets others run until something is so; false when it was not within the time.
    package static func yields(for time: Duration, until isSo: () -> Bool) -> Bool {
        let end = ContinuousClock.now + time
        while !isSo() {
            if ContinuousClock.now > end { return false }
            sched_yield()
        }
        return true
    }
    /// False when the thread has been stopped.
    ///
    /// - Throws: `StoreError.noThread`; the work will not run then.
    package func enqueue(_ work: @escaping @Sendable () -> Void) throws -> Bool {
        do { return try thread.enqueue(work) } catch let error as LMDBError { throw StoreError(error) }
    }
    /// Lets the work that has been given run to its end.
    package func stop() { thread.stop() }
}

extension StoreError {
    /// Whether an error ends the whole transaction, rather than one unit in it.
    package static func endsTransaction(_ error: any Error) -> Bool { error is StoreError || error is LMDBError }
}

extension WriteTransaction {
    /// Whether it is proved already that the stream had no event when the transaction began; false says nothing.
    package borrowing func wasAbsent(_ stream: StreamID) -> Bool {
        wasAbsent(stream.text.utf8.span.bytes, in: StoreTable.streams.lmdb)
    }

    /// Writes a stream's record and the chunks that have become full. The writer is emptied and used for the row.
    package mutating func put(_ record: inout StreamRecord, of stream: StreamID, _ writer: inout RowWriter) throws {
        for (number, places) in record.fullChunks {
            let key = StreamRecord.chunkKey(stream, number)
            try put(StreamRecord.chunkRow(places, key: key), in: StoreTable.streams.lmdb, at: key)
        }
        if !record.fullChunks.isEmpty { record.chunksWritten() }
        let name = stream.text.utf8.span.bytes
        record.write(key: name, into: &writer)
        try put(writer.bytes.span.bytes, in: StoreTable.streams.lmdb, at: name)
    }

    /// Writes the record of a stream of one event, without flags. The writer is emptied and used for the row.
    package mutating func put(oneEvent place: EventPlace, kept: [UInt8], of stream: StreamID, _ writer: inout RowWriter)
        throws
    {
        let name = stream.text.utf8.span.bytes
        StreamRecord.write(oneEvent: place, kept: kept, key: name, into: &writer)
        try put(writer.bytes.span.bytes, in: StoreTable.streams.lmdb, at: name)
    }

    /// Writes the events of a stream that are not effective; none takes the row away.
    package mutating func put(flagged events: [FlaggedEvent], of stream: StreamID) throws {
        let key = StreamRecord.key(stream)
        if events.isEmpty {
            _ = try delete(in: StoreTable.flagged.lmdb, at: key)
        } else {
            try put(FlaggedEvent.row(events, key: key), in: StoreTable.flagged.lmdb, at: key)
        }
    }

    /// Takes the body of an event out of its row; false when it was gone already. The envelope stays, and with it every
    /// proof.
    package mutating func dropBody(at place: EventPlace) throws -> Bool {
        let kept = try withEvent(at: place) { row in
            row.isErased ? nil : (envelope: row.envelope.array, position: row.position, version: row.version)
        }
        guard let kept else { return false }
        let row = LogRow.bytes(
            of: StoredEvent(erased: kept.envelope), position: kept.position, version: kept.version, place: place)
        try put(row, in: StoreTable.log.lmdb, at: place.keyBytes)
        return true
    }

    /// Writes the row of a lost event again at its place.
    package mutating func restore(
        _ event: StoredEvent, at place: EventPlace, position: Position, version: StreamVersion
    ) throws {
        let row = LogRow.bytes(of: event, position: position, version: version, place: place)
        try put(row, in: StoreTable.log.lmdb, at: place.keyBytes)
    }

    package mutating func put(_ change: OutcomeChange) throws {
        try put(change.row, in: StoreTable.outcomes.lmdb, at: change.key)
    }
}
