public import EventModel

/// Something that a person should know about one line of an imported file.
public struct ImportNote: Hashable, Sendable {
    /// The line on which the row begins, from 1.
    public let line: Int
    /// Stable, dotted lowerCamelCase.
    public let code: String
    public let text: String

    public init(line: Int, code: String, text: String) {
        self.line = line
        self.code = code
        self.text = text
    }
}

/// A row that became an entry.
public struct ImportedFlight: Hashable, Sendable {
    public let line: Int
    public let flight: Flight
    /// The number of this entry among those of the file that are equal in what names them, from 0.
    public let ordinal: Int
}

/// What a file says, before anything is written: nothing of it is lost without being named here.
public struct ImportReading: Hashable, Sendable {
    /// Oldest first; entries of one day in the order in which they were flown, as far as the file's order tells.
    public let flights: [ImportedFlight]
    public let aircraft: [AircraftDescription]
    /// Rows that became nothing, and why; in the order of lines.
    public let skipped: [ImportNote]
    /// What had to be assumed to read a row that was kept; in the order of lines.
    public let assumed: [ImportNote]
}

/// An aircraft as a logbook program describes it.
public struct AircraftDescription: Hashable, Sendable {
    /// The registration: what an entry's `aircraft` names.
    public let id: String
    public var typeCode: String?
    public var year: Int?
    public var make: String?
    public var model: String?
    public var gear: String?
    public var engine: String?
    public var equipment: String?
    public var aircraftClass: String?
    public var complex: Bool?
    public var taa: Bool?
    public var highPerformance: Bool?
    public var pressurized: Bool?
    /// Columns without a field of their own: name → text.
    public var extra: [String: String] = [:]

    public init(id: String) { self.id = id }
}

/// Why a file cannot be imported at all.
public enum ImportFault: Error, Hashable, Sendable {
    case csv(CSVFault)
    /// No row names the columns of a flights table.
    case noFlightsHeader
    /// A column that an import needs is named twice, so that it is unclear which one holds.
    case columnTwice(name: String, line: Int)

    /// Where that shows, from 1; nil when it is about the whole file.
    public var line: Int? {
        switch self {
        case .csv(let fault): fault.line
        case .noFlightsHeader: nil
        case .columnTwice(_, let line): line
        }
    }

    /// What the command line says; exit status 65.
    public var fault: Fault {
        switch self {
        case .csv(let fault):
            Fault(.unreadable, code: fault.code, message: fault.message)
        case .noFlightsHeader:
            Fault(
                .unreadable, code: "import.noFlights",
                message: "No row names the columns Date, AircraftID and TotalTime, so there are no flights to read.",
                hint: "Export the logbook as a ForeFlight CSV file again, or say --format.")
        case .columnTwice(let name, let line):
            Fault(.unreadable, code: "import.columnTwice", message: "Line \(line) names the column \(name) twice.")
        }
    }
}
