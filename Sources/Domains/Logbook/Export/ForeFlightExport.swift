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
        let others = Set(entries.flatMap(\.flight.extra.keys)).filter { !own.contains(ColumnPlan.key($0)) }.sorted()
        let columns = flightColumns + others
        var writer = CSVWriter(lineEnd: "\r\n")
        func add(_ fields: [String]) { writer.add(fields + Array(repeating: "", count: max(0, columns.count - fields.count))) }
        add(banner)
        add([])
        add(["Aircraft Table"])
        add(aircraftColumns)
        for each in aircraft { add(fields(each)) }
        add([])
        add(["Flights Table"])
        add(columns)
        for entry in entries.reversed() { add(fields(entry.flight, columns)) }
        return writer.text
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
    private static func fields(_ flight: Flight, _ columns: [String]) -> [String] {
        var kept = Dictionary(flight.extra.map { (ColumnPlan.key($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
        let approaches = ForeFlightFlights.approaches.compactMap { kept[$0] }.compactMap(ForeFlightFlights.count)
        let areApproachesKept = !approaches.isEmpty && approaches.reduce(0, +) == flight.approaches ?? 0
        if !areApproachesKept, !approaches.isEmpty { for column in ForeFlightFlights.approaches { kept[column] = nil } }
        return columns.map { name in
            let column = ColumnPlan.key(name)
            let own = cell(column, flight)
            guard let text = kept[column] else {
                return column == "approach1" && !areApproachesKept ? flight.approaches.map { "\($0);;;;;" } ?? "" : own
            }
            if keptAsTheyAre.contains(column) || !ForeFlightFlights.known.contains(column) { return own.isEmpty ? text : own }
            // A text that stood in a column of this name elsewhere would not be read here.
            guard hourColumns.contains(column) else { return own }
            return RowReader.tenths(of: text)?.tenths == (RowReader.tenths(of: own)?.tenths ?? 0) ? text : own
        }
    }

    /// Columns whose reading keeps what it cannot take.
    private static let keptAsTheyAre = Set(ForeFlightFlights.approaches + ["hobbsstart", "hobbsend", "flightreview", "ipc", "checkride"])

    private static let hourColumns: Set<String> = [
        "totaltime", "pic", "night", "solo", "crosscountry", "dualreceived", "simulatedinstrument", "actualinstrument", "groundtraining", "distance",
    ]

    private static func cell(_ column: String, _ flight: Flight) -> String {
        func tenths(_ value: Int?) -> String { value.map { Digits.tenths($0) } ?? "" }
        func count(_ value: Int?) -> String { value.map(String.init) ?? "" }
        func hours(_ kind: HourKind) -> String { flight.hours(of: kind) > 0 ? Digits.tenths(flight.hours(of: kind)) : "" }
        func flag(_ value: Bool?) -> String { value.map { $0 ? "TRUE" : "FALSE" } ?? "" }
        return switch column {
        case "date": flight.date.description
        case "aircraftid": flight.aircraft ?? ""
        case "from": flight.from ?? ""
        case "to": flight.to ?? ""
        case "totaltime": flight.totalHours > 0 ? Digits.tenths(flight.totalHours) : ""
        case "pic": hours(.pic)
        case "night": hours(.night)
        case "solo": hours(.solo)
        case "crosscountry": hours(.crossCountry)
        case "dualreceived": hours(.dual)
        case "simulatedinstrument": hours(.instrument)
        case "actualinstrument": tenths(flight.actualInstrumentHours.flatMap { $0 > 0 ? $0 : nil })
        case "groundtraining": tenths(flight.groundHours.flatMap { $0 > 0 ? $0 : nil })
        case "distance": tenths(flight.distanceNm)
        case "hobbsstart": tenths(flight.hobbsStart)
        case "hobbsend": tenths(flight.hobbsEnd)
        case "holds": count(flight.holds)
        case "pilotcomments": flight.remarks.map { "\"\($0)\"" } ?? ""
        case "flightreview": flag(flight.flightReview)
        case "ipc": flag(flight.instrumentCheck)
        case "checkride": flag(flight.checkride)
        case "daytakeoffs": count(flight.dayTakeoffs)
        case "daylandingsfullstop": count(flight.dayLandings)
        case "nighttakeoffs": count(flight.nightTakeoffs)
        case "nightlandingsfullstop": count(flight.nightLandings)
        case "alllandings": count(flight.allLandings)
        default: ""
        }
    }
}
