import DaybookKit
import Glibc
import Replication

/// Another ledger, served by a process of its own: no program ever maps two ledgers.
struct PeerProcess {
    static let noProgram = Fault(
        .defect, code: "program.unknown", message: "This program cannot be started again to serve the other ledger.",
        hint: "Use a shared folder, or bundles.")

    /// What a process that was to answer for the ledger in a folder said when it failed.
    static func fault(_ child: ChildProcess, of folder: String) -> any Error {
        let value = try? JSONParser.parse(child.error)  // A process that was killed says nothing.
        let (code, message) = (value?["error"]?["code"]?.stringValue, value?["error"]?["message"]?.stringValue)
        if child.status == 1, child.signal == nil, let code, let message {
            return Rejection(
                code: code, message: "The ledger at \(folder) answers: \(message)",
                hint: value?["error"]?["hint"]?.stringValue)
        }
        return Ended(
            status: child.signal == nil ? child.status : Fault.Kind.damaged.rawValue,
            reason: Fault(
                .damaged, code: code ?? "peer.ended",
                message: message.map { "The ledger at \(folder) answers: \($0)" }
                    ?? "The process of the ledger at \(folder) was stopped.",
                hint: value?["error"]?["hint"]?.stringValue))
    }

    /// Exchanges events with the ledger in a folder.
    static func sync(_ ledger: Ledger, with folder: String, _ session: Session) throws -> SyncOutcome {
        guard let program = session.program else { throw noProgram }
        let child = try ChildProcess.Running(program, ["--json"] + session.processOptions(ledger: folder) + ["peer"])
        do {
            let stream = ByteStream(read: { try child.read() }, write: { try child.write($0) })
            let outcome = try ledger.sync(over: stream, progress: session.console.showProgress)
            try child.end(named: folder)
            return outcome
        } catch let error {
            // What the other process says of its own is nearer to the cause; one that was ended says nothing.
            let child = try child.ended()
            throw child.error.isEmpty || child.status == 0 ? error : fault(child, of: folder)
        }
    }
}

extension ChildProcess {
    /// A process that is spoken with while it runs.
    final class Running {
        private let process: pid_t
        private let input: OutputPipe
        private let output: OutputPipe
        private let error: OutputPipe
        private let signalBefore: (@convention(c) (Int32) -> Void)?

        init(_ program: String, _ arguments: [String]) throws {
            (input, output, error) = (try OutputPipe(), try OutputPipe(), try OutputPipe())
            process = try ChildProcess.start(program, arguments, input: input, output: output, error: error)
            // SIGPIPE is ignored here: when the child has ended, its own error output gives the reason.
            signalBefore = Glibc.signal(SIGPIPE, SIG_IGN)
        }

        deinit { Glibc.signal(SIGPIPE, signalBefore) }

        func read() throws -> [UInt8]? {
            try Descriptor(number: output.reading, name: "what the other ledger says").read()
        }

        func write(_ bytes: [UInt8]) throws {
            try Descriptor(number: input.writing, name: "to the other ledger").write(bytes)
        }

        /// Lets it end, whatever it still has to say.
        func ended() throws -> ChildProcess {
            input.closeWriting()
            output.closeReading()
            let told = try error.read()
            return ChildProcess(status: ChildProcess.wait(for: process), output: [], error: told)
        }

        /// Lets it end. Throws the error that it ended with.
        func end(named folder: String) throws {
            let child = try ended()
            if child.status != 0 || child.signal != nil { throw PeerProcess.fault(child, of: folder) }
        }
    }
}
