import DaybookDomains
import Testing

/// The record of pilot time of FAA Form 8710-1.
@Suite struct Form8710Tests {
    private let shell = Shell()

    private static let file = """
        ForeFlight Logbook Import,,,,,,,,,,
        ,,,,,,,,,,
        Aircraft Table,,,,,,,,,,
        AircraftID,EquipmentType,TypeCode,Year,Make,Model,Category,Class,GearType,EngineType
        N1,aircraft,C172,1999,Cessna,172,airplane,airplane_single_engine_land,\
        fixed_tricycle,Piston
        H1,aircraft,R22,1999,Robinson,R22,rotorcraft,rotorcraft_helicopter,skids,Piston
        SIM,batd,,,Redbird,TD,airplane,airplane_single_engine_land,,
        ,,,,,,,,,,
        Flights Table,,,,,,,,,,
        Date,AircraftID,From,To,TotalTime,PIC,Night,Solo,CrossCountry,DualReceived,\
        ActualInstrument,SimulatedInstrument,AllLandings,DayLandingsFullStop,NightLandingsFullStop,PilotComments
        2026-01-01,N1,KSJC,KRHV,2.0,0,1.5,0,2.0,2.0,0.2,0.5,3,0,3,
        2026-01-02,N1,KSJC,KRHV,1.5,1.5,0.5,1.5,1.5,0,0,0,1,0,1,
        2026-01-03,H1,KSJC,KSJC,1.0,1.0,0,0,0,0,0,0,1,1,0,
        2026-01-04,SIM,KSJC,KSJC,1.2,0,0,0,0,1.2,0,1.2,0,0,0,
        2026-01-05,N9,KSJC,KSJC,0.7,0.7,0,0,0,0,0,0,1,1,0,

        """

