import EventModel

/// Rows of MyFlightbook's backup and of its import template.
enum MyFlightbook {
    static let table = FlatTable(
        program: "MyFlightbook", required: ["Date", "Tail Number", "Total Flight Time"],
        known: [
            "date", "route", "night", "pic", "approaches", "cficertificate", "icaomodel", "model", "category/class",
            "flightreview",
            "landings-toweredairport", "takeoffs-night", "takeoffs-day",
        ],
        prefixes: [checkride],
        aliases: [
            "tailnumber": "aircraftid", "totalflighttime": "totaltime", "x-country": "crosscountry",
            "imc": "actualinstrument",
            "simulatedinstrument": "simulatedinstrument", "dualreceived": "dualreceived", "comments": "pilotcomments",
            "hobbsstart": "hobbsstart",
            "hobbsend": "hobbsend", "fsdaylandings": "daylandingsfullstop", "fsnightlandings": "nightlandingsfullstop",
            "landings": "alllandings", "hold": "holds", "holds": "holds", "solotime": "solo", "solo": "solo",
            "xc": "crosscountry",
            "cross-country": "crosscountry", "crosscountry": "crosscountry", "bfr": "flightreview", "ipc": "ipc",
            "instrumentproficiencycheck": "ipc", "instrumentproficiencycheck(ipc)": "ipc",
            "instrumentproficiencycheck(ipc)received": "ipc", "groundinstructionreceived": "groundtraining",
        ],
        isQuoting: true,
        assumptions: assumptions, flight: flight, aircraft: aircraft)

    /// The beginning of the names of practical tests, such as "Checkride - Private Pilot".
    private static let checkride = "checkride"

    @Sendable private static func assumptions(_ plan: ColumnPlan) -> [(code: String, text: String)] {
        let subjects = [
            ("solo time", ["solo"]), ("take-offs", ["takeoffs-day", "takeoffs-night"]),
            ("ground lessons", ["groundtraining"]),
        ]
        let lacking = subjects.filter { !$0.1.contains { plan.place($0) != nil } }.map(\.0)
        let list =
            lacking.count > 1
            ? lacking.dropLast().joined(separator: ", ") + " or " + (lacking.last ?? "") : lacking.first
        return (list.map { [("format.notTold", "The file has no \($0): they are not recorded.")] } ?? []) + [
            ("format.places", "The places of departure and arrival are the first and the last of the route."),
            ("format.signature", "A signature of MyFlightbook is kept as text; no flight is locked by it."),
        ]
    }

    @Sendable private static func flight(_ row: inout RowReader, _ today: CivilDate) throws(RowRefused) -> ReadFlight {
        var flight = Flight(date: try row.date(today: today))
        flight.aircraft = row.text("aircraftid")
        flight.remarks = row.raw("pilotcomments")
        flight.cfiNumber = row.text("cficertificate").map(CertificateNumber.trimmed)
        row.readRoute(into: &flight)
        row.isInDevice = row.isInDevice || isDevice(flight.aircraft ?? "")
        try ForeFlightFlights.checkTexts(flight)
        try ForeFlightFlights.readHours(&row, into: &flight)
        flight.dayLandings = try row.count("daylandingsfullstop", limit: 99, code: "landings")
        flight.nightLandings = try row.count("nightlandingsfullstop", limit: 99, code: "landings")
        flight.allLandings = try row.count("alllandings", limit: 999, code: "landings")
        flight.approaches = try row.count("approaches", limit: 99, code: "approaches")
        flight.holds = try row.holdingPatterns()
        let earlier = earlier(flight, row)
        try readProperties(&row, into: &flight)
        flight.extra = row.extra
        try ForeFlightFlights.accept(&flight, &row)
        return ReadFlight(flight, earlier: earlier)
    }

    /// The reading of versions before these properties: cross-country and solo hours under one name each, and no ground
    /// lesson.
    private static func earlier(_ flight: Flight, _ row: RowReader) -> Flight {
        var earlier = flight
        earlier.groundHours = nil
        if ColumnPlan.key(row.name("crosscountry")) != "x-country" {
            (earlier.crossCountryHours, earlier.crossCountry) = (nil, nil)
        }
        if ColumnPlan.key(row.name("solo")) != "solotime" {
            (earlier.soloHours, earlier.solo) = (nil, nil)
            earlier.dual = (flight.dualHours ?? .zero) > .zero ? true : nil
        }
        return earlier
    }

    /// Properties of a flight that MyFlightbook writes as columns of their own.
    private static func readProperties(_ row: inout RowReader, into flight: inout Flight) throws(RowRefused) {
        flight.flightReview = row.flag("flightreview")
        flight.instrumentCheck = row.flag("ipc")
        for column in row.plan.keys(withPrefix: checkride) where row.flag(column) == true { flight.checkride = true }
        flight.dayTakeoffs = try row.count("takeoffs-day", limit: 999, code: "takeoffs")
        flight.nightTakeoffs = try row.count("takeoffs-night", limit: 999, code: "takeoffs")
        guard let towered = try row.count("landings-toweredairport", limit: 999, code: "landings") else { return }
        // Only full stops count there (14 CFR 61.109(a)(5)(iii)), and the file counts all.
        flight.towerLandings = min(towered, flight.fullStopLandings)
    }

    @Sendable private static func aircraft(_ row: RowReader) -> AircraftDescription? {
        guard let id = row.text("aircraftid") else { return nil }
        var aircraft = AircraftDescription(id: id)
        aircraft.typeCode = row.text("icaomodel")
        aircraft.model = row.text("model")
        aircraft.aircraftClass = row.text("category/class")
        if isDevice(id) { aircraft.equipment = "sim" }
        return aircraft
    }

    /// Whether a tail number is that of a simulator or training device. Source: MyFlightbook's blog of November 2017.
    private static func isDevice(_ tail: String) -> Bool { tail.uppercased().hasPrefix("SIM") }
}
