public import DaybookKit
import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
public import Logbook
import TransparencyLog

/// The result of an import, or of a dry run.
public struct ImportOutcome: Sendable {
    public let batch: StreamID
    /// The imports that brought the entries which this one brings back, with how many of each, in the order of their
    /// names: an entry belongs to the import that brought it first, and is taken back with that.
    public internal(set) var restored: [(batch: StreamID, flights: Int)] = []
    /// Entries appended, and entries that were there already.
    public var flights = 0
    public var duplicates = 0
    /// The aircraft and training devices of the file that nothing described before.
    public internal(set) var described = 0
    /// Those of the entries that look like ones that were there before.
    public internal(set) var lookAlikes: [LookAlike] = []
    /// Totals brought forward that may hold flights of the file; empty where the import brings no entry.
    public internal(set) var forwardOverlaps: [ForwardOverlap] = []
    public internal(set) var skipped: [ImportNote]
    public internal(set) var assumed: [ImportNote]
    public let reading: ImportReading
    public let sums: ImportSums

    init(_ reading: ImportReading, batch: StreamID, in known: [AircraftDescription]) {
        self.batch = batch
        (skipped, assumed) = (reading.skipped, reading.assumed)
        self.reading = reading
        // Of several descriptions the last counts, and an import describes nothing that is described.
        sums = ImportSums(reading.flights.map(\.flight), in: Fleet(reading.aircraft + known))
    }
}

extension Ledger {
    /// Imports the reading of a file: one batch event, one entry each; an entry that was imported before counts as a
    /// duplicate.
    ///
    /// Entries are named by their content under a secret of the person, so that the same file imported on two devices
    /// of the person unites. Nothing is written when all of it is there; where aircraft alone are new, their
    /// descriptions are. Up to 4,000 new entries are one unit. A longer
    /// file is appended in several: one that is cut short, by a full disk say, is completed by importing it again. An
    /// entry that another writer adds meanwhile counts as a duplicate.
    /// - Throws: `DraftRefusal`, ``LedgerError``. O(entries · log records).
    @available(*, noasync)
    public func importFlights(_ reading: ImportReading, format: String, file: String, dryRun: Bool = false) throws
        -> ImportOutcome
    {
        let batch = StreamID(kind: "batch", id: newID())
        let known = try aircraft()
        var outcome = ImportOutcome(reading, batch: batch, in: known)
        let ids = try derivedIDs(keeps: !dryRun)
        let rows = try importRows(reading, batch, ids, skipped: &outcome.skipped)
        let fresh = rows.filter(\.place.isFresh)
        outcome.restored = Ledger.restored(rows.map(\.place))
        outcome.skipped += rows.compactMap(\.skipping)
        outcome.assumed += fresh.compactMap { row in
            row.place.renaming.map { ImportNote(line: row.line, code: "id.taken", text: $0) }
        }
        outcome.assumed += rows.compactMap(\.mending)
        outcome.assumed += try roundedEarlier(rows)
        outcome.assumed += Ledger.alikeAircraft(reading, known)
        outcome.assumed.sort { $0.line < $1.line }
        outcome.skipped.sort { $0.line < $1.line }
        outcome.duplicates = rows.count - fresh.count
        outcome.flights = fresh.count
        outcome.lookAlikes = try lookAlikes(
            fresh.map { row in
                var flight = reading.flights[row.number].flight
                flight.batch = batch
                return ImportedEntry(line: row.line, stream: row.stream, flight: flight)
            }, stated: Set(rows.map(\.stream)))
        // A file of which no row is in the ledger writes nothing.
        if rows.isEmpty { return outcome }
        let described = try aircraftDrafts(reading.aircraft)
        outcome.described = described.count
        if fresh.isEmpty {
            // The entries came without them: by an earlier version, or in a file without a table of aircraft.
            if !described.isEmpty, !dryRun { _ = try append(described) }
            return outcome
        }
        outcome.forwardOverlaps = try forwardOverlaps(reading)
        if dryRun { return outcome }
        var head = [batchDraft(batch, outcome, aircraft: described.count, format: format, file: file)] + described
        var written: [RowPlace] = []
        for part in UnitParts.parts(of: fresh, bytes: \.unitBytes) {
            let places = try importPart(part, ids, head)
            outcome.duplicates += part.count - places.count
            outcome.flights -= part.count - places.count
            written += places
            if !places.isEmpty { head = [] }
        }
        outcome.restored = Ledger.restored(written)
        return outcome
    }

