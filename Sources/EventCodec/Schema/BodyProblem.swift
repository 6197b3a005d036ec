import EventModel

/// Why a body is not what its schema says.
public struct BodyProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whether it could not be read as its type, or was read and breaks a limit.
    public enum Kind: Hashable, Sendable { case unreadable, breaksLimit }

    public let kind: Kind
    /// Stable: the field's own code, or `field.unknown`, `body.notCanonical` …
    public let code: String
    /// One plain sentence that names the field.
    public let message: String

    public init(_ kind: Kind, code: String, message: String) {
        self.kind = kind
        self.code = code
        self.message = message
    }

    public var description: String { "\(code): \(message)" }

    /// As the error that a caller sees: exit status 65 for what cannot be read, a rejection for what breaks a limit.
    public var error: any Error {
        switch kind {
        case .unreadable: Fault(.unreadable, code: code, message: message)
        case .breaksLimit: Rejection(code: code, message: message)
        }
    }

    static func mistyped(_ field: FieldSchema, _ expected: String) -> BodyProblem {
        BodyProblem(.unreadable, code: field.mistyped, message: "\"\(field.name)\" is not \(expected).")
    }

    static func outOfRange(_ field: FieldSchema, _ rule: String) -> BodyProblem {
        BodyProblem(.breaksLimit, code: field.outOfRange, message: "\"\(field.name)\" \(rule).")
    }

    static func missing(_ field: FieldSchema) -> BodyProblem {
        BodyProblem(.breaksLimit, code: field.missing, message: "\"\(field.name)\" is missing.")
    }
}
