import DaybookCommands
import DaybookDomains
import Foundation
import Testing

/// Consent to a link, offers that are good once, and the end of a link, from the command line.
@Suite struct LinkEndCommandTests {
    private let account = Shell()
    private let guest = Shell()

    private func path(_ name: String) -> String { account.file(name) }
    private func key(_ shell: Shell) -> String { shell.must("principal", "show").lines[0] }
    private func person(_ shell: Shell) -> String {
        shell.must("principal", "show", "--json").json["principal"]?.stringValue ?? ""
    }
    private func hours(_ shell: Shell) -> String {
        shell.must("flight", "summary", "--json").json["totalHours"]?.text ?? ""
    }

    private func give(_ giver: Shell, _ taker: Shell) -> Shell.Result {
        let file = path("\(UUID().uuidString).jsonl")
        giver.must("export", file)
        return taker.run("import", file, "--json")
    }

    private func link(_ choice: String = "both") {
        account.must("link", "offer", path("first.json"), "--choose", choice, "--to", key(guest))
        guest.must("link", "accept", path("first.json"), "--yes")
        #expect(give(guest, account).status == 0 && give(account, guest).status == 0)
    }

    @Test("an offer and an answer show both keys and ask; without a terminal and --yes nothing is signed")
    func consent() throws {
        account.must("link", "offer", path("o.json"), "--choose", "both")
        let refused = guest.run("link", "accept", path("o.json"))
        #expect(refused.status == 64)
        #expect(
            refused.err
                == "error: A link with the person of the key \(key(account)) needs your consent.\nhint: Compare the key with that person, then run the command again with --yes.\n"
        )
        #expect(
            refused.out
                == "Account: \(key(account))\nGuest:   \(key(guest)) (this ledger)\nChoice:  the progress of both counts.\n"
        )
        #expect(
            !FileManager.default.fileExists(atPath: path("o.json.accepted"))
                && guest.must("link", "list").out == "No person is linked.\n")
        func typed(_ text: String) -> (status: Int32, out: String, err: String) {
            var (out, err, input): ([UInt8], [UInt8], [UInt8]?) = ([], [], Array(text.utf8))
            let console = Console(
                out: { out += $0 }, error: { err += $0 },
                input: {
                    defer { input = nil }
                    return input
                }, inputIsTerminal: true)
            let variables = ["DAYBOOK_LEDGER": guest.ledger, "DAYBOOK_CLOCK": guest.clock]
            let status = Program.run(["link", "accept", path("o.json")], variables: variables, console: console)
            return (status, String(decoding: out, as: UTF8.self), String(decoding: err, as: UTF8.self))
        }
        let declined = typed("no\n")
        #expect(declined.status == 1 && declined.err == "error: The link was not accepted. Nothing was signed.\n")
        #expect(declined.out.hasSuffix("Link them? Type yes: "))
        #expect(typed("yes\n").status == 0 && FileManager.default.fileExists(atPath: path("o.json.accepted")))
        #expect(account.run("link", "accept", path("o.json.accepted"), "--json").code == "confirm.required")
        // An answer that another person slipped in shows that person's key.
        let stranger = Shell()
        stranger.must("link", "accept", path("o.json"), "--output", path("swapped.json"), "--yes")
        #expect(account.run("link", "accept", path("swapped.json")).out.contains("Guest:   \(key(stranger))\n"))
        #expect(
            account.must("link", "accept", path("swapped.json"), "--yes", "--json").json["guestKey"]?.stringValue
                == key(stranger))
    }

    @Test("an offer is for its addressee, until its last day, and good once") func once() throws {
        let stranger = Shell()
        account.must("link", "offer", path("a.json"), "--choose", "guest", "--to", key(guest), "--until", "2026-02-20")
        let wrong = stranger.run("link", "accept", path("a.json"), "--yes")
        #expect(
            wrong.status == 1
                && wrong.err
                    == "error: The offer is for another person.\nhint: Ask for one that names this ledger's key: daybook principal show\n"
        )
        #expect(stranger.run("link", "accept", path("a.json"), "--yes", "--json").code == "link.notAddressee")
        guest.clock = "2026-02-21T13:00:00Z"
        let late = guest.run("link", "accept", path("a.json"), "--yes")
        #expect(
            late.status == 1
                && late.err == "error: The offer expired on 2026-02-20.\nhint: Ask for a new one: daybook link offer\n")
        #expect(guest.run("link", "accept", path("a.json"), "--yes", "--json").code == "link.expired")
        let past = account.run("link", "offer", path("p.json"), "--choose", "both", "--until", "2026-01-01")
        #expect(
            past.status == 64
                && past.err == "error: The last day 2026-01-01 has passed.\nhint: Name a day from today on.\n")
        #expect(
            account.run("link", "offer", path("p.json"), "--choose", "both", "--until", "soon").err.hasPrefix(
                "error: \"soon\" is not a date.\n"))
        account.clock = guest.clock
        account.must(
            "link", "offer", path("old.json"), "--choose", "guest", "--to", key(guest), "--until", "2028-01-01")
        link()
        let stale = guest.run("link", "accept", path("old.json"), "--yes")
        #expect(stale.status == 1)
        #expect(
            stale.err
                == "error: Another link, or the end of one, came after the offer.\nhint: Ask for a new one: daybook link offer FILE --choose guest --to \(key(guest))\n"
        )
        #expect(guest.run("link", "accept", path("old.json"), "--yes", "--json").code == "link.stale")
        let older = account.file(
            "v1.json", #"{"daybook":"link-offer/1","account":"x","choice":"both","signature":"x"}"# + "\n")
        #expect(
            guest.run("link", "accept", older, "--yes").err
                == "error: The file is of an older program: it names no last day and no link that it follows.\nhint: Ask for a new offer: daybook link offer\n"
        )
    }

    @Test("a choice that changes figures is announced, and stands beside the figures") func announced() throws {
        _ = account.log("--hobbs", "2.0")
        _ = guest.log("--hobbs", "3.0")
        link("guest")
        #expect(hours(account) == "3.0")
        let line =
            "Set aside: a link with \(person(guest).prefix(12)) (choice guest) leaves this person's records so far out. \"daybook link list\" shows it."
        let commands = [
            ["flight", "summary"], ["currency"], ["progress"], ["currency", "instrument"], ["currency", "review"],
            ["audit"],
        ]
        #expect(
            account.must("flight", "list").lines.contains(line)
                && account.must("flight", "list", "--by-month").lines.contains(line))
        #expect(!guest.must("flight", "list").out.contains("Set aside:"))
        account.must("audit", "--html", path("audit.html"))
        let page = try String(contentsOfFile: path("audit.html"), encoding: .utf8)
        #expect(page.contains("Set aside: a link with \(person(guest).prefix(12)) (choice guest)"))
        for command in commands {
            #expect(account.run(command).lines.contains(command == ["audit"] ? "  " + line : line), "\(command)")
            #expect(
                account.run(command + ["--json"]).json["setAside"]?["person"]?.stringValue == person(guest),
                "\(command)")
            #expect(guest.run(command + ["--json"]).json["setAside"] == nil, "\(command)")
        }
        let other = Shell()
        _ = other.log("--hobbs", "1.0")
        account.must("link", "offer", path("n.json"), "--choose", "account", "--to", key(other))
        other.must("link", "accept", path("n.json"), "--yes")
        let taken = give(other, account)
        #expect(
            taken.json["linkChanges"]?[0]?["to"]?.stringValue == "setAside"
                && taken.json["linkChanges"]?[0]?["go"]?.integerValue == 1)
    }

    @Test("the end of a link: later events have no effect, nothing is exchanged, and a new link lifts it") func ended()
        throws
    {
        _ = account.log("--hobbs", "2.0")
        let kept = guest.log("--hobbs", "3.0")
        link()
        #expect(hours(account) == "5.0")
        #expect(account.run("link", "end", "").code ?? account.run("link", "end", "", "--json").code == "link.unknown")
        #expect(
            account.run("link", "end", "ffff").err
                == "error: No link with the person \"ffff\" is here.\nhint: \"daybook link list\" shows the persons.\n")
        #expect(
            account.must("link", "end", String(person(guest).prefix(6))).lines == [
                "Ended the link with \(person(guest)). Nothing is exchanged with that person's ledgers any more.",
                "The link with \(person(guest).prefix(12)) has ended. \(person(guest).prefix(12))'s later events have no effect. No figure changed.",
            ])
        #expect(
            account.must("link", "end", key(guest)).out
                == "The link with \(person(guest)) was ended already; nothing was changed.\n")
        #expect(account.must("link", "list", "--json").json[0]?["state"]?.stringValue == "ended")
        #expect(
            account.must("link", "list").lines.suffix(2) == [
                "  ended   2026-02-10T13:00:00Z by this person",
                "  anew    daybook link offer FILE --choose both --to \(key(guest))",
            ])
        guest.clock = "2026-02-11T13:00:00Z"
        _ = guest.log("--hobbs", "9.0")
        guest.must("flight", "amend", kept, "--remarks", "later")
        let refused = give(guest, account)
        #expect(refused.status == 1 && refused.code == "link.ended")
        guest.must("bundle", "export", path("g.daybook"))
        #expect(
            account.run("bundle", "import", path("g.daybook")).err
                == "error: The link with the person \(person(guest).prefix(12)) was ended. Nothing is exchanged with that person's ledgers.\nhint: \"daybook link list\" shows it. A new link begins with \"daybook link offer\".\n"
        )
        try FileManager.default.createDirectory(atPath: path("shared"), withIntermediateDirectories: true)
        guest.must("sync", path("shared"))
        let folder = account.run("sync", path("shared"))
        #expect(folder.status == 1)
        #expect(
            folder.err
                == "error: The folder holds bundles of the person \(person(guest).prefix(12)), with whom the link was ended. Only the end was put there; nothing was taken.\nhint: \"daybook link list\" shows it. A new link begins with \"daybook link offer\".\n"
        )
        #expect(hours(account) == "5.0")
        // Another device of the account holds more of the guest's; among the account's devices that is data, and has no
        // effect.
        let tablet = Shell(initialise: false)
        account.must("principal", "export", path("account.key"))
        tablet.must("init", "--join", path("account.key"), "--zone", "America/New_York")
        for shell in [account, tablet] { shell.clock = guest.clock }
        #expect(give(guest, tablet).status == 0)
        #expect(hours(tablet) == "14.0")
        #expect(give(tablet, account).status == 0)
        #expect(hours(account) == "5.0")
        #expect(account.must("outcomes", "--json").jsonLines.contains { $0["reason"]?.stringValue == "link.ended" })
        #expect(give(account, tablet).status == 0)
        #expect(hours(tablet) == "5.0" && tablet.must("digest").out == account.must("digest").out)
        for shell in [account, tablet] {
            #expect(shell.must("verify").status == 0 && shell.must("replay", "--json").json["equal"] == .bool(true))
        }
        #expect(
            account.must("flight", "summary", "--known-at", "2026-02-10T12:00:00Z", "--json").json["totalHours"]?.text
                == "0.0")
        // The account offers a new link; the guest holds no end and answers; all of the guest's counts again.
        account.clock = "2026-02-12T13:00:00Z"
        guest.clock = account.clock
        account.must("link", "offer", path("again.json"), "--choose", "both", "--to", key(guest))
        #expect(
            guest.must("link", "accept", path("again.json"), "--yes", "--json").json["answer"]?.stringValue
                == path("again.json.accepted"))
        let lines = account.must("link", "accept", path("again.json.accepted"), "--yes").lines
        #expect(lines.last == "\(person(guest).prefix(12))'s records count again: 2 records.")
        #expect(give(guest, account).status == 0 && give(account, guest).status == 0)
        #expect(hours(account) == "14.0" && account.must("digest").out == guest.must("digest").out)
    }
}
