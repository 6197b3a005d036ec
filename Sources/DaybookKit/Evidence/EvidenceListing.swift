package import Engine
import EventCodec
import EventModel
import EventSourcing
package import EventStore
import TransparencyLog

/// Merges the shares of evidence, and makes the texts of the listed events.
package struct EvidenceListing {
    /// An event that is listed. A class, because the dictionary that holds many of them moves its values as it grows.
    private final class ListedEvent {
        let id: EventID
        let stream: StreamID
        /// As its envelope says.
        let type: String
        /// Nil where its body cannot be read.
        let content: EventContent?

        init(id: EventID, stream: StreamID, type: String, content: EventContent?) {
            (self.id, self.stream, self.type, self.content) = (id, stream, type, content)
        }

        /// Its data; nil where it cannot be read. O(bytes).
        var data: JSONValue? { content.flatMap(EventWords.data) }
    }

    private let engine: EngineCore
    private let supposed: SupposedEvents?
    private let shares: [EvidenceShare]
    private var listed: [EventPlace: ListedEvent] = [:]
    private var naming = NeighbourNaming()
    private var schemas: NeighbourSchemas

    package init(_ engine: EngineCore, _ supposed: SupposedEvents?, _ shares: [EvidenceShare]) {
        (self.engine, self.supposed, self.shares) = (engine, supposed, shares)
        schemas = NeighbourSchemas(engine.registry)
    }

    package mutating func evidence(of figure: Int, _ limit: Int, _ transaction: borrowing StoreRead) throws -> Evidence
    {
        let tallies = shares.map { $0.tallies[figure] }
        let sums = tallies.compactMap(\.addsTotal)
        let unit: EvidenceUnit = tallies.first { $0.addsTotal ?? 0 != 0 }?.unit ?? tallies.first?.unit ?? .count
        var row = RowTally()
        for tally in tallies { row.join(tally.row) }
        var deciding: [CivilDate: EventPlace?] = [:]
        var counted: [Evidence.Counted] = []
        for part in try newest({ $0.counted }, figure, limit, transaction) {
            guard case .counted(let adds, let amendedBy) = part.role else { continue }
            let event = try words(part, transaction)
            if deciding[part.day] == nil {
                deciding[part.day] = .some(try row.deciding(on: part.day) { try self.event(at: $0, transaction).id })
            }
            let decides = deciding[part.day] == part.place
            counted.append(
                Evidence.Counted(
                    event: event.id, stream: event.stream, day: part.day, adds: decides ? 1 : adds, unit: unit,
                    text: event.text, amendedBy: amendedBy?.id))
        }
        var leftOut: [Evidence.LeftOut] = []
        for part in try newest({ $0.leftOut }, figure, limit, transaction) {
            guard case .leftOut(let reason, let because) = part.role else { continue }
            let event = try words(part, transaction)
            leftOut.append(
                Evidence.LeftOut(
                    event: event.id, stream: event.stream, day: part.day, reason: reason, because: because?.id,
                    text: event.text))
        }
        return Evidence(
            counted: counted, leftOut: leftOut, countedTotal: tallies.reduce(0) { $0 + $1.counted.total },
            leftOutTotal: tallies.reduce(0) { $0 + $1.leftOut.total },
            addsTotal: sums.isEmpty ? nil : sums.reduce(Int64(row.reached), +), unit: unit)
    }

    /// The newest parts of all shares, in their order.
    private mutating func newest(
        _ parts: (EvidenceTally) -> NewestParts, _ figure: Int, _ limit: Int, _ transaction: borrowing StoreRead
    ) throws -> [EvidencePart] {
        let concerned = shares.map { (parts: parts($0.tallies[figure]).parts, reading: $0.reading) }.filter {
            !$0.parts.isEmpty
        }
        if concerned.count < 2 { return concerned.first?.parts ?? [] }
        if let reading = concerned[0].reading, concerned.allSatisfy({ $0.reading == reading }) {
            return EvidenceListing.merged(concerned.map(\.parts), limit)
        }
        return try newestByName(concerned.flatMap(\.parts), limit, transaction)
    }

    /// The newest of several lists, each of which has its newest first. O(limit).
    package static func merged(_ lists: [[EvidencePart]], _ limit: Int) -> [EvidencePart] {
        var rests = lists.map { $0[...] }
        var newest: [EvidencePart] = []
        newest.reserveCapacity(limit)
        while newest.count < limit {
            var next: Int?
            for list in rests.indices where !rests[list].isEmpty {
                if let next,
                    !rests[next][rests[next].startIndex].age.isOlder(than: rests[list][rests[list].startIndex].age)
                {
                    continue
                }
                next = list
            }
            guard let next else { break }
            newest.append(rests[next].removeFirst())
        }
        return newest
    }

    /// The newest parts in order, where record numbers of different shares cannot be compared.
    private mutating func newestByName(_ all: [EvidencePart], _ limit: Int, _ transaction: borrowing StoreRead) throws
        -> [EvidencePart]
    {
        var parts = all.sorted { $0.day > $1.day }
        if parts.count > limit {
            let floor = parts[limit - 1].day
            parts.removeAll { $0.day < floor }
        }
        var (inOrder, rest) = ([EvidencePart](), parts[...])
        while inOrder.count < limit, let first = rest.first {
            let ofDay = rest.prefix { $0.day == first.day }
            rest = rest.dropFirst(ofDay.count)
            inOrder += ofDay.count == 1 ? Array(ofDay) : try sorted(ofDay, transaction)
        }
        return Array(inOrder.prefix(limit))
    }

    /// Parts of one day in the order of their records' names. A record is in one share only, so its parts compare by
    /// number.
    private mutating func sorted(_ parts: ArraySlice<EvidencePart>, _ transaction: borrowing StoreRead) throws
        -> [EvidencePart]
    {
        let named = try parts.map { (part: $0, stream: try $0.of?.stream ?? event(at: $0.place, transaction).stream) }
        return named.sorted { $0.stream != $1.stream ? $0.stream < $1.stream : $0.part.age.number > $1.part.age.number }
            .map(\.part)
    }

    // MARK: - Words

    /// The id, stream and text of a listed event.
    ///
    /// A record is named from what was kept of it. Most other events are asked for once and are all of their records;
    /// these are read in place.
    private mutating func words(_ part: EvidencePart, _ transaction: borrowing StoreRead) throws -> (
        id: EventID, stream: StreamID, text: String
    ) {
        if let record = part.of, !part.isSentence { return (record.anchor, record.stream, record.name(&naming)) }
        if !part.isSentence, supposed == nil, listed.isEmpty || listed[part.place] == nil {
            let found: (EventID, StreamID, String)? = try transaction.withEvent(at: part.place) { row in
                let view = try row.envelopeView()
                guard let schema = schemas.schema(of: view), schemas.isNewest else { return nil }
                let id = EventID(SHA256Hasher.leafHash(envelope: row.envelope))
                let stream = view.stream
                return (id, stream, naming.of(schema).name(stream, row.body))
            }
            if let found { return found }
        }
        let event = try event(at: part.place, transaction)
        return (event.id, event.stream, text(part, event))
    }

    private mutating func event(at place: EventPlace, _ transaction: borrowing StoreRead) throws -> ListedEvent {
        if let found = listed[place] { return found }
        let found: ListedEvent
        if let supposed = supposed?.event(at: place) {
            let envelope = supposed.envelope
            let schema = engine.registry.schema(envelope.type, version: envelope.schemaVersion)
            found = ListedEvent(
                id: supposed.id, stream: envelope.stream, type: envelope.type,
                content: schema.map { EventContent(schema: $0, body: supposed.body, engine: .none) })
        } else {
            found = try transaction.withEvent(at: place) { row in
                let view = try row.envelopeView()
                // An event of the newest version is read as it is; others are read by the fold.
                if let schema = engine.registry.schema(view.type), schema.version == view.schemaVersion {
                    let id = EventID(SHA256Hasher.leafHash(envelope: row.envelope))
                    return ListedEvent(
                        id: id, stream: view.stream, type: view.type,
                        content: EventContent(schema: schema, body: row.body.array, engine: .none))
                }
                let event = try engine.registry.foldEvent(row)
                return ListedEvent(id: event.id, stream: view.stream, type: view.type, content: event.payload)
            }
        }
        listed[place] = found
        return found
    }

    private mutating func text(_ part: EvidencePart, _ event: ListedEvent) -> String {
        let name = part.of?.name(&naming) ?? name(event)
        return part.isSentence ? EventWords.sentence(event.type, event.content?.schema, name, event.data) : name
    }

    /// Of a record that is no more than an event.
    private mutating func name(_ event: ListedEvent) -> String {
        guard let content = event.content else { return event.stream.text }
        let naming = naming.of(content.schema)
        return content.withBody { naming.name(event.stream, $0) }
    }
}
