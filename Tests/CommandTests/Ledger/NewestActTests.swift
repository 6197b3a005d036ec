import DaybookDomains
import Foundation
import LedgerTestSupport
import Testing

/// Registers that two devices set apart from each other: after an exchange the newest act decides. An act that changed
/// nothing where it was made decides too.
@Suite struct NewestActTests {
    /// A value that commands set: what sets it to each of its values, and where an answer shows it.
    private struct Register: Sendable {
        let name: String
        let values: [String]
        let set: @Sendable (String) -> [String]
        let shown: @Sendable (Shell) -> String?
    }

    private static let registers = [
        Register(name: "state", values: ["CA", "TX", "NV"], set: { ["quiz", "state", $0] }) {
            $0.run("quiz", "state", "--json").json["state"]?.stringValue
        },
        Register(name: "alarm", values: ["enable", "disable"], set: { ["alarm", $0, "a"] }) {
            $0.run("alarm", "show", "a", "--json").json["enabled"] == .bool(true) ? "enable" : "disable"
        },
        Register(name: "tier", values: ["free", "plus"], set: { ["alarm", "tier", $0] }) {
            $0.run("alarm", "tier", "--json").json["tier"]?.stringValue
        },
        Register(name: "permission", values: ["granted", "denied"], set: { ["permission", "set", $0] }) {
            $0.run("permission", "show", "--json").json["permission"]?.stringValue
        },
        Register(name: "setting", values: ["ml", "oz"], set: { ["setting", "set", "water.unit", $0] }) {
            $0.run("setting", "show", "--json").json["settings"]?["water.unit"]?.stringValue
        },
        Register(name: "goal", values: ["2000", "2500", "3000"], set: { ["water", "goal", "--set", $0] }) {
            $0.run("water", "goal", "--json").json["goal"]?.text
        },
    ]

    @Test("T-4.3c, T-11.3: for every register and two devices the newest act decides", arguments: 0..<registers.count)
    func newestDecides(register index: Int) throws {
        let register = NewestActTests.registers[index]
        for seed in UInt64(1)...6 {
            var random = SeededRandom(seed: seed)
            let (first, second) = (Shell(plus: true), Shell(initialise: false))
            let (key, folder) = (first.file("me.key"), first.file("shared"))
            first.must("principal", "export", key)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            second.must("init", "--join", key, "--zone", "America/New_York")
            first.must("alarm", "add", "--id", "a", "--title", "Tea", "--kind", "customDays", "--time", "07:00")
            for shell in [first, second] { shell.must("sync", folder) }
            var newest: String?
            for minute in 1...12 {
                let shell = random.oneIn(2) ? first : second
                for each in [first, second] { each.clock = "2026-02-11T13:\(minute < 10 ? "0" : "")\(minute):00Z" }
                let value = register.values[random.below(register.values.count)]
                #expect(shell.run(register.set(value)).status == 0, "\(register.name) \(value), seed \(seed)")
                newest = value
                guard random.oneIn(4) else { continue }
                for shell in [first, second, first] { shell.must("sync", folder) }
                let shown = [register.shown(first), register.shown(second)]
                #expect(shown == [newest, newest], "\(register.name), seed \(seed), minute \(minute)")
            }
            for shell in [first, second, first] {
                shell.clock = "2026-02-11T14:00:00Z"
                shell.must("sync", folder)
            }
            let shown = [register.shown(first), register.shown(second)]
            #expect(shown == [newest, newest], "\(register.name), seed \(seed)")
        }
    }
}
