import EventModel
import Foundation

/// `ledger-fuzz`: seeded, structure-aware fuzzing of everything that reads bytes from elsewhere.
enum Program {
    /// The exit status: 0 nothing found, 1 something found, 64 not understood.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            let options = try Options(arguments)
            if options.isList {
                for target in Targets.all where target.cost != .none { print(target.name, target.cost.rawValue) }
                return 0
            }
            if let progress = options.progress {
                try Child(options: options).run(progressPath: progress)
                return 0
            }
            if options.input != nil || options.emit != nil || options.libFuzzer != nil { return try runHere(options) }
            return try Runner(options).run() ? 0 : 1
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            return 64
        }
    }

    /// In this process, where a debugger sees what happens.
    private static func runHere(_ options: Options) throws -> Int32 {
        var target = try Targets.named(options.target)(
            try Corpora(root: options.root), "\(options.scratch)/ledger-fuzz-\(getpid())")
        // A file that cannot be deleted lies in a scratch folder under this process's number and does no harm.
        defer { try? FileManager.default.removeItem(atPath: "\(options.scratch)/ledger-fuzz-\(getpid())") }
        if let input = options.input {
            print(target.run(input))
            return 0
        }
        #if LIBFUZZER
            if let arguments = options.libFuzzer { return LibFuzzer.run(target, arguments) }
        #endif
        for number in 0..<(options.emit ?? 0) {
            let input = target.input(number: number, seed: options.seed)
            print(target.run(input) == .accepted ? "accepted" : "refused", Hex.encode(input))
        }
        return 0
    }
}
