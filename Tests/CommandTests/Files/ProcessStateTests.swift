import DaybookCommands
import DaybookDomains
import Foundation
import Testing

/// Process state that the program inherits from its parent: closed streams, limits, arguments that are no text.
@Suite struct ProcessStateTests {
    private static let lost = "hint: Only the answer is lost: what the command did to the ledger stands.\n"

    @Test("a closed standard output is told; the ledger's files are not taken for it") func closedOutput() throws {
        let shell = Shell()
        let listed = try RealProgram.sh("exec $daybook flight list >&-", on: shell)
        #expect(
            listed.status == 74
                && listed.err == "error: Writing standard output failed: Bad file descriptor.\n"
                    + ProcessStateTests.lost
        )
        let logged = try RealProgram.sh("exec $daybook flight log --hobbs 1.5 --json <&- >&-", on: shell)
        #expect(logged.status == 74 && logged.code == "output.failed")
        let silent = try RealProgram.sh("exec $daybook flight log --hobbs 1.6 <&- >&- 2>&-", on: shell)
        #expect(silent.status == 74 && silent.out == "" && silent.err == "")
        #expect(
            shell.run("verify").status == 0 && shell.events == 2,
            "what was done stands, and nothing was written into the store")
    }

    @Test("a closed standard input is told by what reads it, and is nothing to the rest") func closedInput() throws {
        let shell = Shell()
        let append = try RealProgram.sh("exec $daybook append <&-", on: shell)
        #expect(
            append.status == 74 && append.out == ""
                && append.err == "error: Reading standard input failed: Bad file descriptor.\n")
        #expect(try RealProgram.sh("exec $daybook flight list <&-", on: shell).out == "No Flights Logged\n")
        let verified = try RealProgram.sh("exec $daybook verify <&- 2>&-", on: shell)
        #expect(verified.status == 0 && verified.out.hasPrefix("OK: 0 events"))
    }

    @Test("a limit on the size of files is told, and what was kept before it stays") func fileLimit() throws {
        let shell = Shell()
        let lines = shell.file("lines", (0..<3_000).map { flightLine("f\($0)") }.joined())
        // Blocks of 512 bytes in POSIX; some shells count 1,024.
        let result = try RealProgram.sh("ulimit -f 600; exec $daybook append \(lines) --batch 100 --json", on: shell)
        #expect(result.status == 74 && result.code == "process.fileLimit", "\(result.err)")
        #expect(
            result.error["error"]?["message"]
                == .string("Writing the store (commit) failed: a file may not become that large here."))
        #expect(
            result.error["error"]?["hint"]
                == .string("Raise the limit (ulimit -f), then run the same command again."), "batches were kept")
        let kept = try #require(result.error["appended"]?.integerValue)
        #expect(kept > 0 && kept % 100 == 0 && shell.events == kept)
        #expect(shell.run("verify").status == 0)
        #expect(shell.run("append", lines, "--json").json["appended"] == nil || shell.events == 3_000)
    }

    @Test("too few files: what starts a process says so, the rest works") func descriptors() throws {
        let shell = Shell()
        #expect(
            try RealProgram.sh("ulimit -n 20; exec $daybook verify", on: shell).out
                == "OK: 0 events. All hashes, roots and signatures match.\n")
        let verified = try RealProgram.sh("ulimit -n 5; exec $daybook verify", on: shell)
        #expect(
            verified.status == 74 && verified.out == ""
                && verified.err
                    == "error: This process may not open enough files to start another one.\nhint: Raise the limit (ulimit -n) and run the command again.\n"
        )
        #expect(
            try RealProgram.sh("ulimit -n 5; exec $daybook verify --json", on: shell).code == "process.tooManyFiles")
        #expect(try RealProgram.sh("ulimit -n 20; exec $daybook flight list", on: shell).out == "No Flights Logged\n")
        let none = try RealProgram.sh("ulimit -n 4; exec $daybook flight list", on: shell)
        #expect(
            none.status == 74 && none.err.hasPrefix("error: ") && none.err.contains("Too many open files"),
            "\(none.err)")
        #expect(none.err.contains("Let this process open more files (ulimit -n)"))
    }

    @Test("a reader that ends early ends the program by SIGPIPE; where that signal is ignored, with 74")
    func brokenPipe() throws {
        let shell = Shell()
        shell.must("append", input: (0..<3_000).map { flightLine("f\($0)") }.joined())
        let status = "; echo $? >&2; }"
        // A process that runs tests may ignore the signal, and its children inherit that.
        let ended = try RealProgram.sh(
            "{ env --default-signal=PIPE $daybook log --json\(status) | head -n 1", on: shell)
        #expect(ended.lines.count == 1 && ended.err == "141\n", "\(ended.err)")
        let stated = try RealProgram.sh("trap '' PIPE; { $daybook log --json\(status) | head -n 1", on: shell)
        #expect(
            stated.err.contains(#""message":"Writing standard output failed: Broken pipe.""#)
                && stated.err.hasSuffix("74\n"), "\(stated.err)")
    }

    @Test("an argument that is not UTF-8 is refused, not changed") func notUTF8() throws {
        let shell = Shell()
        let result = try RealProgram.sh(
            #"exec $daybook flight log --hobbs 1.5 --remarks "$(printf 'a\377b')""#, on: shell)
        #expect(result.status == 64 && result.out == "")
        #expect(
            result.err
                == "error: Argument 6 is not UTF-8 text.\nhint: Set the terminal to UTF-8; names of files must be UTF-8, too.\n"
        )
        #expect(
            try RealProgram.sh(#"exec $daybook --json --ledger "$(printf '\377')" stats"#, on: shell).code
                == "usage.notUTF8")
        #expect(shell.events == 0)
    }
}
