#if Network
    import DaybookPage
#endif

/// A command in a process of its own, which a request waits for.
///
/// `@unchecked Sendable`: one thread at a time uses it.
final class PageCommand: @unchecked Sendable {
    private let process: FollowedProcess

    init(_ program: String, _ arguments: [String], input: [UInt8]?) throws {
        process = try FollowedProcess(program, arguments, input: input)
    }
}

#if Network
    extension PageCommand: FollowedCommand {
        func step() -> FollowedStep {
            guard let child = process.poll() else { return .begun }
            return .ended(
                PageProgram.Result(
                    status: child.signal.map { Int($0) + 128 } ?? Int(child.status), output: child.output,
                    error: child.error))
        }

        func wait(_ time: Duration) { process.wait(time) }

        func end() { process.end() }
    }
#endif
