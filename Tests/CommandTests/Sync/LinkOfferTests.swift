import DaybookDomains
import Foundation
import Testing

/// Offers are good once: what `link accept` answers to one that was taken up, ended or overtaken.
@Suite struct LinkOfferTests {
    private let account = Shell()
    private let guest = Shell()

    private func path(_ name: String) -> String { account.file(name) }
    private func key(_ shell: Shell) -> String { shell.must("principal", "show").lines[0] }
    private func person(_ shell: Shell) -> String {
        shell.must("principal", "show", "--json").json["principal"]?.stringValue ?? ""
    }
    private func state(_ shell: Shell) -> String? {
        shell.must("link", "list", "--json").json[0]?["state"]?.stringValue
    }

    private func give(_ giver: Shell, _ taker: Shell) -> Shell.Result {
        let file = path("\(UUID().uuidString).jsonl")
        giver.must("export", file)
        return taker.run("import", file, "--json")
    }

    private func linkOpenly(_ name: String = "open.json") {
        account.must("link", "offer", path(name), "--choose", "both")
        guest.must("link", "accept", path(name), "--yes")
        account.must("link", "accept", path(name + ".accepted"), "--yes")
        #expect(give(guest, account).status == 0 && give(account, guest).status == 0)
    }

    @Test(
        "a used offer is refused after the end of its link, an open one as well; the command that the hint names links again"
    )
    func afterTheEnd() throws {
        linkOpenly()
        account.must("link", "end", person(guest))
        let before = account.position
        let used = account.run("link", "accept", path("open.json.accepted"), "--yes")
        #expect(used.status == 1)
        #expect(
            used.err
                == "error: Another link, or the end of one, came after the offer.\nhint: Make a new one: daybook link offer FILE --choose both --to \(key(guest))\n"
        )
        #expect(account.position == before && state(account) == "ended")
        // An open offer follows nothing: it links no person who was linked before.
        account.must("link", "offer", path("anew.json"), "--choose", "both")
        let anew = guest.run("link", "accept", path("anew.json"), "--yes")
        #expect(
            anew.err
                == "error: Another link, or the end of one, came after the offer.\nhint: Ask for a new one: daybook link offer FILE --choose both --to \(key(guest))\n"
        )
        // A ledger of the guest that holds nothing of the two answers it; the account refuses the answer.
        let other = Shell(initialise: false)
        guest.must("principal", "export", path("guest.key"))
        other.must("init", "--join", path("guest.key"), "--zone", "UTC")
        other.must("link", "accept", path("anew.json"), "--yes")
        #expect(account.run("link", "accept", path("anew.json.accepted"), "--yes", "--json").code == "link.stale")
        #expect(account.position == before)
        account.must("link", "offer", path("to.json"), "--choose", "both", "--to", key(guest))
        guest.must("link", "accept", path("to.json"), "--yes")
        let linked = account.must("link", "accept", path("to.json.accepted"), "--yes").lines
        #expect(
            linked[3] == "Linked with \(key(guest)): the progress of both counts."
                && linked[4] == "\(person(guest).prefix(12))'s records count again.")
        #expect(give(guest, account).status == 0 && give(account, guest).status == 0)
        #expect(
            state(account) == "linked" && state(guest) == "linked"
                && account.must("digest").out == guest.must("digest").out)
    }

    @Test("one who ended the link is sent to make the offer itself") func ownEnd() throws {
        _ = account.log("--hobbs", "1.0")
        account.must("link", "offer", path("to.json"), "--choose", "both", "--to", key(guest))
        guest.must("link", "accept", path("to.json"), "--yes")
        #expect(give(guest, account).status == 0)
        guest.must("link", "end", person(account))
        let hint =
            "This ledger's person ended the link, and only an offer of this ledger lifts that: daybook link offer FILE --choose both --to \(key(account))"
        #expect(
            guest.run("link", "accept", path("to.json"), "--yes").err
                == "error: Another link, or the end of one, came after the offer.\nhint: \(hint)\n")
        account.must("link", "offer", path("second.json"), "--choose", "account", "--to", key(guest))
        #expect(guest.run("link", "accept", path("second.json"), "--yes").err.hasSuffix("hint: \(hint)\n"))
        guest.must("link", "offer", path("back.json"), "--choose", "both", "--to", key(account))
        account.must("link", "accept", path("back.json"), "--yes")
        guest.must("link", "accept", path("back.json.accepted"), "--yes")
        #expect(give(account, guest).status == 0 && give(guest, account).status == 0)
        #expect(
            state(account) == "linked" && state(guest) == "linked"
                && account.must("digest").out == guest.must("digest").out)
    }

    @Test("an open offer links the first person whose answer is accepted; each offer is one of its own")
    func firstAnswer() throws {
        let second = Shell()
        account.must("link", "offer", path("open.json"), "--choose", "both")
        account.must("link", "offer", path("another.json"), "--choose", "both")
        guest.must("link", "accept", path("open.json"), "--yes", "--output", path("first.json"))
        second.must("link", "accept", path("open.json"), "--yes", "--output", path("second.json"))
        account.must("link", "accept", path("first.json"), "--yes")
        let before = account.position
        let refused = account.run("link", "accept", path("second.json"), "--yes")
        #expect(refused.status == 1)
        #expect(
            refused.err
                == "error: Another person has taken up the offer.\nhint: Make a new one: daybook link offer FILE --choose both --to \(key(second))\n"
        )
        #expect(
            account.run("link", "accept", path("second.json"), "--yes", "--json").code == "link.stale"
                && account.position == before)
        #expect(
            account.must("link", "accept", path("first.json"), "--yes").lines.last
                == "Linked like this already; nothing was changed.")
        // Not even after the end of the first one's link.
        account.must("link", "end", person(guest))
        #expect(account.run("link", "accept", path("second.json"), "--yes", "--json").code == "link.stale")
        second.must("link", "accept", path("another.json"), "--yes")
        account.must("link", "accept", path("another.json.accepted"), "--yes")
        #expect(give(second, account).status == 0)
        #expect(account.must("verify").status == 0)
    }

    @Test(
        "two devices of the account accept different answers apart: both persons are linked, in either order of arrival"
    )
    func twoDevices() throws {
        let (second, third, tablet) = (Shell(), Shell(), Shell(initialise: false))
        account.must("principal", "export", path("account.key"))
        tablet.must("init", "--join", path("account.key"), "--zone", "UTC")
        account.must("link", "offer", path("open.json"), "--choose", "both")
        for (shell, name) in [(guest, "first.json"), (second, "second.json"), (third, "third.json")] {
            shell.must("link", "accept", path("open.json"), "--yes", "--output", path(name))
        }
        account.must("link", "accept", path("first.json"), "--yes")
        tablet.must("link", "accept", path("second.json"), "--yes")
        #expect(give(account, tablet).status == 0 && give(tablet, account).status == 0)
        for shell in [account, tablet] {
            let states = shell.must("link", "list", "--json").json
            #expect(
                states[0]?["state"]?.stringValue == "linked" && states[1]?["state"]?.stringValue == "linked"
                    && states[2] == nil)
            #expect(shell.run("link", "accept", path("third.json"), "--yes", "--json").code == "link.stale")
            #expect(give(guest, shell).status == 0 && give(second, shell).status == 0)
        }
        // The same answer on both devices is one link.
        account.must("link", "offer", path("same.json"), "--choose", "both")
        third.must("link", "accept", path("same.json"), "--yes")
        for shell in [account, tablet] { shell.must("link", "accept", path("same.json.accepted"), "--yes") }
        #expect(give(tablet, account).status == 0 && give(account, tablet).status == 0)
        #expect(account.must("digest").out == tablet.must("digest").out)
        #expect(account.must("verify").status == 0 && account.must("replay", "--json").json["equal"] == .bool(true))
    }

    @Test("an offer that was taken up and whose link holds says so, on both sides, and asks nothing")
    func linkedAlready() throws {
        account.must("link", "offer", path("to.json"), "--choose", "both", "--to", key(guest), "--until", "2026-02-20")
        guest.must("link", "accept", path("to.json"), "--yes")
        guest.clock = "2026-02-22T13:00:00Z"
        let before = guest.position
        let twice = guest.must("link", "accept", path("to.json"))
        #expect(twice.lines.last == "Linked like this already; nothing was changed.")
        let json = guest.must("link", "accept", path("to.json"), "--json").json
        #expect(
            json["answer"] == .null && json["consented"] == .bool(true) && json["appended"] == .integer(0)
                && guest.position == before)
        #expect(!FileManager.default.fileExists(atPath: path("to.json.accepted")))
        // So does an open offer, once the account's link has arrived.
        let other = Shell()
        account.must("link", "offer", path("open.json"), "--choose", "both")
        other.must("link", "accept", path("open.json"), "--yes")
        account.must("link", "accept", path("open.json.accepted"), "--yes")
        #expect(give(account, other).status == 0)
        #expect(
            other.must("link", "accept", path("open.json")).lines.last
                == "Linked like this already; nothing was changed.")
    }

    @Test("an answer reaches a device that does not hold what the offer follows: it is refused until it does")
    func unseen() throws {
        linkOpenly()
        account.must("link", "end", person(guest))
        account.must("link", "offer", path("to.json"), "--choose", "both", "--to", key(guest))
        guest.must("link", "accept", path("to.json"), "--yes")
        let tablet = Shell(initialise: false)
        account.must("principal", "export", path("account.key"))
        tablet.must("init", "--join", path("account.key"), "--zone", "UTC")
        let refused = tablet.run("link", "accept", path("to.json.accepted"), "--yes")
        #expect(refused.status == 1)
        #expect(
            refused.err
                == "error: This ledger does not hold the link that the offer follows.\nhint: Exchange events with the ledger that made the offer (daybook sync), then accept the answer again.\n"
        )
        #expect(
            tablet.run("link", "accept", path("to.json.accepted"), "--yes", "--json").code == "link.unseen"
                && tablet.events == 0)
        #expect(give(account, tablet).status == 0)
        tablet.must("link", "accept", path("to.json.accepted"), "--yes")
        #expect(state(tablet) == "linked")
    }

    @Test("both ended the link: accepting an offer states that the own end stands, and an offer of each lifts both")
    func bothEnded() throws {
        linkOpenly()
        account.must("link", "end", person(guest))
        guest.must("link", "end", person(account))
        account.must("link", "offer", path("to.json"), "--choose", "both", "--to", key(guest))
        let accepted = guest.must("link", "accept", path("to.json"), "--yes").lines
        #expect(
            accepted.last
                == "This ledger's person ended the link, too. That end stands until the account takes up an offer of this ledger: daybook link offer FILE --choose both --to \(key(account))"
        )
        #expect(guest.must("link", "accept", path("to.json"), "--yes", "--json").json["leavesOwnEnd"] == .bool(true))
        account.must("link", "accept", path("to.json.accepted"), "--yes")
        #expect(give(account, guest).code == "link.ended")
        guest.must("link", "offer", path("back.json"), "--choose", "both", "--to", key(account))
        #expect(account.must("link", "accept", path("back.json"), "--yes", "--json").json["leavesOwnEnd"] == nil)
        guest.must("link", "accept", path("back.json.accepted"), "--yes")
        #expect(give(account, guest).status == 0 && give(guest, account).status == 0)
        #expect(
            state(account) == "linked" && state(guest) == "linked"
                && account.must("digest").out == guest.must("digest").out)
    }
}