    /// The entries that can be kept; one that cannot, such as one with a text longer than its field, is a row that is
    /// skipped and named, not a file that is refused.
    private func importRows(
        _ reading: ImportReading, _ batch: StreamID, _ ids: DerivedIDs, skipped: inout [ImportNote]
    ) throws -> [ImportRow] {
        let principal = try self.principal
        let encoder = BodyEncoder(schema: LogbookSchemas.flightLogged2, normalize: Text.normalize)
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
                    let earlier = imported.earlierIdentityBytes(principal: principal)
                    let derived = DerivedStream(
                        stream: StreamID(kind: "flight", id: ids.id(of: identity).first.hex),
                        earlier: (earlier.map { ids.id(of: $0) } + ([identity] + earlier).map { SHA256Hasher.hash($0) })
                            .map { StreamID(kind: "flight", id: $0.first.hex) })
                    rows.append(ImportRow(number: number, imported, derived, fields: fields))
                } catch {
                    skipped.append(ImportNote(line: imported.line, code: error.code, text: error.message))
                }
            }
            return (rows: rows, skipped: skipped)
        }
        skipped += parts.flatMap(\.skipped)
        var rows = parts.flatMap(\.rows)
        let places = try self.places(of: rows[...], ids)
        for index in rows.indices { rows[index].place = places[index] }
        return rows
    }

    /// The entries that stand with times rounded to tenths, as earlier versions of this program kept them, where the
    /// file states them finer.
    private func roundedEarlier(_ rows: [ImportRow]) throws -> [ImportNote] {
        let finer = rows.filter { $0.place.standing == .counts && $0.imported.flight.hasTimesBelowTenths }
        if finer.isEmpty { return [] }
        return try withView(.now) { known, _, transaction in
            var (notes, index): ([ImportNote], Int) = ([], 0)
            try engine.streams(finer.map(\.stream), knownAt: known, transaction) { loaded in
                defer { index += 1 }
                // A state that is no flight has no times.
                guard let state = loaded?.fold.state, let flight = try? Flight(fields: state.fields.map.span.bytes)
                else { return }
                if let note = finer[index].rounding(flight) { notes.append(note) }
            }
            return notes
        }
    }

    /// Appends one unit of entries and returns the places of those that were written.
    ///
    /// It looks again when another writer was there meanwhile.
    private func importPart(_ rows: ArraySlice<ImportRow>, _ ids: DerivedIDs, _ head: [EventDraft]) throws -> [RowPlace]
    {
        var places = rows.map(\.place)
        var attempt = 1
        while true {
            let drafts = zip(rows, places).compactMap { row, place in
                switch place.standing {
                case .counts, .removed, .erased: nil as EventDraft?
                case .takenBack: EventDraft(stream: place.stream, type: "flight.restored", data: .json(.object([])))
                case .unknown: EventDraft(stream: place.stream, type: "flight.logged", data: .fields(row.fields))
                }
            }
            if drafts.isEmpty { return [] }
            do {
                _ = try append(head + drafts)
                return places.filter(\.isFresh)
            } catch let refusal as DraftRefusal {
                guard attempt < 5, Ledger.indicatesAnotherWriter(refusal) else { throw refusal }
                attempt += 1
                places = try self.places(of: rows, ids)
            }
        }
    }

    private func places(of rows: ArraySlice<ImportRow>, _ ids: DerivedIDs) throws -> [RowPlace] {
        let first = rows.startIndex
        return try places(of: rows.map(\.derived), ids) { index, record, _ in
            // A state that is no flight is not this one.
            guard let state = record.fold.state, let flight = try? Flight(fields: state.fields.map.span.bytes)
            else { return false }
            return rows[first + index].imported.isSame(as: flight)
        }
    }

    private static func restored(_ places: [RowPlace]) -> [(batch: StreamID, flights: Int)] {
        var counts: [StreamID: Int] = [:]
        for case .takenBack(let batch?) in places.map(\.standing) { counts[batch, default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.map { (batch: $0.key, flights: $0.value) }
    }

    /// Whether an entry that was to be made has been made since we looked, or one to be restored was.
    private static func indicatesAnotherWriter(_ refusal: DraftRefusal) -> Bool {
        let codes = ["record.exists", "record.removed", "restore.nothing", "stream.erased"]
        return codes.contains((refusal.reason as? Rejection)?.code ?? "")
    }

    private func batchDraft(_ batch: StreamID, _ outcome: ImportOutcome, aircraft: Int, format: String, file: String)
        -> EventDraft
    {
        EventDraft(
            stream: batch, type: "batch.imported",
            data: .json(
                .object(pairs: [
                    "format": .string(format), "fileName": file.isEmpty ? nil : .string(file),
                    "flights": .integer(outcome.flights),
                    "skipped": .integer(outcome.skipped.count), "assumed": .integer(outcome.assumed.count),
                    "duplicates": .integer(outcome.duplicates), "aircraft": .integer(aircraft),
                ])))
    }

    /// The descriptions of aircraft, but of those that stand already.
    ///
    /// A name that is no id of a stream, such as one with a blank, is made one; two names never share a stream.
    private func aircraftDrafts(_ aircraft: [AircraftDescription]) throws -> [EventDraft] {
        let known = Set(try self.aircraft().map { Designator.folded($0.id) })
        var taken: Set<StreamID> = []
        return try aircraft.compactMap { aircraft in
            if let stream = StreamID("aircraft/\(Ledger.nameOfStream(aircraft.id))"), !taken.contains(stream) {
                if try !isDescribed(stream) {
                    taken.insert(stream)
                    return Ledger.description(of: aircraft, stream)
                }
                if known.contains(Designator.folded(aircraft.id)) { return nil }
            }
            let stream = Ledger.digestStream(ofAircraft: aircraft.id)
            return try isDescribed(stream) ? nil : Ledger.description(of: aircraft, stream)
        }
    }

    static func description(of aircraft: AircraftDescription, _ stream: StreamID) -> EventDraft {
        func text(_ value: String?) -> JSONValue? { value.map { .string($0) } }
        func flag(_ value: Bool?) -> JSONValue? { value.map { .bool($0) } }
        return EventDraft(
            stream: stream, type: "aircraft.described",
            data: .json(
                .object(pairs: [
                    "registration": .string(aircraft.id), "typeCode": text(aircraft.typeCode),
                    "year": aircraft.year.map { .integer($0) }, "make": text(aircraft.make),
                    "model": text(aircraft.model), "gear": text(aircraft.gear), "engine": text(aircraft.engine),
                    "equipment": text(aircraft.equipment), "class": text(aircraft.aircraftClass),
                    "complex": flag(aircraft.complex),
                    "taa": flag(aircraft.taa), "highPerformance": flag(aircraft.highPerformance),
                    "pressurized": flag(aircraft.pressurized),
                    "extra": aircraft.extra.isEmpty
                        ? nil
                        : .object(aircraft.extra.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
                ])))
    }

    /// Whether this person has described an aircraft; a description by another person stands in for none.
    private func isDescribed(_ stream: StreamID) throws -> Bool {
        try withView(.now) { known, _, transaction in
            let person = try transaction.storeRecord().principal
            let loaded = try engine.stream(stream, knownAt: known, transaction)
            return loaded?.events.contains { $0.actor == person } ?? false
        }
    }
}

/// An entry of a file that can be kept, as it would be appended.
private struct ImportRow {
    /// Its place in the reading.
    let number: Int
    let imported: ImportedFlight
    let derived: DerivedStream
    var place: RowPlace
    let fields: [UInt8]

    var line: Int { imported.line }
    var stream: StreamID { place.stream }

    init(number: Int, _ imported: ImportedFlight, _ derived: DerivedStream, fields: [UInt8]) {
        (self.number, self.imported, self.derived, self.fields) = (number, imported, derived, fields)
        place = RowPlace(stream: derived.stream, standing: .unknown, squatter: nil)
    }

    /// The reading by whose id the entry was found; nil for an id of the present reading.
    private var earlierReading: Flight? {
        // The ids of the earlier readings, then those without the secret: of the present one, and of the earlier.
        let count = imported.earlier.count
        guard let found = derived.earlier.firstIndex(of: stream), found != count else { return nil }
        return imported.earlier[found < count ? found : found - count - 1].flight
    }

    /// The remedy for an entry that an earlier version of this program read with other figures; nil where there is
    /// none.
    var mending: ImportNote? {
        guard place.standing == .counts, let earlier = earlierReading else { return nil }
        let (flight, id) = (imported.flight, stream.id.prefix(12))
        let figures: [(name: String, old: Int?, new: Int?)] = [
            ("all landings", earlier.allLandings, flight.allLandings),
            ("day full stops", earlier.dayLandings, flight.dayLandings),
            ("night full stops", earlier.nightLandings, flight.nightLandings),
        ]
        let times: [(name: String, old: Hours?, new: Hours?)] = [
            ("solo hours", earlier.soloHours, flight.soloHours),
            ("cross-country hours", earlier.crossCountryHours, flight.crossCountryHours),
            ("ground hours", earlier.groundHours, flight.groundHours),
        ]
        let counts = figures.filter { $0.old ?? 0 != $0.new ?? 0 }.map { "\($0.name) \($0.new ?? 0)" }
        let hours = times.filter { $0.old ?? .zero != $0.new ?? .zero }.map {
            "\($0.name) \(($0.new ?? .zero).exactText)"
        }
        let places = [("from", earlier.from, flight.from), ("to", earlier.to, flight.to)].compactMap { name, old, new in
            old == nil ? new.map { "\(name) \($0)" } : nil
        }
        // An earlier version that kept other designators alone read the same figures.
        if counts.isEmpty, hours.isEmpty, places.isEmpty { return nil }
        let lacking = (counts + hours + places).joined(separator: ", ")
        return ImportNote(
            line: line, code: "row.earlierReading",
            text: "An earlier version of this program imported the flight without these figures: \(lacking).",
            remedy: Remedy("flight.addFigures", "Amend the flight with them.", values: [String(id)]))
    }

    /// How to state the times exactly that an entry has rounded to tenths; nil where it has none.
    func rounding(_ standing: Flight) -> ImportNote? {
        let finer = Flight.importedTimes.compactMap { field, time -> String? in
            guard let exact = imported.flight[keyPath: time], let kept = standing[keyPath: time], kept != exact else {
                return nil
            }
            return kept == Hours(tenths: exact.tenthsRounded) ? "\(field) \(exact.exactText)" : nil
        }
        if finer.isEmpty { return nil }
        return ImportNote(
            line: line, code: "row.roundedEarlier",
            text: "The flight stands with times rounded to tenths, as an earlier version of this program kept them.",
            remedy: Remedy(
                "flight.exactTimes", "Amend the flight with its exact times: \(finer.joined(separator: ", ")).",
                values: [String(stream.id.prefix(12))] + finer))
    }

    /// Why the row is not taken although it does not count; nil where it is taken or counts.
    var skipping: ImportNote? {
        switch place.standing {
        case .unknown, .counts, .takenBack: nil
        case .removed(let byAnother):
            ImportNote(
                line: line, code: "row.removed",
                text: "The flight was removed here\(byAnother ? " by another person" : "") and stays so.",
                remedy: Remedy(
                    "flight.restoreRow", "Restore it to have it back.", values: [String(stream.id.prefix(12))]))
        case .erased: ImportNote(line: line, code: "row.erased", text: "The flight was erased here, and stays so.")
        }
    }

    /// The largest size of the row in a unit: its fields, or the undos that its restore names.
    var unitBytes: Int { 1_024 + (place.isTakenBack ? 32 * place.noteCount : fields.count) }
}

extension Flight {
    /// The times that an import reads, each with its field.
    fileprivate static var importedTimes: [(field: String, time: KeyPath<Flight, Hours?>)] {
        [
            ("hobbs", \.hobbs), ("soloHours", \.soloHours), ("dualHours", \.dualHours),
            ("crossCountryHours", \.crossCountryHours),
            ("instrumentHours", \.instrumentHours), ("nightHours", \.nightHours), ("picHours", \.picHours),
            ("actualInstrumentHours", \.actualInstrumentHours), ("groundHours", \.groundHours),
        ]
    }

    fileprivate var hasTimesBelowTenths: Bool {
        Flight.importedTimes.contains { _, time in
            self[keyPath: time].map { $0 != Hours(tenths: $0.tenthsRounded) } ?? false
        }
    }
}
