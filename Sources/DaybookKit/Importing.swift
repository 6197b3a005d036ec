import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
public import Logbook
import TransparencyLog

/// What an import did, or with a dry run would do.
public struct ImportOutcome: Sendable {
    public let batch: StreamID
    /// The imports that brought the entries which this one brings back, with how many of each, in the order of their names: an entry
    /// belongs to the import that brought it first, and is taken back with that.
    public internal(set) var restored: [(batch: StreamID, flights: Int)] = []
    /// Entries appended, and entries that were there already.
    public var flights = 0
    public var duplicates = 0
    /// Those of the entries that look like ones that were there before.
    public internal(set) var lookAlikes: [LookAlike] = []
    public internal(set) var skipped: [ImportNote]
    public let assumed: [ImportNote]
}

extension Ledger {
    /// Imports the reading of a file: one batch event, one entry each; what was imported before is counted as a duplicate.
    ///
    /// Entries are named by their content under a secret of the person, so that the same file imported on two devices of the person unites. Nothing is written when all of it is
    /// there. Up to 4,000 new entries are one unit. A longer file is appended in several: one that is cut short, by a full disk say, is
    /// completed by importing it again. What another writer adds meanwhile is counted as there already.
    /// - Throws: `DraftRefusal`, ``LedgerError``. O(entries · log records).
    @available(*, noasync)
    public func importFlights(_ reading: ImportReading, format: String, file: String, dryRun: Bool = false) throws -> ImportOutcome {
        let batch = StreamID(kind: "batch", id: newID())
        var outcome = ImportOutcome(batch: batch, skipped: reading.skipped, assumed: reading.assumed)
        let rows = try importRows(reading, batch, ids: try derivedIDs(keeps: !dryRun), skipped: &outcome.skipped)
        let standings = try standings(of: rows)
        let fresh = zip(rows, standings).filter { $1.isFresh }.map(\.0)
        outcome.restored = Ledger.restored(standings)
        for (row, standing) in zip(rows, standings) where standing == .removed {
            outcome.skipped.append(ImportNote(line: row.line, code: "row.removed", text: Ledger.removedText(row.stream)))
        }
        for (row, standing) in zip(rows, standings) where standing == .erased {
            outcome.skipped.append(ImportNote(line: row.line, code: "row.erased", text: "The flight was erased here, and stays so."))
        }
        outcome.skipped.sort { $0.line < $1.line }
        outcome.duplicates = rows.count - fresh.count
        outcome.flights = fresh.count
        outcome.lookAlikes = try lookAlikes(
            fresh.map { row in
                var flight = reading.flights[row.number].flight
                flight.batch = batch
                return ImportedEntry(line: row.line, stream: row.stream, flight: flight)
            }, told: Set(rows.map(\.stream)))
        if dryRun || fresh.isEmpty { return outcome }
        let described = try reading.aircraft.compactMap(aircraftDraft)
        var head = [batchDraft(batch, outcome, aircraft: described.count, format: format, file: file)] + described
        let restored = Dictionary(zip(rows, standings).filter(\.1.isTakenBack).map { ($0.0.stream, $0.1) }, uniquingKeysWith: { first, _ in first })
        var written: [Standing] = []
        for part in ImportRow.parts(of: fresh) {
            let standings = try importPart(part, restored, head)
            outcome.duplicates += part.count - standings.count
            outcome.flights -= part.count - standings.count
            written += standings
            if !standings.isEmpty { head = [] }
        }
        outcome.restored = Ledger.restored(written)
        return outcome
    }

    /// The entries that can be kept; one that cannot, such as one with a text longer than its field, is a row that is skipped and named,
    /// not a file that is refused.
    private func importRows(_ reading: ImportReading, _ batch: StreamID, ids: DerivedIDs, skipped: inout [ImportNote]) throws -> [ImportRow] {
        let principal = try self.principal
        let encoder = BodyEncoder(schema: LogbookSchemas.flightLogged1, normalize: Text.normalize)
        let parts = try inHalves(of: reading.flights.count) { numbers in
            var (rows, skipped): ([ImportRow], [ImportNote]) = ([], [])
            rows.reserveCapacity(numbers.count)
            for number in numbers {
                let imported = reading.flights[number]
                var flight = imported.flight
                flight.batch = batch
                do throws(BodyProblem) {
                    let fields = try encoder.encode(flight.data)
                    let identity = imported.identityBytes(principal: principal)
                    let derived = DerivedStream(
                        stream: StreamID(kind: "flight", id: ids.id(of: identity).first.hex),
                        old: StreamID(kind: "flight", id: SHA256Hasher.hash(identity).first.hex))
                    rows.append(ImportRow(number: number, line: imported.line, derived: derived, fields: fields))
                } catch {
                    skipped.append(ImportNote(line: imported.line, code: error.code, text: error.message))
                }
            }
            return (rows: rows, skipped: skipped)
        }
        skipped += parts.flatMap(\.skipped)
        var rows = parts.flatMap(\.rows)
        let streams = try found(rows.map(\.derived))
        for index in rows.indices { rows[index].stream = streams[index] }
        return rows
    }

