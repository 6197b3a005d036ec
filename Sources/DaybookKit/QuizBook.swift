import Engine
public import EventModel
import EventSourcing
import EventStore
public import PracticeTests

/// What one reading of the ledger tells of a person's practice tests.
public struct QuizBook: Sendable {
    public let asOf: AnsweredAsOf
    /// The state whose progress was read: the one asked for, else the one that is chosen; nil where none is.
    public let state: StateCode?
    /// The state that is chosen.
    public let selected: StateCode?
    public let settings: QuizSettings
    public let resets: ProgressResets
    public let shelf: BankShelf
    /// Of the state; empty where there is none.
    public let progress: StudyProgress?
    /// How many events the training of the state holds here.
    let trainingVersion: Int
    /// What of the state lies before the resets that stand.
    let before: HeldLogs.SizesBefore
    /// All attempts of every state, those that do not count among them.
    let attempts: [Attempt]

    /// The state with its progress. Throws `Rejection` `state.required`.
    public func chosen() throws(Rejection) -> (state: StateCode, progress: StudyProgress) {
        guard let state, let progress else { throw QuizRules.stateRequired }
        return (state, progress)
    }

    /// As above, of a state that has questions. Throws `Rejection` `bank.missing` too.
    public func studying() throws(Rejection) -> (state: StateCode, progress: StudyProgress) {
        let chosen = try chosen()
        guard shelf.bank(of: chosen.state) != nil else { throw BankRules.absence(of: chosen.state, shelf) }
        return chosen
    }

    /// An attempt by its stream. Throws `Rejection` `test.unknown`.
    public func attempt(_ stream: StreamID) throws(Rejection) -> Attempt {
        guard let attempt = attempts.first(where: { $0.stream == stream }) else { throw QuizRules.testUnknown }
        return attempt
    }
}

extension Ledger {
    /// What was done in a state, or in the one that is chosen; with a moment, as it was then by the events' own times. O(events of tests and training).
    public func quizBook(_ asOf: AsOf = .now, state: StateCode? = nil, at moment: Instant? = nil) throws -> QuizBook {
        let shelf = try questionShelf(asOf)
        return try withView(asOf) { known, answered, transaction in
            let profile = try then(ProgressResets.stream, moment, known, transaction)
            let selected = Ledger.selected(profile)
            let settings = QuizSettings(try engine.stream(QuizSettings.stream, knownAt: known, transaction)?.state?.registers ?? [])
            let resets = ProgressResets(profile?.chronicle)
            let logs = resets.standing.isEmpty ? HeldLogs() : try engine.heldLogs(known, transaction)
            let before = resets.standing.isEmpty ? [:] : Dictionary(uniqueKeysWithValues: StateCode.all.map { ($0, resets.before($0, logs)) })
            // Of a time before any was chosen the one that is chosen now is asked about.
            let asked = try state ?? selected ?? Ledger.selected(engine.stream(ProgressResets.stream, knownAt: known, transaction))
            // While the ledger is open: the file of an added bank lies in it.
            if !shelf.isBuiltIn, let asked { _ = shelf.bank(of: asked) }
            let done = try done(known, at: moment, asked, remembers: resets.standing.isEmpty, transaction) { before[$0] ?? resets.before($0, logs) }
            return QuizBook(
                asOf: answered, state: asked, selected: selected, settings: settings, resets: resets, shelf: shelf,
                progress: asked.map { StudyProgress($0, training: done.training?.chronicle, attempts: done.attempts, before: resets.before($0, logs)) },
                trainingVersion: done.training?.version ?? 0, before: asked.map { resets.before($0, logs) } ?? logs.sizes(before: []), attempts: done.attempts)
        }
    }

