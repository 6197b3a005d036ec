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

    public init(_ flights: [Flight]) {
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
        }
    }
}
