import EventModel
import Logbook
import Testing

@Suite struct ImportIdentityTests {
    private let principal = PrincipalID(hex: "000102030405060708090a0b0c0d0e0f")!

    private func read(_ text: String) throws -> ImportReading {
        try ForeFlightImport.read(Array(text.utf8), today: day("2026-11-21"))
    }

    private func identities(_ reading: ImportReading) -> Set<[UInt8]> {
        Set(reading.flights.map { $0.identityBytes(principal: principal) })
    }

    @Test("S-X.1: the identity's bytes are frozen")
    func bytes() {
        var entry = Flight(date: day("2026-02-08"))
        entry.from = "KSJC"
        entry.to = "KRHV"
        entry.hobbs = 15
        entry.dualHours = 15
        entry.dayLandings = 1
        entry.remarks = "ä"
        let expected: [UInt8] =
            Array("daybook/import/1".utf8) + (0...15).map { UInt8($0) }
            + [0, 0, 0, 0, 0, 0, 0, 1]  // ordinal
            + [0, 0, 0, 0, 0, 0, 0x50, 0x0C]  // 20,492 days
            + [0, 0, 0, 0, 0, 0, 0, 4, 0x4B, 0x53, 0x4A, 0x43] + [0, 0, 0, 0, 0, 0, 0, 4, 0x4B, 0x52, 0x48, 0x56]
            + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 2, 0xC3, 0xA4]
            + [15, 0, 15, 0, 0, 0, 0, 0, 0, 1, 1, 0].flatMap { [0, 0, 0, 0, 0, 0, 0, $0] as [UInt8] }
        #expect(ImportIdentity.bytes(of: entry, ordinal: 1, principal: principal) == expected)
    }

    @Test("S-X.1: 243 entries of the real file have 243 identities, another person's are others")
    func realFile() throws {
        let reading = try ForeFlightImport.read(Fixture.bytes("samples/foreflight-real-deidentified.csv"), today: day("2026-11-21"))
        let other = PrincipalID(hex: "ff0102030405060708090a0b0c0d0e0f")!
        #expect(identities(reading).count == 243)
        #expect(identities(reading).isDisjoint(with: reading.flights.map { $0.identityBytes(principal: other) }))
    }

    @Test("S-X.1: the same flights with their columns in another order and under older names are the same entries")
    func columnOrder() throws {
        let new = """
            Date,AircraftID,From,To,TotalTime,Solo,DualReceived,AllLandings,DayLandingsFullStop,PilotComments,Flight Review (FAA)
            2026-02-08,N1,KSJC,KRHV,1.5,,1.5,1,1,"\"\"Nice\"\"",x
            2026-02-09,N1,KSJC,KRHV,1.0,1.0,,2,2,,

            """
        let old = """
            PilotComments,FlightReview,DayLandingsFullStop,AllLandings,DualReceived,Solo,TotalTime,To,From,AircraftID,Date
            ,,2,2,,1.0,1.0,KRHV,KSJC,N1,2026-02-09
            "\"\"Nice\"\"",x,1,1,1.50,0.0,1.50,KRHV,KSJC,N1,2026-02-08

            """
        #expect(try identities(read(new)) == identities(read(old)))
        #expect(try identities(read(new)).count == 2)
    }

    @Test("S-X.1: two equal flights of one day stay two, and are numbered alike whichever stands first")
    func equalRows() throws {
        let header = "Date,AircraftID,TotalTime,AllLandings,TimeOut\n"
        let early = "2026-02-08,N1,1.5,1,09:00\n"
        let late = "2026-02-08,N1,1.5,1,15:00\n"
        for text in [header + early + late, header + late + early] {
            let flights = try read(text).flights
            #expect(identities(try read(text)).count == 2)
            let ordinals = Dictionary(uniqueKeysWithValues: flights.map { ($0.flight.extra["TimeOut"] ?? "", $0.ordinal) })
            #expect(ordinals == ["09:00": 0, "15:00": 1])
        }
        #expect(try read(header + early + early + early).flights.map(\.ordinal) == [0, 1, 2])
    }

    @Test("S-X.1: whatever names an entry changes its identity", arguments: 0..<16)
    func everyField(index: Int) {
        let changes: [(inout Flight) -> Void] = [
            { $0.date = day("2026-02-02") }, { $0.from = "KPAO" }, { $0.to = "KPAO" }, { $0.aircraft = "N2" },
            { $0.remarks = "x" }, { $0.hobbs = 16 }, { $0.soloHours = 1 }, { $0.dualHours = 1 }, { $0.picHours = 1 },
            { $0.nightHours = 1 }, { $0.crossCountryHours = 1 }, { $0.instrumentHours = 1 }, { $0.groundHours = 1 },
            { $0.actualInstrumentHours = 1 }, { $0.allLandings = 7 }, { $0.nightLandings = 1; $0.allLandings = 1; $0.nightHours = 0 },
        ]
        let plain = ImportIdentity.bytes(of: flight(), ordinal: 0, principal: principal)
        let changed = ImportIdentity.bytes(of: flight(change(changes[index])), ordinal: 0, principal: principal)
        #expect(changed != plain)
    }

    private func flight(_ change: (inout Flight) -> Void = { _ in }) -> Flight { LogbookTests.flight("2026-02-01", change) }
    private func change(_ change: @escaping (inout Flight) -> Void) -> (inout Flight) -> Void { change }

    @Test("S-X.1: text cannot slide from one field into the next")
    func fieldsAreApart() {
        let one = flight { $0.from = "AB"; $0.to = "C" }
        let two = flight { $0.from = "A"; $0.to = "BC" }
        #expect(ImportIdentity.bytes(of: one, ordinal: 0, principal: principal) != ImportIdentity.bytes(of: two, ordinal: 0, principal: principal))
    }
}
