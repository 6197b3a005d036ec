public import DaybookKit
import Engine
public import EventModel
import EventSourcing
import EventStore

/// A flight that stands in its own stream and counts in no total, because of another flight.
public struct WaitingFlight: Hashable, Sendable {
    public let flight: StreamID
    public let isSigned: Bool
    /// The code of its outcome: `record.superseded` or `signature.unseen`.
    public let reason: String
    /// The flight that took the place first, or whose signature it had not seen; nil where its event is held by none
    /// here.
    public let because: StreamID?

    /// Why, and what would let it count, in plain sentences without the flight's own name.
    public var why: String {
        let other = because?.id ?? "another flight"
        return reason == OutcomeReason.signatureUnseen
            ? "it takes the place of a flight whose signature, on \(other), it had not seen. Void that signature to let it count, or remove it."
            : "\(other) took the place of the same flight before it. Remove that one to let it count, voiding its signature first if it has one."
    }
}

/// Which flights took the place of which.
public struct Supersessions: Sendable {
    /// The flights whose place a flight took.
    public private(set) var replaced: [StreamID: [StreamID]] = [:]
    /// The flight that took a flight's place, where that counts.
    public private(set) var replacement: [StreamID: StreamID] = [:]
    /// The flights that would take the place of another and wait.
    public private(set) var waiting: [StreamID: WaitingFlight] = [:]

    fileprivate mutating func add(_ loaded: LoadedStream, _ holders: [EventID: StreamID]) {
        guard let created = loaded.fold.created, !loaded.fold.isRemoved else { return }
        let mask = loaded.links.mask
        if let mask, mask.reason == .superseded { replacement[loaded.stream] = holders[mask.by] }
        if let mask, mask.reason == .heldBack, let heldBack = loaded.links.supersession.heldBack {
            waiting[loaded.stream] = WaitingFlight(
                flight: loaded.stream, isSigned: loaded.fold.isLocked,
                reason: heldBack.reason ?? OutcomeReason.recordSuperseded, because: holders[mask.by])
        }
        guard mask == nil || mask?.reason == .superseded, let create = loaded.events.first(where: { $0.id == created })
        else { return }
        let targets = Set(create.links.supersedes.compactMap { holders[$0] }).subtracting([loaded.stream])
        if !targets.isEmpty { replaced[loaded.stream] = targets.sorted() }
    }
}

extension Supersessions {
    /// The flights whose place another had taken before and none has taken here, by their names.
    public func countingAgain(since before: Supersessions) -> [StreamID] {
        before.replacement.keys.filter { replacement[$0] == nil }.sorted()
    }

    /// The flights that wait here and did not before, by their names.
    public func newlyWaiting(since before: Supersessions) -> [WaitingFlight] {
        waiting.values.filter { before.waiting[$0.flight] == nil }.sorted { $0.flight < $1.flight }
    }
}

extension Ledger {
    /// Which flights took the place of which; nothing is looked for where none did. O(flights that did, and those they
    /// replaced; with supposed events all flights).
    public func supersessions(_ asOf: AsOf = .now) throws -> Supersessions {
        try withView(asOf) { known, _, transaction in
            var result = Supersessions()
            let loaded = try linkedFlights(known, transaction)
            var holders: [EventID: StreamID] = [:]
            for stream in loaded { for event in stream.events { holders[event.id] = stream.stream } }
            for stream in loaded { result.add(stream, holders) }
            return result
        }
    }

    /// The flights that may be linked with others, in the order of their names.
    func linkedFlights(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> [LoadedStream] {
        // No kept row states what supposed events link.
        let supposed = (known.supposed?.streams ?? [:]).values.filter { loaded in
            loaded.stream.kind == "flight" && !loaded.isNew
                && (loaded.links.mask != nil || loaded.events.contains { !$0.links.supersedes.isEmpty })
        }
        if try transaction.storeRecord().links.isEmpty { return supposed.sorted { $0.stream < $1.stream } }
        var streams: Set<StreamID> = []
        try transaction.forEachLinkRow { stream, row in
            if let stream, stream.kind == "flight", !row.streams.isEmpty { streams.insert(stream) }
        }
        streams.formUnion(supposed.map(\.stream))
        var linked: [LoadedStream] = []
        linked.reserveCapacity(streams.count)
        try engine.streams(streams.sorted(), knownAt: known, transaction) {
            if let loaded = $0 { linked.append(loaded) }
        }
        return linked
    }
}
