public import DaybookKit

/// A type that a field of a record may have.
public protocol RecordField: Codable, Hashable, Sendable {
    /// How the field stands in the bytes, before the limits of its schema.
    static var kindOfField: FieldKind { get }
    /// Any value, with which the fields of a record are read from its type.
    static var example: Self { get }
    var json: JSONValue { get }
    /// Nil for a value of another type.
    init?(json: JSONValue)
}

extension RecordField {
    /// As JSON text, for coders other than the ledger's own.
    static func decode(from decoder: any Decoder) throws -> Self {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(json: .string(text)) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\"\(text)\" is no \(Self.self)."))
        }
        return value
    }

    func encodeJSON(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(json.stringValue ?? "")
    }
}

extension String: RecordField {
    public static var kindOfField: FieldKind { .text(maximumScalars: 1_024) }
    public static var example: String { "" }
    public var json: JSONValue { .string(self) }

    public init?(json: JSONValue) {
        guard let text = json.stringValue else { return nil }
        self = text
    }
}

extension Int: RecordField {
    public static var kindOfField: FieldKind { .integer(-(1 << 53)...1 << 53) }
    public static var example: Int { 0 }
    public var json: JSONValue { .integer(self) }

    public init?(json: JSONValue) {
        guard case .number(let text) = json else { return nil }
        self.init(text)
    }
}

extension Bool: RecordField {
    public static var kindOfField: FieldKind { .boolean }
    public static var example: Bool { false }
    public var json: JSONValue { .bool(self) }

    public init?(json: JSONValue) {
        guard case .bool(let value) = json else { return nil }
        self = value
    }
}

extension CivilDate: RecordField {
    public static var kindOfField: FieldKind { .date }
    public static var example: CivilDate { CivilDate(day: 0) }
    /// A day past the ends of the calendar is no date, and is refused as one.
    public var json: JSONValue { .string((CivilDate.earliest...CivilDate.latest).contains(self) ? description : "") }

    public init?(json: JSONValue) {
        guard let text = json.stringValue else { return nil }
        self.init(text)
    }
}

extension Instant: RecordField {
    public static var kindOfField: FieldKind { .instant }
    public static var example: Instant { Instant(milliseconds: 0) }
    /// An instant past the ends of the calendar is none, and is refused as one.
    public var json: JSONValue { .string((Instant.earliest...Instant.latest).contains(self) ? description : "") }

    public init?(json: JSONValue) {
        guard let text = json.stringValue else { return nil }
        self.init(text)
    }

    public init(from decoder: any Decoder) throws { self = try Instant.decode(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try encodeJSON(to: encoder) }
}
