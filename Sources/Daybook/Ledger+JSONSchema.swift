public import DaybookKit
import EventCodec

/// The JSON Schema of an event type, as a file beside those of the built-in types.
public struct EventJSONSchema: Hashable, Sendable {
    /// `dose.taken.v1.json`.
    public let fileName: String
    public let schema: JSONValue
}

extension Ledger {
    /// The JSON Schemas (2020-12) of the events of a record, all versions.
    ///
    /// They have the form of `schemas/events` of this repository. A program that reads an export without the app checks
    /// its events with them: `tools/check-export --schemas DIR FILE`.
    /// - Throws: `Fault` `record.undeclared` for a record that no domain of this ledger declares.
    public func jsonSchemas<R: Record>(for type: R.Type) throws -> [EventJSONSchema] {
        _ = try create(type)
        let schema = R.schema
        let types = [
            schema.created, schema.amended, schema.removed, schema.restored, schema.locked, schema.unlocked,
        ]
        let domain = registry.domains.first { $0.kinds.contains { $0.name == schema.kind } }
        let name = domain.map { String($0.evaluator.prefix { $0 != "/" }) } ?? ""
        return types.compactMap(\.self).flatMap { type in
            (1...schema.version).compactMap { registry.schema(type, version: $0) }
        }.map { EventJSONSchema(fileName: "\($0.type).v\($0.version).json", schema: $0.jsonSchema(domain: name)) }
    }
}

extension EventSchema {
    fileprivate func jsonSchema(domain: String) -> JSONValue {
        let own = fields.map { JSONValue.Member($0.name, $0.jsonSchema) }
        let computed = engineFields.map { JSONValue.Member($0.name, $0.jsonSchema) }
        let required = fields.filter(\.required).map(\.name) + engineFields.filter { $0 != .undoes }.map(\.name)
        let dated = fields.first { $0.key == validTime }?.name
        return .object(pairs: [
            "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
            "$id": .string("urn:daybook:event:\(type):\(version)"), "title": .string(type),
            "x-daybook": .object(pairs: [
                "type": .string(type), "version": .integer(version), "domain": .string(domain),
                "stream": .string(kinds[0]), "role": .string("\(role)"), "critical": .bool(critical),
                "computed": .bool(self.computed), "validTime": dated.map { .string($0) },
            ]),
            "type": .string("object"), "additionalProperties": .bool(false),
            "required": .array(required.map { .string($0) }), "properties": .object(own + computed),
        ])
    }
}

extension FieldSchema {
    /// A field that null clears may be null.
    fileprivate var jsonSchema: JSONValue {
        guard case .object(let members) = kind.jsonSchema else { return .bool(true) }
        let about = JSONValue.object([.init("key", .integer(key))] + kind.about)
        let named = members.map { member -> JSONValue.Member in
            guard nullable, member.name == "type" else { return member }
            return .init("type", .array([member.value, .string("null")]))
        }
        return .object(named + [.init("x-daybook", about)])
    }
}

extension EngineField {
    fileprivate var jsonSchema: JSONValue {
        let (kind, about): (FieldKind, [JSONValue.Member]) =
            switch self {
            case .content: (.bytes(count: 32), [.init("kind", .string("bytes")), .init("count", .integer(32))])
            case .form: (.integer(0...Int.max), [.init("kind", .string("integer"))])
            default: (.contentIds(maximum: 1_000), [.init("kind", .string("contentIds"))])
            }
        guard case .object(let members) = kind.jsonSchema else { return .bool(true) }
        return .object(members + [.init("x-daybook", .object([.init("engine", .integer(rawValue))] + about))])
    }
}

extension FieldKind {
    /// The name of the kind, and its parameters.
    fileprivate var about: [JSONValue.Member] {
        switch self {
        case .date: [.init("kind", .string("date"))]
        case .instant: [.init("kind", .string("instant"))]
        case .integer: [.init("kind", .string("integer"))]
        case .boolean: [.init("kind", .string("boolean"))]
        case .text: [.init("kind", .string("text"))]
        case .choice: [.init("kind", .string("choice"))]
        case .bytes(let count): [.init("kind", .string("bytes")), .init("count", .integer(count))]
        case .texts: [.init("kind", .string("texts"))]
        case .integers: [.init("kind", .string("integers"))]
        // No field of a record is of another kind.
        default: []
        }
    }

    fileprivate var jsonSchema: JSONValue {
        switch self {
        case .date: FieldKind.string("format", .string("date"))
        case .instant: FieldKind.string("format", .string("date-time"))
        case .integer(let range): FieldKind.integer(range)
        case .boolean: .object(pairs: ["type": .string("boolean")])
        case .text(let scalars): FieldKind.string("maxLength", .integer(scalars))
        case .choice(let words): FieldKind.string("enum", .array(words.map { .string($0) }))
        case .bytes(let count): FieldKind.string("pattern", .string("^[0-9a-f]{\(2 * count)}$"))
        case .texts(let maximum, let scalars): FieldKind.list(maximum, FieldKind.string("maxLength", .integer(scalars)))
        case .integers(let maximum, let range): FieldKind.list(maximum, FieldKind.integer(range))
        case .contentIds(let maximum): FieldKind.list(maximum, FieldKind.string("pattern", .string("^[0-9a-f]{64}$")))
        default: .bool(true)
        }
    }

    private static func string(_ name: String, _ value: JSONValue) -> JSONValue {
        .object([.init("type", .string("string")), .init(name, value)])
    }

    private static func integer(_ range: ClosedRange<Int>) -> JSONValue {
        .object(pairs: [
            "type": .string("integer"), "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
        ])
    }

    private static func list(_ maximum: Int, _ items: JSONValue) -> JSONValue {
        .object(pairs: ["type": .string("array"), "maxItems": .integer(maximum), "items": items])
    }
}
