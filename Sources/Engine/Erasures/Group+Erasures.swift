import EventCodec
import EventModel
import EventSourcing
import EventStore

/// The bodies of erased events: gone at once, or hidden while the days of an erasure from elsewhere run.
extension Group {
    /// Whether a type is that of an erasure, in whatever version.
    static func isErasure(_ type: String) -> Bool {
        type == SystemSchemas.streamErased1.type || type == SystemSchemas.eventsErased1.type
    }

    /// Writes the erasures that arrived, whose days begin with this commit. Their positions are known once their rows
    /// are written.
    func writeArrivedErasures(_ transaction: inout StoreWrite) throws {
        for place in arrivedErasures.sorted() {
            guard let position = session.position(of: place) else {
                preconditionFailure("an erasure that arrived in this commit has no position in it")
            }
            try transaction.put(WaitingErasure(place: place, since: session.stamp, position: position))
        }
        arrivedErasures = []
    }

    /// Takes the bodies of erased events, but for the erasures themselves, out of their rows in the commit in which
    /// they are found erased, and destroys the hidden ones that an erasure reaches whose days do not run.
    func settleBodies(of loaded: LoadedStream, _ transaction: inout StoreWrite) throws {
        let reach = try waiting(loaded, transaction)
        for (index, place) in loaded.places.enumerated() where loaded.isErased(index) {
            let isWaiting = reach.waits(loaded.events[index])
            if loaded.events[index].understanding == .erased {
                if try !isWaiting && transaction.dropHeldBody(at: place) { noteDestroyed(loaded.stream) }
                continue
            }
            guard try isWaiting ? transaction.holdBody(at: place) : transaction.dropBody(at: place) else { continue }
            noteErased(place, of: loaded.stream)
            if !isWaiting { noteDestroyed(loaded.stream) }
        }
    }

    private func waiting(_ loaded: LoadedStream, _ transaction: borrowing StoreWrite) throws -> WaitingReach {
        try WaitingReach(loaded) { try arrivedErasures.contains($0) || transaction.isWaiting($0) }
    }

    /// The blobs that bodies name which this commit hides: they stay as long as those.
    func blobsOfHidden(_ transaction: borrowing StoreWrite) throws -> Set<Bytes32> {
        var named: Set<Bytes32> = []
        for loaded in changed where !loaded.fold.outcomes.areAllEffective {
            let reach = try waiting(loaded, transaction)
            for index in loaded.events.indices where loaded.isErased(index) {
                guard let content = loaded.events[index].payload, reach.waits(loaded.events[index]) else { continue }
                named.formUnion(loaded.rules.kind.blobs(namedBy: content))
            }
        }
        return named
    }
}

/// The events of a stream that erasures reach, and whether the days of all of these run.
struct WaitingReach {
    private var ofStream: [PrincipalID: Bool] = [:]
    private var named: [EventID: [PrincipalID: Bool]] = [:]

    /// O(events, and ids that erasures name).
    init(_ loaded: LoadedStream, _ isWaiting: (EventPlace) throws -> Bool) rethrows {
        for (index, erasure) in loaded.events.enumerated()
        where erasure.understanding == .understood && erasure.links.isErasure {
            let waits = try isWaiting(loaded.places[index])
            if erasure.links.erases { ofStream[erasure.actor] = waits && ofStream[erasure.actor] ?? true }
            for id in erasure.links.erasesEvents {
                named[id, default: [:]][erasure.actor] = waits && named[id]?[erasure.actor] ?? true
            }
        }
    }

    /// Of an event that an erasure reaches.
    func waits(_ event: FoldEvent<EventContent>) -> Bool {
        (ofStream[event.actor] ?? true) && (!event.mayBeErasedAlone || named[event.id]?[event.actor] ?? true)
    }
}

extension LoadedStream {
    /// Whether the body of an event may be absent: an erasure by its author that is held reaches it, whether that one
    /// counts or not.
    func mayLackBody(_ index: Int) -> Bool {
        isErased(index) || uncountedErasure(reaching: events[index], among: events) != nil
    }
}
