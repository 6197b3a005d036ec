import DaybookDomains
import Foundation
import Testing

/// A link that leaves this person's records out is named beside the figures of each domain.
@Suite struct SetAsideTests {
    private let account = Shell(plus: true)
    private let guest = Shell()

    @Test("water, practice tests and alarms name the link, in words and in JSON, and only while it stands") func named()
        throws
    {
        let asked = [
            ["water", "today"], ["water", "history"], ["water", "month"], ["water", "streak"], ["water", "goal"],
            ["quiz", "stats"],
            ["quiz", "history"], ["alarm", "tier"], ["alarm", "list", "--groups"],
        ]
        guest.must("quiz", "state", "CA")
        guest.must("water", "add", "tea", "200")
        account.must("quiz", "state", "CA")
        _ = account.log("--hobbs", "1.0")
        for command in asked {
            #expect(!guest.run(command).out.contains("Set aside:"))
            #expect(guest.run(command + ["--json"]).json["setAside"] == nil)
        }
        let key = guest.must("principal", "show").lines[0]
        account.must("link", "offer", account.file("o.json"), "--choose", "account", "--to", key)
        guest.must("link", "accept", account.file("o.json"), "--yes")
        account.must("export", account.file("a.jsonl"))
        guest.must("import", account.file("a.jsonl"))
        for command in asked {
            let text = guest.run(command)
            #expect(
                text.out.components(separatedBy: "Set aside: a link with ").count == 2,
                "\(command): \(text.out)\(text.err)")
            let json = guest.run(command + ["--json"]).json
            #expect(json["setAside"]?["choice"]?.stringValue == "account", "\(command): \(json)")
            #expect(!account.run(command).out.contains("Set aside:"))
        }
        for command in [["alarm", "list"], ["alarm", "pending"], ["quiz", "tests"], ["quiz", "sets"]] {
            #expect(guest.run(command).out.components(separatedBy: "Set aside: a link with ").count == 2, "\(command)")
        }
    }
}
