package import EventCodec
import TransparencyLog

/// Writes a message whose tails may be lent, a few events at a time.
package struct MessageWriting {
    private static let bytesAtOnce = 1 << 18

    private let message: SyncMessage
    /// The next events of a lent tail from a sequence on; at least one.
    private let lent: (Tail, UInt64) throws -> [StoredEvent]

    /// - Parameters:
    ///   - message: The message to write.
    ///   - lent: Gives the next events of a lent tail from a sequence on, at least one.
    /// - Throws: `Rejection` `exchange.tooLarge` for a message that the other side does not read.
    package init(_ message: SyncMessage, lent: @escaping (Tail, UInt64) throws -> [StoredEvent]) throws {
        (self.message, self.lent) = (message, lent)
        try message.checkLimits()
        for tail in message.cargo?.tails ?? [] where tail.lentCount != nil {
            var byteCount = 0
            try forEachEvents(of: tail) { events in byteCount += events.reduce(0) { $0 + $1.byteCount } }
            try SyncLimits.check(tailBytes: byteCount)
        }
    }

    /// Writes the bytes; returns their number.
    package func write(to output: ([UInt8]) throws -> Void) throws -> Int {
        var (bytes, count) = (message.encodedFront, 0)
        func flush(atLeast minimum: Int) throws {
            if bytes.count < minimum { return }
            count += bytes.count
            try output(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        for tail in message.cargo?.tails ?? [] {
            try forEachEvents(of: tail) { events in
                for event in events { CargoCoding.append(event, to: &bytes) }
                try flush(atLeast: MessageWriting.bytesAtOnce)
            }
        }
        for blob in message.cargo?.blobs ?? [] {
            bytes += blob
            try flush(atLeast: MessageWriting.bytesAtOnce)
        }
        try flush(atLeast: 1)
        return count
    }

    private func forEachEvents(of tail: Tail, _ body: ([StoredEvent]) throws -> Void) throws {
        guard tail.lentCount != nil else { return try body(tail.events) }
        var next = tail.start
        while next < tail.head.head.size {
            let events = try lent(tail, next)
            precondition(!events.isEmpty, "a lent tail reaches up to its head")
            try body(events)
            next += UInt64(events.count)
        }
    }
}
