public import EventCodec
package import EventModel
package import EventSourcing

/// A projection that has answers in words: what `diff` compares.
public struct Projection: Hashable, Sendable {
    public let name: String
    /// The name of its domain.
    package let domain: String
    /// Whether a figure of another title is another figure.
    package let comparesTitles: Bool

    package init(_ name: String, of domain: String, comparesTitles: Bool = false) {
        (self.name, self.domain, self.comparesTitles) = (name, domain, comparesTitles)
    }

    /// The events that it is computed from.
    public var scope: AnswerScope { .domains([domain]) }
}

/// One figure of an answer: its value, the value in words, and the sources that it is computed from.
///
/// `--explain` lists the events of the sources; `diff` lists those that changed the figure.
public struct Figure: Sendable {
    public let projection: Projection
    /// The same at all times: a requirement's name, an alarm's stream.
    public let id: String
    public let title: String
    public let value: JSONValue
    public let words: String
    package let sources: [FigureSource]

    package init(
        _ projection: Projection, _ id: String, _ title: String, _ value: JSONValue, _ words: String,
        from sources: [FigureSource]
    ) {
        (self.projection, self.id, self.title, self.value, self.words, self.sources) = (
            projection, id, title, value, words, sources
        )
    }
}

/// Something that a figure is computed from.
package enum FigureSource: Sendable {
    /// Measures of the records of a kind, over days.
    case days(DaySource)
    /// Events of streams.
    case events(EventSource)
}

/// Measures of the dated rows of a kind of records; a record counts for what the first of the measures says.
package struct DaySource: Sendable {
    package let kind: String
    /// The name of their day ledger.
    package let table: String
    /// Its number in the ledger that is asked; no ledger has a number below 0.
    package private(set) var ledger = -1
    package let measures: [Int]
    /// A measure that is taken off the others.
    package var less: Int?
    package let days: ClosedRange<CivilDate>
    /// The first day that could count. From it to the days that count, newer records suffice. Nil: that of `days`.
    package var window: CivilDate?
    package let unit: EvidenceUnit
    /// Of days in a row what each has to come to; other days do not count. Nil: amounts are summed.
    package var row: [CivilDate: Int64]?
    /// Only these records; others of the days are left out. Nil: all.
    package var only: Set<StreamID>?
    /// Not these records: they are left out.
    package var except: Set<StreamID> = []
    /// Whether records of other days are listed as left out. Figures that stand side by side omit them, because
    /// another figure counts each of these records.
    package var listsOtherDays = true

    package init(
        kind: String, table: DayLedgerDefinition, measures: [Int], days: ClosedRange<CivilDate>, unit: EvidenceUnit
    ) {
        (self.kind, self.table, self.measures) = (kind, table.name, measures)
        (self.days, self.unit) = (days, unit)
    }

    /// The same of a ledger.
    func numbered(in registry: Registry) -> DaySource {
        var source = self
        source.ledger = registry.ledger(named: table) ?? -1
        return source
    }

    /// Whether the name of a record decides, too.
    var isRestricted: Bool { only != nil || !except.isEmpty }

    func admits(_ stream: StreamID) -> Bool { only?.contains(stream) ?? true && !except.contains(stream) }

    /// The sum of a row's values.
    @inline(__always) func sum(_ values: ArraySlice<Int64>) -> Int64 {
        var sum: Int64 = 0
        for measure in measures { sum += values[values.startIndex + measure] }
        if let less { sum -= values[values.startIndex + less] }
        return sum
    }

    func sum(_ values: [Int64]) -> Int64 { sum(values[...]) }
}

