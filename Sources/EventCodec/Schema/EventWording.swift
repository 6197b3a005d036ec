/// A domain's own words for the events of a type, and for the records that they create.
public struct EventWording: Sendable {
    /// The name of a record, from its fields as a CBOR map; nil for one that the general name fits.
    public let name: (@Sendable (RawSpan) -> String?)?
    /// The effect of an event, from the name of its record and its data; nil: "NAME was" and the verb of its type.
    public let sentence: (@Sendable (_ name: String, _ data: JSONValue?) -> String)?

    public init(name: @escaping @Sendable (RawSpan) -> String?) { (self.name, sentence) = (name, nil) }

    public init(
        name: (@Sendable (RawSpan) -> String?)? = nil,
        sentence: @escaping @Sendable (_ name: String, _ data: JSONValue?) -> String
    ) {
        (self.name, self.sentence) = (name, sentence)
    }
}
