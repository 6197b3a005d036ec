import EventModel

/// ForeFlight's logbook file: banner, aircraft table, flights table newest first, CRLF, every row padded.
///
/// What was imported from such a file comes out so that importing it again adds nothing. Tach time, the instructor's number, tower
/// landings and test preparation have no column there and are left out.
public enum ForeFlightExport {
    static let banner = ["ForeFlight Logbook Import", "This row is required for importing into ForeFlight. Do not delete or modify."]
    static let aircraftColumns = [
        "AircraftID", "TypeCode", "Year", "Make", "Model", "GearType", "EngineType", "equipType (FAA)", "aircraftClass (FAA)",
        "complexAircraft (FAA)", "taa (FAA)", "highPerformance (FAA)", "pressurized (FAA)",
    ]
    static let flightColumns = [
        "Date", "AircraftID", "From", "To", "Route", "TimeOut", "TimeOff", "TimeOn", "TimeIn", "OnDuty", "OffDuty", "TotalTime", "PIC", "SIC",
        "Night", "Solo", "CrossCountry", "PICUS", "MultiPilot", "IFR", "Examiner", "NVG", "NVG Ops", "Distance", "ActualInstrument",
        "SimulatedInstrument", "HobbsStart", "HobbsEnd", "TachStart", "TachEnd", "Holds", "Approach1", "Approach2", "Approach3", "Approach4",
        "Approach5", "Approach6", "DualGiven", "DualReceived", "SimulatedFlight", "GroundTraining", "GroundTrainingGiven", "InstructorName",
        "InstructorComments", "Person1", "Person2", "Person3", "Person4", "Person5", "Person6", "PilotComments", "Flight Review (FAA)",
        "IPC (FAA)", "Checkride (FAA)", "FAA 61.58 (FAA)", "NVG Proficiency (FAA)", "DayTakeoffs", "DayLandingsFullStop", "NightTakeoffs",
        "NightLandingsFullStop", "AllLandings",
    ]

    /// The file of entries that are given oldest first.
    public static func text(_ entries: [ExportedFlight], aircraft: [AircraftDescription]) -> String {
        let own = Set(flightColumns.map(ColumnPlan.key))
        var keys: [String: String] = [:]
        for entry in entries { for name in entry.flight.extra.keys where keys[name] == nil { keys[name] = ColumnPlan.key(name) } }
        let names = flightColumns + keys.filter { !own.contains($0.value) }.keys.sorted()
        let columns = names.map(Column.init)
        var writer = CSVWriter(lineEnd: "\r\n")
        func add(_ fields: [String]) { writer.add(fields + Array(repeating: "", count: max(0, columns.count - fields.count))) }
        add(banner)
        add([])
        add(["Aircraft Table"])
        add(aircraftColumns)
        for each in aircraft { add(fields(each)) }
        add([])
        add(["Flights Table"])
        add(names)
        for entry in entries.reversed() { writer.add(fields(entry.flight, columns, keys)) }
        return writer.text
    }

    /// What entries tell that has no column there, with the number of entries that tell it.
    public static func leftOut(_ entries: [ExportedFlight]) -> [LeftOut] {
        [
            entries.leftOut("instructors' numbers") { $0.signedNumber != nil || $0.flight.cfiNumber != nil },
            entries.leftOut("tach times") { $0.flight.tach != nil && $0.flight.tach != $0.flight.hobbs },
            entries.leftOut("landings at towered airports") { $0.flight.towerLandings != nil },
            entries.leftOut("test preparation") { $0.flight.testPreparationHours != nil },
            // Comments stand in quotation marks there, which are no formula.
            entries.formulas { [$0.flight.from, $0.flight.to, $0.flight.aircraft] },
        ].compactMap { $0 }
    }

    private static func fields(_ aircraft: AircraftDescription) -> [String] {
        func flag(_ value: Bool?) -> String { value.map { $0 ? "TRUE" : "FALSE" } ?? "" }
        return [
            aircraft.id, aircraft.typeCode ?? "", aircraft.year.map(String.init) ?? "", aircraft.make ?? "", aircraft.model ?? "",
            aircraft.gear ?? "", aircraft.engine ?? "", aircraft.equipment ?? "", aircraft.aircraftClass ?? "", flag(aircraft.complex),
            flag(aircraft.taa), flag(aircraft.highPerformance), flag(aircraft.pressurized),
        ]
    }

