import DaybookDomains
import Testing

/// Events of another person, and of another device of the same one.
@Suite struct OtherPersonTests {
    private let shell = Shell()

    @Test(
        "an export of another person fills an empty ledger, which says that it can only be read; one with events refuses it"
    ) func another() {
        shell.must("append", input: flightLine("a"))
        let file = shell.file("theirs.jsonl")
        shell.must("export", file)
        let mine = shell.file("mine")
        shell.must("init", "--ledger", mine)
        let taken = shell.run("import", file, "--ledger", mine)
        #expect(
            taken.lines == [
                "Received 2 events; 0 were there already.",
                "This ledger now belongs to the person \(shell.run("principal", "show", "--json").json["principal"]?.stringValue ?? ""). "
                    + "Without that person's key it can be read only.",
            ])
        let refused = shell.run("flight", "log", "--hobbs", "1", "--ledger", mine)
        #expect(refused.status == 66, "a key that is not here, as one whose file is missing: the store is whole")
        #expect(
            refused.err
                == "error: The events here are of a person whose key is not here (\(mine)/keys/principal.key is another's): they can be read, not added to.\n"
                + "hint: \"daybook init --join FILE\" makes a device of that person in another folder; import the events there. FILE comes from their \"principal export\".\n"
        )
        #expect(shell.run("flight", "log", "--hobbs", "1", "--ledger", mine, "--json").code == "key.otherPerson")
        #expect(shell.run("flight", "summary", "--ledger", mine, "--json").json["flights"] == .integer(1))

        let used = shell.file("used")
        shell.must("init", "--ledger", used)
        shell.must("append", "--ledger", used, input: flightLine("b"))
        let foreign = shell.run("import", file, "--ledger", used, "--json")
        #expect(foreign.status == 1 && foreign.code == "origin.unknown")
        #expect(
            foreign.error["error"]?["hint"]?.stringValue
                == "A ledger takes the events of its own person and of persons who have signed a link with that person. "
                + "If this is your own second device, make its ledger in a new folder with "
                + "\"daybook init --join FILE\"."
        )
        #expect(shell.run("flight", "summary", "--ledger", used, "--json").json["flights"] == .integer(1))
    }

    /// A flight that was signed here and, unseen, changed on another device of the same person: that device's export,
    /// and the change.
    private func signedHereChangedThere() -> (file: String, amended: String) {
        let phone = shell.file("phone")
        shell.must("append", input: flightLine("a"))
        shell.must("init", "--ledger", phone, "--join", shell.ledger)
        let file = shell.file("all.jsonl")
        shell.must("export", file)
        let first = shell.run("import", file, "--ledger", phone)
        #expect(first.lines == ["Received 2 events; 0 were there already."])
        shell.must("flight", "sign", "a", "--cfi", "1234567")
        shell.clock = "2026-02-10T14:00:00Z"
        let amended =
            shell.run("flight", "amend", "a", "--hobbs", "9.0", "--ledger", phone, "--json").json["event"]?.stringValue
            ?? ""
        shell.must("export", file, "--ledger", phone)
        return (file, amended)
    }

    @Test("events that arrive and do not count are counted, and a void that drops one says which") func uncounted() {
        let (file, amended) = signedHereChangedThere()
        let second = shell.run("import", file)
        #expect(
            second.lines == [
                "Received 2 events; 2 were there already.",
                "1 of them does not count: 1 pending. \"daybook outcomes\" lists it and says why.",
            ], "\(second)")
        #expect(
            shell.run("import", file, "--json").out == #"{"received":0,"duplicates":4}"# + "\n",
            "what was there is not told again")

        let copy = shell.file("copy")
        shell.must("backup", copy, "--with-keys")
        let short = amended.prefix(12)
        let note =
            "The change \(short), which waited for the signature, is dropped and does not count (void.dropped). "
            + "\"daybook outcomes resolve --apply \(short)\" lets it count."
        let voided = shell.run("flight", "void", "a", "--reason", "wrong entry")
        #expect(voided.lines == ["Signature voided. The flight can be changed again.", "Note: " + note], "\(voided)")
        #expect(
            shell.run("flight", "void", "a", "--reason", "wrong entry", "--ledger", copy, "--json").json["warning"]?
                .stringValue == note)
        shell.must("outcomes", "resolve", "--apply", String(short))
        #expect(shell.run("flight", "summary", "--json").json["totalHours"]?.text == "9.0")
    }

    @Test("the audit tells of a change that does not count that it does not") func pendingChange() {
        let (file, _) = signedHereChangedThere()
        let received = shell.run("import", file, "--json").json
        #expect(
            received["received"] == .integer(2) && received["outcomes"]?.text == #"{"pending":1}"#, "\(received.text)")
        let row = shell.run("audit").lines.first { $0.contains(" amended") } ?? ""
        #expect(row.contains("amended, pending (signature.locked)") && row.contains("→ 9.0"), "\(row)")
    }
}
