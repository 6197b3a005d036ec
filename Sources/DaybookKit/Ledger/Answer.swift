/// An answer with what it was asked of.
public struct Answer<Value: Sendable>: Sendable {
    public let asOf: AnsweredAsOf
    public let value: Value

    public init(asOf: AnsweredAsOf, value: Value) {
        self.asOf = asOf
        self.value = value
    }
}
