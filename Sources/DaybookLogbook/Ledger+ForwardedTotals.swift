public import DaybookKit
public import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
public import Logbook

/// Totals brought forward with their stream.
public struct StatedTotals: Sendable {
    public let stream: StreamID
    public let totals: ForwardedTotals
    public let remarks: String?
    /// Whether they differ from what was stated first.
    public let isAmended: Bool
}

extension Ledger {
    /// The number of the day ledger of totals brought forward.
    var forwardLedger: Int { get throws(Fault) { try number(of: LogbookDomain.forwards) } }

    /// Brings totals of an earlier logbook forward, as of a day up to today.
    ///
    /// Throws `DraftRefusal` with `date.future`, `date.early`, `hours.part`, `forward.total`.
    @discardableResult @available(*, noasync)
    public func bringForward(_ totals: ForwardedTotals, remarks: String? = nil, id: String? = nil) throws -> (
        stream: StreamID, receipt: AppendReceipt
    ) {
        let stream = try stream(ofNew: id, kind: "forward")
        let data =
            [JSONValue.Member("date", .string(totals.date.description))] + Ledger.members(totals)
            + (remarks.map { [JSONValue.Member("remarks", .string($0))] } ?? [])
        return (stream, try append([EventDraft(stream: stream, type: "forward.stated", data: .json(.object(data)))]))
    }

    /// Changes totals that were brought forward; null clears a field.
    ///
    /// Throws `Rejection` `amend.nothing` where they have all of these values.
    @discardableResult @available(*, noasync)
    public func amendForwarded(_ stream: StreamID, _ changes: [JSONValue.Member]) throws -> AppendReceipt {
        if let stated = try forwardedTotals(AsOf(on: .latest)).value.first(where: { $0.stream == stream }) {
            let before =
                Ledger.members(stated.totals)
                + [
                    .init("date", .string(stated.totals.date.description)),
                    .init("remarks", stated.remarks.map { .string($0) } ?? .null),
                ]
            func old(_ name: String) -> JSONValue { before.first { $0.name == name }?.value ?? .null }
            if changes.allSatisfy({ old($0.name).isEquivalent(to: $0.value) }) {
                throw Rejection(
                    code: "amend.nothing", message: "Nothing to change: the totals already have these values.",
                    remedy: Remedy("forward.list", "The list of totals brought forward shows them."))
            }
        }
        return try append([EventDraft(stream: stream, type: "forward.amended", data: .json(.object(changes)))])
    }

    /// Removes totals that were brought forward; their history stays.
    @discardableResult @available(*, noasync)
    public func removeForwarded(_ stream: StreamID, reason: String? = nil) throws -> AppendReceipt {
        let data = JSONValue.object(pairs: ["reason": reason.map { .string($0) }])
        return try append([EventDraft(stream: stream, type: "forward.removed", data: .json(data))])
    }

    /// The totals brought forward as of a day or before, oldest first. O(their records).
    public func forwardedTotals(_ asOf: AsOf = .now) throws -> Answer<[StatedTotals]> {
        try withView(asOf) { known, answered, transaction in
            Answer(
                asOf: answered,
                value: try forwardedTotals(known, transaction).filter { $0.totals.date <= answered.on })
        }
    }

    func forwardedTotals(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> [StatedTotals] {
        var found: [StatedTotals] = []
        try engine.forEachStream(kind: "forward", knownAt: known, transaction) { loaded in
            guard !loaded.fold.isRemoved, loaded.links.mask == nil, let state = loaded.fold.state else { return true }
            let scan = FieldScan()
            guard scan.read(state.fields.map.span.bytes), let totals = ForwardedTotals(scan) else { return true }
            let first = loaded.fold.created.flatMap { id in loaded.events.first { $0.id == id } }?.payload
            let remarks = RecordFields.text(of: ForwardStatedKey.remarks, inBody: state.fields.map)
            found.append(
                StatedTotals(
                    stream: loaded.stream, totals: totals, remarks: remarks,
                    isAmended: first.map { !Ledger.states($0, totals, remarks) } ?? false))
            return true
        }
        return found.sorted { ($0.totals.date, $0.stream) < ($1.totals.date, $1.stream) }
    }

    /// Whether the first event states these figures.
    private static func states(_ event: EventContent, _ totals: ForwardedTotals, _ remarks: String?) -> Bool {
        let scan = FieldScan()
        guard event.withBody(scan.read) else { return false }
        return ForwardedTotals(scan) == totals
            && RecordFields.text(of: ForwardStatedKey.remarks, inBody: event.body) == remarks
    }

    private static func members(_ totals: ForwardedTotals) -> [JSONValue.Member] {
        ForwardedTotals.Kind.allCases.compactMap { kind in
            totals[kind].map {
                JSONValue.Member(
                    kind.rawValue, kind.isCount ? .integer($0) : .hours(exactly: Hours(seconds: $0)))
            }
        }
    }
}
