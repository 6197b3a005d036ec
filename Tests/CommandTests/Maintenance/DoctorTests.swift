import DaybookCommands
import DaybookDomains
import Foundation
import LedgerTestSupport
import Testing

/// `doctor` names what is wrong, and the command that mends each of it.
@Suite struct DoctorTests {
    private static let program =
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path + "/daybook"

    private func codes(_ run: Shell.Result) -> [String] {
        guard case .array(let findings)? = run.json["findings"] else { return ["no findings"] }
        return findings.compactMap { $0["code"]?.stringValue }
    }

    @Test("C-10: a well ledger ends with 0; an unkept key is a finding, and its command mends it") func well() {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5")
        let unkept = shell.run("doctor")
        #expect(unkept.status == 1 && unkept.err == "")
        #expect(
            unkept.out == """
                Finding: No second copy of the person's key is known. Without this key, no event can be added. \
                Keep it elsewhere with "daybook principal export FILE" or "daybook backup DIR --with-keys". (key.unkept)
                  mend:  daybook principal export FILE

                """)
        shell.must("principal", "export", shell.file("me.key"))
        #expect(shell.must("doctor").out == "OK: 2 events. Nothing is wrong.\n")
        #expect(shell.must("doctor", "--json").out == #"{"ok":true,"events":2,"findings":[],"openIn":[]}"# + "\n")
    }

    @Test("C-10: keys, owed work, checkpoint and zone, each with its command") func findings() throws {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5")
        shell.must("principal", "export", shell.file("me.key"))
        let key = shell.ledger + "/keys/principal.key"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        #expect(codes(shell.run("doctor", "--json")) == ["keys.loose"])
        #expect(shell.run("doctor").out.hasSuffix("(keys.loose)\n  mend:  daybook keys fix\n"))
        shell.must("keys", "fix")
        try FileManager.default.removeItem(atPath: shell.ledger + "/checkpoint")
        #expect(
            shell.run("doctor").out == """
                Finding: The checkpoint file is missing or empty, so a rollback of the store cannot be detected \
                here. The next write makes it anew. (checkpoint.unreadable)
                  mend:  daybook compact

                """)
        shell.must("compact")
        #expect(shell.must("doctor").status == 0)
        try FileManager.default.moveItem(atPath: key, toPath: shell.file("away.key"))
        #expect(codes(shell.run("doctor", "--json")) == ["key.missing"])
        #expect(shell.run("doctor").out.hasSuffix("(key.missing)\n  mend:  cp FILE \(key)\n"))
    }

    @Test("C-10: damage ends with 74, in one process as in a child") func damage() throws {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5", "--remarks", "findable remark")
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: url)
        let place = try #require(bytes.range(of: Data("findable remark".utf8)))
        bytes[place.lowerBound] ^= 1
        try bytes.write(to: url)
        let own = shell.run("doctor")
        #expect(own.status == 74 && own.err == "")
        #expect(own.out.hasPrefix("Damage: The checksum of an event's row is wrong (flight/"))
        #expect(own.out.contains(" event 1, position 2, log "))
        #expect(own.out.contains("(store.damaged)\n  mend:  daybook repair --from FILE\n"))
        let rest =
            "FILE is a backup, an export, a bundle or the folder of another device's ledger. Without one, save "
            + "what is whole: daybook export --salvage FILE\n"
        #expect(own.out.hasSuffix(rest))
        #expect(own.out.components(separatedBy: "mend:").count == 2)
        let child = Program.run(
            arguments: ["doctor", "--ledger", shell.ledger], environment: ["DAYBOOK_CLOCK": shell.clock],
            program: DoctorTests.program)
        #expect(child.status == 74 && child.out == own.out)
        try bytes.prefix(9_000).write(to: url)
        let cut = shell.run("doctor", "--json")
        #expect(cut.status == 74 && cut.json["events"] == .null && codes(cut) == ["store.truncated"])
        try FileManager.default.removeItem(at: url)
        let gone = shell.run("doctor")
        #expect(
            gone.status == 74
                && gone.out == """
                    Damage: The file of events, \(url.path), is missing; the keys of a ledger are there. Nothing was \
                    changed. Put the file back, or make a ledger of a backup: daybook restore BACKUP --ledger DIR. \
                    Without a backup, make a new ledger of the same person (daybook init --join KEY --ledger DIR, KEY \
                    is keys/principal.key here), and bring its events with sync, import or bundle import. \
                    (store.missing)

                    """,
            "\(gone)")
    }

    @Test("C-10: a fault in the store is damage, any other a defect; no ledger is no finding")
    func fault() {
        let shell = Shell()
        let run = Program.run(
            arguments: ["doctor", "--ledger", shell.ledger, "--json"],
            program: TestFolder.path("Fixtures/children/unreadable.sh"))
        #expect(run.status == 74 && run.out.contains(#""code":"store.damaged""#) && run.out.contains(#""damage":true"#))
        let defect = Program.run(
            arguments: ["doctor", "--ledger", shell.ledger, "--json"],
            program: TestFolder.path("Fixtures/children/fault.sh"))
        #expect(defect.status == 70 && defect.out == "" && defect.err.contains(#""code":"defect""#))
        #expect(shell.run("doctor", "--ledger", shell.folder + "/none").status == 66)
    }

    @Test("C-10: the processes that have the ledger open are named") func holders() throws {
        let shell = Shell()
        shell.must("principal", "export", shell.file("me.key"))
        let other = Process()
        other.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
        other.arguments = ["-s", shell.ledger + "/ledger.lock", "sleep", "60"]
        try other.run()
        defer { other.terminate() }
        var out = ""
        for _ in 0..<200 where !out.contains("Open in process") {
            usleep(10_000)
            out = shell.must("doctor").out
        }
        #expect(out.contains("Open in process ") && (out.contains("(flock).") || out.contains("(sleep).")))
    }
}
