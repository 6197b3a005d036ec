import EventCodec
import Engine
public import EventModel
import EventSourcing
import EventStore

/// An event that made a change, in words.
public struct ChangeCause: Sendable {
    public let event: EventID
    public let stream: StreamID
    public let type: String
    public let position: Position
    public let recorded: Instant
    public let by: PrincipalID
    /// The device that wrote it.
    package let origin: OriginID
    /// `flight of 2026-02-01 KSJC–KRHV was logged`.
    public let text: String

    package var json: JSONValue {
        .object(pairs: [
            "event": .string(event.hex), "stream": .string(stream.text), "type": .string(type),
            "position": .integer(position.value),
            "recorded": .string(recorded.description), "by": .string(by.hex), "text": .string(text),
        ])
    }
}

/// A figure that is another at the second of two points; nil where there is none at a point.
public struct FigureChange: Sendable {
    public let old: Figure?
    public let new: Figure?
    public let projection: Projection
    /// The events between the points that made it another, in the order of arrival, so many at the most.
    public let causes: [ChangeCause]
    public let causesTotal: Int

    /// The most causes that are listed.
    public static let causesMaximum = 100

    public var id: String { (new ?? old)?.id ?? "" }
    public var title: String { (new ?? old)?.title ?? "" }
    /// `never current → valid, good through 2026-05-02`.
    public var words: String { "\(old?.words ?? "not there") → \(new?.words ?? "not there any more")" }
}

/// The answers about one day that changed from one point of knowledge to a later one.
public struct AnswerDiff: Sendable {
    public let from: AnsweredAsOf
    public let to: AnsweredAsOf
    public let changes: [FigureChange]
}

extension Ledger {
    /// The figures of projections that are other at `to` than at `from`, with the events that arrived between them and
    /// made the change.
    ///
    /// Throws `Rejection` `diff.order` where `from` lies after `to`. O(both answers, and the records touched between
    /// the points).
    public func diff(_ projections: [Projection]? = nil, from: AsOf, to: AsOf) throws -> AnswerDiff {
        let (first, second) = (try answered(from), try answered(to))
        guard first.position <= second.position else {
            throw Rejection(
                code: "diff.order",
                message: "--from is position \(first.position), after --to, position \(second.position).",
                hint: "Name the earlier point with --from.")
        }
        // Both are asked at one moment: what time alone changes is no change of knowledge.
        let (old, new) = (from.fixed(to: first), to.fixed(to: second))
        var pairs: [FigurePair] = []
        for projection in projections ?? answersInFigures {
            pairs += Ledger.changed(try figures(projection, old).value, try figures(projection, new).value)
        }
        return AnswerDiff(from: first, to: second, changes: try changes(pairs, from: old, to: new))
    }

    /// A figure at two points; nil where there is none at a point.
    typealias FigurePair = (old: Figure?, new: Figure?)

    /// The figures that are others, in the order of the new ones; what is gone comes last.
    static func changed(_ old: [Figure], _ new: [Figure]) -> [FigurePair] {
        let (before, after) = (Dictionary(old.map { ($0.id, $0) }) { first, _ in first }, Set(new.map(\.id)))
        let pairs: [FigurePair] =
            new.map { (before[$0.id], $0) } + old.filter { !after.contains($0.id) }.map { ($0, nil) }
        return pairs.filter {
            $0.old?.value != $0.new?.value
                || $0.old?.title != $0.new?.title && $0.old?.projection.comparesTitles == true
        }
    }

    /// Changed figures with the events between two points that made them others.
    ///
    /// - Parameter areKept: Whether the old figures were computed before those events came, so that what alters the
    ///   past, too, is among the causes.
    func changes(_ pairs: [FigurePair], areKept: Bool = false, from: AsOf, to: AsOf) throws -> [FigureChange] {
        if pairs.isEmpty { return [] }
        return zip(pairs, try causes(of: pairs, areKept: areKept, from: from, to: to)).compactMap { pair, causes in
            guard let figure = pair.new ?? pair.old else { return nil }
            return FigureChange(
                old: pair.old, new: pair.new, projection: figure.projection, causes: causes.first,
                causesTotal: causes.total)
        }
    }

