public import DaybookKit

extension Rejection {
    /// The code of a rejection, for programs; an app declares its own as constants.
    ///
    ///     extension Rejection.Code { static let doseTooMuch: Self = "dose.tooMuch" }
    ///     do { … } catch Rejection.Code.doseTooMuch { … }
    public struct Code: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        public let text: String
        public init(_ text: String) { self.text = text }
        public init(stringLiteral text: String) { self.text = text }
        public var description: String { text }

        /// Whether an error is a rejection of this code.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? Rejection)?.code == code.text }

        /// A record of that id was created before.
        public static let recordExists: Code = "record.exists"
        /// There is no such record.
        public static let recordMissing: Code = "record.missing"
        /// A lock stands on the record.
        public static let recordLocked: Code = "signature.locked"
        /// The stream holds another number of events than expected.
        public static let versionConflict: Code = "version.conflict"
        /// The key stands for another event.
        public static let keyConflict: Code = "key.conflict"
    }

    /// A rejection with a declared code.
    ///
    /// - Parameters:
    ///   - message: What happened and why, in one plain sentence.
    ///   - hint: What to do, where there is something.
    public init(_ code: Code, _ message: String, hint: String? = nil) {
        self.init(code: code.text, message: message, hint: hint)
    }
}
