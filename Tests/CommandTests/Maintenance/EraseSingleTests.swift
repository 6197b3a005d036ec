import DaybookDomains
import Foundation
import Testing

/// Streams that live on: their events are erased one by one.
@Suite struct EraseSingleTests {
    private let shell = Shell()

    private func contains(_ text: String) -> Bool {
        (FileManager.default.contents(atPath: shell.folder + "/ledger/data.mdb") ?? Data()).range(of: Data(text.utf8))
            != nil
    }

    private func verify() {
        #expect(shell.must("verify", "--json").json["ok"] == .bool(true))
        #expect(shell.must("replay", "--json").json["equal"] == .bool(true))
    }

    @Test("age and weight can go, and the profile takes new ones") func profile() throws {
        shell.must("water", "profile", "--age", "47", "--weight", "81", "--activity", "lightly")
        let done = shell.must("erase", "profile/water", "--reason", "asked for", "--yes")
        #expect(done.out.hasPrefix("profile/water is erased: the content of 1 event ("))
        let left = shell.must("log", "--stream", "profile/water", "--json").jsonLines
        #expect(left.map { $0["outcome"]?.stringValue } == ["erased", "effective"] && left[0]["data"] == .null)
        #expect(left[0]["reason"]?.stringValue == "event.erased")
        verify()
        let twice = shell.run("erase", "profile/water", "--reason", "x", "--yes")
        #expect(
            twice.status == 1
                && twice.err == """
                    error: Nothing in profile/water is left for you to erase.
                    hint: "daybook log --stream profile/water" lists its events and their authors.

                    """
        )
        shell.must("water", "profile", "--age", "30", "--weight", "70", "--activity", "lightly")
        #expect(
            shell.must("log", "--stream", "profile/water", "--json").jsonLines.last?["outcome"]?.stringValue
                == "effective")
        verify()
    }

    @Test("the photo of a profile is gone from the store and from exports") func photo() throws {
        let bytes =
            Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            + Data(String(repeating: "MYFACE", count: 4_000).utf8)
        #expect(FileManager.default.createFile(atPath: shell.file("me.png"), contents: bytes))
        shell.must("quiz", "photo", shell.file("me.png"))
        shell.must("quiz", "photo", "--remove")
        #expect(contains("MYFACE"))
        let receipt = shell.must("erase", "profile/quiz", "--reason", "asked for", "--yes", "--json").json
        #expect(receipt["blobs"]?.integerValue == 1 && receipt["bodies"]?.integerValue == 2)
        #expect(!contains("MYFACE"))
        shell.must("export", shell.file("all.jsonl"))
        #expect(try !String(contentsOfFile: shell.file("all.jsonl"), encoding: .utf8).contains("TVlGQUNF"))
        verify()
    }

    @Test("one setting is erased by its event; the value before it counts again") func setting() throws {
        shell.must("setting", "set", "water.unit", "oz")
        shell.must("setting", "set", "water.unit", "ml")
        let events = shell.must("log", "--stream", "settings/water", "--json").jsonLines.compactMap {
            $0["id"]?.stringValue
        }
        let said = shell.run("erase", events[1], "--reason", "x")
        #expect(
            said.status == 64 && said.err.contains("hint: daybook erase \(events[1].prefix(12)) --reason \"…\" --yes"))
        #expect(
            shell.must("erase", events[1], "--reason", "x", "--yes").out.hasPrefix(
                "\(events[1].prefix(12)) is erased: the content of 1 event ("))
        #expect(shell.must("setting", "show", "water.unit", "--json").out.contains("oz"))
        verify()
        let again = shell.run("erase", events[1], "--reason", "x", "--yes", "--json")
        #expect(again.code == "erase.nothing")
    }

    @Test("the file's name of an import can go, its flights stay; a record's event cannot go alone") func importedName()
        throws
    {
        let (source, table) = (Shell(), shell.folder + "/SECRETNAME.csv")
        _ = source.log("--hobbs", "1.5")
        source.must("export", "--format", "solotrack", table)
        shell.must("import", table)
        #expect(contains("SECRETNAME"))
        let batch = try #require(
            shell.must("log", "--type", "batch.imported", "--json").jsonLines.first?["subject"]?.stringValue)
        shell.must("erase", batch, "--reason", "x", "--yes")
        #expect(!contains("SECRETNAME"))
        #expect(shell.must("flight", "summary", "--json").json["flights"]?.integerValue == 1)
        verify()
        let flight = try #require(shell.must("log", "--type", "flight.logged", "--json").jsonLines.first)
        let (event, stream) = (flight["id"]?.stringValue ?? "", flight["subject"]?.stringValue ?? "")
        #expect(
            shell.run("erase", event, "--reason", "x", "--yes").err == """
                error: The event \(event.prefix(12)) is part of \(stream) and cannot be erased by itself.
                hint: Erase the whole: daybook erase \(stream) --reason TEXT --yes

                """)
    }

    @Test("several records and events are erased in one commit; the ledger and a second device say the same")
    func several() throws {
        for id in ["f1", "f2"] {
            shell.must(
                "flight", "log", "--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs",
                id == "f1" ? "1.5" : "1.6", "--solo", "--day-landings", "1", "--id", id)
        }
        shell.must("setting", "set", "water.unit", "oz")
        let receipt = shell.must("erase", "f1", "f2", "settings/water", "--reason", "x", "--yes", "--json").json
        #expect(receipt["events"]?.count == 3 && receipt["bodies"]?.integerValue == 3)
        verify()
        let other = Shell()
        shell.must("export", shell.file("all.jsonl"))
        try FileManager.default.removeItem(atPath: other.ledger)
        shell.must("principal", "export", shell.file("me.key"))
        other.must("init", "--join", shell.file("me.key"))
        other.must("import", shell.file("all.jsonl"))
        #expect(other.must("digest").out == shell.must("digest").out)
        #expect(other.must("verify", "--json").json["ok"] == .bool(true))
    }

    @Test("a damaged ledger is left as it is, and says so") func damaged() throws {
        shell.must(
            "flight", "log", "--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--solo",
            "--day-landings", "1", "--id", "f1", "--remarks", "DAMAGEHERE")
        shell.must(
            "flight", "log", "--date", "2026-02-02", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--solo",
            "--day-landings", "1", "--id", "f2", "--remarks", "ELSEWHERE")
        let path = shell.folder + "/ledger/data.mdb"
        var store = try #require(FileManager.default.contents(atPath: path))
        while let place = store.range(of: Data("DAMAGEHERE".utf8)) {
            store.replaceSubrange(place, with: Data("DAMAGEDONE".utf8))
        }
        try store.write(to: URL(fileURLWithPath: path))
        let run = shell.run("erase", "f2", "--reason", "x", "--yes", "--json")
        #expect(run.status == 74 && run.code == "erase.damaged")
        #expect(
            run.error["error"]?["message"]?.stringValue?.hasPrefix("Nothing is erased from a damaged ledger: ") == true)
        #expect(
            run.error["error"]?["hint"]?.stringValue
                == "Nothing was changed. \"daybook verify\" lists all damage; restore a backup, then erase.")
        #expect(contains("ELSEWHERE"))
    }

    @Test("an erasure whose compaction fails says that it is done, and compact finishes it") func uncompacted() throws {
        shell.must(
            "flight", "log", "--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--solo",
            "--day-landings", "1", "--id", "f1", "--remarks", "UNFORGETTABLE")
        // An obstacle in the place of the copy stops it.
        let obstacle = shell.folder + "/ledger/making/data.mdb/x"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
        let run = shell.run("erase", "f1", "--reason", "x", "--yes", "--json")
        let event = try #require(
            shell.must("log", "--type", "stream.erased", "--json").jsonLines.first?["id"]?.stringValue)
        #expect(run.status != 0 && run.code == "erase.uncompacted")
        #expect(
            run.error["error"]?["message"]?.stringValue?.hasPrefix(
                "The erasure of flight/f1 is done (event \(event.prefix(12))), but the file was not compacted: ")
                == true)
        #expect(
            run.error["error"]?["hint"]?.stringValue
                == "Its bytes may be left in data.mdb until the same command, or \"daybook compact\", succeeds.")
        #expect(contains("UNFORGETTABLE"))
        try FileManager.default.removeItem(atPath: shell.folder + "/ledger/making")
        shell.must("compact")
        #expect(!contains("UNFORGETTABLE"))
        verify()
    }
}
