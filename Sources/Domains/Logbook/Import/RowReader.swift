public import EventModel
import Tables

/// Why a row cannot become an entry.
struct RowRefused: Error {
    let code: String
    let text: String
    var remedy: Remedy?
    /// Whether the date is the fault, because nothing states its order of day, month and year.
    var lacksDateOrder = false
}

/// The caller's statements about a file.
public struct ImportOptions: Hashable, Sendable {
    /// The order of day, month and year in dates that do not show it; nil: such rows are skipped.
    public var dates: DateOrder?
    /// Whether fields are separated by commas, so that a comma within a number separates thousands.
    var commaSeparatesFields = true
    /// Whether a whole number in a column of hours counts minutes.
    var countsMinutes = false
    /// The columns whose sum a time is, by its key.
    var sums: [String: [String]] = [:]

    public init(dates: DateOrder? = nil) { self.dates = dates }
}

/// Reads the cells of one row as their types, and remembers what it had to assume and what found no field.
struct RowReader {
    let record: CSVRecord
    let plan: ColumnPlan
    let options: ImportOptions
    /// Columns kept by name: those without a field, and cells that a field could not take exactly.
    private(set) var extra: [String: String] = [:]
    private(set) var assumed: [ImportNote] = []
    /// Whether the file describes the row's aircraft as a training device.
    var isInDevice = false
    /// The places of kept cells that state what no figure has, although their columns have a field.
    private(set) var outOfFigures: [Int] = []

    init(_ record: CSVRecord, _ plan: ColumnPlan, _ options: ImportOptions) throws(RowRefused) {
        self.record = record.unguarded
        self.plan = plan
        self.options = options
        guard record.fields.dropFirst(plan.names.count).allSatisfy(\.isBlank) else {
            throw RowRefused(
                code: "row.tooLong",
                text:
                    "The row has more fields than the header has columns. A text that holds the separator stands "
                    + "in double quotes."
            )
        }
        // A comma too many within the row, such as 1,5 for 1.5, moves what follows by one column.
        if record.fields.count > plan.names.count {
            let text =
                "The row has \(record.fields.count) fields, the header \(plan.names.count) columns. What is "
                + "beyond is blank; see whether the others stand in their columns."
            assumed.append(ImportNote(line: record.line, code: "row.blankBeyond", text: text))
        }
        // The last row of a truncated file: its lost fields would be read as not stated.
        guard record.isEnded || record.fields.count >= plan.names.count else {
            throw RowRefused(
                code: "row.cut",
                text:
                    "The file ends within this row: it has \(record.fields.count) of \(plan.names.count) fields "
                    + "and no line end."
            )
        }
        for place in plan.unmapped { keep(place) }
    }

    /// Refuses a row with fewer fields than the header has columns: the lost fields would be read as not stated.
    func requireAllFields() throws(RowRefused) {
        guard record.fields.count >= plan.names.count else {
            throw RowRefused(
                code: "row.tooShort",
                text:
                    "The row has \(record.fields.count) of \(plan.names.count) fields. A line break within a text may "
                    + "have ended it, or a spreadsheet left out its blank end.")
        }
    }

    func has(_ key: String) -> Bool { plan.place(key) != nil }

    /// The cell as it stands; nil where it is blank or the file has no such column.
    func raw(_ key: String) -> String? {
        guard let place = plan.place(key), place < record.fields.count, !record.fields[place].isBlank else {
            return nil
        }
        return record.fields[place]
    }

    /// The cell without blanks around it.
    func text(_ key: String) -> String? { raw(key)?.trimmed }

    private func text(at place: Int) -> String? {
        guard place < record.fields.count, !record.fields[place].isBlank else { return nil }
        return record.fields[place].trimmed
    }

    /// The first and the last place of the row's route, such as "KRHV KSNS KRHV" or "KRHV-KSNS". Its text is kept; a
    /// route of words names no places.
    mutating func readRoute(into flight: inout Flight) {
        guard let route = text("route") else { return }
        keep("route")
        let places = route.split { $0 == " " || $0 == "-" || $0 == "\t" }
        let isPlaces = places.allSatisfy {
            (3...4).contains($0.utf8.count) && $0.utf8.allSatisfy(RowReader.isPlaceByte)
        }
        guard isPlaces, let first = places.first, let last = places.last else {
            return assume("route.noPlaces", "Route \"\(route)\" names no places; it is kept as text.")
        }
        flight.from = String(first)
        flight.to = String(last)
    }

