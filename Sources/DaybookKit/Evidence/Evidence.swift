import Engine
public import EventCodec
public import EventModel
import EventSourcing

/// Why an event is not in a figure.
public enum EvidenceReason: String, CaseIterable, Sendable {
    case removed, takenBack, superseded, setAside, heldBack, amended
    case notNeeded, outsideWindow, afterWindow, afterOn, unlike, notKnownYet
    case shadowed, dropped, pending, disputed, quarantined, erased
    case reset, unfinished, wrong, lowerScore, notReached, notAsked, notLast

    /// Whether it is left out only because another one comes before it: what is not known yet may have come first.
    var isOfRank: Bool { self == .notLast }

    /// As a person reads it.
    public var text: String {
        switch self {
        case .removed: "It was removed."
        case .takenBack: "It was taken back with its import."
        case .superseded: "Something later took its place."
        case .setAside: "A link between two ledgers sets it aside."
        case .heldBack: "It waits: another record took that place."
        case .amended: "An amendment removed the value."
        case .notNeeded: "Not needed: newer landings suffice."
        case .outsideWindow: "It lies before the days that count."
        case .afterWindow: "It lies after the days that count."
        case .unlike: "It records another flight."
        case .afterOn: "It is after the day asked about."
        case .notKnownYet: "This ledger did not know it then."
        case .dropped: "It was decided that it does not count."
        case .shadowed: "Something else counts in its place."
        case .pending: "It waits for a decision: daybook outcomes"
        case .disputed: "Signatures disagree about it."
        case .quarantined: "It cannot be checked here."
        case .erased: "Its record was erased."
        case .reset: "Progress was reset after it."
        case .unfinished: "It was not handed in."
        case .wrong: "The answer was wrong."
        case .lowerScore: "Another attempt at the test has the best score."
        case .notReached: "Its day did not reach the goal."
        case .notLast: "It is not the last one with a time."
        case .notAsked: "The set does not ask this question."
        }
    }

    init?(_ outcome: EventOutcome) {
        switch outcome.status {
        case .effective: return nil
        case .shadowed: self = outcome.reason == OutcomeReason.settleDropped ? .dropped : .shadowed
        case .pending: self = .pending
        case .disputed: self = .disputed
        case .quarantined: self = .quarantined
        case .erased: self = .erased
        case .masked: self = .setAside
        }
    }

    init(_ mask: RecordMask.Reason) {
        switch mask {
        case .heldBack: self = .heldBack
        case .takenBack: self = .takenBack
        case .superseded: self = .superseded
        }
    }
}

/// The events that a figure rests on, and those that it leaves out, with why: the newest of each, so many at the most.
public struct Evidence: Sendable {
    public struct Counted: Sendable {
        public let event: EventID
        public let stream: StreamID
        public let day: CivilDate
        /// The amount that it adds; nil where it is no sum.
        let adds: Int64?
        let unit: EvidenceUnit
        /// Its name: `flight of 2026-02-01 KSJC–KRHV`.
        public let text: String
        /// The last amendment of it that counts.
        public let amendedBy: EventID?

        /// The amount that it adds, as JSON and in words; nil where it is no sum.
        public var amount: JSONValue? { adds.map(unit.json) }
        public var amountText: String? { adds.map(unit.text) }

        fileprivate func write(to sink: inout some JSONSink) {
            sink.beginPart(event, stream, day)
            if let adds { unit.write("amount", exactly: "amountSeconds", adds, to: &sink) }
            sink.text(named: "text", text)
            sink.hex(named: "amendedBy", amendedBy)
            sink.endObject()
        }
    }

    public struct LeftOut: Sendable {
        public let event: EventID
        public let stream: StreamID
        public let day: CivilDate
        public let reason: EvidenceReason
        /// The event that says so, where one does.
        public let because: EventID?
        public let text: String

        fileprivate func write(to sink: inout some JSONSink) {
            sink.beginPart(event, stream, day)
            sink.text(named: "reason", reason.rawValue)
            sink.text(named: "text", text)
            sink.text(named: "why", reason.text)
            sink.hex(named: "because", because)
            sink.endObject()
        }
    }

