public import Engine
public import EventCodec
public import EventModel
public import Logbook
import EventStore
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
    /// Logs an entry; `data` is that of flight.logged. The stream is new unless given.
    @discardableResult @available(*, noasync)
    public func logFlight(_ data: JSONValue, id: String? = nil, key: String? = nil) throws -> (stream: StreamID, receipt: AppendReceipt) {
        let stream = StreamID(kind: "flight", id: id ?? newID())
        return (stream, try append([EventDraft(stream: stream, type: "flight.logged", data: .json(data), key: key)]))
    }

    /// Changes fields of an entry; `data` holds only what changes.
    @discardableResult @available(*, noasync)
    public func amendFlight(_ stream: StreamID, _ data: JSONValue) throws -> AppendReceipt {
        try append([EventDraft(stream: stream, type: "flight.amended", data: .json(data))])
    }

    @discardableResult @available(*, noasync)
    public func removeFlight(_ stream: StreamID, reason: String? = nil) throws -> AppendReceipt {
        try append([EventDraft(stream: stream, type: "flight.removed", data: .json(.object(pairs: ["reason": reason.map { .string($0) }])))])
    }

    @discardableResult @available(*, noasync)
    public func restoreFlight(_ stream: StreamID) throws -> AppendReceipt {
        try append([EventDraft(stream: stream, type: "flight.restored", data: .json(.object([])))])
    }

    /// Voids the signatures that stand on an entry, or one of them.
    @discardableResult @available(*, noasync)
    public func voidFlight(_ stream: StreamID, reason: String, signature: EventID? = nil) throws -> AppendReceipt {
        try append([
            EventDraft(
                stream: stream, type: "signature.voided", data: .json(.object(pairs: ["reason": .string(reason)])),
                intent: .computed(voiding: signature.map { [$0] }))
        ])
    }

    /// Imports the reading of a file: one batch event, one entry each; what was imported before is counted as a duplicate.
    ///
    /// Entries are named by their content, so that the same file imported on two devices unites. One unit; nothing is written when
    /// all of it is there. What another writer adds meanwhile is counted as there already: the file is then compared anew.
    @available(*, noasync)
    public func importFlights(_ reading: ImportReading, format: String, file: String, dryRun: Bool = false) throws -> ImportOutcome {
        var attempt = 1
        while true {
            do { return try importOnce(reading, format: format, file: file, dryRun: dryRun) } catch let refusal as DraftRefusal {
                guard attempt < 5, Ledger.tellsOfAnotherWriter(refusal) else { throw refusal }
                attempt += 1
            }
        }
    }

    /// Whether an entry that was to be made has been made since we looked, or one to be restored was.
    private static func tellsOfAnotherWriter(_ refusal: DraftRefusal) -> Bool {
        ["record.exists", "record.removed", "restore.nothing"].contains((refusal.reason as? Rejection)?.code)
    }

    private func importOnce(_ reading: ImportReading, format: String, file: String, dryRun: Bool) throws -> ImportOutcome {
        let batch = StreamID(kind: "batch", id: newID())
        var outcome = ImportOutcome(batch: batch, skipped: reading.skipped, assumed: reading.assumed)
        let principal = try self.principal
        var drafts: [EventDraft] = []
        for imported in reading.flights {
            let stream = StreamID(kind: "flight", id: Ledger.importID(imported, principal))
            if let problem = problem(with: imported.flight) {
                outcome.skipped.append(ImportNote(line: imported.line, code: problem.code, text: problem.message))
                continue
            }
            let known = try record(stream)
            let isGone = known?.isRemoved == true || known?.mask?.reason == .takenBack
            if known?.fields != nil, !isGone {
                outcome.duplicates += 1
                continue
            }
            outcome.flights += 1
            if isGone {
                drafts.append(EventDraft(stream: stream, type: "flight.restored", data: .json(.object([]))))
            } else {
                var flight = imported.flight
                flight.batch = batch
                drafts.append(EventDraft(stream: stream, type: "flight.logged", data: .json(flight.data)))
            }
        }
        if dryRun || drafts.isEmpty { return outcome }
        let described = try reading.aircraft.compactMap(aircraftDraft)
        _ = try append([batchDraft(batch, outcome, aircraft: described.count, format: format, file: file)] + described + drafts)
        return outcome
    }

    /// Why an entry could not be kept, such as a text longer than its field: a row that is skipped and named, not a file that is refused.
    private func problem(with flight: Flight) -> BodyProblem? {
        do throws(BodyProblem) {
            _ = try BodyEncoder(schema: LogbookSchemas.flightLogged1, normalize: Text.normalize).encode(flight.data)
            return nil
        } catch {
            return error
        }
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

    /// An id from the entry's content: the same on every device of the person.
    private static func importID(_ imported: ImportedFlight, _ principal: PrincipalID) -> String {
        SHA256Hasher.hash(imported.identityBytes(principal: principal)).first.hex
    }

    /// The person that this ledger belongs to.
    public var principal: PrincipalID {
        get throws { try translated { try engine.read { try $0.storeRecord().principal } } }
    }
}
