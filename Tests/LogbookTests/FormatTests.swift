import EventModel
import Logbook
import Tables
import Testing

@Suite struct FormatTests {
    private static let today = day("2026-11-21")

    private func read(_ format: ImportFormat, _ text: String) throws -> ImportReading {
        try format.read(Array(text.utf8), today: Self.today)
    }
    private func notes(_ notes: [ImportNote]) -> [String] { notes.map { "\($0.line) \($0.code)" } }

    private static let samples: [(String, ImportFormat)] = [
        ("own-sample-foreflight.csv", .foreflight), ("own-sample-myflightbook.csv", .myflightbook),
        ("own-sample-logten.tsv", .logten),
        ("own-sample-solotrack.csv", .solotrack), ("foreflight-real-deidentified.csv", .foreflight),
        ("foreflight-synthetic-flat.csv", .foreflight),
    ]

    @Test("S-X.1: a column by any of its names may stand once: of two nobody could say which is meant")
    func aliasTwice() {
        let text =
            "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks,hobbs \n2025-10-04,KRHV,KRHV,1.2,1.2,6,0,N,Y,N,N,1,x,9.9\n"
        #expect(throws: ImportFault.columnTwice(name: "hobbs", line: 1)) { try read(.solotrack, text) }
    }

    @Test("S-X.1: the format is found by the first rows", arguments: samples) func recognised(
        _ file: String, _ format: ImportFormat
    ) throws {
        #expect(try ImportFormat.recognise(Fixture.bytes("samples/\(file)")) == format)
    }