    private static func isPlaceByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// A comment; exports wrap them in a pair of quotes of their own, which is taken off.
    func comment(_ key: String) -> String? {
        guard let cell = raw(key) else { return nil }
        let trimmed = cell.trimmed
        guard trimmed.count >= 2, trimmed.first == "\"", trimmed.last == "\"" else { return cell }
        let inner = String(trimmed.dropFirst().dropLast())
        return inner.isBlank ? nil : inner
    }

    /// A blank cell counts as 0; nil where the file has no such column, nor one of those whose sum it is. A value finer
    /// than a second is rounded half up and named, and the cell is kept as it stands.
    mutating func hours(_ key: String) throws(RowRefused) -> Hours? {
        var places: [Int] = []
        if let parts = options.sums[key] {
            places = parts.compactMap { plan.place(ofColumn: $0) }
        } else if let place = plan.place(key) {
            places = [place]
        }
        if places.isEmpty { return nil }
        var sum = Hours.zero
        for place in places { sum += try hours(at: place, isTotal: key == "totaltime") }
        guard sum <= RowReader.limit else {
            throw RowRefused(
                code: "hobbs.tooLarge", text: "The sum \(sum.text) of the columns is above \(RowReader.limit.text).",
                remedy: RowReader.forwardRemedy)
        }
        return sum
    }

    private static let limit = Hours(tenths: 9_999)

    private mutating func hours(at place: Int, isTotal: Bool) throws(RowRefused) -> Hours {
        guard let cell = text(at: place), !RowReader.isDash(cell) else { return .zero }
        let (name, limit, code) = (plan.names[place], RowReader.limit, isTotal ? "hobbs" : "hours")
        if options.countsMinutes, let minutes = NumberText.decimal(cell)?.integer {
            guard minutes <= 9_999 * 6 else {
                throw RowRefused(code: "hours.tooLarge", text: "\(name) \(minutes) minutes is above 999.9 hours.")
            }
            return Hours(seconds: minutes * 60)
        }
        let tooLarge = RowRefused(
            code: "\(code).tooLarge", text: "\(name) \(cell) is above \(limit.text).",
            remedy: isTotal ? RowReader.forwardRemedy : nil)
        let plain = NumberText.plain(cell, commaSeparatesFields: options.commaSeparatesFields)
        guard let plain, let (hours, isExact) = RowReader.hours(of: plain) else {
            if let plain, DecimalText.isLong(plain) { throw RowRefused(code: tooLarge.code, text: tooLarge.text) }
            throw RowRefused(
                code: "\(code).notANumber", text: "\(name) \"\(cell)\" is \(notANumber(cell, plain, limit.text)).")
        }
        guard hours <= limit else { throw tooLarge }
        if let time = NumberText.partOfDay(plain) {
            keep(place)
            assume(
                "hours.partOfDay",
                "\(name) \(cell) is kept as \(hours.clock). As the part of a day that a spreadsheet may have written, "
                    + "it is \(time.clock): if so, write it as hours and minutes.")
        } else if !isExact {
            keep(place)
            assume("\(code).rounded", "\(name) \(cell) is kept as \(hours.clock).")
        }
        return hours
    }

    /// Tenths of a nautical mile; nil where the cell is blank. A text that is no distance is kept as it stands, and
    /// named.
    mutating func distance(_ key: String) -> Int? {
        do throws(RowRefused) {
            return try decimal(key, limit: 999_999, code: "distance.notANumber")
        } catch {
            keep(key)
            assume("distance.unread", "\(error.text) It is kept as text.")
            return nil
        }
    }

