import DaybookDomains
import Foundation
import Testing

@Suite struct BackupTests {
    private func shell() -> Shell {
        let shell = Shell()
        shell.must("append", input: (0..<300).map { flightLine("f\($0)") }.joined())
        return shell
    }

    @Test(
        "a backup does not go into the folder of a ledger",
        arguments: ["/inside", "/keys/inside", "/keys", "/deep/er/inside"]) func insideALedger(end: String) throws
    {
        let shell = shell()
        let path = shell.ledger + end
        let result = shell.run("backup", path)
        let real = URL(fileURLWithPath: shell.ledger).resolvingSymlinksInPath().path
        if end == "/keys" {
            #expect(result.status == 1 && result.err == "error: \(path) is not empty.\nhint: Name a new folder.\n")
            return
        }
        #expect(
            result.status == 1
                && result.err
                    == "error: \(path) lies in the folder of the ledger at \(real).\nhint: Name a folder outside it, best on another disk.\n",
            "\(result.err)")
        #expect(
            shell.run("backup", path, "--json").code == "backup.insideLedger"
                && !FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: shell.ledger + "/deep"))
    }

    @Test("a ledger is not made in the folder of another one, nor restored into it, nor into a file")
    func ledgersApart() throws {
        let shell = shell()
        let real = URL(fileURLWithPath: shell.ledger).resolvingSymlinksInPath().path
        shell.must("backup", shell.file("good"))
        for command in [["init"], ["restore", shell.file("good")]] {
            let path = shell.ledger + "/keys/inside"
            let result = shell.run(command + ["--ledger", path])
            #expect(
                result.status == 1
                    && result.err
                        == "error: \(path) lies in the folder of the ledger at \(real).\nhint: Name a folder outside it with --ledger.\n",
                "\(result.err)")
            #expect(
                shell.run(command + ["--ledger", path, "--json"]).code == "ledger.insideLedger"
                    && !FileManager.default.fileExists(atPath: path))
            let file = shell.file("notes.txt")
            try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
            let onto = shell.run(command + ["--ledger", file, "--json"])
            #expect(onto.status == 66 && onto.code == "ledger.notAFolder", "\(onto.err)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("mine".utf8))
        }
    }

    @Test("a backup does not go into a file") func intoAFile() throws {
        let shell = shell()
        let file = shell.file("notes.txt")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
        let result = shell.run("backup", file)
        #expect(
            result.status == 1
                && result.err == "error: \(file) is a file; a backup is a folder.\nhint: Name a new folder.\n")
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("mine".utf8))
    }

    @Test("a backup or a restore that fails leaves nothing; a folder that was there stays") func failures() throws {
        let shell = shell()
        shell.must("backup", shell.file("good"))
        let there = shell.file("there")
        try FileManager.default.createDirectory(atPath: there, withIntermediateDirectories: false)
        for command in ["$daybook backup", "$daybook restore \(shell.file("good")) --ledger"] {
            let new = try RealProgram.sh("ulimit -f 8; \(command) \(shell.file("new"))/deep/er", on: shell)
            #expect(
                new.status == 74 && new.err.contains("a file may not become that large here."), "\(command): \(new)")
            #expect(!FileManager.default.fileExists(atPath: shell.file("new")), "\(command)")
            let old = try RealProgram.sh("ulimit -f 8; \(command) \(there)", on: shell)
            let left = try FileManager.default.contentsOfDirectory(atPath: there)
            #expect(old.status == 74 && left == [], "\(command): \(left)")
        }
        #expect(shell.run("backup", there).status == 0, "and the folder can be used")
        #expect(shell.run("restore", there, "--ledger", shell.file("again")).status == 0)
    }

    @Test("where there is no backup, that folder is named, not the one of the ledger to be") func missing() {
        let shell = shell()
        let hint = "\nhint: Nothing was made. Name the folder that \"daybook backup\" made.\n"
        let (none, file, target) = (shell.file("none"), shell.file("notes.txt", "mine"), shell.file("restored"))
        for (source, message) in [
            (none, "There is no backup at \(none)."), (file, "\(file) is a file; a backup is a folder."),
            (shell.folder, "There is no backup at \(shell.folder)."),
        ] {
            let result = shell.run("restore", source, "--ledger", target)
            #expect(result.status == 66 && result.err == "error: " + message + hint, "\(result)")
            #expect(
                shell.run("restore", source, "--ledger", target, "--json").code == "backup.missing"
                    && !FileManager.default.fileExists(atPath: target))
        }
    }

    @Test("a second folder is the one that restore makes; the other order is refused, and two targets") func second() {
        let shell = shell()
        let (copy, made) = (shell.file("copy"), shell.file("made"))
        shell.must("backup", copy)
        let swapped = shell.run("restore", made, copy)
        #expect(
            swapped.status == 66
                && swapped.err == """
                    error: There is no backup at \(made), and \(copy) holds a ledger.
                    hint: Nothing was made. Give the backup first, then the folder to make.

                    """, "\(swapped)")
        #expect(shell.run("restore", made, copy, "--json").code == "backup.missing")
        let twice = shell.run("restore", copy, made, "--ledger", shell.file("other"))
        #expect(
            twice.status == 64
                && twice.err == """
                    error: The second folder and --ledger exclude each other.
                    hint: Leave one of them out.

                    """, "\(twice)")
        // A ledger in use is never overwritten.
        let onto = shell.run("restore", copy, shell.ledger)
        #expect(
            onto.status == 1
                && onto.err == "error: \(shell.ledger) is not empty.\nhint: Name a new folder with --ledger.\n",
            "\(onto)")
        #expect(!FileManager.default.fileExists(atPath: made))
        let events = shell.run("digest", "--json").json["events"]
        #expect(shell.must("restore", copy, made).lines.first == "Restored \(events?.text ?? "") events to \(made).")
        #expect(shell.run("digest", "--ledger", made, "--json").json["events"] == events)
    }

    @Test("a damaged backup is not restored") func damaged() throws {
        let shell = shell()
        let copy = shell.file("copy")
        shell.must("backup", copy)
        // The key of an origin says nothing; a byte of an event does.
        let store = URL(fileURLWithPath: copy + "/data.mdb")
        var bytes = try Data(contentsOf: store)
        let found = try #require(bytes.range(of: Data("flight.logged".utf8)))
        bytes[found.lowerBound] ^= 1
        try bytes.write(to: store)
        let result = shell.run("restore", copy, "--ledger", shell.file("restored"))
        #expect(result.status == 74 && result.out == "")
        #expect(result.err.hasPrefix("error: The backup at \(copy) is damaged: "), "\(result.err)")
        #expect(result.err.hasSuffix(".\nhint: Nothing was made. Try an older backup.\n"), "\(result.err)")
        #expect(shell.run("restore", copy, "--ledger", shell.file("restored"), "--json").code == "backup.damaged")
        #expect(!FileManager.default.fileExists(atPath: shell.file("restored")))
    }

    @Test("a ledger that exists is joined by the same person only") func join() {
        let shell = shell()
        let (other, mine, theirs) = (shell.file("other"), shell.file("mine.key"), shell.file("theirs.key"))
        shell.must("init", "--ledger", other)
        shell.must("principal", "export", mine)
        shell.must("principal", "export", theirs, "--ledger", other)
        let same = shell.run("init", "--join", mine, "--json")
        #expect(same.status == 0 && same.json["created"] == .bool(false))
        for from in [theirs, other] {
            let refused = shell.run("init", "--join", from)
            #expect(refused.status == 1 && refused.out == "")
            #expect(
                refused.err == """
                    error: The ledger at \(shell.ledger) belongs to another person than the key of \(from).
                    hint: Nothing was changed. Name a new folder with --ledger.

                    """)
            #expect(shell.run("init", "--join", from, "--json").code == "ledger.otherPerson")
        }
        #expect(shell.run("init", "--join", shell.file("short", "abc"), "--json").code == "principal.unreadable")
    }
}
