package import EventCodec
package import EventModel
package import TransparencyLog

/// A run of one origin's events up to a head that the origin signed.
package struct Tail: Equatable, Sendable {
    package let head: SignedHead
    /// The sequence of the first event.
    package let start: UInt64
    /// None where they are lent.
    package let events: [StoredEvent]
    /// The number of events that the host keeps elsewhere, and reads a few at a time; nil where `events` has them.
    package let lentCount: UInt64?

    package init(head: SignedHead, start: UInt64, events: [StoredEvent]) {
        (self.head, self.start, self.events, lentCount) = (head, start, events, nil)
    }

    /// A tail whose events the host keeps elsewhere.
    ///
    /// - Precondition: `start` is at most the size of the head.
    package init(lent head: SignedHead, start: UInt64) {
        (self.head, self.start, events, lentCount) = (head, start, [], head.head.size - start)
    }

    /// The number of its events.
    package var count: Int { lentCount.map { Int(clamping: $0) } ?? events.count }

    package var mark: PathMark { PathMark(origin: head.head.origin, size: head.head.size, root: head.head.root) }
}

/// One path of a log as a replica holds it.
package struct HeldPath: Hashable, Sendable {
    package let origin: OriginID
    package let size: UInt64
    package let root: Bytes32
    /// The tree's edge at that size, from which it can be continued.
    package let edge: MerkleEdge
    /// The number by which the replica knows it.
    package let number: UInt32
    /// Whether another origin has taken its place, so that it hardly changes.
    package let isRetired: Bool

    package init(origin: OriginID, edge: MerkleEdge, number: UInt32, isRetired: Bool) {
        self.origin = origin
        self.edge = edge
        size = edge.size
        root = edge.root
        self.number = number
        self.isRetired = isRetired
    }

    package var mark: PathMark { PathMark(origin: origin, size: size, root: root) }
}

/// The reads of an exchange from a replica, in one state of it.
package protocol ReplicaReading {
    /// The person whose ledger it is.
    var principal: PrincipalID { get }
    /// Whether it exchanges events with that person's ledgers: its own person, one that is linked with it, anyone while
    /// it is empty.
    func accepts(_ principal: PrincipalID) throws -> Bool
    /// Why it exchanges no events with that person's ledgers.
    func refusal(of principal: PrincipalID) throws -> SyncRefusal
    /// Every path of every log.
    var paths: [HeldPath] { get throws }
    /// Every blob that it holds, ascending.
    var blobs: [Bytes32] { get throws }
    /// Those of its blobs that it gives, ascending: a record that it holds has each of them.
    var givenBlobs: [Bytes32] { get throws }
    /// Those of the blobs that a record here has and whose bytes are missing here.
    func missing(_ blobs: [Bytes32]) throws -> [Bytes32]
    /// The roots of a path at sizes up to its own. O(largest size).
    func roots(of path: HeldPath, at sizes: Set<UInt64>) throws -> [UInt64: Bytes32]
    /// How many first events two paths of one origin have in common.
    func common(_ left: HeldPath, _ right: HeldPath) throws -> UInt64
    /// The events of a path from a sequence on, with its signed head; nil where its head was never signed and its key
    /// is lost.
    func tail(of path: HeldPath, from start: UInt64) throws -> Tail?
    /// A blob that it holds.
    func blob(_ digest: Bytes32) throws -> [UInt8]?
}

extension ReplicaReading {
    package var frontier: Frontier { get throws { Frontier(try paths.map(\.mark)) } }
    package func refusal(of principal: PrincipalID) throws -> SyncRefusal { Responder.strangers(principal) }
}