/// Events of some streams.
package struct EventSource: Sendable {
    package var streams: [StreamID] = []
    /// All streams of these kinds, too.
    package var kinds: [String] = []
    /// The types that matter; nil: all of them.
    package var types: Set<String>?
    /// Last-write-wins event types, with what each overwrites: of each only the last event of a stream counts.
    package var anew: [String: Anew] = [:]
    /// The day for which registers of days are asked.
    package var day: CivilDate
    /// Of records of a day those before it are too old; nil: none is.
    package var since: CivilDate?
    /// Only records with a value in one of these fields; nil: all.
    package var stating: Set<String>?
    /// Only events that say one of these; nil: all.
    package var matching: (field: String, values: [JSONValue])?
    /// Streams that do not count by a rule of their domain.
    package var excluded: [StreamID: EvidenceReason] = [:]
    /// The events before a reset, and the reset.
    package var before: HeldLogs.SizesBefore?
    /// The effect on the figure of an event that counts; nil: nothing is a sum.
    package var part: (@Sendable (EventInStream) -> EventPart)?
    /// Whether days in a row are counted, each by its first event, and which they are; else what events add is summed.
    package var isOfRow = false
    package var row: ClosedRange<CivilDate>?

    package init(
        streams: [StreamID] = [], kinds: [String] = [], types: Set<String>? = nil, anew: [String: Anew] = [:],
        day: CivilDate, since: CivilDate? = nil, stating: Set<String>? = nil,
        matching: (field: String, values: [JSONValue])? = nil
    ) {
        (self.streams, self.kinds, self.types, self.anew) = (streams, kinds, types, anew)
        (self.day, self.since, self.stating, self.matching) = (day, since, stating, matching)
    }

    package func concerns(_ stream: StreamID) -> Bool { streams.contains(stream) || kinds.contains(stream.kind) }
}

/// The register that events overwrite: the thing itself, or the one that a field names.
package enum Anew: Sendable { case thing(String), named(field: String) }

/// An event of a stream, as a figure looks at it.
package final class EventInStream {
    package let stream: StreamID
    package let type: String
    /// Meaningless where its body was not understood.
    let role: EventRole
    private let content: EventContent?
    /// The same for all of a type and version; nil where its body was not understood.
    let schemaID: ObjectIdentifier?
    var schema: EventSchema? { content?.schema }
    /// Its data; nil where it cannot be read. O(bytes).
    var data: JSONValue? { content.flatMap(EventWords.data) }

    /// Without content where its body was not understood.
    init(stream: StreamID, _ content: EventContent?, _ role: EventRole) {
        self.stream = stream
        self.content = content
        self.role = role
        type = content?.type ?? ""
        schemaID = content.map { ObjectIdentifier($0.schema) }
    }

    /// Of which no more is known than its type.
    init(stream: StreamID, type: String) {
        (self.stream, self.type, role, content, schemaID) = (stream, type, .note, nil, nil)
    }

    /// The fields that were read, kept because several figures read the same ones.
    private var stated: [(field: String, value: JSONValue?)] = []
    /// Texts found from the content, by the object that asked: several figures ask for the same one.
    private var found: [(by: ObjectIdentifier, String)] = []

    /// The text that `make` gives, made once for each object that asks.
    package func find(for finder: AnyObject, _ make: () -> String) -> String {
        let finder = ObjectIdentifier(finder)
        if let known = found.first(where: { $0.by == finder }) { return known.1 }
        let made = make()
        found.append((finder, made))
        return made
    }

    /// One field of what it says; nil where it is not there. O(bytes before it) once.
    package subscript(_ field: String) -> JSONValue? {
        guard let content else { return nil }
        if let known = stated.first(where: { $0.field == field }) { return known.value }
        // A body that was folded was held against its schema; one that cannot be read says nothing.
        let value = try? content.withBody { try BodyView.value(of: field, in: $0, content.schema) }
        if stated.isEmpty { stated.reserveCapacity(4) }
        stated.append((field, value))
        return value
    }
}

/// The effect of an event on a figure.
package enum EventPart: Sendable {
    case counts
    case adds(Int64)
    case leftOut(EvidenceReason)
    /// It is about something else.
    case unconcerned
}

extension Figure {
    /// The unit of the sums: of days always, of events where the figure is a number; nil where nothing is summed.
    var sumUnit: EvidenceUnit? {
        for source in sources {
            switch source {
            case .days(let source): return source.unit
            case .events(let source): if source.part != nil, isNumber { return source.isOfRow ? .days : .count }
            }
        }
        return nil
    }

    private var isNumber: Bool { if case .number = value { true } else { false } }
}
