import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import Hydration
import LedgerTestSupport
import Testing

@Suite struct WaterFileTests {
    @Test("what is exported comes back as it was; a second import adds nothing") func roundTrip() throws {
        let book = try WaterBook(zone: "Asia/Tokyo")
        book.clock.set("2026-02-12T00:00:00Z")
        try book.drink(.water, 250, at: "2026-02-09T22:00:00-05:00", id: "a")
        try book.drink(.coffee, 200, at: "2026-02-10T08:05:30.250+09:00", id: "-1")
        try book.drink(.tea, 500, at: "2026-02-11", id: "c")
        try book.ledger.removeDrink(try book.drink(.soda, 330, id: "gone"))
        let export = try book.ledger.exportDrinks()
        #expect(
            export.drinks == 3
                && export.text.split(separator: "\r\n", omittingEmptySubsequences: false) == [
                    "date,time,zone,kind,volume_ml,effective_ml,id",
                    "2026-02-09,22:00:00-05:00,Etc/GMT+5,water,250,250,a",
                    "2026-02-10,08:05:30.25+09:00,Asia/Tokyo,coffee,200,170,'-1", "2026-02-11,,,tea,500,475,c", "",
                ])
        let other = try WaterBook()
        other.clock.set("2026-02-12T00:00:00Z")
        let first = try other.ledger.importDrinks(Array(export.text.utf8))
        #expect(first.drinks.map(\.id) == ["a", "-1", "c"] && first.skipped.isEmpty && first.duplicates == 0)
        #expect(try other.ledger.exportDrinks().text == export.text)
        let again = try other.ledger.importDrinks(Array(export.text.utf8))
        #expect(again.drinks.isEmpty && again.duplicates == 3)
    }

    @Test("thousands of drinks, read on two threads, are those of each day read for itself") func manyDrinks() throws {
        let book = try WaterBook(zone: "Asia/Tokyo")
        book.clock.set("2026-11-20T00:00:00Z")
        let drafts = (0..<2_400).map { (number: Int) -> EventDraft in
            let data = JSONValue.object(pairs: [
                "kind": .string(Drink.Kind.allCases[number % 3].rawValue),
                "volumeMl": .integer(100 + number % 9), "effectiveMl": .integer(90),
                "date": .string(CivilDate(day: 20_000 + Int32(number % 500)).description),
            ])
            return EventDraft(
                stream: StreamID(kind: "drink", id: "\(number % 7 == 0 ? "-" : "d")\(number * 7919 % 2_400)"),
                type: "drink.added",
                data: .json(data),
                occurred: number % 2 == 0
                    ? .date(CivilDate(day: 20_000 + Int32(number % 500)))
                    : book.ledger.validTime(
                        of: Instant(milliseconds: (20_000 + Int64(number % 500)) * 86_400_000 + Int64(number) * 1_000),
                        offsetSeconds: 0))
        }
        _ = try book.ledger.append(drafts)
        let known = try book.ledger.answered(.now).position
        for draft in drafts.prefix(40) { try book.ledger.removeDrink(draft.stream) }
        // With an event of another domain supposed each day is read for itself.
        var lines = [
            Array(
                #"{"stream":"flight/x","type":"flight.logged","data":{"date":"2026-01-02","hobbs":1.0,"dayLandings":1}}"#
                    .utf8)
        ][...]
        let supposing = try Supposition.read(zone: book.ledger.zone, at: book.ledger.now, registry: Registry.daybook) {
            lines.popFirst()
        }
        for asOf in [AsOf.now, AsOf(on: CivilDate(day: 20_123)), AsOf(known: .position(known))] {
            let export = try book.ledger.exportDrinks(asOf)
            let byDays = try book.ledger.exportDrinks(AsOf(on: asOf.on, known: asOf.known, supposing: supposing))
            #expect(export.text == byDays.text && export.drinks == byDays.drinks && export.drinks > 500)
            #expect(export.text.split(separator: "\r\n").count == export.drinks + 1)
        }
        #expect(
            try book.ledger.exportDrinks().drinks == 2_360
                && book.ledger.exportDrinks(AsOf(known: .position(known))).drinks == 2_400)
    }

    @Test("rows that are no drinks are named with their lines; the others come in, equal rows as drinks of their own")
    func rows() throws {
        let book = try WaterBook()
        let text = """
            Date,Kind,Volume_ml,Time,Zone,Effective_ml,id
            2026-02-09,Water,250,08:00,,,
            2026-02-09,water,250,08:00,,,

            2026-02-30,water,250,,,,
            2026-02-09,wine,250,,,,
            2026-02-09,water,0,,,,
            2026-02-09,water,much,,,,
            2026-02-09,tea,100,25:00,,,
            2026-02-09,tea,100,08:00,Nowhere/Land,,
            2026-02-09,tea,100,,,-1,
            2026-02-09,tea,100,,,,a b
            2026-02-11,tea,100,,,,
            2026-02-09,tea,100,,,,x
            2026-02-09,tea,200,,,,x
            2026-02-09,tea,100,08:00:00,Asia/Tokyo,90,y

            """
        let dry = try book.ledger.importDrinks(Array(text.utf8), dryRun: true)
        #expect(dry.drinks.count == 4)
        #expect(try book.today("2026-02-09").drinks.isEmpty)
        let outcome = try book.ledger.importDrinks(Array(text.utf8))
        #expect(
            outcome.skipped.map { "\($0.line) \($0.code)" } == [
                "5 date.unreadable", "6 drink.kind", "7 volume.positive", "8 volume.unreadable", "9 time.unreadable",
                "10 zone.unknown", "11 effective.range",
                "12 id.unreadable", "13 date.future", "15 row.twice",
            ])
        #expect(
            outcome.skipped.map(\.text) == [
                "\"2026-02-30\" is not a date.", "There is no kind of drink \"wine\".", "A drink of 0 mL is none.",
                "\"much\" is not a volume.",
                "\"25:00\" is not a time of day.", "\"Nowhere/Land\" is not a zone of the tz database.",
                "\"-1\" is not a volume.", "\"a b\" is not an id.",
                "It is in the future.", "Another row before it has the same id.",
            ])
        let drinks = try book.today("2026-02-09").drinks
        #expect(
            drinks.map(\.drink.effectiveMl) == [90, 250, 250, 95]
                && drinks.map(\.at) == [
                    instant("2026-02-08T23:00:00Z"), instant("2026-02-09T13:00:00Z"), instant("2026-02-09T13:00:00Z"),
                    nil,
                ])
        #expect(try book.ledger.importDrinks(Array(text.utf8)).duplicates == 4)
    }

    @Test("a file that is none is refused whole") func unreadable() throws {
        let book = try WaterBook()
        let columns =
            "65 water.columns: This is no file of drinks: its first line does not name the columns date, kind and volume_ml."
        #expect(
            try book.rejectionCode { _ = try book.ledger.importDrinks([]) }
                == "65 water.columns: This is no file of drinks: it is empty.")
        #expect(try book.rejectionCode { _ = try book.ledger.importDrinks(Array("date,kind\n".utf8)) } == columns)
        #expect(
            try book.rejectionCode { _ = try book.ledger.importDrinks(Array("date,kind,volume_ml\n\"2026".utf8)) }
                == "65 csv.unterminatedQuote: Line 2: The quote opened here is never closed.")
    }
}
