#if Network
    import CProcess
    import DaybookDomains
    import DaybookPage
    import DaybookServer
    import Glibc
#endif

/// One run of the server of the page, from the secret in the folder to the signal that ends it.
struct PageRun {
    #if Network
        private let session: Session
        private let identity: PageIdentity
        private let environment: LedgerEnvironment
        private let folder: String

        /// - Throws: `Fault` where there is no ledger, or its secret cannot be read or made.
        init(_ session: Session, port: Int?) throws {
            self.session = session
            environment = try session.ledgerEnvironment()
            let path = try session.withLedger(.readOnly) { $0.path }
            guard let real = realpath(path, nil) else { throw Files.unwritable(path, errno) }
            defer { free(real) }
            folder = String(cString: real)
            identity = PageIdentity(
                secret: try PageSecret.bytes(in: folder, environment.entropy), folder: folder,
                port: port ?? PageIdentity.defaultPort)
        }

        func run(opens: Bool) throws {
            // Before other threads begin: one that takes signals ends the process.
            let signals = try EndingSignals()
            defer { signals.release() }
            let token = Hex.encode(environment.entropy(32))
            let site = PageSite(ledger: folder, environment, identity, token: token, program: program)
            let server = PageServer(site, address: identity.address, port: identity.port)
            server.start()
            while case .starting = server.state {
                if daybook_wait(signals.descriptor, 0, 10) == DAYBOOK_WAKE_ASKED { return }
            }
            try check(server)
            let url = "\(identity.origin)/?token=\(token)"
            try session.answer(.object(pairs: ["page": .string(identity.origin), "url": .string(url)])) {
                try session.print("The page of \(Text.shown(folder)) is at:")
                try session.print("  \(url)")
                try session.print("Open it in a browser on this machine; this address opens it once. Ctrl-C ends it.")
            }
            try session.console.flush()
            let opening = opens ? try PageOpening(url, session) : nil
            while daybook_wait(signals.descriptor, 0, 1_000) != DAYBOOK_WAKE_ASKED {
                try check(server)
                site.tend()
            }
            site.stop()
            opening?.remove()
        }

        /// Commands of the page are processes of this program, with its clock and its zone.
        private var program: PageProgram? {
            guard let program = session.program else { return nil }
            let options =
                session.processOptions(ledger: folder)
                + (session.globals.clock.map { ["--clock", $0] } ?? [])
                + (session.globals.zone.map { ["--zone", $0] } ?? [])
            return PageProgram { arguments, input in
                let child = try ChildProcess.run(program, options + arguments, input: input, capturesOutput: true)
                return PageProgram.Result(
                    status: child.signal.map { Int($0) + 128 } ?? Int(child.status), output: child.output,
                    error: child.error)
            } verify: {
                try PageVerification(program, options)
            }
        }

        private func check(_ server: PageServer) throws {
            guard case .failed(let why) = server.state else { return }
            throw Fault(
                .busy, code: "serve.refused", message: "The page cannot be served at \(identity.origin): \(why).",
                hint: "Perhaps it is served already. Else name another port with --port.")
        }
    #endif
}
