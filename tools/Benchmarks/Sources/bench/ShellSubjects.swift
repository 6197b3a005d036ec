import Foundation

/// One command of the program on a ledger that stands, from its start to its end; milliseconds.
final class ShellCommand: Subject {
    let name = "daybook"
    private let arguments: [String]
    private var ledger = ""
    private var written = 0

    /// What each benchmark of the shell runs; a ledger of flights answers all of them.
    static let commands: [(name: String, arguments: [String])] = [
        ("list", ["flight", "list"]),
        ("list-json", ["flight", "list", "--json"]),
        ("search", ["flight", "list", "--search", "KSJC"]),
        ("newest", ["flight", "list", "--limit", "20"]),
        ("summary", ["flight", "summary"]),
        ("currency", ["currency", "--on", "2025-12-20"]),
        ("known-at", ["currency", "--known-at", "5000"]),
        ("progress", ["progress"]),
        ("notices", ["notices"]),
        ("duplicates", ["duplicates"]),
        ("audit", ["audit"]),
        ("export", ["export", "--format", "solotrack"]),
        ("export-foreflight", ["export", "--format", "foreflight"]),
        ("verify", ["verify"]),
        ("replay", ["replay"]),
        ("digest", ["digest"]),
    ]

    init(_ arguments: [String]) { self.arguments = arguments }

    func prepare(_ workload: Workload, folder: String) throws { ledger = try BuiltLedger.shared.path(workload, near: folder) + "/ledger" }

    func run(_ workload: Workload) throws {
        guard let program = ProcessInfo.processInfo.environment["DAYBOOK_PROGRAM"] else {
            throw BenchmarkError("DAYBOOK_PROGRAM does not name the program; tools/bench sets it")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["--ledger", ledger] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        written = output.fileHandleForReading.readDataToEndOfFile().count
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchmarkError("daybook \(arguments.joined(separator: " ")) ended with \(process.terminationStatus)") }
    }

    func digest(_ workload: Workload) throws -> String { "\(written) bytes" }
    func value(seconds: Double, events: Int) -> Double { seconds * 1000 }
}
