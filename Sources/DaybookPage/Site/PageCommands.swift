import Synchronization

/// The commands that requests wait for. A command that hangs holds its own request alone, and ends with its deadline.
final class PageCommands: Sendable {
    /// More at a time are refused: each one has a thread that waits for it.
    static let commandsMaximum = 4
    private static let step = Duration.milliseconds(50)

    private struct State {
        var running = 0
        var isEnding = false
    }
    private let state = Mutex(State())
    private let patience: Duration

    init(patience: Duration) { self.patience = patience }

    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Lets no command begin and ends those that run, each within a step.
    func end() { state.withLock { $0.isEnding = true } }

    /// Starts a command and waits for its end.
    ///
    /// - Throws: ``PageProblem`` where too many run, or it did not end in time. It is ended then.
    func run(_ start: () throws -> any FollowedCommand) throws -> PageProgram.Result {
        try state.withLock { state in
            if state.isEnding { throw PageProblem.ending }
            guard state.running < PageCommands.commandsMaximum else {
                throw PageProblem(
                    503, "Other commands run", "At most \(PageCommands.commandsMaximum) run at a time.",
                    hint: "Wait for one of them to end, and try again.")
            }
            state.running += 1
        }
        defer { state.withLock { $0.running -= 1 } }
        let end = ContinuousClock.now + patience
        let command = try start()
        while true {
            if case .ended(let result) = command.step() { return result }
            if isEnding {
                command.end()
                throw PageProblem.ending
            }
            guard ContinuousClock.now < end else {
                command.end()
                throw PageProblem(
                    504, "The command did not end",
                    "It was stopped after \(patience.components.seconds) seconds. What it wrote before stays.",
                    hint: "Check that the folder can be reached. The command line waits longer.")
            }
            command.wait(PageCommands.step)
        }
    }
}

extension PageProblem {
    static let ending = PageProblem(503, "The server ends", "It was asked to end.", hint: "Start it again.")
}