    /// The attempts in the order of their names; on two threads where there are many events and none is supposed, the training first on the second.
    private func done(
        _ known: KnownAt, at moment: Instant?, _ state: StateCode?, remembers: Bool, _ transaction: borrowing StoreRead,
        before: @escaping @Sendable (StateCode) -> HeldLogs.SizesBefore
    ) throws -> QuizDone {
        @Sendable func then(_ loaded: LoadedStream) -> LoadedStream? { moment.map { loaded.asOf($0) } ?? loaded }
        let training = state.map { StreamID(kind: "training", id: $0.code) }
        let isRemembered = try remembers && known.isLatest && known.supposed == nil && moment == nil && transaction.storeRecord().links.ledgers == 0
        let memory = isRemembered ? quizMemory : nil
        var result = QuizDone()
        if known.supposed != nil {
            try engine.forEachStream(kind: "test", knownAt: known, transaction) { loaded in
                if let attempt = then(loaded).flatMap({ Attempt($0.chronicle, before: before) }) { result.attempts.append(attempt) }
                return true
            }
        } else {
            let (engine, limit) = (engine, known.limit)
            let count = try training.flatMap { try transaction.streamRecord($0)?.count }
            if let training, let count { result.training = memory?.training(training, events: count) }
            let isTrainingKnown = result.training != nil
            let parts = try engine.inShares(transaction, worthAThread: 512) { share, transaction in
                var part = QuizDone()
                if !share.isFirst, !isTrainingKnown, let training {
                    part.training = try engine.stream(training, knownAt: limit, transaction).flatMap { then($0) }.map { QuizDone.Training($0) }
                }
                func isKnown(_ stream: StreamID, _ events: Int) -> Bool {
                    guard let attempt = memory?.attempt(stream, events: events) else { return false }
                    if let attempt { part.attempts.append(attempt) }
                    return true
                }
                try engine.forEachStream(kind: "test", knownAt: limit, share: share, transaction, isKnown: isKnown) { loaded in
                    let attempt = then(loaded).flatMap { Attempt($0.chronicle, before: before) }
                    memory?.keep(attempt, of: loaded.stream, events: loaded.events.count)
                    if let attempt { part.attempts.append(attempt) }
                    return true
                }
                return part
            }
            if !isTrainingKnown { result.training = parts.lazy.compactMap(\.training).first }
            result.attempts = parts.count == 1 ? parts[0].attempts : parts.flatMap(\.attempts).sorted { $0.stream < $1.stream }
        }
        // Not read yet where there was one thread.
        if result.training == nil, let training {
            result.training = try engine.stream(training, knownAt: known, transaction).flatMap { then($0) }.map { QuizDone.Training($0) }
        }
        if let training, let read = result.training { memory?.keep(read, of: training) }
        return result
    }

    private static func selected(_ profile: LoadedStream?) -> StateCode? {
        profile?.state?.registers.first { $0.name == "state" }.flatMap { StateCode.selected(by: $0.body) }
    }

    /// A stream as it was known, and as it was at a moment.
    private func then(_ stream: StreamID, _ moment: Instant?, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> LoadedStream? {
        let loaded = try engine.stream(stream, knownAt: known, transaction)
        guard let moment else { return loaded }
        return loaded?.asOf(moment)
    }

    /// A state's code as a person writes it. Throws `Rejection` `state.unknown`.
    public static func state(named text: String) throws(Rejection) -> StateCode {
        guard let state = StateCode(text) ?? StateCode(text.uppercased()) else { throw QuizRules.stateUnknown(text) }
        return state
    }

    /// The figures of a state, as of the day asked about.
    public func quizStats(_ book: QuizBook) throws -> QuizStats {
        let zone = zone
        return QuizStats(try book.chosen().progress, book.shelf, today: book.asOf.on) { zone.date(at: $0) }
    }
}

extension Ledger {
    /// Whether its person is a guest: the ledger has no name of an account, and is joined with nobody's.
    public func isGuest(_ asOf: AsOf = .now) throws -> Bool {
        let name = try translated { try engine.read { try $0.storeRecord().name } }
        return try name.isEmpty && links(asOf).allSatisfy { $0.choice == nil }
    }
}

/// What was done: the attempts at tests of every state, and the training of one.
struct QuizDone: Sendable {
    struct Training: Sendable {
        let chronicle: Chronicle
        /// How many events its stream holds here.
        let version: Int

        init(_ loaded: LoadedStream) { (chronicle, version) = (loaded.chronicle, loaded.events.count) }
    }

    var attempts: [Attempt] = []
    var training: Training?
}
