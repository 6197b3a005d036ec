public import EventModel
import Tables

/// Which column of a file holds which field, stated by a person for a program that no format is known of.
///
/// A map is text: one `field: Column` a line, comments after `#`, and `dates: mdy|dmy|ymd` and `hours: decimal|minutes`
/// for the forms of its cells. The total may be a sum: `hobbs: Column + Column`. Source of the MCC/CrewLounge names:
/// the header row of its CSV export.
public struct ImportMap: Hashable, Sendable {
    public let name: String
    let columns: [String: String]
    /// The columns whose sum a time is, by the time's key. Its name in `columns` is the sum as the map writes it.
    let sums: [String: [String]]
    /// The columns as the map writes them, by their compared names.
    let names: [String: String]
    public let dates: DateOrder?
    let countsMinutes: Bool

    /// The fields that a map may name, with the importer's column each.
    static let fields: [(field: String, key: String)] = [
        ("date", "date"), ("from", "from"), ("to", "to"), ("route", "route"), ("aircraft", "aircraftid"),
        ("make", "map.make"), ("model", "map.model"), ("typeCode", "map.typecode"), ("class", "map.class"),
        ("hobbs", "totaltime"), ("picHours", "pic"),
        ("soloHours", "solo"), ("dualHours", "dualreceived"), ("nightHours", "night"),
        ("crossCountryHours", "crosscountry"),
        ("instrumentHours", "simulatedinstrument"), ("actualInstrumentHours", "actualinstrument"),
        ("groundHours", "groundtraining"), ("sicHours", "map.sic"), ("dualGivenHours", "map.dualgiven"),
        ("simulatorHours", "map.simulator"),
        ("hobbsStart", "hobbsstart"), ("hobbsEnd", "hobbsend"), ("allLandings", "alllandings"),
        ("landingsByDay", "map.landingsbyday"),
        ("landingsByNight", "map.landingsbynight"), ("dayLandings", "daylandingsfullstop"),
        ("nightLandings", "nightlandingsfullstop"),
        ("dayTakeoffs", "daytakeoffs"), ("nightTakeoffs", "nighttakeoffs"), ("towerLandings", "map.towerlandings"),
        ("approaches", "map.approaches"), ("holds", "holds"), ("distanceNm", "distance"),
        ("flightReview", "flightreview"),
        ("instrumentCheck", "ipc"), ("checkride", "checkride"), ("cfiNumber", "map.cfinumber"),
        ("remarks", "pilotcomments"), ("inDevice", "map.indevice"), ("broughtForward", "map.broughtforward"),
    ]

    /// The maps that come with the program, by the name that stands in for a file.
    public static let shipped = ["mcc": mcc]

