import EventModel

/// Rows of LogTen's export. With tabs its fields are not quoted: a quote is a character of the text.
enum LogTen {
    static let table = FlatTable(
        program: "LogTen", required: ["flight_flightDate", "flight_totalTime"],
        known: Set(furtherApproaches).union([
            "flight_daylandings", "flight_nightlandings", "flight_fullstops", "flight_distance", "flight_ground",
            "aircraft_tailwheel",
            "aircrafttype_type", "aircrafttype_selectedaircraftclass",
        ]),
        aliases: [
            "flight_flightdate": "date", "flight_from": "from", "flight_to": "to", "flight_totaltime": "totaltime",
            "flight_pic": "pic",
            "flight_solo": "solo", "flight_dualreceived": "dualreceived", "flight_night": "night",
            "flight_crosscountry": "crosscountry",
            "flight_actualinstrument": "actualinstrument", "flight_simulatedinstrument": "simulatedinstrument",
            "flight_daytakeoffs": "daytakeoffs", "flight_nighttakeoffs": "nighttakeoffs", "flight_holds": "holds",
            "flight_hobbsstart": "hobbsstart", "flight_hobbsstop": "hobbsend", "flight_selectedapproach1": "approach1",
            "flight_review": "flightreview", "flight_instrumentproficiencycheck": "ipc",
            "flight_remarks": "pilotcomments",
            "aircraft_aircraftid": "aircraftid",
        ],
        isQuoting: nil,
        assumptions: { plan in
            let ground = plan.place("flight_ground") == nil ? " and no ground lessons: they are" : ": it is"
            return [
                ("format.notTold", "LogTen files have no instructor's number\(ground) not recorded."),
                (
                    "format.fullStops",
                    "LogTen counts full stops together: by night is what the landings by day leave of them."
                ),
            ]
        },
        flight: flight, aircraft: aircraft)

    private static let furtherApproaches = (2...10).map { "flight_selectedapproach\($0)" }

    @Sendable private static func flight(_ row: inout RowReader, _ today: CivilDate) throws(RowRefused) -> ReadFlight {
        var flight = Flight(date: try row.date(today: today))
        flight.from = row.text("from")
        flight.to = row.text("to")
        flight.aircraft = row.text("aircraftid")
        flight.remarks = row.raw("pilotcomments")
        try ForeFlightFlights.checkTexts(flight)
        try ForeFlightFlights.readHours(&row, into: &flight)
        try readLandings(&row, into: &flight)
        flight.holds = try row.holdingPatterns()
        flight.flightReview = row.flag("flightreview")
        flight.instrumentCheck = row.flag("ipc")
        // Earlier versions read no distance and no ground lesson; neither names an entry but the latter.
        var earlier = flight
        earlier.groundHours = nil
        flight.approaches = try readApproaches(&row)
        flight.distanceNm = row.distance("flight_distance")
        if row.text("flight_ground") != nil { flight.groundHours = try row.hours("flight_ground") }
        flight.extra = row.extra
        try ForeFlightFlights.accept(&flight, &row)
        return ReadFlight(flight, earlier: earlier)
    }

    /// The ten approaches, each `count;type;…`, `type` or `type (count)`. The texts are kept.
    private static func readApproaches(_ row: inout RowReader) throws(RowRefused) -> Int? {
        var total: Int?
        for column in ["approach1"] + furtherApproaches {
            guard let cell = row.text(column) else { continue }
            row.keep(column)
            total = (total ?? 0) + (ForeFlightFlights.count(cell) ?? count(cell))
        }
        guard (total ?? 0) <= 99 else { throw RowRefused(code: "approaches.range", text: "More than 99 approaches.") }
        return total
    }

    /// `ILS (2)` is two approaches, `ILS` is one.
    private static func count(_ approach: String) -> Int {
        guard approach.hasSuffix(")"), let open = approach.lastIndex(of: "(") else { return 1 }
        return DecimalText(approach[approach.index(after: open)...].dropLast())?.integer ?? 1
    }

    @Sendable private static func aircraft(_ row: RowReader) -> AircraftDescription? {
        guard let id = row.text("aircraftid") else { return nil }
        var aircraft = AircraftDescription(id: id)
        aircraft.typeCode = row.text("aircrafttype_type")
        aircraft.aircraftClass = row.text("aircrafttype_selectedaircraftclass")
        var row = row
        if row.flag("aircraft_tailwheel") == true { aircraft.gear = "fixed_tailwheel" }
        return aircraft
    }

    /// Landings by day and by night, of which so many were full stops: of those as few as possible are taken to have
    /// been by night.
    private static func readLandings(_ row: inout RowReader, into flight: inout Flight) throws(RowRefused) {
        let day = try row.count("flight_daylandings", limit: 999, code: "landings")
        let night = try row.count("flight_nightlandings", limit: 999, code: "landings")
        let stops = try row.count("flight_fullstops", limit: 198, code: "landings")
        flight.dayTakeoffs = try row.count("daytakeoffs", limit: 999, code: "takeoffs")
        flight.nightTakeoffs = try row.count("nighttakeoffs", limit: 999, code: "takeoffs")
        if day != nil || night != nil { flight.allLandings = (day ?? 0) + (night ?? 0) }
        guard let stops else {
            if let night, night > 0 { row.keepOutOfFigures("flight_nightlandings") }
            if let all = flight.allLandings, all > 0 { row.assumeNoFullStops(of: all, byNight: night ?? 0) }
            return
        }
        let byDay = min(stops, day ?? 0)
        let byNight = stops - byDay
        guard byDay <= 99, byNight <= 99 else {
            throw RowRefused(code: "landings.range", text: "More than 99 full stops by day or by night.")
        }
        flight.dayLandings = byDay
        flight.nightLandings = byNight
        if let night, night > byNight { row.keepOutOfFigures("flight_nightlandings") }
        if let day, let night, day > 0, night > 0, stops < day + night {
            row.assume(
                "landings.split",
                "\(stops) full stops among \(day) landings by day and \(night) by night: \(byNight) of them are "
                    + "taken to have been by night."
            )
        }
    }
}
