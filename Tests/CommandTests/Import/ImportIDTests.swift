import DaybookDomains
import EventModel
import Foundation
import Testing
import TransparencyLog

/// Ids of imported rows: equal on every device of a person, and nothing that another can try guesses on.
@Suite struct ImportIDTests {
    private let shell = Shell(plus: true)

    private static let flights =
        "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks\n"
        + "2026-02-01,KSJC,KRHV,1.5,1.5,1,0,N,N,N,N,,Jane Doe\n"
    private static let drinks = "date,kind,volume_ml\n2026-02-01,tea,200\n"
    private static let calendar = [
        "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:jane@example.org", "SUMMARY:Pills", "DTSTART:20260201T080000Z",
        "RRULE:FREQ=DAILY", "END:VEVENT", "END:VCALENDAR", "",
    ]
    .joined(separator: "\r\n")

    private func ids(_ shell: Shell, _ type: String) -> [String] {
        shell.run("log", "--json", "--type", type).jsonLines.compactMap { $0["subject"]?.stringValue }
    }

    private func importAll(_ shell: Shell) {
        shell.must("import", shell.file("f.csv", ImportIDTests.flights))
        shell.must("water", "import", shell.file("d.csv", ImportIDTests.drinks))
        shell.must("alarm", "import", shell.file("c.ics", ImportIDTests.calendar))
        shell.must("flight", "log", "--hobbs", "1", "--key", "jane-doe")
    }

    private func all(_ shell: Shell) -> [String] {
        ["flight.logged", "drink.added", "alarm.created"].flatMap { ids(shell, $0) }
    }

    private func bytes(_ number: Int) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    private func text(_ text: String) -> [UInt8] { bytes(text.utf8.count) + Array(text.utf8) }

    /// The hashes of versions before 0.2, with the public id of the person.
    private func guesses(_ shell: Shell) throws -> [String] {
        let principal = try #require(shell.run("principal", "show", "--json").json["principal"]?.stringValue)
        let person = try #require(PrincipalID(hex: principal)).bytes
        let flight =
            Array("daybook/import/1".utf8) + person + bytes(0) + bytes(20_485) + text("KSJC") + text("KRHV") + text("")
            + text("Jane Doe")
            + ([15] + Array(repeating: 0, count: 8) + [1, 1, 0]).flatMap(bytes)
        return [
            "flight/" + SHA256Hasher.hash(flight).first.hex,
            "flight/" + SHA256Hasher.hash(Array("daybook/key/1".utf8) + person + Array("jane-doe".utf8)).first.hex,
            "drink/csv-" + SHA256Hasher.hash(Array("2026-02-01 2026-02-01 tea 200 190 0".utf8)).hex.prefix(24),
            "alarm/ics-" + SHA256Hasher.hash(Array("jane@example.org".utf8)).hex.prefix(24),
        ]
    }

    @Test("S7: no public value confirms a guess of what an imported row, a key or a calendar's event said")
    func secret() throws {
        importAll(shell)
        #expect(all(shell).count == 4)
        #expect(Set(all(shell)).isDisjoint(with: try guesses(shell)))
    }

    @Test(
        "the secret is a file of the person in keys/, mode 0600, HMAC-SHA-256 of the person's id under the person's key"
    ) func file() throws {
        importAll(shell)
        let principal = try #require(shell.run("principal", "show", "--json").json["principal"]?.stringValue)
        let path = shell.ledger + "/keys/ids-\(principal).key"
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let before = all(shell)
        try FileManager.default.removeItem(atPath: path)
        // Derived again.
        #expect(shell.must("import", shell.file("f.csv")).lines.first == "Imported 0 flights; 1 was there already.")
        #expect(
            shell.must("water", "import", shell.file("d.csv")).lines.first == "Imported 0 drinks; 1 was there already.")
        #expect(shell.must("alarm", "import", shell.file("c.ics"), "--json").json["duplicates"]?.integerValue == 1)
        #expect(all(shell) == before && FileManager.default.fileExists(atPath: path))
        // A dry run writes no file.
        try FileManager.default.removeItem(atPath: path)
        shell.must("import", shell.file("f.csv"), "--dry-run")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("two devices of one person give one id to a row, two persons two") func devices() throws {
        let (tablet, other) = (Shell(initialise: false), Shell(plus: true))
        shell.must("principal", "export", shell.folder + "/me.key")
        tablet.must("init", "--zone", "America/New_York", "--join", shell.folder + "/me.key")
        tablet.must("alarm", "tier", "plus")
        for each in [shell, tablet, other] { importAll(each) }
        #expect(all(tablet) == all(shell))
        #expect(Set(all(other)).isDisjoint(with: all(shell)))
    }

    @Test("a row that an older version took in is found under its old id, also after it was erased or removed")
    func old() throws {
        let old = try guesses(shell)
        let lines = [
            #"{"stream":"\#(old[0])","type":"flight.logged","data":{"date":"2026-02-01","hobbs":1.5,"dayLandings":1,"remarks":"Jane Doe"}}"#,
            #"{"stream":"\#(old[2])","type":"drink.added","data":{"kind":"tea","volumeMl":200,"effectiveMl":190,"date":"2026-02-01"}}"#,
            #"{"stream":"\#(old[3])","type":"alarm.created","data":{"title":"Pills","schedule":{"kind":"customDays","times":["08:00"],"zone":"UTC"}}}"#,
        ]
        #expect(shell.run("append", "-", input: lines.joined(separator: "\n") + "\n").status == 0)
        func counts() -> [Int?] {
            [
                shell.run("import", shell.file("f.csv", ImportIDTests.flights), "--json").json["duplicates"]?
                    .integerValue,
                shell.run("water", "import", shell.file("d.csv", ImportIDTests.drinks), "--json").json["duplicates"]?
                    .integerValue,
                shell.run("alarm", "import", shell.file("c.ics", ImportIDTests.calendar), "--json").json["duplicates"]?
                    .integerValue,
            ]
        }
        #expect(counts() == [1, 1, 1])
        shell.must("flight", "remove", String(old[0].dropFirst(7)))
        #expect(
            shell.run("import", shell.file("f.csv"), "--json").json["skipped"]?[0]?["code"]?.stringValue
                == "row.removed")
        shell.must("erase", old[0], "--reason", "x", "--yes")
        #expect(
            shell.run("import", shell.file("f.csv"), "--json").json["skipped"]?[0]?["code"]?.stringValue == "row.erased"
        )
    }

    @Test("without the person's key and without the file nothing is imported") func noKey() throws {
        shell.must("flight", "log", "--hobbs", "1")
        try FileManager.default.removeItem(atPath: shell.ledger + "/keys/principal.key")
        let result = shell.run("import", shell.file("f.csv", ImportIDTests.flights), "--json")
        #expect(result.status == 66 && result.code == "key.missing", "\(result.err)")
    }
}
