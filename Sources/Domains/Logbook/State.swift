public import EventModel

/// One logbook entry as it stands: what 14 CFR 61.51(b) asks for, and what imports tell besides.
///
/// Hours and distances are tenths, landings are counts. `nil` means "the entry does not tell"; 0 is told.
public struct Flight: Hashable, Sendable {
    /// The local date on which the flight began.
    public var date: CivilDate
    public var from: String?
    public var to: String?
    /// Total time of the flight, tenths of an hour.
    public var hobbs: Int?
    public var tach: Int?
    /// Meter readings, tenths of an hour.
    public var hobbsStart: Int?
    public var hobbsEnd: Int?

    /// Landings to a full stop by day and by night.
    public var dayLandings: Int?
    public var nightLandings: Int?
    /// Every landing of the flight, touch-and-goes included, where an import tells it.
    public var allLandings: Int?
    public var dayTakeoffs: Int?
    public var nightTakeoffs: Int?
    /// Landings to a full stop at an airport with an operating control tower, each with a flight in the pattern.
    public var towerLandings: Int?

    public var solo: Bool?
    public var dual: Bool?
    public var crossCountry: Bool?
    public var instrument: Bool?

    /// The part of the flight that was of a kind, tenths of an hour.
    public var soloHours: Int?
    public var dualHours: Int?
    public var crossCountryHours: Int?
    public var instrumentHours: Int?
    public var nightHours: Int?
    public var picHours: Int?
    public var actualInstrumentHours: Int?
    public var groundHours: Int?
    public var testPreparationHours: Int?

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

    /// An entry that tells its date and nothing else.
    public init(date: CivilDate) { self.date = date }
}

/// The kinds of flight time that an entry can tell apart.
public enum HourKind: String, CaseIterable, Sendable {
    case dual, solo, night, instrument, crossCountry, pic
}

extension Flight {
    /// Total time, tenths of an hour; 0 where it is not told.
    public var totalHours: Int { hobbs ?? 0 }

    /// The hours of a kind, in tenths: the part where the entry tells it, else the whole flight where it is flagged.
    ///
    /// Night has no flag; a night full-stop landing stands for it. Pilot-in-command time has none either and is never
    /// inferred: 61.51(e) says when it *may* be logged, and only the pilot knows whether it was.
    public func hours(of kind: HourKind) -> Int {
        switch kind {
        case .dual: part(dualHours, whole: dual == true)
        case .solo: part(soloHours, whole: solo == true)
        case .night: part(nightHours, whole: (nightLandings ?? 0) > 0)
        case .instrument: part(instrumentHours, whole: instrument == true)
        case .crossCountry: part(crossCountryHours, whole: crossCountry == true)
        case .pic: part(picHours, whole: false)
        }
    }

    /// The hours that were of both kinds, in tenths: at most the smaller part, which is what a file without clock times tells.
    public func hours(ofBoth first: HourKind, and second: HourKind) -> Int {
        min(hours(of: first), hours(of: second))
    }

    public var soloCrossCountryHours: Int { hours(ofBoth: .solo, and: .crossCountry) }

    /// Landings to a full stop, by day and by night together.
    public var fullStopLandings: Int { (dayLandings ?? 0) + (nightLandings ?? 0) }

    /// All landings: the figure told, else day and night full stops together.
    public var landings: Int { allLandings ?? fullStopLandings }

    /// The time between the two meter readings, tenths; nil unless both are told and the end is not before the start.
    public var hobbsDuration: Int? {
        guard let start = hobbsStart, let end = hobbsEnd, end >= start else { return nil }
        return end - start
    }

    /// The entry with what follows from it filled in: hours from the meter readings, tach time equal to the hours.
    ///
    /// For what a person enters; an import states facts from elsewhere and is left as it is.
    public func filledIn() -> Flight {
        var result = self
        if result.hobbs == nil { result.hobbs = hobbsDuration }
        if result.tach == nil { result.tach = result.hobbs }
        return result
    }

    private func part(_ told: Int?, whole: Bool) -> Int { told ?? (whole ? totalHours : 0) }
}
