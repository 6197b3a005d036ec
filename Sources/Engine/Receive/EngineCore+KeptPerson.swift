import EventModel
import EventStore

extension EngineCore {
    /// Keeps a ledger without events its person's: an import does not make it another's any more.
    ///
    /// A signature by the person's key that leaves the ledger, as in an offer, counts on that key.
    package func keepPerson() throws {
        if try read({ try $0.storeRecord() }).isKept { return }
        _ = try queue.run(isExclusive: true, on: self) { group, _ in
            if !group.session.head.isKept {
                group.session.head.isJoined = true
                group.session.headChanged = true
            }
            var answer = AppendReceipt()
            answer.position = group.session.head.position
            return answer
        }
    }
}

extension StoreRecord {
    /// Whether an import leaves the ledger its person's.
    var isKept: Bool { position != .start || isJoined }
}
