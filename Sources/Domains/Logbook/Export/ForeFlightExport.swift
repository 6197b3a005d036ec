import EventModel

/// ForeFlight's logbook file: banner, aircraft table, flights table newest first, CRLF, every row padded.
///
/// Entries imported from such a file come out so that importing it again adds nothing. Tach time, the instructor's
/// number, tower landings and test preparation have no column there and are left out.
public enum ForeFlightExport {
    static let banner = [
        "ForeFlight Logbook Import", "This row is required for importing into ForeFlight. Do not delete or modify.",
    ]
    static let aircraftColumns = [
        "AircraftID", "TypeCode", "Year", "Make", "Model", "GearType", "EngineType", "equipType (FAA)",
        "aircraftClass (FAA)",
        "complexAircraft (FAA)", "taa (FAA)", "highPerformance (FAA)", "pressurized (FAA)",
    ]
    static let flightColumns = [
        "Date", "AircraftID", "From", "To", "Route", "TimeOut", "TimeOff", "TimeOn", "TimeIn", "OnDuty", "OffDuty",
        "TotalTime", "PIC", "SIC",
        "Night", "Solo", "CrossCountry", "PICUS", "MultiPilot", "IFR", "Examiner", "NVG", "NVG Ops", "Distance",
        "ActualInstrument",
        "SimulatedInstrument", "HobbsStart", "HobbsEnd", "TachStart", "TachEnd", "Holds", "Approach1", "Approach2",
        "Approach3", "Approach4",
        "Approach5", "Approach6", "DualGiven", "DualReceived", "SimulatedFlight", "GroundTraining",
        "GroundTrainingGiven", "InstructorName",
        "InstructorComments", "Person1", "Person2", "Person3", "Person4", "Person5", "Person6", "PilotComments",
        "Flight Review (FAA)",
        "IPC (FAA)", "Checkride (FAA)", "FAA 61.58 (FAA)", "NVG Proficiency (FAA)", "DayTakeoffs",
        "DayLandingsFullStop", "NightTakeoffs",
        "NightLandingsFullStop", "AllLandings",
    ]

    /// The file of entries that are given oldest first.
    public static func text(_ entries: [ExportedFlight], aircraft: [AircraftDescription]) -> String {
        let rows = entries.reversed().map { ForeFlightRow($0) }
        let columns = ForeFlightColumns(of: rows)
        return String(decoding: file([written(rows[...], columns)], columns, aircraft: aircraft), as: UTF8.self)
    }

    /// The file of rows that `written` gave, newest first.
    public static func file(
        _ rows: [[UInt8]], _ columns: ForeFlightColumns, aircraft: [AircraftDescription], guardsFormulas: Bool = true
    ) -> [UInt8] {
        var writer = CSVWriter(lineEnd: lineEnd, guardsFormulas: guardsFormulas)
        func add(_ fields: [String]) {
            writer.add(fields + Array(repeating: "", count: max(0, columns.columns.count - fields.count)))
        }
        add(banner)
        add([])
        add(["Aircraft Table"])
        add(aircraftColumns)
        for each in aircraft { add(fields(each)) }
        add([])
        add(["Flights Table"])
        add(columns.names)
        var file = writer.bytes
        file.reserveCapacity(file.count + rows.reduce(0) { $0 + $1.count })
        for some in rows { file += some }
        return file
    }

    /// Rows with all columns of a file.
    public static func written(
        _ rows: ArraySlice<ForeFlightRow>, _ columns: ForeFlightColumns, guardsFormulas: Bool = true
    ) -> [UInt8] {
        let blank = Array(repeating: UInt8(ascii: ","), count: columns.columns.count - own.count)
        var writer = CSVWriter(lineEnd: lineEnd, guardsFormulas: guardsFormulas)
        writer.reserve(rows.reduce(0) { $0 + $1.cells.count + blank.count + lineEnd.utf8.count })
        for row in rows {
            if let kept = row.kept {
                add(kept.flight, columns, to: &writer)
            } else {
                writer.add(written: row.cells)
                writer.add(written: blank)
            }
            writer.endRow()
        }
        return writer.bytes
    }

