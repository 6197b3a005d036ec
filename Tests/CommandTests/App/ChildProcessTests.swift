import Glibc
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

    @Test("a process is followed without waiting: what it wrote is there, and its end once it has ended")
    func followed() throws {
        let process = try FollowedProcess("/bin/sh", ["-c", "echo one >&2; sleep 0.2; echo two; exit 3"])
        #expect(process.poll() == nil)
        var polls = 0
        while process.poll() == nil {
            polls += 1
            usleep(10_000)
        }
        let ended = try #require(process.poll())
        #expect(polls > 5 && ended.status == 3)
        #expect(ended.output == Array("two\n".utf8) && ended.error == Array("one\n".utf8))
        process.end()
        #expect(process.poll()?.status == 3)
    }

    @Test("a process that writes more than its pipe holds goes on as it is read") func followedLong() throws {
        let process = try FollowedProcess("/bin/sh", ["-c", "head -c 1000000 /dev/zero"])
        while process.poll() == nil { usleep(1_000) }
        #expect(process.poll()?.output.count == 1_000_000)
    }

    @Test("a process that is ended is gone at once") func followedToItsEnd() throws {
        let process = try FollowedProcess("/bin/sleep", ["60"])
        #expect(process.poll() == nil)
        process.end()
        #expect(process.poll()?.signal == SIGKILL)
    }

    @Test("a followed process reads all of a long input, and one that reads none of it does not end this process")
    func followedInput() throws {
        let input = [UInt8](repeating: 0x61, count: 4 << 20)
        let process = try FollowedProcess("/usr/bin/wc", ["-c"], input: input)
        while process.poll() == nil { process.wait(.seconds(1)) }
        #expect(process.poll()?.output == Array("4194304\n".utf8))
        let other = try FollowedProcess("/bin/false", [], input: input)
        while other.poll() == nil { other.wait(.seconds(1)) }
        #expect(other.poll()?.status == 1)
    }

    @Test("a process that is ended takes with it what it started, even if both are stopped") func followedGroup()
        throws
    {
        let process = try FollowedProcess("/bin/sh", ["-c", "sleep 60 & echo $!; kill -STOP $! $$"], input: [0x61])
        var text = ""
        while !text.hasSuffix("\n") {
            #expect(process.poll() == nil)
            text = String(decoding: process.output, as: UTF8.self)
            process.wait(.milliseconds(10))
        }
        let started = try #require(pid_t(text.dropLast()))
        let begin = ContinuousClock.now
        process.end()
        #expect(process.poll()?.signal == SIGKILL && ContinuousClock.now - begin < .milliseconds(500))
        // Where no process waits for it, it is there, and runs no more.
        for _ in 0..<200 where kill(started, 0) == 0 && !isDead(started) { usleep(5_000) }
        #expect(kill(started, 0) != 0 || isDead(started))
    }

    private func isDead(_ process: pid_t) -> Bool {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, 256, file) != nil else { return true }
        return String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).contains(") Z ")
    }

    @Test("lines of progress stand apart from what a verification says besides") func progress() {
        let found = VerifyProgress.read("progress 0 90\nwarning: progress 1 2\nprogress 40 90\nprogress x\n")
        #expect(found.newest == VerifyProgress(checked: 40, of: 90))
        #expect(found.rest == "warning: progress 1 2\nprogress x\n")
        #expect(VerifyProgress.read("").newest == nil)
    }
}
