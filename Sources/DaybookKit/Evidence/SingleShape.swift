import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore

/// The questions of figures about the creates of one type, looked up once for neighbours that share it.
package final class SingleShape: Sendable {
    /// A figure of events that such a create may be part of.
    ///
    /// - `stating`: the keys of the fields of which the create must state one; nil: none is needed.
    /// - `isOfKind`: whether all records of the kind are asked for, or only some.
    package struct Events: Sendable {
        let events: EvidencePlan.Events
        fileprivate let stating: [UInt64]?
        fileprivate let isOfKind: Bool
    }

    /// The relation of a create to a figure.
    package struct Verdict {
        package enum What {
            case leaves(EvidenceReason, isSentence: Bool)
            /// `adds`: the amount; nil where the figure is no sum.
            case counts(adds: Int64?)
        }
        let what: What
        let day: CivilDate
    }

    private let schema: EventSchema
    /// Of no other schema as long as this one is held.
    let schemaID: ObjectIdentifier
    let events: [Events]
    let ledgers: [EvidencePlan.OfLedger]
    /// The fields that may state the day of the event.
    private let days: [UInt64]
    private let date: UInt64?

    init(_ schema: EventSchema, _ kind: String, _ plan: EvidencePlan) {
        self.schema = schema
        schemaID = ObjectIdentifier(schema)
        ledgers = plan.ledgers(of: kind)
        events = plan.events.filter { each in
            (each.source.kinds.contains(kind) || each.source.streams.contains { $0.kind == kind })
                && each.source.types?.contains(schema.type) ?? true
        }.map { each in
            Events(
                events: each,
                stating: each.source.stating.map { names in
                    schema.fields.filter { names.contains($0.name) }.map(\.key)
                }, isOfKind: each.source.kinds.contains(kind))
        }
        let dates = ["date", "from"].compactMap { schema.field(named: $0) }.filter {
            if case .date = $0.kind { true } else { false }
        }
        days = dates.map(\.key)
        date = dates.first { $0.name == "date" }?.key
    }

    /// The verdict of a figure about the create read last, equal to that of `EventSorting` for a record that stands
    /// alone; nil if they are unrelated.
    func verdict(
        _ each: Events, _ name: RawSpan, _ place: EventPlace, _ row: borrowing LogRow, _ single: borrowing SingleEvents,
        _ plan: EvidencePlan
    ) throws -> Verdict? {
        let (source, scan) = (each.events.source, single.scan)
        if !each.isOfKind, !source.streams.contains(StreamID(unchecked: name.text)) { return nil }
        if let stating = each.stating, !stating.contains(where: { scan.contains($0) && scan.bool($0) != false }) {
            return nil
        }
        func verdict(_ what: Verdict.What) throws -> Verdict {
            Verdict(what: what, day: try day(name, row, single, plan))
        }
        if !source.excluded.isEmpty, let reason = source.excluded[StreamID(unchecked: name.text)] {
            return try verdict(.leaves(reason, isSentence: false))
        }
        func event() -> EventInStream {
            EventInStream(
                stream: StreamID(unchecked: name.text),
                EventContent(schema: schema, body: row.body.array, engine: .none), schema.role)
        }
        if let match = source.matching, !match.values.contains(event()[match.field] ?? .null) { return nil }
        func leaves(_ reason: EvidenceReason) throws -> Verdict { try verdict(.leaves(reason, isSentence: true)) }
        if let moment = plan.moment, try single.moment(of: row, in: name) > moment { return try leaves(.afterOn) }
        if source.before?.contains(place.inLog) == true { return try leaves(.reset) }
        if let date = date.flatMap({ scan.date($0) }) {
            if date > source.day { return try leaves(.afterOn) }
            if let since = source.since, date < since { return try leaves(.outsideWindow) }
        }
        switch source.part?(event()) ?? .counts {
        case .counts: return try verdict(.counts(adds: nil))
        case .adds(let amount): return try verdict(.counts(adds: amount))
        case .leftOut(let reason): return try leaves(reason)
        case .unconcerned: return nil
        }
    }

    /// The day of the event: that of its day field if it has one, whatever the clock said.
    private func day(_ name: RawSpan, _ row: borrowing LogRow, _ single: borrowing SingleEvents, _ plan: EvidencePlan)
        throws -> CivilDate
    {
        for key in days { if let stated = single.scan.date(key) { return stated } }
        return plan.date(min(max(try single.moment(of: row, in: name), .earliest), .latest))
    }
}
