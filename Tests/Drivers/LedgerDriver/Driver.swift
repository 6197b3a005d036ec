import DaybookDomains
import Engine
import EventModel
import EventStore
import Glibc

/// A program for the tests that kill, cut off and damage: it writes to a ledger and reports the acknowledgements, or
/// checks its content.
///
/// Exit codes: 0 right, 1 wrong, 64 usage, else that of the `Fault`. It writes faults as `error <code> <message>` on
/// standard error.
enum Driver {
    static func main() {
        FaultHandler.install()
        var arguments = Array(CommandLine.arguments.dropFirst())
        let command = arguments.isEmpty ? "" : arguments.removeFirst()
        let options = Options(arguments)
        do {
            switch command {
            case "make": try make(options)
            case "append": try Appending(options).run()
            case "check": try check(options)
            case "check-many": checkMany(options)
            case "verify": try verify(options)
            case "ask": exit(try Asking(options).run())
            case "decide": exit(try Deciding(options).refusals())
            case "write": try Deciding(options).write()
            case "replaced": try Replacing(options).run()
            default:
                Output.error(
                    "usage: ledger-driver make|append|check|check-many|verify|ask|decide|write|replaced --ledger DIR …")
                exit(64)
            }
        } catch {
            exit(report(error))
        }
    }

    /// Makes the ledger, or finds it made; `made` is acknowledged like an event.
    private static func make(_ options: Options) throws {
        try open(options).close()
        Output.line("made")
    }

    /// Opens the ledger, making it when there is none yet; waits while another program makes it.
    static func open(_ options: Options) throws -> Ledger {
        var patience = 500
        while true {
            do { return try openOnce(options) } catch let fault as Fault
                where fault.code == "store.busy" && patience > 0
            {
                patience -= 1
                usleep(10_000)
            }
        }
    }

    private static func openOnce(_ options: Options) throws -> Ledger {
        let path = options.text("ledger")
        do { return try Ledger.open(at: path, environment: options.environment) } catch let fault as Fault
            where fault.code == "ledger.missing"
        {
            do { return try Ledger.create(at: path, environment: options.environment) } catch let rejection as Rejection
                where rejection.code == "ledger.exists"
            {
                return try Ledger.open(at: path, environment: options.environment)
            }
        }
    }

    private static func check(_ options: Options) throws {
        let acknowledged = try Acknowledgements(files: options.texts("acks"))
        let check = LedgerCheck(acknowledged)
        try check.run(options)
        Output.line(check.summary)
        for problem in check.problems.prefix(20) { Output.error("wrong \(problem)") }
        if !check.problems.isEmpty { exit(1) }
    }

    /// The result of `verify` of a ledger in any state: 0 sound, 74 damaged.
    private static func verify(_ options: Options) throws {
        let ledger = try Ledger.open(at: options.text("ledger"), .examine, environment: options.environment)
        defer { ledger.close() }
        let report = try ledger.verify()
        for damage in report.damage.prefix(5) { Output.line("damage \(damage.reason)") }
        if !report.isSound { exit(74) }
        Output.line("sound")
    }

    /// Reads `folder acks-file` lines from standard input and answers each with one line: `right …`, `wrong …` or
    /// `error …`.
    private static func checkMany(_ options: Options) {
        while let line = readLine() {
            let parts = line.split(separator: " ").map(String.init)
            var each = options
            each.set("ledger", parts[0])
            do {
                let check = LedgerCheck(try Acknowledgements(files: [parts[1]]))
                try check.run(each)
                Output.line(
                    check.problems.isEmpty
                        ? "right \(check.summary)" : "wrong \(check.problems.prefix(3).joined(separator: "; "))")
            } catch {
                Output.line("error \(describe(error).text)")
            }
        }
    }

    /// Writes what went wrong and gives the exit code.
    static func report(_ error: any Error) -> Int32 {
        let (code, text) = describe(error)
        Output.error("error \(text)")
        return code
    }

    static func describe(_ error: any Error) -> (code: Int32, text: String) {
        switch error {
        case let fault as Fault: (fault.kind.rawValue, "\(fault.code) \(fault.message)")
        case let rejection as Rejection: (1, "\(rejection.code) \(rejection.message)")
        case let refusal as DraftRefusal: describe(refusal.reason)
        case let error as StoreError: describe(error.fault)
        default: (70, "untyped \(error)")
        }
    }
}