    /// Appends one unit of entries and answers how those that were written stood before; looks again when another writer was there meanwhile.
    private func importPart(_ rows: ArraySlice<ImportRow>, _ restored: [StreamID: Standing], _ head: [EventDraft]) throws -> [Standing] {
        var standings = rows.map { restored[$0.stream] ?? .unknown }
        var attempt = 1
        while true {
            let drafts = zip(rows, standings).compactMap { row, standing in
                switch standing {
                case .counts, .removed, .erased: nil as EventDraft?
                case .takenBack: EventDraft(stream: row.stream, type: "flight.restored", data: .json(.object([])))
                case .unknown: EventDraft(stream: row.stream, type: "flight.logged", data: .fields(row.fields))
                }
            }
            if drafts.isEmpty { return [] }
            do {
                _ = try append(head + drafts)
                return standings.filter(\.isFresh)
            } catch let refusal as DraftRefusal {
                guard attempt < 5, Ledger.tellsOfAnotherWriter(refusal) else { throw refusal }
                attempt += 1
                standings = try self.standings(of: rows)
            }
        }
    }

    private enum Standing: Equatable {
        case unknown, counts
        /// With the import that brought it: importing it again brings it back.
        case takenBack(with: StreamID?)
        /// By hand: it stays so.
        case removed
        /// For ever: its id is used up.
        case erased

        var isFresh: Bool { self == .unknown || isTakenBack }
        var isTakenBack: Bool { if case .takenBack = self { true } else { false } }
    }

    private static func restored(_ standings: [Standing]) -> [(batch: StreamID, flights: Int)] {
        var counts: [StreamID: Int] = [:]
        for case .takenBack(let batch?) in standings { counts[batch, default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.map { (batch: $0.key, flights: $0.value) }
    }

    private static func removedText(_ stream: StreamID) -> String {
        "The flight was removed here and stays so; \"daybook flight restore \(stream.id.prefix(12))\" brings it back."
    }

    /// Which of the entries are there already.
    private func standings(of rows: some Collection<ImportRow>) throws -> [Standing] {
        try withView(.now) { known, _, transaction in
            let person = try transaction.storeRecord().principal
            var standings: [Standing] = []
            standings.reserveCapacity(rows.count)
            try engine.streams(rows.map(\.stream), knownAt: known, transaction) { loaded in
                if let loaded, RoleRejection.forErasure(of: loaded.fold, by: person) != nil { return standings.append(.erased) }
                guard let loaded, loaded.fold.created != nil else { return standings.append(.unknown) }
                let isTakenBack = loaded.links.mask?.reason == .takenBack
                standings.append(loaded.fold.isRemoved ? .removed : isTakenBack ? .takenBack(with: loaded.batch) : .counts)
            }
            return standings
        }
    }

    /// Whether an entry that was to be made has been made since we looked, or one to be restored was.
    private static func tellsOfAnotherWriter(_ refusal: DraftRefusal) -> Bool {
        ["record.exists", "record.removed", "restore.nothing"].contains((refusal.reason as? Rejection)?.code)
    }

    private func batchDraft(_ batch: StreamID, _ outcome: ImportOutcome, aircraft: Int, format: String, file: String) -> EventDraft {
        EventDraft(
            stream: batch, type: "batch.imported",
            data: .json(.object(pairs: [
                "format": .string(format), "fileName": file.isEmpty ? nil : .string(file), "flights": .integer(outcome.flights),
                "skipped": .integer(outcome.skipped.count), "assumed": .integer(outcome.assumed.count),
                "duplicates": .integer(outcome.duplicates), "aircraft": .integer(aircraft),
            ])))
    }

    /// The description of an aircraft, unless the same stands already.
    private func aircraftDraft(_ aircraft: AircraftDescription) throws -> EventDraft? {
        guard let stream = StreamID("aircraft/\(aircraft.id)"), try record(stream) == nil else { return nil }
        func text(_ value: String?) -> JSONValue? { value.map { .string($0) } }
        func flag(_ value: Bool?) -> JSONValue? { value.map { .bool($0) } }
        return EventDraft(
            stream: stream, type: "aircraft.described",
            data: .json(.object(pairs: [
                "registration": .string(aircraft.id), "typeCode": text(aircraft.typeCode), "year": aircraft.year.map { .integer($0) }, "make": text(aircraft.make),
                "model": text(aircraft.model), "gear": text(aircraft.gear), "engine": text(aircraft.engine),
                "equipment": text(aircraft.equipment), "class": text(aircraft.aircraftClass), "complex": flag(aircraft.complex),
                "taa": flag(aircraft.taa), "highPerformance": flag(aircraft.highPerformance), "pressurized": flag(aircraft.pressurized),
                "extra": aircraft.extra.isEmpty ? nil : .object(aircraft.extra.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
            ])))
    }
}

/// An entry of a file that can be kept, as it would be appended.
private struct ImportRow {
    /// Its place in the reading.
    let number: Int
    let line: Int
    let derived: DerivedStream
    /// The one of both names under which it is here, or goes.
    var stream: StreamID
    let fields: [UInt8]

    init(number: Int, line: Int, derived: DerivedStream, fields: [UInt8]) {
        (self.number, self.line, self.derived, self.fields) = (number, line, derived, fields)
        stream = derived.stream
    }

    /// As many rows as go into one unit each, with room for the envelopes and for what goes before the first.
    static func parts(of rows: [ImportRow]) -> [ArraySlice<ImportRow>] {
        var parts: [ArraySlice<ImportRow>] = []
        var (first, byteCount) = (0, 0)
        for (index, row) in rows.enumerated() {
            byteCount += row.fields.count + 1_024
            if index - first == 4_000 || byteCount > Limits.unitBytesMaximum / 2 {
                if index > first { parts.append(rows[first..<index]) }
                (first, byteCount) = (index, row.fields.count + 1_024)
            }
        }
        parts.append(rows[first...])
        return parts
    }
}
