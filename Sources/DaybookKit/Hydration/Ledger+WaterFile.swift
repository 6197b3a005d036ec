import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
import Hydration
import Logbook
import TransparencyLog

/// A row of a file that was not taken, and why.
public struct WaterRowNote: Hashable, Sendable {
    public let line: Int
    public let code: String
    public let text: String
}

/// What an import of drinks did, or with a dry run would do.
public struct WaterImportOutcome: Sendable {
    public internal(set) var drinks: [StreamID] = []
    /// Rows whose drink is here already, removed ones too.
    public internal(set) var duplicates = 0
    public internal(set) var skipped: [WaterRowNote] = []
    /// Rows that were taken under another id than their own, and why.
    public internal(set) var assumed: [WaterRowNote] = []
}

extension Ledger {
    static let waterColumns = ["date", "time", "zone", "kind", "volume_ml", "effective_ml", "id", "ounces"]

    /// The drinks that count as CSV (RFC 4180), by day and time. O(drinks log drinks), on two threads where there are
    /// many.
    ///
    /// - Parameter guardsFormulas: whether an id that a spreadsheet would run gets an apostrophe, which an import takes
    ///   away again.
    public func exportDrinks(_ asOf: AsOf = .now, guardsFormulas: Bool = true) throws -> (text: String, drinks: Int) {
        try withView(asOf) { known, answered, transaction in
            let empty = DrinkLines(through: asOf.on, guardsFormulas: guardsFormulas)
            let parts =
                try known.supposed == nil
                ? drinkLines(empty, known.limit, transaction) : [drinkLines(empty, supposing: known, transaction)]
            let (lines, drinks, statesOunces) = DrinkLines.inOrder(parts)
            // A file of millilitres alone has no column of ounces.
            let columns = statesOunces ? Ledger.waterColumns[...] : Ledger.waterColumns.dropLast()
            return (columns.joined(separator: ",") + "\r\n" + lines, drinks)
        }
    }

    private func drinkLines(_ empty: DrinkLines, _ limit: Position?, _ transaction: borrowing StoreRead) throws
        -> [DrinkLines]
    {
        let engine = engine
        return try engine.inShares(transaction, of: ["drink"]) { share, transaction in
            var lines = empty
            try engine.forEachRecord(
                kind: "drink", knownAt: limit, share: share, transaction,
                single: { name, row, _ in
                    // A body that is no drink is none to write; its event shows in `outcomes`.
                    guard let drink = Drink(fields: row.body.array) else { return true }
                    lines.add(drink, StreamID(unchecked: name.text), try row.envelopeView().validTime)
                    return true
                },
                folded: { loaded in
                    guard !loaded.fold.isRemoved, loaded.links.mask == nil,
                        let drink = try NotedDrink(loaded, event: { try engine.event(at: $0, transaction) })
                    else { return true }
                    lines.add(drink.drink, drink.stream, drink.time)
                    return true
                })
            return lines
        }
    }

    private func drinkLines(_ empty: DrinkLines, supposing known: KnownAt, _ transaction: borrowing StoreRead) throws
        -> DrinkLines
    {
        var lines = empty
        let table = try engine.dayTable(Ledger.drinkLedger, knownAt: known, transaction)
        for drink in try drinks(of: table.days.map(\.date), in: table, known, transaction) {
            lines.add(drink.drink, drink.stream, drink.time)
        }
        return lines
    }

    /// Notes the drinks of a CSV file. A row is named by its id, else by its content under a secret of the person, so
    /// that a file that is imported again adds nothing.
    ///
    /// Throws `Fault` (65) for a file that is no such CSV. The answer lists what a rule refuses. O(rows).
    @available(*, noasync)
    public func importDrinks(_ bytes: [UInt8], dryRun: Bool = false) throws -> WaterImportOutcome {
        let ids = try derivedIDs(keeps: !dryRun)
        let rows = try WaterRows(Ledger.normalized(bytes), zone: zone, ids: ids)
        let places = try self.places(of: rows.rows.map(\.derived), ids) { index, record, transaction in
            let drink = try NotedDrink(record) { try engine.event(at: $0, transaction) }
            return drink?.drink == rows.rows[index].drink && drink?.time == rows.rows[index].time
        }
        var outcome = WaterImportOutcome(skipped: rows.skipped)
        var drafts: [(draft: EventDraft, line: Int)] = []
        var seen: Set<StreamID> = []
        for (row, place) in zip(rows.rows, places) {
            let stream = place.stream
            if row.drink.date > today || row.time.instantTold.map({ $0 > now }) ?? false {
                outcome.skipped.append(WaterRowNote(line: row.line, code: "date.future", text: "It is in the future."))
            } else if !seen.insert(stream).inserted {
                outcome.skipped.append(
                    WaterRowNote(line: row.line, code: "row.twice", text: "Another row before it has the same id."))
            } else if !place.isFresh {
                outcome.duplicates += 1
            } else {
                if let text = place.renaming {
                    outcome.assumed.append(WaterRowNote(line: row.line, code: "id.taken", text: text))
                }
                let draft = EventDraft(
                    stream: stream, type: "drink.added", data: .json(row.drink.data), occurred: row.time)
                drafts.append((draft, row.line))
            }
        }
        outcome.drinks = drafts.map(\.draft.stream)
        outcome.skipped.sort { $0.line < $1.line }
        if dryRun { return outcome }
        for start in stride(from: 0, to: drafts.count, by: 4_000) {
            _ = try append(drafts[start..<min(start + 4_000, drafts.count)].map(\.draft))
        }
        return outcome
    }
}

