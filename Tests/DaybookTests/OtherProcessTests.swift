import Daybook
import Foundation
import Glibc
import Testing

/// A record whose rule hangs where its text asks for it.
private struct Stuck: Record {
    static let schema = RecordSchema<Stuck>(kind: "stuck", created: "stuck.made", limits: [.name: .text(80)])
    var name: String
    enum CodingKeys: Int, CodingKey, CaseIterable { case name = 1 }

    static let isInside = DispatchSemaphore(value: 0)
    static let end = DispatchSemaphore(value: 0)

    static func validate(_ stuck: Stuck, _ context: RuleContext) throws {
        guard stuck.name == "hangs" else { return }
        isInside.signal()
        end.wait()
        // A unit is decided again where the file had to grow: the rule hangs once.
        end.signal()
    }
}

private let domain = Domain("stuck", records: Stuck.self)

/// An app that has a ledger open, and other processes: another program beside it, and a child that it forks.
@Suite struct OtherProcessTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)").path()
        // A folder that stays in the temporary files harms nothing.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    /// The program daybook, with its standard error.
    private func daybook(_ folder: String, _ arguments: String...) throws -> (status: Int32, err: String) {
        let process = Process()
        let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        process.executableURL = built.appending(path: "daybook")
        process.arguments = ["--ledger", folder] + arguments
        let (err, out) = (Pipe(), Pipe())
        (process.standardError, process.standardOutput) = (err, out)
        try process.run()
        let text = String(decoding: try err.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test("a rule that hangs holds writers up, who name its process; readers and later writes go on")
    func aRuleHangs() throws {
        try withFolder { folder in
            let ledger = try Ledger.open(at: folder, domains: [domain])
            defer { ledger.close() }
            let thread = Thread { _ = try? ledger.write { try $0.create(Stuck(name: "hangs")) } }
            thread.start()
            Stuck.isInside.wait()
            let name = String(
                decoding: FileManager.default.contents(atPath: "/proc/self/comm") ?? Data(), as: UTF8.self)
            let refused = try daybook(folder, "water", "add", "water", "250")
            #expect(refused.status == 75)
            #expect(
                refused.err == "error: The ledger is in use: process \(getpid()) (\(name.dropLast())) has held it "
                    + "for 30 seconds.\nhint: Try again in a moment.\n")
            #expect(try daybook(folder, "verify").status == 0)
            #expect(try ledger.read { try $0.records(Stuck.self) }.isEmpty)
            Stuck.end.signal()
            while !thread.isFinished { usleep(1_000) }
            #expect(try daybook(folder, "water", "add", "water", "250").status == 0)
            // Two programs of different plans take turns: each builds its kept rows, and both are right.
            _ = try ledger.write { try $0.create(Stuck(name: "goes on")) }
            #expect(try ledger.read { try $0.records(Stuck.self) }.map { $0.name }.sorted() == ["goes on", "hangs"])
            #expect(try daybook(folder, "replay").status == 0)
            #expect(try daybook(folder, "verify").status == 0)
        }
    }

    @Test("a forked child is refused without a trap, and opens the ledger itself") func forks() async {
        await #expect(processExitsWith: .success) { try Child.forks() }
    }
}

private enum Child {
    /// Ends with 0 where all is as it should be, else with the number of the step.
    static func forks() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)").path()
        let ledger = try Ledger.open(at: folder, domains: [domain])
        _ = try ledger.write { try $0.create(Stuck(name: "a")) }
        typealias Fork = @convention(c) () -> Int32
        // Swift hides fork; looked up by name it is still there.
        let child = unsafeBitCast(dlsym(nil, "fork")!, to: Fork.self)()
        if child == 0 {
            // A lock that is held for ever must not hang the test.
            alarm(60)
            if code({ _ = try ledger.read { try $0.records(Stuck.self) } }) != "ledger.forked" { _exit(1) }
            if code({ _ = try ledger.write { try $0.create(Stuck(name: "b")) } }) != "ledger.forked" { _exit(2) }
            ledger.close()
            do {
                let own = try Ledger.open(at: folder, domains: [domain])
                _ = try own.write { try $0.create(Stuck(name: "c")) }
                own.close()
            } catch { _exit(3) }
            _exit(0)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        if status != 0 { _exit(status & 0x7F != 0 ? 100 + status & 0x7F : status >> 8 & 0xFF) }
        // The child released nothing of its parent.
        _ = try ledger.write { try $0.create(Stuck(name: "d")) }
        let names = try ledger.read { try $0.records(Stuck.self) }.map { $0.name }.sorted()
        let sound = try ledger.verify()
        ledger.close()
        // A folder that stays in the temporary files harms nothing.
        try? FileManager.default.removeItem(atPath: folder)
        _exit(names == ["a", "c", "d"] && sound.isSound && sound.logs.count == 1 ? 0 : 4)
    }

    private static func code(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? Fault)?.code }
        return nil
    }
}
