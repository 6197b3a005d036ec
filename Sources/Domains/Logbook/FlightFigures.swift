import EventCodec
public import EventModel

/// The figures of one entry, wherever they are read from: all that rules and measures look at. Units as in `Flight`.
public protocol FlightFigures {
    var date: CivilDate { get }
    var hobbs: Hours? { get }
    var hobbsStart: Hours? { get }
    var hobbsEnd: Hours? { get }
    var dayLandings: Int? { get }
    var nightLandings: Int? { get }
    var allLandings: Int? { get }
    var dayTakeoffs: Int? { get }
    var nightTakeoffs: Int? { get }
    var towerLandings: Int? { get }
    var soloHours: Hours? { get }
    var dualHours: Hours? { get }
    var crossCountryHours: Hours? { get }
    var instrumentHours: Hours? { get }
    var nightHours: Hours? { get }
    var picHours: Hours? { get }
    var actualInstrumentHours: Hours? { get }
    var groundHours: Hours? { get }
    var testPreparationHours: Hours? { get }
    var approaches: Int? { get }
    var holds: Int? { get }
    var distanceNm: Int? { get }
    var solo: Bool? { get }
    var dual: Bool? { get }
    var crossCountry: Bool? { get }
    var instrument: Bool? { get }
    /// Whether it was a practical test, a flight review or an instrument proficiency check.
    var checkride: Bool? { get }
    var flightReview: Bool? { get }
    var instrumentCheck: Bool? { get }
    /// Whether an import brought the entry.
    var isOfBatch: Bool { get }
    /// Whether it was made from another entry.
    var isCopy: Bool { get }
}

extension Flight: FlightFigures {
    public var isOfBatch: Bool { batch != nil }
    public var isCopy: Bool { copiedFrom != nil }
}

extension FlightFigures {
    /// Whether what it says comes from an import, by itself or through the entry that it was made from.
    var isImported: Bool { isOfBatch || isCopy }

    /// Total time; zero where it is not stated.
    @inlinable public var totalHours: Hours { hobbs ?? .zero }

    /// The hours of a kind that count: the part where the entry states it, else the whole flight where it is flagged.
    /// A part that is longer than the stated flight contradicts it, and counts once the entry is amended.
    ///
    /// Night has no flag; a night full-stop landing stands for it. Pilot-in-command time has none either and is never
    /// inferred: 61.51(e) says when it *may* be logged, and only the pilot knows whether it was.
    @inlinable public func hours(of kind: HourKind) -> Hours { counted(statedHours(of: kind)) }

    /// The hours of a kind as the entry states them, also where they contradict it.
    @inlinable public func statedHours(of kind: HourKind) -> Hours {
        switch kind {
        case .dual: part(dualHours, whole: dual == true)
        case .solo: part(soloHours, whole: solo == true)
        case .night: part(nightHours, whole: (nightLandings ?? 0) > 0)
        case .instrument: part(instrumentHours, whole: instrument == true)
        case .crossCountry: part(crossCountryHours, whole: crossCountry == true)
        case .pic: part(picHours, whole: false)
        }
    }

    /// The hours that were of both kinds: at most the smaller part, which is all that a file without clock times
    /// states.
    public func hours(ofBoth first: HourKind, and second: HourKind) -> Hours {
        min(hours(of: first), hours(of: second))
    }

    public var soloCrossCountryHours: Hours { hours(ofBoth: .solo, and: .crossCountry) }

    /// Landings to a full stop, by day and by night together. (Rules refuse the numbers whose sum overflows.)
    @inlinable public var fullStopLandings: Int { (dayLandings ?? 0) &+ (nightLandings ?? 0) }

    /// All landings: the stated figure, but never fewer than the full stops, which are landings too.
    @inlinable public var landings: Int { max(allLandings ?? 0, fullStopLandings) }

    /// All landings less those by night.
    @inlinable public var landingsByDay: Int { landings &- (nightLandings ?? 0) }

