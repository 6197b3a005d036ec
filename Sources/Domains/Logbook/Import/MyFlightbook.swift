import EventModel

/// Rows of MyFlightbook's backup and of its import template.
enum MyFlightbook {
    static let table = FlatTable(
        program: "MyFlightbook", required: ["Date", "Tail Number", "Total Flight Time"],
        known: [
            "date", "route", "night", "pic", "approaches", "cficertificate", "icaomodel", "model", "category/class",
        ],
        aliases: [
            "tailnumber": "aircraftid", "totalflighttime": "totaltime", "x-country": "crosscountry", "imc": "actualinstrument",
            "simulatedinstrument": "simulatedinstrument", "dualreceived": "dualreceived", "comments": "pilotcomments", "hobbsstart": "hobbsstart",
            "hobbsend": "hobbsend", "fsdaylandings": "daylandingsfullstop", "fsnightlandings": "nightlandingsfullstop",
            "landings": "alllandings", "hold": "holds", "solotime": "solo",
        ],
        separator: nil, isQuoting: true,
        assumptions: [
            ("format.notTold", "MyFlightbook files have no solo time, take-offs or ground lessons: they are not recorded."),
            ("format.places", "The places of departure and arrival are the first and the last of the route."),
            ("format.signature", "A signature of MyFlightbook is kept as text; no flight is locked by it."),
        ],
        flight: flight, aircraft: aircraft)

    @Sendable private static func flight(_ row: inout RowReader, _ today: CivilDate) throws(RowRefused) -> Flight {
        var flight = Flight(date: try ForeFlightFlights.date(row, today: today))
        flight.aircraft = row.text("aircraftid")
        flight.remarks = row.raw("pilotcomments")
        flight.cfiNumber = row.text("cficertificate").map(CertificateNumber.trimmed)
        readRoute(&row, into: &flight)
        try ForeFlightFlights.checkTexts(flight)
        try ForeFlightFlights.readHours(&row, into: &flight)
        flight.dayLandings = try row.count("daylandingsfullstop", limit: 99, code: "landings")
        flight.nightLandings = try row.count("nightlandingsfullstop", limit: 99, code: "landings")
        flight.allLandings = try row.count("alllandings", limit: 999, code: "landings")
        flight.approaches = try row.count("approaches", limit: 99, code: "approaches")
        flight.holds = row.flag("holds").map { $0 ? 1 : 0 }
        try ForeFlightFlights.accept(&flight, &row)
        flight.extra = row.extra
        return flight
    }

    /// "KRHV KSNS KRHV" or "KRHV-KSNS"; a route of words names no places. Its text is kept.
    private static func readRoute(_ row: inout RowReader, into flight: inout Flight) {
        guard let route = row.text("route") else { return }
        row.keep("route")
        let places = route.split { $0 == " " || $0 == "-" || $0 == "\t" }
        let isPlaces = places.allSatisfy { (3...4).contains($0.utf8.count) && $0.utf8.allSatisfy(isPlaceByte) }
        guard isPlaces, let first = places.first, let last = places.last else {
            return row.assume("route.noPlaces", "Route \"\(route)\" names no places; it is kept as text.")
        }
        flight.from = String(first)
        flight.to = String(last)
    }

    private static func isPlaceByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    @Sendable private static func aircraft(_ row: RowReader) -> AircraftDescription? {
        guard let id = row.text("aircraftid") else { return nil }
        var aircraft = AircraftDescription(id: id)
        aircraft.typeCode = row.text("icaomodel")
        aircraft.model = row.text("model")
        aircraft.aircraftClass = row.text("category/class")
        return aircraft
    }
}