    private mutating func decimal(_ key: String, limit: Int, code: String) throws(RowRefused) -> Int? {
        guard let cell = text(key), !RowReader.isDash(cell) else { return nil }
        let shown = "\(limit / 10).\(limit % 10)"
        let tooLarge = RowRefused(
            code: "\(code.prefix { $0 != "." }).tooLarge", text: "\(name(key)) \(cell) is above \(shown).")
        let plain = NumberText.plain(cell, commaSeparatesFields: options.commaSeparatesFields)
        guard let plain, let decimal = DecimalText(plain) else {
            if let plain, DecimalText.isLong(plain) { throw tooLarge }
            throw RowRefused(code: code, text: "\(name(key)) \"\(cell)\" is \(notANumber(cell, plain, shown)).")
        }
        let tenths = decimal.tenthsRounded
        guard tenths <= limit else { throw tooLarge }
        if !decimal.isExactTenths {
            keep(key)
            assume(
                "\(code.prefix { $0 != "." }).rounded", "\(name(key)) \(cell) is kept as \(tenths / 10).\(tenths % 10)."
            )
        }
        return tenths
    }

    private func notANumber(_ cell: String, _ plain: String?, _ limit: String) -> String {
        if plain == nil { return "unclear: its comma may separate thousands or decimals" }
        let isNegative = cell.hasPrefix("-") && RowReader.hours(of: String(cell.dropFirst())) != nil
        return isNegative ? "below 0: it is from 0.0 to \(limit)" : "not a number such as 1.5 or 1:30"
    }

    /// The remedy for a row that holds more than a flight can.
    static let forwardRemedy = Remedy(
        "forward.enter", "Totals of an earlier logbook are entered as totals brought forward.")

    private static func isDash(_ cell: String) -> Bool { ["-", "–", "—"].contains(cell) }

    /// `1.5`, hours and minutes as `1:30`, `1:30:00`, `1+30` or `1h30`, or either with its units. Half a second is
    /// rounded up.
    static func hours(of cell: String) -> (value: Hours, isExact: Bool)? {
        if let decimal = NumberText.decimal(cell) { return decimal.hours }
        if let seconds = NumberText.clockSeconds(cell) { return (Hours(seconds: seconds), true) }
        return NumberText.withUnits(cell)
    }

    /// Hours in a text that an entry keeps as its file has it, also with a decimal comma; nil for what is no time.
    static func hours(ofKept text: String) -> Hours? {
        NumberText.plain(text.trimmed, commaSeparatesFields: false).flatMap { hours(of: $0)?.value }
    }

    /// The day of the flight, the day of the clock where a time follows it.
    mutating func date(today: CivilDate) throws(RowRefused) -> CivilDate {
        guard let cell = text("date") else { throw RowRefused(code: "date.required", text: "The row has no date.") }
        let date: CivilDate
        switch DateText(cell) {
        case .day(let day): date = day
        case .serial(let day):
            date = day
            assume("date.serial", "Date \(cell) is read as \(day), as spreadsheets count days.")
        case .numbers(let numbers):
            guard let order = options.dates else {
                throw RowRefused(
                    code: "date.notADate", text: "Date \"\(cell)\" is not a day written YYYY-MM-DD.",
                    lacksDateOrder: true)
            }
            guard let day = DateText.day(numbers, in: order) else {
                throw RowRefused(
                    code: "date.notADate", text: "Date \"\(cell)\" is no day in the order \(order.rawValue).")
            }
            date = day
        case .none: throw RowRefused(code: "date.notADate", text: "Date \"\(cell)\" is not a day written YYYY-MM-DD.")
        }
        if let refusal = FlightRules.futureRefusal(date: date, today: today) {
            let utc = date.day - today.day == 1 ? " The file may state days in UTC." : ""
            throw RowRefused(code: refusal.code, text: refusal.message + utc)
        }
        return date
    }

    /// A count; nil where the cell is blank.
    func count(_ key: String, limit: Int, code: String) throws(RowRefused) -> Int? {
        guard let cell = text(key), !RowReader.isDash(cell) else { return nil }
        let plain = NumberText.plain(cell, commaSeparatesFields: options.commaSeparatesFields)
        guard let count = plain.flatMap({ DecimalText($0)?.integer }) else {
            let code = cell.hasPrefix("-") ? "\(code).range" : "\(code).notANumber"
            throw RowRefused(code: code, text: "\(name(key)) \"\(cell)\" is not a whole number from 0.")
        }
        guard count <= limit else {
            throw RowRefused(
                code: "\(code).range", text: "\(name(key)) \(count) is above \(limit).",
                remedy: code == "landings" ? RowReader.forwardRemedy : nil)
        }
        return count
    }

