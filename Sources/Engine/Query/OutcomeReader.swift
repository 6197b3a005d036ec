package import EventCodec
package import EventModel
package import EventSourcing
package import EventStore
import Synchronization

/// The outcomes of the streams that were folded for a list of events: for several readings of one state.
package final class OutcomeMemory: Sendable {
    /// Those of a stream's events that do not count.
    private let streams = Mutex<[StreamID: [EventID: EventOutcome]]>([:])
    /// A log of a million streams must not hold them all.
    private static let streamsHeld = 4_096

    package init() {}

    fileprivate func outcomes(of stream: StreamID) -> [EventID: EventOutcome]? { streams.withLock { $0[stream] } }

    fileprivate func remember(_ outcomes: [EventID: EventOutcome], of stream: StreamID) {
        streams.withLock { streams in
            if streams.count >= OutcomeMemory.streamsHeld { streams = [:] }
            streams[stream] = outcomes
        }
    }
}

/// Reads the outcomes of events, one after another, as known at one position.
package struct OutcomeReader {
    private let engine: EngineCore
    private let known: KnownAt
    private let memory: OutcomeMemory
    private var lone: LoneEvents

    package init(_ engine: EngineCore, _ known: KnownAt, _ memory: OutcomeMemory, _ transaction: borrowing StoreRead)
        throws
    {
        (self.engine, self.known, self.memory) = (engine, known, memory)
        lone = try LoneEvents(engine, knownAt: known.limit, transaction)
    }

    /// O(1) for an event that is all of its record, else O(events of the stream) once.
    package mutating func outcome(of record: EventRecord, _ transaction: borrowing StoreRead) throws -> EventOutcome {
        let stream = record.envelope.stream
        if try isLone(
            record.encodedEnvelope.span.bytes, record.body.span.bytes, record.version, of: stream.text.utf8.span.bytes,
            transaction)
        {
            return .effective
        }
        return try outcome(of: record.id, in: stream, transaction)
    }

    /// The outcome of an event, read in place. O(1) for an event that is all of its record, else O(events of the
    /// stream) once.
    package mutating func outcome(
        of id: EventID, _ row: borrowing LogRow, _ envelope: borrowing EnvelopeView, _ transaction: borrowing StoreRead
    ) throws -> EventOutcome {
        if try isLone(row.envelope, row.body, row.version, of: envelope.streamBytes, transaction) { return .effective }
        return try outcome(of: id, in: envelope.stream, transaction)
    }

    private mutating func isLone(
        _ envelope: RawSpan, _ body: RawSpan, _ version: StreamVersion, of stream: RawSpan,
        _ transaction: borrowing StoreRead
    ) throws -> Bool {
        try known.supposed == nil && lone.isSoleEvent(envelope, body, version, of: stream, transaction)
    }

    private func outcome(of id: EventID, in stream: StreamID, _ transaction: borrowing StoreRead) throws -> EventOutcome
    {
        if let known = memory.outcomes(of: stream) { return known[id] ?? .effective }
        var outcomes: [EventID: EventOutcome] = [:]
        if let loaded = try engine.stream(stream, knownAt: known, transaction) {
            for (event, outcome) in zip(loaded.events, loaded.outcomes) where outcome != .effective {
                outcomes[event.id] = outcome
            }
        }
        memory.remember(outcomes, of: stream)
        return outcomes[id] ?? .effective
    }
}

/// Events that are all of their records, found as one event after another is read.
package struct LoneEvents {
    private let links: LinkReader
    /// The event that was found last.
    package private(set) var single: SingleEvents
    /// The events that links leave out of the streams that were asked for.
    private var leftOut: [StreamID: Set<EventID>] = [:]

    package init(_ engine: EngineCore, knownAt limit: Position?, _ transaction: borrowing StoreRead) throws {
        links = try engine.linkReader(knownAt: limit, transaction)
        single = SingleEvents(engine.registry)
    }

    /// Whether links leave an event out. O(1) in a ledger of which they leave nothing out, else each stream is folded
    /// once.
    package mutating func isLeftOut(_ event: EventID, of stream: StreamID, _ transaction: borrowing StoreRead) throws
        -> Bool
    {
        if links.shadows.isEmpty { return false }
        if let known = leftOut[stream] { return known.contains(event) }
        var found: Set<EventID> = []
        if let loaded = try transaction.load(stream, links.registry, knownAt: links.knownAt) {
            try links.apply(to: loaded, transaction)
            found = Set(loaded.events.indices.filter { !loaded.fold.takesPart($0) }.map { loaded.events[$0].id })
        }
        leftOut[stream] = found
        return found.contains(event)
    }

    /// Whether an event is a create that counts, and all that its stream holds.
    package mutating func isSoleEvent(
        _ envelope: RawSpan, _ body: RawSpan, _ version: StreamVersion, of stream: StreamID,
        _ transaction: borrowing StoreRead
    ) throws -> Bool {
        try isSoleEvent(envelope, body, version, of: stream.text.utf8.span.bytes, transaction)
    }

    /// Whether an event is a create that counts, and all that the stream of that name holds.
    mutating func isSoleEvent(
        _ envelope: RawSpan, _ body: RawSpan, _ version: StreamVersion, of stream: RawSpan,
        _ transaction: borrowing StoreRead
    ) throws -> Bool {
        guard version == StreamVersion(1), try transaction.eventCount(of: stream) == 1 else { return false }
        if !links.isEmpty, try links.mayConcern(stream, transaction) { return false }
        return try single.classify(envelope: envelope, body: body, of: stream) == .folded
    }
}
