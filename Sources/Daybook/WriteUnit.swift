public import DaybookKit

/// What one write appends: all of it, or nothing.
///
/// It lives as long as the closure that it is given to.
public struct WriteUnit: ~Copyable {
    private let ledger: Ledger
    package private(set) var drafts: [EventDraft] = []
    /// The fields of the records that this unit has written, as it leaves them.
    private var written: [StreamID: [JSONValue.Member]] = [:]

    package init(_ ledger: Ledger) { self.ledger = ledger }

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - record: Its fields.
    ///   - id: Its id; nil: a new one. Records of one id on two devices are one record.
    ///   - key: Makes the write idempotent: the same record under the same key is appended once, for ever.
    /// - Returns: Its id.
    @discardableResult
    public mutating func create<R: Record>(_ record: R, id: RecordID<R>? = nil, key: String? = nil) throws
        -> RecordID<R>
    {
        let id = id ?? RecordID(StreamID(unchecked: "\(R.schema.kind)/\(ledger.newID())"))
        let members = try RecordEncoder.members(of: record)
        append(id, R.schema.created, members, key: key)
        written[id.stream] = members
        return id
    }

    /// Changes a record; only the fields that differ afterwards are appended, and nothing where none does.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - expectedVersion: How many events the record must hold, where it matters that none came meanwhile.
    ///   - key: Makes the write idempotent, as in ``create(_:id:key:)``.
    ///   - change: Sets the fields of the record as it stands.
    /// - Throws: `Rejection` `record.missing` where no such record was created.
    public mutating func amend<R: Record>(
        _ id: RecordID<R>, expectedVersion: Int? = nil, key: String? = nil, _ change: (inout R) throws -> Void
    ) throws {
        let type = try WriteUnit.type(R.schema.amended, "amended", R.self)
        let before = try fields(of: id)
        var record = try RecordDecoder.decode(R.self, from: before)
        try change(&record)
        let after = try RecordEncoder.members(of: record)
        var changed = after.filter { member in !before.contains { $0 == member } }
        changed += before.filter { member in !after.contains { $0.name == member.name } }.map { .init($0.name, .null) }
        if changed.isEmpty { return }
        append(id, type, changed, expectedVersion: expectedVersion, key: key)
        written[id.stream] = after
    }

    /// Takes a record away; its history stays.
    public mutating func remove<R: Record>(_ id: RecordID<R>, key: String? = nil) throws {
        append(id, try WriteUnit.type(R.schema.removed, "removed", R.self), [], key: key)
    }

    /// Brings a removed record back.
    public mutating func restore<R: Record>(_ id: RecordID<R>, key: String? = nil) throws {
        append(id, try WriteUnit.type(R.schema.restored, "restored", R.self), [], key: key)
    }

    /// Locks a record as it stands: it takes no change until it is unlocked, here and on every device.
    public mutating func lock<R: Record>(_ id: RecordID<R>, by name: String, key: String? = nil) throws {
        let type = try WriteUnit.type(R.schema.locked, "locked", R.self)
        append(id, type, [.init(RecordSchema<R>.byField, .string(name))], intent: .computed(), key: key)
    }

    /// Lifts the locks of a record; they stay in its history.
    public mutating func unlock<R: Record>(_ id: RecordID<R>, reason: String, key: String? = nil) throws {
        let type = try WriteUnit.type(R.schema.unlocked, "unlocked", R.self)
        append(id, type, [.init(RecordSchema<R>.reasonField, .string(reason))], intent: .computed(), key: key)
    }

    private mutating func append<R: Record>(
        _ id: RecordID<R>, _ type: String, _ members: [JSONValue.Member], intent: EventDraft.Intent = .plain,
        expectedVersion: Int? = nil, key: String? = nil
    ) {
        drafts.append(
            EventDraft(
                stream: id.stream, type: type, data: .json(.object(members)), intent: intent, key: key,
                expectedVersion: expectedVersion))
    }

    /// The fields of a record as this unit has them.
    private func fields<R: Record>(of id: RecordID<R>) throws -> [JSONValue.Member] {
        if let fields = written[id.stream] { return fields }
        guard let view = try ledger.record(id.stream), let fields = view.fields else {
            throw R.explain(
                Rejection(.recordMissing, "There is no \(R.schema.kind) \"\(id)\".", hint: "Create it first."))
        }
        return try StoredRecord<R>.members(fields, try ledger.create(R.self))
    }

    private static func type<R: Record>(_ type: String?, _ role: String, _ record: R.Type) throws(Fault) -> String {
        if let type { return type }
        throw Fault(
            .usage, code: "role.undeclared", message: "The schema of \(record) has no type for \"\(role)\".",
            hint: "Declare one: RecordSchema(…, \(role): \"…\").")
    }
}

/// What a write has done.
public struct Written<Value> {
    /// What the closure returned.
    public let value: Value
    /// The ids of the events, in the order of the unit; of one whose key was there already, its id.
    public let events: [EventID]
    /// The position of the newest event of the ledger.
    public let position: Position
    /// How many events were there already, under their keys.
    public let duplicates: Int
}

extension Written: Sendable where Value: Sendable {}
