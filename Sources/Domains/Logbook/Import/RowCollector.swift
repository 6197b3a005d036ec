import EventModel
import Tables

/// Gathers what the rows of a file become, with everything that the report names.
struct RowCollector {
    var options: ImportOptions
    let today: CivilDate
    private var rows: [ImportedRow] = []
    private(set) var aircraft: [AircraftDescription] = [] {
        didSet {
            // Tables name few devices, before the flights.
            devices = Set(aircraft.filter(\.isTrainingDevice).map { Designator.folded($0.id) })
        }
    }
    private var devices: Set<String> = []
    private var skipped: [ImportNote] = []
    private var assumed: [ImportNote] = []
    private var unused: [UnusedColumn] = []
    /// By the name of an unused column: its place among them.
    private var unusedPlaces: [String: Int] = [:]
    private var skippedTitles: [Int: String] = [:]
    private var proofs: DateProofs
    /// The places among the skipped rows of those whose date has an order that nothing states.
    private var undated: [Int] = []

    init(options: ImportOptions, today: CivilDate) {
        (self.options, self.today) = (options, today)
        proofs = DateProofs(order: options.dates)
    }

    mutating func assume(_ notes: [ImportNote]) { assumed += notes }
    mutating func skip(_ note: ImportNote) { skipped.append(note) }

    mutating func addFlight(
        _ record: CSVRecord, _ plan: ColumnPlan, read: (inout RowReader) throws(RowRefused) -> ReadFlight
    ) {
        if let cell = plan.cell("date", of: record) { proofs.add(cell, line: record.line) }
        do throws(RowRefused) {
            var row = try RowReader(record, plan, options)
            row.isInDevice =
                plan.cell("aircraftid", of: record)
                .map { devices.contains(Designator.folded($0)) } ?? false
            let flight = try read(&row)
            rows.append(ImportedRow(line: record.line, flight: flight.flight, earlier: flight.earlier))
            assumed += row.assumed
            countUnused(record, plan, row.outOfFigures)
        } catch {
            if error.lacksDateOrder { undated.append(skipped.count) }
            skippedTitles[record.line] = RowCollector.title(record, plan)
            skipped.append(ImportNote(line: record.line, code: error.code, text: error.text, remedy: error.remedy))
        }
    }

    /// An aircraft that the file describes again adds nothing.
    mutating func addAircraft(_ found: AircraftDescription?) {
        if let found, !aircraft.contains(where: { Designator.isSame($0.id, found.id) }) { aircraft.append(found) }
    }

    mutating func addAircraft(_ record: CSVRecord, _ plan: ColumnPlan) {
        do throws(RowRefused) {
            var row = try RowReader(record, plan, options)
            aircraft.append(try ForeFlightAircraft.aircraft(&row))
            assumed += row.assumed
            countUnused(record, plan)
        } catch {
            skipped.append(ImportNote(line: record.line, code: error.code, text: error.text, remedy: error.remedy))
        }
    }

    func reading() throws(ImportFault) -> ImportReading {
        try proofs.check()
        var skipped = skipped
        for place in undated {
            let note = skipped[place]
            skipped[place] = ImportNote(line: note.line, code: note.code, text: note.text, remedy: proofs.remedy)
        }
        let (aircraft, notes) = withDevices()
        return ImportReading(
            rows: rows, aircraft: aircraft, skipped: skipped,
            assumed: notes.isEmpty ? assumed : (assumed + notes).sorted { $0.line < $1.line }, unusedColumns: unused,
            skippedTitles: skippedTitles)
    }

    /// The aircraft, with those as training devices that the file has in sessions alone and does not describe
    /// otherwise. Notes name them, and the sessions in what is an aircraft elsewhere in the file.
    private func withDevices() -> (aircraft: [AircraftDescription], notes: [ImportNote]) {
        var (sessions, flown): ([String: [ImportedRow]], Set<String>) = ([:], [])
        for row in rows {
            guard let id = row.flight.aircraft, !id.isEmpty else { continue }
            let name = Designator.folded(id)
            if row.flight.noFlight == .session { sessions[name, default: []].append(row) } else { flown.insert(name) }
        }
        var (found, notes): ([AircraftDescription], [ImportNote]) = (aircraft, [])
        for (name, rows) in sessions.sorted(by: { ($0.value.first?.line ?? 0) < ($1.value.first?.line ?? 0) }) {
            guard let first = rows.first, let id = first.flight.aircraft else { continue }
            let place = found.firstIndex { Designator.folded($0.id) == name }
            var described = place.map { found[$0] } ?? AircraftDescription(id: id)
            if described.isTrainingDevice { continue }
            if flown.contains(name) || described.equipment != nil {
                notes += rows.map { RowCollector.sessionInAircraft(id, line: $0.line) }
                continue
            }
            described.equipment = "sim"
            if let place { found[place] = described } else { found.append(described) }
            notes.append(
                ImportNote(
                    line: first.line, code: "device.assumed",
                    text: "\(id) has time in a training device alone: it is described as one, and its time is no "
                        + "flight time. If it is an aircraft, describe it by its class."))
        }
        return (found, notes)
    }

    private static func sessionInAircraft(_ id: String, line: Int) -> ImportNote {
        ImportNote(
            line: line, code: "device.asAircraft",
            text: "\(id) is an aircraft elsewhere in the file: this session in a training device is kept as a flight. "
                + "Amend the entry with the name of the device.")
    }

    /// A zero and a no state nothing that a figure could lack.
    private mutating func countUnused(_ record: CSVRecord, _ plan: ColumnPlan, _ outOfFigures: [Int] = []) {
        let summed = Set(options.sums.values.joined().compactMap { plan.place(ofColumn: $0) })
        let places = outOfFigures.isEmpty ? plan.unmapped : plan.unmapped + outOfFigures
        for place in places where place < record.fields.count && !summed.contains(place) {
            let cell = record.fields[place].trimmed
            if cell.isEmpty || RowCollector.isNothing(cell) || RowCollector.isRead(cell, of: plan.names[place]) {
                continue
            }
            if let known = unusedPlaces[plan.names[place]] {
                unused[known].rows += 1
            } else {
                unusedPlaces[plan.names[place]] = unused.count
                unused.append(UnusedColumn(column: plan.names[place], rows: 1))
            }
        }
    }

    /// Whether a figure reads what an entry keeps of the column: crew time, and time in a training device.
    private static func isRead(_ cell: String, of column: String) -> Bool {
        guard Flight.isSimulatedColumn(column) || CrewTime.allCases.contains(where: { $0.isColumn(column) }) else {
            return false
        }
        return RowReader.hours(ofKept: cell) != nil
    }

    private static func isNothing(_ cell: String) -> Bool {
        if ["-", "false", "no", "n"].contains(cell.lowercased()) { return true }
        return cell.utf8.allSatisfy {
            [UInt8(ascii: "0"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ",")].contains($0)
        }
    }

    /// The date and the route as the cells of the row show them.
    private static func title(_ record: CSVRecord, _ plan: ColumnPlan) -> String? {
        let places = Flight.routeParts(plan.cell("from", of: record), plan.cell("to", of: record))
        return plan.cell("date", of: record).map {
            "\($0) " + (places.second.map { "\(places.first) → \($0)" } ?? places.first)
        }
    }
}
