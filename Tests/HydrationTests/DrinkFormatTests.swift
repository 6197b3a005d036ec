import DaybookDomains
import EventModel
import Hydration
import LedgerTestSupport
import Testing

/// Drinks in the files of other programs: copies of one drink, and the shapes of Samsung Health, Google Fit, Fitbit and
/// Health Connect.
@Suite struct DrinkFormatTests {
    private func health(_ records: [String]) throws -> HealthRecords {
        var bytes: [UInt8]? = Array("<HealthData>\n\(records.joined(separator: "\n"))\n</HealthData>\n".utf8)
        return try HealthRecords {
            defer { bytes = nil }
            return bytes
        }
    }

    private func record(_ start: String, _ ml: Int, source: String = "Bottle", within: String? = nil) -> String {
        let attributes =
            "<Record type=\"HKQuantityTypeIdentifierDietaryWater\" sourceName=\"\(source)\" unit=\"mL\" "
            + "startDate=\"\(start)\" value=\"\(ml)\""
        return within.map { "\(attributes)>\n\($0)\n</Record>" } ?? "\(attributes)/>"
    }

    /// As `2026-02-05T13:05:00Z tea 250`.
    private func drinks(_ book: WaterBook, _ day: String) throws -> [String] {
        try book.today(day).drinks.map {
            "\($0.at?.description ?? "-") \($0.drink.kind.rawValue) \($0.drink.volumeMl)"
        }
    }

    private func imported(_ book: WaterBook, _ text: String, _ map: String? = nil) throws -> WaterImportOutcome {
        try book.ledger.importDrinks(Array(text.utf8), map: map.map { try WaterMap($0) })
    }

    private static let eastern = ["2026-01-20 09:00:00 -0500", "2026-01-20 22:30:00 -0500", "2026-01-21 00:30:00 -0500"]
    private static let pacific = ["2026-01-20 06:00:00 -0800", "2026-01-20 19:30:00 -0800", "2026-01-20 21:30:00 -0800"]

    @Test("W3: a second export of Apple Health, written in another zone, adds nothing") func zones() throws {
        for (first, second) in [
            (DrinkFormatTests.eastern, DrinkFormatTests.pacific), (DrinkFormatTests.pacific, DrinkFormatTests.eastern),
        ] {
            let book = try WaterBook()
            #expect(try book.ledger.importDrinks(health(first.map { record($0, 250) })).drinks.count == 3)
            let again = try book.ledger.importDrinks(health(second.map { record($0, 250) }))
            #expect(again.drinks.isEmpty && again.duplicates == 3)
        }
    }

    @Test("W3: a ledger of an older program, whose ids follow from the clock of the file, adds nothing either")
    func olderIDs() throws {
        let book = try WaterBook()
        let rows = DrinkFormatTests.eastern.map { "\($0),250,mL\n" }.joined()
        let first = try imported(book, "Date,Amount,Unit\n" + rows)
        #expect(first.drinks.count == 3 && first.drinks.allSatisfy { $0.id.hasPrefix("csv-") })
        try book.ledger.removeDrink(first.drinks[0])
        let records = DrinkFormatTests.pacific.map { record($0, 250) }
        let second = try book.ledger.importDrinks(health(records + [record("2026-01-20 06:00:00 -0800", 300)]))
        #expect(second.drinks.count == 1 && second.duplicates == 3, "another amount is another drink")
    }

    @Test("W3: equal records of one source are one drink, of two sources two") func sources() throws {
        let book = try WaterBook()
        let times = ["2026-01-20 09:00:00 -0500", "2026-01-20 06:00:00 -0800"]
        let outcome = try book.ledger.importDrinks(
            health(times.map { record($0, 250) } + [record(times[0], 250, source: "Watch")]))
        #expect(outcome.drinks.count == 2)
        #expect(outcome.assumed.map { "\($0.line) \($0.code)" } == ["3 record.twice"])
    }

