import DaybookDomains
import EventModel
import Hydration
import LedgerTestSupport
import Testing

/// Drinks from other programs: Apple Health, CSV files with names of their own, and with a map.
@Suite struct OtherFileTests {
    private static let water = #"<Record type="HKQuantityTypeIdentifierDietaryWater""#
    private static let export = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 13; it isn't the last -->
        <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout)*)>
        <!ATTLIST Record
          type CDATA #REQUIRED
          value CDATA #IMPLIED
        >
        ]>
        <HealthData locale="en_US">
         <ExportDate value="2026-02-10 07:00:00 -0500"/>
         <Record type="HKQuantityTypeIdentifierStepCount" startDate="2026-02-09 08:00:00 -0500" value="31"/>
         \(water) sourceName="A &gt; B" unit="mL" startDate="2026-02-09 08:15:00 -0500" value="250"/>
         \(water) unit="fl_oz_us" startDate="2026-02-09 09:00:00 -0500" value="8">
          <MetadataEntry key="HKWasUserEntered" value="1"/>
         </Record>
         <Correlation type="HKCorrelationTypeIdentifierFood" startDate="2026-02-09 10:00:00 -0500">
          \(water) unit="mL" startDate="2026-02-09 10:00:00 -0500" value="100"/>
         </Correlation>
         \(water) unit="mL" startDate="2026-02-09 10:00:00 -0500" value="100"/>
         \(water) unit='L' startDate='2026-02-08 23:30:00 -0800' value='0.2366'/>
         \(water) unit="kg" startDate="2026-02-09 11:00:00 -0500" value="1"/>
         \(water) unit="mL" startDate="soon" value="1"/>
         \(water) unit="mL" startDate="2026-02-11 11:00:00 -0500" value="99"/>
        </HealthData>

        """

    /// Pieces of so many bytes.
    private func records(_ text: String, pieces: Int = 1 << 16) throws -> HealthRecords {
        var rest = Array(text.utf8)[...]
        return try HealthRecords {
            defer { rest = rest.dropFirst(pieces) }
            return rest.isEmpty ? nil : Array(rest.prefix(pieces))
        }
    }

    /// As `2026-02-09T13:15:00Z water 250 mL`, sorted.
    private func drinks(_ book: WaterBook, _ day: String) throws -> [String] {
        try book.today(day).drinks.map { noted in
            let ounces = noted.drink.volume.ounces.map { ", \(WaterUnits.text(hundredths: $0)) oz" } ?? ""
            return "\(noted.at?.description ?? "-") \(noted.drink.kind.rawValue) \(noted.drink.volumeMl) mL\(ounces)"
        }.sorted()
    }

    private func notes(_ notes: [WaterRowNote]) -> [String] { notes.map { "\($0.line) \($0.code): \($0.text)" } }

    @Test("the records of water of Apple Health, in pieces of any size; a second import adds nothing") func health()
        throws
    {
        let book = try WaterBook()
        let outcome = try book.ledger.importDrinks(records(OtherFileTests.export))
        #expect(outcome.drinks.count == 4)
        #expect(
            notes(outcome.skipped) == [
                "22 volume.unreadable: \"1 kg\" is not a volume.",
                "23 date.unreadable: \"soon\" is not a date with a time.", "24 date.future: It is in the future.",
            ])
        #expect(notes(outcome.assumed) == ["21 volume.rounded: \"0.2366 L\" is 237 mL: a drink has whole millilitres."])
        #expect(
            try drinks(book, "2026-02-09") == [
                "2026-02-09T13:15:00Z water 250 mL", "2026-02-09T14:00:00Z water 236 mL, 8 oz",
                "2026-02-09T15:00:00Z water 100 mL",
            ])
        #expect(try drinks(book, "2026-02-08") == ["2026-02-09T07:30:00Z water 237 mL"])
        for pieces in [1, 7, 100, 1_000] {
            let again = try book.ledger.importDrinks(records(OtherFileTests.export, pieces: pieces))
            #expect(again.drinks.isEmpty && again.duplicates == 4 && again.skipped.count == 3, "\(pieces)")
        }
        // The same drink from a CSV file is the same.
        let csv = "Date,Amount,Unit\n2026-02-09 08:15:00 -0500,250,mL\n"
        #expect(try book.ledger.importDrinks(Array(csv.utf8)).duplicates == 1)
    }

    @Test("an export that was cut is named; another file of markup is refused") func cut() throws {
        let book = try WaterBook()
        let lines = OtherFileTests.export.split(separator: "\n", omittingEmptySubsequences: false)
        let cut = lines.prefix(16).map { $0 + "\n" }.joined()
        let outcome = try book.ledger.importDrinks(records(cut))
        let note =
            "17 file.cut: The file ends here, without </HealthData>; it may have been cut, "
            + "and have held more records."
        #expect(outcome.drinks.count == 2 && notes(outcome.assumed) == [note])
        for text in ["<html><body>x</body></html>", "<gpx version=\"1.1\"></gpx>", "<!-- HealthData -->"] {
            #expect(
                try book.rejectionCode { _ = try records(text) }
                    == "65 water.health: This is no export of Apple Health: it has no element HealthData.", "\(text)")
        }
    }

    @Test("files of other programs: names that are known, units in cells and headers, days in words of their own")
    func known() throws {
        let book = try WaterBook()
        let twice = "Date,Amount,Unit\n2026-02-09 08:15:00 -0500,250,mL\n2026-02-09 08:15:00 -0500,250,mL\n"
        #expect(try book.ledger.importDrinks(Array(twice.utf8)).drinks.count == 2)
        let files = [
            "Start Date;Water (fl oz)\n2026-02-08T08:00:00Z;16,9\n": "2026-02-08T08:00:00Z water 499 mL, 16.9 oz",
            "timestamp,quantity [ml],beverage\n2026-02-07 10:15 PM,33.0,Boba\n": "2026-02-08T03:15:00Z tea 33 mL",
            "Day,Time,Drink,Value,Units\n2/13/2025,7:05 am,coffee,0.25,Liters\n":
                "2025-02-13T12:05:00Z coffee 250 mL",
            "date,volume\n2026-02-05,250\n": "- water 250 mL",
        ]
        for (text, expected) in files {
            let outcome = try book.ledger.importDrinks(Array(text.utf8))
            #expect(outcome.drinks.count == 1 && outcome.skipped.isEmpty, "\(text): \(notes(outcome.skipped))")
            let day = try #require(outcome.drinks.first.flatMap { try book.ledger.drink($0)?.drink.date })
            #expect(try drinks(book, day.description) == [expected], "\(text)")
        }
    }

    @Test("the columns of this program take what `water add` takes: names of presets, units, whole parts") func own()
        throws
    {
        let book = try WaterBook()
        let text = """
            date,time,kind,volume_ml
            2026-02-09,08:15,Water,250
            2026-02-09,08:15,water,250
            2026-02-09,22:05,water,250.0
            2026-02-09,22:05,Latte,240
            09/02/2026,22:05,water,240
            2026-02-09,,water,8oz
            2026-02-09,10:15 PM,water,100
            2026-02-12,10:15,water,100

            """
        let outcome = try book.ledger.importDrinks(Array(text.utf8))
        #expect(
            notes(outcome.skipped) == [
                "6 date.ambiguous: \"09/02/2026\" is two dates; a map with \"dates: dmy\" or \"mdy\" decides.",
                "9 date.future: It is in the future.",
            ])
        #expect(
            try drinks(book, "2026-02-09") == [
                "- water 236 mL, 8 oz", "2026-02-09T13:15:00Z water 250 mL", "2026-02-09T13:15:00Z water 250 mL",
                "2026-02-10T03:05:00Z coffee 240 mL", "2026-02-10T03:05:00Z water 250 mL",
                "2026-02-10T03:15:00Z water 100 mL",
            ])
    }

    @Test("a map states the columns, the order of dates, the unit and the kind") func mapped() throws {
        let book = try WaterBook()
        let map = try WaterMap(
            """
            # a German program
            date: Datum
            time: Uhrzeit
            volume: Menge
            dates: dmy
            units: l
            drinks: tea
            """)
        let text = "Uhrzeit;Datum;Notiz;Menge\n08:00;03.02.2026;x;0,25\n;04.02.2026;;1,250\n"
        let outcome = try book.ledger.importDrinks(Array(text.utf8), map: map)
        #expect(notes(outcome.skipped) == ["3 volume.unreadable: \"1,250\" is not a volume."])
        #expect(try drinks(book, "2026-02-03") == ["2026-02-03T13:00:00Z tea 250 mL"])
        #expect(
            try book.rejectionCode { _ = try book.ledger.importDrinks(Array("a;b\n1;2\n".utf8), map: map) }
                == "65 water.columns: This is no file of drinks: its first line does not name the columns of the map, "
                + "Datum, Uhrzeit, Menge.")
    }

    @Test(
        "a map that is none",
        arguments: [
            ("date: A", "map.lacking: The map has no volume."), ("volume: A", "map.lacking: The map has no date."),
            ("date", "map.line: Line 1 of the map is not \"field: Column\"."),
            ("date: A\ndate: B", "map.twice: Line 2 of the map names \"date\" again."),
            ("colour: A", "map.field: Line 1 of the map names \"colour\", which is no field."),
            ("dates: ddd", "map.value: Line 1 of the map has \"ddd\" as dates."),
            ("units: stone", "map.value: Line 1 of the map has \"stone\" as units."),
            ("drinks: wine", "map.value: Line 1 of the map has \"wine\" as drinks."),
            ("kind Beer: wine", "map.value: Line 1 of the map has \"wine\" as a kind of drink."),
        ])
    func noMap(text: String, expected: String) throws {
        let error = #expect(throws: Fault.self) { try WaterMap(text) }
        #expect(error.map { "\($0.code): \($0.message)" } == expected)
        let hint =
            "Its lines are date, time, zone, kind, volume, unit, id, each with the name of a column; "
            + "dates: mdy, dmy or ymd; units: ml, l or oz; drinks: a kind; kind NAME: a kind."
        #expect(error?.hint == hint && error?.kind == .unreadable)
    }

    @Test(
        "units and numbers",
        arguments: [
            ("mL", "250", "250"), ("ml", "0.4", "0 rounded"), ("ml", "236.58800000000002", "237 rounded"),
            ("L", "1.5", "1500"), ("cl", "33", "330"), ("dl", "2.5", "250"), ("fl oz", "16.9", "499 oz 1690"),
            ("US fl. oz", "8", "236 oz 800"), ("cup_us", "2", "473 oz 1600"), ("pt_us", "1", "473 oz 1600"),
            ("fl_oz_us", "8.4535", "250 rounded"), ("fl_oz_imp", "10", "284 rounded"), ("cup_imp", "1", "284 rounded"),
            ("pt_imp", "1", "568 rounded"), ("Ounces", "8.25", "243 oz 825"), ("liters", "0,5", "500"),
            ("ml", "1,250", "-"), ("ml", "-5", "-"), ("ml", "1e3", "-"), ("ml", "", "-"), ("ml", "1.2.3", "-"),
            ("ml", "12345678", "-"), ("ml", "٣", "-"), ("stone", "1", "-"), ("", "1", "-"),
        ])
    func units(name: String, number: String, expected: String) {
        let read = DrinkUnit(name)?.volume(number)
        let ounces = read?.volume.ounces.map { " oz \($0)" } ?? ""
        #expect((read.map { "\($0.volume.ml)\(ounces)\($0.isRounded ? " rounded" : "")" } ?? "-") == expected)
    }
}
