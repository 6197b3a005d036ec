import Testing

@testable import DaybookCommands

@Suite struct ChildProcessTests {
    @Test("a child that ends before it read its input is known by its status, and does not end this process")
    func endsBeforeItReads() throws {
        // More than a pipe holds, so that the write meets the closed end.
        let input = [UInt8](repeating: 0x61, count: 4 << 20)
        let child = try ChildProcess.run("/bin/false", [], input: input, capturesOutput: true)
        #expect(child.status == 1 && child.signal == nil && child.output.isEmpty)
    }

    @Test("a child reads all of a long input") func readsAll() throws {
        let input = [UInt8](repeating: 0x61, count: 4 << 20)
        let child = try ChildProcess.run("/usr/bin/wc", ["-c"], input: input, capturesOutput: true)
        #expect(child.output == Array("4194304\n".utf8))
    }
}
