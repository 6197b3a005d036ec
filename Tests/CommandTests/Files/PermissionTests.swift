import DaybookCommands
import DaybookDomains
import Foundation
import Testing

/// A ledger that a user may read and not write, or not even read.
@Suite(.enabled(if: RealProgram.asNobody != nil, "running as another user needs root and setpriv"))
struct PermissionTests {
    private static let check = "hint: Check the owner and the permissions of the folder and its files.\n"
    private let prefix = RealProgram.asNobody ?? ""

    private func nobody(_ command: String, on shell: Shell) throws -> Shell.Result {
        try RealProgram.sh("exec \(prefix) $daybook \(command)", on: shell)
    }

    /// A ledger of ours in a folder that everybody may look into.
    private func made() throws -> Shell {
        let shell = Shell()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: shell.folder)
        return shell
    }

    /// A ledger with a signed flight that everybody may read; its keys stay its owner's.
    private func readable() throws -> Shell {
        let shell = try made()
        _ = shell.log("--hobbs", "1.5", "--id", "a")
        shell.must("flight", "sign", "a", "--cfi", "1")
        // Its owner is not warned of a key that is nowhere else, which others do not see.
        shell.must("principal", "export", shell.file("me.key"))
        try allow(shell.ledger)
        return shell
    }

    private func allow(_ folder: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name != "keys" {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder + "/" + name)
        }
    }

    @Test("what may be read and not written answers every question, and is left as it was") func reading() throws {
        let shell = try readable()
        let before = try contents(shell.ledger)
        let questions = [
            "flight list", "flight list --json", "flight show a --json", "currency --explain", "progress --detail",
            "verify", "verify --json", "show flight/a --json",
            "log --json", "digest", "stats --json", "outcomes --all", "setting show", "flight summary --known-at 1",
        ]
        for question in questions {
            let theirs = try nobody(question, on: shell)
            let ours = shell.run(question.split(separator: " ").map(String.init))
            #expect(theirs.status == 0 && theirs.out == ours.out && theirs.err == "", "\(question): \(theirs.err)")
        }
        #expect(try nobody("replay --json", on: shell).json["equal"] == .bool(true))
        #expect(
            try nobody("init", on: shell).out
                == "There is a ledger at \(shell.ledger) already; nothing was changed.\nIts zone is America/New_York.\n"
        )
        #expect(try contents(shell.ledger) == before)
    }

    @Test("writing says that it is read-only") func writing() throws {
        let shell = try readable()
        let log = try nobody("flight log --hobbs 1", on: shell)
        #expect(
            log.status == 74
                && log.err
                    == "error: \(shell.ledger)/data.mdb cannot be written to: it is read-only for this user.\nhint: Check the permissions of the folder and its files.\n"
        )
    }

    @Test("a copy without lock files, as on a read-only medium, is read too; it stays without them") func bareCopy()
        throws
    {
        let shell = try readable()
        let copy = shell.folder + "/copy"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        for name in ["data.mdb", "checkpoint"] {
            try FileManager.default.copyItem(atPath: shell.ledger + "/" + name, toPath: copy + "/" + name)
        }
        try allow(copy)
        let verify = try nobody("verify --json --ledger \(copy)", on: shell)
        #expect(
            verify.status == 0 && verify.json["ok"] == .bool(true) && verify.json["events"] == .integer(3),
            "\(verify.err)")
        #expect(try nobody("flight list --ledger \(copy)", on: shell).out == shell.run("flight", "list").out)
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy).sorted() == ["checkpoint", "data.mdb"])
    }

    @Test("another user's folder: no permission, not no ledger, and no damage") func closedFolder() throws {
        let shell = try made()
        _ = shell.log("--hobbs", "1.5")
        for command in ["currency", "init", "flight log --hobbs 1", "verify"] {
            let result = try nobody(command, on: shell)
            #expect(
                result.status == 74 && result.out == ""
                    && result.err == "error: \(shell.ledger)/data.mdb cannot be read: this user has no permission.\n"
                        + PermissionTests.check,
                "\(command): \(result.err)")
        }
        let verify = try nobody("verify --json", on: shell)
        #expect(verify.out == "" && verify.code == "ledger.notPermitted", "not called damage")
        try allow(shell.ledger)
        for name in ["writer.lock", "ledger.lock", "lock.mdb", "opening.lock"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: shell.ledger + "/" + name)
        }
        #expect(try nobody("flight list", on: shell).status == 0, "a reader opens no lock file")
        for name in ["data.mdb", "checkpoint"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: shell.ledger + "/" + name)
            let result = try nobody("flight list", on: shell)
            #expect(
                result.status == 74
                    && result.err == "error: \(shell.ledger)/\(name) cannot be read: this user has no permission.\n"
                        + PermissionTests.check,
                "\(name): \(result.err)")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: shell.ledger + "/" + name)
        }
    }

    @Test("contract §1: a file that may not be read or written is there: an I/O error, not a missing file") func files()
        throws
    {
        let shell = try readable()
        let file = shell.file("closed.csv", "Date\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        for command in ["import --dry-run", "currency --with"] {
            let result = try nobody("\(command) \(file)", on: shell)
            #expect(
                result.status == 74
                    && result.err
                        == "error: \(file) cannot be read: this user has no permission.\nhint: Check the permissions of the file and its folder.\n",
                "\(command): \(result.err)")
            #expect(try nobody("\(command) \(file) --json", on: shell).code == "file.notPermitted")
        }
        let write = try nobody("export --format solotrack \(shell.folder)/new.csv", on: shell)
        #expect(
            write.status == 74
                && write.err
                    == "error: \(shell.folder)/new.csv cannot be written: Permission denied.\nhint: Name another file, or check its folder.\n",
            "\(write.err)")
    }

    @Test("questions of one who may not write, while another writes: each answer is of one state") func besideAWriter()
        throws
    {
        let shell = try readable()
        let lines = shell.file("lines", (0..<4_000).map { flightLine("f\($0)") }.joined())
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: lines)
        let script = """
            $daybook append \(lines) --batch 20 >/dev/null & writer=$!
            asked=0
            while kill -0 $writer 2>/dev/null; do
                \(prefix) $daybook verify --json || exit 9
                asked=$((asked + 1))
            done
            wait $writer || exit 8
            echo $asked >&2
            """
        let result = try RealProgram.sh(script, on: shell)
        #expect(result.status == 0, "\(result.err)")
        #expect(result.jsonLines.allSatisfy { $0["ok"] == .bool(true) } && !result.lines.isEmpty)
        #expect(shell.events == 4_002)
    }

    /// The files but that in which our own readers make themselves known.
    private func contents(_ folder: String) throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0 != "lock.mdb" }
        return Dictionary(
            uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: folder + "/" + $0) ?? Data()) })
    }
}
