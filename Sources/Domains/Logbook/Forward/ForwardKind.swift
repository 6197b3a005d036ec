public import EventCodec
public import EventModel
public import EventSourcing

/// The kind of `forward/…` streams: totals of an earlier logbook.
public struct ForwardKind: StreamKind {
    public let name = "forward"

    /// The place of `LogbookDomain.forwards` among the day ledgers of the domain.
    static let ledger = 1

    public func admit(_ state: RecordFields, _ event: EventContent, _ scan: FieldScan) -> Rejection? {
        switch event.schema.role {
        case .create: return ForwardedTotals(scan)?.refusal
        case .edit:
            var fields = state
            apply(event, to: &fields)
            let merged = FieldScan()
            guard merged.read(fields.map.span.bytes), let totals = ForwardedTotals(merged) else {
                return Rejection(
                    code: "date.required", message: "Totals brought forward need their day.",
                    remedy: Remedy("forward.date", "Give the day."))
            }
            return totals.refusal
        default: return nil
        }
    }

    public func refuse(_ state: RecordState?, _ event: EventContent, _ scan: FieldScan, _ context: DecideContext)
        -> Rejection?
    {
        if event.type == "forward.amended", RecordFields.keys(ofBody: event.body).isEmpty {
            return Rejection(
                code: "amend.nothing", message: "Nothing is to be changed: the event names no field.",
                hint: "Name a field, or null for one to clear.")
        }
        guard event.schema.role == .create || event.schema.role == .edit,
            let day = scan.integer(ForwardStatedKey.date), let small = Int32(exactly: day)
        else { return nil }
        let date = CivilDate(day: small)
        return FlightRules.futureRefusal(date: date, today: context.today) ?? FlightRules.earlyRefusal(date: date)
    }

    public func explain(_ rejection: Rejection, _ event: EventContent) -> Rejection {
        switch rejection.code {
        case "record.missing":
            Rejection(
                code: "forward.unknown", message: "There are no such totals brought forward.",
                remedy: Remedy("forward.list", "The list of totals brought forward shows them."))
        case "record.exists":
            Rejection(
                code: rejection.code, message: "The id of these totals is taken already.", hint: "Use another id.")
        case "record.removed":
            Rejection(
                code: rejection.code, message: "These totals were removed.",
                remedy: Remedy("forward.restore", "Undo the removal: the history of the totals has its event."))
        default: rejection
        }
    }

    /// Totals are several: "totals brought forward as of 2025-12-31 were stated".
    static func wording(_ type: String, name: (@Sendable (RawSpan) -> String?)? = nil) -> EventWording {
        let verb = type.drop { $0 != "." }.dropFirst()
        return EventWording(name: name) { name, _ in "\(name) were \(verb)" }
    }

    @Sendable static func name(_ fields: RawSpan) -> String? {
        let scan = FieldScan()
        guard scan.read(fields), let totals = ForwardedTotals(scan) else { return nil }
        return "totals brought forward as of \(totals.date)"
    }

    public func contribute(_ fields: FieldScan, to sink: inout ContributionSink) {
        guard let totals = ForwardedTotals(fields) else { return }
        sink.add(day: totals.date, to: ForwardKind.ledger) { totals.measures.append(to: &$0) }
    }
}
