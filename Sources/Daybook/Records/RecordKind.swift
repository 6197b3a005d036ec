import DaybookKit
import EventCodec
import EventSourcing

/// A kind that a domain declares by a record type.
protocol RecordDeclaredKind: StreamKind {}

/// The kind of stream by which the engine knows a record type.
struct RecordKind<R: Record>: RecordDeclaredKind {
    let name: String
    let create: EventSchema
    let schemas: RecordSchemas
    /// The keys of the day and of the sums; nil where nothing is summed.
    let sums: (day: UInt64, keys: [UInt64])?
    /// The key of the field by which they are kept, too.
    let rowKey: UInt64?
    /// The keys of the fields that name attachments.
    let attachments: [UInt64]
    /// The place of its sums among the projections of the domain; its tallies stand behind them.
    let ledger: Int
    let tallies: [RecordTally<R>]

    init(_ schema: RecordSchema<R>, _ create: EventSchema, _ schemas: RecordSchemas, ledger: Int) {
        name = schema.kind
        self.create = create
        self.schemas = schemas
        self.ledger = ledger
        tallies = schema.tallies
        attachments = create.fields.compactMap { if case .bytes = $0.kind { $0.key } else { nil } }
        rowKey = schema.sumsBy.map { UInt64($0.rawValue) }
        sums = schema.days == nil ? nil : create.validTime.map { ($0, schema.sums.map { UInt64($0.rawValue) }) }
    }

    var looksAround: Bool { true }

    func request(for event: EventContent, having seen: Surroundings) -> Surroundings.Request? {
        do { try validate(event, seen) } catch let unseen as RuleContext.Unseen {
            let lookedUp = seen.others.keys.count { !seen.kinds.contains($0.kind) } + seen.sums.count
            return lookedUp < RuleContext.Unseen.most ? unseen.request : nil
        } catch {
            // The refusal is found again where it is asked for.
        }
        return nil
    }

    func refuse(_ event: EventContent, in surroundings: Surroundings, _ context: DecideContext) -> Rejection? {
        do {
            try validate(event, surroundings)
            return nil
        } catch let rejection as Rejection { return rejection } catch is RuleContext.Unseen {
            return Rejection(
                code: "rule.failed",
                message:
                    "The rule of \(name) looks up more than \(RuleContext.Unseen.most) records or sums one by one.",
                hint: "A rule gives the same verdict for the same records. Read many with context.records.")
        } catch {
            return Rejection(code: "rule.failed", message: "The rule of \(name) has failed: \(error)")
        }
    }

    private func validate(_ event: EventContent, _ seen: Surroundings) throws {
        var fields = RecordFields(body: event.body)
        switch event.schema.role {
        case .create: break
        case .edit:
            fields = seen.own.state?.fields ?? RecordFields()
            fields.merge(body: event.body)
        default: return
        }
        let record = try StoredRecord<R>.value(fields, create)
        try R.validate(record, RuleContext(seen, schemas))
        if tallies.isEmpty { return }
        let before = try event.schema.role == .edit
            ? seen.own.state.map { try StoredRecord<R>.value($0.fields, create) } : nil
        for tally in tallies { if let refusal = tally.refusal(of: record, before: before) { throw refusal } }
    }

    func explain(_ rejection: Rejection, _ event: EventContent) -> Rejection {
        let words: String? =
            switch rejection.code {
            case "signature.locked": "This \(name) is locked."
            case "void.nothing": "No lock stands on this \(name)."
            case "restore.nothing": "This \(name) was not removed."
            default: nil
            }
        return R.explain(words.map { Rejection(code: rejection.code, message: $0) } ?? rejection)
    }

    /// A record keeps its attachments, replaced ones too, for as long as its events.
    func blobs(namedBy event: EventContent) -> [Bytes32] {
        switch event.schema.role {
        case .create, .edit: attachments.compactMap { RecordFields.bytes32(of: $0, inBody: event.body) }
        default: []
        }
    }

    func contribute(_ fields: FieldScan, to sink: inout ContributionSink) {
        guard let sums, let day = fields.date(sums.day) else { return }
        sink.add(day: day, to: ledger) { values in
            for key in sums.keys { values.append(Int64(fields.integer(key) ?? 0)) }
        }
    }

    func contributeKeyed(_ fields: FieldScan, of map: RawSpan, to sink: inout ContributionSink) {
        if tallies.isEmpty { return }
        // A reading of a record that cannot be read fails by itself.
        guard let day = create.validTime.flatMap(fields.date), let record = try? StoredRecord<R>.value(map, create)
        else { return }
        let first = ledger + (sums == nil ? 0 : 1)
        for (place, tally) in tallies.enumerated() { tally.add(record, on: day, to: first + place, of: &sink) }
    }
}
