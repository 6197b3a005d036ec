import EventModel

/// Schemas written by hand, in Swift: what an app's own domain declares its events with. (The domains that are built in
/// have theirs generated from JSON Schemas, which say the same.)
///
///     EventSchema.create(
///         "habit.started", in: "habit",
///         [.field(1, "name", .text(maximumScalars: 80)), .optional(2, "note", .text(maximumScalars: 400))])
///
/// Events written with a key, a name or a kind stay readable only while these stay: a change is a new `version`,
/// with `upcasting` from the one before.
extension FieldSchema {
    /// A field that is always there. `key` is its place in the bytes, 1 to 63 and never another field's; `name` its
    /// name in JSON.
    public static func field(_ key: UInt64, _ name: String, _ kind: FieldKind) -> FieldSchema {
        FieldSchema(
            key: key, name: name, kind: kind, required: true, nullable: false, missing: "field.missing",
            mistyped: "field.type", outOfRange: "field.range")
    }

    /// `field` for an optional field.
    public static func optional(_ key: UInt64, _ name: String, _ kind: FieldKind) -> FieldSchema {
        field(key, name, kind).loose(nullable: false)
    }

    /// The same field, not required; `nullable` states whether null clears it.
    fileprivate func loose(nullable: Bool) -> FieldSchema {
        FieldSchema(
            key: key, name: name, kind: kind, required: false, nullable: nullable, missing: missing, mistyped: mistyped,
            outOfRange: outOfRange)
    }
}

extension EventSchema {
    /// An event that creates a record, in a stream of its own.
    ///
    /// - Parameter validTime: The date field that states when it happened; nil: the moment of writing.
    public static func create(
        _ type: String, in kind: String, _ fields: [FieldSchema] = [], validTime: String? = nil, version: Int = 1
    ) -> EventSchema {
        plain(type, kind, .create, fields, validTime: validTime, version: version)
    }

    /// An event that changes fields of a record: the same fields as its create, each of which may be left out, or null
    /// to clear it.
    public static func edit(_ type: String, in kind: String, _ fields: [FieldSchema], version: Int = 1) -> EventSchema {
        plain(type, kind, .edit, fields.map { $0.loose(nullable: true) }, version: version)
    }

    /// An event that takes a record away; its history stays, and `restore` brings it back.
    public static func remove(_ type: String, in kind: String, _ fields: [FieldSchema] = [], version: Int = 1)
        -> EventSchema
    {
        plain(type, kind, .remove, fields, version: version)
    }

    /// An event that brings a removed record back.
    public static func restore(_ type: String, in kind: String, _ fields: [FieldSchema] = [], version: Int = 1)
        -> EventSchema
    {
        plain(type, kind, .restore, fields, engineFields: [.undoes], version: version)
    }

    /// An event that gives a named value of its stream; the last one counts. `register` says which: a fixed name, or
    /// the field whose value is the name.
    public static func set(
        _ type: String, in kind: String, _ register: RegisterName, _ fields: [FieldSchema], validTime: String? = nil,
        version: Int = 1
    ) -> EventSchema {
        plain(type, kind, .set, fields, validTime: validTime, register: register, version: version)
    }

    /// An event that records what happened and changes no field.
    public static func note(
        _ type: String, in kind: String, _ fields: [FieldSchema] = [], validTime: String? = nil, version: Int = 1
    ) -> EventSchema {
        plain(type, kind, .note, fields, validTime: validTime, version: version)
    }

    /// That `validTime` names no date among the fields is a `problem`.
    private static func plain(
        _ type: String, _ kind: String, _ role: EventRole, _ fields: [FieldSchema], validTime: String? = nil,
        register: RegisterName? = nil,
        engineFields: [EngineField] = [], version: Int
    ) -> EventSchema {
        let date = fields.first { $0.name == validTime && $0.isDate }
        let problem = date == nil ? validTime.map { "\(type) has no date field \"\($0)\"" } : nil
        return EventSchema(
            type: type, version: version, kinds: [kind], role: role, critical: false, computed: false,
            validTime: date?.key, register: register,
            fields: fields.sorted { $0.key < $1.key }, engineFields: engineFields, upcast: nil,
            wording: nil, problem: problem)
    }
}

extension FieldSchema {
    fileprivate var isDate: Bool { if case .date = kind { true } else { false } }
}
