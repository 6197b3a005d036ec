public import EventModel

/// A row of the record of pilot time on FAA Form 8710-1, section III.
public enum PilotTimeRow: String, CaseIterable, Sendable {
    case airplane, rotorcraft, poweredLift, glider, lighterThanAir
    /// Categories for which the form has no row.
    case other
    /// Aircraft that no description names.
    case notDescribed
    case fullFlightSimulator, flightTrainingDevice, aviationTrainingDevice
    /// Training devices of which no kind is stated.
    case trainingDevice
    /// Totals of an earlier logbook, which states no category.
    case forwarded

    public var title: String {
        switch self {
        case .airplane: "Airplanes"
        case .rotorcraft: "Rotorcraft"
        case .poweredLift: "Powered lift"
        case .glider: "Gliders"
        case .lighterThanAir: "Lighter than air"
        case .other: "Other categories"
        case .notDescribed: "Aircraft not described"
        case .fullFlightSimulator: "FFS"
        case .flightTrainingDevice: "FTD"
        case .aviationTrainingDevice: "ATD"
        case .trainingDevice: "Training device"
        case .forwarded: "Brought forward"
        }
    }

    /// Whether it is a kind of training device, which is no aircraft (61.1).
    var isDevice: Bool {
        switch self {
        case .fullFlightSimulator, .flightTrainingDevice, .aviationTrainingDevice, .trainingDevice: true
        case .airplane, .rotorcraft, .poweredLift, .glider, .lighterThanAir, .other, .notDescribed, .forwarded: false
        }
    }

    /// That of an entry.
    public init(_ flight: Flight, in fleet: Fleet) {
        if let device = fleet.device(of: flight) {
            self = device
            return
        }
        let category = fleet.kind(of: flight.aircraft).category
        self = category.map { PilotTimeRow(rawValue: $0) ?? .other } ?? .notDescribed
    }

    /// The kind of training device that a description states; nil for an aircraft.
    init?(device: AircraftDescription) {
        guard device.isTrainingDevice else { return nil }
        let words = [device.equipment, device.aircraftClass, device.typeCode].compactMap { $0?.lowercased() }
        func states(_ names: String...) -> Bool { words.contains { word in names.contains { word.contains($0) } } }
        self =
            states("ffs", "full flight") || words.contains("simulator")
            ? .fullFlightSimulator
            : states("ftd", "flight training device", "flight_training_device")
                ? .flightTrainingDevice
                : states("atd", "aviation training device", "aviation_training_device")
                    ? .aviationTrainingDevice : .trainingDevice
    }
}

/// The figures of a row of the form.
public struct PilotTime: Equatable, Sendable {
    public var total = Hours.zero
    public var instructionReceived = Hours.zero
    public var solo = Hours.zero
    public var pic = Hours.zero
    public var sic = Hours.zero
    public var crossCountryInstruction = Hours.zero
    public var crossCountrySolo = Hours.zero
    public var crossCountryPic = Hours.zero
    public var crossCountrySic = Hours.zero
    public var instrument = Hours.zero
    public var nightInstruction = Hours.zero
    public var nightPic = Hours.zero
    public var nightSic = Hours.zero
    public var nightTakeoffs = 0
    public var nightLandings = 0
    public var nightTakeoffsPic = 0
    public var nightLandingsPic = 0
    public var nightTakeoffsSic = 0
    public var nightLandingsSic = 0
    /// Launches: each landing of a glider ends a flight.
    public var flights = 0

    public init() {}

    /// Of both kinds at most the smaller part counts, as in the other figures. Instrument time is simulated and actual.
    public mutating func add(_ entry: Flight, in row: PilotTimeRow) {
        let flight = row.isDevice ? entry.inDevice : entry
        total += flight.totalHours
        instructionReceived += flight.hours(of: .dual)
        solo += flight.hours(of: .solo)
        pic += flight.hours(of: .pic)
        sic += flight.sicHours
        crossCountryInstruction += flight.hours(ofBoth: .crossCountry, and: .dual)
        crossCountrySolo += flight.soloCrossCountryHours
        crossCountryPic += flight.hours(ofBoth: .crossCountry, and: .pic)
        crossCountrySic += min(flight.hours(of: .crossCountry), flight.sicHours)
        instrument += min(
            flight.totalHours,
            flight.hours(of: .instrument) + flight.counted(flight.actualInstrumentHours ?? .zero))
        nightInstruction += flight.hours(ofBoth: .night, and: .dual)
        nightPic += flight.hours(ofBoth: .night, and: .pic)
        nightSic += min(flight.hours(of: .night), flight.sicHours)
        flights += row == .glider ? max(1, flight.landings) : 1
        addNightWork(of: flight)
    }

    /// The take-offs and landings of a flight with instruction, time in command or time as second in command.
    private mutating func addNightWork(of flight: Flight) {
        let (takeoffs, landings) = (flight.countedTakeoffs.byNight, flight.nightLandings ?? 0)
        if flight.hours(of: .dual) > .zero {
            nightTakeoffs += takeoffs
            nightLandings += landings
        }
        if flight.hours(of: .pic) > .zero {
            nightTakeoffsPic += takeoffs
            nightLandingsPic += landings
        }
        if flight.sicHours > .zero {
            nightTakeoffsSic += takeoffs
            nightLandingsSic += landings
        }
    }

    /// Totals of an earlier logbook state no times of two kinds, but for solo cross-countries.
    public mutating func add(_ totals: ForwardedTotals) {
        total += totals.hours(.total)
        instructionReceived += totals.hours(.dual)
        solo += totals.hours(.solo)
        pic += totals.hours(.pic)
        sic += totals.hours(.sic)
        crossCountrySolo += totals.hours(.soloCrossCountry)
        instrument += min(totals.hours(.total), totals.hours(.instrument) + totals.hours(.actualInstrument))
    }
}
