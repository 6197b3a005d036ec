public import EventCodec
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
    /// `flight of 2026-02-01 KSJC–KRHV was logged`.
    public let text: String

    public var json: JSONValue {
        .object(pairs: [
            "event": .string(event.hex), "stream": .string(stream.text), "type": .string(type), "position": .integer(position.value),
            "recorded": .string(recorded.description), "by": .string(by.hex), "text": .string(text),
        ])
    }
}

/// A figure that is another at the second of two points; nil where there is none at a point.
public struct FigureChange: Sendable {
    public let old: Figure?
    public let new: Figure?
    /// The events between the points that made it another, in the order of arrival, so many at the most.
    public let causes: [ChangeCause]
    public let causesTotal: Int

    /// As many causes are told.
    public static let causesMaximum = 100

    public var projection: Projection { (new ?? old)?.projection ?? .currency }
    public var id: String { (new ?? old)?.id ?? "" }
    public var title: String { (new ?? old)?.title ?? "" }
    /// `never current → valid, good through 2026-05-02`.
    public var words: String { "\(old?.words ?? "not there") → \(new?.words ?? "not there any more")" }
}

/// What became other in the answers from one point of knowledge to a later one, asked about one day.
public struct AnswerDiff: Sendable {
    public let from: AnsweredAsOf
    public let to: AnsweredAsOf
    public let changes: [FigureChange]
}

extension Ledger {
    /// The figures of projections that are other at `to` than at `from`, with the events that arrived between them and made the change.
    ///
    /// Throws `Rejection` `diff.order` where `from` lies after `to`. O(both answers, and the records touched between the points).
    public func diff(_ projections: [Projection] = Projection.allCases, from: AsOf, to: AsOf) throws -> AnswerDiff {
        let (first, second) = (try answered(from), try answered(to))
        guard first.position <= second.position else {
            throw Rejection(
                code: "diff.order", message: "--from is position \(first.position), after --to, position \(second.position).",
                hint: "Name the earlier point with --from.")
        }
        // Both are asked at one moment: what time alone changes is no change of knowledge.
        let (old, new) = (from.fixed(to: first), to.fixed(to: second))
        var pairs: [(old: Figure?, new: Figure?)] = []
        for projection in projections {
            pairs += Ledger.pairs(try figures(projection, old).value, try figures(projection, new).value)
        }
        pairs = pairs.filter { $0.old?.value != $0.new?.value || $0.old?.title != $0.new?.title && $0.old?.projection == .alarms }
        let causes = try pairs.isEmpty ? [] : self.causes(of: pairs, from: old, to: new)
        return AnswerDiff(
            from: first, to: second,
            changes: zip(pairs, causes).map { pair, causes in
                FigureChange(old: pair.old, new: pair.new, causes: Array(causes.prefix(FigureChange.causesMaximum)), causesTotal: causes.count)
            })
    }

    /// Those of one name beside each other, in the order of the new ones; what is gone comes last.
    private static func pairs(_ old: [Figure], _ new: [Figure]) -> [(old: Figure?, new: Figure?)] {
        let (before, after) = (Dictionary(old.map { ($0.id, $0) }) { first, _ in first }, Set(new.map(\.id)))
        return new.map { (before[$0.id], $0) } + old.filter { !after.contains($0.id) }.map { ($0, nil) }
    }

    private func causes(of pairs: [(old: Figure?, new: Figure?)], from: AsOf, to: AsOf) throws -> [[ChangeCause]] {
        try withView(to) { late, _, transaction in
            var search = CauseSearch(pairs.map { ($0.old?.sources ?? []) + ($0.new?.sources ?? []) })
            guard let early = try engine.known(at: from.position, transaction) else { return [] }
            try engine.forEachEvent(after: early.position, through: late.position, transaction) { record in
                search.take(record)
                return true
            }
            for record in late.supposed?.events ?? [] { search.take(record) }
            for stream in search.touched {
                search.take(
                    stream, before: try engine.stream(stream, knownAt: early, transaction), after: try engine.stream(stream, knownAt: late, transaction))
            }
            return search.causes
        }
    }
}

extension AsOf {
    fileprivate func fixed(to answered: AnsweredAsOf) -> AsOf {
        AsOf(on: answered.on, moment: moment, known: .position(answered.position), supposing: supposing)
    }

    fileprivate var position: Position { if case .position(let position) = known { position } else { .start } }
}

/// Finds among the events between two points those that made figures others.
private struct CauseSearch {
    private let sources: [[FigureSource]]
    private var events: [StreamID: [EventRecord]] = [:]
    /// What acts on records from afar.
    private var distant: [EventRecord] = []
    private var found: [[ChangeCause]]

    init(_ sources: [[FigureSource]]) {
        self.sources = sources
        found = sources.map { _ in [] }
    }

    var touched: [StreamID] { events.keys.sorted() }

    /// In the order of arrival; where nothing that a figure rests on explains it, what acts from afar does.
    var causes: [[ChangeCause]] {
        found.map { causes in
            (causes.isEmpty ? distant.map { CauseSearch.cause($0, $0.envelope.stream.text) } : causes).sorted { $0.position < $1.position }
        }
    }

    mutating func take(_ record: EventRecord) {
        let stream = record.envelope.stream
        if ["batch", "link", "settings", "profile"].contains(stream.kind) { distant.append(record) }
        let concerns = sources.joined().contains { source in
            switch source {
            case .days(let source): source.kind == stream.kind
            case .events(let source): source.concerns(stream)
            }
        }
        if concerns { events[stream, default: []].append(record) }
    }

    /// Credits the events of a stream to the figures that they changed.
    mutating func take(_ stream: StreamID, before: LoadedStream?, after: LoadedStream?) {
        guard let records = events[stream] else { return }
        let name = (after ?? before).map(EventWords.name) ?? stream.text
        for (index, sources) in sources.enumerated() {
            var taken: Set<EventID> = []
            for source in sources {
                for record in records where CauseSearch.explains(source, record, before, after) && taken.insert(record.id).inserted {
                    found[index].append(CauseSearch.cause(record, name))
                }
            }
        }
    }

    private static func explains(_ source: FigureSource, _ record: EventRecord, _ before: LoadedStream?, _ after: LoadedStream?) -> Bool {
        switch source {
        case .days(let source):
            guard source.kind == record.envelope.stream.kind else { return false }
            return before.map { source.inside($0.rows(of: source.ledger)) } ?? [:] != after.map { source.inside($0.rows(of: source.ledger)) } ?? [:]
        case .events(let source):
            guard source.concerns(record.envelope.stream), source.types?.contains(record.envelope.type) ?? true else { return false }
            return [before, after].contains { $0.map(source.isTold) ?? false }
        }
    }

    private static func cause(_ record: EventRecord, _ name: String) -> ChangeCause {
        let envelope = record.envelope
        let body = record.body
        // A body that cannot be read is told by its type alone.
        let data = Ledger.registry.schema(envelope.type, version: envelope.schemaVersion).flatMap { try? BodyView.json(body.span.bytes, $0).data }
        return ChangeCause(
            event: record.id, stream: envelope.stream, type: envelope.type, position: record.position, recorded: envelope.recorded, by: envelope.actor,
            text: EventWords.sentence(envelope.type, name, data))
    }
}
