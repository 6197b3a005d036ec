import DaybookDomains
import Testing

/// Why one record is not shown: it came later, was erased, was removed, or was never there.
@Suite struct GoneTests {
    private let shell = Shell()

    private func why(_ words: String...) -> String {
        let result = shell.run(words)
        #expect(result.status == 1 && result.out == "", "\(words): \(result.out)")
        return result.err
    }

    @Test("what came later than what is asked about is told so by every command that shows one record") func later() {
        let before = "\(shell.position)"
        shell.must("append", input: flightLine("f"))
        shell.must("water", "add", "tea", "200", "--id", "d")
        shell.must("alarm", "add", "--title", "Rent", "--days", "2", "--id", "a")
        for (command, stream) in [("flight", "flight/f"), ("water", "drink/d"), ("alarm", "alarm/a")] {
            let id = String(stream.split(separator: "/")[1])
            let expected =
                "error: \"\(stream)\" was not known at position \(before).\nhint: It came later. Leave --known-at out, or name a later one.\n"
            #expect(why(command, "show", id, "--known-at", before) == expected)
            #expect(why("show", stream, "--known-at", before) == expected)
        }
        #expect(
            why("alarm", "photo", "list", "a", "--known-at", before).hasPrefix(
                "error: \"alarm/a\" was not known at position \(before).\n"))
        #expect(
            why("flight", "show", "zz", "--known-at", before)
                == "error: There is no flight \"zz\".\nhint: \"daybook flight list\" shows them.\n")
        #expect(shell.run("flight", "show", "f", "--known-at", before, "--json").code == "flight.unknown")
        let day = why("water", "show", "d", "--on", "2026-02-09")
        #expect(
            day == "error: This drink is of 2026-02-10, after 2026-02-09.\nhint: Leave --on out, or name a later day.\n"
        )
    }

    @Test("so is a test that was begun later") func laterTest() {
        shell.must("quiz", "state", "CA")
        let before = "\(shell.position)"
        // Ten answers that are right open the tests.
        for _ in 0..<200 where shell.run("quiz", "stats", "--json").json["onboarded"] != .bool(true) {
            shell.must("quiz", "train", "--answer", "A")
        }
        let id = shell.must("quiz", "start", "1", "--json").json["id"]?.stringValue ?? ""
        let expected =
            "error: \"test/\(id)\" was not known at position \(before).\nhint: It came later. Leave --known-at out, or name a later one.\n"
        #expect(why("quiz", "question", "--attempt", id, "--known-at", before) == expected)
        #expect(why("quiz", "results", id, "--known-at", before) == expected)
    }

    @Test("what was removed is told with how it comes back, what was erased with what remains") func removedAndErased()
    {
        shell.must("append", input: flightLine("f"))
        for id in ["d", "e"] { shell.must("water", "add", "tea", "200", "--id", id) }
        shell.must("alarm", "add", "--title", "Rent", "--days", "2", "--id", "a")
        shell.must("water", "remove", "d")
        #expect(
            why("water", "show", "d")
                == "error: This drink was removed.\nhint: \"daybook water restore d\" brings it back.\n")
        for stream in ["flight/f", "drink/e", "alarm/a"] { shell.must("erase", stream, "--reason", "x", "--yes") }
        func erased(_ kind: String, _ stream: String) -> String {
            "error: This \(kind) was erased: its content cannot be restored.\nhint: \"daybook show \(stream)\" shows what remains of it, and why it was erased.\n"
        }
        #expect(why("flight", "show", "f") == erased("flight", "flight/f"))
        #expect(why("water", "show", "e") == erased("drink", "drink/e"))
        #expect(why("water", "remove", "e") == erased("drink", "drink/e"))
        #expect(why("alarm", "show", "a") == erased("alarm", "alarm/a"))
        #expect(shell.run("flight", "show", "f", "--json").code == "stream.erased")
    }

    @Test("an erased stream shows its erasure as what it is, and the others as erased because of it") func shown() {
        shell.must("append", input: flightLine("f"))
        shell.must("erase", "flight/f", "--reason", "asked for", "--yes")
        let erasure =
            shell.run("log", "--type", "stream.erased", "--json").jsonLines.first?["id"]?.stringValue?.prefix(12) ?? ""
        let lines = shell.must("show", "flight/f").lines
        #expect(lines.count { $0 == "  erased (stream.erased), because of \(erasure)" } == 1)
        #expect(lines.suffix(2) == ["stream.erased  2026-02-10 08:00  by you  \(erasure)", "  reason  asked for"])
    }
}
