/// The program of this page, run as a process of its own: what a command does with files, or with another ledger, the
/// page leaves to it. The ledger is not open here meanwhile.
public struct PageProgram: Sendable {
    public struct Result: Sendable {
        public let status: Int
        public let output: [UInt8]
        public let error: [UInt8]

        public init(status: Int, output: [UInt8], error: [UInt8]) {
            (self.status, self.output, self.error) = (status, output, error)
        }

        var text: String { String(decoding: output.isEmpty ? error : output, as: UTF8.self) }
    }

    private let body: @Sendable ([String], [UInt8]?) throws -> Result
    /// Starts a verification of the ledger.
    let verify: @Sendable () throws -> any FollowedCommand

    /// - Parameters:
    ///   - body: Runs a command on the ledger of the page, with what its standard input holds.
    ///   - verify: Starts a verification of the ledger.
    public init(
        _ body: @escaping @Sendable ([String], [UInt8]?) throws -> Result,
        verify: @escaping @Sendable () throws -> any FollowedCommand
    ) {
        (self.body, self.verify) = (body, verify)
    }

    func run(_ arguments: [String], input: [UInt8]? = nil) throws -> Result { try body(arguments, input) }
}

/// A command of the program that goes on while the page answers other requests. One thread at a time uses it.
public protocol FollowedCommand: AnyObject, Sendable {
    /// How far it is. It does not wait.
    func step() -> FollowedStep

    /// Ends it. Does nothing where it has ended.
    func end()
}

/// How far a command is.
public enum FollowedStep: Sendable {
    /// Nothing is known yet.
    case begun
    /// So many events of how many were checked.
    case checked(UInt64, of: UInt64)
    case ended(PageProgram.Result)
}
