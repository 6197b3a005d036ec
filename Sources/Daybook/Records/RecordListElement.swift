public import DaybookKit

/// A type of which a record may hold a list.
public protocol RecordListElement: RecordField {
    /// How a list of it stands in the bytes, before the limits of its schema.
    static var kindOfList: FieldKind { get }
}

extension String: RecordListElement {
    public static var kindOfList: FieldKind { .texts(maximum: 64, maximumScalars: 1_024) }
}

extension RecordID: RecordListElement {
    public static var kindOfList: FieldKind { .texts(maximum: 64, maximumScalars: 64) }
}

/// A list of whole numbers holds each once, ascending.
extension Int: RecordListElement {
    public static var kindOfList: FieldKind { .integers(maximum: 64, -(1 << 53)...1 << 53) }
}

extension Array: RecordField where Element: RecordListElement {
    public static var kindOfField: FieldKind { Element.kindOfList }
    public static var example: [Element] { [] }
    public var json: JSONValue { .array(map(\.json)) }

    public init?(json: JSONValue) {
        guard case .array(let values) = json else { return nil }
        let elements = values.compactMap(Element.init(json:))
        guard elements.count == values.count else { return nil }
        self = elements
    }
}
