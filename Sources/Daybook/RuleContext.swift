public import DaybookKit
import EventCodec
import EventSourcing

/// The input of a rule of a record: the clock, and other records as they stand before the event.
public struct RuleContext {
    private let seen: Surroundings
    private let schemas: RecordSchemas

    init(_ seen: Surroundings, _ schemas: RecordSchemas) {
        self.seen = seen
        self.schemas = schemas
    }

    /// The clock of the ledger.
    public var now: Instant { seen.context.now }
    /// The date of `now` in the ledger's zone.
    public var today: CivilDate { seen.context.today }

    /// The stream of the record that is decided.
    private var own: Chronicle { seen.own }

    /// A record that stands; nil where none does. The record that is decided is as it was before. O(its events).
    public func record<R: Record>(_ id: RecordID<R>) throws -> StoredRecord<R>? {
        guard let found = id.stream == own.stream ? own : seen.others[id.stream] else {
            throw Unseen(request: .stream(id.stream))
        }
        guard let record = try StoredRecord<R>(found, try schemas.create(R.self)), record.stands else { return nil }
        return record
    }

    /// The records of a type that stand, by their ids, without the one that is decided. O(events of the type).
    public func records<R: Record>(_ type: R.Type) throws -> [StoredRecord<R>] {
        let kind = R.schema.kind
        guard seen.kinds.contains(kind) else { throw Unseen(request: .streams(kind: kind) { _ in false }) }
        let schema = try schemas.create(R.self)
        return try seen.others.values.filter { $0.stream.kind == kind && $0.stands }
            .sorted { $0.stream < $1.stream }.compactMap { try StoredRecord<R>($0, schema) }
    }

    /// The records of one day that have a value, with their sums, without the one that is decided. From a kept row,
    /// whatever the number of records.
    ///
    ///     let taken = try context.sums(of: Dose.self, by: dose.medicine, on: dose.day)
    ///     if taken[.milligrams] + dose.milligrams > most { throw … }
    ///
    /// - Parameters:
    ///   - type: A type whose schema names a field as `sumsBy`.
    ///   - key: A value of that field.
    ///   - day: Of the type's valid time.
    /// - Throws: `Fault` `sums.undeclared` for a type without such sums, `sums.key` for a value of another type.
    public func sums<R: Record>(of type: R.Type, by key: some RecordField, on day: CivilDate) throws -> DaySum<R> {
        let (definition, key) = try R.schema.keyed(by: key)
        let (rows, sums) = try sums(of: type, definition, key, on: day)
        return DaySum(date: day, records: rows, sums)
    }

    /// The sums of one key of a projection on one day.
    func sums<R: Record>(of type: R.Type, _ definition: DayLedgerDefinition, _ key: [UInt8], on day: CivilDate)
        throws -> (rows: Int, sums: [Int64])
    {
        _ = try schemas.create(type)
        let request = SumRequest(ledger: definition.name, day: day, key: key)
        guard let found = seen.sums[request] else { throw Unseen(request: .sums(request)) }
        return (found.rows, found.sums)
    }

    /// A record that a rule asks for and has not seen; the engine reads it, and asks the rule again.
    struct Unseen: Error {
        let request: Surroundings.Request

        /// How many records a rule may look up one by one: one that never has enough would never end.
        static let most = 1_000
    }
}

/// The create of each record type of a domain, by the kind of its stream.
struct RecordSchemas: Sendable {
    let creates: [String: EventSchema]

    /// - Throws: `Rejection` `rule.failed` for a type that the domain does not declare.
    func create<R: Record>(_ type: R.Type) throws(Rejection) -> EventSchema {
        if let schema = creates[R.schema.kind] { return schema }
        throw Rejection(
            code: "rule.failed", message: "A rule looks at \(type), which its domain does not declare.",
            hint: "Add it to the domain's records.")
    }
}
