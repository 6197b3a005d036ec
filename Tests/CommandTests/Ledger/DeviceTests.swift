import DaybookDomains
import Foundation
import Testing

/// Names of devices: given on one, shown on all.
@Suite struct DeviceTests {
    private let phone = Shell()

    /// A second device of the same person that has all events of the first.
    private func tablet(_ options: String...) throws -> Shell {
        let tablet = Shell(initialise: false)
        phone.must("principal", "export", phone.folder + "/me.key")
        #expect(
            tablet.run(["init", "--join", phone.folder + "/me.key", "--zone", "America/New_York"] + options).status == 0
        )
        try sync(tablet)
        return tablet
    }

    private func sync(_ tablet: Shell) throws {
        let folder = phone.folder + "/shared"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for shell in [phone, tablet, phone] { shell.must("sync", folder) }
    }

    private func names(_ shell: Shell) -> [String] {
        let list = shell.must("device", "list", "--json").json
        return (0..<list.count).map { list[$0]?["name"]?.stringValue ?? "none" }
    }

    @Test("a name is given, listed, counted beside its log, and taken to other devices") func given() throws {
        #expect(phone.must("device", "list").out == "No device has written an event.\n")
        _ = phone.log("--hobbs", "1.0")
        let origin = phone.must("device", "list", "--json").json[0]?["origin"]?.stringValue ?? "none"
        #expect(phone.must("device", "list").lines.last == "\"daybook device name NAME\" names this device.")
        #expect(phone.must("device", "name", "Phone").out == "This device is named Phone now.\n")
        let lines = phone.must("device", "list").lines
        #expect(lines.count == 2 && lines[1] == "Phone  \(origin)       3  this device")
        #expect(phone.must("stats").lines.contains { $0.hasSuffix("  3 events, this device (Phone)") })
        let tablet = try tablet("--device", "Tablet")
        #expect(names(tablet) == ["Tablet", "Phone"] && names(phone) == ["Phone", "Tablet"])
        #expect(tablet.must("device", "list", "--json").json[1]?["own"] == .bool(false))
        #expect(tablet.must("stats", "--json").json["origins"]?[0]?["device"] != nil)
    }

    @Test("a device that has written nothing gets its log with its name") func first() {
        #expect(phone.must("device", "name", "Phone").out == "This device is named Phone now.\n")
        #expect(names(phone) == ["Phone"] && phone.position == 2)
        phone.must("verify")
        // The same again writes no second log.
        phone.must("device", "name", "Mine")
        #expect(names(phone) == ["Mine"] && phone.position == 3)
    }

    @Test("a name given last counts, another device may be named by its log or its name") func others() throws {
        _ = phone.log("--hobbs", "1.0")
        let tablet = try tablet()
        _ = tablet.log("--hobbs", "1.0")
        try sync(tablet)
        let list = phone.must("device", "list", "--json").json
        let origin = list[1]?["origin"]?.stringValue ?? "none"
        phone.must("device", "name", "Old", "--device", String(origin.prefix(8)))
        #expect(
            phone.must("device", "name", "Older", "--device", "Old").out
                == "The device \(origin.prefix(12)) is named Older now.\n")
        try sync(tablet)
        #expect(names(tablet) == ["Older", "none"])
        #expect(
            phone.must("device", "name", "Older").out
                == "This device is named Older now.\n"
                + "Note: Another device has the same name; both are shown with their logs.\n"
        )
        let ambiguous = phone.run("device", "name", "x", "--device", "Older")
        #expect(
            ambiguous.err
                == "error: More than one device is named \"Older\", or begins so.\n"
                + "hint: Give more of its log: \"daybook device list\" shows it.\n"
        )
        let unknown = phone.run("device", "name", "x", "--device", "zz")
        #expect(unknown.err == "error: No device \"zz\" has written here.\nhint: \"daybook device list\" shows them.\n")
        #expect(phone.run("device", "name", "x", "--device", "", "--json").code == "device.unknown")
    }

    @Test(
        "a name is 1 to 40 characters and more than blanks; what is refused writes nothing",
        arguments: ["", "  ", String(repeating: "x", count: 41)])
    func refused(name: String) {
        _ = phone.log("--hobbs", "1.0")
        let position = phone.position
        let refused = phone.run("device", "name", name)
        #expect(
            refused.status == 1
                && refused.err
                    == "error: The name of a device is a text of 1 to 40 characters.\nhint: Give one such as Tablet.\n"
        )
        let other = Shell(initialise: false)
        #expect(other.run("init", "--device", name, "--json").code == "device.name")
        #expect(other.run("stats").status == 66)
        let setting = phone.must("device", "list", "--json").json[0]?["origin"]?.stringValue ?? "none"
        let line =
            #"{"stream":"settings/devices","type":"setting.changed","data":{"name":"devices.\#(setting)","value":7}}"#
            + "\n"
        #expect(phone.run("append", "--json", input: line).code == "device.name")
        #expect(phone.position == position)
    }

    @Test("the audit names the owner and the device of each change, never you") func audit() throws {
        let flight = phone.log("--hobbs", "1.5", "--date", "2026-02-01")
        let tablet = try tablet("--device", "Tablet")
        tablet.must("flight", "amend", flight, "--remarks", "later")
        try sync(tablet)
        phone.must("flight", "amend", flight, "--to", "KRHV")
        let page = phone.must("audit", "--html", "-").out
        #expect(
            page.contains("<td>2026-02-10 08:00<td>the owner on Tablet<td>")
                && page.contains("<td>2026-02-10 08:00<td>the owner<td>"))
        #expect(!page.contains("<td>you<td>"))
        let changes = phone.must("audit", "--json").json["changes"]
        #expect(changes?[0]?["device"] == .string("Tablet") && changes?[1]?["device"] == nil)
    }

    @Test("what steers a terminal, or is markup, is not written as it is") func hostile() {
        phone.must("device", "name", "<b>\u{1B}[31m")
        let id = phone.log("--hobbs", "1.5")
        phone.must("flight", "amend", id, "--remarks", "x")
        for command in [["device", "list"], ["stats"], ["show", "flight/" + id], ["audit"]] {
            #expect(!phone.run(command).out.contains("\u{1B}"), "\(command)")
        }
        #expect(
            !phone.run("audit", "--html", "-").out.contains("<b>\u{1B}")
                && !phone.run("audit", "--html", "-").out.contains("on <b>"))
    }
}
