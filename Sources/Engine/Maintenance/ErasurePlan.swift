import EventCodec
import EventModel
import EventSourcing
import EventStore

/// The events that an erasure appends, by the persons who write them, and what they do.
struct ErasurePlan: Sendable {
    private let own: PrincipalID
    /// Persons whose keys lie in the ledger's folder.
    private let persons: Set<PrincipalID>
    private let reason: String
    private(set) var drafts: [(person: PrincipalID, drafts: [EventDraft])] = []
    private(set) var effect = Erased()

    init(own: PrincipalID, persons: Set<PrincipalID>, reason: String) {
        (self.own, self.persons, self.reason) = (own, persons.subtracting([own]), reason)
    }

    /// Throws the rejections of `EngineCore.erase`.
    mutating func add(_ target: EraseTarget, locked: Bool, _ engine: EngineCore, _ transaction: borrowing StoreRead)
        throws
    {
        let stream = target.stream
        guard StreamID.mayBeErased(kind: stream.kind), let kind = engine.registry.kind(stream.kind) else {
            throw EraseRefusals.forbidden(stream)
        }
        guard let loaded = try engine.stream(stream, knownAt: nil, transaction) else {
            throw RoleRejection.recordMissing
        }
        let isWhole = target.events == nil && kind.mayBeErased
        let hidden = try loaded.hidden(of: persons.union([own]), transaction)
        let reach =
            try target.events.map { try loaded.named($0, hidden) }
            ?? loaded.living(by: isWhole ? nil : persons.union([own]), hidden)
        let byAuthor = Dictionary(grouping: reach) { loaded.events[$0].actor }
        let writers = try writers(loaded, byAuthor, named: target.events)
        if loaded.fold.isLocked, !locked, isWhole || loaded.coversAny(reach) { throw EraseRefusals.locked }
        var expected: Int? = loaded.events.count
        for writer in writers {
            let others = writer == own ? reach.filter { !writers.contains(loaded.events[$0].actor) } : []
            let mine = byAuthor[writer] ?? []
            effect.others += others.count
            effect.bodies += mine.count
            for index in mine {
                let held = try transaction.heldBody(at: loaded.places[index])?.body.count
                effect.bytes += try held ?? transaction.withEvent(at: loaded.places[index]) { $0.body.byteCount }
            }
            let named = isWhole ? nil : (mine + others).map { loaded.events[$0].id }
            append(EventDraft.erasures(of: stream, named, reason: reason, expectedVersion: expected), by: writer)
            expected = nil
        }
    }

    /// Who erases: the authors in reach whose keys are here; this ledger's person also where there is none, so that the
    /// others can follow.
    private func writers(_ loaded: LoadedStream, _ byAuthor: [PrincipalID: [Int]], named: [EventID]?) throws
        -> [PrincipalID]
    {
        let others = persons.filter { byAuthor[$0] != nil }.sorted()
        let refusal = RoleRejection.forErasure(of: loaded.fold, by: own)
        // Where this person erased all of the own events already, those in reach are hidden, and go at once.
        if byAuthor[own] != nil || refusal == nil && others.isEmpty && !byAuthor.isEmpty { return [own] + others }
        if others.isEmpty {
            throw refusal ?? named.map { EraseRefusals.nothing($0, in: loaded.stream) }
                ?? EraseRefusals.nothing(loaded.stream)
        }
        return others
    }

    private mutating func append(_ more: [EventDraft], by person: PrincipalID) {
        if let place = drafts.firstIndex(where: { $0.person == person }) {
            drafts[place].drafts += more
        } else {
            drafts.append((person, more))
        }
    }
}

extension LoadedStream {
    /// The indices of some persons' events whose bodies an erasure from elsewhere hides.
    fileprivate func hidden(of persons: Set<PrincipalID>, _ transaction: borrowing StoreRead) throws -> Set<Int> {
        Set(
            try events.indices.filter { index in
                try isErased(index) && persons.contains(events[index].actor)
                    && transaction.heldBody(at: places[index]) != nil
            })
    }

    /// The indices of events that can be erased by themselves and are not yet, or are only hidden. Throws `Rejection`
    /// `erase.notAlone`.
    fileprivate func named(_ ids: [EventID], _ hidden: Set<Int>) throws -> [Int] {
        try ids.compactMap { id in
            guard let index = events.firstIndex(where: { $0.id == id }) else { throw RoleRejection.outcomeUnknown }
            guard events[index].mayBeErasedAlone, !events[index].links.isErasure else {
                throw EraseRefusals.notAlone(id, stream)
            }
            return isErased(index) && !hidden.contains(index) ? nil : index
        }
    }

    /// The indices of events that are not erased, or only hidden: all of them, or those of some persons that can be
    /// erased by themselves. A note with a cut says nothing of a person and acts on other events: without it what it
    /// took back would come again.
    fileprivate func living(by authors: Set<PrincipalID>?, _ hidden: Set<Int>) -> [Int] {
        events.indices.filter { index in
            let event = events[index]
            if event.links.isErasure || isErased(index) && !hidden.contains(index) { return false }
            guard let authors else { return true }
            return authors.contains(event.actor) && event.mayBeErasedAlone
                && !(event.payload?.schema.engineFields.contains(.cut) ?? false)
        }
    }

    /// Whether a standing lock covers one of the events.
    fileprivate func coversAny(_ indices: [Int]) -> Bool {
        let standing = Set(fold.standing)
        let covered = Set(events.lazy.filter { standing.contains($0.id) }.flatMap(\.links.covers))
        return indices.contains { covered.contains(events[$0].id) }
    }
}

extension EventDraft {
    /// One erasure of a stream, or erasures of single events, each of as many as one event names.
    fileprivate static func erasures(of stream: StreamID, _ named: [EventID]?, reason: String, expectedVersion: Int?)
        -> [EventDraft]
    {
        guard let named else {
            let data = JSONValue.object(pairs: ["reason": .string(reason)])
            return [
                EventDraft(
                    stream: stream, type: SystemSchemas.streamErased1.type, data: .json(data), intent: .computed(),
                    expectedVersion: expectedVersion)
            ]
        }
        let all = named.sorted()
        return stride(from: 0, to: all.count, by: EngineLinks.countMax).map { start in
            let part = all[start..<min(start + EngineLinks.countMax, all.count)]
            let data = JSONValue.object(pairs: [
                "reason": .string(reason), "erases": .array(part.map { .string($0.hex) }),
            ])
            return EventDraft(
                stream: stream, type: SystemSchemas.eventsErased1.type, data: .json(data), intent: .computed(),
                expectedVersion: start == 0 ? expectedVersion : nil)
        }
    }
}
