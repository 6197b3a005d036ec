import DaybookDomains
import Foundation
import Testing

/// `undo` without a name, and the command that each writing command names for its own undoing.
@Suite struct UndoLastTests {
    private let shell = Shell()

    private func newest(_ stream: String) -> String {
        shell.run("log", "--stream", stream, "--json").jsonLines.last?["id"]?.stringValue ?? ""
    }

    @Test("given three acts, two undos take back the last two, the newest first; an undo is no act of its own")
    func twoInARow() {
        let id = shell.log("--hobbs", "1.5", "--date", "2026-02-01", "--from", "KSJC", "--to", "KRHV")
        shell.must("flight", "amend", id, "--remarks", "second")
        shell.must("water", "add", "water", "250", "--id", "one")
        let first = shell.must("undo")
        #expect(first.out == "Undone: drink of 250 mL water on 2026-02-10 was added.\n")
        #expect(first.undo == "daybook undo \(newest("drink/one").prefix(12))")
        let second = shell.must("undo")
        #expect(second.out == "Undone: flight of 2026-02-01 KSJC–KRHV was amended (remarks).\n")
        #expect(shell.run("flight", "show", id, "--json").json["remarks"] == .null)
        // The undo of an undo is by its event; the next undo takes back the amendment again.
        shell.must("undo", newest("flight/\(id)"))
        #expect(shell.run("flight", "show", id, "--json").json["remarks"] == .string("second"))
        #expect(shell.must("undo").out == "Undone: flight of 2026-02-01 KSJC–KRHV was amended (remarks).\n")
        #expect(shell.must("undo").out == "Undone: flight of 2026-02-01 KSJC–KRHV was logged.\n")
        let nothing = shell.run("undo")
        #expect(nothing.status == 1 && nothing.out == "")
        #expect(
            nothing.err
                == "error: Nothing to undo: nothing that was written on this device still stands.\n"
                + "hint: \"daybook log\" lists what happened.\n")
    }

    @Test("in JSON an undo names the event and what it took back") func json() {
        shell.must("setting", "set", "water.unit", "oz")
        let set = newest("settings/water")
        let answer = shell.must("undo", "--json")
        let undone = answer.json
        #expect(undone["undone"] == .string(set))
        #expect(undone["what"] == .array([.string("the setting water.unit was changed")]))
        #expect(answer.undo == "daybook undo \(newest("settings/water").prefix(12))")
        #expect(shell.run("undo", "--json").code == "undo.none")
    }

    @Test("an import is one act, and its undo is undone by the event of the undo") func imports() {
        let text =
            "Date,AircraftID,From,To,TotalTime,AllLandings,DayLandingsFullStop,PilotComments\n"
            + "2026-02-01,N1,KSJC,KRHV,1.0,1,1,\n2026-02-02,N1,KRHV,KSJC,1.0,1,1,\n"
        shell.must("water", "add", "water", "250")
        let imported = shell.must("import", shell.file("two.csv", text), "--json")
        let batch = imported.json["batch"]?.stringValue ?? ""
        #expect(imported.undo == "daybook undo \(batch)")
        let undone = shell.must("undo")
        #expect(undone.out == "Took back 2 flights. Importing the file again brings them back.\n")
        #expect(shell.run("flight", "list", "--json").json.count == 0)
        shell.must("undo", newest(batch))
        #expect(shell.run("flight", "list", "--json").json.count == 2)
        #expect(shell.must("undo", "--json").json["batch"] == .string(batch))
        #expect(shell.must("undo").out == "Undone: drink of 250 mL water on 2026-02-10 was added.\n")
    }

    @Test("what a signature keeps stays, and the refusal names the ways") func locked() {
        let id = shell.log("--hobbs", "1.5", "--date", "2026-02-01")
        let signed = shell.must("flight", "sign", id, "--cfi", "1")
        #expect(signed.undo == "daybook flight void \(id) --reason TEXT")
        let refused = shell.run("undo")
        #expect(refused.status == 1)
        #expect(
            refused.err
                == "error: The last act stays. A flight.signed cannot be undone.\n"
                + "hint: Void the signature instead: daybook flight void \(id) --reason TEXT "
                + "An older act is taken back by its event: daybook undo EVENT; \"daybook log\" lists them.\n")
        #expect(shell.run("undo", "--json").code == "undo.impossible")
    }

    @Test("acts of another device stay, and are counted; with none of one's own the newest is named")
    func otherDevice() throws {
        let tablet = Shell(initialise: false)
        let folder = shell.folder + "/shared"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let id = shell.log("--hobbs", "1.5", "--date", "2026-02-01")
        shell.must("principal", "export", shell.folder + "/me.key")
        tablet.must("init", "--join", shell.folder + "/me.key", "--zone", "America/New_York")
        for each in [shell, tablet] { each.must("sync", folder) }
        let logged = newest("flight/\(id)")
        let nothing = tablet.run("undo")
        #expect(nothing.status == 1)
        #expect(
            nothing.err
                == "error: Nothing to undo: nothing that was written on this device still stands. "
                + "The newest event, \(logged.prefix(12)), came from another device.\n"
                + "hint: \"daybook undo \(logged.prefix(12))\" takes it back here.\n")
        tablet.must("flight", "amend", id, "--remarks", "tablet")
        for each in [tablet, shell] { each.must("sync", folder) }
        let undone = shell.must("undo")
        #expect(
            undone.out
                == "Undone: flight of 2026-02-01 was logged.\n1 newer event of other devices stays.\n")
        // An undo on another device counts here, too.
        shell.must("undo", newest("flight/\(id)"))
        tablet.must("undo")
        for each in [tablet, shell] { each.must("sync", folder) }
        #expect(shell.run("flight", "show", id, "--json").json["remarks"] == .null)
    }

    @Test("an act of several events is taken back whole") func several() {
        let calendar = [
            "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1@x", "DTSTART:20260210T090000", "RRULE:FREQ=WEEKLY;BYDAY=MO",
            "SUMMARY:Rent", "END:VEVENT", "BEGIN:VEVENT", "UID:2@x", "DTSTART:20260210T100000",
            "RRULE:FREQ=DAILY", "SUMMARY:Walk", "END:VEVENT", "END:VCALENDAR", "",
        ].joined(separator: "\r\n")
        let imported = shell.must("alarm", "import", shell.file("two.ics", calendar))
        let undo = imported.undo ?? ""
        #expect(undo.hasPrefix("daybook undo --act "))
        let undone = shell.must("undo")
        #expect(undone.lines.allSatisfy { $0.hasPrefix("Undone: alarm ") && $0.hasSuffix(" was created.") })
        #expect(undone.lines.count == 2 && shell.run("alarm", "list", "--json").json.count == 0)
        let again = shell.run(Array(undo.split(separator: " ").dropFirst().map(String.init)))
        #expect(again.status == 1, "\(again.out)")
        shell.must("undo", "--act", String((undone.undo ?? "").split(separator: " ").last ?? ""))
        #expect(shell.run("alarm", "list", "--json").json.count == 2)
        #expect(
            shell.run("undo", "--act").err
                == "error: --act needs an event.\n"
                + "hint: \"daybook log\" shows them; \"daybook undo\" takes back the last act.\n")
    }

    /// Commands of the four ledgers and of the settings that write, after those that they need.
    private static let writing: [(before: [[String]], command: [String])] = [
        ([], ["flight", "log", "--hobbs", "1", "--id", "a"]),
        ([["flight", "log", "--hobbs", "1", "--id", "a"]], ["flight", "amend", "a", "--remarks", "x"]),
        ([["flight", "log", "--hobbs", "1", "--id", "a"]], ["flight", "remove", "a"]),
        (
            [["flight", "log", "--hobbs", "1", "--id", "a"], ["flight", "remove", "a"]], ["flight", "restore", "a"]
        ),
        ([["flight", "log", "--hobbs", "1", "--id", "a"]], ["flight", "duplicate", "a"]),
        ([["flight", "log", "--hobbs", "1", "--id", "a"]], ["flight", "supersede", "a", "--hobbs", "2"]),
        ([], ["endorse", "--kind", "solo", "--cfi", "1"]),
        ([], ["review", "add", "--kind", "ipc"]),
        ([], ["alarm", "add", "--title", "x", "--days", "2", "--time", "07:00", "--id", "a"]),
        (
            [["alarm", "add", "--title", "x", "--days", "2", "--time", "07:00", "--id", "a"]],
            ["alarm", "edit", "a", "--title", "y"]
        ),
        (
            [["alarm", "add", "--title", "x", "--days", "2", "--time", "07:00", "--id", "a"]],
            ["alarm", "disable", "a"]
        ),
        (
            [["alarm", "add", "--title", "x", "--days", "2", "--time", "07:00", "--id", "a"]],
            ["alarm", "remove", "a", "--yes"]
        ),
        ([], ["water", "add", "water", "250"]),
        ([["water", "add", "water", "250", "--id", "a"]], ["water", "edit", "a", "--volume", "300"]),
        ([["water", "add", "water", "250", "--id", "a"]], ["water", "remove", "a"]),
        ([], ["water", "goal", "--set", "2000"]),
        ([["setting", "set", "water.unit", "oz"]], ["setting", "set", "water.unit", "ml"]),
        ([["water", "goal", "--set", "2000"]], ["water", "goal", "--set", "2500"]),
        (
            [
                ["alarm", "add", "--title", "x", "--days", "2", "--time", "07:00", "--id", "a"],
                ["alarm", "disable", "a"],
            ], ["alarm", "enable", "a"]
        ),
        ([], ["setting", "set", "water.unit", "oz"]),
        ([], ["permission", "set", "granted"]),
    ]

    @Test("the command that an answer names takes it back, in words and in JSON", arguments: writing.indices)
    func eachCommand(index: Int) {
        let (before, command) = UndoLastTests.writing[index]
        for isJSON in [false, true] {
            let shell = Shell()
            for each in before { #expect(shell.run(each).status == 0, "\(each)") }
            let written = shell.run(command + (isJSON ? ["--json"] : []))
            #expect(written.status == 0, "\(command): \(written.err)")
            let undo = written.undo ?? ""
            #expect(undo.hasPrefix("daybook undo "), "\(command): \(written.out)")
            let undone = shell.run(undo.split(separator: " ").dropFirst().map(String.init))
            #expect(undone.status == 0, "\(command): \(undone.err)")
            // The act before is the newest again.
            let last = shell.run("undo")
            #expect(last.status == (before.isEmpty ? 1 : 0), "\(command): \(last.out)\(last.err)")
        }
    }

    @Test("what was chosen first cannot be undone, and the choice after it can") func firstChoice() {
        shell.must("quiz", "state", "CA")
        #expect(shell.must("quiz", "state", "TX").undo?.hasPrefix("daybook undo ") == true)
        shell.must("undo")
        #expect(shell.run("quiz", "state", "--json").json["state"] == .string("CA"))
        let first = shell.run("undo", "--json")
        #expect(first.status == 1 && first.code == "undo.impossible", "\(first.err)")
    }

    @Test("what writes nothing, or what no undo takes back, names no command") func none() {
        #expect(shell.must("flight", "list").undo == nil)
        #expect(shell.must("quiz", "state", "CA").undo == nil, "there is no state to go back to")
        #expect(shell.must("quiz", "train", "--answer", "A").undo == nil)
        #expect(shell.must("alarm", "tick").undo == nil)
    }
}
