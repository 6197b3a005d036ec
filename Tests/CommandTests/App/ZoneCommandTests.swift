import DaybookDomains
import Foundation
import Testing

/// A ledger that moves to another zone: days, floating alarms and "today" follow from a day on, and earlier days keep
/// theirs.
@Suite struct ZoneCommandTests {
    private let shell = Shell(initialise: false)

    init() {
        shell.clock = "2026-03-08T12:00:00Z"
        shell.must("init", "--zone", "Europe/Berlin")
        shell.must("alarm", "tier", "plus")
        for own in [["wake"], ["tokyo", "--zone", "Asia/Tokyo", "--no-floating"]] {
            let added = shell.run(
                ["alarm", "add", "--title", "Wake", "--kind", "customDays", "--time", "07:00", "--id"] + own)
            #expect(added.status == 0, "\(added.err)")
        }
    }

    private func nextFire(_ id: String) -> String? {
        shell.run("alarm", "show", id, "--json").json["nextFire"]?.stringValue
    }

    @Test("a floating alarm follows the zone from its day on; one with a zone of its own stays") func alarms() {
        shell.clock = "2026-03-10T12:00:00Z"
        shell.must("alarm", "done", "wake")
        #expect(nextFire("wake") == "2026-03-11T06:00:00Z")
        let tokyo = nextFire("tokyo")
        #expect(
            shell.must("zone", "set", "Europe/London", "--from", "2026-03-11").out
                == "The ledger's zone is Europe/London from 2026-03-11 on. Earlier days keep theirs.\n")
        #expect(nextFire("wake") == "2026-03-11T07:00:00Z")
        #expect(nextFire("tokyo") == tokyo)
        // An entry before that day is of the zone that holds now.
        #expect(shell.must("stats", "--json").json["zone"] == .string("Europe/Berlin"))
        let fixed = ["--id", "fixed", "--title", "Fixed", "--days", "2", "--time", "09:00", "--no-floating"]
        #expect(shell.run(["alarm", "add"] + fixed).status == 0)
        let schedule = shell.must("alarm", "show", "fixed", "--json").json["schedule"]
        #expect(schedule?["zone"] == .string("Europe/Berlin"))
        let settings = shell.must("setting", "show", "--json").json["settings"]
        #expect(settings?["zone from 2026-03-11"] == .string("Europe/London"))
        shell.clock = "2026-03-11T12:00:00Z"
        #expect(shell.must("stats", "--json").json["zone"] == .string("Europe/London"))
    }

    @Test("an occurrence of a day before the move fired in the zone of that day") func earlierDays() {
        shell.clock = "2026-03-10T12:00:00Z"
        shell.must("zone", "set", "Europe/London")
        shell.clock = "2026-03-12T12:00:00Z"
        shell.must("alarm", "tick")
        let events = shell.run("log", "--type", "alarm.fired", "--json").jsonLines
        let fired = events.compactMap { $0["data"]?["occurrence"]?.stringValue }
        #expect(fired.contains("2026-03-12T07:00:00Z") || fired.contains("2026-03-09T06:00:00Z"), "\(fired)")
        #expect(!fired.contains("2026-03-09T07:00:00Z") && !fired.contains("2026-03-12T06:00:00Z"), "\(fired)")
    }

    @Test("today is that of the new zone; what was recorded keeps its day") func days() {
        shell.clock = "2026-03-09T23:30:00Z"
        shell.must("water", "add", "water")
        #expect(shell.must("water", "today", "--json").json["date"] == .string("2026-03-10"))
        shell.clock = "2026-03-10T12:00:00Z"
        shell.must("zone", "set", "Europe/London")
        #expect(shell.must("water", "today", "--json").json["drinks"]?.count == 1)
        shell.clock = "2026-03-10T23:30:00Z"
        #expect(shell.must("water", "today", "--json").json["date"] == .string("2026-03-10"))
        shell.must("water", "add", "water")
        let last = shell.run("log", "--type", "drink.added", "--json").jsonLines.last
        #expect(last?["time"] == .string("2026-03-10T23:30:00Z"))
    }

    @Test("a zone that this machine does not have is refused, also in an event's data") func unknown() {
        let refused = shell.run("zone", "set", "Mars/Olympus")
        #expect(refused.status == 1)
        let message = "error: \"Mars/Olympus\" is not a zone of the tz database."
        #expect(refused.err == "\(message)\nhint: Write it like America/New_York.\n")
        let data = #"{"from":"2026-03-08","zone":"Mars/Olympus"}"#
        let line = #"{"stream":"settings/ledger","type":"zone.changed","data":\#(data)}"#
        #expect(shell.run("append", "-", "--json", input: line + "\n").code == "zone.unknown")
        #expect(shell.run("zone", "set", "Europe/London", "--from", "2026-02-30", "--json").code == "from.unreadable")
    }

    @Test("another device of the person follows after an exchange") func otherDevice() throws {
        let other = Shell(initialise: false)
        let (key, folder) = (shell.file("me.key"), shell.file("shared"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        shell.must("principal", "export", key)
        other.must("init", "--join", key, "--zone", "Europe/Berlin")
        shell.must("zone", "set", "Asia/Tokyo")
        for each in [shell, other] { each.must("sync", folder) }
        other.clock = "2026-03-08T16:00:00Z"
        #expect(other.must("water", "today", "--json").json["date"] == .string("2026-03-09"))
        #expect(shell.must("digest").out == other.must("digest").out)
    }
}
