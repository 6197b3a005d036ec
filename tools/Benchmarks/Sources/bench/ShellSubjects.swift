import DaybookDomains
import Foundation

/// One command of the program on a ledger that stands, from its start to its end; milliseconds.
final class ShellCommand: Subject {
    let name = "daybook"
    private let arguments: [String]
    private var ledger = ""
    private var page = ""
    private var written = 0

    /// Stands for the position in the middle of the ledger.
    private static let half = "HALF"

    /// Stands for a position after a tenth of it.
    private static let tenth = "TENTH"

    /// Stands for a file to write.
    private static let file = "FILE"

    /// A command that reports its own duration prints other figures each time: the digits of its output do not count.
    private var printsTime: Bool { arguments == ["replay"] }

    /// All answers to tests are of one moment here: which of them are named goes by their ids, which are others in each
    /// ledger. Their lines are counted.
    private var namesByID: Bool { content == .tests && arguments.contains("--explain") }

    /// The command of each benchmark of the shell; a ledger of flights answers all of them.
    static let commands: [(name: String, arguments: [String])] = [
        ("list", ["flight", "list"]),
        ("list-json", ["flight", "list", "--json"]),
        ("by-month", ["flight", "list", "--by-month"]),
        ("search", ["flight", "list", "--search", "KSJC"]),
        ("newest", ["flight", "list", "--limit", "20"]),
        ("summary", ["flight", "summary"]),
        ("currency", ["currency", "--on", "2025-12-20"]),
        ("known-at", ["currency", "--known-at", half]),
        ("progress", ["progress"]),
        ("notices", ["notices"]),
        ("duplicates", ["duplicates"]),
        ("audit", ["audit"]),
        ("audit-json", ["audit", "--json"]),
        ("audit-html", ["audit", "--html", file]),
        ("export", ["export", "--format", "solotrack"]),
        ("export-foreflight", ["export", "--format", "foreflight"]),
        ("verify", ["verify"]),
        ("replay", ["replay"]),
        ("digest", ["digest"]),
        ("log", ["log"]),
        ("log-json", ["log", "--json"]),
        ("export-lines", ["export", "--format", "jsonl"]),
        ("stats", ["stats"]),
        ("diff", ["diff", "--from", half]),
        ("explain-currency", ["currency", "--on", "2025-12-20", "--explain"]),
        ("explain-known-at", ["currency", "--known-at", half, "--explain"]),
        ("explain-progress", ["progress", "--detail", "--explain"]),
        ("explain-summary", ["flight", "summary", "--explain"]),
        ("explain-by-month", ["flight", "list", "--by-month", "--explain"]),
        ("explain-by-month-json", ["flight", "list", "--by-month", "--explain", "--json"]),
        ("explain-notices", ["notices", "--explain"]),
        ("explain-audit", ["audit", "--explain"]),
        ("explain-audit-json", ["audit", "--explain", "--json"]),
    ]

    /// The same on a ledger of alarms that have fired for ten days.
    static let ofAlarms: [(name: String, arguments: [String])] = [
        ("alarm-list", ["alarm", "list"]), ("alarm-tick", ["alarm", "tick"]), ("alarm-pending", ["alarm", "pending"]),
        ("due", ["due"]),
    ]

    /// The same on a ledger of drinks.
    static let ofWater: [(name: String, arguments: [String])] = [
        ("water-today", ["water", "today"]), ("water-streak", ["water", "streak"]),
        ("water-month", ["water", "month"]), ("water-history", ["water", "history"]),
        ("water-explain-today", ["water", "today", "--explain"]),
        ("water-explain-streak", ["water", "streak", "--explain"]),
        ("water-explain-month", ["water", "month", "--explain"]),
        ("water-explain-smart", ["water", "smart", "--explain"]), ("water-log", ["log"]),
        ("water-log-json", ["log", "--json"]), ("water-export", ["water", "export"]),
        ("water-export-lines", ["export", "--format", "jsonl"]),
        ("water-stats", ["stats"]), ("water-diff", ["diff", "--from", half]),
    ]

    /// The same on a ledger of practice tests.
    static let ofTests: [(name: String, arguments: [String])] = [
        ("quiz-stats", ["quiz", "stats"]), ("quiz-history", ["quiz", "history"]), ("quiz-tests", ["quiz", "tests"]),
        ("quiz-sets", ["quiz", "sets"]),
        ("quiz-results", ["quiz", "results"]), ("quiz-show", ["quiz", "show"]),
        ("quiz-explain-stats", ["quiz", "stats", "--explain"]),
        ("quiz-explain-history", ["quiz", "history", "--explain"]),
        ("quiz-explain-show", ["quiz", "show", "--explain"]),
        ("quiz-explain-known-at", ["quiz", "stats", "--known-at", tenth, "--explain"]), ("quiz-log", ["log"]),
        ("quiz-diff", ["diff", "--from", tenth]),
    ]