    @Test("given flights in an airplane, a helicopter, a device and an aircraft not described, each has its row")
    func rows() {
        shell.must("import", shell.file("book.csv", Form8710Tests.file))
        guard case .array(let rows)? = shell.must("logbook", "8710", "--json").json["rows"] else {
            Issue.record("no rows")
            return
        }
        #expect(
            rows.compactMap { $0["row"]?.stringValue } == [
                "airplane", "rotorcraft", "notDescribed", "aviationTrainingDevice",
            ])
        let airplane = rows[0]
        let expected = [
            "totalHours": "3.5", "instructionReceivedHours": "2.0", "soloHours": "1.5", "picHours": "1.5",
            "crossCountryInstructionHours": "2.0", "crossCountrySoloHours": "1.5", "crossCountryPicHours": "1.5",
            "instrumentHours": "0.7", "nightInstructionHours": "1.5", "nightPicHours": "0.5", "nightLandings": "3",
            "nightLandingsPic": "1", "flights": "2",
        ]
        for (name, value) in expected { #expect(airplane[name]?.text == value, "\(name)") }
        #expect(rows[3]["totalHours"]?.text == "1.2" && rows[3]["instrumentHours"]?.text == "1.2")
        let text = shell.must("logbook", "8710").lines
        #expect(text[0].split(separator: " ", omittingEmptySubsequences: true).first == "Airplanes")
        #expect(text.contains { $0.hasPrefix("Cross-country, instruction received  ") })
        #expect(
            text.last
                == "Note: No description states the category of some aircraft; "
                + "an import of an aircraft table brings it."
        )
        let early = shell.must("logbook", "8710", "--on", "2026-01-01", "--json").json["rows"]
        #expect(early?.count == 1 && early?[0]?["totalHours"]?.text == "2.0")
    }

    /// A night cross-country as second in command of a turboprop, and three flights of a glider in one entry.
    private func crew() {
        shell.must(
            "flight", "describe", "N2", "--class", "amel", "--make", "Beech", "--model", "1900D", "--type", "BE190",
            "--gear", "nosewheel", "--retractable", "--engine", "turboprop")
        shell.must("flight", "describe", "G1", "--class", "glider")
        shell.must(
            "flight", "log", "--date", "2026-02-01", "--hobbs", "2.0", "--sic-hours", "1.5", "--xc",
            "--night-landings", "1", "--aircraft", "N2")
        shell.must(
            "flight", "log", "--date", "2026-02-02", "--hobbs", "1.0", "--pic-hours", "1.0", "--day-landings", "3",
            "--aircraft", "G1")
    }

    @Test("second-in-command time has its parts, a glider's landings are flights, and classes have totals")
    func secondInCommand() {
        crew()
        let answer = shell.must("logbook", "8710", "--json").json
        let airplane = answer["rows"]?[0]
        let expected = [
            "row": "airplane", "sicHours": "1.5", "crossCountrySicHours": "1.5", "nightSicHours": "1.5",
            "nightTakeoffsSic": "1", "nightLandingsSic": "1", "crossCountryPicHours": "0.0", "nightLandingsPic": "0",
            "flights": "1",
        ]
        for (name, value) in expected {
            #expect((airplane?[name]?.stringValue ?? airplane?[name]?.text) == value, "\(name)")
        }
        #expect(answer["rows"]?[1]?["row"]?.stringValue == "glider" && answer["rows"]?[1]?["flights"]?.text == "3")
        let classes = answer["classes"]
        #expect(classes?.count == 2 && classes?[0]?["class"]?.stringValue == "multiEngineLand")
        #expect(classes?[0]?["sicHours"]?.text == "1.5" && classes?[0]?["totalHours"]?.text == "2.0")
        #expect(classes?[1]?["class"]?.stringValue == "glider" && classes?[1]?["picHours"]?.text == "1.0")
        #expect(shell.must("logbook", "8710").lines.contains { $0.hasPrefix("Class  ") })
        let totals = shell.must("flight", "totals", "--by", "class")
        #expect(totals.lines[0].contains("  PIC  SIC  "))
        #expect(shell.run("flight", "totals", "--json").json["total"]?["sicHours"]?.text == "1.5")
    }

    @Test("totals by model and type sum complex, retractable and turbine aircraft, and name what is not stated")
    func features() {
        crew()
        let answer = shell.must("flight", "totals", "--by", "model", "--json").json
        #expect(answer["groups"]?[0]?["key"]?.stringValue == "Beech 1900D")
        #expect(answer["groups"]?[1]?["key"] == .null && answer["groups"]?[1]?["totalHours"]?.text == "1.0")
        for (place, name, hours, notStated) in [
            (0, "complex", "0.0", "3.0"), (1, "highPerformance", "0.0", "3.0"), (2, "retractable", "2.0", "1.0"),
            (3, "taa", "0.0", "3.0"), (4, "turbine", "2.0", "1.0"), (5, "tailwheel", "0.0", "1.0"),
        ] {
            let feature = answer["features"]?[place]
            #expect(feature?["key"]?.stringValue == name && feature?["totalHours"]?.text == hours, "\(name)")
            #expect(feature?["notStatedHours"]?.text == notStated, "\(name)")
        }
        let lines = shell.must("flight", "totals", "--by", "type").lines
        #expect(lines[1].hasPrefix("BE190 ") && lines[2].hasPrefix("No type described"))
        #expect(lines[5].hasPrefix("Aircraft ") && lines[5].hasSuffix("Not stated"))
        shell.must("flight", "forward", "--date", "2025-12-31", "--total", "100", "--sic", "20")
        let forwarded = shell.must("flight", "totals", "--by", "type", "--json").json
        #expect(forwarded["total"]?["sicHours"]?.text == "21.5")
        #expect(forwarded["features"]?[4]?["notStatedHours"]?.text == "101.0")
        #expect(shell.must("flight", "totals", "--json").json["features"] == nil)
    }

    @Test("given no flight, the logbook is empty; without --html the book itself is wrong usage") func empty() {
        #expect(shell.must("logbook", "8710").status == 0)
        let bare = shell.run("logbook")
        #expect(
            bare.status == 64
                && bare.err
                    == "error: Missing expected argument '--html <file>'.\n"
                    + "hint: \"daybook logbook --help\" shows how.\n"
        )
    }
}
