import DaybookCommands
import DaybookDomains
import Foundation
import Testing

/// `repair` writes lost events again, from any copy, and accepts none that the log does not prove.
@Suite struct RepairTests {
    private func flights(_ count: Int) -> Shell {
        let shell = Shell()
        for number in 0..<count {
            _ = shell.log("--id", "f\(number)", "--hobbs", "1.5", "--remarks", "remark number \(number)")
        }
        return shell
    }

    /// Changes every copy of a text, also those on free pages.
    private func damage(_ text: String, in ledger: String) throws {
        let url = URL(fileURLWithPath: ledger + "/data.mdb")
        var bytes = try Data(contentsOf: url)
        while let place = bytes.range(of: Data(text.utf8)) { bytes[place.lowerBound] ^= 1 }
        try bytes.write(to: url)
    }

    /// Everything that a ledger states of its events, with positions.
    private func answers(_ shell: Shell) -> [String] {
        [shell.must("digest").out, shell.must("log", "--json").out, shell.must("flight", "list", "--json").out]
    }

    @Test(
        "an export, a bundle, a backup and a ledger each repair lost events",
        arguments: ["export", "bundle", "backup", "ledger"])
    func sources(_ kind: String) throws {
        let shell = flights(6)
        let before = answers(shell)
        let source = shell.file("source")
        switch kind {
        case "export": shell.must("export", source)
        case "bundle": shell.must("bundle", "export", source)
        case "backup": shell.must("backup", source)
        default:
            shell.must("init", "--join", shell.ledger, "--ledger", source)
            shell.must("export", shell.file("exported"))
            shell.must("import", shell.file("exported"), "--ledger", source)
        }
        let events = shell.must("stats", "--json").json["events"]?.integerValue ?? 0
        try damage("remark number 2", in: shell.ledger)
        try damage("remark number 4", in: shell.ledger)
        #expect(shell.run("verify").status == 74)
        #expect(
            shell.must("repair", "--from", source).out == """
                Restored 2 of 2 lost events from \(source).
                OK: \(events) events. All hashes, roots and signatures match.

                """)
        #expect(answers(shell) == before)
        #expect(shell.must("verify").status == 0)
        _ = shell.log("--hobbs", "1.0")
        let again = shell.must("repair", "--from", source, "--json").json
        #expect(again["ok"] == .bool(true) && again["lost"]?.integerValue == 0 && again["restored"]?.integerValue == 0)
    }

    @Test("what the source lacks, or has as another event, stays lost and is named") func others() throws {
        let shell = flights(3)
        let (early, other) = (shell.file("early"), shell.file("other"))
        shell.must("export", early)
        _ = shell.log("--id", "late", "--hobbs", "1.5", "--remarks", "remark of the last")
        shell.must("init", "--ledger", other)
        try damage("remark of the last", in: shell.ledger)
        for source in [early, other] {
            let run = shell.run("repair", "--from", source)
            #expect(run.status == 74)
            let damage = "Damage: the checksum of an event's row is wrong (flight/late"
            #expect(run.out.hasPrefix("Restored 0 of 1 lost event from \(source).\n\(damage)"), "\(run)")
            let hint = "Repair it from another copy, or save what is whole: daybook export --salvage FILE\n"
            #expect(run.out.hasSuffix(hint))
        }
        let json = shell.run("repair", "--from", early, "--json")
        #expect(json.status == 74 && json.json["ok"] == .bool(false) && json.json["damage"]?.count ?? 0 > 0)
    }

    @Test("a body that was erased here does not come back") func erased() throws {
        let shell = flights(2)
        let source = shell.file("source")
        shell.must("export", source)
        shell.must("erase", "flight/f1", "--reason", "not mine", "--yes")
        let before = answers(shell)
        let lines = shell.must("export").jsonLines
        let line = try #require(lines.first { $0["view"]?["subject"]?.stringValue == "flight/f1" })
        let envelope = try #require(Data(base64Encoded: line["envelope"]?.stringValue ?? ""))
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: url)
        while let place = bytes.range(of: envelope) { bytes[place.lowerBound + 30] ^= 1 }
        try bytes.write(to: url)
        let run = shell.run("repair", "--from", source)
        #expect(run.status == 0 && run.out.hasPrefix("Restored 1 of 1 lost event from "), "\(run)")
        #expect(answers(shell) == before)
        #expect(shell.must("verify").status == 0)
    }

    @Test(
        "a broken file: a new one of what is whole and of the source takes its place, and the damaged one is kept",
        arguments: ["metas", "cut", "nothing lost"])
    func structure(_ kind: String) throws {
        let shell = flights(6)
        let source = shell.file("source")
        shell.must("export", source)
        let (digest, list) = (shell.must("digest").out, shell.must("flight", "list", "--json").out)
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: url)
        switch kind {
        case "cut": bytes = bytes.prefix(bytes.count / 4_096 / 2 * 4_096)
        default: bytes.replaceSubrange(0..<8_192, with: Data(count: 8_192))
        }
        try bytes.write(to: url)
        if kind == "nothing lost" { try Data().write(to: URL(fileURLWithPath: source)) }
        let kept = "\(shell.ledger)/data.mdb.damaged-1"
        let run =
            kind == "cut"
            ? shell.must("repair", "--from", source, "--zone", "America/New_York")
            : shell.must("repair", "--from", source)
        #expect(run.out.contains("A new file holds all events, with new positions. The damaged one is kept: \(kept)\n"))
        #expect(run.out.hasSuffix("OK: 7 events. All hashes, roots and signatures match.\n"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == bytes)
        #expect(shell.must("digest").out == digest && shell.must("flight", "list", "--json").out == list)
        #expect(shell.must("verify").status == 0)
        // The old log is not continued: an export of the ledger as it was would fork it.
        let logs = { shell.must("verify", "--json").json["origins"]?.count }
        #expect(logs() == 1)
        _ = shell.log("--id", "later", "--hobbs", "1.0")
        #expect(logs() == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shell.ledger).contains("making") == false)
    }

    /// Damages the store's head row, which holds the zone, on each page.
    private func damageHead(_ shell: Shell) throws { try damage("America/New_York", in: shell.ledger) }

    @Test("where no head row is left, the repair asks for the zone and states it") func headless() throws {
        let shell = flights(4)
        let source = shell.file("source")
        shell.must("export", source)
        let (digest, list) = (shell.must("digest").out, shell.must("flight", "list", "--json").out)
        try damageHead(shell)
        let asked = shell.run("repair", "--from", source)
        #expect(asked.status == 74 && asked.out == "")
        #expect(
            asked.err == """
                error: No copy of the store's head row is left: the file does not show the ledger's zone.
                hint: Nothing was changed. Repeat the command with --zone ZONE, as in --zone America/New_York.

                """)
        let key = shell.ledger + "/keys/principal.key"
        try FileManager.default.moveItem(atPath: key, toPath: shell.file("away.key"))
        let without = shell.run("repair", "--from", source, "--zone", "America/New_York")
        #expect(
            without.err == """
                error: No copy of the store's head row is left, and the person's key is not here: the file does not \
                show whose ledger it is.
                hint: Nothing was changed. Put the key back (cp FILE \(key)), and repeat the command.

                """)
        try FileManager.default.moveItem(atPath: shell.file("away.key"), toPath: key)
        let run = shell.must("repair", "--from", source, "--zone", "America/New_York")
        let zone = "The damaged file shows no zone and no name: the zone is America/New_York, as given.\n"
        #expect(run.out.contains(zone))
        #expect(shell.must("digest").out == digest && shell.must("flight", "list", "--json").out == list)
        #expect(shell.must("verify").status == 0)
        _ = shell.log("--id", "later", "--hobbs", "1.0")
        #expect(shell.must("verify", "--json").json["origins"]?.count == 2)
    }

    @Test("where nothing proves that all events are there, a broken file stays as it is") func unproved() throws {
        let shell = flights(4)
        let source = shell.file("source")
        shell.must("export", source)
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: url)
        bytes.replaceSubrange(0..<8_192, with: Data(count: 8_192))
        try bytes.write(to: url)
        try FileManager.default.removeItem(atPath: shell.ledger + "/checkpoint")
        let run = shell.run("repair", "--from", source)
        #expect(run.status == 74)
        #expect(
            run.err.hasSuffix(
                """
                hint: Nothing was changed: this copy does not prove all that is lost. Repair from another copy, or \
                save what is whole: daybook export --salvage FILE

                """), "\(run.err)")
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test("where the source lacks what is lost, a broken file stays as it is") func structureWithout() throws {
        let shell = flights(3)
        let early = shell.file("early")
        shell.must("export", early)
        for number in 3..<40 {
            _ = shell.log("--id", "f\(number)", "--hobbs", "1.5", "--remarks", "remark number \(number)")
        }
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        let bytes = try Data(contentsOf: url).prefix(20_480)
        try bytes.write(to: url)
        let run = shell.run("repair", "--from", early, "--json", "--zone", "America/New_York")
        #expect(run.status == 74 && run.code == "store.truncated", "\(run)")
        #expect(try Data(contentsOf: url) == bytes)
        let names = try FileManager.default.contentsOfDirectory(atPath: shell.ledger)
        #expect(!names.contains("making") && !names.contains { $0.contains("damaged") }, "\(names)")
    }

    @Test("a source that is none is refused, and so is a ledger that is in use") func refused() throws {
        let shell = flights(2)
        try damage("remark number 1", in: shell.ledger)
        #expect(shell.run("repair", "--from", shell.file("none")).status == 66)
        let text = shell.run("repair", "--from", shell.file("text", "no export"), "--json")
        #expect(text.status == 65, "\(text)")
        #expect(shell.run("repair").status == 64)
        let own = shell.run("repair", "--from", shell.ledger)
        #expect(
            own.status == 64
                && own.err == """
                    error: \(shell.ledger) is the ledger that is to be repaired.
                    hint: Name another copy: a backup, an export, a bundle, or the folder of another device's ledger.

                    """
        )
    }
}
