import Engine
import EventCodec
import EventModel
import EventSourcing

/// The two sides of each figure: 2 × its number where it was computed before, and 1 more where it is now.
struct SideSet: Sendable {
    /// A bit for each; most answers have few figures.
    private var first: UInt64 = 0
    private var further: [UInt64] = []

    mutating func insert(_ side: Int) {
        if side < 64 { return first |= 1 << UInt64(side) }
        let word = side / 64 - 1
        if word >= further.count { further.append(contentsOf: repeatElement(0, count: word + 1 - further.count)) }
        further[word] |= 1 << UInt64(side % 64)
    }

    mutating func formUnion(_ other: SideSet) {
        first |= other.first
        if other.further.isEmpty { return }
        if further.count < other.further.count {
            further.append(contentsOf: repeatElement(0, count: other.further.count - further.count))
        }
        for word in other.further.indices { further[word] |= other.further[word] }
    }

    func forEach(_ body: (Int) throws -> Void) rethrows {
        func visit(_ word: UInt64, _ base: Int) throws {
            var rest = word
            while rest != 0 {
                try body(base + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        try visit(first, 0)
        for word in further.indices { try visit(further[word], 64 * (word + 1)) }
    }
}

/// The sources of all figures, by what they ask for: figures that ask the same are answered at once.
struct SidedSources: Sendable {
    /// A class: to copy such a source takes longer than to ask it.
    final class Events: Sendable {
        let side: Int
        let source: EventSource

        init(_ side: Int, _ source: EventSource) { (self.side, self.source) = (side, source) }
    }

    /// The questions about the rows that records of a kind add to a ledger.
    struct OfLedger: Sendable {
        let kind: String
        let ledger: Int
        fileprivate(set) var questions: [(question: DayQuestion, sides: SideSet)] = []
    }

    private(set) var days: [OfLedger] = []
    private(set) var events: [Events] = []
    /// Which of the events ask for a kind, and for a single stream.
    private var eventsOfKind: [String: [Int]] = [:]
    private var eventsOfStream: [StreamID: [Int]] = [:]

    init(_ sources: [CauseSearch.Sources]) {
        for (figure, pair) in sources.enumerated() {
            for (side, sources) in [(2 * figure + 1, pair.new), (2 * figure, pair.old)] {
                for source in sources {
                    switch source {
                    case .days(let source): add(side, source)
                    case .events(let source): add(Events(side, source))
                    }
                }
            }
        }
    }

    private mutating func add(_ side: Int, _ source: DaySource) {
        let group = days.firstIndex { $0.kind == source.kind && $0.ledger == source.ledger } ?? days.count
        if group == days.count { days.append(OfLedger(kind: source.kind, ledger: source.ledger)) }
        let question = DayQuestion(source)
        let index = days[group].questions.firstIndex { $0.question == question } ?? days[group].questions.count
        if index == days[group].questions.count { days[group].questions.append((question, SideSet())) }
        days[group].questions[index].sides.insert(side)
    }

    private mutating func add(_ each: Events) {
        for kind in Set(each.source.kinds) { eventsOfKind[kind, default: []].append(events.count) }
        for stream in Set(each.source.streams) { eventsOfStream[stream, default: []].append(events.count) }
        events.append(each)
    }

    /// Whether any figure is computed from a stream.
    func concern(_ stream: StreamID, _ kind: String) -> Bool {
        days.contains { $0.kind == kind } || eventsOfKind[kind] != nil
            || !eventsOfStream.isEmpty && eventsOfStream[stream] != nil
    }

    /// Which of the events ask for a stream.
    func events(of stream: StreamID, _ kind: String) -> [Int] {
        let ofKind = eventsOfKind[kind] ?? []
        guard !eventsOfStream.isEmpty, let ofStream = eventsOfStream[stream] else { return ofKind }
        return ofKind.isEmpty ? ofStream : Set(ofKind + ofStream).sorted()
    }

    /// Calls with what is asked of the rows that records of a kind add to a ledger.
    func forEachQuestion(of kind: String, _ ledger: Int, _ body: (DayQuestion, SideSet) -> Void) {
        for group in days where group.ledger == ledger && group.kind == kind {
            for asked in group.questions { body(asked.question, asked.sides) }
        }
    }

    /// The same in arrays and sets of its own.
    var copied: SidedSources {
        var copy = self
        copy.days = days.map {
            var group = OfLedger(kind: $0.kind, ledger: $0.ledger)
            group.questions = $0.questions.map(\.self)
            return group
        }
        copy.events = events.map {
            var source = $0.source
            source.types = source.types.map { Set($0.map(\.self)) }
            return Events($0.side, source)
        }
        (copy.eventsOfKind, copy.eventsOfStream) = (
            eventsOfKind.mapValues { $0.map(\.self) }, eventsOfStream.mapValues { $0.map(\.self) }
        )
        return copy
    }
}

/// The tools of one thread's search, made once for all records.
final class CauseTools {
    let maker = RowMaker()
    /// Of the schema that came last, by the places of the sources: which of its fields they ask for. Neighbours share
    /// it.
    private var stated: (schema: EventSchema, fields: [Int: [FieldSchema]])?

    /// The fields of a schema of which a source needs one to have a value; nil where it needs none.
    func fields(of sources: SidedSources, _ index: Int, _ schema: EventSchema) -> [FieldSchema]? {
        guard let stating = sources.events[index].source.stating else { return nil }
        if stated?.schema !== schema { stated = (schema, [:]) }
        if let known = stated?.fields[index] { return known }
        let fields = schema.fields.filter { stating.contains($0.name) }
        stated?.fields[index] = fields
        return fields
    }

    /// Whether a create has a value in one of the fields that a source needs.
    func isStated(_ sources: SidedSources, _ index: Int, by scan: FieldScan, _ schema: EventSchema) -> Bool {
        guard let fields = fields(of: sources, index, schema) else { return true }
        return fields.contains { scan.contains($0.key) && scan.bool($0.key) != false }
    }

    /// Whether a record has a value in one of them.
    func isStated(_ sources: SidedSources, _ index: Int, by loaded: LoadedStream) -> Bool {
        if sources.events[index].source.stating == nil { return true }
        guard let created = loaded.fold.created, let state = loaded.fold.state,
            let create = loaded.events.indices.first(where: { loaded.events[$0].id == created }),
            let schema = loaded.events[create].payload?.schema, let fields = fields(of: sources, index, schema)
        else { return false }
        return EventSource.isStated(fields, in: state.fields)
    }
}

/// The state just before an event, or with it.
enum EventSide { case before, with }

/// The sources that a stream concerns and that may have changed with it: most figures are of other streams.
struct ConcernedSources {
    /// The questions about the rows of one ledger whose answers differ.
    private struct Days {
        let ledger: Int
        var questions: [(question: DayQuestion, sides: SideSet)] = []
    }

    private var days: [Days] = []
    /// By their places among all.
    private var events: [Int] = []
    var isEmpty: Bool { days.isEmpty && events.isEmpty }
    var asksDays: Bool { !days.isEmpty }

    init(
        _ sources: SidedSources, _ stream: StreamID, _ tools: CauseTools, _ before: () throws -> LoadedStream?,
        _ after: LoadedStream?
    ) throws {
        let kind = stream.kind
        // A span lends its elements: they are not copied.
        let groups = sources.days.span
        for index in groups.indices where groups[index].kind == kind {
            let ledger = groups[index].ledger
            let (old, new) = (
                try before()?.rows(of: ledger, tools.maker) ?? [], after?.rows(of: ledger, tools.maker) ?? []
            )
            var changed = Days(ledger: ledger)
            let questions = groups[index].questions.span
            for each in questions.indices where !questions[each].question.areSame(old, new) {
                changed.questions.append(questions[each])
            }
            if !changed.questions.isEmpty { days.append(changed) }
        }
        for index in sources.events(of: stream, kind) {
            // Both states count: a record that had a value in one of the fields and no longer has one was changed.
            let isStated =
                try after.map { tools.isStated(sources, index, by: $0) } ?? false
                || before().map { tools.isStated(sources, index, by: $0) } ?? false
            if isStated { events.append(index) }
        }
    }

    /// The sides of which what is asked of days came to something else, in all steps together.
    var sides: SideSet {
        var sides = SideSet()
        for each in days {
            for asked in each.questions { sides.formUnion(asked.sides) }
        }
        return sides
    }

    /// The sides of which it came to something else with one event; `at` gives the stream before and with the event.
    func sides(_ tools: CauseTools, at: (EventSide) throws -> LoadedStream?) rethrows -> SideSet {
        func rows(_ side: EventSide) throws -> [[LoadedStream.DatedRow]] {
            let loaded = try at(side)
            return days.map { loaded?.rows(of: $0.ledger, tools.maker) ?? [] }
        }
        // These rows are made before the stream goes on to the event.
        let old = try rows(.before)
        let new = try rows(.with)
        var sides = SideSet()
        for (index, each) in days.enumerated() {
            for asked in each.questions where !asked.question.areSame(old[index], new[index]) {
                sides.formUnion(asked.sides)
            }
        }
        return sides
    }

    /// Those of events that an event of a type may have changed.
    func candidates(ofType event: EventInStream, in sources: SidedSources) -> [Int] {
        events.filter { event.isSettle || sources.events[$0].source.types?.contains(event.type) ?? true }
    }
}

extension EventInStream {
    /// Whether it decides what counts, whatever the other events of its stream are.
    var isSettle: Bool { type == "outcome.settled" }
}

extension EventSource {
    /// Whether an event of a stream that concerns the figure can have changed it by what it says.
    func mayBeChanged(by event: EventInStream) -> Bool {
        event.isSettle || types?.contains(event.type) ?? true && isTouched(by: event)
    }

    func isTouched(by event: EventInStream) -> Bool {
        if let matching, !matching.values.contains(event[matching.field] ?? .null) { return false }
        switch part?(event) ?? .counts {
        case .counts, .adds: return true
        case .unconcerned: return false
        // It may have taken the place of one that counted.
        case .leftOut: return !anew.isEmpty
        }
    }
}
