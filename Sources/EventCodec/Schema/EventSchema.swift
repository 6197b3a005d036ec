public import EventModel

/// The fields of one version of an event type; written by a generator from `schemas/events`.
///
/// A class, because every event of a log refers to one of a few.
public final class EventSchema: Sendable {
    public let type: String
    public let version: Int
    /// The kinds of stream it may stand in; `["*"]` for every kind of record.
    public let kinds: [String]
    public let role: EventRole
    /// A program that does not know it refuses local writes to the stream.
    public let critical: Bool
    /// The body is computed: only its own command makes it.
    public let computed: Bool
    /// The key of the field that gives the valid time, if one does.
    public let validTime: UInt64?
    /// For the role `set`: which register it writes.
    public let register: RegisterName?
    /// In ascending order of their keys.
    public let fields: [FieldSchema]
    public let engineFields: [EngineField]
    /// The fields as the quick check walks them.
    let plan: CheckPlan
    /// Why no ledger can use it, as a part of a sentence; nil where one can. `Registry.problem(in:)` finds it.
    public let problem: String?
    /// Makes a body of this version out of one of the version before; the oldest version of a type has none.
    public let upcast: Upcast?
    /// The domain's own words for its events; nil where the general ones do.
    public let wording: EventWording?

    /// Keys ascend and are 1–63; what does not fit is a `problem`.
    public convenience init(
        type: String, version: Int, kinds: [String], role: EventRole, critical: Bool, computed: Bool,
        validTime: UInt64?,
        register: RegisterName?, fields: [FieldSchema], engineFields: [EngineField], upcast: Upcast? = nil
    ) {
        self.init(
            type: type, version: version, kinds: kinds, role: role, critical: critical, computed: computed,
            validTime: validTime, register: register, fields: fields, engineFields: engineFields, upcast: upcast,
            wording: nil, problem: nil)
    }

    /// - Parameter problem: The caller's finding; a finding about the keys comes before it.
    init(
        type: String, version: Int, kinds: [String], role: EventRole, critical: Bool, computed: Bool,
        validTime: UInt64?,
        register: RegisterName?, fields: [FieldSchema], engineFields: [EngineField], upcast: Upcast?,
        wording: EventWording?, problem: String?
    ) {
        let problem = EventSchema.problem(ofKeys: fields.map(\.key), type) ?? problem
        self.problem = problem
        self.type = type
        self.version = version
        self.kinds = kinds
        self.role = role
        self.critical = critical
        self.computed = computed
        self.validTime = validTime
        self.register = register
        self.fields = fields
        self.engineFields = engineFields
        plan = CheckPlan(problem == nil ? fields : [])
        self.upcast = upcast
        self.wording = wording
    }

    /// The same schema with the way that leads to it from the version before: what a domain adds to a generated table.
    public func upcasting(_ upcast: @escaping Upcast) -> EventSchema {
        EventSchema(
            type: type, version: version, kinds: kinds, role: role, critical: critical, computed: computed,
            validTime: validTime, register: register, fields: fields, engineFields: engineFields, upcast: upcast,
            wording: wording, problem: problem)
    }

    /// The same schema with a domain's own words for its events.
    public func worded(_ wording: EventWording) -> EventSchema {
        EventSchema(
            type: type, version: version, kinds: kinds, role: role, critical: critical, computed: computed,
            validTime: validTime, register: register, fields: fields, engineFields: engineFields, upcast: upcast,
            wording: wording, problem: problem)
    }

    /// The same schema as a thing of its own.
    package var copied: EventSchema {
        EventSchema(
            type: type, version: version, kinds: kinds.map(\.self), role: role, critical: critical, computed: computed,
            validTime: validTime,
            register: register, fields: fields.map(\.self), engineFields: engineFields.map(\.self), upcast: upcast,
            wording: wording, problem: problem)
    }

