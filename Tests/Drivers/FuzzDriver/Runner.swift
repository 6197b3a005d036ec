import EventModel
import Foundation
import Glibc

/// Runs a target in child processes and watches them: a child that dies or hangs is reported with its input, and a new
/// one goes on behind that input.
struct Runner {
    let options: Options
    private let scratch: String
    private static let findingsMaximum = 20

    init(_ options: Options) {
        self.options = options
        scratch = "\(options.scratch)/ledger-fuzz-\(getpid())"
    }

    /// The line that ends a run.
    struct Result {
        var accepted: UInt64 = 0
        var violations: UInt64 = 0
        var crashes: UInt64 = 0
        var runs: UInt64 = 0

        func text(_ options: Options) -> String {
            "{\"target\":\"\(options.target)\",\"runs\":\(runs),\"accepted\":\(accepted),\"violations\":\(violations),\"crashes\":\(crashes),\"seed\":\(options.seed)}"
        }
    }

    /// True when nothing was found.
    func run() throws -> Bool {
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        // A file that cannot be deleted lies in a scratch folder under this process's number and does no harm.
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let end = options.from + options.runs
        var result = Result()
        var next = options.from
        while next < end, result.crashes < Self.findingsMaximum {
            let (progress, death) = try watch(from: next, until: end)
            result.accepted += progress.accepted
            result.violations += progress.violations
            guard let death else { break }
            guard progress.isReady == 1 else {
                throw Complaint("\(options.target) could not be prepared: the child \(death).")
            }
            result.crashes += 1
            report(number: progress.next, death)
            next = progress.next + 1
        }
        result.runs = options.runs
        print(result.text(options))
        return result.crashes == 0 && result.violations == 0
    }

    private func report(number: UInt64, _ death: String) {
        var text = "\(options.target): input \(number) of seed \(options.seed): the child \(death)"
        if let corpora = try? Corpora(root: options.root),
            let target = try? Targets.named(options.target)(corpora, scratch)
        {
            text += "; the input is\n  \(Hex.encode(target.input(number: number, seed: options.seed)))"
        }
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// Runs one child to its end; nil for a death when it came to the end of its inputs.
    private func watch(from: UInt64, until: UInt64) throws -> (Progress, death: String?) {
        let path = "\(scratch)/progress"
        let descriptor = open(path, O_RDONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Complaint("\(path) cannot be opened.") }
        defer { close(descriptor) }
        let folder = "\(scratch)/child"
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let child = Process()
        child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = [
            options.target, "--from", "\(from)", "--runs", "\(until - from)", "--seed", "\(options.seed)", "--root",
            options.root, "--scratch", folder,
            "--progress", path,
        ]
        try child.run()
        var last = Progress()
        var stuckMilliseconds: UInt64 = 0
        while child.isRunning {
            usleep(20_000)
            let progress = Progress(from: descriptor)
            stuckMilliseconds = progress == last ? stuckMilliseconds + 20 : 0
            last = progress
            // Preparing a target may take longer than any input.
            if stuckMilliseconds > options.patienceSeconds * 1000 * (progress.isReady == 1 ? 1 : 6) {
                kill(child.processIdentifier, SIGKILL)
                child.waitUntilExit()
                return (last, "did not come to an end in \(options.patienceSeconds) s")
            }
        }
        child.waitUntilExit()
        let progress = Progress(from: descriptor)
        if child.terminationReason == .uncaughtSignal {
            return (progress, "was ended by signal \(child.terminationStatus)")
        }
        if child.terminationStatus != 0 || progress.next != until {
            return (progress, "ended with status \(child.terminationStatus)")
        }
        return (progress, nil)
    }
}

/// The work of a child: every input in turn, and a line on standard error for each promise that was broken.
struct Child {
    let options: Options
    private static let reportsMaximum = 5

    func run(progressPath: String) throws {
        let descriptor = open(progressPath, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Complaint("\(progressPath) cannot be opened.") }
        var target = try Targets.named(options.target)(try Corpora(root: options.root), options.scratch)
        var progress = Progress()
        progress.isReady = 1
        for number in options.from..<options.from + options.runs {
            progress.next = number
            progress.write(to: descriptor)
            let input = target.input(number: number, seed: options.seed)
            switch target.run(input) {
            case .accepted: progress.accepted += 1
            case .refused: break
            case .violation(let reason):
                progress.violations += 1
                if progress.violations <= Self.reportsMaximum {
                    report(number, reason, target.smaller(input, .violation(reason)))
                }
            }
        }
        progress.next = options.from + options.runs
        progress.write(to: descriptor)
        close(descriptor)
    }

    private func report(_ number: UInt64, _ reason: String, _ smallest: [UInt8]) {
        let text =
            "\(options.target): input \(number) of seed \(options.seed): \(reason); made smaller it is\n  \(Hex.encode(smallest))\n"
        FileHandle.standardError.write(Data(text.utf8))
    }
}
