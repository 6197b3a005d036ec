public import DaybookKit

/// The events that one write appends: all of them, or none.
///
/// It lives as long as the closure that it is given to.
public struct WriteUnit: ~Copyable {
    private let ledger: Ledger
    package private(set) var drafts: [EventDraft] = []
    /// The bytes of the attachments that its records name.
    package private(set) var attachments: [[UInt8]] = []
    /// The fields of the records that this unit has written, as it leaves them.
    private var written: [StreamID: [JSONValue.Member]] = [:]
    /// The drafts that rest on a version which the unit itself has read.
    package private(set) var resting: Set<Int> = []
    /// The record types that this unit has found in the ledger.
    private var declared: Set<ObjectIdentifier> = []

    package init(_ ledger: Ledger) { self.ledger = ledger }

    /// Creates a record under a new id.
    ///
    /// - Parameters:
    ///   - record: Its fields.
    ///   - key: Makes the write idempotent: the id follows from it, and the same record is appended once, for ever.
    ///   - time: When it happened. A record with a date as its valid time needs none; an instant of that date is more
    ///     exact.
    /// - Returns: Its id.
    @discardableResult
    public mutating func create<R: Record>(_ record: R, key: String? = nil, at time: ValidTime? = nil) throws
        -> RecordID<R>
    {
        // 32 hexadecimal digits are an id.
        let name = key.map { String(Ledger.digest(ofFile: Array("\(R.schema.kind)\n\($0)".utf8)).prefix(32)) }
        let stream = StreamID(unchecked: "\(R.schema.kind)/\(name ?? ledger.newID())")
        return try create(record, id: RecordID(stream), key: key, at: time)
    }

    /// Creates a record under an id of its own. Records of one id on two devices are one record.
    ///
    /// - Parameters:
    ///   - record: Its fields.
    ///   - id: Its id.
    ///   - key: Makes the write idempotent: the same record under the same key is appended once, for ever.
    ///   - time: When it happened, as in ``create(_:key:at:)``.
    /// - Returns: Its id.
    @discardableResult
    public mutating func create<R: Record>(
        _ record: R, id: RecordID<R>, key: String? = nil, at time: ValidTime? = nil
    ) throws -> RecordID<R> {
        if !declared.contains(ObjectIdentifier(R.self)) {
            _ = try ledger.create(R.self)
            declared.insert(ObjectIdentifier(R.self))
        }
        let members = try RecordEncoder.members(of: record)
        append(id, R.schema.created, members, key: key, at: time)
        written[id.stream] = members
        return id
    }

    /// Changes a record; only the fields that differ afterwards are appended, and nothing where none does and none is
    /// stated.
    ///
    /// The change rests on the record as it was read: where another event of the record comes meanwhile, the whole
    /// write runs again.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - expectedVersion: How many events the record must hold (``StoredRecord/version``), where a later reading
    ///     would not do.
    ///   - key: Makes the write idempotent: what was changed under it once is not changed again.
    ///   - time: When it happened. The date of the valid time is then stated, too.
    ///   - stated: Fields that are appended even where they stay as they are, so that they count over an earlier change
    ///     of another device.
    ///   - change: Sets the fields of the record as it stands.
    /// - Throws: `Rejection` `record.missing` where no such record was created, `version.conflict` where it holds
    ///   another number of events than expected.
    public mutating func amend<R: Record>(
        _ id: RecordID<R>, expectedVersion: Int? = nil, key: String? = nil, at time: ValidTime? = nil,
        stating stated: [R.CodingKeys] = [], _ change: (inout R) throws -> Void
    ) throws {
        let type = try WriteUnit.type(R.schema.amended, "amended", R.self)
        if let key, let earlier = try earlier(id.stream, type, key) {
            return append(id, type, earlier, key: key, at: time)
        }
        let (before, version) = try fields(of: id)
        if let expectedVersion, let version, expectedVersion != version {
            throw R.explain(
                Rejection(
                    .versionConflict, "The \(R.schema.kind) \"\(id)\" holds \(version) events, not \(expectedVersion).",
                    hint: "Read it again."))
        }
        var record = try RecordDecoder.decode(R.self, from: before)
        try change(&record)
        let after = try RecordEncoder.members(of: record)
        let dated = time == nil ? [] : [R.schema.validTime].compactMap(\.self)
        let changed = R.schema.changes(from: before, to: after, stating: stated + dated)
        // A key is taken by a change of nothing, too.
        if changed.isEmpty, key == nil { return }
        if expectedVersion == nil, version != nil { resting.insert(drafts.count) }
        append(id, type, changed, expectedVersion: expectedVersion ?? version, key: key, at: time)
        written[id.stream] = after
    }

    /// Gives a record these fields: creates it where there is none, and else changes the fields that differ.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - record: Its fields afterwards.
    /// - Throws: What ``create(_:id:key:at:)`` and ``amend(_:expectedVersion:key:at:stating:_:)`` throw. A removed
    ///   record stays removed, and takes no change.
    public mutating func set<R: Record>(_ id: RecordID<R>, to record: R) throws {
        let isThere = try written[id.stream] != nil || ledger.record(id.stream)?.fields != nil
        if isThere { try amend(id) { $0 = record } } else { try create(record, id: id) }
    }

