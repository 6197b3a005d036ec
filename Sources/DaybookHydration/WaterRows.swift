import DaybookKit
import EventModel
import Hydration
import TransparencyLog

/// The drinks of another file as they were read: the rows of a CSV file, or records of Apple Health.
struct WaterRows {
    struct Row {
        let line: Int
        /// Without an old id where the file gives an id.
        let derived: DerivedStream
        let drink: Drink
        let time: ValidTime
    }

    private(set) var rows: [Row] = []
    private(set) var skipped: [WaterRowNote] = []
    /// Names of drinks of no known kind, each once, in the order of the file.
    private(set) var unknownKinds: [String] = []
    /// Volumes that were rounded.
    private(set) var assumed: [WaterRowNote] = []
    private let zone: any ZoneRules
    private let zones = ZoneCache()
    private let ids: DerivedIDs
    private var ordinals: [String: Int] = [:]
    private var healthNames: Set<String> = []

    /// The rows of a CSV file, or the entries of a JSON file. Throws `Fault` (65) for a file that is no such table.
    init(_ bytes: [UInt8], _ map: WaterMap?, zone: any ZoneRules, ids: DerivedIDs) throws {
        (self.zone, self.ids) = (zone, ids)
        let table =
            try NamedTable.reading(json: bytes, of: WaterRows.kind) ?? NamedTable(bytes, of: WaterRows.kind)
        guard let columns = WaterColumns(table.names, map) else { throw WaterRows.columnsFault(map, table) }
        skipped = table.skipped
        for row in table.rows {
            do throws(Rejection) {
                let (date, time) = try time(row, columns)
                let (volume, isRounded) = try volume(row, columns)
                let kind = try kind(columns.cell(.kind, row), columns)
                let effectiveText = columns.isOwn ? row.cell("effective_ml") : ""
                guard let effective = effectiveText.isEmpty ? kind.effective(ofMl: volume.ml) : Int(effectiveText),
                    (0...WaterRules.volumes.upperBound).contains(effective)
                else {
                    throw Rejection(code: "effective.range", message: "\"\(effectiveText)\" is not a volume.")
                }
                let stream = try WaterRows.stream(columns.cell(.id, row))
                let drink = Drink(kind: kind, volume: volume, effectiveMl: effective, date: date)
                add(drink, time, line: row.line, stream, isRounded ? WaterRows.stated(row, columns) : nil)
            } catch {
                skipped.append(WaterRowNote(line: row.line, code: error.code, text: error.message))
                let name = columns.cell(.kind, row)
                let isKnown = unknownKinds.contains { $0.lowercased() == name.lowercased() }
                if error.code == "drink.kind", !isKnown { unknownKinds.append(name) }
            }
        }
    }

    /// The records of water of an export of Apple Health.
    init(_ health: HealthRecords, zone: any ZoneRules, ids: DerivedIDs) {
        (self.zone, self.ids) = (zone, ids)
        for record in health.records {
            do throws(Rejection) {
                guard let (date, time) = try moment(record.start, nil, zoneName: "") else {
                    throw Rejection(code: "date.unreadable", message: "\"\(record.start)\" is not a date with a time.")
                }
                let stated = "\(record.value) \(record.unit)"
                guard let unit = DrinkUnit(record.unit), let (volume, isRounded) = unit.volume(record.value) else {
                    throw Rejection(code: "volume.unreadable", message: "\"\(stated)\" is not a volume.")
                }
                try WaterRows.check(volume)
                add(record, Drink(kind: .water, volume: volume, date: date), time, isRounded ? stated : nil)
            } catch { skipped.append(WaterRowNote(line: record.line, code: error.code, text: error.message)) }
        }
        if !health.isWhole {
            assumed.append(
                WaterRowNote(
                    line: health.line, code: "file.cut",
                    text: "The file ends here, without </HealthData>; it may have been cut, and have held more records."
                ))
        }
    }

    private static let kind = NamedTable.Kind(
        rows: "drinks", required: [], code: "water.columns",
        remedy: Remedy(
            "water.columns",
            "Nothing was imported. The columns are \(columnList); a map names those of another program.",
            values: [columnList]))
    private static let columnList = Ledger.waterColumns.joined(separator: ", ")

