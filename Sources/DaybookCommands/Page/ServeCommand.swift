import ArgumentParser
import DaybookDomains
import Glibc

struct ServeCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Show the ledger in a browser on this machine.",
        discussion: """
            Examples:
              daybook serve
              daybook serve --open
              daybook serve --port 7311
              daybook serve --log-out

            It prints an address. Open it once: the browser is known from then on, also
            after the next start. No other machine, and no other user of this one but
            root, can open the page: the system states who opens a connection. Where it
            does not, each start has a new address, and says why.
            --log-out makes every browser unknown at once, of a running server too, and
            ends. The server ends on Ctrl-C, or SIGTERM, with status 0.

            A program with the page comes from "tools/daybook serve".
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("The port. (default: 7310)", valueName: "n")) var port: String?
    @Flag(help: "Open the page in the browser.") var open = false
    @Flag(help: "Log out every browser, and end.") var logOut = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let port = try port.map { try Values.count($0, "port", 1...65_535) }
        if logOut {
            try secret(session).renew()
            return try session.answer(.object(pairs: ["loggedOut": .bool(true)])) {
                try session.print("Every browser is logged out. The next start of the server prints an address.")
            }
        }
        #if Network
            try PageRun(session, secret(session), port: port).run(opens: open)
        #else
            throw Fault(
                .usage, code: "serve.absent", message: "This program was built without the page.",
                hint: "Run \"tools/daybook serve\" in a checkout: it builds a program with it.")
        #endif
    }

    private func secret(_ session: Session) throws -> PageSecret {
        let path = try session.withLedger(.readOnly) { $0.path }
        guard let real = realpath(path, nil) else { throw Files.unwritable(path, errno) }
        defer { free(real) }
        return PageSecret(folder: String(cString: real), entropy: try session.ledgerEnvironment().entropy)
    }
}
