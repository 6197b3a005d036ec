#if Network
    import DaybookDomains
    import DaybookPage
#endif

/// A verification in a process of its own, which the page follows.
///
/// `@unchecked Sendable`: the page starts, follows and ends it under one lock.
final class PageVerification: @unchecked Sendable {
    private let process: FollowedProcess

    init(_ program: String, _ options: [String]) throws {
        process = try FollowedProcess(
            program, options + ["verify", VerifyCommand.inProcess, VerifyCommand.progress])
    }
}

#if Network
    extension PageVerification: FollowedCommand {
        func step() -> FollowedStep {
            let child = process.poll()
            let (newest, rest) = VerifyProgress.read(String(decoding: process.errorOutput, as: UTF8.self))
            guard let child else { return newest.map { .checked($0.checked, of: $0.all) } ?? .begun }
            // A fault that ended it has no words of its own.
            if let fault = VerifyCommand.fault(of: child) {
                let words = [fault.message, fault.commandHint].compactMap(\.self).joined(separator: "\n")
                return .ended(
                    PageProgram.Result(status: Int(fault.kind.rawValue), output: [], error: Array(words.utf8)))
            }
            return .ended(
                PageProgram.Result(status: Int(child.status), output: child.output, error: Array(rest.utf8)))
        }

        func wait(_ time: Duration) { process.wait(time) }

        func end() { process.end() }
    }
#endif
