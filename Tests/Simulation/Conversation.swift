import EventModel
import LedgerTestSupport
package import SyncProtocol

/// An exchange between two ledgers over a wire that loses nothing, every message as bytes.
package struct Conversation {
    package private(set) var summary = SyncSummary()
    /// The messages, in order: questions and answers in turn.
    package private(set) var messages: [SyncMessage] = []
    package private(set) var byteCount = 0

    package init(_ from: any SimulatedLedger, _ to: any SimulatedLedger) throws {
        var initiator = Initiator()
        var action = try initiator.begin(try from.replica())
        // More than any honest exchange needs.
        for _ in 0..<200 {
            switch action {
            case .send(let message):
                let heard = try pass(message)
                let answer: SyncMessage
                if let stated = try Responder.answer(heard, from: try to.replica()) {
                    answer = stated
                } else {
                    guard case .push(let principal, let cargo) = heard else {
                        throw Violation("a responder left something else than a push to its host")
                    }
                    answer = .receipt(try to.store(cargo, from: principal))
                }
                action = try initiator.receive(try pass(answer), try from.replica())
            case .store(let cargo, let principal):
                let receipts = try from.store(cargo, from: principal)
                action = try initiator.stored(receipts, of: cargo, try from.replica())
            case .finished(let summary):
                self.summary = summary
                return
            }
        }
        throw Violation("an exchange does not end")
    }

    private mutating func pass(_ message: SyncMessage) throws -> SyncMessage {
        let bytes = message.encoded
        byteCount += bytes.count
        let heard = try SyncMessage.read(all: bytes)
        guard heard == message else { throw Violation("a message is another one after it was written and read") }
        messages.append(heard)
        return heard
    }
}

extension SyncMessage {
    /// The one message that the bytes are.
    package static func read(all bytes: [UInt8]) throws -> SyncMessage {
        var offset = 0
        let message = try read { count in
            guard bytes.count - offset >= count else { throw SyncFaults.ended }
            defer { offset += count }
            return Array(bytes[offset..<offset + count])
        }
        guard offset == bytes.count else { throw SyncFaults.unreadable("something stands behind it") }
        return message
    }
}
