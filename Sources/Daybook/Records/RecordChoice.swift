public import DaybookKit

/// A field that holds one of a few words: an enumeration of texts.
///
///     enum Route: String, RecordChoice { case oral, injected }
public protocol RecordChoice: RecordField, CaseIterable, RawRepresentable where RawValue == String {}

extension RecordChoice {
    public static var kindOfField: FieldKind { .choice(allCases.map(\.rawValue)) }

    /// The first case. An enumeration of texts has one.
    public static var example: Self {
        guard let first = allCases.first else { preconditionFailure("\(Self.self) has no case") }
        return first
    }

    public var json: JSONValue { .string(rawValue) }

    public init?(json: JSONValue) {
        guard let text = json.stringValue else { return nil }
        self.init(rawValue: text)
    }
}

/// An attachment that a record names: the SHA-256 of its bytes.
public struct Attachment: RecordField {
    public let digest: Bytes32

    /// The name of an attachment of these bytes.
    public init(of bytes: [UInt8]) {
        guard let digest = Bytes32(hex: Ledger.digest(ofFile: bytes)) else {
            preconditionFailure("a digest has 64 hexadecimal digits")
        }
        self.digest = digest
    }

    public static var kindOfField: FieldKind { .bytes(count: 32) }
    public static var example: Attachment { Attachment(of: []) }
    public var json: JSONValue { .string(digest.hex) }

    public init?(json: JSONValue) {
        guard let digest = json.stringValue.flatMap(Bytes32.init(hex:)) else { return nil }
        self.digest = digest
    }

    public init(from decoder: any Decoder) throws { self = try Attachment.decode(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try encodeJSON(to: encoder) }
}
