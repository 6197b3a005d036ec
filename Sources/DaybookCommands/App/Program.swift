import ArgumentParser
import DaybookDomains
import Glibc

/// The program `daybook`: arguments in, answers and a status out.
public enum Program {
    /// Runs with the process's arguments, variables and streams, and ends the process.
    static func main(_ given: [UnsafePointer<CChar>]) -> Never {
        ProcessState.settle()
        let arguments = given.map { String(cString: $0) }
        if arguments.contains(VerifyCommand.inProcess) {
            FaultHandler.installSilently()
        } else {
            FaultHandler.install(json: arguments.contains("--json"))
        }
        let unreadable = ProcessState.firstUnreadableArgument(given).map { number in
            Fault(
                .usage, code: "usage.notUTF8", message: "Argument \(number) is not UTF-8 text.",
                hint: "Set the terminal to UTF-8; names of files must be UTF-8, too.")
        }
        let console = Console.ofProcess()
        let status = run(
            arguments, variables: ProcessState.variables(), console: console, program: "/proc/self/exe",
            unreadable: unreadable)
        Stopped.end(with: status)
        // The console holds what need not be freed by itself.
        withExtendedLifetime(console) { exit(status) }
    }

    /// Runs in this process on values: what a test and another program call.
    public static func run(
        arguments: [String], environment: [String: String] = [:], standardInput: String = "", isTerminal: Bool = false,
        program: String? = nil
    ) -> (status: Int32, out: String, err: String) {
        var out: [UInt8] = []
        var error: [UInt8] = []
        var input: [UInt8]? = Array(standardInput.utf8)
        let console = Console(
            out: { out += $0 }, error: { error += $0 },
            input: {
                defer { input = nil }
                return input?.isEmpty == true ? nil : input
            }, outIsTerminal: isTerminal, errorIsTerminal: isTerminal)
        let status = run(arguments, variables: environment, console: console, program: program)
        return (status, String(decoding: out, as: UTF8.self), String(decoding: error, as: UTF8.self))
    }

    /// `program` is the file of this program, for what is done in a process of its own; without it that is done in this
    /// one.
    public static func run(_ arguments: [String], variables: [String: String], console: Console, program: String? = nil)
        -> Int32
    {
        run(arguments, variables: variables, console: console, program: program, unreadable: nil)
    }

    /// `unreadable` is what is wrong with the arguments as the system gave them.
    private static func run(
        _ arguments: [String], variables: [String: String], console: Console, program: String?, unreadable: Fault?
    ) -> Int32 {
        let (globals, rest, fault) = Globals.parse(arguments)
        let session = Session(globals: globals, variables: variables, console: console, program: program)
        do {
            if let fault = unreadable ?? fault { throw fault }
            if let text = try perform(rest, session) { try print(text, rest, session) }
            try console.flush()
            console.endProgress()
            return 0
        } catch let ended as Ended {
            return finish(ended, session)
        } catch {
            return printError(ErrorReport(error), session)
        }
    }

    /// A text that was asked for: with `--json` one document. A completion script stays what a shell reads.
    private static func print(_ text: String, _ arguments: [String], _ session: Session) throws {
        if session.isJSON, !arguments.contains(where: { $0.hasPrefix("--generate-completion-script") }) {
            let version = Daybook.configuration.version
            guard text == version else { return try session.print(.object([.init("help", .string(text))])) }
            let number = JSONValue.string(String(version.drop { !$0.isNumber }))
            try session.print(
                .object(pairs: ["version": number, "tz": ZoneDatabase.system.version.map { .string($0) } ?? .null]))
        } else {
            try session.console.write(line: text)
            if text == Daybook.configuration.version { try session.console.write(line: zonesLine) }
        }
    }

    /// Where the rules of zones come from.
    private static var zonesLine: String {
        let database = ZoneDatabase.system
        let version = database.version.map { "tz database \($0)" } ?? "tz database of an unknown version"
        return "\(version) in \(database.path)"
    }

    /// Parses and runs; answers a text that was asked for instead (help, version, a completion script).
    private static func perform(_ arguments: [String], _ session: Session) throws -> String? {
        try Usage.checkCommand(arguments)
        let command: any ParsableCommand
        do {
            command = try parsed(arguments)
        } catch {
            guard Daybook.exitCode(for: error) == .success else { throw Usage.fault(error, arguments) }
            return Daybook.fullMessage(for: error)
        }
        if let command = command as? any LedgerCommand {
            try Usage.checkTwice(arguments, type(of: command))
            session.lack.scope = command.answersFrom
            session.lack.shownStreams = command.showsOf
            session.lack.choiceSources = command.choicesFrom
            session.lack.grounds = command.restsOn
            try command.run(in: session)
            try session.printAhead()
            try session.printLack()
            try session.endBesideDamage()
            return nil
        }
        // `daybook help …` is the parser's own command, and a group without a command shows its help.
        if type(of: command) == Daybook.self { return Daybook.helpMessage() }
        var builtIn = command
        do { try builtIn.run() } catch {
            guard Daybook.exitCode(for: error) == .success else { throw Usage.fault(error, arguments) }
            return Daybook.fullMessage(for: error)
        }
        return nil
    }

    /// A command's own parser takes less than two thirds of the time that the parser of the whole tree does.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        // Requests for help and other arguments that it rejects get the message of the whole tree.
        if let (type, rest) = Usage.command(named: arguments), let command = try? type.parseAsRoot(rest),
            command is any LedgerCommand
        {
            return command
        }
        return try Daybook.parseAsRoot(arguments)
    }

    private static func finish(_ ended: Ended, _ session: Session) -> Int32 {
        do { try session.console.flush() } catch { return printError(ErrorReport(error), session) }
        guard let reason = ended.reason else { return ended.status }
        return printError(ErrorReport(reason), session)
    }

    /// Says the error; a stream that cannot be written to changes nothing about the status.
    private static func printError(_ report: ErrorReport, _ session: Session) -> Int32 {
        // A closed standard error takes no report.
        try? session.complain(report, isAnswer: true)
        return report.status
    }
}

/// A command that has answered and still ends with a status of its own, such as a `verify` that found damage.
struct Ended: Error {
    let status: Int32
    let reason: (any Error)?
}

/// The program as C's `main` calls it.
@_cdecl("daybook_main") func daybookMain(_ count: Int32, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>)
    -> Int32
{
    Program.main((1..<max(1, Int(count))).compactMap { values[$0].map { UnsafePointer($0) } })
}
