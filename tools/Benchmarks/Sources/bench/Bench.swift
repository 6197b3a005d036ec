import CBaselines
import Foundation

@main enum Bench {
    static func main() {
        do {
            try run(Options(Array(CommandLine.arguments.dropFirst())))
        } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ options: Options) throws {
        if options.lines > 0 {
            return (0..<options.lines).forEach { Harness.write(Shape(count: options.lines).flight($0).line()) }
        }
        if options.rows > 0 {
            let workload = Workload(Shape(count: options.rows))
            return (0..<options.rows).forEach { Harness.write(hexadecimal(workload.row($0))) }
        }
        let chosen = Catalogue.all.filter { options.selects($0.name) }
        if chosen.isEmpty { throw BenchmarkError("no benchmark is called '\(options.only ?? "")'; --list names them") }
        if options.listsNames { return chosen.forEach { Harness.write($0.name) } }
        try FileManager.default.createDirectory(atPath: options.folder, withIntermediateDirectories: true)
        warnIfMemory(options.folder)
        let harness = Harness(options: options)
        for benchmark in chosen { try harness.run(benchmark) }
    }

    /// A durable commit into memory costs nothing, so its figures would mean nothing.
    private static func warnIfMemory(_ folder: String) {
        if baseline_is_in_memory(folder) == 1 {
            FileHandle.standardError.write(
                Data("bench: \(folder) lies in memory; durable figures mean nothing here\n".utf8))
        }
    }
}
