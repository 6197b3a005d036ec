import EventModel

/// Rows of SoloTrack's own export: one decimal an hour, Y or N.
enum SoloTrack {
    /// The columns in their order.
    static let header =
        "Date,From,To,Hobbs,Tach,Day Landings,Night FS Landings,Solo,Dual,XC,Instrument,CFI Number,Remarks"

    static let table = FlatTable(
        program: "SoloTrack", required: ["Date", "Hobbs", "Day Landings", "Night FS Landings"],
        known: [
            "date", "from", "to", "tach", "daylandings", "nightfslandings", "solo", "dual", "xc", "instrument",
            "cfinumber", "remarks",
        ],
        aliases: ["hobbs": "totaltime"], isQuoting: true,
        assumptions: { _ in
            [
                (
                    "format.notTold",
                    "SoloTrack files have no aircraft, parts of the hours, take-offs or signatures: they are not "
                        + "recorded."
                ),
                ("format.landings", "SoloTrack's day landings are taken to have been full stops."),
                (
                    "format.wholeFlights",
                    "SoloTrack's marks give no hours: a flight marked Solo, Dual, XC or Instrument counts there "
                        + "with its whole time, until it is amended."
                ),
            ]
        },
        flight: flight, aircraft: { _ in nil })

    @Sendable private static func flight(_ row: inout RowReader, _ today: CivilDate) throws(RowRefused) -> ReadFlight {
        var flight = Flight(date: try row.date(today: today))
        flight.from = row.text("from")
        flight.to = row.text("to")
        flight.remarks = row.raw("remarks")
        flight.cfiNumber = row.text("cfinumber").map(CertificateNumber.trimmed)
        try ForeFlightFlights.checkTexts(flight)
        flight.hobbs = try row.hours("totaltime")
        if row.text("tach") != nil { flight.tach = try row.hours("tach") }
        flight.dayLandings = try row.count("daylandings", limit: 99, code: "landings")
        flight.nightLandings = try row.count("nightfslandings", limit: 99, code: "landings")
        flight.solo = row.flag("solo")
        flight.dual = row.flag("dual")
        flight.crossCountry = row.flag("xc")
        flight.instrument = row.flag("instrument")
        flight.extra = row.extra
        try ForeFlightFlights.accept(&flight, &row)
        return ReadFlight(flight)
    }
}
