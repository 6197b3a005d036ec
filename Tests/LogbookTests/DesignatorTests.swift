import EventModel
import Logbook
import Testing

@Suite struct DesignatorTests {
    private let person = PrincipalID(hex: "000102030405060708090a0b0c0d0e0f")!

    private func read(_ rows: String) throws -> [ImportedFlight] {
        try ForeFlightImport.read(
            Array(("Date,AircraftID,From,To,TotalTime\n" + rows).utf8), today: day("2026-11-21")
        ).flights
    }

    @Test("D-11: identifiers of places and registrations get upper case, names stay")
    func cases() {
        #expect(
            ["ksjc", " ksjc\t", "1ca9", "e16", "Palo Alto", "Reid-Hillview", "ästa"].map(Designator.place)
                == ["KSJC", "KSJC", "1CA9", "E16", "Palo Alto", "Reid-Hillview", "ästa"])
        #expect(
            ["n123ab", "g-abcd", "N1", "Redbird", "Frasca 141"].map(Designator.aircraft)
                == ["N123AB", "G-ABCD", "N1", "Redbird", "Frasca 141"])
        #expect(Designator.isSame("Palo Alto", "PALO ALTO") && !Designator.isSame("KSJC", "KSJ"))
    }

    @Test("names that differ in hyphens, blanks and case alone are alike") func alike() {
        #expect(
            Designator.alike(["N1AA", "n-1aa", "N 1AA", "N2", "n2", "-", " ", "D-E"])
                == [["N 1AA", "N-1AA", "N1AA"]])
    }

    @Test("S-X.1: a row in lower case is the entry of the same row in upper case, and has its earlier name")
    func identity() throws {
        let small = try read("2026-02-01,n1ab,ksjc,krhv,1.0\n")[0]
        let large = try read("2026-02-01,N1AB,KSJC,KRHV,1.0\n")[0]
        #expect(small.flight == large.flight && small.flight.from == "KSJC")
        #expect(small.identityBytes(principal: person) == large.identityBytes(principal: person))
        var stated = small.flight
        (stated.from, stated.to, stated.aircraft) = ("ksjc", "krhv", "n1ab")
        #expect(
            small.earlierIdentityBytes(principal: person)
                == [ImportIdentity.bytes(of: stated, ordinal: 0, principal: person)])
        #expect(large.earlierIdentityBytes(principal: person).isEmpty && small.isSame(as: stated))
    }

    @Test("S-X.1: of equal rows those in upper case keep the numbers that earlier versions gave them")
    func ordinals() throws {
        let rows = try read("2026-02-01,n1ab,ksjc,krhv,1.0\n2026-02-01,N1AB,KSJC,KRHV,1.0\n")
        #expect(rows.map(\.ordinal) == [1, 0])
        #expect(rows.map { $0.earlier.map(\.ordinal) } == [[0], []])
    }

    @Test("D-11: recent routes and meters ignore case")
    func comparisons() {
        func flight(_ from: String, _ aircraft: String, _ start: Int, _ end: Int) -> Flight {
            var flight = Flight(date: day("2026-02-01"))
            (flight.from, flight.to, flight.aircraft) = (from, "KRHV", aircraft)
            (flight.hobbsStart, flight.hobbsEnd) = (Hours(tenths: start), Hours(tenths: end))
            return flight.filledInAsBefore
        }
        let flights = [flight("ksjc", "n1ab", 100, 110), flight("KSJC", "N1AB", 105, 115)]
        #expect(RecentRoute.latest(of: flights).map(\.text) == ["KSJC → KRHV"])
        let conflicts = LogbookReview.conflicts(flights.map { ReviewedFlight($0) })
        #expect(conflicts.map(\.kind) == [.metersOverlap] && conflicts.first?.hours == Hours(tenths: 5))
    }
}

extension Flight {
    /// An entry with the hours of its meter, as a program that kept the case of designators wrote it.
    fileprivate var filledInAsBefore: Flight {
        var flight = self
        flight.hobbs = hobbsDuration
        return flight
    }
}
