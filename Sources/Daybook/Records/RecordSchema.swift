import DaybookKit
import EventCodec

/// The event types of a record by their roles, and the limits of its fields.
///
/// A role without a type does not exist for the record: without `amended`, it never changes. Opening a ledger refuses a
/// wrong schema before it touches anything: `Fault` `domains.unusable`.
public struct RecordSchema<Of: Record>: Sendable {
    /// The kind of stream: 1 to 32 letters from a to z.
    public let kind: String
    let created: String
    let amended: String?
    let removed: String?
    let restored: String?
    let locked: String?
    let unlocked: String?
    let noted: String?
    let limits: [Of.CodingKeys: FieldLimit]
    let validTime: Of.CodingKeys?
    let sums: [Of.CodingKeys]
    let sumsBy: Of.CodingKeys?
    let tallies: [RecordTally<Of>]
    let since: [Of.CodingKeys: Int]
    let together: [Of.CodingKeys]

    /// - Parameters:
    ///   - kind: The kind of stream: 1 to 32 letters from a to z, which no other record of the ledger has.
    ///   - created: The type of the event that begins a record, such as `dose.taken`.
    ///   - amended: The type of a change of fields.
    ///   - removed: The type that takes a record away.
    ///   - restored: The type that brings a removed record back.
    ///   - unlocked: The type that lifts the locks of a record, which holds the reason.
    ///   - noted: The type of a note, which stands in the history and changes no field; a locked record takes it.
    ///   - locked: The type of a lock, which holds the name of who locks. A locked record takes no change; what arrives
    ///     from a device that did not know of the lock waits.
    ///   - limits: Of texts, whole numbers and lists; without one, 1,024 characters, 64 elements, ±2⁵³.
    ///   - validTime: The date field that states when it happened; nil: the moment of writing.
    ///   - sums: Whole-number fields that the ledger adds up by the day of `validTime`.
    ///   - sumsBy: The field by whose values these sums are kept, too: a text of at most 128 characters, an id, a
    ///     choice, a whole number, a `Bool` or a date. It is not optional.
    ///   - tallies: Sums by keys that a function of the app gives.
    ///   - since: Optional fields that a later release added, each with the version that brought it, from 2. Events of
    ///     an earlier version are read without them. A program of an earlier version keeps the newer events, and passes
    ///     them on, without effect.
    ///   - together: Fields that form one value, such as an amount and its unit. A change of one states all of them, so
    ///     that two devices that change the value leave that of one device.
    public init(
        kind: String, created: String, amended: String? = nil, removed: String? = nil, restored: String? = nil,
        locked: String? = nil, unlocked: String? = nil, noted: String? = nil,
        limits: [Of.CodingKeys: FieldLimit] = [:],
        validTime: Of.CodingKeys? = nil, sums: [Of.CodingKeys] = [], sumsBy: Of.CodingKeys? = nil,
        tallies: [RecordTally<Of>] = [], since: [Of.CodingKeys: Int] = [:], together: [Of.CodingKeys] = []
    ) {
        self.kind = kind
        self.created = created
        self.amended = amended
        self.removed = removed
        self.restored = restored
        self.locked = locked
        self.unlocked = unlocked
        self.noted = noted
        self.limits = limits
        self.validTime = validTime
        self.sums = sums
        self.sumsBy = sumsBy
        self.tallies = tallies
        self.since = since
        self.together = together
    }

    /// The newest version of the types that hold fields.
    var version: Int { since.values.max() ?? 1 }

    /// The projection that `sums` asks for; nil where it asks for none, and no day is known.
    var days: DayLedgerDefinition? {
        guard validTime != nil, (1...32).contains(sums.count) else { return nil }
        return DayLedgerDefinition(name: "\(kind).days", version: 1, measures: sums.map(\.stringValue))
    }
}

/// Why a record's declarations do not fit, as a part of a sentence.
struct SchemaProblem: Error {
    let text: String
    init(_ text: String) { self.text = text }
}

extension RecordSchema {
    /// The name under which an unlock records why.
    static var reasonField: String { "reason" }
    /// The name under which a note holds its text.
    static var textField: String { "text" }
    /// The name under which a lock records who.
    static var byField: String { "by" }

    func eventSchemas() throws(SchemaProblem) -> [EventSchema] {
        let fields = try limitedFields()
        try checkVersions(fields)
        // The newest create comes first.
        var schemas = try (1...version).reversed().map { version throws(SchemaProblem) in
            try create(fields.filter { came($0) <= version }, version)
        }
        if let amended {
            schemas += (1...version).map { version in
                let known = fields.filter { came($0) <= version }
                return schema(amended, .edit, known.map(RecordSchema.amendable), version)
            }
        }
        if let removed { schemas.append(.remove(removed, in: kind)) }
        if let restored {
            if removed == nil { throw SchemaProblem("\(restored) restores, and no type of \(kind) removes") }
            schemas.append(.restore(restored, in: kind))
        }
        if let locked {
            schemas.append(
                schema(
                    locked, .lock, [.field(1, RecordSchema.byField, .text(maximumScalars: 128))],
                    engineFields: [.covers, .content, .form]))
        }
        if let unlocked {
            if locked == nil { throw SchemaProblem("\(unlocked) unlocks, and no type of \(kind) locks") }
            schemas.append(
                schema(
                    unlocked, .unlock, [.field(1, RecordSchema.reasonField, .text(maximumScalars: 1_024))],
                    engineFields: [.voids, .keeps]))
        }
        if let noted {
            schemas.append(.note(noted, in: kind, [.field(1, RecordSchema.textField, .text(maximumScalars: 1_024))]))
        }
        let types = [created] + [amended, removed, restored, locked, unlocked, noted].compactMap(\.self)
        if let twice = types.first(where: { type in types.count { $0 == type } > 1 }) {
            throw SchemaProblem("\(twice) has two roles in \(kind)")
        }
        return schemas
    }

