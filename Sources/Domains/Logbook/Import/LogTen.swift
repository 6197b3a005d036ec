import EventModel

/// Rows of LogTen's tab-separated export. Its fields are not quoted: a quote is a character of the text.
enum LogTen {
    static let table = FlatTable(
        program: "LogTen", required: ["flight_flightDate", "flight_totalTime"], known: ["flight_daylandings", "flight_nightlandings", "flight_fullstops"],
        aliases: [
            "flight_flightdate": "date", "flight_from": "from", "flight_to": "to", "flight_totaltime": "totaltime", "flight_pic": "pic",
            "flight_solo": "solo", "flight_dualreceived": "dualreceived", "flight_night": "night", "flight_crosscountry": "crosscountry",
            "flight_actualinstrument": "actualinstrument", "flight_simulatedinstrument": "simulatedinstrument",
            "flight_daytakeoffs": "daytakeoffs", "flight_nighttakeoffs": "nighttakeoffs", "flight_holds": "holds",
            "flight_hobbsstart": "hobbsstart", "flight_hobbsstop": "hobbsend", "flight_selectedapproach1": "approach1",
            "flight_review": "flightreview", "flight_instrumentproficiencycheck": "ipc", "flight_remarks": "pilotcomments",
            "aircraft_aircraftid": "aircraftid",
        ],
        separator: UInt8(ascii: "\t"), isQuoting: false,
        assumptions: [
            ("format.notTold", "LogTen files have no instructor's number and no ground lessons: they are not recorded."),
            ("format.fullStops", "LogTen counts full stops together: by night is what the landings by day leave of them."),
        ],
        flight: flight, aircraft: { row in row.text("aircraftid").map { AircraftDescription(id: $0) } })

    @Sendable private static func flight(_ row: inout RowReader, _ today: CivilDate) throws(RowRefused) -> Flight {
        var flight = Flight(date: try ForeFlightFlights.date(row, today: today))
        flight.from = row.text("from")
        flight.to = row.text("to")
        flight.aircraft = row.text("aircraftid")
        flight.remarks = row.raw("pilotcomments")
        try ForeFlightFlights.checkTexts(flight)
        try ForeFlightFlights.readHours(&row, into: &flight)
        try readLandings(&row, into: &flight)
        try ForeFlightFlights.readInstrumentWork(&row, into: &flight)
        flight.flightReview = row.flag("flightreview")
        flight.instrumentCheck = row.flag("ipc")
        try ForeFlightFlights.accept(&flight, &row)
        flight.extra = row.extra
        return flight
    }

    /// Landings by day and by night, of which so many were full stops: of those as few as possible are taken to have been by night.
    private static func readLandings(_ row: inout RowReader, into flight: inout Flight) throws(RowRefused) {
        let day = try row.count("flight_daylandings", limit: 999, code: "landings")
        let night = try row.count("flight_nightlandings", limit: 999, code: "landings")
        let stops = try row.count("flight_fullstops", limit: 198, code: "landings")
        flight.dayTakeoffs = try row.count("daytakeoffs", limit: 999, code: "takeoffs")
        flight.nightTakeoffs = try row.count("nighttakeoffs", limit: 999, code: "takeoffs")
        if day != nil || night != nil { flight.allLandings = (day ?? 0) + (night ?? 0) }
        guard let stops else {
            if let landings = flight.allLandings, landings > 0 {
                row.assume("landings.fullStopsUnknown", "The file does not give full stops: none of the \(landings) landings counts as one.")
            }
            return
        }
        let byDay = min(stops, day ?? 0)
        let byNight = stops - byDay
        guard byDay <= 99, byNight <= 99 else { throw RowRefused(code: "landings.range", text: "More than 99 full stops by day or by night.") }
        flight.dayLandings = byDay
        flight.nightLandings = byNight
        if let day, let night, day > 0, night > 0, stops < day + night {
            row.assume("landings.split", "\(stops) full stops among \(day) landings by day and \(night) by night: \(byNight) of them are taken to have been by night.")
        }
    }
}