    /// A cell that was kept as it stood in a file is written so while it still says what its field says; every other one from its field.
    ///
    /// `keys` has the column's key of every name in `extra`.
    private static func fields(_ flight: Flight, _ columns: [Column], _ keys: [String: String]) -> [String] {
        var kept = Dictionary(flight.extra.map { (keys[$0.key] ?? ColumnPlan.key($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
        let approaches = ForeFlightFlights.approaches.compactMap { kept[$0] }.compactMap(ForeFlightFlights.count)
        let areApproachesKept = !approaches.isEmpty && approaches.reduce(0, +) == flight.approaches ?? 0
        if !areApproachesKept, !approaches.isEmpty { for column in ForeFlightFlights.approaches { kept[column] = nil } }
        return columns.map { column in
            let own = column.field.map { text(of: $0, flight) } ?? ""
            guard let text = kept.isEmpty ? nil : kept[column.key] else {
                return column.key == "approach1" && !areApproachesKept ? flight.approaches.map { "\($0);;;;;" } ?? "" : own
            }
            switch column.keeping {
            case .asItStands: return own.isEmpty ? text : own
            // A text that stood in a column of this name elsewhere would not be read here.
            case .own: return own
            case .hours: return RowReader.tenths(of: text)?.tenths == (RowReader.tenths(of: own)?.tenths ?? 0) ? text : own
            }
        }
    }

    /// A column of the flights table, looked up once for all entries.
    private struct Column {
        /// What becomes of a text that an import kept of this column.
        enum Keeping { case asItStands, hours, own }

        let key: String
        let field: Field?
        let keeping: Keeping

        init(_ name: String) {
            key = ColumnPlan.key(name)
            field = Field(rawValue: key)
            if ForeFlightExport.keptAsTheyAre.contains(key) || !ForeFlightFlights.known.contains(key) {
                keeping = .asItStands
            } else {
                keeping = field.map(ForeFlightExport.hourFields.contains) == true ? .hours : .own
            }
        }
    }

    /// Columns whose reading keeps what it cannot take.
    private static let keptAsTheyAre = Set(ForeFlightFlights.approaches + ["hobbsstart", "hobbsend", "flightreview", "ipc", "checkride"])

    /// The columns that are written from a field of the entry, by their keys.
    private enum Field: String {
        case date, aircraftID = "aircraftid", from, to, totalTime = "totaltime", pic, night, solo, crossCountry = "crosscountry"
        case dualReceived = "dualreceived", simulatedInstrument = "simulatedinstrument", actualInstrument = "actualinstrument"
        case groundTraining = "groundtraining", distance, hobbsStart = "hobbsstart", hobbsEnd = "hobbsend", holds
        case pilotComments = "pilotcomments", flightReview = "flightreview", ipc, checkride, dayTakeoffs = "daytakeoffs"
        case dayLandings = "daylandingsfullstop", nightTakeoffs = "nighttakeoffs", nightLandings = "nightlandingsfullstop", allLandings = "alllandings"
    }

    private static let hourFields: Set<Field> = [
        .totalTime, .pic, .night, .solo, .crossCountry, .dualReceived, .simulatedInstrument, .actualInstrument, .groundTraining, .distance,
    ]

    private static func text(of field: Field, _ flight: Flight) -> String {
        func tenths(_ value: Int?) -> String { value.map { Digits.tenths($0) } ?? "" }
        func count(_ value: Int?) -> String { value.map(String.init) ?? "" }
        func hours(_ kind: HourKind) -> String { flight.hours(of: kind) > 0 ? Digits.tenths(flight.hours(of: kind)) : "" }
        func flag(_ value: Bool?) -> String { value.map { $0 ? "TRUE" : "FALSE" } ?? "" }
        return switch field {
        case .date: flight.date.description
        case .aircraftID: flight.aircraft ?? ""
        case .from: flight.from ?? ""
        case .to: flight.to ?? ""
        case .totalTime: flight.totalHours > 0 ? Digits.tenths(flight.totalHours) : ""
        case .pic: hours(.pic)
        case .night: hours(.night)
        case .solo: hours(.solo)
        case .crossCountry: hours(.crossCountry)
        case .dualReceived: hours(.dual)
        case .simulatedInstrument: hours(.instrument)
        case .actualInstrument: tenths(flight.actualInstrumentHours.flatMap { $0 > 0 ? $0 : nil })
        case .groundTraining: tenths(flight.groundHours.flatMap { $0 > 0 ? $0 : nil })
        case .distance: tenths(flight.distanceNm)
        case .hobbsStart: tenths(flight.hobbsStart)
        case .hobbsEnd: tenths(flight.hobbsEnd)
        case .holds: count(flight.holds)
        case .pilotComments: flight.remarks.map { "\"\($0)\"" } ?? ""
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
