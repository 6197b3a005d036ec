import ArgumentParser
import DaybookDomains

struct ServeCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Show the ledger in a browser on this machine.",
        discussion: """
            Examples:
              daybook serve
              daybook serve --open
              daybook serve --port 7311

            It prints an address. Open it once: the browser is known from then on, also
            after the next start. No other machine, and no other user of this one, can
            open the page. It ends on Ctrl-C, or SIGTERM, with status 0.

            A program with the page comes from "tools/daybook serve".
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("The port. (default: 7310)", valueName: "n")) var port: String?
    @Flag(help: "Open the page in the browser.") var open = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let port = try port.map { try Values.count($0, "port", 1...65_535) }
        #if Network
            try PageRun(session, port: port).run(opens: open)
        #else
            throw Fault(
                .usage, code: "serve.absent", message: "This program was built without the page.",
                hint: "Run \"tools/daybook serve\" in a checkout: it builds a program with it.")
        #endif
    }
}
