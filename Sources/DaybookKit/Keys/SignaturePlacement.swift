package import Engine
package import EventCodec
public import EventModel
package import EventStore
import TransparencyLog

/// Where the logs that a signature names lie among those held here: an answer, never an outcome (semantics §10).
public enum SignaturePlacement: Hashable, Sendable {
    /// Every log of its frontier is here with that root at that size, and what it covers lies in them.
    case placed
    /// This log, or this size of it, is not here; size 0 names no event.
    case unplaced(OriginID, size: UInt64)
    /// The closed logs that it folds into one digest, so many of them, are not the ones here.
    case otherClosedLogs(count: UInt64)
    /// Several paths of this log are here, and none fits.
    case otherBranch(OriginID, size: UInt64)
    /// This log has another root here.
    case contradicted(OriginID, size: UInt64, signed: Bytes32, held: Bytes32)
    /// The logs are as it names them, and this event that it covers lies in this log and outside its frontier.
    case beforeEntry(EventID, OriginID)

    /// As JSON names it.
    public var word: String {
        switch self {
        case .placed: "placed"
        case .unplaced, .otherClosedLogs: "unplaced"
        case .otherBranch: "otherBranch"
        case .contradicted: "contradicted"
        case .beforeEntry: "beforeEntry"
        }
    }

    /// The worst of its logs, then the closed ones, then what it covers.
    ///
    /// - Parameter covered: Where the covered events stand, as far as they are here.
    package init(
        _ frontier: SignedFrontier, signedAt instant: Instant?, covering covered: [EventID: EventPlace],
        _ roots: HeldRoots
    ) {
        var (branch, missing): (SignaturePlacement?, SignaturePlacement?) = (nil, nil)
        for log in frontier.logs {
            switch roots.placing(of: log) {
            case .placed: continue
            case .unplaced: missing = missing ?? .unplaced(log.origin, size: log.size)
            case .otherBranch: branch = branch ?? .otherBranch(log.origin, size: log.size)
            case .contradicted(let held):
                self = .contradicted(log.origin, size: log.size, signed: log.root, held: held)
                return
            }
        }
        if let failed = branch ?? missing {
            self = failed
        } else if let placed = roots.place(frontier, signedAt: instant) {
            let outside = covered.sorted { $0.key < $1.key }.first { !placed.contains($0.value) }
            self =
                outside.flatMap { event, place in roots.origin(ofLog: place.log).map { .beforeEntry(event, $0) } }
                ?? .placed
        } else {
            self = .otherClosedLogs(count: frontier.closed?.count ?? 0)
        }
    }

    /// Why the signature is not placed, as the rest of a sentence; nil for one that is.
    public var reason: String? {
        func events(_ size: UInt64) -> String { "\(size) \(size == 1 ? "event" : "events")" }
        return switch self {
        case .placed: nil
        case .unplaced(let log, 0): "it names no event of the log \(log.hex.prefix(12))"
        case .unplaced(let log, let size): "\(events(size)) of the log \(log.hex.prefix(12)) are not here"
        case .otherClosedLogs(let count):
            count == 1
                ? "the closed log that it names without a list is not the one held here"
                : "the \(count) closed logs that it names without a list are not the ones held here"
        case .otherBranch(let log, let size):
            "no branch of the log \(log.hex.prefix(12)) here has its root at \(events(size))"
        case .contradicted(let log, let size, let signed, let held):
            "at \(events(size)) the log \(log.hex.prefix(12)) had the root \(Base64.encode(signed.bytes)), "
                + "and here it is \(Base64.encode(held.bytes))"
        case .beforeEntry(let event, let log):
            "the covered event \(event.hex) of the log \(log.hex.prefix(12)) lies outside the frontier that it names"
        }
    }
}
