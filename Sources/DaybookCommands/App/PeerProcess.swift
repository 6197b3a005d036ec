import DaybookDomains
import Glibc
import Replication

/// Another ledger, served by a process of its own: no program ever maps two ledgers.
struct PeerProcess {
    static let noProgram = Fault(
        .defect, code: "program.unknown", message: "This program cannot be started again to serve the other ledger.",
        hint: "Use a shared folder, or bundles.")

    /// The error of a process that was to answer for the ledger in a folder.
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
        let secret = LedgerEnvironment.systemEntropy(OwnCaller.secretByteCount)
        let child = try ChildProcess.Running(
            program, ["--json"] + session.processOptions(ledger: folder) + ["peer", OwnCaller.option], secret: secret,
            patience: try PeerPatience(
                session, "The process of the ledger at \(folder)", hint: "That process was ended. "))
        do {
            try child.write(secret)
            let stream = ByteStream(read: { try child.read() }, write: { try child.write($0) })
            let outcome = try ledger.sync(
                over: ProvenStream(ofThisUser: stream), progress: session.console.showProgress)
            try child.end(named: folder)
            return outcome
        } catch let error {
            // The other process's own message is nearer to the cause; one that was ended has none.
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
        private let patience: PeerPatience
        private let signalBefore: (@convention(c) (Int32) -> Void)?

        /// - Parameter secret: What the process reads on `OwnCaller.descriptor`: less than a pipe holds.
        init(_ program: String, _ arguments: [String], secret: [UInt8], patience: PeerPatience) throws {
            self.patience = patience
            (input, output, error) = (try OutputPipe(), try OutputPipe(), try OutputPipe())
            let handed = try OutputPipe()
            try Descriptor(number: handed.writing, name: "to the other ledger").write(secret)
            handed.closeWriting()
            process = try ChildProcess.start(
                program, arguments, Streams(input: input, output: output, error: error, handed: handed))
            // SIGPIPE is ignored here: when the child has ended, its own error output gives the reason.
            signalBefore = Glibc.signal(SIGPIPE, SIG_IGN)
            // A write to a process that does not read returns, and the wait for it ends.
            _ = fcntl(self.input.writing, F_SETFL, fcntl(self.input.writing, F_GETFL) | O_NONBLOCK)
        }

        deinit { Glibc.signal(SIGPIPE, signalBefore) }

        func read() throws -> [UInt8]? {
            try wait(for: output.reading, POLLIN)
            return try Descriptor(number: output.reading, name: "what the other ledger says").read()
        }

        func write(_ bytes: [UInt8]) throws {
            let descriptor = Descriptor(number: input.writing, name: "to the other ledger")
            var rest = bytes[...]
            while !rest.isEmpty {
                try wait(for: input.writing, POLLOUT)
                rest = rest.dropFirst(try descriptor.writeSome(rest, mayBeFull: true))
            }
        }

        /// Waits until a pipe can be read or written. A process that shows no sign of life meanwhile is ended.
        ///
        /// - Throws: `Fault` `peer.silent` (75).
        private func wait(for pipe: Int32, _ event: Int32) throws {
            do { try patience.wait(for: pipe, event) } catch {
                // A stopped process takes no other signal.
                kill(process, SIGKILL)
                throw error
            }
        }

        /// Lets it end, whatever it still has to say.
        func ended() throws -> ChildProcess {
            input.closeWriting()
            output.closeReading()
            try wait(for: error.reading, POLLIN)
            let stated = try error.read()
            return ChildProcess(status: ChildProcess.wait(for: process), output: [], error: stated)
        }

        /// Lets it end. Throws the error that it ended with.
        func end(named folder: String) throws {
            let child = try ended()
            if child.status != 0 || child.signal != nil { throw PeerProcess.fault(child, of: folder) }
        }
    }
}

/// How long the program of another ledger may be silent.
struct PeerPatience {
    /// Names the seconds, in place of two minutes.
    static let variable = "DAYBOOK_PEER_SECONDS"

    private let time: Duration
    /// The beginning of a sentence: who may be silent.
    private let other: String
    private let hint: String

    init(_ session: Session, _ other: String, hint: String = "") throws {
        (self.other, self.hint) = (other, hint)
        let given = session.variables[PeerPatience.variable].flatMap { $0.isEmpty ? nil : $0 }
        time = .seconds(try given.map { try Values.count($0, PeerPatience.variable, 1...86_400) } ?? 120)
    }

    /// Waits until a pipe or a socket can be read or written. Throws `Fault` `peer.silent` (75).
    func wait(for descriptor: Int32, _ event: Int32) throws {
        let end = ContinuousClock.now + time
        while true {
            var polled = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            let left = max(.zero, end - ContinuousClock.now)
            let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
            let count = poll(&polled, 1, Int32(clamping: milliseconds + 1))
            if count > 0 { return }
            if count == 0, ContinuousClock.now >= end {
                throw Fault(
                    .busy, code: "peer.silent",
                    message: "\(other) was silent for \(time.components.seconds) s: it is stopped or hangs.",
                    hint: hint + "What was exchanged before stays; the same command goes on from there.")
            }
            precondition(count == 0 || errno == EINTR, "descriptors of this process can be polled")
        }
    }
}
