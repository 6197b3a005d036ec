import DaybookCommands
import DaybookDomains
import Foundation
import LedgerTestSupport
import Testing

/// `verify` reads in a child process, so that a fault of the processor ends as an answer.
@Suite struct VerifyProcessTests {
    private static let hint =
        "Nothing was changed. \"daybook repair --from FILE\" restores what is lost from a backup or another copy."

    /// The program that was built beside these tests.
    private static let program =
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/daybook"

    private func verify(_ shell: Shell, _ program: String, _ arguments: String...) -> Shell.Result {
        let result = Program.run(
            arguments: ["verify", "--ledger", shell.ledger] + arguments, environment: ["DAYBOOK_CLOCK": shell.clock],
            program: program)
        return Shell.Result(status: result.status, out: result.out, err: result.err)
    }

    /// A program that ends in a way of its own. Not written by the test: a process that another thread starts meanwhile
    /// would hold the file open for writing, and it could not be run ("Text file busy").
    private func program(_ name: String) -> String { TestFolder.path("Fixtures/children/\(name).sh") }

    @Test func aSoundLedgerIsReportedAsInOneProcess() {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5")
        #expect(verify(shell, VerifyProcessTests.program, "--json").out == shell.run("verify", "--json").out)
        let text = verify(shell, VerifyProcessTests.program)
        #expect(text.status == 0 && text.out == shell.run("verify").out && text.err == "")
        let none = Program.run(
            arguments: ["verify", "--ledger", shell.folder + "/none"], program: VerifyProcessTests.program)
        #expect(
            none.status == 66 && none.out == ""
                && none.err
                    == "error: There is no ledger at \(shell.folder)/none.\nhint: Make one with \"daybook init\", or name another with --ledger.\n"
        )
    }

    @Test func damageIsReportedAsInOneProcess() throws {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5", "--remarks", "findable remark")
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: url)
        let place = try #require(bytes.range(of: Data("findable remark".utf8)))
        bytes[place.lowerBound] ^= 1
        try bytes.write(to: url)
        for arguments in [["--json"], []] {
            let child = Program.run(
                arguments: ["verify", "--ledger", shell.ledger] + arguments, program: VerifyProcessTests.program)
            let own = shell.run(["verify"] + arguments)
            #expect(
                child.status == 74 && child.out == own.out && child.err == own.err && !child.err.isEmpty, "\(arguments)"
            )
        }
    }

    @Test("A fault while reading a page ends as damage") func faults() {
        let shell = Shell()
        let (program, reason) = (program("unreadable"), "a page of data.mdb could not be read.")
        let json = verify(shell, program, "--json")
        #expect(json.status == 74 && json.code == "store.damaged" && json.lines.count == 1)
        #expect(
            json.json["ok"] == .bool(false)
                && json.json["damage"]?[0]?["reason"] == .string("The store is damaged: " + reason))
        #expect(json.error["error"]?["hint"] == .string(VerifyProcessTests.hint))
        let text = verify(shell, program)
        #expect(
            text.status == 74 && text.out == ""
                && text.err == "error: The store is damaged: \(reason)\nhint: \(VerifyProcessTests.hint)\n")
    }

    @Test("A fault outside the store, and a signal that a process sends, is a defect and no damage") func defect() {
        let shell = Shell()
        for (child, ended) in [("fault", "signal 7"), ("defect", "a fault of the processor or a signal")] {
            let result = verify(shell, program(child))
            #expect(
                result.status == 70 && result.out == ""
                    && result.err
                        == "error: Checking the store was ended by \(ended).\n"
                        + "hint: Nothing was changed. Where no one sent a signal, this is a defect of daybook; "
                        + "please report it with the command that shows it.\n",
                "\(result.err)")
            #expect(verify(shell, program(child), "--json").out == "")
        }
    }

    @Test("A trap while checking is no damage: memory may be short") func trap() {
        let shell = Shell()
        let result = verify(shell, program("trap"))
        #expect(
            result.status == 75 && result.out == ""
                && result.err
                    == "error: Checking the store was ended by signal 4, as where memory is short.\n"
                    + "hint: Nothing was changed. Run the command again with more memory.\n",
            "\(result.err)")
    }

    @Test("A file that was cut short is damage, whatever reading it does") func cutShort() throws {
        let shell = Shell()
        shell.must("append", input: (0..<200).map { flightLine("f\($0)") }.joined())
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        let bytes = try Data(contentsOf: url)
        for pages in stride(from: 2, to: bytes.count / 4096, by: 5) {
            try bytes.prefix(pages * 4096).write(to: url)
            let result = verify(shell, VerifyProcessTests.program, "--json")
            #expect(result.status == 74 && result.json["ok"] == .bool(false), "\(pages) pages: \(result.err)")
            #expect(
                result.json["damage"]?[0]?["reason"]?.stringValue?.isEmpty == false && result.code?.isEmpty == false,
                "\(pages) pages")
        }
    }

    @Test func aProgramThatCannotBeStartedIsADefect() {
        let shell = Shell()
        let result = verify(shell, shell.folder + "/none", "--json")
        #expect(result.status == 70 && result.code == "program.unstartable")
        #expect(
            result.error["error"]?["message"]?.stringValue?.hasPrefix("\(shell.folder)/none cannot be started: ")
                == true)
    }
}
