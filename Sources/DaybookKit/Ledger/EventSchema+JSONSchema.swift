public import EventCodec
import EventSourcing

/// Why a JSON Schema describes no event, as a part of a sentence.
public struct EventSchemaProblem: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
}

extension EventSchema {
    /// The schema of an event type out of its JSON Schema, in the form of `schemas/events`, to show events by it.
    ///
    /// Keywords that say more than names and kinds are left alone. Throws ``EventSchemaProblem``.
    public convenience init(jsonSchema: JSONValue) throws(EventSchemaProblem) {
        guard let about = jsonSchema["x-daybook"], let type = about["type"]?.stringValue,
            let version = about["version"]?.integerValue, version > 0,
            case .object(let properties)? = jsonSchema["properties"]
        else { throw EventSchemaProblem(description: "it has no type, version or properties") }
        var fields: [FieldSchema] = []
        var engineFields: [EngineField] = []
        for property in properties {
            // Names are printed as they are.
            guard property.name.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
                throw EventSchemaProblem(description: "a property's name has other characters than ASCII's")
            }
            let about = property.value["x-daybook"]
            if let number = about?["engine"]?.integerValue {
                guard let field = UInt64(exactly: number).flatMap({ EngineField(rawValue: $0) }) else {
                    throw EventSchemaProblem(description: "\"\(property.name)\" has no known key")
                }
                engineFields.append(field)
                continue
            }
            guard let key = about?["key"]?.integerValue, (1...63).contains(key),
                !fields.contains(where: { $0.key == UInt64(key) })
            else {
                throw EventSchemaProblem(description: "\"\(property.name)\" has no key of its own from 1 to 63")
            }
            guard let kind = FieldKind(shown: about?["kind"]?.stringValue ?? "") else {
                throw EventSchemaProblem(description: "\"\(property.name)\" is of no known kind")
            }
            // Whether a field may be left out or cleared decides nothing where an event is only shown.
            fields.append(
                FieldSchema(
                    key: UInt64(key), name: property.name, kind: kind, required: false, nullable: true, missing: "",
                    mistyped: "", outOfRange: ""))
        }
        self.init(
            type: type, version: version, kinds: ["*"], role: .note, critical: false,
            computed: about["computed"] == .bool(true), validTime: nil, register: nil,
            fields: fields.sorted { $0.key < $1.key }, engineFields: engineFields)
    }
}

extension FieldKind {
    /// The kind as far as a value is shown by it; nil for no name.
    fileprivate init?(shown name: String) {
        switch name {
        case "": return nil
        case "date": self = .date
        case "instant": self = .instant
        case "tenths": self = .tenths(0...Int.max)
        case "hours": self = .hours(0...Int.max)
        // Values of the others are shown as they stand.
        default: self = .scalar(maximumScalars: .max)
        }
    }
}
