import DaybookDomains
import Foundation
import Testing

@Suite struct IntegrityCommandTests {
    private static let sample = "Tests/Fixtures/samples/foreflight-real-deidentified.csv"

    @Test("S-X.1, D-4: the real logbook is imported once") func importOnce() {
        let shell = Shell()
        let dry = shell.run("import", IntegrityCommandTests.sample, "--dry-run", "--json")
        #expect(dry.json["flights"]?.integerValue == 243 && dry.json["batch"] == .null && shell.events == 0)
        let first = shell.run("import", IntegrityCommandTests.sample, "--json").json
        #expect(
            first.names == [
                "batch", "flights", "duplicates", "format", "skipped", "assumed", "lookAlike", "sums", "unusedColumns",
                "aircraft", "devices",
            ])
        #expect(first["flights"]?.integerValue == 243 && first["batch"]?.stringValue?.hasPrefix("batch/") == true)
        #expect(first["assumed"]?[0]?.names == ["line", "code", "text"])
        #expect(
            shell.run("import", IntegrityCommandTests.sample).lines.first
                == "Imported 0 flights; 243 were there already.")
        #expect(shell.run("flight", "summary", "--json").json["totalHours"] == .number("372.1"))
        #expect(shell.run("flight", "list", "--json").json.count == 243)
    }

    @Test func whatCannotBeImportedIsNamed() {
        let shell = Shell()
        let unknown = shell.run("import", shell.file("note.txt", "hello\n"), "--json")
        #expect(unknown.status == 65 && unknown.code == "import.unknownFormat")
        #expect(
            unknown.error["error"]?["message"]?.stringValue
                == "\(shell.folder)/note.txt is in no format that can be imported: its first row names no columns.")
        let forced = shell.run("import", shell.file("note.txt"), "--format", "foreflight", "--json")
        #expect(forced.status == 65 && forced.code == "import.noFlights")
        let lines = shell.run("import", shell.file("own.jsonl", "{}\n"), "--dry-run", "--json")
        #expect(lines.status == 64 && lines.code == "import.dryRun")
        #expect(
            lines.error["error"]?["message"]?.stringValue
                == "A dry run is for files of other programs; an export is checked whole before it is taken.")
        let bad = shell.run("import", shell.file("own.jsonl"), "--json")
        #expect(bad.status == 65 && bad.error["error"]?["line"]?.integerValue == 1)
    }

    @Test func anExportIsImportedAsItIs() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        shell.must("flight", "sign", id, "--cfi", "1234567")
        let file = shell.file("ledger.jsonl")
        #expect(shell.run("export", "--format", "jsonl", file, "--json").json.names == ["file", "lines", "events"])
        let streamed = shell.run("export").out
        #expect(streamed.split(separator: "\n").count == 4, "three events and a head")
        let other = shell.file("other")
        shell.must("init", "--ledger", other, "--join", shell.ledger)
        #expect(shell.run("import", file, "--ledger", other, "--json").out == #"{"received":3,"duplicates":0}"# + "\n")
        #expect(
            shell.run("import", "-", "--ledger", other, input: streamed).out
                == "Received 0 events; 3 were there already.\n")
        #expect(shell.run("digest", "--ledger", other, "--json").out == shell.run("digest", "--json").out)
        #expect(shell.run("append", "--json", input: streamed).code == "export.line")
    }

    @Test func verifyReplayDigestAndStatsAgree() {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5")
        shell.must("principal", "export", shell.file("me.key"))
        let verify = shell.run("verify", "--json")
        #expect(
            verify.status == 0 && verify.json.names == ["ok", "events", "origins", "checkpoint", "findings"]
                && verify.json["events"]?.integerValue == 2)
        #expect(verify.json["origins"]?[0]?.names == ["origin", "size", "root"])
        #expect(shell.run("verify").lines.first == "OK: 2 events. All hashes, roots and signatures match.")
        let replay = shell.run("replay", "--json").json
        #expect(
            replay.names == ["events", "seconds", "eventsPerSecond", "state", "kept", "equal"]
                && replay["equal"] == .bool(true))
        let digest = shell.run("digest", "--json").json
        #expect(digest.names == ["events", "log", "state"] && digest["state"] == replay["state"])
        #expect(digest["state"]?.stringValue?.hasPrefix("sha256:") == true)
        #expect(shell.run("replay", "--until", "1", "--json").json["events"]?.integerValue == 1)
        #expect(shell.run("replay").lines.last == "The kept state is the same.")
        #expect(shell.run("stats", "--json").json["events"]?.integerValue == 2)
        #expect(shell.run("stats").out.contains("  flight.logged"))
    }

    @Test("D-1: damage ends with 74 and says where") func damage() throws {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5", "--remarks", "findable remark")
        let path = shell.ledger + "/data.mdb"
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let place = try #require(bytes.range(of: Data("findable remark".utf8)))
        bytes[place.lowerBound] ^= 1
        try bytes.write(to: URL(fileURLWithPath: path))
        let verify = shell.run("verify", "--json")
        #expect(verify.status == 74 && verify.json["ok"] == .bool(false))
        #expect((verify.json["damage"]?.count ?? 0) > 0 && verify.code == "store.damaged")
        #expect(
            verify.error["error"]?["hint"]?.stringValue
                == "Nothing was changed. \"daybook repair --from FILE\" restores what is lost from a backup or another copy."
        )
        #expect(shell.run("verify").out.contains("Damage: "))
    }

    @Test func aBackupIsRestoredElsewhere() throws {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5")
        let copy = shell.file("copy")
        #expect(
            shell.run("backup", copy, "--with-keys").lines == [
                "Copied 2 events to \(copy); the copy is sound.",
                "It holds the secret keys. Its holder can write in this person's name.",
            ])
        let twice = shell.run("backup", copy, "--json")
        #expect(twice.status == 1 && twice.code == "backup.exists")
        let target = shell.file("restored")
        #expect(shell.run("restore", copy, "--ledger", target).out == "Restored 2 events to \(target).\n")
        #expect(shell.run("digest", "--ledger", target, "--json").out == shell.run("digest", "--json").out)
        let there = shell.run("restore", copy, "--json")
        #expect(there.status == 1 && there.code == "ledger.exists")
        let bare = shell.file("bare")
        #expect(
            shell.run("backup", bare).lines == [
                "Copied 2 events to \(bare); the copy is sound.",
                "It holds no secret keys. \"daybook principal export FILE\" keeps the person's key, without which nothing can be added to a restored ledger.",
            ])
        #expect(try FileManager.default.contentsOfDirectory(atPath: bare + "/keys") == [])
        #expect(shell.run("backup", shell.file("told"), "--no-keys", "--json").json["keys"] == .bool(false))
        #expect(shell.run("backup", shell.file("keyed"), "--with-keys", "--json").json["keys"] == .bool(true))
        let contrary = shell.run("backup", shell.file("both"), "--with-keys", "--no-keys")
        #expect(contrary.status == 64)
        #expect(contrary.err == "error: --with-keys and --no-keys exclude each other.\nhint: Leave one of them out.\n")
    }

    @Test func outcomesAreListedAndSettled() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        let event = shell.run("log", "--type", "flight.logged", "--json").json["id"]?.stringValue ?? ""
        let all = shell.run("outcomes", "--all", "--json").jsonLines
        #expect(
            all.count == 2
                && all.allSatisfy { $0.names == ["event", "stream", "type", "outcome", "reason", "because", "origin"] })
        #expect(shell.run("outcomes", "--json").out == "")
        let resolved = shell.run(
            "outcomes", "resolve", "--dismiss", String(event.prefix(12)), "--reason", "not mine", "--json")
        #expect(resolved.status == 0 && resolved.json["applied"] == .bool(false), "\(resolved.err)")
        let dropped = shell.run("outcomes", "--json").json
        #expect(dropped["outcome"]?.stringValue == "shadowed" && dropped["stream"]?.stringValue == "flight/\(id)")
        #expect(dropped["reason"]?.stringValue == "settle.dropped")
        #expect(shell.run("flight", "list").out == "No Flights Logged\n")
        #expect(
            shell.run("outcomes", "--since", "0", "--json").json.names == [
                "position", "event", "stream", "from", "to", "reason", "because", "origin",
            ])
        #expect(shell.run("outcomes", "resolve", "--apply", event).out == "The event \(event.prefix(12)) counts now.\n")
        #expect(
            shell.run("outcomes", "resolve", "--apply", event).out
                == "The event \(event.prefix(12)) counted already, and stays so.\n")
        #expect(shell.run("flight", "list", "--json").json.count == 1)
        let unknown = shell.run("outcomes", "resolve", "--apply", "deadbeefdead", "--json")
        #expect(unknown.status == 1 && unknown.code == "event.unknown")
    }

    @Test func theProgramItselfEndsWithTheStatusAndWritesBothStreams() throws {
        let shell = Shell()
        let program = Process()
        program.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent("daybook")
        program.arguments = ["--json", "flight", "log", "--hobbs", "0"]
        program.environment = ["DAYBOOK_LEDGER": shell.ledger, "DAYBOOK_CLOCK": shell.clock]
        let (out, error) = (Pipe(), Pipe())
        program.standardOutput = out
        program.standardError = error
        try program.run()
        program.waitUntilExit()
        #expect(program.terminationStatus == 1 && out.fileHandleForReading.readDataToEndOfFile().isEmpty)
        let text = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(
            text
                == #"{"error":{"code":"hobbs.positive","message":"Hobbs time must be greater than zero","hint":"Say the hours that were flown, such as 1.5; 0.1 is the least."}}"#
                + "\n")
    }
}
