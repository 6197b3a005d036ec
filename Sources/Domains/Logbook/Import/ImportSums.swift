public import EventModel

/// The sums of a file's entries, to compare with those of the program that wrote it.
public struct ImportSums: Hashable, Sendable {
    public private(set) var flights = 0
    /// Nil where the file has no entry.
    public private(set) var first: CivilDate?
    public private(set) var last: CivilDate?
    public private(set) var totalHours = Hours.zero
    public private(set) var picHours = Hours.zero
    public private(set) var dualHours = Hours.zero
    public private(set) var soloHours = Hours.zero
    public private(set) var nightHours = Hours.zero
    public private(set) var crossCountryHours = Hours.zero
    public private(set) var allLandings = 0
    public private(set) var sicHours = Hours.zero
    public private(set) var dualGivenHours = Hours.zero
    public private(set) var instrumentHours = Hours.zero
    public private(set) var actualInstrumentHours = Hours.zero
    public private(set) var approaches = 0
    public private(set) var holds = 0
    /// The parts of the total and of the training received that sessions in training devices have, which is no flight
    /// time.
    public private(set) var deviceTotalHours = Hours.zero
    public private(set) var deviceDualHours = Hours.zero

    /// - Parameter fleet: The aircraft that are described, training devices among them.
    public init(_ flights: [Flight], in fleet: Fleet = Fleet()) {
        self.flights = flights.count
        (first, last) = (flights.map(\.date).min(), flights.map(\.date).max())
        for flight in flights {
            totalHours += flight.totalHours
            picHours += flight.statedHours(of: .pic)
            dualHours += flight.statedHours(of: .dual)
            soloHours += flight.statedHours(of: .solo)
            nightHours += flight.statedHours(of: .night)
            crossCountryHours += flight.statedHours(of: .crossCountry)
            allLandings += flight.landings
            sicHours += flight.statedHours(of: CrewTime.sic)
            dualGivenHours += flight.statedHours(of: CrewTime.dualGiven)
            instrumentHours += flight.statedHours(of: .instrument)
            actualInstrumentHours += flight.actualInstrumentHours ?? .zero
            approaches += flight.approaches ?? 0
            holds += flight.holds ?? 0
            guard fleet.device(of: flight) != nil else { continue }
            deviceTotalHours += flight.totalHours
            deviceDualHours += flight.statedHours(of: .dual)
        }
    }

    /// The sums that not every logbook has, each above zero.
    public var further: [(name: String, text: String)] {
        let hours: [(name: String, value: Hours)] = [
            ("SIC", sicHours), ("training given", dualGivenHours), ("simulated instrument", instrumentHours),
            ("actual instrument", actualInstrumentHours),
        ]
        let counts: [(name: String, value: Int)] = [("approaches", approaches), ("holds", holds)]
        return hours.filter { $0.value > .zero }.map { ($0.name, $0.value.text) }
            + counts.filter { $0.value > 0 }.map { ($0.name, String($0.value)) }
    }

    /// The part of the sums that is time in training devices; nil where none is.
    public var ofDevices: String? {
        if deviceTotalHours == .zero, deviceDualHours == .zero { return nil }
        return "Of these, total \(deviceTotalHours.text) and dual \(deviceDualHours.text) are in training devices: "
            + "they are no flight time."
    }
}
