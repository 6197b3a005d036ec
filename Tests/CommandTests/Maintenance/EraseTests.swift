import DaybookDomains
import Foundation
import Testing

@Suite struct EraseTests {
    private let shell = Shell()

    private func file(_ name: String) -> Data {
        FileManager.default.contents(atPath: shell.folder + "/ledger/" + name) ?? Data()
    }

    private func log(_ id: String, _ remarks: String, _ date: String = "2026-02-01") {
        shell.must(
            "flight", "log", "--date", date, "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--solo",
            "--day-landings", "1", "--remarks", remarks, "--id", id)
    }

    @Test("T-8.2a: export gives all data, and erase destroys a record with a receipt that says what remains")
    func erased() throws {
        log("f1", "UNFORGETTABLE one")
        shell.must("flight", "amend", "f1", "--remarks", "UNFORGETTABLE two")
        log("f2", "something else", "2026-02-02")
        let export = shell.file("all.jsonl")
        shell.must("export", "--format", "jsonl", export)
        let lines = try String(contentsOfFile: export, encoding: .utf8)
        #expect(
            lines.contains("UNFORGETTABLE one") && lines.contains("UNFORGETTABLE two")
                && lines.contains("something else"))
        #expect(file("data.mdb").range(of: Data("UNFORGETTABLE".utf8)) != nil)

        let done = shell.must("erase", "f1", "--reason", "asked for by its author", "--yes")
        let id = try #require(shell.run("log", "--type", "stream.erased", "--json").jsonLines.first?["id"]?.stringValue)
        #expect(
            done.out == """
                flight/f1 is erased: the content of 2 events (74 bytes) cannot be restored.
                What remains: 2 envelopes (author, time, type, and a hash of what was said), and event \(id.prefix(12)), which says why.
                Other devices hide it at once and destroy it 14 days after their next exchange. Exports, bundles and backups that were made before keep theirs.

                """)
        #expect(file("data.mdb").range(of: Data("UNFORGETTABLE".utf8)) == nil)
        #expect(shell.must("flight", "summary", "--json").json["flights"]?.integerValue == 1)
        #expect(shell.must("verify", "--json").json["ok"] == .bool(true))
        #expect(shell.must("replay", "--json").json["equal"] == .bool(true))
        let left = shell.must("log", "--stream", "flight/f1", "--json").jsonLines
        #expect(left.count == 3 && left.allSatisfy { $0["outcome"] == .string("erased") })
        #expect(left.prefix(2).allSatisfy { $0["data"] == .null })
        // The export of now says as much, and makes the same ledger elsewhere.
        shell.must("export", "--format", "jsonl", export)
        #expect(try !String(contentsOfFile: export, encoding: .utf8).contains("UNFORGETTABLE"))
    }

    @Test("what it refuses, in words") func refused() {
        log("f1", "x")
        shell.must("flight", "sign", "f1", "--cfi", "1234567")
        func said(_ arguments: String...) -> String {
            let run = shell.run(arguments)
            return "\(run.status) \(run.err)"
        }
        #expect(
            said("erase", "f1", "--reason", "x") == """
                64 error: What is erased never comes back: it is done with --yes only.
                hint: daybook erase flight/f1 --reason "…" --yes

                """)
        #expect(
            said("erase", "nothing", "--reason", "x", "--yes") == """
                1 error: There is no stream "nothing".
                hint: "daybook log" shows what there is.

                """)
        #expect(
            said("erase", "f1", "--reason", "x", "--yes") == """
                1 error: This record is signed, and an erasure removes no signature that stands.
                hint: Void the signature first, or say that the signed record may go (--signed).

                """)
        let origin =
            shell.run("log", "--type", "origin.started", "--json").jsonLines.first?["subject"]?.stringValue ?? ""
        #expect(
            said("erase", origin, "--reason", "x", "--yes") == """
                1 error: \(origin) cannot be erased: every proof of who wrote what rests on it.
                hint: Erase single records instead.

                """)
        #expect(
            said("erase", "f1", "--reason", " ", "--signed", "--yes") == """
                1 error: An erasure says why: it is all that stays readable.
                hint: Say --reason TEXT, and name no person.

                """)
        #expect(shell.run("log", "--json").jsonLines.count == 3)
        shell.must("erase", "f1", "--reason", "x", "--signed", "--yes")
        let again = said("erase", "f1", "--reason", "x", "--signed", "--yes")
        #expect(
            again == """
                1 error: This record was erased, and its id is used up for ever.
                hint: Use another id.

                """)
        #expect(
            said(
                "flight", "log", "--date", "2026-02-01", "--from", "A", "--to", "B", "--hobbs", "1.0", "--solo",
                "--day-landings", "1", "--id", "f1") == again)
    }

    @Test("attachments that only the erased record named are gone, and no others") func attachments() throws {
        for (id, mark) in [("f1", "FIRSTPICTURE"), ("f2", "SECONDPICTURE")] {
            log(id, "x", id == "f1" ? "2026-02-01" : "2026-02-02")
            let bytes =
                Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
                + Data(String(repeating: mark, count: 4_000).utf8)
            #expect(FileManager.default.createFile(atPath: shell.file("\(id).png"), contents: bytes))
            shell.must("flight", "sign", id, "--cfi", "1234567", "--image", shell.file("\(id).png"))
        }
        let receipt = shell.must("erase", "f1", "--reason", "x", "--signed", "--yes", "--json").json
        #expect(receipt["blobs"]?.integerValue == 1)
        #expect(file("data.mdb").range(of: Data("FIRSTPICTURE".utf8)) == nil)
        #expect(file("data.mdb").range(of: Data("SECONDPICTURE".utf8)) != nil)
        #expect(shell.must("verify", "--json").json["ok"] == .bool(true))
    }

    @Test("an import that holds an erased flight brings the others and names that one") func importing() throws {
        let source = Shell()
        let files = ["one.csv", "two.csv"].map { shell.folder + "/" + $0 }
        for (date, path) in zip(["2026-02-01", "2026-02-02"], files) {
            source.must(
                "flight", "log", "--date", date, "--from", "KSJC", "--to", "KRHV", "--hobbs", "1.5", "--solo",
                "--day-landings", "1")
            source.must("export", "--format", "solotrack", path)
        }
        shell.must("import", files[0])
        let id = try #require(shell.must("flight", "list", "--json").json[0]?["id"]?.stringValue)
        shell.must("erase", id, "--reason", "x", "--yes")
        let more = files[1]
        for arguments in [["import", more, "--dry-run", "--json"], ["import", more, "--json"]] {
            let answer = shell.run(arguments).json
            #expect(answer["flights"]?.integerValue == 1 && answer["duplicates"]?.integerValue == 1, "\(answer.text)")
            #expect(answer["skipped"]?[0]?["code"]?.stringValue == "row.erased")
            #expect(answer["skipped"]?[0]?["text"]?.stringValue == "The flight was erased here, and stays so.")
        }
    }
}