    /// From the text of a map. Throws the first line that is none.
    public init(_ text: String, name: String) throws(ImportMapFault) {
        self.name = name
        var columns: [String: String] = [:]
        var names: [String: String] = [:]
        var sums: [String: [String]] = [:]
        var dates: DateOrder?
        var countsMinutes = false
        var seen: Set<String> = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = String(line).trimmed
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard let colon = line.firstIndex(of: ":") else { throw .notALine(line: index + 1) }
            let (field, value) = (String(line[..<colon]).trimmed, String(line[line.index(after: colon)...]).trimmed)
            guard !value.isEmpty else { throw .notALine(line: index + 1) }
            guard seen.insert(field).inserted else { throw .fieldTwice(field, line: index + 1) }
            switch (field, value) {
            case ("dates", _):
                guard let order = DateOrder(rawValue: value) else {
                    throw .form(field, value, "mdy, dmy or ymd", line: index + 1)
                }
                dates = order
            case ("hours", "decimal"): countsMinutes = false
            case ("hours", "minutes"): countsMinutes = true
            case ("hours", _): throw .form(field, value, "decimal or minutes", line: index + 1)
            default:
                guard let key = ImportMap.fields.first(where: { $0.field == field })?.key else {
                    throw .unknownField(field, line: index + 1)
                }
                names[ColumnPlan.key(value)] = value
                let parts = value.split(separator: " + ").map { String($0).trimmed }
                if key == "totaltime", parts.count > 1 {
                    sums[key] = parts.map(ColumnPlan.key)
                    for part in parts where names[ColumnPlan.key(part)] == nil { names[ColumnPlan.key(part)] = part }
                }
                guard columns.updateValue(key, forKey: ColumnPlan.key(value)) == nil else {
                    throw .columnTwice(value, line: index + 1)
                }
            }
        }
        for field in ["date", "hobbs"] where !seen.contains(field) { throw .lacking(field) }
        (self.columns, self.names, self.sums) = (columns, names, sums)
        (self.dates, self.countsMinutes) = (dates, countsMinutes)
    }

    private init(mcc columns: [String: String]) {
        (name, dates, countsMinutes) = ("mcc", .dayMonthYear, true)
        (self.columns, names, sums) = (columns, [:], [:])
    }

    private static let mcc = ImportMap(mcc: [
        "mcc_date": "date", "af_dep": "from", "af_arr": "to", "ac_reg": "aircraftid", "time_total": "totaltime",
        "time_pic": "pic",
        "time_dual": "dualreceived", "time_night": "night", "time_xc": "crosscountry",
        "time_hood": "simulatedinstrument",
        "time_actual": "actualinstrument", "to_day": "daytakeoffs", "to_night": "nighttakeoffs",
        "ldg_day": "map.landingsbyday",
        "ldg_night": "map.landingsbynight", "holding": "holds", "remarks": "pilotcomments", "time_sic": "map.sic",
        "time_instructor": "map.dualgiven", "ac_issim": "map.indevice", "is_prevexp": "map.broughtforward",
        "ac_model": "map.model",
    ])

    /// The columns without which a row is no header.
    var requiredNames: String {
        ["date", "totaltime"].compactMap { key in columns.first { $0.value == key }.map { names[$0.key] ?? $0.key } }
            .joined(separator: " and ")
    }

    /// Whether a header row has the columns of the map's date and total time.
    func recognises(_ header: CSVRecord) -> Bool {
        let keys = Set(header.unguarded.fields.map(ColumnPlan.key))
        return columns.allSatisfy { column in
            !["date", "totaltime"].contains(column.value)
                || columns(of: column, in: keys).allSatisfy { keys.contains($0) }
        }
    }

    /// The compared names of the columns of a field in a file: those of its sum where no column has the sum's name.
    func columns(of column: (key: String, value: String), in keys: Set<String>) -> [String] {
        keys.contains(column.key) ? [column.key] : sums[column.value] ?? [column.key]
    }

    /// The name of the shipped map for a file; nil where there is none.
    public static func shippedName(for bytes: [UInt8]) -> String? {
        var reader = CSVReader(bytes, separator: CSVReader.likelySeparator(of: bytes))
        // A file that is no table has no map; the caller reports why it is none.
        guard let header = try? reader.next() else { return nil }
        return shipped.first { $0.value.recognises(header) }?.key
    }
}

/// Why a text is no map.
public enum ImportMapFault: Error, Hashable, Sendable {
    static let remedy = Remedy("import.map", "Nothing was imported. Write a map for the file at hand.")

    case notALine(line: Int)
    case unknownField(String, line: Int)
    case fieldTwice(String, line: Int)
    case columnTwice(String, line: Int)
    case form(String, String, String, line: Int)
    case lacking(String)

    /// The fault on the command line; exit status 65.
    public var fault: Fault {
        func fault(_ code: String, _ message: String) -> Fault {
            Fault(.unreadable, code: "map.\(code)", message: message, remedy: ImportMapFault.remedy)
        }
        return switch self {
        case .notALine(let line): fault("line", "Line \(line) of the map is not \"field: Column\".")
        case .unknownField(let field, let line):
            fault("field", "Line \(line) of the map names \"\(field)\", which is no field.")
        case .fieldTwice(let field, let line):
            fault("fieldTwice", "Line \(line) of the map names the field \"\(field)\" again.")
        case .columnTwice(let column, let line):
            fault("columnTwice", "Line \(line) of the map names the column \"\(column)\" again.")
        case .form(let field, let value, let values, let line):
            fault("form", "Line \(line) of the map has \"\(value)\" for \(field): it is \(values).")
        case .lacking(let field): fault("lacking", "The map names no column for \"\(field)\".")
        }
    }
}
