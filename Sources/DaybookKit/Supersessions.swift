import Engine
public import EventModel
import EventSourcing
import EventStore

/// Which flights took the place of which.
public struct Supersessions: Sendable {
    /// The flights whose place a flight took.
    public private(set) var replaced: [StreamID: [StreamID]] = [:]
    /// The flight that took a flight's place, where that counts.
    public private(set) var replacement: [StreamID: StreamID] = [:]

    fileprivate mutating func take(_ loaded: LoadedStream, _ holders: [EventID: StreamID]) {
        guard let created = loaded.fold.created, !loaded.fold.isRemoved else { return }
        let mask = loaded.links.mask
        if let mask, mask.reason == .superseded { replacement[loaded.stream] = holders[mask.by] }
        guard mask == nil || mask?.reason == .superseded, let create = loaded.events.first(where: { $0.id == created }) else { return }
        let targets = Set(create.links.supersedes.compactMap { holders[$0] }).subtracting([loaded.stream])
        if !targets.isEmpty { replaced[loaded.stream] = targets.sorted() }
    }
}

extension Ledger {
    /// Which flights took the place of which; nothing is looked for where none did. O(flights that did, and those they replaced).
    public func supersessions(_ asOf: AsOf = .now) throws -> Supersessions {
        try withView(asOf) { known, _, transaction in
            var result = Supersessions()
            if try transaction.storeRecord().links.isEmpty { return result }
            var streams: Set<StreamID> = []
            try transaction.forEachLinkRow { stream, row in
                if let stream, stream.kind == "flight", !row.streams.isEmpty { streams.insert(stream) }
            }
            let loaded = try streams.sorted().compactMap { try engine.stream($0, knownAt: known, transaction) }
            var holders: [EventID: StreamID] = [:]
            for stream in loaded { for event in stream.events { holders[event.id] = stream.stream } }
            for stream in loaded { result.take(stream, holders) }
            return result
        }
    }
}
