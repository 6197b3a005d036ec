import DaybookDomains
import Foundation
import Testing

/// Devices by their names in `outcomes`, in the lines of `sync`, and in `frontier`.
@Suite struct DeviceLinesTests {
    private let phone = Shell()
    private let tablet = Shell(initialise: false)

    private func sync(_ shell: Shell) throws -> Shell.Result {
        let folder = phone.folder + "/shared"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return shell.must("sync", folder)
    }

    /// A change of the tablet that waits for a signature of the phone, before the phone hears of it.
    private func waiting(named: Bool) throws -> String {
        let flight = phone.log("--hobbs", "1.5", "--date", "2026-02-01")
        phone.must("principal", "export", phone.folder + "/me.key")
        tablet.must("init", "--join", phone.folder + "/me.key", "--zone", "America/New_York")
        if named {
            phone.must("device", "name", "Phone")
            tablet.must("device", "name", "Tablet")
        }
        for shell in [phone, tablet, phone] { _ = try sync(shell) }
        tablet.must("flight", "amend", flight, "--remarks", "later")
        phone.must("flight", "sign", flight, "--cfi", "111")
        _ = try sync(tablet)
        return flight
    }

    @Test("a change that waits is named with its device: in sync, outcomes and outcomes --since") func named() throws {
        let flight = try waiting(named: true)
        let before = phone.position
        let said = try sync(phone)
        #expect(
            said.lines.contains { $0.contains(" of flight/\(flight) on Tablet: new → pending (signature.locked") },
            "\(said.out)")
        let table = phone.must("outcomes")
        #expect(table.lines.first?.hasSuffix("  Device") == true && table.lines.last?.hasSuffix("  Tablet") == true)
        let line = phone.must("outcomes", "--json").json
        #expect(line["device"] == .string("Tablet") && line["origin"]?.stringValue?.count == 32)
        let since = phone.must("outcomes", "--since", "\(before)")
        #expect(since.lines.last?.hasSuffix("  flight/\(flight)  Tablet") == true, "\(since.out)")
        #expect(phone.must("outcomes", "--since", "\(before)", "--json").json["device"] == .string("Tablet"))
        // The device that wrote it knows it as its own.
        _ = try sync(tablet)
        #expect(tablet.must("outcomes").lines.last?.hasSuffix("  Tablet") == true)
        let frontier = phone.must("frontier").lines
        #expect(frontier.count == 3 && frontier.dropFirst().contains { $0.contains("  Phone ") })
        #expect(frontier.contains { $0.contains("  Tablet ") }, "\(frontier)")
    }

    @Test("devices without a name: this one is so called, another one by the beginning of its digits") func unnamed()
        throws
    {
        let flight = try waiting(named: false)
        let said = try sync(phone)
        let origin = phone.must("outcomes", "--json").json["origin"]?.stringValue ?? ""
        #expect(phone.must("outcomes", "--json").json["device"] == nil)
        #expect(
            said.lines.contains { $0.contains(" of flight/\(flight) on the device \(origin.prefix(12)): new") },
            "\(said.out)")
        #expect(phone.must("outcomes").lines.last?.hasSuffix("  \(origin.prefix(12))") == true)
        _ = try sync(tablet)
        #expect(tablet.must("outcomes").lines.last?.hasSuffix("  this device") == true)
    }
}