    private static let lineEnd = "\r\n"
    fileprivate static let own = flightColumns.map(Column.init)
    /// Those of them that an entry's own fields may fill, with their places; half of the columns stay blank.
    private static let stated = own.enumerated().filter { $0.element.field != nil || $0.element.isFirstApproach }.map {
        (place: $0.offset, column: $0.element)
    }

    /// The fields that rows leave out because the format has no column for them, with the number of entries that state
    /// each.
    public static func leftOut(_ rows: [ForeFlightRow]) -> [LeftOut] { leftOutTable.counted(rows.map(\.leftOut)) }

    fileprivate static let leftOutTable = LeftOutTable(kinds: [
        .init("signatures") { $0.signedNumber != nil },
        .init("instructors' numbers") { $0.signedNumber != nil || $0.flight.cfiNumber != nil },
        .init("tach times") { $0.flight.tach != nil && $0.flight.tach != $0.flight.hobbs },
        .init("landings at towered airports") { $0.flight.towerLandings != nil },
        .init("test preparation") { $0.flight.testPreparationHours != nil },
        // Comments stand in quotation marks there, which are no formula.
        .formulas { entry, isFormula in
            isFormula(entry.flight.from) || isFormula(entry.flight.to) || isFormula(entry.flight.aircraft)
                || !entry.flight.extra.isEmpty && entry.flight.extra.values.contains { isFormula($0) }
        },
    ])

    /// The cells of an entry that keeps none, in the format's own columns.
    fileprivate static func cells(_ flight: Flight, guardsFormulas: Bool) -> [UInt8] {
        var writer = CSVWriter(lineEnd: lineEnd, guardsFormulas: guardsFormulas)
        writer.reserve(256)
        var next = 0
        for (place, column) in stated {
            writer.addBlank(place - next)
            next = place + 1
            if let field = column.field, column.isText {
                writer.addField { write(field, flight, into: &$0) }
            } else if let field = column.field {
                writer.addFigure { write(field, flight, into: &$0) }
            } else {
                writer.addFigure { writeApproaches(flight, into: &$0) }
            }
        }
        writer.addBlank(own.count - next)
        return writer.bytes
    }

    private static func fields(_ aircraft: AircraftDescription) -> [String] {
        func flag(_ value: Bool?) -> String { value.map { $0 ? "TRUE" : "FALSE" } ?? "" }
        return [
            aircraft.id, aircraft.typeCode ?? "", aircraft.year.map(String.init) ?? "", aircraft.make ?? "",
            aircraft.model ?? "",
            aircraft.gear ?? "", aircraft.engine ?? "", aircraft.equipment ?? "", aircraft.aircraftClass ?? "",
            flag(aircraft.complex),
            flag(aircraft.taa), flag(aircraft.highPerformance), flag(aircraft.pressurized),
        ]
    }

    /// A cell that was kept as it stood in a file is written so while it still says what its field says; every other
    /// one from its field.
    private static func add(_ flight: Flight, _ columns: ForeFlightColumns, to writer: inout CSVWriter) {
        let kept = columns.kept(flight)
        for column in columns.columns {
            if let text = kept.cells[column.key] {
                writer.add(field: cell(column, flight, text))
            } else {
                writer.addField { bytes in
                    if let field = column.field { write(field, flight, into: &bytes) }
                    if column.isFirstApproach, !kept.areApproachesKept { writeApproaches(flight, into: &bytes) }
                }
            }
        }
    }

    private static func writeApproaches(_ flight: Flight, into bytes: inout [UInt8]) {
        if let approaches = flight.approaches { bytes.append(contentsOf: "\(approaches);;;;;".utf8) }
    }

    /// The text of a kept cell.
    private static func cell(_ column: Column, _ flight: Flight, _ text: String) -> String {
        var bytes: [UInt8] = []
        if let field = column.field { write(field, flight, into: &bytes) }
        let own = String(decoding: bytes, as: UTF8.self)
        switch column.keeping {
        case .asItStands: return own.isEmpty ? text : own
        // A text that stood in a column of this name elsewhere would not be read here.
        case .own: return own
        case .hours: return isSameTime(text, own) ? text : own
        }
    }

