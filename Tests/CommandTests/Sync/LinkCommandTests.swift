import DaybookDomains
import Foundation
import Testing

/// An account and a guest on machines of their own, who pass files to each other.
@Suite struct LinkCommandTests {
    private let account = Shell()
    private let guest = Shell()

    private func path(_ name: String) -> String { account.file(name) }

    private func exchange() {
        let (lines, back) = (path("a\(account.position).jsonl"), path("g\(guest.position).jsonl"))
        guest.must("export", back)
        account.must("import", back)
        account.must("export", lines)
        guest.must("import", lines)
    }

    private func hours(_ shell: Shell) -> String {
        shell.must("flight", "summary", "--json").json["totalHours"]?.text ?? ""
    }

    @Test(
        "offer, answer, acceptance: before the account has signed nothing is joined; afterwards the ledgers take each other's events"
    )
    func threeSteps() throws {
        _ = account.log("--hobbs", "2.0")
        let flight = guest.log("--hobbs", "3.0")
        guest.must("export", path("early.jsonl"))
        #expect(account.run("import", path("early.jsonl"), "--json").code == "origin.unknown")
        let offer = account.must("link", "offer", path("o.json"), "--choose", "account")
        #expect(
            offer.lines == [
                "Wrote an offer to \(path("o.json")): the account's progress counts, the guest's is set aside.",
                "The guest accepts it until 2026-03-12 with \"daybook link accept \(path("o.json"))\".",
            ])
        let own = account.run("link", "accept", "--yes", path("o.json"))
        #expect(
            own.status == 1
                && own.err
                    == "error: The offer is this person's own.\nhint: Give the file to the guest, who accepts it with \"daybook link accept FILE\".\n"
        )
        let answer = path("o.json.accepted")
        #expect(
            guest.must("link", "accept", "--yes", path("o.json")).lines.last
                == "Signed, and wrote the answer to \(answer). Nothing is joined until the account accepts it: daybook link accept \(answer)"
        )
        #expect(guest.must("outcomes", "--json").jsonLines.map { $0["reason"]?.stringValue } == ["link.consent"])
        #expect(hours(guest) == "3.0")
        // Once more says the same, and appends nothing.
        let (before, twice) = (guest.position, guest.must("link", "accept", "--yes", path("o.json"), "--json").json)
        #expect(twice["appended"] == .integer(0) && twice["consented"] == .bool(false) && guest.position == before)
        let (accountKey, guestKey) = (
            account.must("principal", "show").lines[0], guest.must("principal", "show").lines[0]
        )
        #expect(
            account.must("link", "accept", "--yes", answer).lines == [
                "Account: \(accountKey) (this ledger)", "Guest:   \(guestKey)",
                "Choice:  the account's progress counts, the guest's is set aside.",
                "Linked with \(guestKey): the account's progress counts, the guest's is set aside.",
                "The person \(account.must("link", "list", "--json").json[0]?["setAside"]?.stringValue?.prefix(12) ?? "") is set aside (choice account). No figure changed.",
            ])
        #expect(
            account.must("link", "accept", "--yes", answer).lines.last
                == "Linked like this already; nothing was changed.")
        exchange()
        #expect(hours(account) == "2.0" && hours(guest) == "2.0")
        #expect(account.must("digest").out == guest.must("digest").out)
        #expect(account.must("verify").status == 0 && account.must("replay", "--json").json["equal"] == .bool(true))
        // The guest's event of months later arrives without a question.
        guest.clock = "2026-06-10T13:00:00Z"
        let late = guest.log("--hobbs", "1.0")
        guest.must("export", path("late.jsonl"))
        account.must("import", path("late.jsonl"))
        #expect(hours(account) == "2.0")
        account.clock = guest.clock
        for id in [flight, late] {
            let refused = account.run(["flight", "show", id])
            #expect(refused.status == 1)
            #expect(refused.err.contains("A link between two ledgers sets this aside: it is in no figure."))
            #expect(
                account.must("show", "flight/\(id)").out.contains(
                    "  A link between two ledgers sets it aside: it is in no figure. A link with another choice brings it back.\n"
                ))
        }
        #expect(account.must("show", "flight/\(late)", "--json").json["setAside"]?.stringValue?.count == 64)
        let listed = account.must("flight", "list", "--json").json
        #expect(listed[0] != nil && listed[1] == nil)
    }

    @Test(
        "an offer that names the guest is complete when the guest accepts; another choice later changes what counts, and takes nothing away"
    )
    func named() throws {
        _ = account.log("--hobbs", "2.0")
        _ = guest.log("--hobbs", "3.0")
        let key = guest.must("principal", "show").lines[0]
        #expect(guest.must("principal", "show", "--json").json["publicKey"]?.stringValue == key)
        account.must("link", "offer", path("one.json"), "--choose", "both", "--to", key)
        #expect(
            guest.must("link", "accept", "--yes", path("one.json")).lines.last
                == "Linked with \(account.must("principal", "show").lines[0]): the progress of both counts.")
        exchange()
        #expect(hours(account) == "5.0" && hours(guest) == "5.0")
        account.clock = "2026-02-10T14:00:00Z"
        account.must("link", "offer", path("two.json"), "--choose", "guest", "--to", key)
        guest.clock = "2026-02-10T15:00:00Z"
        let two = guest.must("link", "accept", "--yes", path("two.json")).lines
        #expect(two[3].hasSuffix(": the guest's progress counts, the account's so far is set aside."))
        #expect(
            two[4].hasPrefix("A link changes these figures: the person ")
                && two[4].hasSuffix(" is set aside so far (choice guest); 1 record no longer counts."))
        exchange()
        #expect(hours(account) == "3.0" && hours(guest) == "3.0")
        _ = account.log("--hobbs", "0.5")
        #expect(hours(account) == "3.5")
        #expect(
            account.must("flight", "summary", "--known-at", "2026-02-10T13:30:00Z", "--json").json["totalHours"]?.text
                == "5.0")
    }

    @Test("offers for others, changed files and unknown choices are refused, and nothing is stored")
    func refusals() throws {
        let third = Shell()
        let key = guest.must("principal", "show").lines[0]
        account.must("link", "offer", path("o.json"), "--choose", "account", "--to", key)
        func refused(_ shell: Shell, _ arguments: String..., status: Int32 = 1) -> String {
            let result = shell.run(arguments)
            #expect(result.status == status, "\(result)")
            return result.err
        }
        #expect(
            refused(third, "link", "accept", "--yes", path("o.json"))
                == "error: The offer is for another person.\nhint: Ask for one that names this ledger's key: daybook principal show\n"
        )
        let changed = try String(contentsOfFile: path("o.json"), encoding: .utf8).replacingOccurrences(
            of: "\"choice\":\"account\"", with: "\"choice\":\"both\"")
        #expect(
            refused(guest, "link", "accept", "--yes", account.file("changed.json", changed), status: 65)
                == "error: The file was changed since it was signed.\nhint: Nothing was stored. Ask for it again.\n")
        #expect(
            refused(guest, "link", "accept", "--yes", account.file("junk.json", "{}\n"), status: 65)
                == "error: This is neither an offer of a link nor the answer to one.\nhint: \"daybook link offer FILE\" and \"daybook link accept FILE\" write them.\n"
        )
        #expect(
            refused(account, "link", "offer", path("x"), "--choose", "all", status: 64)
                == "error: \"all\" is no choice.\nhint: Choose both, account or guest.\n")
        #expect(
            refused(account, "link", "offer", path("x"), "--choose", "both", "--to", "12", status: 64)
                == "error: \"12\" is not a person's public key.\nhint: It has 64 hexadecimal digits: daybook principal show\n"
        )
        #expect(
            refused(account, "link", "offer", path("o.json"), "--choose", "both")
                == "error: \(path("o.json")) exists and holds something else.\nhint: Name another file.\n")
        account.must("link", "offer", path("open.json"), "--choose", "both")
        guest.must("link", "accept", "--yes", path("open.json"), "--output", path("answer.json"))
        #expect(
            refused(third, "link", "accept", "--yes", path("answer.json"))
                == "error: The answer is to an offer of another ledger.\nhint: Give it to the person who made the offer.\n"
        )
        let piped = guest.run(
            "link", "accept", "--yes", "-", input: try String(contentsOfFile: path("open.json"), encoding: .utf8))
        #expect(piped.status == 64 && piped.err == "error: The answer needs a file.\nhint: Name one with --output.\n")
        #expect(
            account.run("append", input: #"{"stream":"link/x","type":"ledgers.linked","data":{}}"# + "\n").err
                .contains("The body of a ledgers.linked is computed from the ledger: it cannot be appended as it is."))
        #expect(third.events == 0)
    }
}