extension ValidTime {
    var instantTold: Instant? {
        guard case .instant(let instant, _, _) = self else { return nil }
        return instant
    }
}

/// The lines of drinks as one thread wrote them.
private struct DrinkLines: Sendable {
    private struct Line {
        let date: CivilDate
        /// The end of its day for a drink without a time.
        let at: Instant
        let stream: StreamID
        /// Hundredths of an ounce, as entered.
        let ounces: Int?
        let bytes: Range<Int>
    }

    private let last: CivilDate?
    private let guardsFormulas: Bool
    private var lines: [Line] = []
    private var bytes: [UInt8] = []

    /// With drinks up to a day; nil: all.
    init(through last: CivilDate?, guardsFormulas: Bool) { (self.last, self.guardsFormulas) = (last, guardsFormulas) }

    /// No field holds a comma or a quote.
    mutating func add(_ drink: Drink, _ stream: StreamID, _ time: ValidTime) {
        if let last, drink.date > last { return }
        let start = bytes.count
        func comma() { bytes.append(UInt8(ascii: ",")) }
        drink.date.write(into: &bytes)
        comma()
        if case .instant(let instant, let offset, let zone) = time {
            let date = bytes.count
            RFC3339.write(instant, offsetSeconds: offset, into: &bytes)
            // What follows the date and the T.
            bytes.removeSubrange(date..<date + 11)
            comma()
            bytes.append(contentsOf: zone.utf8)
        } else {
            comma()
        }
        comma()
        bytes.append(contentsOf: drink.kind.rawValue.utf8)
        comma()
        Digits.write(drink.volumeMl, into: &bytes)
        comma()
        Digits.write(drink.effectiveMl, into: &bytes)
        comma()
        // An id is a text, also where it is a number.
        if guardsFormulas, stream.id.hasPrefix("-") { bytes.append(FormulaGuard.mark) }
        stream.writeID(into: &bytes)
        lines.append(
            Line(
                date: drink.date, at: time.instantTold ?? .latest, stream: stream, ounces: drink.volume.ounces,
                bytes: start..<bytes.count))
    }

    /// The lines of all parts by day, time and name, how many there are, and whether they have a column of ounces.
    static func inOrder(_ parts: [DrinkLines]) -> (text: String, count: Int, statesOunces: Bool) {
        let statesOunces = parts.contains { $0.lines.contains { $0.ounces != nil } }
        var order = parts.indices.flatMap { part in
            parts[part].lines.indices.map { (part: part, line: parts[part].lines[$0]) }
        }
        order.sort { ($0.line.date, $0.line.at, $0.line.stream) < ($1.line.date, $1.line.at, $1.line.stream) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.bytes.count })
        for (part, line) in order {
            bytes.append(contentsOf: parts[part].bytes[line.bytes])
            if statesOunces {
                bytes.append(UInt8(ascii: ","))
                if let ounces = line.ounces { bytes.append(contentsOf: WaterUnits.text(hundredths: ounces).utf8) }
            }
            bytes.append(contentsOf: "\r\n".utf8)
        }
        return (String(decoding: bytes, as: UTF8.self), order.count, statesOunces)
    }
}

/// The rows of a CSV file of drinks as they were read.
private struct WaterRows {
    struct Row {
        let line: Int
        /// Without an old id where the file gives an id.
        let derived: DerivedStream
        let drink: Drink
        let time: ValidTime
    }

    private(set) var rows: [Row] = []
    private(set) var skipped: [WaterRowNote] = []

    init(_ bytes: [UInt8], zone: any ZoneRules, ids: DerivedIDs) throws {
        let table = try NamedTable(bytes, of: WaterRows.kind)
        skipped = table.skipped
        let zones = ZoneCache()
        var ordinals: [String: Int] = [:]
        for row in table.rows {
            do throws(Rejection) {
                let (drink, time) = try WaterRows.read(row.cell, zone: zone, zones: zones)
                if let stream = try WaterRows.stream(row.cell("id")) {
                    let derived = DerivedStream(stream: stream, earlier: [])
                    rows.append(Row(line: row.line, derived: derived, drink: drink, time: time))
                } else {
                    let content = WaterRows.content(drink, time, &ordinals)
                    let derived = DerivedStream(
                        stream: WaterRows.stream(of: ids.id("daybook/drink/1", content)),
                        earlier: [WaterRows.stream(of: SHA256Hasher.hash(Array(content.utf8)))])
                    rows.append(Row(line: row.line, derived: derived, drink: drink, time: time))
                }
            } catch { skipped.append(WaterRowNote(line: row.line, code: error.code, text: error.message)) }
        }
    }

