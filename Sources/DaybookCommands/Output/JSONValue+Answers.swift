import DaybookDomains

/// The common parts of answers in JSON.
extension JSONValue {
    /// The text as JSON; null for nil.
    static func textOrNull(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// The object with, behind its members, the event that was written last and the position after it; nil: nothing was
    /// written.
    func wrote(_ receipt: AppendReceipt?) -> JSONValue {
        guard let receipt, case .object(let members) = self else { return self }
        let last = receipt.ids.last.map { [Member("event", .string($0.hex))] } ?? []
        return .object(members + last + [Member("position", .integer(receipt.position.value))])
    }
}