    @Test("W3: HKTimeZone states the zone of the phone, and with it the day") func phoneZone() throws {
        let book = try WaterBook()
        let zone = "<MetadataEntry key=\"HKTimeZone\" value=\"America/Los_Angeles\"/>"
        let other = "<MetadataEntry key=\"HKTimeZone\" value=\"Nowhere/Land\"/>"
        let outcome = try book.ledger.importDrinks(
            health([
                record("2026-01-25 01:30:00 -0500", 500, within: zone),
                record("2026-01-25 02:30:00 -0500", 100, within: other), record("2026-01-25 03:30:00 -0500", 200),
            ]))
        #expect(outcome.drinks.count == 3)
        #expect(try drinks(book, "2026-01-24") == ["2026-01-25T06:30:00Z water 500"])
        #expect(try drinks(book, "2026-01-25") == ["2026-01-25T07:30:00Z water 100", "2026-01-25T08:30:00Z water 200"])
    }

    /// developer.samsung.com/health/server/api/data-types: start_time is UTC, time_offset puts it on the clock. Readers
    /// of the download skip its first line, which names the kind of data.
    private static let samsung = """
        com.samsung.health.water_intake,6310003,1
        start_time,source_type,amount,unit_amount,time_offset,deviceuuid,datauuid
        2026-02-05 13:05:00.000,,250.0,250.0,UTC-0500,AAA,u-1,
        2026-02-06 02:30:00.000,,500.0,250.0,UTC-0500,AAA,u-2,

        """
    private static let samsungDay = ["2026-02-05T13:05:00Z water 250", "2026-02-06T02:30:00Z water 500"]

    @Test("M11: Samsung Health has its columns in line 2, and UTC beside an offset") func samsung() throws {
        let text = DrinkFormatTests.samsung
        let headless = text.split(separator: "\n").dropFirst().map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
        let map = "date: start_time\nvolume: amount\n"
        let cases: [(String, String?)] = [
            (text, nil), (text, map + "zone: time_offset\nunits: ml"), (text, map),
            (headless.joined(separator: "\n") + "\n", nil), (text.replacing("UTC-0500", with: "-18000000"), nil),
        ]
        for (file, map) in cases {
            let book = try WaterBook(zone: map == nil ? "Asia/Tokyo" : "America/New_York")
            let outcome = try imported(book, file, map)
            #expect(outcome.skipped.isEmpty && outcome.drinks.count == 2, "\(outcome.skipped)")
            #expect(try drinks(book, "2026-02-05") == DrinkFormatTests.samsungDay, "\(file)")
        }
    }

