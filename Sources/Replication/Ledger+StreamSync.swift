public import DaybookKit
import Engine
import EventModel
import SyncProtocol
import TransparencyLog

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
    /// A message is read as a whole before anything of it is stored. Its events wait in a file without a name in the
    /// ledger's folder; long logs are then stored in pieces. Events taken before a failure stay.
    ///
    /// - Parameter progress: How far it is, from time to time.
    /// - Throws: `Rejection` `origin.unknown` for a ledger of a person who is not linked, `Fault` for an unreadable
    ///   message.
    /// - Complexity: O(events that are exchanged); memory: a few pieces.
    public func sync(
        over stream: ByteStream, progress: @escaping (ExchangeStep) -> Void = { _ in }
    ) throws -> SyncOutcome {
        var peer = StreamPeer(stream, self, progress)
        let (summary, blobs) = try exchange(with: &peer, progress)
        return SyncOutcome(summary, bytesSent: peer.bytesSent, bytesReceived: peer.input.byteCount, blobs: blobs)
    }

    /// Answers the ledger at the other end of a stream until it has said all.
    public func answer(over stream: ByteStream) throws {
        let input = StreamInput(stream)
        while try input.hasMore() {
            let (answer, replica): (SyncMessage, LedgerReplica)
            do {
                let asked = try SpooledMessage(input, in: path)
                replica = try LedgerReplica(self, lends: true)
                answer = try self.answer(asked.message, in: asked.cargo, of: replica)
            } catch let fault as Fault where fault.kind == .unreadable {
                // The beginning of the next message is unknown, so this is the last answer.
                return try stream.write(
                    SyncMessage.refused(SyncRefusal(code: fault.code, message: fault.message)).encoded)
            }
            let writing: MessageWriting
            do { writing = try MessageWriting(answer, lent: replica.events) } catch let rejection as Rejection {
                let refusal = SyncRefusal(code: rejection.code, message: rejection.message)
                try stream.write(SyncMessage.refused(refusal).encoded)
                continue
            }
            _ = try writing.write(to: stream.write)
        }
    }
}

private struct StreamPeer: SyncPeer {
    static var borrows: Bool { true }

    private let stream: ByteStream
    private let folder: String
    private let progress: (ExchangeStep) -> Void
    let input: StreamInput
    private(set) var bytesSent = 0
    private(set) var spooled: SpooledCargo?

    init(_ stream: ByteStream, _ ledger: Ledger, _ progress: @escaping (ExchangeStep) -> Void) {
        (self.stream, folder, self.progress) = (stream, ledger.path, progress)
        input = StreamInput(stream)
    }

    mutating func exchange(_ message: SyncMessage, of replica: LedgerReplica) throws -> SyncMessage {
        spooled = nil
        bytesSent += try MessageWriting(message, lent: replica.events).write(to: stream.write)
        let answer = try SpooledMessage(input, in: folder, progress)
        spooled = answer.cargo
        return answer.message
    }
}

/// A message that was read, with its tails in a spool.
private struct SpooledMessage {
    let message: SyncMessage
    let cargo: SpooledCargo

    /// Memory: the header, the attachments, and a few events.
    init(_ input: StreamInput, in folder: String, _ progress: @escaping (ExchangeStep) -> Void = { _ in }) throws {
        let spool = ByteSpool(in: folder, "the events of the other ledger")
        var (tails, count): ([SpooledTail], Int) = ([], 0)
        message = try SyncMessage.read(from: input.next) { entry in
            let origin = entry.head.head.origin
            var builder = SpooledTailBuilder(origin, start: entry.start)
            try CargoCoding.readEvents(of: origin, entry.start..<entry.head.head.size, from: input.next) { event in
                var bytes: [UInt8] = []
                CargoCoding.append(event, to: &bytes)
                let place = spool.count..<spool.count + bytes.count
                try spool.append(bytes)
                builder.add(event, at: place)
                count += 1
                if count.isMultiple(of: 8_192) { progress(.checked(count)) }
            }
            tails.append(builder.finished(entry.head))
            return Tail(lent: entry.head, start: entry.start)
        }
        cargo = SpooledCargo(spool, tails: tails, blobs: [])
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
