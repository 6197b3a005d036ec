import Daybook
public import DaybookKit
import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
import Hydration
import Tables
import TransparencyLog

/// A row of a file that was not taken, and why.
public struct WaterRowNote: Hashable, Sendable {
    public let line: Int
    public let code: String
    public let text: String
}

/// The result of an import of drinks, or of a dry run.
public struct WaterImportOutcome: Sendable {
    public internal(set) var drinks: [StreamID] = []
    /// Rows whose drink is here already, removed ones too.
    public internal(set) var duplicates = 0
    public internal(set) var skipped: [WaterRowNote] = []
    /// Names of drinks of no known kind, each once: a map states their kinds.
    public internal(set) var unknownKinds: [String] = []
    /// Rows that were taken otherwise than they state it, as under another id or rounded, and why.
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
        let table = try engine.dayTable(drinkLedger, knownAt: known, transaction)
        for drink in try drinks(of: table.days.map(\.date), in: table, known, transaction) {
            lines.add(drink.drink, drink.stream, drink.time)
        }
        return lines
    }

    /// Notes the drinks of a CSV file. A row is named by its id, else by its content under a secret of the person, so
    /// that a file that is imported again adds nothing.
    ///
    /// Throws `Fault` (65) for a file that is no such CSV. The answer lists what a rule refuses. O(rows).
    ///
    /// - Parameter map: Which column holds what; nil for a file of this program, or one whose names are known.
    @available(*, noasync)
    public func importDrinks(_ bytes: [UInt8], map: WaterMap? = nil, dryRun: Bool = false) throws -> WaterImportOutcome
    {
        let ids = try derivedIDs(keeps: !dryRun)
        return try importDrinks(WaterRows(Ledger.normalized(bytes), map, zone: zone, ids: ids), ids, dryRun: dryRun)
    }

    /// Notes the records of water in an export of Apple Health; `importDrinks` does the same for rows without an id.
    @available(*, noasync)
    public func importDrinks(_ health: HealthRecords, dryRun: Bool = false) throws -> WaterImportOutcome {
        let ids = try derivedIDs(keeps: !dryRun)
        return try importDrinks(WaterRows(health, zone: zone, ids: ids), ids, dryRun: dryRun)
    }

    private func importDrinks(_ rows: WaterRows, _ ids: DerivedIDs, dryRun: Bool) throws -> WaterImportOutcome {
        let places = try self.places(of: rows.rows.map(\.derived), ids) { index, record, transaction in
            let drink = try NotedDrink(record) { try engine.event(at: $0, transaction) }
            return drink?.drink == rows.rows[index].drink && drink?.time == rows.rows[index].time
        }
        var outcome = WaterImportOutcome(
            skipped: rows.skipped, unknownKinds: rows.unknownKinds, assumed: rows.assumed)
        let there = Set(places.filter { !$0.isFresh }.map(\.stream))
        var copies = try there.count < places.count ? importedDrinks(except: there) : ImportedDrinks()
        var fresh: [(stream: StreamID, row: WaterRows.Row)] = []
        var seen: Set<StreamID> = []
        for (row, place) in zip(rows.rows, places) {
            let stream = place.stream
            if row.drink.date > today || row.time.statedInstant.map({ $0 > now }) ?? false {
                outcome.skipped.append(WaterRowNote(line: row.line, code: "date.future", text: "It is in the future."))
            } else if !seen.insert(stream).inserted {
                outcome.skipped.append(
                    WaterRowNote(line: row.line, code: "row.twice", text: "Another row before it has the same id."))
            } else if !place.isFresh || copies.removeCopy(of: row) {
                outcome.duplicates += 1
            } else {
                if let text = place.renaming {
                    outcome.assumed.append(WaterRowNote(line: row.line, code: "id.taken", text: text))
                }
                fresh.append((stream, row))
            }
        }
        outcome.drinks = fresh.map(\.stream)
        outcome.skipped.sort { $0.line < $1.line }
        outcome.assumed.sort { $0.line < $1.line }
        if dryRun { return outcome }
        for start in stride(from: 0, to: fresh.count, by: 4_000) {
            try write { unit in
                for (stream, row) in fresh[start..<min(start + 4_000, fresh.count)] {
                    try unit.create(row.drink, id: RecordID(stream), at: row.time)
                }
            }
        }
        return outcome
    }
}

extension Ledger {
    /// The drinks under ids of rows, but for some; removed ones too. O(drinks).
    private func importedDrinks(except known: Set<StreamID>) throws -> ImportedDrinks {
        try withView(.now) { _, _, transaction in
            let engine = engine
            let parts = try engine.inShares(transaction, of: ["drink"]) { share, transaction in
                var found = ImportedDrinks()
                try engine.forEachRecord(
                    kind: "drink", knownAt: nil, share: share, transaction,
                    single: { name, row, _ in
                        guard let drink = Drink(fields: row.body.array) else { return true }
                        found.add(drink, StreamID(unchecked: name.text), try row.envelopeView().validTime)
                        return true
                    },
                    folded: { loaded in
                        guard loaded.links.mask == nil,
                            let drink = try NotedDrink(loaded, event: { try engine.event(at: $0, transaction) })
                        else { return true }
                        found.add(drink.drink, drink.stream, drink.time)
                        return true
                    })
                return found
            }
            return ImportedDrinks(parts, except: known)
        }
    }
}

/// Drinks under ids that follow from rows of files. A row in another zone has another id and is the same drink.
private struct ImportedDrinks: Sendable {
    private struct Moment: Hashable, Sendable {
        let at: Instant
        let kind: Drink.Kind
        let volumeMl: Int
    }

    private var streams: [Moment: [StreamID]] = [:]

    init() {}

    init(_ parts: [ImportedDrinks], except known: Set<StreamID>) {
        for (moment, found) in parts.flatMap(\.streams) {
            streams[moment, default: []] += found.filter { !known.contains($0) }
        }
    }

    mutating func add(_ drink: Drink, _ stream: StreamID, _ time: ValidTime) {
        guard let at = time.statedInstant, stream.id.hasPrefix("csv-") || stream.id.hasPrefix("health-") else { return }
        streams[Moment(at: at, kind: drink.kind, volumeMl: drink.volumeMl), default: []].append(stream)
    }

    /// Whether a row without an id of its own is one of them; each is one row. A record of Apple Health names its
    /// source, so that another such record is another drink.
    mutating func removeCopy(of row: WaterRows.Row) -> Bool {
        guard !row.derived.earlier.isEmpty, let at = row.time.statedInstant else { return false }
        let moment = Moment(at: at, kind: row.drink.kind, volumeMl: row.drink.volumeMl)
        let isHealth = row.derived.stream.id.hasPrefix("health-")
        let place = streams[moment]?.firstIndex { !isHealth || $0.id.hasPrefix("csv-") }
        guard let place else { return false }
        streams[moment]?.remove(at: place)
        return true
    }
}

extension ValidTime {
    var statedInstant: Instant? {
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
            // Leaves the text after the date and the T.
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
                date: drink.date, at: time.statedInstant ?? .latest, stream: stream, ounces: drink.volume.ounces,
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
