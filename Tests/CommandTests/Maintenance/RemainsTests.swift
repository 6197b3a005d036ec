import DaybookCommands
import DaybookDomains
import Foundation
import Testing

/// The remains of a ledger whose file of events is gone or empty must not count as no ledger: keys lie there.
@Suite struct RemainsTests {
    @Test("keys without a store: told as such by every command, and init makes nothing over them")
    func missingStore() throws {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5")
        let keys = try keys(of: shell)
        try FileManager.default.removeItem(atPath: shell.ledger + "/data.mdb")
        let text = """
            error: The file of events, \(shell.ledger)/data.mdb, is missing; the keys of a ledger are there.
            hint: Nothing was changed. Put the file back, or make a ledger of a backup: daybook restore \
            BACKUP --ledger DIR. Without a backup, make a new ledger of the same person (daybook init --join KEY \
            --ledger DIR, KEY is keys/principal.key here), and bring its events with sync, import or bundle import.

            """
        for command in [["currency"], ["init"], ["flight", "log", "--hobbs", "1"], ["stats"]] {
            let result = shell.run(command)
            #expect(result.status == 74 && result.out == "" && result.err == text, "\(command): \(result.err)")
        }
        #expect(shell.run("currency", "--json").code == "store.missing")
        #expect(try self.keys(of: shell) == keys)
        #expect(!FileManager.default.fileExists(atPath: shell.ledger + "/data.mdb"))
    }

    @Test("an emptied store is a cut one") func emptyStore() throws {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5")
        try Data().write(to: URL(fileURLWithPath: shell.ledger + "/data.mdb"))
        for command in [["currency", "--json"], ["init", "--json"], ["flight", "log", "--hobbs", "1", "--json"]] {
            let result = shell.run(command)
            #expect(result.status == 74 && result.code == "store.truncated", "\(command): \(result.err)")
        }
    }

    @Test("a warning that does not exist cannot be accepted", arguments: ["foo", "", "hobbs.required"])
    func unknownWarning(code: String) {
        let shell = Shell()
        let result = shell.run("flight", "log", "--hobbs", "1.5", "--accept", code)
        #expect(
            result.status == 64
                && result.err == "error: There is no warning \"\(code)\".\nhint: The warnings are hobbs.over12.\n",
            "\(result.err)")
        #expect(shell.events == 0)
    }

    private func keys(of shell: Shell) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: shell.ledger + "/keys")
        return Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, FileManager.default.contents(atPath: shell.ledger + "/keys/\($0)") ?? Data())
            })
    }
}
