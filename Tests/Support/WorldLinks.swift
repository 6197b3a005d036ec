import Engine
import EventCodec
import EventModel
import EventSourcing

/// Commands that reach into other streams.
extension World {
    mutating func replacing() -> StreamID { StreamID(kind: "flight", id: random.oneIn(2) ? "c" : "d") }

    mutating func supersede(_ stream: StreamID, _ targets: StreamID...) -> EventDraft {
        EventDraft(
            stream: stream, type: "flight.logged", data: .json(flight()),
            intent: .superseding(Array(Set(targets)).sorted()))
    }

    mutating func linkingCommand(_ replica: Replica) -> EventDraft {
        switch random.below(8) {
        case 0..<2: return supersede(replacing(), stream())
        case 2: return supersede(replacing(), stream(), stream())
        case 3: return superseding(someIDs(replica))
        case 4: return EventDraft(stream: replacing(), type: "flight.removed", data: .json(.object([])))
        default: return undo(replica)
        }
    }

    /// Ids that a caller names itself: the newest of a record, or others.
    private mutating func someIDs(_ replica: Replica) -> [EventID] {
        let target = stream()
        switch random.below(5) {
        case 0: return [EventID(Bytes32(first: Bytes16(high: 1, low: random.next()), second: Bytes16(high: 2, low: 3)))]
        case 1: return replica.model.events.randomElement(using: &random).map { [$0.id] } ?? []
        default: return Array(replica.model.fold(target).heads)
        }
    }

    private mutating func superseding(_ ids: [EventID]) -> EventDraft {
        guard case .object(var members) = flight(), !ids.isEmpty else { return supersede(replacing(), stream()) }
        members.append(.init("supersedes", .array(ids.sorted().map { .string($0.hex) })))
        return EventDraft(stream: replacing(), type: "flight.logged", data: .json(.object(members)))
    }

    private mutating func undo(_ replica: Replica) -> EventDraft {
        var cut: JSONValue?
        if random.oneIn(4), let log = replica.seen.logs.randomElement(using: &random) {
            cut = .object([.init("\(log.name)", .integer(random.below(Int(log.size) + 2)))])
        }
        return EventDraft(
            stream: StreamID(kind: "batch", id: "x"), type: "batch.undone", data: .json(.object(pairs: ["cut": cut])))
    }

    /// Two devices take the place of one record, or one does what the other signs, without hearing of each other.
    mutating func disagreeAcross(_ replica: Replica, _ other: Replica, _ stream: StreamID) throws {
        try append([supersede(StreamID(kind: "flight", id: "c"), stream)], to: replica)
        switch random.below(4) {
        case 0: try append([sign(stream)], to: other)
        case 1: try append([undo(other)], to: other)
        case 2: try append([amend(stream)], to: other)
        default: try append([supersede(StreamID(kind: "flight", id: "d"), stream)], to: other)
        }
    }
}