    /// The newest first.
    public let counted: [Counted]
    public let leftOut: [LeftOut]
    /// The number of all events, listed or not.
    public let countedTotal: Int
    public let leftOutTotal: Int
    /// The sum over all events, listed or not; nil where nothing is a sum.
    let addsTotal: Int64?
    package let unit: EvidenceUnit

    /// The largest number of events listed of each kind, unless fewer are asked for.
    public static let limit = 100

    /// The sum over the events that are not listed beside the newest `shown`; nil where nothing is a sum.
    package func rest(beside shown: Int) -> Int64? {
        addsTotal.map { total in counted.prefix(max(0, shown)).reduce(total) { $0 - ($1.adds ?? 0) } }
    }

    /// The sum over the events that are not listed, in JSON. With the listed amounts it makes the total. Nil where
    /// nothing is a sum.
    public var restAdds: JSONValue? { rest(beside: counted.count).map(unit.json) }

    /// The same in words beside the newest `shown`; nil where it is nothing.
    public func restText(beside shown: Int) -> String? { rest(beside: shown).flatMap { $0 == 0 ? nil : unit.text($0) } }

    package var json: JSONValue {
        var tree = JSONTree()
        writeObject(to: &tree)
        return tree.value
    }

    /// Writes the evidence as JSON.
    package func write(to document: inout JSONBytes) { writeObject(to: &document) }

    private func writeObject(to sink: inout some JSONSink) {
        sink.beginObject()
        sink.name(plain: "counted")
        sink.beginArray()
        for part in counted { part.write(to: &sink) }
        sink.endArray()
        sink.unsigned(named: "countedTotal", UInt64(countedTotal))
        if let rest = rest(beside: counted.count) {
            unit.write("restAdds", exactly: "restAddsSeconds", rest, to: &sink)
        }
        sink.name(plain: "leftOut")
        sink.beginArray()
        for part in leftOut { part.write(to: &sink) }
        sink.endArray()
        sink.unsigned(named: "leftOutTotal", UInt64(leftOutTotal))
        sink.endObject()
    }
}

extension [Evidence] {
    /// Each as the closure writes it, on two threads where there are many.
    public func written(with write: @escaping @Sendable (Evidence) -> [UInt8]) throws -> [[UInt8]] {
        var written: [[UInt8]] = []
        try inPieces(of: count, .ofFigures) {
            self[$0].map(write)
        } receive: {
            written += $0
        }
        return written
    }
}

extension JSONSink {
    /// Begins the JSON of an event that a figure counts or leaves out.
    fileprivate mutating func beginPart(_ event: EventID, _ stream: StreamID, _ day: CivilDate) {
        beginObject()
        hex(named: "event", event)
        text(named: "stream", stream.text)
        name(plain: "date")
        date(day)
    }
}

/// The unit of the amounts of a sum.
package enum EvidenceUnit: Sendable {
    case seconds, count, millilitres, days

    /// Seconds as hours, else whole.
    package func json(_ amount: Int64) -> JSONValue {
        var tree = JSONTree()
        write(amount, to: &tree)
        return tree.value
    }

    /// A decimal is half up; the exact seconds stand beside it.
    fileprivate func write(
        _ name: StaticString, exactly secondsName: StaticString, _ amount: Int64, to sink: inout some JSONSink
    ) {
        sink.name(plain: name)
        write(amount, to: &sink)
        guard self == .seconds else { return }
        sink.name(plain: secondsName)
        sink.integer(amount)
    }

    private func write(_ amount: Int64, to sink: inout some JSONSink) {
        if self == .seconds { sink.hours(Hours(seconds: Int(amount))) } else { sink.integer(amount) }
    }

    package func text(_ amount: Int64) -> String {
        switch self {
        case .seconds: "\(Hours(seconds: Int(amount)).text) h"
        case .count: "\(amount)"
        case .millilitres: "\(amount) mL"
        case .days: amount == 1 ? "1 day" : "\(amount) days"
        }
    }
}
