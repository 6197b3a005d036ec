import Foundation
import Testing

/// A few thousand inputs of every target in every test run; `tools/fuzz` runs millions.
@Suite(.serialized) struct FuzzTests {
    @Test(arguments: [
        ("cbor", 4_000), ("envelope", 4_000), ("body", 4_000), ("body-json", 4_000), ("head", 4_000),
        ("export-line", 2_000), ("json", 4_000), ("row", 4_000), ("csv", 100),
        ("csv-foreflight", 30), ("csv-myflightbook", 30), ("csv-logten", 30), ("csv-solotrack", 30),
        ("exchange", 800), ("signed", 12), ("text", 4_000), ("append", 60),
    ])
    func noInputBreaksAPromise(target: String, runs: Int) throws {
        let (status, line, complaints) = try fuzz(target, runs: runs)
        #expect(status == 0, "\(complaints)")
        #expect(line.hasPrefix("{\"target\":\"\(target)\",\"runs\":\(runs),\"accepted\":"), "\(line)")
        #expect(line.contains("\"violations\":0,\"crashes\":0,"), "\(line)")
        #expect(!line.contains("\"accepted\":0,"), "no input came through, so that nothing was tried: \(line)")
    }

    /// The watcher itself: it reports a child that traps with its input, and the run goes on behind it.
    @Test func aTrapIsReportedWithItsInput() throws {
        let (status, line, complaints) = try fuzz("trap", runs: 20)
        #expect(status == 1)
        #expect(line == "{\"target\":\"trap\",\"runs\":20,\"accepted\":18,\"violations\":0,\"crashes\":2,\"seed\":7}")
        #expect(complaints.contains("trap: input 5 of seed 7: the child was ended by signal"))
        #expect(complaints.contains("the input is\n  05"))
        #expect(complaints.contains("trap: input 15 of seed 7: the child was ended by signal"))
    }

    private func fuzz(_ target: String, runs: Int) throws -> (status: Int32, line: String, complaints: String) {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(
            path: "ledger-fuzz")
        let child = Process()
        child.executableURL = program
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
            .path
        child.arguments = [target, "--runs", "\(runs)", "--seed", "7", "--root", root]
        let output = Pipe()
        // Complaints go to a file: a long one would fill a pipe without a reader.
        let file = FileManager.default.temporaryDirectory.appending(path: "daybook-fuzz-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }  // A file left behind spoils no test.
        let errors = try FileHandle(forWritingTo: file)
        child.standardOutput = output
        child.standardError = errors
        try child.run()
        let line = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.waitUntilExit()
        let complaints = try String(contentsOf: file, encoding: .utf8)
        return (child.terminationStatus, line.trimmingCharacters(in: .newlines), complaints)
    }
}