    private static let kind = NamedTable.Kind(
        rows: "drinks", required: ["date", "kind", "volume_ml"], code: "water.columns",
        hint: "The columns are \(Ledger.waterColumns.joined(separator: ", ")).")

    private static func read(_ cell: (String) -> String, zone: any ZoneRules, zones: ZoneCache) throws(Rejection) -> (
        Drink, ValidTime
    ) {
        guard let date = CivilDate(cell("date")) else {
            throw Rejection(code: "date.unreadable", message: "\"\(cell("date"))\" is not a date.")
        }
        guard let kind = Drink.Kind(rawValue: cell("kind").lowercased()) else {
            throw Rejection(code: "drink.kind", message: "There is no kind of drink \"\(cell("kind"))\".")
        }
        guard let volume = Int(cell("volume_ml")) else {
            throw Rejection(code: "volume.unreadable", message: "\"\(cell("volume_ml"))\" is not a volume.")
        }
        guard WaterRules.volumes.contains(volume) else {
            throw Rejection(code: "volume.positive", message: "A drink of \(volume) mL is none.")
        }
        let told = cell("effective_ml")
        guard let effective = told.isEmpty ? kind.effective(ofMl: volume) : Int(told),
            (0...WaterRules.volumes.upperBound).contains(effective)
        else {
            throw Rejection(code: "effective.range", message: "\"\(told)\" is not a volume.")
        }
        let time = try time(cell("time"), cell("zone"), on: date, zone: zone, zones: zones)
        let entered = try WaterRows.volume(ml: volume, ounces: cell("ounces"))
        return (Drink(kind: kind, volume: entered, effectiveMl: effective, date: date), time)
    }

    /// The volume with the ounces as they were entered, where the row states some.
    private static func volume(ml: Int, ounces text: String) throws(Rejection) -> Volume {
        if text.isEmpty { return Volume(ml: ml) }
        guard let hundredths = WaterUnits.hundredths(text), hundredths > 0 else {
            throw Rejection(code: "volume.unreadable", message: "\"\(text)\" is not a number of ounces.")
        }
        let volume = Volume(ounces: hundredths)
        guard volume.ml == ml else { throw WaterRules.mismatch(volume, ml: ml) }
        return volume
    }

    /// `08:05`, `08:05:30` or `08:05:30-05:00`; without an offset the clock of its zone, else of the ledger's. None:
    /// only the day is known.
    private static func time(
        _ text: String, _ name: String, on date: CivilDate, zone: any ZoneRules, zones: ZoneCache
    ) throws(Rejection) -> ValidTime {
        if text.isEmpty { return .date(date) }
        let rules = name.isEmpty ? zone : zones.zone(name)
        guard let rules else {
            throw Rejection(code: "zone.unknown", message: "\"\(name)\" is not a zone of the tz database.")
        }
        let full = text.utf8.count == 5 ? text + ":00" : text
        if let (instant, offset) = RFC3339.parse(Array("\(date)T\(full)".utf8)) {
            return .instant(
                instant, offsetSeconds: offset,
                zone: name.isEmpty ? EventLine.name(of: offset, at: instant, rules) : name)
        }
        guard let (wall, _) = RFC3339.parse(Array("\(date)T\(full)Z".utf8)) else {
            throw Rejection(code: "time.unreadable", message: "\"\(text)\" is not a time of day.")
        }
        let ofDay = Int(wall.milliseconds - Int64(date.day) * 86_400_000)
        let start = rules.instant(of: date, secondOfDay: ofDay / 1000)
        let instant = Instant(milliseconds: start.milliseconds + Int64(ofDay % 1000))
        let offset = rules.offsetSeconds(at: instant)
        let valid = ValidTime.instant(instant, offsetSeconds: offset, zone: rules.name)
        // A time that a clock skipped may lead to another day.
        return valid.date == date ? valid : .date(date)
    }

    /// Nil where the file gives no id.
    private static func stream(_ id: String) throws(Rejection) -> StreamID? {
        if id.isEmpty { return nil }
        guard let stream = StreamID("drink/\(id.hasPrefix("'") ? String(id.dropFirst()) : id)") else {
            throw Rejection(code: "id.unreadable", message: "\"\(id)\" is not an id.")
        }
        return stream
    }

    private static func content(_ drink: Drink, _ time: ValidTime, _ ordinals: inout [String: Int]) -> String {
        let content = "\(drink.date) \(time) \(drink.kind.rawValue) \(drink.volumeMl) \(drink.effectiveMl)"
        let ordinal = ordinals[content, default: 0]
        ordinals[content] = ordinal + 1
        return "\(content) \(ordinal)"
    }

    private static func stream(of hash: Bytes32) -> StreamID {
        StreamID(kind: "drink", id: "csv-" + hash.hex.prefix(24))
    }
}