    /// Whether a kept cell is what its field was rounded from: a time to the second, a distance to a tenth. Earlier
    /// versions of this program rounded times to a tenth, too.
    private static func isSameTime(_ text: String, _ own: String) -> Bool {
        guard let kept = RowReader.hours(of: text)?.value else { return false }
        let written = RowReader.hours(of: own)?.value ?? .zero
        return kept == written || Hours(tenths: kept.tenthsRounded) == written
    }

    /// A column of the flights table, looked up once for all entries.
    struct Column {
        /// The treatment of a text that an import kept of this column.
        enum Keeping { case asItStands, hours, own }

        let key: String
        fileprivate let field: Field?
        let keeping: Keeping
        let isFirstApproach: Bool
        /// Whether its field is a text, in which anything may stand.
        let isText: Bool

        init(_ name: String) {
            key = ColumnPlan.key(name)
            field = Field(rawValue: key)
            isFirstApproach = key == ForeFlightFlights.approaches[0]
            isText = field.map(ForeFlightExport.textFields.contains) ?? false
            if ForeFlightExport.keptAsTheyAre.contains(key) || !ForeFlightFlights.known.contains(key) {
                keeping = .asItStands
            } else {
                keeping = field.map(ForeFlightExport.hourFields.contains) == true ? .hours : .own
            }
        }
    }

    /// Columns whose reading keeps what it cannot take.
    private static let keptAsTheyAre = Set(
        ForeFlightFlights.approaches + ForeFlightLandings.touchAndGoesByNight
            + ["hobbsstart", "hobbsend", "flightreview", "ipc", "checkride"])

    /// The columns that are written from a field of the entry, by their keys.
    fileprivate enum Field: String {
        case date, aircraftID = "aircraftid", from, to, totalTime = "totaltime", pic, night, solo, crossCountry =
            "crosscountry"
        case dualReceived = "dualreceived", simulatedInstrument = "simulatedinstrument", actualInstrument =
            "actualinstrument"
        case groundTraining = "groundtraining", distance, hobbsStart = "hobbsstart", hobbsEnd = "hobbsend", holds
        case pilotComments = "pilotcomments", flightReview = "flightreview", ipc, checkride, dayTakeoffs = "daytakeoffs"
        case dayLandings = "daylandingsfullstop", nightTakeoffs = "nighttakeoffs", nightLandings =
            "nightlandingsfullstop", allLandings = "alllandings"
    }

    private static let textFields: Set<Field> = [.aircraftID, .from, .to, .pilotComments]
    private static let hourFields: Set<Field> = [
        .totalTime, .pic, .night, .solo, .crossCountry, .dualReceived, .simulatedInstrument, .actualInstrument,
        .groundTraining, .distance,
    ]

