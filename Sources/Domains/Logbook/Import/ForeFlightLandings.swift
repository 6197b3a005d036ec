/// ForeFlight's columns of 2025: take-offs and landings by light, by full stop or touch-and-go, and by tower.
///
/// A column without "Towered" holds those at airports without a tower, so that their sum is all of them. ForeFlight
/// keeps the older columns beside them, "Deprecated: Do not edit manually"; where both are filled the larger figure
/// counts.
enum ForeFlightLandings {
    private static let lights = ["day", "night"]
    private static let towers = ["", "towered"]

    static let columns: Set<String> = Set(
        ["takeoff", "landingfull-stop", "landingtouch-and-go"].flatMap { kind in
            lights.flatMap { light in towers.map { kind + light + $0 } }
        })

    static let touchAndGoesByNight = towers.map { "landingtouch-and-gonight" + $0 }

    static func read(_ row: inout RowReader, into flight: inout Flight) throws(RowRefused) {
        // Most files have none of these columns.
        guard columns.contains(where: row.has) else { return }
        let isUntouched = flight.landings == 0 && (flight.dayTakeoffs ?? 0) == 0 && (flight.nightTakeoffs ?? 0) == 0
        try read("takeoff", "day", "takeoffs", &row, &flight.dayTakeoffs)
        try read("takeoff", "night", "takeoffs", &row, &flight.nightTakeoffs)
        try read("landingfull-stop", "day", "landings", &row, &flight.dayLandings)
        try read("landingfull-stop", "night", "landings", &row, &flight.nightLandings)
        var all: Int?
        for kind in ["landingfull-stop", "landingtouch-and-go"] {
            for light in lights {
                if let count = try count(kind, light, "landings", row) { all = (all ?? 0) + count }
            }
        }
        if let all, all > flight.allLandings ?? flight.fullStopLandings {
            if let deprecated = flight.allLandings, deprecated > 0 {
                row.assumeLarger("landings", all, than: deprecated)
            }
            flight.allLandings = all
        }
        flight.towerLandings = try towered(row)
        // A field holds landings by night to a full stop alone.
        for column in touchAndGoesByNight {
            let count = try row.count(column, limit: 999, code: "landings") ?? 0
            if count > 0 { row.keepOutOfFigures(column) }
        }
        if isUntouched, flight.landings > 0 { assumeTakeoffs(&row, &flight) }
        guard (flight.dayLandings ?? 0) <= 99, (flight.nightLandings ?? 0) <= 99, (flight.allLandings ?? 0) <= 999
        else {
            throw RowRefused(
                code: "landings.range", text: "More than 99 full stops by day or by night, or more than 999 landings.")
        }
    }

    /// Landings in the new columns alone, and no take-off in any: the zeros of the deprecated columns state nothing.
    private static func assumeTakeoffs(_ row: inout RowReader, _ flight: inout Flight) {
        guard flight.dayTakeoffs != nil || flight.nightTakeoffs != nil, (flight.dayTakeoffs ?? 0) == 0,
            (flight.nightTakeoffs ?? 0) == 0
        else { return }
        (flight.dayTakeoffs, flight.nightTakeoffs) = (nil, nil)
        row.assume(
            "takeoffs.deprecated",
            "The new columns hold landings, the deprecated ones neither landings nor take-offs: as many take-offs as "
                + "landings count.")
    }

    private static func read(
        _ kind: String, _ light: String, _ noun: String, _ row: inout RowReader, _ figure: inout Int?
    ) throws(RowRefused) {
        guard let count = try count(kind, light, noun, row), count > figure ?? -1 else { return }
        if let deprecated = figure, deprecated > 0 {
            row.assumeLarger("\(kind == "takeoff" ? "take-offs" : "full stops") by \(light)", count, than: deprecated)
        }
        figure = count
    }

    /// The sum of both columns of a kind; nil where both are blank or missing.
    private static func count(_ kind: String, _ light: String, _ noun: String, _ row: RowReader) throws(RowRefused)
        -> Int?
    {
        var sum: Int?
        for tower in towers {
            if let count = try row.count(kind + light + tower, limit: 999, code: noun) { sum = (sum ?? 0) + count }
        }
        return sum
    }

    private static func towered(_ row: RowReader) throws(RowRefused) -> Int? {
        var sum: Int?
        for light in lights {
            if let count = try row.count("landingfull-stop" + light + "towered", limit: 999, code: "landings") {
                sum = (sum ?? 0) + count
            }
        }
        return sum
    }
}

extension RowReader {
    fileprivate mutating func assumeLarger(_ what: String, _ count: Int, than deprecated: Int) {
        assume(
            "landings.deprecated",
            "The new columns hold \(count) \(what), the deprecated ones \(deprecated): \(count) count.")
    }
}
