import DaybookDomains
import Foundation
import Testing

/// Flights that wait because of others: the command that causes it states so, and so do later answers.
@Suite struct WaitingTests {
    private let shell = Shell()

    private func supersede(_ id: String, _ hours: String) -> String {
        shell.run("flight", "supersede", id, "--hobbs", hours, "--json").json["id"]?.stringValue ?? ""
    }

    /// A flight, one that took its place and was removed, and one that took its place since and is signed.
    private func rivals() -> (old: String, first: String, second: String) {
        let old = shell.log("--hobbs", "1.5")
        let first = supersede(old, "2.0")
        shell.must("flight", "remove", first)
        shell.clock = "2026-02-10T14:00:00Z"
        let second = supersede(old, "2.5")
        shell.must("flight", "sign", second, "--cfi", "1234567")
        return (old, first, second)
    }

    private func why(_ first: String) -> String {
        "\(first) took the place of the same flight before it. Remove that one to let it count, voiding its signature first if it has one."
    }

    @Test(
        "semantics §4: a restore that makes a signed flight wait says so, and the flight, its history and the audit say it after"
    ) func restore() {
        let (_, first, second) = rivals()
        #expect(shell.run("flight", "show", second, "--json").json["waits"] == nil)
        let restored = shell.must("flight", "restore", first)
        #expect(
            restored.out
                == "Flight restored.\nNote: Flight \(second), which is signed, waits now and is in no total: \(why(first))\n"
        )
        let shown = shell.run("flight", "show", second, "--json").json
        #expect(
            shown["counts"] == .bool(false) && shown["mask"]?.stringValue == "heldBack"
                && shown["locked"] == .bool(true))
        let text = "It waits and is in no total: \(why(first))"
        #expect(shown["waits"]?.text == #"{"reason":"record.superseded","because":"\#(first)","text":"\#(text)"}"#)
        #expect(shell.run("flight", "show", second).out.contains("  \(text)\n"))
        #expect(shell.run("show", "flight/\(second)").out.contains("  \(text)\n"))
        #expect(shell.run("show", "flight/\(second)", "--json").json["waits"] == shown["waits"])
        let audit = shell.run("audit", "--json").json
        #expect(
            audit["waiting"]?.text
                == #"[{"flight":"\#(second)","signed":true,"reason":"record.superseded","because":"\#(first)","text":"\#(text)"}]"#
        )
        let page = shell.run("audit").out
        #expect(page.contains("Flights that wait and are in no total\n") && page.contains("standing, entry waits"))
        shell.must("flight", "remove", first)
        #expect(shell.run("flight", "show", second, "--json").json["counts"] == nil, "what was said lets it count does")
        #expect(shell.run("audit").out.contains("  No flight waits because of another.\n"))
    }

    @Test("semantics §4: a flight that waited already is not told as waiting now, though another stands before it")
    func waitedBefore() {
        let old = shell.log("--hobbs", "1.5")
        var rivals: [String] = []
        for (hour, hours) in ["14", "15", "16"].enumerated() {
            shell.clock = "2026-02-10T\(hours):00:00Z"
            rivals.append(supersede(old, "2.\(hour)"))
            if hour < 2 { shell.must("flight", "remove", rivals[hour]) }
        }
        func note(_ waits: String, _ first: String) -> String {
            "Note: Flight \(waits) waits now and is in no total: \(why(first))"
        }
        #expect(shell.run("flight", "restore", rivals[1]).lines == ["Flight restored.", note(rivals[2], rivals[1])])
        #expect(shell.run("flight", "restore", rivals[0]).lines == ["Flight restored.", note(rivals[1], rivals[0])])
        #expect(shell.run("flight", "show", rivals[2], "--json").json["waits"]?["because"]?.stringValue == rivals[0])
    }

    @Test("semantics §4: --json tells it as a warning; undoing a removal is a restore") func undo() {
        let (_, first, second) = rivals()
        let text = "Flight \(second), which is signed, waits now and is in no total: \(why(first))"
        let removed = shell.run("log", "--stream", "flight/\(first)", "--json").jsonLines.last?["id"]?.stringValue ?? ""
        let undone = shell.run("undo", removed, "--json")
        #expect(undone.status == 0 && undone.json["warning"]?.stringValue == text)
        shell.must("flight", "remove", first)
        #expect(shell.run("flight", "restore", first, "--json").json["warning"]?.stringValue == text)
        shell.must("flight", "remove", first)
        let again = shell.run("log", "--stream", "flight/\(first)", "--json").jsonLines.last?["id"]?.stringValue ?? ""
        #expect(shell.run("undo", again).out == "Undone.\nNote: \(text)\n")
    }

    @Test("semantics §4: dropping a removal is a restore, too") func dropped() {
        let (_, first, second) = rivals()
        let removed = shell.run("log", "--stream", "flight/\(first)", "--json").jsonLines.last?["id"]?.stringValue ?? ""
        let text = "Flight \(second), which is signed, waits now and is in no total: \(why(first))"
        #expect(shell.run("outcomes", "resolve", "--dismiss", removed, "--json").json["warning"]?.stringValue == text)
        shell.must("flight", "remove", first)
        let again = shell.run("log", "--stream", "flight/\(first)", "--json").jsonLines.last?["id"]?.stringValue ?? ""
        #expect(
            shell.run("outcomes", "resolve", "--dismiss", again).out
                == "The event \(again.prefix(12)) is dropped.\nNote: \(text)\n")
    }

    @Test("semantics §3: a restored flight that had not seen a signature waits itself, and says so") func unseen() {
        let old = shell.log("--hobbs", "1.5")
        let new = supersede(old, "2.0")
        shell.must("flight", "remove", new)
        shell.must("flight", "sign", old, "--cfi", "1234567")
        let why =
            "it takes the place of a flight whose signature, on \(old), it had not seen. Void that signature to let it count, or remove it."
        #expect(
            shell.run("flight", "restore", new).out
                == "Flight restored.\nNote: Flight \(new) waits now and is in no total: \(why)\n")
        #expect(shell.run("flight", "show", new, "--json").json["waits"]?["reason"]?.stringValue == "signature.unseen")
        shell.must("flight", "void", old, "--reason", "x")
        #expect(shell.run("flight", "show", new, "--json").json["waits"] == nil)
    }

    @Test("a restore that makes nothing wait says nothing more") func plain() {
        let id = shell.log("--hobbs", "1.5")
        shell.must("flight", "remove", id)
        #expect(shell.run("flight", "restore", id).out == "Flight restored.\n")
        shell.must("flight", "remove", id)
        #expect(shell.run("flight", "restore", id, "--json").json["warning"] == nil)
    }
}