    private static func columnsFault(_ map: WaterMap?, _ table: NamedTable) -> Fault {
        let place = table.isJSON ? "its entries do" : "its first line does"
        guard let map, !map.columns.isEmpty else {
            let names = table.isJSON ? "a date and a volume, but \(table.names.joined(separator: ", "))" : nil
            return kind.fault("\(place) not name \(names ?? "the columns date, kind and volume_ml")")
        }
        let columns = WaterMap.Field.allCases.compactMap { map.columns[$0] }
        return kind.fault("\(place) not name the columns of the map, \(columns.joined(separator: ", "))")
    }

    private mutating func add(_ drink: Drink, _ time: ValidTime, line: Int, _ stream: StreamID?, _ rounded: String?) {
        if let rounded { assumed.append(WaterRows.note(rounded, drink, line: line)) }
        if let stream {
            let derived = DerivedStream(stream: stream, earlier: [])
            return rows.append(Row(line: line, derived: derived, drink: drink, time: time))
        }
        let streams = streams(of: drink, time)
        let derived = DerivedStream(stream: streams[0], earlier: Array(streams.dropFirst()))
        rows.append(Row(line: line, derived: derived, drink: drink, time: time))
    }

    /// The streams of a row by its content as the file has it, the newest first. Equal rows are counted.
    private mutating func streams(of drink: Drink, _ time: ValidTime) -> [StreamID] {
        let content = "\(drink.date) \(time) \(drink.kind.rawValue) \(drink.volumeMl) \(drink.effectiveMl)"
        let ordinal = ordinals[content, default: 0]
        ordinals[content] = ordinal + 1
        let name = "\(content) \(ordinal)"
        return [
            WaterRows.stream(of: ids.id("daybook/drink/1", name)),
            WaterRows.stream(of: SHA256Hasher.hash(Array(name.utf8))),
        ]
    }

    /// A record of Apple Health is its instant, kind, amount and source, whatever zone it is written in. It is of the
    /// day in the phone's zone, where it states that.
    private mutating func add(
        _ record: HealthRecords.Record, _ written: Drink, _ time: ValidTime, _ rounded: String?
    ) {
        guard let instant = time.statedInstant else { return add(written, time, line: record.line, nil, rounded) }
        let content = "\(instant) \(written.kind.rawValue) \(written.volumeMl) \(written.effectiveMl)"
        guard healthNames.insert("\(content) \(record.source)").inserted else {
            let text = "The same drink stands before it: same instant, amount and source. It counts once."
            assumed.append(WaterRowNote(line: record.line, code: "record.twice", text: text))
            return
        }
        if let rounded { assumed.append(WaterRows.note(rounded, written, line: record.line)) }
        let id = "health-" + ids.id("daybook/drink/2", "\(content) \(record.source)").hex.prefix(24)
        let derived = DerivedStream(
            stream: StreamID(kind: "drink", id: id), earlier: streams(of: written, time))
        var (drink, valid) = (written, time)
        if let rules = record.zone.isEmpty ? nil : zones.zone(record.zone) {
            valid = .instant(instant, offsetSeconds: rules.offsetSeconds(at: instant), zone: record.zone)
            drink.date = valid.date
        }
        rows.append(Row(line: record.line, derived: derived, drink: drink, time: valid))
    }

    private static func note(_ stated: String, _ drink: Drink, line: Int) -> WaterRowNote {
        WaterRowNote(
            line: line, code: "volume.rounded",
            text: "\"\(stated)\" is \(drink.volumeMl) mL: a drink has whole millilitres.")
    }

    // MARK: - What

    /// A kind or the name of a preset; nil for another text.
    static func kind(_ text: String) -> Drink.Kind? {
        Drink.Kind(rawValue: text.lowercased()) ?? DrinkPreset.named(text)?.kind
    }

    private func kind(_ cell: String, _ columns: WaterColumns) throws(Rejection) -> Drink.Kind {
        if cell.isEmpty, let kind = columns.kind { return kind }
        guard let kind = columns.kinds[cell.lowercased()] ?? WaterRows.kind(cell) else {
            throw Rejection(code: "drink.kind", message: "There is no kind of drink \"\(cell)\".")
        }
        return kind
    }

    private static func stated(_ row: NamedTable.Row, _ columns: WaterColumns) -> String {
        let unit = columns.cell(.unit, row)
        return columns.cell(.volume, row) + (unit.isEmpty ? "" : " \(unit)")
    }

