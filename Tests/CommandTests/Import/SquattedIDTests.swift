import DaybookDomains
import EventModel
import Foundation
import Testing
import TransparencyLog

/// A linked person who takes the ids of another person's rows suppresses nothing that the other one records.
@Suite struct SquattedIDTests {
    private let mine = Shell(plus: true)
    private let other = Shell(plus: true)

    private static let flights =
        "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks\n"
        + "2026-02-01,KSJC,KRHV,1.5,1.5,1,0,N,N,N,N,,Jane Doe\n"
    private static let drinks = "date,kind,volume_ml\n2026-02-01,tea,200\n"
    private static let calendar = [
        "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:jane@example.org", "SUMMARY:Pills", "DTSTART:20260201T080000Z",
        "RRULE:FREQ=DAILY", "END:VEVENT",
        "END:VCALENDAR", "",
    ].joined(separator: "\r\n")

    private func file(_ name: String) -> String { mine.file(name) }

    /// Each takes in what the other holds.
    private func exchange() {
        for (from, to) in [(mine, other), (other, mine)] {
            let lines = file("x\(from.position)-\(to.position).jsonl")
            from.must("export", lines)
            to.must("import", lines)
        }
    }

    private func link() {
        _ = mine.log("--hobbs", "1.0")
        _ = other.log("--hobbs", "1.0")
        mine.must("link", "offer", file("o.json"), "--choose", "both", "--to", other.must("principal", "show").lines[0])
        other.must("link", "accept", file("o.json"), "--yes")
        exchange()
    }

    private func bytes(_ number: Int) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    private func text(_ text: String) -> [UInt8] { bytes(text.utf8.count) + Array(text.utf8) }

    /// The plain hash that versions before 0.2 gave the row, which anyone computes.
    private func oldID() throws -> String {
        let principal = try #require(mine.run("principal", "show", "--json").json["principal"]?.stringValue)
        let person = try #require(PrincipalID(hex: principal)).bytes
        let flight =
            Array("daybook/import/1".utf8) + person + bytes(0) + bytes(20_485) + text("KSJC") + text("KRHV") + text("")
            + text("Jane Doe")
            + ([15] + Array(repeating: 0, count: 8) + [1, 1, 0]).flatMap(bytes)
        return SHA256Hasher.hash(flight).first.hex
    }

    private func oldKeyID(_ key: String) throws -> String {
        let principal = try #require(mine.run("principal", "show", "--json").json["principal"]?.stringValue)
        let person = try #require(PrincipalID(hex: principal)).bytes
        return SHA256Hasher.hash(Array("daybook/key/1".utf8) + person + Array(key.utf8)).first.hex
    }

    private func importFlights() -> JSONValue {
        mine.run("import", mine.file("f.csv", SquattedIDTests.flights), "--json").json
    }
    private func hours() -> String { mine.must("flight", "summary", "--json").json["totalHours"]?.text ?? "" }

    private func raw(_ shell: Shell, _ stream: String, _ type: String, _ data: String) {
        let line = #"{"stream":"\#(stream)","type":"\#(type)","data":\#(data)}"#
        #expect(shell.run("append", "-", input: line + "\n").status == 0)
    }

    private static let row =
        #"{"date":"2026-02-01","from":"KSJC","to":"KRHV","hobbs":1.5,"tach":1.5,"dayLandings":1,"remarks":"Jane Doe"}"#

    /// The other person's act on the old id of the row.
    enum Squat: CaseIterable { case removed, standing, erased, sameAndRemoved, amended, superseded }