    private static func problem(ofKeys keys: [UInt64], _ type: String) -> String? {
        if let key = keys.first(where: { !(1...63).contains($0) }) {
            return "the key \(key) of \(type) is not from 1 to 63"
        }
        guard let pair = zip(keys, keys.dropFirst()).first(where: { $0 >= $1 }) else { return nil }
        return pair.0 == pair.1
            ? "the key \(pair.0) of \(type) names two fields"
            : "the keys of \(type) do not ascend: \(pair.1) after \(pair.0)"
    }

    public func allows(kind: String) -> Bool { kinds == ["*"] || kinds.contains(kind) }
    /// The field of a name; nil where there is none. O(fields).
    public func field(named name: String) -> FieldSchema? {
        let fields = fields
        // A span lends its elements.
        let all = fields.span
        for index in all.indices where all[index].name == name { return all[index] }
        return nil
    }

    /// The field of a key.
    func field(of key: UInt64) -> FieldSchema? {
        let fields = fields
        // A span lends its elements.
        let all = fields.span
        for index in all.indices where all[index].key == key { return all[index] }
        return nil
    }

    /// The field with the name of one of another schema: types of one domain mostly share keys, too.
    public func field(like other: FieldSchema) -> FieldSchema? {
        if let same = field(of: other.key), same === other || same.name == other.name { return same }
        return field(named: other.name)
    }
}

/// Which register a `set` event writes.
public enum RegisterName: Hashable, Sendable {
    /// The value of that field.
    case field(String)
    case fixed(String)
    /// A word, and the date that a field gives: `word 2026-02-10`, one register for each day.
    case dated(String, by: String)
}

/// One field of a body.
public final class FieldSchema: Sendable {
    public let key: UInt64
    public let name: String
    public let kind: FieldKind
    public let required: Bool
    /// Whether `null`, which clears the field, is allowed (edits).
    public let nullable: Bool
    /// Codes for a field that is missing, of another type, or out of its range.
    public let missing: String
    public let mistyped: String
    public let outOfRange: String

    public init(
        key: UInt64, name: String, kind: FieldKind, required: Bool, nullable: Bool, missing: String, mistyped: String,
        outOfRange: String
    ) {
        self.key = key
        self.name = name
        self.kind = kind
        self.required = required
        self.nullable = nullable
        self.missing = missing
        self.mistyped = mistyped
        self.outOfRange = outOfRange
    }
}

/// How a field stands in CBOR and in JSON.
public indirect enum FieldKind: Sendable {
    /// Days since 1970-01-01; JSON `YYYY-MM-DD`.
    case date
    /// Milliseconds since 1970-01-01T00:00:00Z; JSON RFC 3339 in UTC.
    case instant
    /// An integer of tenths; JSON a number with at most one decimal.
    case tenths(ClosedRange<Int>)
    /// Seconds; JSON a number of hours with at most two decimals, or a text such as `1:15` or `1:15:30`.
    case hours(ClosedRange<Int>)
    case integer(ClosedRange<Int>)
    case boolean
    case text(maximumScalars: Int)
    case choice([String])
    /// JSON lower-case hexadecimal.
    case bytes(count: Int)
    case contentIds(maximum: Int)
    /// From names to texts.
    case textMap(maximum: Int)
    case texts(maximum: Int, maximumScalars: Int)
    /// Whole numbers of the range, once each; CBOR ascending.
    case integers(maximum: Int, ClosedRange<Int>)
    case object([FieldSchema])
    /// A text, an integer or a boolean.
    case scalar(maximumScalars: Int)
    /// Log → size.
    case cut
}

extension FieldKind {
    /// The shape of its values, regardless of limits.
    public var shape: String {
        switch self {
        case .date: "a date"
        case .instant: "an instant"
        case .tenths: "tenths"
        case .hours: "hours"
        case .integer: "a whole number"
        case .boolean: "true or false"
        case .text: "a text"
        case .choice: "a choice"
        case .bytes: "bytes"
        case .contentIds: "content ids"
        case .textMap: "texts by name"
        case .texts: "texts"
        case .integers: "whole numbers"
        case .object: "an object"
        case .scalar: "a text, a whole number, or true or false"
        case .cut: "sizes of logs"
        }
    }
}
