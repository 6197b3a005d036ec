import EventModel
import Tables

extension ImportMap {
    /// A map for the file at hand: the columns whose names are known, then the others as comments, then the fields
    /// that are left.
    ///
    /// `command` is how a program imports the file with the map, where it has a command. Throws where the first row
    /// cannot be read. O(bytes of the first rows).
    public static func example(
        for bytes: [UInt8], file: String, command: (String) -> String? = { _ in nil }
    ) throws(ImportFault) -> String {
        try ImportFormat.refuseWide(bytes)
        var reader = CSVReader(bytes, separator: CSVReader.likelySeparator(of: bytes))
        var rows: [CSVRecord] = []
        while rows.count < 100 {
            do {
                guard let record = try reader.next() else { break }
                if !record.isBlank { rows.append(record) }
            } catch {
                // The import reports what is wrong further down.
                if rows.isEmpty { throw .csv(error) }
                break
            }
        }
        // Spreadsheets may have a title above the header.
        func known(_ row: CSVRecord) -> Int { row.fields.count { ImportMap.guess($0) != nil } }
        guard let header = rows.prefix(16).max(by: { known($0) < known($1) }) else { throw .noFlightsHeader }
        var (lines, unknown, named): ([String], [String], Set<String>) = ([], [], [])
        for cell in header.fields where !cell.isBlank {
            // A name with a line break would be a line of its own in the map.
            let name = cell.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
            if let field = guess(cell), named.insert(field).inserted {
                lines.append("\(field): \(name)")
            } else {
                unknown.append("# ?: \(name)")
            }
        }
        let order = order(of: rows.drop { $0 != header }, header)
        let file = file.split(whereSeparator: \.isNewline).joined(separator: " ")
        let left = fields.map(\.field).filter { !named.contains($0) }.joined(separator: ", ")
        let head = [
            "# Import map for \(file). One \"field: Column\" a line; complete it, then "
                + (command(file) ?? "import the file with it") + ".",
            "# dates is mdy, dmy or ymd; hours is decimal or minutes.", "dates: \(order.rawValue)", "hours: decimal",
        ]
        let rest = unknown.isEmpty ? [] : ["# Columns that no field is named for:"] + unknown
        return (head + lines + rest + ["# Fields that are left: \(left)"]).joined(separator: "\n") + "\n"
    }

    /// The order that the dates below a header show; year, month and day where none shows one.
    private static func order(of rows: some Sequence<CSVRecord>, _ header: CSVRecord) -> DateOrder {
        guard let place = header.fields.firstIndex(where: { guess($0) == "date" }) else { return .yearMonthDay }
        for row in rows where place < row.fields.count {
            if case .numbers(let numbers) = DateText(row.fields[place].trimmed), let shown = DateText.proof(numbers) {
                return shown
            }
        }
        return .yearMonthDay
    }

    /// The field that a column's name states; nil for a name that is not known.
    private static func guess(_ column: String) -> String? {
        let key = ColumnPlan.key(column)
        return guesses.first { $0.names.contains(key) }?.field
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
        ("sicHours", ["sic", "secondincommand", "p2", "time_sic"]),
        ("dualGivenHours", ["dualgiven", "instructiongiven", "time_instructor"]),
        ("inDevice", ["ac_issim"]), ("broughtForward", ["is_prevexp"]),
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