    /// The volume with the ounces as they were entered, where the row states some.
    private func volume(_ row: NamedTable.Row, _ columns: WaterColumns) throws(Rejection) -> (Volume, isRounded: Bool) {
        let (cell, unitCell) = (columns.cell(.volume, row), columns.cell(.unit, row))
        let number = cell.prefix { $0.isNumber || ".,".contains($0) }
        let name = number.count == cell.count ? unitCell : String(cell[number.endIndex...])
        guard let unit = name.isEmpty ? columns.unit : DrinkUnit(name), let read = unit.volume(number) else {
            // A number with a sign is out of range.
            if Int(cell) != nil { throw WaterRows.outOfRange(cell) }
            throw Rejection(
                code: "volume.unreadable", message: "\"\(WaterRows.stated(row, columns))\" is not a volume.")
        }
        try WaterRows.check(read.volume)
        let text = columns.isOwn ? row.cell("ounces") : ""
        if text.isEmpty { return (read.volume, read.isRounded) }
        guard let hundredths = WaterUnits.hundredths(text), hundredths > 0 else {
            throw Rejection(code: "volume.unreadable", message: "\"\(text)\" is not a number of ounces.")
        }
        let entered = Volume(ounces: hundredths)
        guard entered.ml == read.volume.ml else { throw WaterRules.mismatch(entered, ml: read.volume.ml) }
        return (entered, false)
    }

    private static func check(_ volume: Volume) throws(Rejection) {
        if !WaterRules.volumes.contains(volume.ml) { throw outOfRange("\(volume.ml)") }
    }

    private static func outOfRange(_ ml: String) -> Rejection {
        Rejection(code: "volume.positive", message: "A drink of \(ml) mL is none.")
    }

    // MARK: - When

    private func time(_ row: NamedTable.Row, _ columns: WaterColumns) throws(Rejection) -> (CivilDate, ValidTime) {
        let (cell, zoneName) = (columns.cell(.date, row), columns.cell(.zone, row))
        let timeCell = columns.cell(.time, row)
        if timeCell.isEmpty, let instant = WaterClock.instant(cell, isUTC: columns.isUTC) {
            return try local(instant, zoneName)
        }
        if timeCell.isEmpty, let found = try moment(cell, columns.dates, zoneName: zoneName) { return found }
        guard let date = try WaterRows.date(cell, columns.dates) else {
            throw Rejection(code: "date.unreadable", message: "\"\(cell)\" is not a date.")
        }
        return (date, try time(timeCell, zoneName, on: date))
    }

    /// A day with a time behind it, as `2026-02-09 08:15:00 -0500`; nil for another text. A time in UTC is of the day
    /// in the ledger's zone.
    private func moment(_ text: String, _ dates: DateOrder?, zoneName: String) throws(Rejection) -> (
        CivilDate, ValidTime
    )? {
        let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
        guard parts.count == 2, let date = try WaterRows.date(String(parts[0]), dates) else { return nil }
        let pieces = parts[1].split(separator: " ")
        var time = String(pieces[0])
        if let last = pieces.dropFirst().last {
            // `-0500` is `-05:00`; AM and PM belong to the time.
            let isOffset = last.count == 5 && (last.hasPrefix("-") || last.hasPrefix("+"))
            time += isOffset ? "\(last.prefix(3)):\(last.suffix(2))" : " " + pieces.dropFirst().joined(separator: " ")
        }
        if time.hasSuffix("+00:00") || time.hasSuffix("Z"), zoneName.isEmpty {
            let clock = time.hasSuffix("Z") ? time.dropLast() : time.dropLast(6)
            guard
                let (instant, _) = RFC3339.parse(
                    Array("\(date)T\(clock.utf8.count == 5 ? clock + ":00" : clock)Z".utf8))
            else { throw WaterRows.noTime(time) }
            let offset = zone.offsetSeconds(at: instant)
            let valid = ValidTime.instant(instant, offsetSeconds: offset, zone: zone.name(at: instant))
            return (valid.date, valid)
        }
        return (date, try self.time(time, zoneName, on: date))
    }

    /// An instant on the clock of an offset or a zone, else of the ledger's zone.
    private func local(_ instant: Instant, _ name: String) throws(Rejection) -> (CivilDate, ValidTime) {
        let valid: ValidTime
        if name.isEmpty {
            valid = .instant(
                instant, offsetSeconds: zone.offsetSeconds(at: instant), zone: zone.name(at: instant))
        } else if let offset = WaterClock.offset(name) {
            valid = .instant(
                instant, offsetSeconds: offset, zone: EventLine.name(of: offset, at: instant, zone))
        } else if let rules = zones.zone(name) {
            valid = .instant(instant, offsetSeconds: rules.offsetSeconds(at: instant), zone: name)
        } else {
            throw WaterRows.noZone(name)
        }
        return (valid.date, valid)
    }