    /// The longest answers, and the shortest, of logbooks that take more to read than one of flights as they were
    /// logged.
    static let ofLogbooks: [(name: String, arguments: [String])] = [
        ("currency", ["currency"]), ("list-json", ["flight", "list", "--json"]),
        ("explain-by-month", ["flight", "list", "--by-month", "--explain"]),
        ("explain-by-month-json", ["flight", "list", "--by-month", "--explain", "--json"]),
        ("audit-json", ["audit", "--json"]),
        ("explain-audit", ["audit", "--explain"]), ("explain-audit-json", ["audit", "--explain", "--json"]),
        ("diff", ["diff", "--from", half]),
        ("known-at-by-month-json", ["flight", "list", "--known-at", half, "--by-month", "--explain", "--json"]),
        ("known-at-audit-json", ["audit", "--known-at", half, "--explain", "--json"]),
        ("outcomes", ["outcomes", "--all"]), ("newest", ["flight", "list", "--limit", "20"]),
    ]

    /// The content of the ledger.
    enum Content: Equatable { case flights, logbook(LogbookWorkload), alarms, water, tests }

    private let content: Content

    init(_ arguments: [String], of content: Content = .flights) {
        self.arguments = arguments
        self.content = content
    }

    func prepare(_ workload: Workload, folder: String) throws {
        switch content {
        case .flights:
            let built = try BuiltLedger.shared.path(workload, near: folder)
            ledger = built + "/ledger"
            page = built + "/page.html"
            // It exists already, so every round gets the same answer.
            FileManager.default.createFile(atPath: page, contents: nil)
        case .logbook(let kind): ledger = try BuiltLedger.shared.path(of: kind, workload, near: folder)
        case .alarms: keep(try AlarmWorkload.make(folder + "/ledger", alarms: workload.count))
        case .water: keep(try WaterWorkload.make(folder + "/ledger", drinks: workload.count))
        case .tests: keep(try QuizWorkload.make(folder + "/ledger", answers: workload.count))
        }
    }

    private func keep(_ made: Ledger) {
        ledger = made.path
        made.close()
    }

    private var clock: [String] {
        switch content {
        case .flights, .logbook: []
        case .alarms: ["--clock", "2026-02-21T13:00:00Z"]
        case .water: ["--clock", "\(WaterWorkload.now)"]
        case .tests: ["--clock", "\(QuizWorkload.now)"]
        }
    }

    func run(_ workload: Workload) throws {
        guard let program = ProcessInfo.processInfo.environment["DAYBOOK_PROGRAM"] else {
            throw BenchmarkError("DAYBOOK_PROGRAM does not name the program; tools/bench sets it")
        }
        let line =
            [program, "--ledger", ledger] + clock
            + arguments.map { argument in
                switch argument {
                case ShellCommand.half: String(workload.count / 2)
                case ShellCommand.tenth: String(workload.count / 10)
                case ShellCommand.file: page
                default: argument
                }
            }
        let status = try ShellCommand.run(line) { output in
            written =
                namesByID
                ? output.count { $0 == 10 } : printsTime ? output.count { !(48...57).contains($0) } : output.count
        }
        guard status == 0 else { throw BenchmarkError("\(line.joined(separator: " ")) ended with status \(status)") }
    }

    /// Runs a program, reads all that it writes; its wait status. Not Foundation's Process, which takes 50 ms to see an
    /// end.
    private static func run(_ line: [String], written: ([UInt8]) -> Void) throws -> Int32 {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw BenchmarkError("no pipe") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        // The note of an export about the fields it leaves out.
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
        var arguments = line.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, line[0], &actions, nil, &arguments, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard code == 0 else { throw BenchmarkError("\(line[0]) cannot be run: \(code)") }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total: [UInt8] = []
        while case let count = read(ends[0], &buffer, buffer.count), count > 0 { total += buffer[..<count] }
        written(total)
        var status: Int32 = 0
        guard waitpid(child, &status, 0) == child else { throw BenchmarkError("\(line[0]) was lost") }
        return status
    }

    func digest(_ workload: Workload) throws -> String { "\(written) \(namesByID ? "lines" : "bytes")" }
    func value(seconds: Double, events: Int) -> Double { seconds * 1000 }
}
