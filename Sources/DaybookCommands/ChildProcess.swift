import DaybookKit
import Foundation

/// A process that was started and has ended.
struct ChildProcess {
    let status: Int32
    /// The signal that ended it; its status means nothing then.
    let signal: Int32?
    /// What it wrote to standard output, where that was captured, and to standard error.
    let output: [UInt8]
    let error: [UInt8]

    /// Runs a program to its end. Throws `Fault` (70) when it cannot be started.
    static func run(_ program: String, _ arguments: [String], capturesOutput: Bool) throws -> ChildProcess {
        // Foundation ends the program when it cannot open a pipe.
        try ProcessState.needDescriptors(24)
        let process = Process()
        // /proc/self would be the child's own there.
        process.executableURL = URL(fileURLWithPath: program).resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        if capturesOutput { process.standardOutput = output }
        // Read at the end: what a command says of an error is far less than a pipe holds.
        let error = Pipe()
        process.standardError = error
        do { try process.run() } catch {
            throw Fault(.defect, code: "program.unstartable", message: "\(program) cannot be started: \(error).", hint: "Check that it can be run.")
        }
        let written = capturesOutput ? output.fileHandleForReading.readDataToEndOfFile() : Data()
        let told = error.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let isSignalled = process.terminationReason == .uncaughtSignal
        return ChildProcess(
            status: process.terminationStatus, signal: isSignalled ? process.terminationStatus : nil, output: Array(written), error: Array(told))
    }
}
