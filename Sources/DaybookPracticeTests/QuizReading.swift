import DaybookKit
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import PracticeTests

/// The practice: the attempts at tests of every state, and the training of one.
struct QuizDone: Sendable {
    var attempts: [Attempt] = []
    var training: TrainingStory?
}

/// One reading of what was done, as it was known, and at a moment if one is given.
///
/// A program with the ledger open does not read a stream twice: it continues with the events that were added.
struct QuizReading: Sendable {
    private let engine: EngineCore
    private let moment: Instant?
    /// Nil where the question is about another time.
    private let memory: QuizMemory?
    /// The events before the resets of a state.
    private let before: @Sendable (StateCode) -> HeldLogs.SizesBefore

    init(
        engine: EngineCore, memory: QuizMemory, known: KnownAt, moment: Instant?,
        before: @escaping @Sendable (StateCode) -> HeldLogs.SizesBefore
    ) {
        (self.engine, self.moment, self.before) = (engine, moment, before)
        self.memory = known.isLatest && known.supposed == nil && moment == nil ? memory : nil
    }

    /// The attempts in the order of their names; on two threads where there are many events and none is supposed, the
    /// training first on the second.
    func done(_ state: StateCode?, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> QuizDone {
        let training = state.map { StreamID(kind: "training", id: $0.code) }
        if known.supposed != nil { return try supposed(training, known, transaction) }
        let (reading, limit) = (self, known.limit)
        let parts = try engine.inShares(transaction, of: ["test", "training"], worthAThread: 512) {
            share, transaction in
            var part = QuizDone()
            if !share.isFirst, let training { part.training = try reading.training(training, limit, transaction) }
            part.attempts = try reading.attempts(share, limit, transaction)
            return part
        }
        var done = QuizDone(
            attempts: parts.count == 1 ? parts[0].attempts : parts.flatMap(\.attempts).sorted { $0.stream < $1.stream })
        done.training = parts.lazy.compactMap(\.training).first
        // Not read yet where there was one thread.
        if done.training == nil, let training { done.training = try self.training(training, limit, transaction) }
        return done
    }

    private func supposed(_ training: StreamID?, _ known: KnownAt, _ transaction: borrowing StoreRead) throws
        -> QuizDone
    {
        var done = QuizDone()
        try engine.forEachStream(kind: "test", knownAt: known, transaction) { loaded in
            if let attempt = then(loaded).flatMap({ AttemptStory($0.chronicle).attempt(before: before) }) {
                done.attempts.append(attempt)
            }
            return true
        }
        let loaded = try training.flatMap { try engine.stream($0, knownAt: known, transaction) }.flatMap(then)
        done.training = loaded.map { TrainingStory($0.chronicle, events: $0.events.count) }
        return done
    }

    private func then(_ loaded: LoadedStream) -> LoadedStream? { moment.map { loaded.asOf($0) } ?? loaded }

    private func attempts(_ share: StreamShare, _ limit: Position?, _ transaction: borrowing StoreRead) throws
        -> [Attempt]
    {
        var attempts: [Attempt] = []
        var story = AttemptStory(StreamID(kind: "test", id: "none"))
        try engine.forEachChain(kind: "test", knownAt: limit, share: share, transaction) { stream, events, isItsOwn in
            let held = isItsOwn ? memory?.attempt(stream) : nil
            if let held, held.events == events {
                if let attempt = held.story.attempt(before: before) { attempts.append(attempt) }
                return nil
            }
            story = held?.story ?? AttemptStory(stream)
            guard let point = held?.point else {
                story = AttemptStory(stream)
                return ChainPoint()
            }
            return point
        } event: { event, body in
            // Moments ascend: nothing behind the one that is asked about is before it.
            if let moment, event.moment > moment { return true }
            return story.apply(event.schema.type, body, event.fields, at: event.moment, event.place)
        } end: { stream, read in
            switch read {
            case .chain(let point): memory?.keep(story, of: stream, events: point.count, point)
            case .folded(let loaded, let isItsOwn):
                guard let then = then(loaded) else { return }
                story = AttemptStory(then.chronicle)
                if isItsOwn { memory?.keep(story, of: stream, events: loaded.events.count, nil) }
            }
            if let attempt = story.attempt(before: before) { attempts.append(attempt) }
        }
        return attempts
    }

    private func training(_ stream: StreamID, _ limit: Position?, _ transaction: borrowing StoreRead) throws
        -> TrainingStory?
    {
        var story = TrainingStory()
        var isKnown = false
        let read = try engine.chain(stream, knownAt: limit, transaction) { events, isItsOwn in
            guard isItsOwn, let held = memory?.training(stream) else { return ChainPoint() }
            isKnown = held.events == events
            if isKnown || held.point != nil { story = held.story }
            return isKnown ? nil : held.point ?? ChainPoint()
        } event: { event, body in
            if moment.map({ event.moment <= $0 }) ?? true {
                story.apply(event.schema.type, body, happened: event.happened, event.place)
            }
            return true
        }
        switch read {
        case nil: return isKnown ? story : nil
        case .chain(let point): memory?.keep(story, of: stream, events: point.count, point)
        case .folded(let loaded, let isItsOwn):
            guard let then = then(loaded) else { return nil }
            story = TrainingStory(then.chronicle, events: then.events.count)
            if isItsOwn { memory?.keep(story, of: stream, events: loaded.events.count, nil) }
        }
        return story
    }
}
