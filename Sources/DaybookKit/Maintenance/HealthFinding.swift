public import EventCodec

/// One thing that is wrong with a ledger or with what it stands on, and the command that mends it.
public struct HealthFinding: Hashable, Sendable {
    /// Dotted lowerCamelCase.
    public let code: String
    /// One or two sentences.
    public let text: String
    /// As a person types it; nil where no command can.
    public let command: String?
    /// Whether bytes are not as they were written.
    public let isDamage: Bool

    public init(_ code: String, _ text: String, command: String?, isDamage: Bool = false) {
        self.code = code
        self.text = text
        self.command = command
        self.isDamage = isDamage
    }

    public var json: JSONValue {
        .object(pairs: [
            "code": .string(code), "text": .string(text), "command": command.map { .string($0) } ?? .null,
            "damage": isDamage ? .bool(true) : nil,
        ])
    }
}
