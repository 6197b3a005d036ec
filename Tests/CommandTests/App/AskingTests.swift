import DaybookCommands
import DaybookDomains
import Foundation
import Testing

/// Answers about what is not there, and the shapes of some that are.
@Suite struct AskingTests {
    @Test("with --json the version and the help are one document each; a completion stays a script")
    func versionAndHelp() {
        let shell = Shell(initialise: false)
        let tz = ZoneDatabase.system.version.map { "\"\($0)\"" } ?? "null"
        #expect(
            shell.run("--json", "--version").out == "{\"version\":\"0.1.0\",\"tz\":\(tz)}\n"
                && shell.run("--version", "--json").status == 0)
        let help = shell.run("--help").out
        for arguments in [["--json"], ["--json", "--help"], ["help", "--json"]] {
            let stated = shell.run(arguments)
            #expect(
                stated.status == 0 && stated.lines.count == 1 && stated.json.names == ["help"],
                "\(arguments): \(stated)")
            #expect((stated.json["help"]?.stringValue ?? "") + "\n" == help, "\(arguments)")
        }
        #expect(
            shell.run("flight", "log", "--help", "--json").json["help"]?.stringValue?.hasPrefix("OVERVIEW: ") == true)
        #expect(shell.run("completion", "bash", "--json").out == shell.run("completion", "bash").out)
    }

    @Test("a list of a type or a stream that is not there says so") func unknownNames() {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.0", "--id", "a")
        let type = shell.run("log", "--type", "flight.flown")
        #expect(
            type.status == 64 && type.out == ""
                && type.err
                    == "error: \"flight.flown\" is not an event type that this program knows.\nhint: \"daybook types\" lists them.\n"
        )
        #expect(shell.run("log", "--type", "flight.flown", "--json").code == "type.unknown")
        let known = shell.run("log", "--type", "flight.signed")
        #expect(known.status == 0 && known.lines.count == 1, "a type without an event is an empty list")
        #expect(shell.run("log", "--stream", "flight/b").out == "There is no stream flight/b.\n")
        let none = shell.run("log", "--stream", "flight/b", "--json")
        #expect(none.status == 0 && none.out == "")
        #expect(
            shell.run("log", "--stream", "flight/a").lines.count == 2
                && shell.run("log", "--stream", "flight/a", "--after", "2").lines.count == 1)
    }

    @Test("what came later is not unknown, but was not known then") func notKnownThen() {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.0", "--id", "a")
        _ = shell.log("--hobbs", "1.0", "--id", "b")
        let hint = "hint: It came later. Leave --known-at out, or name a later one.\n"
        let stream = shell.run("show", "flight/b", "--known-at", "2")
        #expect(stream.status == 1 && stream.err == "error: \"flight/b\" was not known at position 2.\n" + hint)
        #expect(shell.run("show", "flight/b", "--known-at", "2", "--json").code == "stream.unknown")
        #expect(
            shell.run("show", "b", "--known-at", "2020-01-01T00:00:00Z").err
                == "error: \"b\" was not known at 2020-01-01T00:00:00Z.\n" + hint)
        #expect(
            shell.run("show", "flight/c", "--known-at", "2").err.hasPrefix("error: There is no stream \"flight/c\".\n"))
        #expect(shell.run("show", "flight/b", "--known-at", "3").status == 0)
    }

    @Test("the figures of a ledger have names for people") func statistics() {
        let shell = Shell(initialise: false)
        shell.must("init", "--zone", "UTC", "--name", "Mine")
        shell.must("flight", "log", "--hobbs", "1.0", "--clock", "2026-02-10T13:00:00Z")
        let json = shell.run("stats", "--json").json
        let rows = shell.run("stats").lines
        #expect(rows.count == 15)
        func row(_ name: String) -> String? {
            rows.first { $0.hasPrefix(name + "  ") }.map { $0.dropFirst(name.count).drop { $0 == " " } }.map(
                String.init)
        }
        #expect(row("Name") == "Mine" && row("Zone") == "UTC" && row("Person") == json["principal"]?.stringValue)
        #expect(
            row("Events") == "2" && row("  flight.logged") == "1" && row("  origin.started") == "1"
                && row("Streams") == "2")
        #expect(
            row("  with an event that does not count") == "0"
                && row("Log \(json["origins"]?[0]?["origin"]?.stringValue ?? "")") == "2 events")
        #expect(row("Commits") == json["commits"]?.text && row("Bytes of the store") == json["storeBytes"]?.text)
        #expect(row("First event arrived") == "2026-02-10 13:00" && row("Last event arrived") == "2026-02-10 13:00")
    }

    @Test("verify prints the digits of a root that its JSON has, and names the checkpoint whatever it finds")
    func roots() throws {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.0")
        shell.must("principal", "export", shell.file("me.key"))
        let root = try #require(shell.run("verify", "--json").json["origins"]?[0]?["root"]?.stringValue)
        #expect(shell.run("verify").lines.last?.hasSuffix("  " + root.prefix(16)) == true)
        let store = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: store)
        let found = try #require(bytes.range(of: Data("flight.logged".utf8)))
        bytes[found.lowerBound] ^= 1
        try bytes.write(to: store)
        let damaged = shell.run("verify", "--json")
        #expect(
            damaged.status == 74 && damaged.json["ok"] == .bool(false)
                && damaged.json["checkpoint"]?.stringValue?.isEmpty != true, "\(damaged.out)")
    }

    @Test("a store that was cut names what helps, not the command that was given") func truncated() throws {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.0")
        try Data().write(to: URL(fileURLWithPath: shell.ledger + "/data.mdb"))
        let text = """
            error: \(shell.ledger)/data.mdb is cut short: its own head names more pages.
            hint: Nothing was changed. "daybook repair --from FILE" restores what is lost from a backup or another copy.

            """
        for command in ["verify", "currency"] {
            let result = shell.run(command)
            #expect(result.status == 74 && result.err == text, "\(command): \(result.err)")
        }
    }

    @Test("verify does not send to verify: what cannot even be opened is told with what helps") func unopenable() throws
    {
        let shell = Shell()
        let store = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: store)
        // The head row holds the zone, on each page that it was written to.
        while let found = bytes.range(of: Data("America/New_York".utf8)) { bytes[found.lowerBound] ^= 1 }
        try bytes.write(to: store)
        let message = "error: The store is damaged: the checksum of the store's head row is wrong.\nhint: "
        let verify = shell.run("verify")
        #expect(
            verify.status == 74
                && verify.err == message
                    + "Nothing was changed. \"daybook repair --from FILE\" restores what is lost from a backup or another copy.\n",
            "\(verify.err)")
        let other = shell.run("currency")
        #expect(
            other.status == 74
                && other.err == message
                    + "Nothing was changed. \"daybook doctor\" shows what is damaged, and what mends it.\n",
            "\(other.err)")
    }

    @Test("a folder whose data.mdb is something else is not a ledger") func foreign() throws {
        let shell = Shell(initialise: false)
        try FileManager.default.createDirectory(atPath: shell.ledger, withIntermediateDirectories: true)
        try Data(String(repeating: "not a store\n", count: 4_096).utf8).write(
            to: URL(fileURLWithPath: shell.ledger + "/data.mdb"))
        for command in [["verify"], ["currency"], ["flight", "log", "--hobbs", "1"]] {
            let result = shell.run(command)
            #expect(
                result.status == 74 && result.err.hasPrefix("error: \(shell.ledger)/data.mdb is not a ledger: "),
                "\(command): \(result.err)")
            #expect(
                result.err.hasSuffix(".\nhint: Nothing was changed. Name a ledger's folder with --ledger.\n"),
                "\(command): \(result.err)")
            #expect(shell.run(command + ["--json"]).code == "ledger.foreign")
            #expect(
                (try? FileManager.default.contentsOfDirectory(atPath: shell.ledger)) == ["data.mdb"],
                "nothing is left behind")  // Nil fails it, too.
        }
    }

    @Test("wrong kinds and unnamed places end with their codes") func codes() {
        let shell = Shell()
        let cases: [(arguments: [String], status: Int32, code: String)] = [
            (["endorse", "--kind", "moon"], 64, "endorsement.unknownKind"),
            (["review", "add", "--kind", "moon"], 64, "review.unknownKind"),
            (["flight", "log", "--hobbs", "1", "--accept", "foo"], 64, "warning.unknown"),
            (["currency", "--clock", "0001-01-01T00:00:00Z"], 1, "clock.outOfRange"),
            (["currency", "--on", "0001-01-01T00:00:00Z"], 1, "on.outOfRange"),
        ]
        for (arguments, status, code) in cases {
            let result = shell.run(arguments + ["--json"])
            #expect(result.status == status && result.code == code, "\(arguments): \(result.err)")
        }
        #expect(
            shell.run("endorse", "--kind", "moon").err
                == "error: There is no kind of endorsement \"moon\".\nhint: It is one of \(Ledger.list(Endorsement.Kind.self)).\n"
        )
        #expect(
            shell.run("review", "add", "--kind", "moon").err
                == "error: There is no kind of review \"moon\".\n"
                + "hint: It is one of flightReview, ipc, checkride, wings.\n")
        let homeless = Program.run(arguments: ["currency", "--json"], environment: [:])
        #expect(homeless.status == 64)
        #expect(
            homeless.err
                == #"{"error":{"code":"ledger.unnamed","message":"There is no home folder to look for a ledger in.","hint":"Name one with --ledger DIR."}}"#
                + "\n")
    }
}
