package import EventModel

/// A message between two replicas. The one that begins asks, the other answers each message with one.
package enum SyncMessage: Equatable, Sendable {
    /// Begins an exchange: what I hold.
    case hello(Hello)
    /// To `hello`: what I hold otherwise, and what you lack.
    case answer(Answer)
    /// Asks for roots of your paths, to find where a log forked.
    case probe(PrincipalID, [Probe])
    /// To `probe`: for each, the marks at the sizes asked for, in their order; none for a path that I do not hold.
    case probed([[Bytes16]])
    /// Asks for parts of paths, and for blobs.
    case fetch(Request)
    /// To `fetch`.
    case cargo(Cargo)
    /// Sends events that the peer lacks, and the person whose ledger sends them: an empty ledger becomes that person's.
    case push(PrincipalID, Cargo)
    /// To `push`: what became of each tail, in their order.
    case receipt([TailReceipt])
    /// To anything: I do not go on, and why.
    case refused(SyncRefusal)
}

extension SyncMessage {
    package struct Hello: Hashable, Sendable {
        /// The person whose ledger this is.
        package let principal: PrincipalID
        package let frontier: Frontier
        /// The number of paths that are not listed, because their logs hardly change.
        package let foldedCount: Int
        /// The digest of these.
        package let folded: Bytes16?
        /// The digest of all digests of blobs; nil without blobs.
        package let blobs: Bytes16?

        package init(principal: PrincipalID, frontier: Frontier, foldedCount: Int, folded: Bytes16?, blobs: Bytes16?) {
            (self.principal, self.frontier, self.blobs) = (principal, frontier, blobs)
            (self.foldedCount, self.folded) = (foldedCount, folded)
        }
    }

    package struct Answer: Equatable, Sendable {
        package let principal: PrincipalID
        /// Whether this side does not know your person. It then sends only frontiers, until your events show that the
        /// two are linked.
        package let isStranger: Bool
        /// All paths of each origin that differs from what you listed.
        package let frontier: Frontier
        /// Origins among yours of which I hold nothing.
        package let missing: [OriginID]
        /// Whether what you folded is not what I hold of all other origins, so that `frontier` lists these too.
        package let foldedDiffers: Bool
        /// My blobs, where they are others than yours.
        package let blobs: [Bytes32]?
        package let cargo: Cargo

        package init(
            principal: PrincipalID, isStranger: Bool, frontier: Frontier, missing: [OriginID], foldedDiffers: Bool,
            blobs: [Bytes32]?, cargo: Cargo
        ) {
            self.principal = principal
            self.isStranger = isStranger
            self.frontier = frontier
            self.missing = missing
            self.foldedDiffers = foldedDiffers
            self.blobs = blobs
            self.cargo = cargo
        }
    }

    /// The events and blobs of an exchange.
    package struct Cargo: Equatable, Sendable {
        package let tails: [Tail]
        package let blobs: [[UInt8]]
        /// The requested events that an answer does not give.
        package let heldBack: [HeldBack]

        package init(tails: [Tail] = [], blobs: [[UInt8]] = [], heldBack: [HeldBack] = []) {
            self.tails = tails
            self.blobs = blobs
            self.heldBack = heldBack
        }

        package var isEmpty: Bool { tails.isEmpty && blobs.isEmpty }
        package var eventCount: Int { tails.reduce(0) { $0 + $1.count } }
    }

    /// Events of a log that the answering side holds and does not give, and why.
    package struct HeldBack: Hashable, Sendable {
        package let origin: OriginID
        package let events: UInt64
        package let why: SyncRefusal

        package init(origin: OriginID, events: UInt64, why: SyncRefusal) {
            self.origin = origin
            self.events = events
            self.why = why
        }
    }

    package struct Probe: Hashable, Sendable {
        /// A path of yours, as you listed it.
        package let path: PathMark
        /// Ascending, at most the path's own.
        package let sizes: [UInt64]
    }

    package struct Request: Hashable, Sendable {
        package struct Part: Hashable, Sendable {
            package let path: PathMark
            package let start: UInt64

            package init(path: PathMark, start: UInt64) {
                self.path = path
                self.start = start
            }
        }

        /// The person whose ledger asks.
        package let principal: PrincipalID
        package let parts: [Part]
        package let blobs: [Bytes32]

        package init(principal: PrincipalID, parts: [Part], blobs: [Bytes32]) {
            self.principal = principal
            self.parts = parts
            self.blobs = blobs
        }
    }

    package enum TailReceipt: Hashable, Sendable {
        /// It is here, so many of its events since now.
        case stored(new: Int)
        /// It does not continue what is here: the log forked.
        case diverged
        case refused(SyncRefusal)

        var isStored: Bool {
            if case .stored = self { return true }
            return false
        }

        /// Why the tail was refused; nil where it was not.
        var refusal: SyncRefusal? {
            if case .refused(let refusal) = self { return refusal }
            return nil
        }

        /// Whether it was refused for want of what another tail may bring: the link with its person, the erasure of its
        /// lost bodies' streams.
        var mayComeLater: Bool {
            guard let refusal else { return false }
            return [Responder.strangersCode, Responder.endedCode].contains(refusal.code) || lacksBodies
        }

        /// Whether the tail is stored, or may be with another one: a branch may wait for the path that it leaves.
        func mayHold(_ tail: Tail) -> Bool { isStored || mayComeLater || self == .diverged && tail.start > 0 }

        /// Whether it was refused for want of the erasures of its lost bodies.
        var lacksBodies: Bool { refusal?.code == "body.missing" }
    }
}

/// Why a peer does not go on: a stable code and a sentence.
package struct SyncRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: String
    package let message: String

    package init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "\(code): \(message)" }
}