    @Test("S-X.1: what is in no format is told so") func unrecognised() throws {
        for text in ["", "\n\n", "a,b,c\n1,2,3\n", "{\"daybook\":1}\n", "Date,Hobbs\n", "\u{0}\u{0}", "Date,\"Tail"] {
            #expect(try ImportFormat.recognise(Array(text.utf8)) == nil, "\(text)")
        }
        for start in [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] {
            #expect(throws: ImportFault.utf16) { try ImportFormat.recognise(start + [0x44, 0]) }
            #expect(throws: ImportFault.utf16) { try ImportFormat.solotrack.read(start, today: Self.today) }
        }
        for start in [
            [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [0x44, 0, 0, 0, 0x61, 0, 0, 0], [0, 0, 0, 0x44, 0, 0, 0, 0x61],
        ] as [[UInt8]] {
            #expect(throws: ImportFault.utf32) { try ImportFormat.recognise(start + [0x44, 0, 0, 0]) }
            #expect(throws: ImportFault.utf32) { try ImportFormat.solotrack.read(start, today: Self.today) }
        }
        #expect(
            ImportFault.utf32.fault
                == Fault(
                    .unreadable, code: "csv.utf32", message: "The file is UTF-32 text.",
                    hint: "Nothing was imported. Save it again as UTF-8."))
        #expect(
            ImportFault.utf16.fault
                == Fault(
                    .unreadable, code: "csv.utf16", message: "The file is UTF-16 text.",
                    hint: "Nothing was imported. Save it again as UTF-8."))
    }

    @Test("S-X.1: a file in another format than named is refused with the columns that it lacks") func wrongFormat()
        throws
    {
        let file = Fixture.bytes("samples/own-sample-canonical.csv")
        func fault(_ format: ImportFormat) -> Fault? {
            do throws(ImportFault) { _ = try format.read(file, today: Self.today) } catch { return error.fault }
            return nil
        }
        #expect(fault(.solotrack)?.code == "import.noFlights")
        #expect(
            fault(.solotrack)?.message
                == "The first row does not name the columns Date, Hobbs, Day Landings, Night FS Landings, so there are no flights to read."
        )
        #expect(
            fault(.myflightbook)?.hint
                == "Nothing was imported. Export the logbook from MyFlightbook again, or name its format.")
        #expect(
            fault(.logten)?.message
                == "The first row does not name the columns flight_flightDate, flight_totalTime, so there are no flights to read."
        )
    }

    /// The figures that a format states exactly like the canonical file.
    private func expectCanonical(_ reading: ImportReading, without ground: Bool, _ columns: Set<String>) throws {
        let records = try CSVReader.records(Fixture.bytes("samples/own-sample-canonical.csv"))
        var expected = records.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(records[0].fields, $0.fields)) }
        if ground { expected.removeAll { $0["ground_tenths"] != "0" } }
        #expect(reading.flights.count == expected.count)
        for (imported, row) in zip(reading.flights, expected) {
            let flight = imported.flight
            let figures: [String: String] = [
                "date": flight.date.description, "from": flight.from ?? "", "to": flight.to ?? "",
                "aircraft": flight.aircraft ?? "",
                "remarks": flight.remarks ?? "", "route": flight.extra["Route"] ?? "",
                "total_tenths": "\(flight.totalHours.seconds / 360)",
                "dual_tenths": "\(flight.hours(of: .dual).seconds / 360)",
                "solo_tenths": "\(flight.hours(of: .solo).seconds / 360)",
                "pic_tenths": "\(flight.hours(of: .pic).seconds / 360)",
                "xc_tenths": "\(flight.hours(of: .crossCountry).seconds / 360)",
                "night_tenths": "\(flight.hours(of: .night).seconds / 360)",
                "sim_tenths": "\(flight.hours(of: .instrument).seconds / 360)",
                "day_takeoffs": "\(flight.dayTakeoffs ?? 0)",
                "day_full_stop": "\(flight.dayLandings ?? 0)", "night_takeoffs": "\(flight.nightTakeoffs ?? 0)",
                "night_full_stop": "\(flight.nightLandings ?? 0)", "all_landings": "\(flight.landings)",
            ]
            for column in columns { #expect(figures[column] == row[column], "entry \(row["n"] ?? ""), \(column)") }
        }
        #expect(reading.skipped == [])
    }

    @Test("S-X.1: MyFlightbook has the canonical values, but for what it lacks") func myFlightbook() throws {
        let reading = try ImportFormat.myflightbook.read(
            Fixture.bytes("samples/own-sample-myflightbook.csv"), today: Self.today)
        try expectCanonical(
            reading, without: true,
            [
                "date", "aircraft", "remarks", "route", "total_tenths", "dual_tenths", "pic_tenths", "xc_tenths",
                "night_tenths", "sim_tenths", "day_full_stop",
                "night_full_stop", "all_landings",
            ])
        #expect(
            reading.flights.map { $0.flight.from } == [nil, "KRHV", "KRHV", nil, "KRHV", "KSJC", "KSJC", nil, "KRHV"])
        #expect(
            reading.flights.map { $0.flight.to } == [nil, "KRHV", "KRHV", nil, "KRHV", "KRHV", "KRHV", nil, "KPAO"])
        #expect(
            reading.flights.map { $0.flight.cfiNumber } == [
                "1234567", "1234567", "1234567", nil, nil, "1234567", "1234567", "7654321", "1234567",
            ])
        #expect(
            reading.flights.allSatisfy {
                $0.flight.soloHours == nil && $0.flight.solo == nil && $0.flight.approaches == 0
            })
        #expect(reading.flights[4].flight.hobbsStart == 12_345 && reading.flights[4].flight.hobbsEnd == 12_376)
        #expect(
            notes(reading.assumed) == [
                "1 format.notTold", "1 format.places", "1 format.signature", "2 route.noPlaces", "5 route.noPlaces",
            ])
        #expect(reading.assumed[3].text == "Route \"LOCAL\" names no places; it is kept as text.")
        #expect(
            reading.aircraft.map { "\($0.id) \($0.typeCode ?? "") \($0.model ?? "") \($0.aircraftClass ?? "")" } == [
                "N9101ZZ C172 C-172 S ASEL"
            ])
        #expect(
            reading.flights[0].flight.extra["Signature State"] == "Valid"
                && reading.flights[0].flight.extra["Flight ID"] == "1001")
    }

    @Test("S-X.1: MyFlightbook's template, hours and minutes, holds, a semicolon, a row that breaks a rule")
    func template() throws {
        let reading = try read(
            .myflightbook,
            """
            Date;Tail Number;Total Flight Time;Approaches;Hold;Landings;FS Day Landings;Route
            2026-01-02;N1;1:30;3;Yes;2;2;KPAO-KSJC
            2026-01-03;N1;x;;No;1;1;

            """)
        #expect(reading.flights.count == 1 && notes(reading.skipped) == ["3 hobbs.notANumber"])
        let flight = try #require(reading.flights.first?.flight)
        #expect(
            flight.hobbs == 15 && flight.approaches == 3 && flight.holds == 1 && flight.landings == 2
                && flight.from == "KPAO" && flight.to == "KSJC")
    }

    @Test(
        "S-X.1: a row that tells its date alone is no entry, whoever wrote the file (csv-logten, input 1442 of seed 5)",
        arguments: [
            (ImportFormat.logten, "flight_flightDate\tflight_totalTime\t\n2026-02-07\t\t\n2026-02-07\t1.0\t\n"),
            (.myflightbook, "Date,Tail Number,Total Flight Time,FS Day Landings\n2026-02-07,,,\n2026-02-07,N1,1.0,1\n"),
        ])
    func dateOnly(format: ImportFormat, file: String) throws {
        let reading = try read(format, file)
        #expect(notes(reading.skipped) == ["2 row.dateOnly"] && reading.flights.map(\.line) == [3])
    }

    @Test("S-X.1: landings of a row without flight time count, and that is said") func landingsWithoutTime() throws {
        let reading = try read(.myflightbook, "Date,Tail Number,Total Flight Time,FS Day Landings\n2026-02-07,N1,,3\n")
        #expect(reading.flights.first?.flight.landings == 3)
        #expect(
            reading.assumed.filter { $0.code == "hobbs.positive" }.map(\.text) == [
                "No flight time, but landings (3): they count as in the file. If it was a flight, amend the entry with its time."
            ])
    }

    @Test("S-X.1: LogTen has the canonical values, but for what it lacks; quotes are plain text") func logTen() throws {
        let reading = try ImportFormat.logten.read(Fixture.bytes("samples/own-sample-logten.tsv"), today: Self.today)
        try expectCanonical(
            reading, without: false,
            [
                "date", "aircraft", "from", "to", "remarks", "total_tenths", "dual_tenths", "solo_tenths", "pic_tenths",
                "xc_tenths", "night_tenths", "sim_tenths",
                "day_takeoffs", "night_takeoffs", "day_full_stop", "night_full_stop", "all_landings",
            ])
        #expect(
            notes(reading.assumed) == [
                "1 format.notTold", "1 format.fullStops", "7 hobbs.positive", "7 landings.required",
            ])
        #expect(reading.flights[0].flight.remarks == "Pattern work, \"soft field\"")
    }

    @Test(
        "S-X.1: LogTen's full stops are split with as few by night as can be",
        arguments: [
            ("6\t\t4", 4, 0, 6, nil), ("\t5\t5", 0, 5, 5, nil), ("2\t3\t5", 2, 3, 5, nil),
            ("2\t3\t4", 2, 2, 5, "landings.split"), ("2\t3\t1", 1, 0, 5, "landings.split"),
            ("2\t1\t5", 2, 3, 3, "landings.all"), ("2\t1\t", nil, nil, 3, "landings.fullStopsUnknown"),
        ] as [(String, Int?, Int?, Int, String?)])
    func fullStops(_ cells: String, _ day: Int?, _ night: Int?, _ all: Int, _ code: String?) throws {
        let header = "flight_flightDate\tflight_totalTime\tflight_dayLandings\tflight_nightLandings\tflight_fullStops\n"
        let reading = try read(.logten, header + "2026-01-02\t1.0\t\(cells)\n")
        let flight = try #require(reading.flights.first?.flight)
        #expect(flight.dayLandings == day && flight.nightLandings == night && flight.allLandings == all)
        #expect(notes(reading.assumed).dropFirst(2) == (code.map { ["2 \($0)"] } ?? [])[...])
    }

    @Test("S-X.1: SoloTrack's own file has the canonical values, but for what it lacks") func soloTrack() throws {
        let reading = try ImportFormat.solotrack.read(
            Fixture.bytes("samples/own-sample-solotrack.csv"), today: Self.today)
        try expectCanonical(
            reading, without: true,
            [
                "date", "from", "to", "remarks", "total_tenths", "dual_tenths", "solo_tenths", "xc_tenths",
                "night_full_stop", "all_landings",
            ])
        #expect(reading.flights[0].flight.tach == 12 && reading.flights[0].flight.cfiNumber == "1234567")
        #expect(reading.flights[3].flight.solo == true && reading.flights[3].flight.dual == false)
        #expect(notes(reading.assumed) == ["1 format.notTold", "1 format.landings", "1 format.wholeFlights"])
    }

    @Test("S-X.1: a row of SoloTrack that breaks a rule is skipped and named, the others are read") func soloTrackRows()
        throws
    {
        let header =
            "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks\n"
        let reading = try read(
            .solotrack,
            header + """
                2026-01-01,,,1.0,,1,0,Y,Y,N,N,,both
                2026-01-02,,,"1,5",,1,0,N,N,N,N,,
                2026-01-32,,,1.0,,1,0,N,N,N,N,,
                2026-01-03,,,NaN,,1,0,N,N,N,N,,
                2026-01-04,,,1.0,,100,0,N,N,N,N,,
                2026-01-05,,,1.55,1.5,1,0,N,N,N,N,,
                2027-01-01,,,1.0,,1,0,N,N,N,N,,
                2026-01-06,,,1.0,,1,0,maybe,N,N,N,,
                2026-01-07,,,1.0,,1,0,N,N,N,N,,,too long
                2026-01-08,\(String(repeating: "x", count: 65)),,1.0,,1,0,N,N,N,N,,

                """)
        #expect(
            notes(reading.skipped) == [
                "2 category.exclusive", "4 date.notADate", "5 hobbs.notANumber", "6 landings.range", "8 date.future",
                "10 row.tooLong", "11 field.range",
            ])
        #expect(reading.skipped.last?.text == "The place of departure is longer than 64 characters.")
        #expect(notes(reading.assumed).dropFirst(2) == ["1 format.wholeFlights", "9 flag.unread"])
        #expect(reading.flights.map { $0.flight.hobbs?.text } == ["1.5", "1.55", "1.0"])
    }

    @Test(
        "a row with more fields than columns is named though those beyond are blank: hours written 1,5 move the others")
    func commaInHours() throws {
        let reading = try ImportFormat.solotrack.read(
            Array(
                "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks\n2026-02-01,KSJC,KRHV,1,5,,1,0,N,N,N,N,,\n"
                    .utf8),
            today: Self.today)
        let notes = reading.assumed.filter { $0.line == 2 }
        #expect(notes.map(\.code) == ["row.blankBeyond"])
        #expect(
            notes.map(\.text) == [
                "The row has 14 fields, the header 13 columns. What is beyond is blank; see whether the others stand in their columns."
            ])
    }

    // MARK: - Writing

    @Test("S-TC-055, S-TC-057: SoloTrack's file, byte for byte") func exportSoloTrack() throws {
        let file = Fixture.bytes("samples/own-sample-solotrack.csv")
        let reading = try ImportFormat.solotrack.read(file, today: Self.today)
        #expect(
            Array(
                SoloTrackExport.text(reading.flights.map { ExportedFlight(flight: $0.flight) }, guardsFormulas: false)
                    .utf8) == file)
        // The same flights in another program's file, with the numbers of their signatures.
        let other = try ImportFormat.foreflight.read(
            Fixture.bytes("samples/own-sample-foreflight.csv"), today: Self.today)
        let numbers = ["1234567", "1234567", "1234567", nil, nil, nil, "1234567", "1234567", "7654321", "1234567"]
        #expect(
            Array(
                SoloTrackExport.text(
                    zip(other.flights, numbers).map { ExportedFlight(flight: $0.flight, signedNumber: $1) },
                    guardsFormulas: false
                ).utf8) == file)
    }

    @Test("S-TC-054, S-TC-057, S-TC-058: header alone, quoting, empty places") func quoting() {
        let header =
            "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks\n"
        #expect(SoloTrackExport.text([]) == header)
        func row(_ remarks: String) -> String {
            String(
                SoloTrackExport.text([ExportedFlight(flight: flight { $0.remarks = remarks })]).dropFirst(header.count))
        }
        #expect(
            row("He said \"good landing\", nice")
                == "2026-02-01,,,1.5,1.5,1,0,N,N,N,N,,\"He said \"\"good landing\"\", nice\"\n")
        #expect(row("plain").split(separator: ",", omittingEmptySubsequences: false).count == 13)
        #expect(
            row("two\nlines").hasSuffix(",\"two\nlines\"\n") && row("a\rb").hasSuffix(",\"a\rb\"\n")
                && row("=SUM(A1)").hasSuffix(",'=SUM(A1)\n"))
        #expect(
            row("a \"\u{301} b").hasSuffix(",\"a \"\"\u{301} b\"\n"), "a quote is doubled whatever it is joined with")
        #expect(row("\u{1F6E9}\u{200F}שלום").hasSuffix(",\u{1F6E9}\u{200F}שלום\n"))
    }

    @Test(
        "S-TC-057: landings by day are all but those by night; flags are one of solo and dual; no flight time, no row")
    func figures() {
        func row(_ change: (inout Flight) -> Void) -> [String] {
            SoloTrackExport.text([ExportedFlight(flight: flight("2026-02-01", change), signedNumber: "7")]).split(
                separator: "\n"
            ).dropFirst()
                .map(String.init)
        }
        #expect(
            row {
                $0.allLandings = 6; $0.dayLandings = 4; $0.nightLandings = 1; $0.solo = true
            } == ["2026-02-01,,,1.5,1.5,5,1,Y,N,N,N,7,"])
        // All landings are never fewer than the full stops: one by day, two by night.
        #expect(
            row {
                $0.allLandings = 0; $0.nightLandings = 2; $0.cfiNumber = "8"; $0.tach = 12
            } == ["2026-02-01,,,1.5,1.2,1,2,N,N,N,N,7,"])
        #expect(
            row {
                $0.soloHours = 5; $0.dualHours = 10; $0.crossCountryHours = 5; $0.instrumentHours = 2
            } == ["2026-02-01,,,1.5,1.5,1,0,N,N,Y,Y,7,"])
        #expect(row { $0.hobbs = 0 } == [])
    }

    @Test(
        "S-X.1: what ForeFlight's file says comes out so that reading it again gives the same",
        arguments: [
            "own-sample-foreflight.csv", "foreflight-real-deidentified.csv", "foreflight-synthetic-flat.csv",
        ])
    func exportForeFlight(_ file: String) throws {
        let reading = try ImportFormat.foreflight.read(Fixture.bytes("samples/\(file)"), today: Self.today)
        let text = ForeFlightExport.text(
            reading.flights.map { ExportedFlight(flight: $0.flight) }, aircraft: reading.aircraft)
        let again = try read(.foreflight, text)
        #expect(
            again.skipped == [] && again.flights.count == reading.flights.count && again.aircraft == reading.aircraft)
        let person = try #require(PrincipalID(bytes: Array(repeating: 7, count: 16)))
        #expect(
            again.flights.map { $0.identityBytes(principal: person) }
                == reading.flights.map { $0.identityBytes(principal: person) })
        #expect(FlightMeasures(totalOf: again) == FlightMeasures(totalOf: reading))
    }

    @Test("S-X.1: a cell that was kept is written only while it says what its field says") func staleCells() throws {
        var entry = flight {
            $0.hobbs = 13
            $0.approaches = 2
            $0.extra = ["TotalTime": "1.25", "Approach1": "2;ILS;16;KABC;;", "Route": "LOCAL", "Mood": "good"]
        }
        func cells() throws -> [String: String] {
            let text = ForeFlightExport.text([ExportedFlight(flight: entry)], aircraft: [])
            let records = try CSVReader.records(Array(text.utf8))
            let header = try #require(records.first { $0.fields.first == "Date" })
            return Dictionary(uniqueKeysWithValues: zip(header.fields, try #require(records.last).fields))
        }
        #expect(
            try cells()["TotalTime"] == "1.25" && cells()["Approach1"] == "2;ILS;16;KABC;;"
                && cells()["Route"] == "LOCAL" && cells()["Mood"] == "good")
        entry.hobbs = 20
        entry.approaches = 3
        #expect(try cells()["TotalTime"] == "2.0" && cells()["Approach1"] == "3;;;;;")
    }
}

extension FlightMeasures {
    fileprivate init(totalOf reading: ImportReading) {
        self = reading.flights.reduce(into: .zero) { $0 += FlightMeasures(of: $1.flight) }
    }
}
