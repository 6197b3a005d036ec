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
