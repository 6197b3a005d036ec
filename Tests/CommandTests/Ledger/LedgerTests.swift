import DaybookDomains
import Foundation
import Testing

@Suite struct LedgerCommandTests {
    @Test func initMakesALedgerOnceAndSaysSoAfterwards() {
        let shell = Shell(initialise: false)
        let made = shell.run("init", "--zone", "Europe/Berlin", "--name", "Mine", "--json")
        #expect(made.status == 0 && made.json.names == ["created", "ledger", "zone", "principal", "events"])
        #expect(made.json["created"] == .bool(true) && made.json["zone"]?.stringValue == "Europe/Berlin")
        let again = shell.run("init", "--zone", "UTC", "--json")
        #expect(again.status == 0 && again.json["created"] == .bool(false))
        #expect(again.json["zone"]?.stringValue == "Europe/Berlin" && again.json["principal"] == made.json["principal"])
        #expect(
            shell.run("init").out
                == "There is a ledger at \(shell.ledger) already; nothing was changed.\nIts zone is Europe/Berlin.\n")
        #expect(shell.run("stats", "--json").json["name"]?.stringValue == "Mine")
    }

    @Test("where no file can be made, init says to look at the name; in a folder of something else it leaves nothing")
    func initElsewhere() throws {
        let shell = Shell(initialise: false)
        let none = shell.run("init", "--ledger", "/proc/daybook")
        #expect(none.status == 74)
        #expect(
            none.err == "error: Making /proc/daybook failed: No such file or directory.\n"
                + "hint: Nothing was acknowledged. Check the folder's name, and that files can be made there.\n")
        for content in ["x", String(repeating: "not a store\n", count: 4_096)] {
            try FileManager.default.createDirectory(atPath: shell.ledger, withIntermediateDirectories: true)
            try Data(content.utf8).write(to: URL(fileURLWithPath: shell.ledger + "/data.mdb"))
            #expect(shell.run("init").status == 74)
            #expect(try FileManager.default.contentsOfDirectory(atPath: shell.ledger) == ["data.mdb"])
        }
    }

    @Test func joinTakesThePersonOfAFileOrAFolder() {
        let shell = Shell()
        let principal = shell.run("stats", "--json").json["principal"]
        let key = shell.file("me.key")
        let exported = shell.run("principal", "export", key)
        #expect(exported.out == "Wrote the key of this person to \(key). Keep it secret.\n")
        let mode = (try? FileManager.default.attributesOfItem(atPath: key))?[.posixPermissions] as? Int  // Nil fails below.
        #expect(mode == 0o600)
        let again = shell.run("principal", "export", key)
        #expect(
            again.status == 1
                && again.err == "error: \(key) exists already; a key is never written over.\nhint: Name another file.\n"
        )
        let phone = shell.run("init", "--ledger", shell.file("phone"), "--join", key, "--json")
        #expect(phone.json["principal"] == principal && principal != nil)
        let tablet = shell.run("init", "--ledger", shell.file("tablet"), "--join", shell.ledger, "--json")
        #expect(tablet.json["principal"] == principal)
        let other = shell.run("principal", "export", shell.file("other", "another file"), "--json")
        #expect(other.status == 1 && other.code == "file.exists")
        #expect(
            other.error["error"]?["message"]?.stringValue
                == "\(shell.folder)/other exists already; a key is never written over.")
        let bad = shell.run("init", "--ledger", shell.file("bad"), "--join", shell.file("short", "abc"), "--json")
        #expect(bad.status == 65 && bad.code == "principal.unreadable")
        #expect(!FileManager.default.fileExists(atPath: shell.file("bad")), "a refused init leaves nothing")
        let none = shell.run("init", "--ledger", shell.file("none"), "--join", shell.file("nobody"), "--json")
        #expect(none.status == 66 && none.code == "file.missing")
        #expect(none.error["error"]?["message"]?.stringValue == "There is no file \(shell.folder)/nobody.")
    }

    @Test("S-TC-059, S-TC-071..073: permissions are kept, commands work either way") func permissions() {
        let shell = Shell()
        #expect(shell.run("permission", "set", "granted").out == "The permission for notices is granted now.\n")
        #expect(
            shell.run("setting", "show", "--json").json["settings"]?["permission.notices"]?.stringValue == "granted")
        shell.must("permission", "set", "denied")
        #expect(shell.run("setting", "show", "--json").json["settings"]?["permission.notices"]?.stringValue == "denied")
        #expect(shell.log("--hobbs", "1.0") != "")
    }

    @Test func settingsKeepTheirTypesAndAreAskedAsOf() {
        let shell = Shell()
        #expect(shell.run("setting", "show").lines.first == "No setting was ever changed.")
        #expect(shell.run("setting", "set", "water.unit", "oz").out == "water.unit is oz now.\n")
        let before = shell.position
        shell.must("setting", "set", "water.remindersPerDay", "6")
        shell.must("setting", "set", "alarms.slideToStop", "true")
        shell.must("setting", "set", "water.unit", "ml")
        let now = shell.run("setting", "show", "--json").json
        #expect(now["settings"]?.text == #"{"alarms.slideToStop":true,"water.remindersPerDay":6,"water.unit":"ml"}"#)
        #expect(
            shell.run("setting", "show", "--known-at", "\(before)", "--json").json["settings"]?.text
                == #"{"water.unit":"oz"}"#)
        #expect(shell.run("setting", "show", "notices").out == "notices was never set.\n")
        let refused = shell.run("setting", "set", "alarms.timezone", "moon", "--json")
        #expect(refused.status == 1 && refused.code == "setting.value")
        #expect(refused.error["error"]?["message"]?.stringValue == "alarms.timezone is one of fixed, floating.")
        let history = shell.run("show", "settings/water", "--json").json["history"]
        #expect(history?[2]?["changes"]?.text == #"[{"field":"water.unit","old":"oz","new":"ml"}]"#)
    }

    @Test func typesAreListedWithTheirFields() {
        let shell = Shell(initialise: false)
        let types = shell.run("types", "--json").json
        guard case .array(let list) = types else { return #expect(Bool(false), "types is a list") }
        let names = list.compactMap { $0["type"]?.stringValue }
        #expect(names.contains("flight.logged") && names.contains("setting.changed") && names == names.sorted())
        #expect(list.first { $0["type"]?.stringValue == "flight.signed" }?["computed"] == .bool(true))
        #expect(
            shell.run("types", "setting.changed").lines == [
                "Field  Kind", "name   text, up to 64 characters          required",
                "value  text, whole number, true or false  required",
            ])
    }

    @Test("S-TC-087: a fresh ledger answers everything") func freshLedger() {
        let shell = Shell()
        #expect(shell.run("flight", "list").out == "No Flights Logged\n")
        #expect(shell.run("flight", "list", "--json").out == "[]\n")
        #expect(shell.run("currency", "--json").json["general"]?["state"]?.stringValue == "never")
        #expect(shell.run("currency", "--json").json["legal"]?.stringValue == "NOT CURRENT")
        #expect(shell.run("currency", "periods").out == "There was no period of currency.\n")
        #expect(shell.run("currency", "periods", "--json").out == "[]\n")
        #expect(shell.run("progress", "--json").json["overallPercent"]?.integerValue == 0)
        #expect(shell.run("flight", "summary", "--json").json["totalHours"] == .number("0.0"))
        #expect(shell.run("outcomes").out == "Every event counts.\n")
        #expect(shell.run("outcomes", "--since", "0").out == "No outcome changed.\n")
        #expect(shell.run("log", "--json").out == "")
        #expect(shell.run("verify", "--json").json["ok"] == .bool(true))
        #expect(shell.run("append", "--json").out == #"{"appended":0,"duplicates":0,"position":0}"# + "\n")
    }
}
