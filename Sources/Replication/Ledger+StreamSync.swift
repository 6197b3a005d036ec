public import DaybookKit
import Engine
import EventModel
import SyncProtocol

/// Bytes that come and go, one after another: a pipe, a socket.
public struct ByteStream {
    /// The next bytes, as many as are there; nil at the end.
    public let read: () throws -> [UInt8]?
    public let write: ([UInt8]) throws -> Void

    public init(read: @escaping () throws -> [UInt8]?, write: @escaping ([UInt8]) throws -> Void) {
        self.read = read
        self.write = write
    }
}

extension Ledger {
    /// Exchanges events with a ledger at the other end of a stream, where `answer(over:)` runs.
    ///
    /// Throws `Rejection` `origin.unknown` for a ledger of a person who is not linked, `Fault` for what cannot be read.
    /// What was taken before a failure stays.
    public func sync(over stream: ByteStream) throws -> SyncOutcome {
        var peer = StreamPeer(stream)
        let (summary, blobs) = try exchange(with: &peer)
        return SyncOutcome(summary, bytesSent: peer.bytesSent, bytesReceived: peer.input.byteCount, notes: blobs.notes)
    }

    /// Answers the ledger at the other end of a stream until it has said all.
    public func answer(over stream: ByteStream) throws {
        let input = StreamInput(stream)
        while try input.hasMore() {
            let answer: SyncMessage
            do { answer = try self.answer(try SyncMessage.read { try input.next($0) }) } catch let fault as Fault
                where fault.kind == .unreadable
            {
                // The beginning of the next message is unknown, so this is the last answer.
                return try stream.write(
                    SyncMessage.refused(SyncRefusal(code: fault.code, message: fault.message)).encoded)
            }
            let bytes: [UInt8]
            do { bytes = try answer.checkedBytes() } catch let rejection as Rejection {
                bytes = SyncMessage.refused(SyncRefusal(code: rejection.code, message: rejection.message)).encoded
            }
            try stream.write(bytes)
        }
    }
}

private struct StreamPeer: SyncPeer {
    private let stream: ByteStream
    let input: StreamInput
    private(set) var bytesSent = 0

    init(_ stream: ByteStream) {
        self.stream = stream
        input = StreamInput(stream)
    }

    mutating func exchange(_ message: SyncMessage) throws -> SyncMessage {
        let bytes = try message.checkedBytes()
        bytesSent += bytes.count
        try stream.write(bytes)
        return try SyncMessage.read { try input.next($0) }
    }
}

/// Counts out the bytes of a stream.
private final class StreamInput {
    private let stream: ByteStream
    private var pending: [UInt8] = []
    private var offset = 0
    private(set) var byteCount = 0

    init(_ stream: ByteStream) { self.stream = stream }

    func hasMore() throws -> Bool { try fill(1) }

    func next(_ count: Int) throws -> [UInt8] {
        guard try fill(count) else { throw SyncFaults.ended }
        defer {
            offset += count
            byteCount += count
        }
        return Array(pending[offset..<offset + count])
    }

    private func fill(_ count: Int) throws -> Bool {
        while pending.count - offset < count {
            guard let more = try stream.read() else { return false }
            pending.removeFirst(offset)
            offset = 0
            pending += more
        }
        return true
    }
}
