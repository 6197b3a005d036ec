import DaybookDomains
import Foundation
import Testing

/// An erasure reaches its author's events: what a linked person erases of another's stays, and waits for that person.
@Suite struct EraseOthersTests {
    private let account = Shell()
    private let guest = Shell()

    private func path(_ name: String) -> String { account.file(name) }

    private func exchange() {
        let (lines, back) = (
            path("a\(account.position)-\(guest.position).jsonl"), path("g\(account.position)-\(guest.position).jsonl")
        )
        guest.must("export", back)
        account.must("import", back)
        account.must("export", lines)
        guest.must("import", lines)
    }

    private func link() {
        let key = guest.must("principal", "show").lines[0]
        account.must("link", "offer", path("o.json"), "--choose", "both", "--to", key)
        guest.must("link", "accept", path("o.json"), "--yes")
        exchange()
    }

    private func hours(_ shell: Shell) -> String {
        shell.must("flight", "summary", "--json").json["totalHours"]?.text ?? ""
    }

    private func verify() {
        for shell in [account, guest] {
            #expect(shell.must("verify", "--json").json["ok"] == .bool(true))
            #expect(shell.must("replay", "--json").json["equal"] == .bool(true))
        }
        #expect(account.must("digest").out == guest.must("digest").out)
    }

    @Test("a guest erases the account's flights: they stay on both sides, and the account decides") func guestErases()
        throws
    {
        let flight = account.log("--hobbs", "2.0")
        let signed = account.log("--hobbs", "1.0")
        account.must("flight", "sign", signed, "--cfi", "1234567")
        _ = guest.log("--hobbs", "3.0")
        link()
        let done = guest.must("erase", "flight/\(flight)", "--reason", "not mine", "--yes")
        #expect(done.lines.first == "No event was erased: other persons wrote all events of flight/\(flight).")
        #expect(done.out.contains("1 event by other persons stays: only their authors erase them."))
        #expect(done.out.contains(" On a ledger of such an author, \"daybook outcomes\" lists event "))
        guest.must("erase", "flight/\(signed)", "--reason", "not mine", "--signed", "--yes")
        exchange()
        #expect(hours(account) == "6.0" && hours(guest) == "6.0")
        verify()
        let waiting = account.must("outcomes", "--json").jsonLines
        #expect(waiting.map { $0["reason"]?.stringValue } == ["authority.otherPerson", "authority.otherPerson"])
        let erasure = try #require(
            waiting.first { $0["stream"]?.stringValue == "flight/\(flight)" }?["event"]?.stringValue)
        #expect(
            account.must("outcomes", "resolve", "--dismiss", erasure).out
                == "The erasure \(erasure.prefix(12)) stays pending: your events live on.\n")
        #expect(hours(account) == "6.0")
        let resolved = account.must("outcomes", "resolve", "--apply", erasure)
        #expect(resolved.out.hasPrefix("Your events in the reach of \(erasure.prefix(12)) are erased by event "))
        #expect(resolved.out.hasSuffix("Run \"daybook compact\" to clear their bytes from free pages.\n"))
        #expect(hours(account) == "4.0")
        exchange()
        #expect(hours(guest) == "4.0")
        verify()
        // A signed record needs --signed.
        let other = try #require(
            waiting.first { $0["stream"]?.stringValue == "flight/\(signed)" }?["event"]?.stringValue)
        #expect(account.run("outcomes", "resolve", "--apply", other, "--json").code == "signature.locked")
        #expect(guest.run("outcomes", "resolve", "--apply", other, "--json").code == "erase.nothing")
    }

    @Test("the author of a record erases it: another person's amendment is left without a record") func authorErases()
        throws
    {
        let flight = account.log("--hobbs", "2.0", "--remarks", "PRIVATE")
        link()
        guest.clock = "2026-02-10T15:00:00Z"
        guest.must("flight", "amend", flight, "--hobbs", "2.5")
        exchange()
        #expect(hours(account) == "2.5")
        account.clock = "2026-02-10T16:00:00Z"
        let done = account.must("erase", "flight/\(flight)", "--reason", "mine", "--yes")
        #expect(done.out.hasPrefix("Your part of flight/\(flight) is erased: the content of 1 event ("))
        exchange()
        verify()
        #expect(hours(account) == "0.0" && hours(guest) == "0.0")
        let outcomes = guest.must("log", "--stream", "flight/\(flight)", "--json").jsonLines.map {
            $0["reason"]?.stringValue ?? ""
        }
        #expect(outcomes == ["stream.erased", "record.erased", "authority.otherPerson"])
        #expect(guest.run("flight", "show", flight, "--json").code == "stream.erased")
        #expect(
            account.run("flight", "amend", flight, "--hobbs", "1.0").err.hasPrefix(
                "error: You erased what you wrote in this record"))
    }

    @Test(
        "a signature covers its author's events: it restates what others entered, and their erasure leaves it standing")
    func signing() throws {
        let flight = account.log("--hobbs", "2.0", "--remarks", "mine")
        link()
        guest.clock = "2026-02-10T15:00:00Z"
        guest.must("flight", "amend", flight, "--hobbs", "2.5")
        exchange()
        account.clock = "2026-02-10T16:00:00Z"
        let before = account.position
        account.must("flight", "sign", flight, "--cfi", "1234567")
        #expect(account.position == before + 2)
        let events = account.must("log", "--stream", "flight/\(flight)", "--json").jsonLines
        #expect(
            events.map { $0["type"]?.stringValue } == [
                "flight.logged", "flight.amended", "flight.amended", "flight.signed",
            ])
        #expect(events[2]["data"] == .object(pairs: ["hobbs": .number("2.5"), "tach": .number("2.5")]))
        exchange()
        verify()
        #expect(hours(account) == "2.5")
        // The guest's amendment goes; the signed record stays as it was signed.
        guest.clock = "2026-02-10T17:00:00Z"
        guest.must("erase", "flight/\(flight)", "--reason", "x", "--signed", "--yes")
        exchange()
        verify()
        #expect(hours(account) == "2.5" && hours(guest) == "2.5")
        #expect(account.must("flight", "show", flight, "--json").json["locked"] == .bool(true))
        // Voiding changes nothing but the lock.
        account.clock = "2026-02-10T18:00:00Z"
        account.must("flight", "void", flight, "--reason", "x")
        #expect(hours(account) == "2.5")
    }
}
