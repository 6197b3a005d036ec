import EventCodec

/// One thing that is wrong with a ledger or with what it stands on, and the command that mends it.
package struct HealthFinding: Hashable, Sendable {
    /// Dotted lowerCamelCase.
    package let code: String
    /// One or two sentences.
    package let text: String
    /// As a person types it; nil where no command can.
    package let command: String?
    /// Whether bytes are not as they were written.
    package let isDamage: Bool

    package init(_ code: String, _ text: String, command: String?, isDamage: Bool = false) {
        self.code = code
        self.text = text
        self.command = command
        self.isDamage = isDamage
    }

    package var json: JSONValue {
        .object(pairs: [
            "code": .string(code), "text": .string(text), "command": command.map { .string($0) } ?? .null,
            "damage": isDamage ? .bool(true) : nil,
        ])
    }
}
