public import DaybookKit

/// The name of a record of one type: 1 to 64 letters, digits, `-`, `_` and `.`.
public struct RecordID<Of: Record>: RecordField, CustomStringConvertible {
    public let text: String

    /// Nil for a text of another form.
    public init?(_ text: String) {
        guard StreamID("a/\(text)") != nil else { return nil }
        self.text = text
    }

    /// The id of a stream that holds such a record.
    package init(_ stream: StreamID) { text = stream.id }

    public var description: String { text }

    /// The stream that holds the record's events.
    public var stream: StreamID { StreamID(unchecked: "\(Of.schema.kind)/\(text)") }
}

extension RecordID: ExpressibleByStringLiteral {
    /// A literal in the source of an app. One that is no id ends the program, like a literal number that does not fit
    /// its type; `init(_:)` takes text that is known at run time only.
    public init(stringLiteral text: String) {
        guard let id = RecordID(text) else { preconditionFailure("\"\(text)\" is no id of a record") }
        self = id
    }
}

extension RecordID {
    public static var kindOfField: FieldKind { .text(maximumScalars: 64) }
    public static var example: RecordID { "a" }
    public var json: JSONValue { .string(text) }

    public init?(json: JSONValue) {
        guard let text = json.stringValue else { return nil }
        self.init(text)
    }

    public init(from decoder: any Decoder) throws { self = try RecordID.decode(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try encodeJSON(to: encoder) }
}