    /// Takeoffs by day and by night, as 61.57 counts them. An entry that states takeoffs of one kind states all of
    /// them; one that states none is taken to have as many as landings.
    @inlinable public var countedTakeoffs: (byDay: Int, byNight: Int) {
        if dayTakeoffs == nil, nightTakeoffs == nil { return (landingsByDay, nightLandings ?? 0) }
        return (dayTakeoffs ?? 0, nightTakeoffs ?? 0)
    }

    /// The time between the two meter readings; nil unless both are stated and the end is not before the start.
    public var hobbsDuration: Hours? {
        guard let start = hobbsStart, let end = hobbsEnd, end >= start else { return nil }
        return end - start
    }

    @inlinable func counted(_ part: Hours) -> Hours { hobbs.map { part > $0 } ?? false ? .zero : part }

    @inlinable func part(_ stated: Hours?, whole: Bool) -> Hours { stated ?? (whole ? totalHours : .zero) }
}

/// The figures of an entry in a scan of its fields: read one by one where they are asked for, nothing copied.
struct FlightFields: FlightFigures {
    let scan: FieldScan
    let date: CivilDate

    /// Nil for fields without a date.
    init?(_ scan: FieldScan) {
        guard let day = scan.integer(FlightLoggedKey.date), let small = Int32(exactly: day) else { return nil }
        self.scan = scan
        date = CivilDate(day: small)
    }

    var hobbs: Hours? { hours(FlightLoggedKey.hobbs) }
    var hobbsStart: Hours? { hours(FlightLoggedKey.hobbsStart) }
    var hobbsEnd: Hours? { hours(FlightLoggedKey.hobbsEnd) }
    var dayLandings: Int? { scan.integer(FlightLoggedKey.dayLandings) }
    var nightLandings: Int? { scan.integer(FlightLoggedKey.nightLandings) }
    var allLandings: Int? { scan.integer(FlightLoggedKey.allLandings) }
    var dayTakeoffs: Int? { scan.integer(FlightLoggedKey.dayTakeoffs) }
    var nightTakeoffs: Int? { scan.integer(FlightLoggedKey.nightTakeoffs) }
    var towerLandings: Int? { scan.integer(FlightLoggedKey.towerLandings) }
    var soloHours: Hours? { hours(FlightLoggedKey.soloHours) }
    var dualHours: Hours? { hours(FlightLoggedKey.dualHours) }
    var crossCountryHours: Hours? { hours(FlightLoggedKey.crossCountryHours) }
    var instrumentHours: Hours? { hours(FlightLoggedKey.instrumentHours) }
    var nightHours: Hours? { hours(FlightLoggedKey.nightHours) }
    var picHours: Hours? { hours(FlightLoggedKey.picHours) }
    var actualInstrumentHours: Hours? { hours(FlightLoggedKey.actualInstrumentHours) }
    var groundHours: Hours? { hours(FlightLoggedKey.groundHours) }
    var testPreparationHours: Hours? { hours(FlightLoggedKey.testPreparationHours) }
    var approaches: Int? { scan.integer(FlightLoggedKey.approaches) }
    var holds: Int? { scan.integer(FlightLoggedKey.holds) }
    var distanceNm: Int? { scan.integer(FlightLoggedKey.distanceNm) }
    var solo: Bool? { scan.bool(FlightLoggedKey.solo) }
    var dual: Bool? { scan.bool(FlightLoggedKey.dual) }
    var crossCountry: Bool? { scan.bool(FlightLoggedKey.crossCountry) }
    var instrument: Bool? { scan.bool(FlightLoggedKey.instrument) }
    var checkride: Bool? { scan.bool(FlightLoggedKey.checkride) }
    var flightReview: Bool? { scan.bool(FlightLoggedKey.flightReview) }
    var instrumentCheck: Bool? { scan.bool(FlightLoggedKey.instrumentCheck) }

    private func hours(_ key: UInt64) -> Hours? { scan.integer(key).map { Hours(seconds: $0) } }

    var isOfBatch: Bool { scan.contains(FlightLoggedKey.batch) }
    var isCopy: Bool { scan.contains(FlightLoggedKey.copiedFrom) }
}
