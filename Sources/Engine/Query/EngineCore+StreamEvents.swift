package import EventModel
package import EventStore

extension EngineCore {
    /// Calls with the events of one stream that arrived after a position, in arrival order, until the closure returns
    /// false.
    ///
    /// Nothing is folded. Cost: O(log n) reads to find the first event, then one read for each event given.
    package func forEachEvent(
        of stream: StreamID, after: Position, through: Position, _ transaction: borrowing StoreRead,
        _ body: (EventRecord) throws -> Bool
    ) throws {
        guard let record = try transaction.streamRecord(stream) else { return }
        var places = StreamPlaces(stream, record)
        var (low, high) = (0, record.count)
        while low < high {
            let middle = (low + high) / 2
            let position = try transaction.withEvent(at: try places.place(middle, transaction)) { $0.position }
            if position <= after { low = middle + 1 } else { high = middle }
        }
        while low < record.count {
            let event = try event(at: try places.place(low, transaction), transaction)
            guard event.position <= through, try body(event) else { return }
            low += 1
        }
    }
}

/// The places of a stream's events by their numbers, read a chunk at a time.
private struct StreamPlaces {
    private let stream: StreamID
    private let record: StreamRecord
    private var chunk: (number: Int, places: [EventPlace])?

    init(_ stream: StreamID, _ record: StreamRecord) { (self.stream, self.record) = (stream, record) }

    mutating func place(_ number: Int, _ transaction: borrowing StoreRead) throws -> EventPlace {
        let chunkNumber = number / StreamRecord.chunkPlaces
        if chunkNumber >= record.chunkCount {
            return record.tail[number - record.chunkCount * StreamRecord.chunkPlaces]
        }
        if chunk?.number != chunkNumber {
            chunk = (chunkNumber, try transaction.placesOfChunk(UInt32(chunkNumber), of: stream))
        }
        guard let chunk, chunk.number == chunkNumber else { preconditionFailure("the chunk was just read") }
        return chunk.places[number % StreamRecord.chunkPlaces]
    }
}
