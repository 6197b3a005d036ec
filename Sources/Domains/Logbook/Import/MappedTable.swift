public import EventModel
import Tables

/// Reads a table by a map of its columns.
enum MappedTable {
    static func read(_ bytes: [UInt8], _ map: ImportMap, today: CivilDate, options: ImportOptions) throws(ImportFault)
        -> ImportReading
    {
        let separator = CSVReader.likelySeparator(of: bytes)
        var reader = CSVReader(bytes, separator: separator)
        var options = options
        options.dates = options.dates ?? map.dates
        options.commaSeparatesFields = separator == UInt8(ascii: ",")
        options.countsMinutes = map.countsMinutes
        var collector = RowCollector(options: options, today: today)
        var plan: ColumnPlan?
        var above: [CSVRecord] = []
        var devices = MappedDevices()
        while let record = try next(&reader) {
            if record.isBlank { continue }
            guard let columns = plan else {
                // Spreadsheets may have a title above the header.
                if map.recognises(record) {
                    let found = try columnPlan(record, map)
                    if found.place("totaltime") == nil { collector.options.sums = map.sums }
                    plan = found
                } else {
                    above.append(record)
                }
                continue
            }
            devices.add(record, columns, to: &collector)
            collector.addFlight(record, columns) { row throws(RowRefused) in
                try ForeFlightFlights.refuseWithoutFlight(row)
                try devices.check(&row)
                return try flight(&row, today)
            }
        }
        guard plan != nil else {
            guard let first = above.first else { throw .noHeader(format: "the program", columns: map.requiredNames) }
            throw .mappedColumnMissing(name: map.requiredNames, line: first.line)
        }
        for record in above {
            collector.skip(
                ImportNote(line: record.line, code: "row.outsideTables", text: "The row stands above the header."))
        }
        return try collector.reading()
    }

    private static func next(_ reader: inout CSVReader) throws(ImportFault) -> CSVRecord? {
        do { return try reader.next() } catch { throw .csv(error) }
    }

    private static func columnPlan(_ header: CSVRecord, _ map: ImportMap) throws(ImportFault) -> ColumnPlan {
        let keys = Set(header.unguarded.fields.map(ColumnPlan.key))
        let named = map.columns.flatMap { map.columns(of: $0, in: keys) }
        if let missing = named.filter({ !keys.contains($0) }).sorted().first, !map.isShipped {
            throw .mappedColumnMissing(name: map.names[missing] ?? missing, line: header.line)
        }
        return try ColumnPlan(header: header, known: [], aliases: map.columns)
    }

    private static func flight(_ row: inout RowReader, _ today: CivilDate) throws(RowRefused) -> ReadFlight {
        var flight = Flight(date: try row.date(today: today))
        flight.from = row.text("from")
        flight.to = row.text("to")
        if flight.namesNoPlace { row.readRoute(into: &flight) } else { row.keep("route") }
        flight.aircraft = row.text("aircraftid")
        flight.remarks = row.raw("pilotcomments")
        flight.cfiNumber = row.text("map.cfinumber").map(CertificateNumber.trimmed)
        try ForeFlightFlights.checkTexts(flight)
        try ForeFlightFlights.readHours(&row, into: &flight)
        try readLandings(&row, into: &flight)
        flight.holds = try row.holdingPatterns()
        flight.approaches = try row.approaches("map.approaches")
        flight.distanceNm = row.distance("distance")
        flight.flightReview = row.flag("flightreview")
        flight.instrumentCheck = row.flag("ipc")
        flight.checkride = row.flag("checkride")
        // An entry keeps crew time and time in a device beside its fields.
        let kept = [(CrewTime.sic.rawValue, "map.sic"), (CrewTime.dualGiven.rawValue, "map.dualgiven")]
        for (name, key) in kept + [(Flight.simulatedColumn, "map.simulator")] {
            if let hours = try row.hours(key), hours > .zero { flight.extra[name] = hours.exactText }
        }
        flight.extra = row.extra.merging(flight.extra) { $1 }
        let stated = flight
        try ForeFlightFlights.accept(&flight, &row)
        return ReadFlight(flight, earlier: stated)
    }

    private static func readLandings(_ row: inout RowReader, into flight: inout Flight) throws(RowRefused) {
        flight.dayLandings = try row.count("daylandingsfullstop", limit: 99, code: "landings")
        flight.nightLandings = try row.count("nightlandingsfullstop", limit: 99, code: "landings")
        flight.allLandings = try row.count("alllandings", limit: 999, code: "landings")
        flight.towerLandings = try row.count("map.towerlandings", limit: 999, code: "landings")
        flight.dayTakeoffs = try row.count("daytakeoffs", limit: 999, code: "takeoffs")
        flight.nightTakeoffs = try row.count("nighttakeoffs", limit: 999, code: "takeoffs")
        let day = try row.count("map.landingsbyday", limit: 999, code: "landings")
        let night = try row.count("map.landingsbynight", limit: 999, code: "landings")
        guard let all = day.map({ $0 + (night ?? 0) }) ?? night else { return }
        guard all <= 999 else { throw RowRefused(code: "landings.range", text: "More than 999 landings.") }
        flight.allLandings = max(all, flight.allLandings ?? 0)
        // A field holds those to a full stop alone.
        if (night ?? 0) > flight.nightLandings ?? 0 { row.keepOutOfFigures("map.landingsbynight") }
        if flight.fullStopLandings == 0, all > 0 { row.assumeNoFullStops(of: all, byNight: night ?? 0) }
    }
}

extension ImportMap {
    /// A shipped map names columns that not every version of the program writes.
    fileprivate var isShipped: Bool { ImportMap.shipped[name] == self }

    /// The content of the file, by this map. Throws for an unreadable file; an unreadable row is skipped and named.
    /// O(bytes).
    public func read(_ bytes: [UInt8], today: CivilDate, options: ImportOptions = ImportOptions()) throws(ImportFault)
        -> ImportReading
    {
        try ImportFormat.refuseWide(bytes)
        return try MappedTable.read(bytes, self, today: today, options: options)
    }
}
