public import DaybookKit

/// A ledger at one position, asked about one day: it does not change while it is read.
///
/// It lives as long as the closure that it is given to. Questions of an app are extensions of it:
///
///     extension Snapshot {
///         borrowing func milligrams(on day: CivilDate) throws -> Int {
///             try records(Dose.self).filter { $0.day == day }.reduce(0) { $0 + $1.milligrams }
///         }
///     }
public struct Snapshot: ~Copyable {
    private let ledger: Ledger
    private let pinned: AsOf
    /// Both times of the answers: the day that is asked about, and the position that is known.
    public let asOf: AnsweredAsOf

    init(_ ledger: Ledger, _ asOf: AsOf) throws {
        var asOf = asOf
        // No event lies beyond the ends of the calendar.
        if case .at(let instant) = asOf.known { asOf.known = .at(min(max(instant, .earliest), .latest)) }
        self.ledger = ledger
        self.asOf = try ledger.answered(asOf)
        pinned = asOf.pinned(to: self.asOf.position)
    }

    /// The day that is asked about; today where none was named.
    public var on: CivilDate { asOf.on }

    /// A record, also one that does not stand; nil where none was created. O(its events).
    public borrowing func record<R: Record>(_ id: RecordID<R>) throws -> StoredRecord<R>? {
        let schema = try ledger.create(R.self)
        guard let view = try ledger.record(id.stream, asOf: pinned) else { return nil }
        return try StoredRecord(view, schema)
    }

    /// The records of a type that stand, by their ids. O(events of the type).
    public borrowing func records<R: Record>(_ type: R.Type) throws -> [StoredRecord<R>] {
        var found: [StoredRecord<R>] = []
        let schema = try ledger.create(type)
        try ledger.records(kind: R.schema.kind, asOf: pinned) { view in
            if view.stands, let record = try StoredRecord<R>(view, schema) { found.append(record) }
            return true
        }
        return found
    }

    /// The days of the records that stand, with the sums of the schema: from kept rows, O(days).
    ///
    /// - Throws: `Fault` `projection.unknown` for a type that declares no sums.
    public borrowing func days<R: Record>(of type: R.Type) throws -> [DaySum<R>] {
        _ = try ledger.create(type)
        let definition =
            R.schema.days ?? DayLedgerDefinition(name: "\(R.schema.kind).days", version: 1, measures: ["records"])
        return try ledger.days(of: definition, pinned).value.days.map { day in
            DaySum(date: day.date, records: day.rows, day.sums)
        }
    }

    /// The days on which records that stand have a value, with the sums of these records.
    ///
    ///     try snapshot.days(of: Dose.self, by: ibuprofen)
    ///
    /// From kept rows, O(days). As known before, O(records of these days).
    ///
    /// - Parameters:
    ///   - type: A type whose schema names a field as `sumsBy`.
    ///   - key: A value of that field.
    ///   - days: All days, where none are named.
    /// - Throws: `Fault` `sums.undeclared` for a type without such sums, `sums.key` for a value of another type.
    public borrowing func days<R: Record>(
        of type: R.Type, by key: some RecordField, in days: ClosedRange<CivilDate>? = nil
    ) throws -> [DaySum<R>] {
        let (definition, key) = try R.schema.keyed(by: key)
        return try table(of: definition, key, days, type).days
            .map { DaySum(date: $0.date, records: $0.rows, $0.sums) }
    }

    /// The days of one key of a projection.
    borrowing func table<R: Record>(
        of definition: DayLedgerDefinition, _ key: [UInt8], _ days: ClosedRange<CivilDate>?, _ type: R.Type
    ) throws -> DayTable {
        _ = try ledger.create(type)
        return try ledger.days(of: definition, key: key, days ?? CivilDate.earliest...CivilDate.latest, pinned)
    }

    /// The records of one day that have a value, with their sums. As ``days(of:by:in:)``, of one day.
    public borrowing func sums<R: Record>(of type: R.Type, by key: some RecordField, on day: CivilDate) throws
        -> DaySum<R>
    { try days(of: type, by: key, in: day...day).first ?? DaySum(date: day, records: 0, []) }

    /// Everything that happened to a record, field by field; nil where nothing did. O(its events).
    public borrowing func history<R: Record>(of id: RecordID<R>) throws -> StreamHistory? {
        _ = try ledger.create(R.self)
        return try ledger.history(of: id.stream, pinned)?.value
    }

    /// The notes of a record, in the order of its history. O(its events).
    ///
    /// - Throws: `Fault` `role.undeclared` for a type that declares no notes.
    public borrowing func notes<R: Record>(of id: RecordID<R>) throws -> [RecordNote] {
        let type = try WriteUnit.type(R.schema.noted, "noted", R.self)
        return try history(of: id)?.steps.compactMap { RecordNote($0.event, type, RecordSchema<R>.textField) } ?? []
    }

    /// The bytes of an attachment, checked against its digest; nil where this device does not hold them.
    public borrowing func bytes(of attachment: Attachment) throws -> [UInt8]? {
        try ledger.attachment(attachment.digest)
    }

    /// The events missing from the answers about a type: those of a newer release of the app, and damaged records. Nil
    /// where nothing is missing.
    public borrowing func incomplete<R: Record>(_ type: R.Type) throws -> Incomplete? {
        _ = try ledger.create(type)
        return try ledger.incomplete(.kinds([R.schema.kind]), pinned)
    }

    /// The events that do not count: edits that wait behind a lock, rejected and overruled ones.
    public borrowing func outcomes() throws -> [OutcomeView] { try ledger.outcomes(asOf: pinned) }
}

/// The records of one day: how many there are, and the sums of their fields.
public struct DaySum<Of: Record>: Hashable, Sendable {
    public let date: CivilDate
    public let records: Int
    private let sums: [FieldSum]

    private struct FieldSum: Hashable, Sendable {
        let field: Of.CodingKeys
        let sum: Int
    }

    /// - Parameter sums: In the order of the schema; none where there is no record.
    init(date: CivilDate, records: Int, _ sums: [Int64]) {
        (self.date, self.records) = (date, records)
        self.sums = zip(Of.schema.sums, sums).map { FieldSum(field: $0, sum: Int($1)) }
    }

    /// The sum of a field; 0 for one that the schema does not sum.
    public subscript(field: Of.CodingKeys) -> Int { sums.first { $0.field == field }?.sum ?? 0 }
}

extension Ledger {
    /// Reads at one position: what the closure sees does not change while it runs.
    ///
    ///     let now = try ledger.read { try $0.records(Dose.self) }
    ///     let then = try ledger.read(AsOf(on: day, known: .endOf(day))) { try $0.records(Dose.self) }
    ///
    /// It does not wait for writers, and may be called from asynchronous code.
    public func read<Value>(_ body: (borrowing Snapshot) throws -> Value) throws -> Value { try read(.now, body) }

    /// Reads with two times: the day that is asked about, and what was known.
    public func read<Value>(_ asOf: AsOf, _ body: (borrowing Snapshot) throws -> Value) throws -> Value {
        try body(try Snapshot(self, asOf))
    }

    /// Answers as if a unit had been written; nothing of it is.
    ///
    /// - Throws: The `Rejection` that would refuse the unit.
    public func simulate<Value>(
        _ write: (inout WriteUnit) throws -> Void, then read: (borrowing Snapshot) throws -> Value
    ) throws -> Value {
        let supposition = Supposition(moment: now, drafts: try unit(write).drafts)
        do { return try self.read(AsOf(supposing: supposition), read) } catch let refusal as LineRefusal {
            throw refusal.reason
        }
    }
}
