import Foundation
import Glibc

/// The program that was built beside these tests, started as a shell starts it.
enum RealProgram {
    static let path =
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/daybook"

    /// Runs a line of sh in which `$daybook` is the program, on the shell's ledger.
    static func sh(_ script: String, on shell: Shell, _ more: [String: String] = [:]) throws -> Shell.Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        process.environment = [
            "PATH": "/usr/bin:/bin", "daybook": path, "DAYBOOK_LEDGER": shell.ledger, "DAYBOOK_CLOCK": shell.clock,
            "HOME": shell.folder,
            "LC_ALL": "C",
        ].merging(more) { $1 }
        let (out, err) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = out.fileHandleForReading.readDataToEndOfFile()
        let error = err.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Shell.Result(
            status: process.terminationStatus, out: String(decoding: output, as: UTF8.self),
            err: String(decoding: error, as: UTF8.self))
    }

    /// `sh` by bash in the shell's folder, for scripts that wait for their children: the thread of a test blocks the
    /// signal by which dash would see that a child ended. `await CONDITION` waits in the script until a condition
    /// holds, at most ten seconds, so a failing script ends.
    static func bash(_ script: String, on shell: Shell) throws -> Shell.Result {
        let helper = #"await() { for _ in $(seq 500); do eval "$1" && return; sleep 0.02; done; }"#
        let file = shell.file("script-\(UUID().uuidString)", helper + "\n" + script)
        return try sh("cd \(shell.folder); exec bash \(file)", on: shell)
    }

    /// The prefix of a command that runs it as a user who owns nothing; nil where that cannot be done here.
    static let asNobody: String? = {
        guard geteuid() == 0 else { return nil }
        let prefix = "setpriv --reuid 65534 --regid 65534 --clear-groups"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "\(prefix) '\(path)' --version"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // A program that cannot be started is not there.
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? prefix : nil
    }()
}
