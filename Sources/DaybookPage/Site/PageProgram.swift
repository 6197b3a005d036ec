import DaybookDomains

/// The program of this page, run as a process of its own: what a command does with files, or with another ledger, the
/// page leaves to it.
public struct PageProgram: Sendable {
    public struct Result: Hashable, Sendable {
        public let status: Int
        public let output: [UInt8]
        public let error: [UInt8]

        public init(status: Int, output: [UInt8], error: [UInt8]) {
            (self.status, self.output, self.error) = (status, output, error)
        }

        var text: String { String(decoding: output.isEmpty ? error : output, as: UTF8.self) }

        /// The message and the remedy of an error, whether the command was asked for text or for JSON.
        var problem: PageProblem {
            func problem(_ message: String, _ hint: String?) -> PageProblem {
                PageProblem(422, "The command did not succeed", message, hint: hint ?? "Nothing else was changed.")
            }
            // A text is no JSON.
            if let error = (try? JSONParser.parse(error))?["error"], let message = error["message"]?.stringValue {
                return problem(message, error["hint"]?.stringValue)
            }
            let lines = String(decoding: error, as: UTF8.self).split(separator: "\n")
            func text(_ label: String, _ lines: [Substring]) -> String {
                lines.map { $0.hasPrefix(label) ? $0.dropFirst(label.count) : $0 }.joined(separator: "\n")
            }
            let hints = lines.filter { $0.hasPrefix("hint: ") }
            let rest = text("error: ", lines.filter { !$0.hasPrefix("hint: ") })
            // A signal leaves no words.
            let message = rest.isEmpty ? "It ended with status \(status), and stated no reason." : rest
            return problem(message, hints.isEmpty ? nil : text("hint: ", hints))
        }
    }

    /// Starts a command on the ledger of the page, with what its standard input holds.
    let start: @Sendable ([String], [UInt8]?) throws -> any FollowedCommand
    /// Starts a verification of the ledger.
    let verify: @Sendable () throws -> any FollowedCommand

    /// - Parameters:
    ///   - start: Starts a command on the ledger of the page, with what its standard input holds.
    ///   - verify: Starts a verification of the ledger.
    public init(
        _ start: @escaping @Sendable ([String], [UInt8]?) throws -> any FollowedCommand,
        verify: @escaping @Sendable () throws -> any FollowedCommand
    ) {
        (self.start, self.verify) = (start, verify)
    }
}

/// A command of the program that goes on while the page answers other requests. One thread at a time uses it.
public protocol FollowedCommand: AnyObject, Sendable {
    /// How far it is. It does not wait.
    func step() -> FollowedStep

    /// Waits until it has gone on, at most so long.
    func wait(_ time: Duration)

    /// Ends it. Does nothing where it has ended.
    func end()
}

/// How far a command is.
public enum FollowedStep: Hashable, Sendable {
    /// Nothing is known yet.
    case begun
    /// So many events of how many were checked.
    case checked(UInt64, of: UInt64)
    case ended(PageProgram.Result)
}