    /// Appends the cell of a field.
    private static func write(_ field: Field, _ flight: Flight, into bytes: inout [UInt8]) {
        func text(_ value: String?) { if let value { bytes.append(contentsOf: value.utf8) } }
        func tenths(_ value: Int?) { if let value { Digits.writeTenths(value, into: &bytes) } }
        func count(_ value: Int?) { if let value { Digits.write(value, into: &bytes) } }
        // No time is left blank.
        func hours(_ value: Hours?) { if let value, value > .zero { bytes.append(contentsOf: value.exactText.utf8) } }
        func meter(_ value: Hours?) { if let value { bytes.append(contentsOf: value.exactText.utf8) } }
        func flag(_ value: Bool?) { if let value { bytes.append(contentsOf: (value ? "TRUE" : "FALSE").utf8) } }
        switch field {
        case .date: flight.date.write(into: &bytes)
        case .aircraftID: text(flight.aircraft)
        case .from: text(flight.from)
        case .to: text(flight.to)
        case .totalTime:
            // A time in a device that differs from the flight time would not come back from it.
            hours(flight.isOwnSession && flight.simulatedHours == flight.totalHours ? .zero : flight.totalHours)
        case .pic: hours(flight.statedHours(of: .pic))
        case .night: hours(flight.statedHours(of: .night))
        case .solo: hours(flight.statedHours(of: .solo))
        case .crossCountry: hours(flight.statedHours(of: .crossCountry))
        case .dualReceived: hours(flight.statedHours(of: .dual))
        case .simulatedInstrument: hours(flight.statedHours(of: .instrument))
        case .actualInstrument: hours(flight.actualInstrumentHours)
        case .groundTraining: hours(flight.groundHours)
        case .distance: tenths(flight.distanceNm)
        case .hobbsStart: meter(flight.hobbsStart)
        case .hobbsEnd: meter(flight.hobbsEnd)
        case .holds: count(flight.holds)
        case .pilotComments:
            guard let remarks = flight.remarks else { return }
            bytes.append(UInt8(ascii: "\""))
            text(remarks)
            bytes.append(UInt8(ascii: "\""))
        case .flightReview: flag(flight.flightReview)
        case .ipc: flag(flight.instrumentCheck)
        case .checkride: flag(flight.checkride)
        case .dayTakeoffs: count(flight.dayTakeoffs)
        case .dayLandings: count(flight.dayLandings)
        case .nightTakeoffs: count(flight.nightTakeoffs)
        case .nightLandings: count(flight.nightLandings)
        case .allLandings: count(flight.allLandings)
        }
    }
}

/// An entry on its way into a file, made before it is known which columns the file has.
public struct ForeFlightRow: Sendable {
    /// An entry with its cells; its columns are known only after all entries.
    fileprivate final class Kept: Sendable {
        let flight: Flight
        init(_ flight: Flight) { self.flight = flight }
    }

    fileprivate let kept: Kept?
    /// Every other entry's cells in the format's own columns.
    fileprivate let cells: [UInt8]
    /// The kinds of the entry that the format cannot express, a bit each.
    fileprivate let leftOut: UInt32

    public init(_ entry: ExportedFlight, guardsFormulas: Bool = true) {
        let flight = entry.flight
        kept = flight.extra.isEmpty ? nil : Kept(flight)
        cells = flight.extra.isEmpty ? ForeFlightExport.cells(flight, guardsFormulas: guardsFormulas) : []
        leftOut = ForeFlightExport.leftOutTable.columns(statedBy: entry)
    }
}

/// The columns of a file of some entries: those of the format, and behind them what imports kept that has none there.
public struct ForeFlightColumns: Sendable {
    fileprivate let names: [String]
    fileprivate let columns: [ForeFlightExport.Column]
    /// The column's key of every name that an entry keeps.
    private let keys: [String: String]

    public init(of rows: [ForeFlightRow]) {
        let own = Set(ForeFlightExport.flightColumns.map(ColumnPlan.key))
        var keys: [String: String] = [:]
        for row in rows {
            guard let kept = row.kept else { continue }
            for name in kept.flight.extra.keys where keys[name] == nil { keys[name] = ColumnPlan.key(name) }
        }
        names = ForeFlightExport.flightColumns + keys.filter { !own.contains($0.value) }.keys.sorted()
        columns = names.map(ForeFlightExport.Column.init)
        self.keys = keys
    }

    /// The cells that an entry keeps, by the keys of their columns; approaches that its field contradicts are not among
    /// them.
    fileprivate func kept(_ flight: Flight) -> (cells: [String: String], areApproachesKept: Bool) {
        var cells = Dictionary(
            flight.extra.map { (keys[$0.key] ?? ColumnPlan.key($0.key), $0.value) },
            uniquingKeysWith: { first, _ in first })
        let approaches = ForeFlightFlights.approaches.compactMap { cells[$0] }.compactMap(ForeFlightFlights.count)
        let areKept = !approaches.isEmpty && approaches.reduce(0, +) == flight.approaches ?? 0
        if !areKept, !approaches.isEmpty { for column in ForeFlightFlights.approaches { cells[column] = nil } }
        return (cells, areKept)
    }
}