    /// Stores bytes with the unit.
    ///
    ///     try await ledger.write { try $0.create(Prescription(scan: $0.attach(bytes))) }
    ///
    /// - Parameter bytes: At most 10 MiB.
    /// - Returns: What a field of a record in this unit names. The write throws `Rejection` `blob.unnamed` where none
    ///   does, and `blob.tooLarge`.
    public mutating func attach(_ bytes: [UInt8]) -> Attachment {
        attachments.append(bytes)
        return Attachment(of: bytes)
    }

    /// Writes a note into the history of a record. It changes no field, and a locked record takes it, too.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - text: At most 1,024 characters.
    ///   - key: Makes the write idempotent.
    /// - Throws: `Rejection` `record.missing` where no such record was created.
    public mutating func note<R: Record>(_ id: RecordID<R>, _ text: String, key: String? = nil) throws {
        _ = try fields(of: id)
        let type = try WriteUnit.type(R.schema.noted, "noted", R.self)
        append(id, type, [.init(RecordSchema<R>.textField, .string(text))], key: key)
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
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - name: Who locks it.
    ///   - key: Makes the write idempotent.
    /// - Throws: `Rejection` `lock.name` for an empty name.
    public mutating func lock<R: Record>(_ id: RecordID<R>, by name: String, key: String? = nil) throws {
        if name.isEmpty { throw Rejection("lock.name", "A lock needs the name of who locks.") }
        let type = try WriteUnit.type(R.schema.locked, "locked", R.self)
        append(id, type, [.init(RecordSchema<R>.byField, .string(name))], intent: .computed(), key: key)
    }

    /// Lifts the locks of a record; they stay in its history.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - reason: Why, for the history.
    ///   - key: Makes the write idempotent.
    /// - Throws: `Rejection` `unlock.reason` for an empty reason.
    public mutating func unlock<R: Record>(_ id: RecordID<R>, reason: String, key: String? = nil) throws {
        if reason.isEmpty { throw Rejection("unlock.reason", "An unlock needs a reason.") }
        let type = try WriteUnit.type(R.schema.unlocked, "unlocked", R.self)
        append(id, type, [.init(RecordSchema<R>.reasonField, .string(reason))], intent: .computed(), key: key)
    }

    private mutating func append<R: Record>(
        _ id: RecordID<R>, _ type: String, _ members: [JSONValue.Member], intent: EventDraft.Intent = .plain,
        expectedVersion: Int? = nil, key: String? = nil, at time: ValidTime? = nil
    ) {
        drafts.append(
            EventDraft(
                stream: id.stream, type: type, data: .json(.object(members)), intent: intent, occurred: time, key: key,
                expectedVersion: expectedVersion))
    }

    /// The fields of a record as this unit has them, and how many events it holds; nil where the unit wrote it.
    private func fields<R: Record>(of id: RecordID<R>) throws -> ([JSONValue.Member], version: Int?) {
        if let fields = written[id.stream] { return (fields, nil) }
        let schema = try ledger.create(R.self)
        guard let view = try ledger.record(id.stream), let fields = view.fields else {
            throw R.explain(
                Rejection(.recordMissing, "There is no \(R.schema.kind) \"\(id)\".", hint: "Create it first."))
        }
        let isWritten = drafts.contains { $0.stream == id.stream }
        return (try StoredRecord<R>.members(fields.map.span.bytes, schema), isWritten ? nil : view.version)
    }

    /// The change that this person made under a key before; nil where there is none.
    private func earlier(_ stream: StreamID, _ type: String, _ key: String) throws -> [JSONValue.Member]? {
        let draft = drafts.first { $0.stream == stream && $0.key == key }
        if case .json(.object(let members))? = draft?.data { return members }
        let owner = try ledger.principal
        let event = try ledger.events(of: stream, ofType: type).first { $0.key == key && $0.envelope.actor == owner }
        guard case .object(let members)? = event?.data else { return nil }
        return members
    }

    static func type<R: Record>(_ type: String?, _ role: String, _ record: R.Type) throws(Fault) -> String {
        if let type { return type }
        throw Fault(
            .usage, code: "role.undeclared", message: "The schema of \(record) has no type for \"\(role)\".",
            hint: "Declare one: RecordSchema(…, \(role): \"…\").")
    }
}

/// The result of a write.
public struct Written<Value> {
    /// The value that the closure returned.
    public let value: Value
    package let receipt: AppendReceipt
    /// The ids of the events, in the order of the unit; of one whose key was there already, its id.
    public var events: [EventID] { receipt.ids }
    /// The position of the newest event of the ledger.
    public var position: Position { receipt.position }
    /// How many events were there already, under their keys.
    public var duplicates: Int { receipt.duplicates }
}

extension Written: Sendable where Value: Sendable {}
