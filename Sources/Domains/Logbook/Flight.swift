public import EventModel

/// The current state of a logbook entry: the fields of 14 CFR 61.51(b), and those that only imports state.
///
/// Landings are counts. `nil` means that the entry does not state the figure; 0 is stated.
public struct Flight: Hashable, Sendable {
    /// The local date on which the flight began.
    public var date: CivilDate
    public var from: String?
    public var to: String?
    /// Total time of the flight.
    public var hobbs: Hours?
    public var tach: Hours?
    /// Meter readings.
    public var hobbsStart: Hours?
    public var hobbsEnd: Hours?

    /// Landings to a full stop by day and by night.
    public var dayLandings: Int?
    public var nightLandings: Int?
    /// Every landing of the flight, touch-and-goes included, if an import states it.
    public var allLandings: Int?
    public var dayTakeoffs: Int?
    public var nightTakeoffs: Int?
    /// Landings to a full stop at an airport with an operating control tower, each with a flight in the pattern.
    public var towerLandings: Int?

    public var solo: Bool?
    public var dual: Bool?
    public var crossCountry: Bool?
    public var instrument: Bool?

    /// The part of the flight that was of a kind.
    public var soloHours: Hours?
    public var dualHours: Hours?
    public var crossCountryHours: Hours?
    public var instrumentHours: Hours?
    public var nightHours: Hours?
    public var picHours: Hours?
    public var actualInstrumentHours: Hours?
    public var groundHours: Hours?
    public var testPreparationHours: Hours?

    public var approaches: Int?
    public var holds: Int?
    /// Total distance, tenths of a nautical mile.
    public var distanceNm: Int?

    public var flightReview: Bool?
    public var instrumentCheck: Bool?
    public var checkride: Bool?

    public var aircraft: String?
    public var cfiNumber: String?
    public var remarks: String?

    /// Codes of the rules that were knowingly accepted as broken.
    public var accepted: [String] = []
    /// Columns of an imported file that have no field of their own: name → text.
    public var extra: [String: String] = [:]
    /// The entry that this one was duplicated from, a stream id.
    public var copiedFrom: StreamID?
    /// The import that brought this entry, a stream id.
    public var batch: StreamID?

    /// An entry that states its date and nothing else.
    public init(date: CivilDate) { self.date = date }
}

/// The kinds of flight time that an entry can distinguish.
public enum HourKind: String, CaseIterable, Sendable {
    case dual, solo, night, instrument, crossCountry, pic
}

extension Flight {
    /// The entry with what follows from it filled in: hours from the meter readings, tach time equal to the hours,
    /// designators in upper case.
    ///
    /// For what a person enters; an import states facts from elsewhere and is left as it is.
    public func filledIn() -> Flight {
        var result = withDesignators()
        if result.hobbs == nil { result.hobbs = hobbsDuration }
        if result.tach == nil { result.tach = result.hobbs }
        return result
    }
}
