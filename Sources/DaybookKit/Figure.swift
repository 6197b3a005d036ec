public import EventCodec
import EventModel
import EventSourcing

/// A projection that has answers in words: what `diff` compares.
public enum Projection: String, CaseIterable, Sendable {
    case currency, progress, summary, alarms, water, quiz
}

/// One figure of an answer: its value, in words too, and what it is computed from. `--explain` tells what that was, `diff` what changed it.
public struct Figure: Sendable {
    public let projection: Projection
    /// The same at all times: a requirement's name, an alarm's stream.
    public let id: String
    public let title: String
    public let value: JSONValue
    public let words: String
    let sources: [FigureSource]

    init(_ projection: Projection, _ id: String, _ title: String, _ value: JSONValue, _ words: String, from sources: [FigureSource]) {
        (self.projection, self.id, self.title, self.value, self.words, self.sources) = (projection, id, title, value, words, sources)
    }
}

/// Something that a figure is computed from.
enum FigureSource: Sendable {
    /// Measures of the records of a kind, over days.
    case days(DaySource)
    /// What happened in streams.
    case events(EventSource)
}

/// Measures of the dated rows of a kind of records; a record counts for what the first of the measures says.
struct DaySource: Sendable {
    enum Unit: Sendable { case tenths, count, millilitres }

    let kind: String
    let ledger: Int
    let measures: [Int]
    let days: ClosedRange<CivilDate>
    let unit: Unit

    /// What rows come to.
    func sum(_ values: [Int64]) -> Int64 { measures.reduce(0) { $0 + values[$1] } }

    /// The same measures over the days of both.
    func joined(_ other: DaySource?) -> DaySource {
        guard let other else { return self }
        let days = min(days.lowerBound, other.days.lowerBound)...max(days.upperBound, other.days.upperBound)
        return DaySource(kind: kind, ledger: ledger, measures: measures, days: days, unit: unit)
    }

    /// An amount as JSON: tenths of an hour as a decimal, else whole.
    func json(_ amount: Int64) -> JSONValue { unit == .tenths ? .number(Digits.tenths(Int(amount))) : .integer(amount) }

    func text(_ amount: Int64) -> String {
        switch unit {
        case .tenths: "\(Digits.tenths(Int(amount))) h"
        case .count: "\(amount)"
        case .millilitres: "\(amount) mL"
        }
    }
}

/// Events of some streams.
struct EventSource: Sendable {
    var streams: [StreamID] = []
    /// All streams of these kinds, too.
    var kinds: [String] = []
    /// The types that matter; nil: all of them.
    var types: Set<String>?
    /// Of these, notes that say the same thing anew, only the last of a stream counts.
    var lastOnly: Set<String> = []
    /// The day for which registers of days are asked.
    var day: CivilDate
    /// Of records of a day those before it are too old; nil: none is.
    var since: CivilDate?
    /// Only records that tell one of these fields; nil: all.
    var telling: Set<String>?
    /// Only events that say this; nil: all.
    var matching: (field: String, value: JSONValue)?
    /// Streams that do not count by a rule of their domain.
    var excluded: [StreamID: EvidenceReason] = [:]
    /// What lies before a reset, and the reset.
    var before: HeldLogs.SizesBefore?

    func concerns(_ stream: StreamID) -> Bool { streams.contains(stream) || kinds.contains(stream.kind) }
}
