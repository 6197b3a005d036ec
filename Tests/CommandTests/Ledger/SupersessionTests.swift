import DaybookDomains
import Foundation
import Testing

@Suite struct SupersessionTests {
    private let shell = Shell()

    @Test("S-X.7: lists with a limit and without agree on superseded flights, and both say what took whose place")
    func lists() {
        let old = shell.log("--hobbs", "1.5", "--from", "KSJC")
        shell.must("flight", "sign", old, "--cfi", "1234567")
        let new = shell.run("flight", "supersede", old, "--hobbs", "2.0", "--json").json["id"]?.stringValue ?? ""
        let all = shell.run("flight", "list", "--json").json
        let some = shell.run("flight", "list", "--limit", "10", "--json").json
        #expect(all == some && all.count == 2)
        #expect(
            all[0]?["id"]?.stringValue == new && all[0]?["supersedes"]?.text == "[\"\(old)\"]"
                && all[0]?["supersededBy"] == nil)
        #expect(
            all[1]?["id"]?.stringValue == old && all[1]?["supersededBy"]?.stringValue == new
                && all[1]?["supersedes"] == nil)
        #expect(
            shell.run("flight", "list", "--by-month", "--json").json[0]?["flights"]?[1]?["supersededBy"]?.stringValue
                == new)
        #expect(shell.run("flight", "show", old, "--json").json["supersededBy"]?.stringValue == new)
        #expect(shell.run("flight", "show", old).out.contains("  Superseded by \(new); it is in no total.\n"))
        #expect(shell.run("flight", "show", new, "--json").json["supersedes"]?.text == "[\"\(old)\"]")
        #expect(shell.run("flight", "show", new).out.contains("  It takes the place of \(old).\n"))
        #expect(shell.run("show", "flight/\(old)", "--json").json["supersededBy"]?.stringValue == new)
        #expect(shell.run("show", "flight/\(old)").out.contains("  Superseded by \(new).\n"))
        #expect(shell.run("show", "flight/\(new)", "--json").json["supersedes"]?.text == "[\"\(old)\"]")
        #expect(shell.run("show", "flight/\(new)").out.contains("  It takes the place of \(old).\n"))
    }

    @Test("S-X.7, D-4: the audit says that a signature stands on a superseded flight") func audit() {
        let old = shell.log("--hobbs", "1.5")
        shell.must("flight", "sign", old, "--cfi", "1234567")
        let before = shell.position
        let new = shell.run("flight", "supersede", old, "--hobbs", "2.0", "--json").json["id"]?.stringValue ?? ""
        let audit = shell.run("audit", "--json").json
        #expect(
            audit["signatures"]?[0]?["state"]?.stringValue == "standing"
                && audit["signatures"]?[0]?["supersededBy"]?.stringValue == new)
        #expect(
            audit["superseded"]?.text == #"[{"flight":"\#(old)","date":"2026-02-10","route":"Local","by":"\#(new)"}]"#)
        let earlier = shell.run("audit", "--on", "2026-02-09", "--json").json
        #expect(earlier["superseded"] == .array([]) && earlier["signatures"] == .array([]), "its day has not come")
        let path = shell.file("audit.html")
        #expect(shell.run("audit", "--html", path).out.contains("Superseded flights"))
        let page = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(
            page.contains("<td>owner's word<td>standing, entry superseded by \(new)\n")
                && page.contains("<h2>Superseded flights</h2>"))
        #expect(shell.run("audit", "--known-at", "\(before)", "--json").json["superseded"] == .array([]))
        shell.must("flight", "remove", new)
        #expect(shell.run("audit", "--json").json["superseded"] == .array([]), "what is removed takes nobody's place")
    }

    @Test("a list of none says why it is empty") func noLimit() {
        _ = shell.log("--hobbs", "1.5")
        #expect(shell.run("flight", "list", "--limit", "0").out == "No flight is shown: --limit is 0.\n")
    }

    @Test("D-6: a date as --known-at is the end of that day in the ledger's zone") func knownAtADate() {
        _ = shell.log("--hobbs", "1.5")
        shell.clock = "2026-02-11T04:59:00Z"
        _ = shell.log("--hobbs", "1.0")
        shell.clock = "2026-02-11T05:00:00Z"
        _ = shell.log("--hobbs", "0.5")
        func flights(_ known: String) -> JSONValue? {
            shell.run("flight", "summary", "--known-at", known, "--json").json["flights"]
        }
        #expect(
            flights("2026-02-09") == .number("0") && flights("2026-02-10") == .number("2")
                && flights("2026-02-11") == .number("3"))
    }
}
