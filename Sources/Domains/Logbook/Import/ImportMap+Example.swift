import Tables

extension ImportMap {
    /// A map for the file at hand: the columns whose names are known, then the others as comments, then the fields
    /// that are left.
    ///
    /// Throws where the first row cannot be read. O(bytes of the first rows).
    public static func example(for bytes: [UInt8], file: String) throws(ImportFault) -> String {
        try ImportFormat.refuseWide(bytes)
        var reader = CSVReader(bytes, separator: CSVReader.likelySeparator(of: bytes))
        var header: CSVRecord?
        while header == nil {
            let record: CSVRecord?
            do { record = try reader.next() } catch { throw .csv(error) }
            guard let record else { throw .noFlightsHeader }
            if !record.isBlank { header = record }
        }
        var (lines, unknown, named): ([String], [String], Set<String>) = ([], [], [])
        for cell in header?.fields ?? [] where !cell.isBlank {
            let key = ColumnPlan.key(cell)
            // A name with a line break would be a line of its own in the map.
            let name = cell.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
            if let field = guesses.first(where: { $0.names.contains(key) })?.field, named.insert(field).inserted {
                lines.append("\(field): \(name)")
            } else {
                unknown.append("# ?: \(name)")
            }
        }
        let file = file.split(whereSeparator: \.isNewline).joined(separator: " ")
        let left = fields.map(\.field).filter { !named.contains($0) }.joined(separator: ", ")
        let head = [
            "# Import map for \(file). One \"field: Column\" a line; complete it, then:",
            "# daybook import \(file) --map THIS-FILE",
            "# dates is mdy, dmy or ymd; hours is decimal or minutes.", "dates: ymd", "hours: decimal",
        ]
        let rest = unknown.isEmpty ? [] : ["# Columns that no field is named for:"] + unknown
        return (head + lines + rest + ["# Fields that are left: \(left)"]).joined(separator: "\n") + "\n"
    }

    /// Names of columns that logbook programs use, without blanks and in lower case.
    private static let guesses: [(field: String, names: Set<String>)] = [
        ("date", ["date", "flightdate", "flight_flightdate", "mcc_date", "pilotlog_date"]),
        ("from", ["from", "departure", "dep", "departureairport", "origin", "af_dep", "flight_from"]),
        ("to", ["to", "arrival", "arr", "arrivalairport", "destination", "af_arr", "flight_to"]),
        (
            "aircraft",
            [
                "aircraftid", "aircraft", "registration", "tailnumber", "aircraftident", "aircraftreg", "ac_reg",
                "aircraft_aircraftid", "ident",
            ]
        ),
        (
            "hobbs",
            [
                "totaltime", "total", "totalflighttime", "totalduration", "totaldurationofflight", "flighttime",
                "duration", "hobbs", "time_total",
            ]
        ),
        ("picHours", ["pic", "pilotincommand", "p1", "time_pic", "flight_pic"]), ("soloHours", ["solo", "solotime"]),
        ("dualHours", ["dualreceived", "dual", "dualreceivedtime", "instructionreceived", "time_dual"]),
        ("nightHours", ["night", "nighttime", "time_night"]),
        ("crossCountryHours", ["crosscountry", "cross-country", "xc", "x-country", "time_xc"]),
        ("instrumentHours", ["simulatedinstrument", "hood", "siminstrument", "time_hood"]),
        ("actualInstrumentHours", ["actualinstrument", "actual", "imc", "time_actual"]),
        ("groundHours", ["groundtraining", "ground", "groundinstruction"]),
        ("hobbsStart", ["hobbsstart"]), ("hobbsEnd", ["hobbsend", "hobbsstop"]),
        ("allLandings", ["alllandings", "landings", "totallandings"]),
        ("landingsByDay", ["daylandings", "landingsday", "ldg_day"]),
        ("landingsByNight", ["nightlandings", "landingsnight", "ldg_night"]),
        ("dayLandings", ["daylandingsfullstop", "fsdaylandings"]),
        ("nightLandings", ["nightlandingsfullstop", "fsnightlandings"]),
        ("dayTakeoffs", ["daytakeoffs", "takeoffsday", "to_day"]),
        ("nightTakeoffs", ["nighttakeoffs", "takeoffsnight", "to_night"]),
        ("approaches", ["approaches", "instrumentapproaches"]), ("holds", ["holds", "hold", "holding"]),
        ("distanceNm", ["distance"]),
        ("flightReview", ["flightreview", "bfr"]), ("instrumentCheck", ["ipc"]), ("checkride", ["checkride"]),
        ("cfiNumber", ["cfinumber", "cficertificate"]), ("remarks", ["remarks", "comments", "pilotcomments", "notes"]),
    ]
}