    @Test(
        "a record of a linked person under the old id of a row suppresses no row, and the report names it",
        arguments: Squat.allCases)
    func oldIDs(_ squat: Squat) throws {
        link()
        let id = try oldID()
        switch squat {
        case .sameAndRemoved, .amended, .superseded: raw(other, "flight/\(id)", "flight.logged", SquattedIDTests.row)
        default: other.must("flight", "log", "--id", id, "--date", "2020-01-01", "--hobbs", "0.1")
        }
        switch squat {
        case .removed, .sameAndRemoved: other.must("flight", "remove", id)
        case .erased: other.must("erase", "flight/\(id)", "--reason", "x", "--yes")
        case .amended: other.must("flight", "amend", id, "--hobbs", "0.1", "--remarks", "other")
        case .standing, .superseded: break
        }
        if squat == .superseded {
            other.must("flight", "supersede", id, "--hobbs", "0.1")
        }
        exchange()
        let before = try #require(Double(hours()))
        let outcome = importFlights()
        #expect(outcome["flights"] == .integer(1) && outcome["duplicates"] == .integer(0), "\(outcome)")
        #expect(abs(try #require(Double(hours())) - before - 1.5) < 0.01)
        if squat != .erased {
            let note = try #require(outcome["assumed"]?.elements.first { $0["code"]?.stringValue == "id.taken" })
            let text = try #require(note["text"]?.stringValue)
            #expect(
                text.hasPrefix(
                    "Another person's record flight/\(id.prefix(12)) has an id of this row. The row is added under "),
                "\(text)")
        }
        // Again it adds nothing.
        let position = mine.position
        let again = importFlights()
        #expect(
            again["flights"] == .integer(0) && again["duplicates"] == .integer(1) && mine.position == position,
            "\(again)")
        exchange()
        #expect(mine.must("digest").out == other.must("digest").out)
    }

    @Test("a row goes under the next id where another person holds its first one, on each device the same, and once")
    func newIDs() throws {
        link()
        // The other person has seen the id on another device of this person.
        let tablet = Shell(initialise: false)
        mine.must("principal", "export", mine.folder + "/me.key")
        tablet.must("init", "--zone", "UTC", "--join", mine.folder + "/me.key")
        tablet.must("import", tablet.file("f.csv", SquattedIDTests.flights))
        let id = try #require(
            tablet.must("log", "--json", "--type", "flight.logged").jsonLines.last?["subject"]?.stringValue)
        other.must("flight", "log", "--id", String(id.dropFirst(7)), "--date", "2020-01-01", "--hobbs", "0.1")
        exchange()
        let first = importFlights()
        #expect(first["flights"] == .integer(1))
        let second = importFlights()
        #expect(second["flights"] == .integer(0) && second["duplicates"] == .integer(1))
        // Even where the other person takes the record away again.
        other.must("erase", id, "--reason", "x", "--yes")
        exchange()
        #expect(importFlights()["flights"] == .integer(0))
        // The person removes the flight: it stays so.
        let own = try #require(
            mine.must("flight", "list", "--json").json.elements.first {
                $0["route"]?.stringValue?.contains("KSJC") ?? false
            }?["id"]?.stringValue)
        mine.must("flight", "remove", own)
        let gone = importFlights()
        #expect(gone["skipped"]?[0]?["code"]?.stringValue == "row.removed" && gone["flights"] == .integer(0), "\(gone)")
        #expect(
            gone["skipped"]?[0]?["text"]?.stringValue?.hasPrefix("The flight was removed here and stays so. ") ?? false)
        mine.must("flight", "restore", own)
        exchange()
        other.must("flight", "remove", own)
        exchange()
        let text = importFlights()["skipped"]?[0]?["text"]?.stringValue ?? ""
        #expect(text.hasPrefix("The flight was removed here by another person and stays so. "), "\(text)")
    }

    @Test("what another person recorded with the same content, and counts, is the row") func sameContent() throws {
        link()
        raw(other, "flight/\(try oldID())", "flight.logged", SquattedIDTests.row)
        exchange()
        let outcome = importFlights()
        #expect(outcome["flights"] == .integer(0) && outcome["duplicates"] == .integer(1), "\(outcome)")
    }

    @Test("drinks and alarms of a linked person under old ids suppress none") func drinksAndAlarms() throws {
        link()
        let drink = "csv-" + SHA256Hasher.hash(Array("2026-02-01 2026-02-01 tea 200 190 0".utf8)).hex.prefix(24)
        let alarm = "ics-" + SHA256Hasher.hash(Array("jane@example.org".utf8)).hex.prefix(24)
        raw(
            other, "drink/\(drink)", "drink.added",
            #"{"kind":"water","volumeMl":10,"effectiveMl":10,"date":"2026-01-01"}"#)
        raw(
            other, "alarm/\(alarm)", "alarm.created",
            #"{"title":"Other","schedule":{"kind":"customDays","times":["08:00"],"zone":"UTC"}}"#)
        other.must("water", "remove", drink)
        other.must("alarm", "remove", alarm, "--yes")
        exchange()
        let drinks = mine.must("water", "import", mine.file("d.csv", SquattedIDTests.drinks), "--json").json
        #expect(drinks["drinks"] == .integer(1) && drinks["duplicates"] == .integer(0))
        #expect(drinks["assumed"]?[0]?["code"]?.stringValue == "id.taken")
        let alarms = mine.must("alarm", "import", mine.file("c.ics", SquattedIDTests.calendar), "--json").json
        #expect(alarms["alarms"]?.elements.count == 1 && alarms["assumed"]?.text.contains("id.taken") ?? false)
        #expect(
            mine.must("water", "import", mine.file("d.csv")).lines.first == "Imported 0 drinks; 1 was there already.")
        #expect(
            mine.must("alarm", "import", mine.file("c.ics")).lines.first == "Imported 0 alarms; 1 was there already.")
        // With an id that the file gives.
        let named = "date,kind,volume_ml,id\n2026-02-01,tea,300,\(drink)\n"
        let answer = mine.must("water", "import", mine.file("n.csv", named))
        #expect(answer.lines.first == "Imported 1 drink; 0 were there already.", "\(answer.out)")
        #expect(
            answer.out.contains(
                "Interpreted: 1\n  line 2: Another person's record drink/\(drink.prefix(12)) has an id of this row."))
        #expect(
            mine.must("water", "import", mine.file("n.csv")).lines.first == "Imported 0 drinks; 1 was there already.")
    }

    @Test("a key of this person makes its entry, although another person has one under the old id of the key")
    func keys() throws {
        link()
        let id = try oldKeyID("jane")
        raw(other, "flight/\(id)", "flight.logged", #"{"date":"2020-01-01","hobbs":0.1,"dayLandings":1}"#)
        exchange()
        let made = mine.must("flight", "log", "--hobbs", "2", "--key", "jane", "--json").json
        #expect(made["duplicate"] == .bool(false) && made["id"]?.stringValue != id)
        let again = mine.must("flight", "log", "--hobbs", "2", "--key", "jane", "--json").json
        #expect(again["duplicate"] == .bool(true) && again["id"] == made["id"])
    }

    @Test("notices that another person sent or noted hold none of this person's back") func notices() throws {
        link()
        mine.must("permission", "set", "granted")
        raw(
            other, "notices/logbook", "notice.sent",
            #"{"kind":"currency","key":"currency.passengersDay","category":"currency","score":90,"title":"x"}"#)
        let before = mine.must("notices", "--json").json
        exchange()
        let after = mine.must("notices", "--json").json
        #expect(after["due"] == before["due"] && after["held"] == before["held"] && after["sent"] == before["sent"])
    }

    @Test("an alarm that a linked person's program fired or noted as missed fires here, once") func fires() throws {
        link()
        mine.must("alarm", "add", "--title", "Pills", "--kind", "customDays", "--time", "09:00")
        exchange()
        for shell in [mine, other] { shell.clock = "2026-02-11T15:00:00Z" }
        #expect(other.must("alarm", "tick", "--json").json["fired"]?.elements.count == 1)
        exchange()
        #expect(mine.must("alarm", "tick", "--json").json["fired"]?.elements.count == 1)
        #expect(mine.must("alarm", "tick", "--json").json["fired"]?.elements.isEmpty ?? false)
        exchange()
        #expect(other.must("alarm", "tick", "--json").json["fired"]?.elements.isEmpty ?? false)
    }

    @Test("a question bank that another person added is recorded when this person adds it, once")
    func banks() throws {
        link()
        let bank = mine.file("WY.json", filledBank("WY"))
        let elses = mine.file("other.json", filledBank("WY", edition: "other"))
        func shown() -> String? { mine.must("quiz", "bank", "show", "WY", "--json").json["edition"]?.stringValue }
        // The same bank of the other person is not this person's.
        other.must("quiz", "bank", "add", bank)
        exchange()
        let before = mine.position
        #expect(shown() == "first")
        mine.must("quiz", "bank", "add", bank)
        #expect(mine.position == before + 1)
        mine.must("quiz", "bank", "add", bank)
        #expect(mine.position == before + 1)
        // Another edition takes its place until this person's own is added again.
        exchange()
        other.must("quiz", "bank", "add", elses)
        exchange()
        #expect(shown() == "other")
        let replaced = mine.position
        mine.must("quiz", "bank", "add", bank)
        #expect(shown() == "first" && mine.position == replaced + 1)
        exchange()
        #expect(mine.must("digest").out == other.must("digest").out)
    }

    @Test("a tier that another person took is recorded when this person takes it, each time") func tiers() throws {
        link()
        for shell in [mine, other] { shell.clock = "2026-02-11T13:00:00Z" }
        other.must("alarm", "tier", "plus", "--plan", "annual", "--through", "2027-02-10")
        exchange()
        let before = mine.position
        mine.must("alarm", "tier", "plus", "--plan", "annual", "--through", "2027-02-10")
        #expect(mine.position == before + 1)
        mine.must("alarm", "tier", "plus", "--plan", "annual", "--through", "2027-02-10")
        #expect(mine.position == before + 2)
    }
}

extension JSONValue {
    fileprivate var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }
}
