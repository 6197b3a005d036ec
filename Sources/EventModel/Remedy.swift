/// The way out of a rejection or a fault. Where it has a name, a program has a command or a button for it.
public struct Remedy: Hashable, Sendable {
    /// Stable, dotted lowerCamelCase, such as `record.restore`; nil where the sentence is all that there is.
    public let name: String?
    /// A plain sentence that names no program.
    public let text: String
    /// The values that a program's own words need besides, such as the number of a test.
    public let values: [String]
    /// The record that it is about, where one is known.
    public private(set) var record: StreamID?

    public init(_ text: String) { (name, self.text, values) = (nil, text, []) }

    public init(_ name: String, _ text: String, values: [String] = [], record: StreamID? = nil) {
        (self.name, self.text, self.values, self.record) = (name, text, values, record)
    }

    /// The same about a record.
    public func about(_ stream: StreamID) -> Remedy {
        var remedy = self
        remedy.record = stream
        return remedy
    }
}
