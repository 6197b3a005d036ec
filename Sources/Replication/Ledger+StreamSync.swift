public import DaybookKit
import Engine
import EventModel
import SyncProtocol
import TransparencyLog

extension Ledger {
    /// Exchanges events with a ledger at the other end of a stream, where `answer(over:)` runs.
    ///
    /// Each side first proves its person with that person's key; nothing is said before (docs/sync.md §4). A message is
    /// then read as a whole before anything of it is stored. Its events wait in a file without a name in the ledger's
    /// folder; long logs are stored in pieces. Events taken before a failure stay.
    ///
    /// - Parameter progress: How far it is, from time to time.
    /// - Throws: `Rejection` `peer.unproven` where a side has not proved a person with whom the other exchanges,
    ///   `link.ended` after the end of a link, `Fault` for an unreadable message.
    /// - Complexity: O(events that are exchanged); memory: a few pieces.
    public func sync(
        over stream: ByteStream, progress: @escaping (ExchangeStep) -> Void = { _ in }
    ) throws -> SyncOutcome {
        try sync(over: try ProvenStream(.asking, over: stream, personProof), progress: progress)
    }

    /// Exchanges events with a ledger whose person was proved.
    package func sync(
        over stream: ProvenStream, progress: @escaping (ExchangeStep) -> Void = { _ in }
    ) throws -> SyncOutcome {
        if let refusal = stream.refusal { throw Ledger.rejection(refusal) }
        var peer = StreamPeer(stream, self, progress)
        let (summary, blobs) = try exchange(with: &peer, progress)
        let counted = stream.stream
        return SyncOutcome(
            summary, bytesSent: counted.bytesSent, bytesReceived: counted.bytesReceived, blobs: blobs)
    }

    /// Answers the ledger at the other end of a stream until it has said all, where `sync(over:)` runs.
    ///
    /// A caller who does not prove a person with whom this ledger exchanges learns nothing, and nothing of his is
    /// stored. At most 2,058 bytes of his are looked at.
    ///
    /// - Throws: As `sync(over:)`; the other side gets the reason.
    public func answer(over stream: ByteStream) throws {
        try answer(try ProvenStream(.answering, over: stream, personProof))
    }

    /// Answers a ledger whose person was proved.
    package func answer(_ stream: ProvenStream) throws {
        let input = stream.stream
        while try input.hasMore() {
            let (answer, replica): (SyncMessage, LedgerReplica)
            do {
                let asked = try SpooledMessage(stream, from: .asking, in: path)
                replica = try LedgerReplica(self, lends: true)
                answer = try self.answer(asked.message, in: asked.cargo, of: replica)
            } catch let refusal as SyncRefusal {
                try input.write(SyncMessage.refused(refusal).encoded)
                throw Ledger.rejection(refusal)
            } catch let fault as Fault where fault.kind == .unreadable {
                // The beginning of the next message is unknown, so this is the last answer.
                return try input.write(
                    SyncMessage.refused(SyncRefusal(code: fault.code, message: fault.message)).encoded)
            }
            let writing: MessageWriting
            do { writing = try MessageWriting(answer, lent: replica.events) } catch let rejection as Rejection {
                let refusal = SyncRefusal(code: rejection.code, message: rejection.message)
                try input.write(SyncMessage.refused(refusal).encoded)
                continue
            }
            _ = try writing.write(to: input.write)
        }
        if let refusal = stream.refusal { throw Ledger.rejection(refusal) }
    }
}

private struct StreamPeer: SyncPeer {
    static var borrows: Bool { true }

    private let stream: ProvenStream
    private let folder: String
    private let progress: (ExchangeStep) -> Void
    private(set) var spooled: SpooledCargo?

    init(_ stream: ProvenStream, _ ledger: Ledger, _ progress: @escaping (ExchangeStep) -> Void) {
        (self.stream, folder, self.progress) = (stream, ledger.path, progress)
    }

    mutating func exchange(_ message: SyncMessage, of replica: LedgerReplica) throws -> SyncMessage {
        spooled = nil
        _ = try MessageWriting(message, lent: replica.events).write(to: stream.stream.write)
        let answer = try SpooledMessage(stream, from: .answering, in: folder, progress)
        spooled = answer.cargo
        return answer.message
    }
}

/// A message that was read, with its tails in a spool.
private struct SpooledMessage {
    let message: SyncMessage
    let cargo: SpooledCargo

    /// Memory: the header, the attachments, and a few events.
    init(
        _ stream: ProvenStream, from role: PeerRole, in folder: String,
        _ progress: @escaping (ExchangeStep) -> Void = { _ in }
    ) throws {
        let input = stream.stream
        let spool = ByteSpool(in: folder, "the events of the other ledger")
        var (tails, count): ([SpooledTail], Int) = ([], 0)
        message = try SyncMessage.read(from: input.next, check: { try stream.check($0, from: role) }) { entry in
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
