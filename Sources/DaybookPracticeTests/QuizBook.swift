public import DaybookKit
import Engine
public import EventModel
import EventSourcing
import EventStore
public import PracticeTests

/// A person's practice tests, from one reading of the ledger.
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
    /// The part of it that a clock ahead made; empty where a moment is asked about.
    public let ahead: [PracticeAhead]
    /// How many events the training of the state holds here.
    let trainingVersion: Int
    /// The events of the state before the resets that stand.
    let before: HeldLogs.SizesBefore
    /// All attempts of every state, those that do not count among them.
    let attempts: [Attempt]

    /// Why no state is known, where events of a newer program may have chosen one.
    let refusalOfNewer: Rejection?

    /// The state with its progress. Throws `Rejection` `state.required`; `schema.newer` or `body.invalid` where an
    /// event that this program does not understand may have chosen one.
    public func chosen() throws(Rejection) -> (state: StateCode, progress: StudyProgress) {
        guard let state, let progress else { throw refusalOfNewer ?? QuizRules.stateRequired }
        return (state, progress)
    }

    /// The state with its progress, where it has questions. Throws `Rejection` `state.required`, `bank.missing`.
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
    /// The practice in a state, or in the chosen one; with a moment, as it was then by the events' own times. O(events
    /// of tests and training).
    public func quizBook(_ asOf: AsOf = .now, state: StateCode? = nil, at moment: Instant? = nil) throws -> QuizBook {
        let moment = moment?.inYears
        let shelf = try questionShelf(asOf)
        return try withView(asOf) { known, answered, transaction in
            let profile = try then(ProgressResets.stream, moment, known, transaction)
            let selected = Ledger.selected(profile)
            let settings = QuizSettings(
                try engine.stream(QuizSettings.stream, knownAt: known, transaction)?.fold.state?.registers ?? [])
            let resets = ProgressResets(profile?.chronicle)
            let logs = resets.standing.isEmpty ? HeldLogs() : try engine.heldLogs(known, transaction)
            let before =
                resets.standing.isEmpty
                ? [:] : Dictionary(uniqueKeysWithValues: StateCode.all.map { ($0, resets.before($0, logs)) })
            // Of a time before any was chosen the one that is chosen now is asked about.
            let asked =
                try state ?? selected
                ?? Ledger.selected(engine.stream(ProgressResets.stream, knownAt: known, transaction))
            // While the ledger is open: the file of an added bank lies in it.
            if !shelf.isBuiltIn, let asked { _ = shelf.bank(of: asked) }
            let reading = QuizReading(engine: engine, memory: quizMemory, known: known, moment: moment) {
                before[$0] ?? resets.before($0, logs)
            }
            let done = try reading.done(asked, known, transaction)
            let standing = asked.flatMap { resets.of($0).isEmpty ? nil : resets.before($0, logs) }
            let progress = asked.map {
                StudyProgress($0, training: done.training?.answers(before: standing) ?? [], attempts: done.attempts)
            }
            return QuizBook(
                asOf: answered, state: asked, selected: selected, settings: settings, resets: resets, shelf: shelf,
                progress: progress, ahead: moment == nil ? PracticeAhead.all(progress, now: now) : [],
                trainingVersion: done.training?.events ?? 0, before: standing ?? logs.sizes(before: []),
                attempts: done.attempts, refusalOfNewer: asked == nil ? profile?.refusalOfNewer : nil)
        }
    }

    private static func selected(_ profile: LoadedStream?) -> StateCode? {
        profile?.fold.state?.registers.first { $0.name == "state" }.flatMap { StateCode.selected(by: $0.body) }
    }

    /// A stream as it was known, and as it was at a moment.
    private func then(_ stream: StreamID, _ moment: Instant?, _ known: KnownAt, _ transaction: borrowing StoreRead)
        throws -> LoadedStream?
    {
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
    /// Whether its person is a guest: the ledger has no account name, and no link has joined it with another.
    public func isGuest(_ asOf: AsOf = .now) throws -> Bool {
        let name = try translated { try engine.read { try $0.storeRecord().name } }
        return try name.isEmpty && links(asOf).allSatisfy { $0.choice == nil }
    }
}
