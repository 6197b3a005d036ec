import DaybookDomains
import Foundation
import Testing

/// The answer of `flight show` about changes and signatures beside a flight, and the commands that decide about them.
@Suite struct WaitingChangesTests {
    private let phone = Shell()
    private let tablet = Shell(initialise: false)

    /// Syncs both devices through one folder, the phone first and last.
    private func sync() throws {
        let folder = phone.folder + "/shared"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for shell in [phone, tablet, phone] { shell.must("sync", folder) }
    }

    /// A flight that both devices hold.
    private func flight() throws -> String {
        let flight = phone.log("--hobbs", "1.5", "--date", "2026-02-01")
        phone.must("principal", "export", phone.folder + "/me.key")
        tablet.must("init", "--join", phone.folder + "/me.key", "--zone", "America/New_York")
        try sync()
        return flight
    }

    private func event(_ type: String, on shell: Shell) throws -> String {
        let events = shell.must("log", "--type", type, "--json").jsonLines
        return String(try #require(events.last?["id"]?.stringValue).prefix(12))
    }

    private func origin(of shell: Shell) throws -> String {
        let events = shell.must("log", "--type", "origin.started", "--json").jsonLines
        return String(try #require(events.last?["source"]?.stringValue).prefix(12))
    }

    @Test("a change that waits for a signature: its fields, its device, and the commands that drop it and let it count")
    func pending() throws {
        let flight = try flight()
        tablet.must("flight", "amend", flight, "--hobbs", "2", "--remarks", "later")
        let change = try event("flight.amended", on: tablet)
        let device = try origin(of: tablet)
        phone.must("flight", "sign", flight, "--cfi", "111")
        try sync()
        let expected = [
            "WAITING CHANGE  \(change)  2026-02-10 08:00  on the device \(device)", "  remarks  later",
            "  hobbs    1.5 → 2.0", "  tach     1.5 → 2.0",
            "  To drop it, void the signature: daybook flight void \(flight) --reason TEXT",
            "  To let it count, void the signature, then: daybook outcomes resolve --apply \(change)",
        ]
        #expect(Array(phone.must("flight", "show", flight).lines.suffix(6)) == expected)
        let own = "WAITING CHANGE  \(change)  2026-02-10 08:00  on this device"
        #expect(tablet.must("flight", "show", flight).lines.contains(own))
        let json = phone.must("flight", "show", flight, "--json").json["waitingChanges"]
        #expect(json?[0]?["outcome"] == .string("pending") && json?[1] == nil)
        #expect(json?[0]?["changes"]?[0]?["new"] == .string("later"))
        // The commands do what the text promises.
        phone.must("flight", "void", flight, "--reason", "wrong hours")
        #expect(phone.must("flight", "show", flight, "--json").json["waitingChanges"] == nil)
        phone.must("outcomes", "resolve", "--apply", change)
        let shown = phone.must("flight", "show", flight, "--json").json
        #expect(shown["remarks"] == .string("later") && shown["waitingChanges"] == nil)
    }

    @Test("a change that waits names its device by the name that was given to it") func named() throws {
        let flight = try flight()
        tablet.must("device", "name", "Cockpit tablet")
        tablet.must("flight", "amend", flight, "--remarks", "later")
        let change = try event("flight.amended", on: tablet)
        phone.must("flight", "sign", flight, "--cfi", "111")
        try sync()
        let head = "WAITING CHANGE  \(change)  2026-02-10 08:00  on "
        #expect(phone.must("flight", "show", flight).lines.contains(head + "Cockpit tablet"))
        #expect(tablet.must("flight", "show", flight).lines.contains(head + "this device (Cockpit tablet)"))
        let json = phone.must("flight", "show", flight, "--json").json["waitingChanges"]
        #expect(json?[0]?["device"] == .string("Cockpit tablet"))
        let history = phone.must("show", "flight/\(flight)")
        #expect(history.lines.contains("flight.amended  2026-02-10 08:00  by you on Cockpit tablet  \(change)"))
        #expect(history.lines.contains { $0.hasPrefix("flight.logged  2026-02-10 08:00  by you  ") })
    }

    @Test("two signatures of different contents: both are shown, and void asks which")
    func twoSignatures() throws {
        let flight = try flight()
        phone.must("flight", "sign", flight, "--cfi", "111", "--name", "Bob")
        tablet.must("flight", "amend", flight, "--remarks", "x")
        tablet.must("flight", "sign", flight, "--cfi", "222")
        let (first, second) = (try event("flight.signed", on: phone), try event("flight.signed", on: tablet))
        try sync()
        let lines = phone.must("flight", "show", flight).lines
        let shown = lines.contains("  number  111") ? (second, "certificate 222") : (first, "Bob, certificate 111")
        let start = try #require(lines.firstIndex(of: "ANOTHER SIGNATURE  of another content  locked"))
        #expect(
            Array(lines[(start + 1)...(start + 3)]) == [
                "  by \(shown.1)", "  signed  2026-02-10 08:00",
                "  To void it alone: daybook flight void \(flight) --signature \(shown.0) --reason TEXT",
            ])
        let refused = phone.run("flight", "void", flight, "--reason", "x")
        let names = [(first, "by Bob, certificate 111"), (second, "by certificate 222")].map { "\($0) \($1)" }
        #expect(refused.status == 1)
        #expect(
            refused.err == "error: 2 signatures stand on this flight: \(names[0]); \(names[1]).\n"
                + "hint: Name the wrong one with --signature EVENT, or give --all.\n", "\(refused.err)")
        #expect(phone.run("flight", "void", flight, "--reason", "x", "--json").code == "signature.several")
        #expect(phone.run("flight", "void", flight, "--all", "--signature", first, "--reason", "x").status == 64)
        phone.must("flight", "void", flight, "--signature", shown.0, "--reason", "wrong one")
        #expect(!phone.must("flight", "show", flight).out.contains("ANOTHER SIGNATURE"))
    }
}