    /// The sources of a figure, of this ledger.
    private func numbered(_ figure: Figure?) -> [FigureSource] {
        (figure?.sources ?? []).map { source in
            if case .days(let days) = source { .days(days.numbered(in: registry)) } else { source }
        }
    }

    private func causes(of pairs: [FigurePair], areKept: Bool, from: AsOf, to: AsOf) throws -> [CauseList] {
        try withView(to) { late, _, transaction in
            var search = CauseSearch(
                pairs.map {
                    (
                        projection: ($0.new ?? $0.old)?.projection, new: numbered($0.new), old: numbered($0.old)
                    )
                }, environment.domains, moment: to.moment,
                supposed: Set((late.supposed?.streams ?? [:]).keys), registry)
            search.creditsActsOnPast = areKept
            let (early, last) = (from.position, late.position)
            for part in try arrived(after: early, through: last, search, transaction) { search.join(part) }
            for record in late.supposed?.events ?? [] { search.add(record) }
            let touched = search.touched
            let stored =
                late.supposed.map { supposed in touched.filter { supposed.streams[$0.stream] == nil } } ?? touched
            for part in try credited(stored, search.empty, from: early, to: last, transaction) {
                search.join(credits: part)
            }
            for (stream, arrived) in touched {
                guard let supposed = late.supposed?.streams[stream] else { continue }
                let before = try engine.stream(stream, knownAt: early, transaction)
                try search.add(stream, arrived, CauseTools(), before: { before }, after: supposed) { side, position in
                    // Supposed events stand behind all that is known, and are examined together.
                    if position > last {
                        return side == .with ? supposed : try engine.stream(stream, knownAt: last, transaction)
                    }
                    return try engine.stream(stream, knownAt: position.at(side), transaction)
                }
            }
            return search.causes
        }
    }

    /// Takes the events between two points, on two threads where there are many.
    private func arrived(
        after early: Position, through last: Position, _ empty: CauseSearch, _ transaction: borrowing StoreRead
    ) throws -> [CauseSearch] {
        let (engine, pages) = (engine, Claims(Int(last.value - early.value) / Ledger.eventsOfAPage + 1))
        return try engine.inShares(transaction) { _, transaction in
            let tools = CauseTools()
            var search = empty.empty
            var lone = try LoneEvents(engine, knownAt: last, transaction)
            while let page = pages.claim() {
                let first = early.value + UInt64(page * Ledger.eventsOfAPage)
                let through = Position(min(first + UInt64(Ledger.eventsOfAPage), last.value))
                try engine.forEachEventRow(after: Position(first), through: through, transaction) { row, _, _ in
                    try search.add(row, &lone, tools, transaction)
                    return true
                }
            }
            return search
        }
    }

    /// Credits the events of streams to what they changed, on two threads where there are many events.
    private func credited(
        _ streams: [(stream: StreamID, arrived: [CauseSearch.Arrival])], _ empty: CauseSearch, from early: Position,
        to last: Position,
        _ transaction: borrowing StoreRead
    ) throws -> [CauseSearch] {
        let (engine, claims) = (engine, Claims(streams.count))
        return try engine.inShares(transaction) { _, transaction in
            let tools = CauseTools()
            var search = empty.empty
            let late = try KnownStreams(engine, knownAt: last, transaction)
            let known = try KnownStreams(engine, knownAt: early, beside: late, transaction)
            while let number = claims.claim() {
                let (stream, arrived) = streams[number]
                guard let after = try late.stream(stream, transaction) else { continue }
                var walk = StreamWalk(late, within: after)
                // Most figures do not ask what a stream was before.
                var before: LoadedStream??
                try search.add(
                    stream, arrived, tools,
                    before: {
                        if let before { return before }
                        let found = try known.stream(within: after, transaction)
                        before = .some(found)
                        return found
                    }, after: after
                ) { side, position in try walk.stream(knownAt: position.at(side), transaction) }
            }
            return search
        }
    }
}

extension Position {
    /// The last position that is known just before the event here, or with it.
    fileprivate func at(_ side: EventSide) -> Position { side == .with ? self : Position(value - 1) }
}

extension AsOf {
    fileprivate func fixed(to answered: AnsweredAsOf) -> AsOf {
        AsOf(on: on, moment: moment, known: .position(answered.position), supposing: supposing)
    }

    fileprivate var position: Position { if case .position(let position) = known { position } else { .start } }
}