    private static func noZone(_ name: String) -> Rejection {
        Rejection(code: "zone.unknown", message: "\"\(name)\" is not a zone of the tz database.")
    }

    private static func noTime(_ text: String) -> Rejection {
        Rejection(code: "time.unreadable", message: "\"\(text)\" is not a time of day.")
    }

    /// Nil for a text that is none. Three numbers have the order of the map, else the one in which they are a date.
    private static func date(_ text: String, _ order: DateOrder?) throws(Rejection) -> CivilDate? {
        if let date = CivilDate(text) { return date }
        let parts = text.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
        let numbers = parts.compactMap { $0.allSatisfy(\.isASCII) ? Int($0) : nil }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        func date(_ order: DateOrder) -> CivilDate? {
            let (year, month, day) =
                switch order {
                case .monthDayYear: (numbers[2], numbers[0], numbers[1])
                case .dayMonthYear: (numbers[2], numbers[1], numbers[0])
                case .yearMonthDay: (numbers[0], numbers[1], numbers[2])
                }
            return year > 999 ? CivilDate(year: year, month: month, day: day) : nil
        }
        if let order { return date(order) }
        let found = Set(DateOrder.allCases.compactMap(date))
        guard found.count < 2 else {
            throw Rejection(
                code: "date.ambiguous",
                message: "\"\(text)\" is two dates; a map with \"dates: dmy\" or \"mdy\" decides.")
        }
        return found.first
    }

    /// `08:05`, `08:05:30`, `08:05:30-05:00` or `8:05 AM`; without an offset the clock of its zone, else of the
    /// ledger's. None: only the day is known.
    private func time(_ text: String, _ name: String, on date: CivilDate) throws(Rejection) -> ValidTime {
        if text.isEmpty { return .date(date) }
        guard let plain = WaterRows.ofDay(text) else { throw WaterRows.noTime(text) }
        let full = plain.utf8.count == 5 ? plain + ":00" : plain
        if let offset = WaterClock.offset(name),
            let (wall, _) = RFC3339.parse(Array("\(date)T\(full)Z".utf8))
        {
            let instant = Instant(milliseconds: wall.milliseconds - Int64(offset) * 1000)
            return .instant(instant, offsetSeconds: offset, zone: EventLine.name(of: offset, at: instant, zone))
        }
        let rules = name.isEmpty ? zone : zones.zone(name)
        guard let rules else { throw WaterRows.noZone(name) }
        if let (instant, offset) = RFC3339.parse(Array("\(date)T\(full)".utf8)) {
            return .instant(
                instant, offsetSeconds: offset,
                zone: name.isEmpty ? EventLine.name(of: offset, at: instant, rules) : name)
        }
        guard let (wall, _) = RFC3339.parse(Array("\(date)T\(full)Z".utf8)) else { throw WaterRows.noTime(text) }
        let ofDay = Int(wall.milliseconds - Int64(date.day) * 86_400_000)
        let start = rules.instant(of: date, secondOfDay: ofDay / 1000)
        let instant = Instant(milliseconds: start.milliseconds + Int64(ofDay % 1000))
        let offset = rules.offsetSeconds(at: instant)
        let valid = ValidTime.instant(instant, offsetSeconds: offset, zone: rules.name)
        // A time that a clock skipped may lead to another day.
        return valid.date == date ? valid : .date(date)
    }

    /// `22:15` of `10:15 PM`; other texts as they are. Nil for an hour that has no such half of the day.
    private static func ofDay(_ text: String) -> String? {
        let upper = text.uppercased()
        guard let half = ["AM", "PM"].first(where: upper.hasSuffix) else { return text }
        let clock = upper.dropLast(2).filter { $0 != " " }
        let parts = clock.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let hour = Int(parts[0]), (1...12).contains(hour) else { return nil }
        return "\(Digits.text(hour % 12 + (half == "PM" ? 12 : 0), width: 2)):\(parts[1])"
    }

    // MARK: - Ids

    /// Nil where the file gives no id.
    private static func stream(_ id: String) throws(Rejection) -> StreamID? {
        if id.isEmpty { return nil }
        guard let stream = StreamID("drink/\(id.hasPrefix("'") ? String(id.dropFirst()) : id)") else {
            throw Rejection(code: "id.unreadable", message: "\"\(id)\" is not an id.")
        }
        return stream
    }

    private static func stream(of hash: Bytes32) -> StreamID {
        StreamID(kind: "drink", id: "csv-" + hash.hex.prefix(24))
    }
}