    @Test("M11: an offset in the place of a zone") func offsets() throws {
        let book = try WaterBook()
        let text = "Date,Time,Zone,Amount\n2026-02-05,08:05,UTC-0500,250\n2026-02-05,18:35,GMT+5:30,100\n"
        #expect(try imported(book, text).drinks.count == 2)
        #expect(
            try drinks(book, "2026-02-05") == ["2026-02-05T13:05:00Z water 250", "2026-02-05T13:05:00Z water 100"]
                || drinks(book, "2026-02-05") == ["2026-02-05T13:05:00Z water 100", "2026-02-05T13:05:00Z water 250"])
    }

    /// developers.google.com/fit/datatypes/nutrition: com.google.hydration counts litres. Readers of Google Takeout
    /// read "Data Points" with "fitValue" and "startTimeNanos".
    @Test("M12: data points of Google Fit, as Google Takeout writes them") func fit() throws {
        let book = try WaterBook()
        let text = """
            {
              "Data Source": "derived:com.google.hydration:com.google.android.gms:merged",
              "Data Points": [
                {"fitValue":[{"value":{"fpVal":0.25}}],"startTimeNanos":1770296700000000000},
                {"fitValue":[{"value":{"fpVal":0.5}}],"startTimeNanos":"1770300300000000000"},
                {"fitValue":[],"startTimeNanos":1770303900000000000}
              ]
            }

            """
        let outcome = try imported(book, text)
        #expect(
            outcome.skipped.map { "\($0.line) \($0.code): \($0.text)" }
                == ["6 volume.unreadable: \" l\" is not a volume."])
        #expect(
            try drinks(book, "2026-02-05") == ["2026-02-05T13:05:00Z water 250", "2026-02-05T14:05:00Z water 500"])
        #expect(try imported(book, text).duplicates == 2)
        let steps = text.replacing("com.google.hydration", with: "com.google.step_count.delta")
        let refusal = try book.rejectionCode { _ = try imported(book, steps) }
        #expect(refusal?.hasPrefix("65 water.columns: This is no file of drinks: its data points are of ") == true)
    }

    /// dev.fitbit.com/build/reference/web-api: a time series has dateTime and value, one day's log no day.
    @Test("M12: Fitbit's time series of water; one day's log, which states no day, is named") func fitbit() throws {
        let book = try WaterBook()
        let series = "{\"foods-log-water\":[\n{\"dateTime\":\"2026-02-05\",\"value\":\"1500.0\"},\n"
            + "{\"dateTime\":\"2026-02-06\",\"value\":\"0.0\"}]}"
        let outcome = try imported(book, series)
        #expect(outcome.skipped.map { "\($0.line) \($0.code)" } == ["3 volume.positive"])
        #expect(try drinks(book, "2026-02-05") == ["- water 1500"])
        let day = "{\"summary\":{\"water\":1500},\"water\":[{\"amount\":500,\"logId\":1}]}"
        let refusal = try book.rejectionCode { _ = try imported(book, day) }
        let message = "65 water.columns: This is no file of drinks: its entries do not name a date and a volume, but "
        #expect(refusal?.hasPrefix(message + "amount, logid.") == true, "\(refusal ?? "")")
        for text in ["{\"summary\":1}", "[1, 2]", "{\"water\": [}"] {
            let code = try book.rejectionCode { _ = try imported(book, text) }
            #expect(code?.hasPrefix("65 water.columns: ") == true, "\(text)")
        }
    }

    /// HydrationRecordHelper of Android: start_time in milliseconds, start_zone_offset in seconds, volume in litres.
    @Test("Health Connect exports a database: it is named, and its table as CSV is read") func healthConnect() throws {
        let book = try WaterBook(zone: "Asia/Tokyo")
        let database = try book.rejectionCode {
            _ = try book.ledger.importDrinks(Array("SQLite format 3\0".utf8))
        }
        #expect(database?.contains("it is a database, as Health Connect exports one") == true)
        let text = "row_id,start_time,start_zone_offset,end_time,volume\n1,1770296700000,-18000,1770296700000,0.25\n"
        #expect(try imported(book, text).skipped.isEmpty)
        #expect(try drinks(book, "2026-02-05") == ["2026-02-05T13:05:00Z water 250"])
    }

    @Test("M13: a map states the kinds of drinks by name; names of unknown kind are listed once") func kinds() throws {
        let book = try WaterBook()
        let text = """
            date;beverage;volume;unit
            27.01.2026 08:05;Green Tea;0,25;L
            27.01.2026 09:05;Sparkling Water;330;ml
            27.01.2026 10:05;Beer;500;ml
            27.01.2026 11:05;green tea;100;ml
            27.01.2026 12:05;Latte;100;ml

            """
        let dry = try book.ledger.importDrinks(Array(text.utf8), dryRun: true)
        #expect(dry.unknownKinds == ["Green Tea", "Sparkling Water", "Beer"])
        #expect(dry.drinks.count == 1 && dry.skipped.map(\.line) == [2, 3, 4, 5])
        let outcome = try imported(book, text, "kind Green Tea: tea\nkind sparkling water: water\nkind Beer: other")
        #expect(outcome.drinks.count == 5 && outcome.unknownKinds.isEmpty && outcome.skipped.isEmpty)
        #expect(
            try book.today("2026-01-27").drinks.map(\.drink.kind.rawValue)
                == ["tea", "water", "other", "tea", "coffee"])
    }

    @Test("M14: seconds, milliseconds and nanoseconds since 1970 are instants") func counts() throws {
        let book = try WaterBook()
        let text = "Timestamp,Amount\n1770296700,100\n1770296760000,200\n1770296820000000000,300\n12345,400\n"
        #expect(try imported(book, text).skipped.map { "\($0.line) \($0.code)" } == ["5 date.unreadable"])
        #expect(
            try drinks(book, "2026-02-05") == [
                "2026-02-05T13:05:00Z water 100", "2026-02-05T13:06:00Z water 200", "2026-02-05T13:07:00Z water 300",
            ])
    }
}