    /// Approaches: a count, or as Garmin Pilot writes them, each with its count behind it, such as
    /// `'KSNS' 'ILS' '31' (1) 'KMRY' 'RNAV' '28L' (2)`. A text without a count is kept as it stands, and named.
    mutating func approaches(_ key: String) throws(RowRefused) -> Int? {
        guard let cell = text(key), cell.contains(where: \.isLetter) else {
            return try count(key, limit: 99, code: "approaches")
        }
        keep(key)
        guard let found = RowReader.bracketed(cell) ?? ForeFlightFlights.count(cell) else {
            assume("approach.unread", "\(name(key)) \"\(cell)\" has no count; it is not counted.")
            return nil
        }
        guard found <= 99 else { throw RowRefused(code: "approaches.range", text: "More than 99 approaches.") }
        return found
    }

    /// The sum of the numbers in brackets; nil where there are none.
    private static func bracketed(_ text: String) -> Int? {
        let parts = text.split(separator: "(", omittingEmptySubsequences: false).dropFirst()
        let numbers = parts.compactMap { part -> Int? in
            guard let end = part.firstIndex(of: ")") else { return nil }
            return DecimalText(part[..<end])?.integer
        }
        return numbers.isEmpty ? nil : numbers.reduce(0, +)
    }

    /// Holding patterns: a count, or a yes for one.
    mutating func holdingPatterns() throws(RowRefused) -> Int? {
        guard let cell = text("holds") else { return nil }
        if DecimalText(cell) != nil { return try count("holds", limit: 99, code: "holds") }
        return flag("holds").map { $0 ? 1 : 0 }
    }

    /// A yes or no; nil where the cell is blank. Another word is kept as it stands, and named.
    mutating func flag(_ key: String) -> Bool? {
        guard let cell = text(key) else { return nil }
        if let flag = RowReader.yes(cell) { return flag }
        keep(key)
        assume("flag.unread", "\(name(key)) \"\(cell)\" is neither yes nor no; it is kept as text.")
        return nil
    }

    /// Nil for a word that is neither a yes nor a no.
    static func yes(_ cell: String) -> Bool? {
        switch cell.lowercased() {
        case "true", "x", "yes", "y", "1": true
        case "false", "no", "n", "0": false
        default: nil
        }
    }

    /// Keeps a known column's cell under the column's name.
    mutating func keep(_ key: String) {
        if let place = plan.place(key) { keep(place) }
    }

    /// Keeps a known column's cell that states what no figure has; its column is named like those without a field.
    mutating func keepOutOfFigures(_ key: String) {
        guard let place = plan.place(key), text(at: place) != nil else { return }
        keep(place)
        outOfFigures.append(place)
    }

    mutating func assume(_ code: String, _ text: String, _ remedy: Remedy? = nil) {
        assumed.append(ImportNote(line: record.line, code: code, text: text, remedy: remedy))
    }

    /// Names landings of which a file does not say how many were full stops. A field holds those by night that were.
    mutating func assumeNoFullStops(of all: Int, byNight night: Int) {
        let kept = night > 0 ? " That \(night) \(night == 1 ? "was" : "were") by night is kept as text." : ""
        assume(
            "landings.fullStopsUnknown",
            "The file does not give full stops: none of the \(all) landings counts as one.\(kept) "
                + "Amend the entry with its full stops.")
    }

    /// A filled column without a field whose name speaks of landings; nil where there is none.
    var unreadLandings: String? {
        plan.unmapped.first { place in
            let name = plan.names[place].lowercased()
            guard name.contains("landing") || name.contains("ldg") || name.contains("touch") else { return false }
            return place < record.fields.count
                && record.fields[place].utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
        }.map { plan.names[$0] }
    }

    /// The column's name as the file writes it.
    func name(_ key: String) -> String { plan.place(key).map { plan.names[$0] } ?? key }

    /// True where the file has the column of a key under another name.
    func hasOtherName(_ key: String) -> Bool { ColumnPlan.key(name(key)) != key }

    private mutating func keep(_ place: Int) {
        guard place < record.fields.count, !record.fields[place].isBlank else { return }
        extra[plan.names[place]] = record.fields[place]
    }
}
