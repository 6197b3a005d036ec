import Engine
import EventCodec
public import EventModel
public import Logbook
import TransparencyLog

/// What an import did, or with a dry run would do.
public struct ImportOutcome: Sendable {
    public let batch: StreamID
    /// Entries appended, and entries that were there already.
    public var flights = 0
    public var duplicates = 0
    public internal(set) var skipped: [ImportNote]
    public let assumed: [ImportNote]
}

extension Ledger {
    /// Imports the reading of a file: one batch event, one entry each; what was imported before is counted as a duplicate.
    ///
    /// Entries are named by their content, so that the same file imported on two devices unites. Nothing is written when all of it is
    /// there. Up to 4,000 new entries are one unit. A longer file is appended in several: one that is cut short, by a full disk say, is
    /// completed by importing it again. What another writer adds meanwhile is counted as there already.
    /// - Throws: `DraftRefusal`, ``LedgerError``. O(entries · log records).
    @available(*, noasync)
    public func importFlights(_ reading: ImportReading, format: String, file: String, dryRun: Bool = false) throws -> ImportOutcome {
        let batch = StreamID(kind: "batch", id: newID())
        var outcome = ImportOutcome(batch: batch, skipped: reading.skipped, assumed: reading.assumed)
        let rows = try importRows(reading, batch, skipped: &outcome.skipped)
        let fresh = try rows.filter { try standing(of: $0.stream) != .counts }
        outcome.duplicates = rows.count - fresh.count
        outcome.flights = fresh.count
        if dryRun || fresh.isEmpty { return outcome }
        let described = try reading.aircraft.compactMap(aircraftDraft)
        var head = [batchDraft(batch, outcome, aircraft: described.count, format: format, file: file)] + described
        for part in ImportRow.parts(of: fresh) {
            let written = try importPart(part, head)
            outcome.duplicates += part.count - written
            outcome.flights -= part.count - written
            if written > 0 { head = [] }
        }
        return outcome
    }

    /// The entries that can be kept; one that cannot, such as one with a text longer than its field, is a row that is skipped and named,
    /// not a file that is refused.
    private func importRows(_ reading: ImportReading, _ batch: StreamID, skipped: inout [ImportNote]) throws -> [ImportRow] {
        let principal = try self.principal
        let encoder = BodyEncoder(schema: LogbookSchemas.flightLogged1, normalize: Text.normalize)
        return reading.flights.compactMap { imported in
            var flight = imported.flight
            flight.batch = batch
            do throws(BodyProblem) {
                let fields = try encoder.encode(flight.data)
                // From its content: the same on every device of the person.
                let id = SHA256Hasher.hash(imported.identityBytes(principal: principal)).first.hex
                return ImportRow(stream: StreamID(kind: "flight", id: id), fields: fields)
            } catch {
                skipped.append(ImportNote(line: imported.line, code: error.code, text: error.message))
                return nil
            }
        }
    }

    /// Appends one unit of entries and answers how many; looks again when another writer was there meanwhile.
    private func importPart(_ rows: ArraySlice<ImportRow>, _ head: [EventDraft]) throws -> Int {
        var attempt = 1
        while true {
            let drafts = try rows.compactMap { row in
                switch try standing(of: row.stream) {
                case .counts: nil as EventDraft?
                case .gone: EventDraft(stream: row.stream, type: "flight.restored", data: .json(.object([])))
                case .unknown: EventDraft(stream: row.stream, type: "flight.logged", data: .fields(row.fields))
                }
            }
            if drafts.isEmpty { return 0 }
            do {
                _ = try append(head + drafts)
                return drafts.count
            } catch let refusal as DraftRefusal {
                guard attempt < 5, Ledger.tellsOfAnotherWriter(refusal) else { throw refusal }
                attempt += 1
            }
        }
    }

    private enum Standing { case unknown, gone, counts }

    /// Whether an entry is there already.
    private func standing(of stream: StreamID) throws -> Standing {
        guard let known = try record(stream) else { return .unknown }
        if known.isRemoved || known.mask?.reason == .takenBack { return .gone }
        return known.fields == nil ? .unknown : .counts
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
    let stream: StreamID
    let fields: [UInt8]

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