    /// The fields in the order of their keys, under their limits.
    private func limitedFields() throws(SchemaProblem) -> [FieldSchema] {
        var left = limits
        var fields: [FieldSchema] = []
        for found in try FieldProbe.fields(of: Of.self) {
            guard (1...63).contains(found.key) else {
                throw SchemaProblem("the key of \(kind).\(found.name) is \(found.key), and not from 1 to 63")
            }
            let coding = Of.CodingKeys(rawValue: found.key)
            var fieldKind = found.kind
            if let coding, let limit = left.removeValue(forKey: coding) {
                guard let limited = limit.limiting(fieldKind) else {
                    throw SchemaProblem("the limit of \(kind).\(found.name) does not fit its type")
                }
                fieldKind = limited
            }
            fields.append(
                found.isRequired
                    ? .field(UInt64(found.key), found.name, fieldKind)
                    : .optional(UInt64(found.key), found.name, fieldKind))
        }
        if let other = left.keys.map(\.stringValue).min() {
            throw SchemaProblem("\(kind) has a limit for \(other), and no such field")
        }
        try checkSums(fields)
        try checkTallies()
        return fields.sorted { $0.key < $1.key }
    }

    private func checkSums(_ fields: [FieldSchema]) throws(SchemaProblem) {
        try checkSumsBy(fields)
        if sums.isEmpty { return }
        if validTime == nil { throw SchemaProblem("\(kind) has sums by day, and no valid time") }
        if sums.count > 32 { throw SchemaProblem("\(kind) has more than 32 sums") }
        for sum in sums {
            if sums.count(where: { $0 == sum }) > 1 { throw SchemaProblem("\(kind) sums \(sum.stringValue) twice") }
            let field = fields.first { $0.name == sum.stringValue }
            guard case .integer(let range)? = field?.kind else {
                throw SchemaProblem("\(kind) sums \(sum.stringValue), which is no whole number")
            }
            // So that no sum of a day overflows.
            if range.lowerBound < -(1 << 32) || range.upperBound > 1 << 32 {
                throw SchemaProblem("\(kind) sums \(sum.stringValue), which has no range within 2^32")
            }
        }
    }

    private func checkSumsBy(_ fields: [FieldSchema]) throws(SchemaProblem) {
        guard let sumsBy else { return }
        let name = sumsBy.stringValue
        if sums.isEmpty { throw SchemaProblem("\(kind) has sums by \(name), and sums nothing") }
        guard let field = fields.first(where: { $0.name == name }) else { return }
        if !field.required { throw SchemaProblem("\(kind) has sums by \(name), which is optional") }
        switch field.kind {
        case .text(let scalars) where scalars <= 128: break
        case .text: throw SchemaProblem("\(kind) has sums by \(name), which has no limit within 128 characters")
        case .choice, .integer, .boolean, .date: break
        default: throw SchemaProblem("\(kind) has sums by \(name), which is a list, an instant or an attachment")
        }
    }

    /// The version that brought a field.
    private func came(_ field: FieldSchema) -> Int {
        Of.CodingKeys(rawValue: Int(field.key)).flatMap { since[$0] } ?? 1
    }

    private func checkVersions(_ fields: [FieldSchema]) throws(SchemaProblem) {
        for (key, version) in since.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard (2...1_000).contains(version) else {
                throw SchemaProblem("\(kind).\(key.stringValue) came with version \(version), and not from 2 to 1,000")
            }
            if fields.contains(where: { $0.name == key.stringValue && $0.required }) {
                throw SchemaProblem("\(kind).\(key.stringValue) came with version \(version) and is not optional")
            }
            if key == validTime { throw SchemaProblem("the valid time of \(kind) came with version \(version)") }
        }
    }

    private func create(_ fields: [FieldSchema], _ version: Int) throws(SchemaProblem) -> EventSchema {
        if let validTime {
            let field = fields.first { $0.name == validTime.stringValue }
            guard case .date? = field?.kind else {
                throw SchemaProblem("the valid time of \(kind), \(validTime.stringValue), is no date")
            }
        }
        return schema(created, .create, fields, version, validTime: validTime.map { UInt64($0.rawValue) })
    }

    /// A later version differs by optional fields only, so that an event of the version before is one of it.
    private func schema(
        _ type: String, _ role: EventRole, _ fields: [FieldSchema], _ version: Int = 1, validTime: UInt64? = nil,
        engineFields: [EngineField] = []
    ) -> EventSchema {
        let isComputed = !engineFields.isEmpty
        return EventSchema(
            type: type, version: version, kinds: [kind], role: role, critical: isComputed, computed: isComputed,
            validTime: validTime, register: nil, fields: fields, engineFields: engineFields,
            upcast: version > 1 ? RecordSchema.unchanged : nil)
    }

    private static var unchanged: Upcast { { _ in } }

    /// A field of an amendment: each may be left out, and null clears an optional one.
    private static func amendable(_ field: FieldSchema) -> FieldSchema {
        FieldSchema(
            key: field.key, name: field.name, kind: field.kind, required: false, nullable: !field.required,
            missing: field.missing, mistyped: field.mistyped, outOfRange: field.outOfRange)
    }
}
