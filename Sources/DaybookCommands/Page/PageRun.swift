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
        private let secrets: PageSecrets
        private let peers: PeerLookup?
        /// Why it cannot be known who opens a connection; nil where it can.
        private let warning: String?
        private let environment: LedgerEnvironment
        private let folder: String

        /// - Throws: `Fault` where there is no ledger, or its secret cannot be read or made.
        init(_ session: Session, _ secret: PageSecret, port: Int?) throws {
            self.session = session
            environment = try session.ledgerEnvironment()
            folder = secret.folder
            // Where it cannot be known who opens a connection, another user may have collected the cookie.
            let fresh: [UInt8]
            do {
                (peers, warning, fresh) = (try PeerLookup(), nil, [])
            } catch {
                (peers, fresh) = (nil, environment.entropy(32))
                warning =
                    "This system does not show who opens a connection: \(error.reason). So each start has a new "
                    + "address, and no browser is known from before."
            }
            identity = PageIdentity(
                secret: try secret.bytes() + fresh, folder: folder + (fresh.isEmpty ? "" : "\n\(Hex.encode(fresh))"),
                port: port ?? PageIdentity.defaultPort)
            secrets = PageSecrets(
                current: { secret.isReachable ? try secret.bytes() + fresh : nil }, renew: { try secret.renew() })
        }

        func run(opens: Bool) throws {
            // Before other threads begin: one that takes signals ends the process.
            let signals = try EndingSignals()
            defer { signals.release() }
            let token = Hex.encode(environment.entropy(32))
            let site = PageSite(
                ledger: folder, environment, PageGuard(identity, secrets, token: token), program: program)
            let server = PageServer(site, address: identity.address, port: identity.port, lookup)
            server.start()
            while case .starting = server.state {
                if daybook_wait(signals.descriptor, 10) != 0 { return }
            }
            try check(server)
            let url = "\(identity.origin)/?token=\(token)"
            try session.answer(
                .object(pairs: [
                    "page": .string(identity.origin), "url": .string(url),
                    "warnings": Text.warnings([warning].compactMap(\.self)),
                ])
            ) {
                try session.print("The page of \(Text.shown(folder)) is at:")
                try session.print("  \(url)")
                try session.print("Open it in a browser on this machine; this address opens it once. Ctrl-C ends it.")
                try session.warn([warning].compactMap(\.self))
            }
            try session.console.flush()
            let opening = opens ? try PageOpening(url, session) : nil
            while daybook_wait(signals.descriptor, 1_000) == 0 {
                try check(server)
                site.tend()
            }
            site.stop()
            opening?.remove()
            // A request that hangs is not waited for: what it has committed stays, and the rest was not promised.
            for _ in 0..<50 where !site.isIdle { usleep(10_000) }
        }

        /// The look-up in the words of the server.
        private var lookup: PageServer.UserLookup? {
            guard let peers else { return nil }
            return { client, server in
                peers.admittedUser(
                    of: SocketEnds(
                        client: .init(client.address, client.port), server: .init(server.address, server.port)))
            }
        }

        /// Commands of the page are processes of this program, with its clock and its zone.
        private var program: PageProgram? {
            guard let program = session.program else { return nil }
            let options =
                session.processOptions(ledger: folder)
                + (session.globals.clock.map { ["--clock", $0] } ?? [])
                + (session.globals.zone.map { ["--zone", $0] } ?? [])
            return PageProgram { arguments, input in
                try PageCommand(program, options + arguments, input: input)
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
