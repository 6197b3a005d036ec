public import EventModel

/// The flights of one month.
public struct MonthTotals: Hashable, Sendable {
    /// The first day of the month.
    public let month: CivilDate
    public let flights: Int
    public let totalHours: Hours
    /// In the order of `HourKind`.
    public let hours: [Hours]
    public let landings: Int

    public func hours(of kind: HourKind) -> Hours { HourKind.allCases.firstIndex(of: kind).map { hours[$0] } ?? .zero }
}

extension Flight {
    /// Whether its pilot logged time as second in command, and none as pilot in command or solo.
    public var isSecondInCommand: Bool {
        !extra.isEmpty && sicHours > .zero && hours(of: .pic) == .zero && hours(of: .solo) == .zero
    }
}

/// The fields of an entry that a review of a logbook needs.
public struct ReviewedFlight: Sendable {
    @usableFromInline let date: CivilDate
    // Half as wide as numbers are elsewhere: tens of thousands lie beside each other, twice. No field of an entry goes
    // beyond.
    @usableFromInline let total: Int32
    /// In the order of `HourKind`.
    @usableFromInline let parts: InlineArray<6, Int32>
    @usableFromInline let landed: Int32
    @usableFromInline let stops: Int32
    @usableFromInline let stopsByNight: Int32
    @usableFromInline let takeoffsByDay: Int32
    @usableFromInline let takeoffsByNight: Int32
    @usableFromInline let actualInstrument: Int32
    @usableFromInline let approached: Int32
    @usableFromInline let held: Int32
    @usableFromInline let meterStart: Int?
    @usableFromInline let meterEnd: Int?
    /// Whether the entry states approaches or holds.
    @usableFromInline let statesInstrumentWork: Bool
    /// Whether it was a practical test, or an instrument proficiency check.
    @usableFromInline let wasTest: Bool
    @usableFromInline let wasCheck: Bool
    /// Whether its pilot logged it as second in command, and no time as pilot in command.
    @usableFromInline let wasSecond: Bool
    @usableFromInline let aircraft: String?

    // Inlined where it is called: there the figures are read in place, and the flight is not copied for it.
    @inlinable public init(_ flight: borrowing Flight) {
        date = flight.date
        total = Int32(flight.totalHours.seconds)
        parts = [
            Int32(flight.hours(of: .dual).seconds), Int32(flight.hours(of: .solo).seconds),
            Int32(flight.hours(of: .night).seconds), Int32(flight.hours(of: .instrument).seconds),
            Int32(flight.hours(of: .crossCountry).seconds), Int32(flight.hours(of: .pic).seconds),
        ]
        landed = Int32(flight.landings)
        stops = Int32(flight.fullStopLandings)
        stopsByNight = Int32(flight.nightLandings ?? 0)
        takeoffsByDay = Int32(flight.countedTakeoffs.byDay)
        takeoffsByNight = Int32(flight.countedTakeoffs.byNight)
        actualInstrument = Int32(flight.actualInstrumentHours?.seconds ?? 0)
        approached = Int32(flight.approaches ?? 0)
        held = Int32(flight.holds ?? 0)
        statesInstrumentWork = flight.approaches != nil || flight.holds != nil
        wasTest = flight.checkride == true
        wasCheck = flight.instrumentCheck == true
        wasSecond = flight.isSecondInCommand
        meterStart = flight.hobbsStart?.seconds
        meterEnd = flight.hobbsEnd?.seconds
        aircraft = flight.aircraft
    }

    /// The same entry as one of a session in a training device: no time, landings or takeoffs of a flight.
    func session() -> ReviewedFlight {
        var entry = Flight(date: date)
        (entry.approaches, entry.holds) = (statesInstrumentWork ? approaches : nil, statesInstrumentWork ? holds : nil)
        (entry.hobbsStart, entry.hobbsEnd, entry.aircraft) = (hobbsStart, hobbsEnd, aircraft)
        (entry.checkride, entry.instrumentCheck) = (wasTest, wasCheck)
        return ReviewedFlight(entry)
    }

    var isTest: Bool { wasTest }
    var isCheck: Bool { wasCheck }
    var isSecondInCommand: Bool { wasSecond }
    var takeoffs: (byDay: Int, byNight: Int) { (Int(takeoffsByDay), Int(takeoffsByNight)) }
    var totalHours: Hours { Hours(seconds: Int(total)) }
    func hours(_ kind: Int) -> Hours { Hours(seconds: Int(parts[kind])) }
    var landings: Int { Int(landed) }
    /// Landings to a full stop: all, and those by night.
    var fullStops: Int { Int(stops) }
    var nightStops: Int { Int(stopsByNight) }
    var actualInstrumentHours: Hours { Hours(seconds: Int(actualInstrument)) }
    var approaches: Int { Int(approached) }
    var holds: Int { Int(held) }
    var hobbsStart: Hours? { meterStart.map { Hours(seconds: $0) } }
    var hobbsEnd: Hours? { meterEnd.map { Hours(seconds: $0) } }
    var dualHours: Hours { hours(0) }
    var soloHours: Hours { hours(1) }
    var nightHours: Hours { hours(2) }
    var crossCountryHours: Hours { hours(4) }
    /// Solo throughout: without passengers.
    var isSolo: Bool { soloHours >= totalHours }
}

/// A contradiction between two entries, or of one day.
public struct EntryConflict: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// Both have the aircraft's meter at the same readings.
        case metersOverlap
        /// The meter at the end of the one is not what it is at the start of the next.
        case metersApart
        /// More than 24 hours in one day.
        case dayTooLong
    }

    public let kind: Kind
    /// Places in the entries that were given: of two by the order of their meters, of a day those from the first
    /// through the last.
    public let first: Int
    public let last: Int
    public let aircraft: String?
    /// Common to both, between them, or of the day.
    public let hours: Hours

    public init(kind: Kind, first: Int, last: Int, aircraft: String?, hours: Hours) {
        self.kind = kind
        self.first = first
        self.last = last
        self.aircraft = aircraft
        self.hours = hours
    }

    /// How many entries it is between.
    public var count: Int { kind == .dayTooLong ? last - first + 1 : 2 }

    /// The place of one of them, by its number from 0.
    public func place(_ number: Int) -> Int { kind == .dayTooLong ? first + number : number == 0 ? first : last }
}

extension [ReviewedFlight] {
    /// The same entries, those in training devices as sessions. O(n) where the fleet has devices.
    public func withSessions(of fleet: Fleet) -> [ReviewedFlight] {
        fleet.hasDevices ? map { fleet.isDevice($0.aircraft) ? $0.session() : $0 } : self
    }
}

/// Looking through a whole logbook. The entries are those that count, oldest first.
public enum LogbookReview {
    /// The months that have entries, oldest first. O(n).
    public static func months(of entries: [ReviewedFlight]) -> [MonthTotals] {
        runs(of: entries) { $0.firstOfMonth }.map { month, places in
            MonthTotals(
                month: month, flights: places.count, totalHours: places.reduce(.zero) { $0 + entries[$1].totalHours },
                hours: HourKind.allCases.indices.map { kind in places.reduce(.zero) { $0 + entries[$1].hours(kind) } },
                landings: places.reduce(0) { $0 + entries[$1].landings })
        }
    }

    /// The places of neighbours of which a function of their days is the same.
    static func runs(of entries: [ReviewedFlight], _ key: (CivilDate) -> CivilDate) -> [(
        key: CivilDate, places: Range<Int>
    )] {
        var runs: [(key: CivilDate, places: Range<Int>)] = []
        for place in entries.indices {
            let next = key(entries[place].date)
            if let last = runs.last, last.key == next {
                runs[runs.count - 1].places = last.places.lowerBound..<place + 1
            } else {
                runs.append((next, place..<place + 1))
            }
        }
        return runs
    }

    /// The places of solo flights of a student on whose day no solo endorsement was good (61.87(n)). O(n log e).
    ///
    /// A pilot with a practical test, a flight review or a proficiency check of that day or an earlier one is no
    /// student (61.56). A flight without solo hours is none of these.
    public static func unendorsed(_ entries: [ReviewedFlight], endorsements: [Endorsement], reviews: [PassedReview])
        -> [Int]
    {
        let given = endorsements.filter { $0.kind == .solo }.map(\.date).sorted()
        let certified = reviews.map(\.date).min()
        return entries.indices.filter { index in
            let date = entries[index].date
            guard entries[index].soloHours > .zero, entries[index].totalHours > .zero,
                certified.map({ date < $0 }) ?? true
            else { return false }
            // The latest that was given by then is the one that is good longest.
            let after = given.partitioningIndex { $0 > date }
            return after == 0 || date.days(since: given[after - 1]) > Endorsement.soloDays
        }
    }

    /// Meters of an aircraft that overlap or do not meet, and days of more than 24 hours. O(n log n).
    public static func conflicts(_ entries: [ReviewedFlight]) -> [EntryConflict] {
        let long = runs(of: entries, { $0 }).compactMap { _, places -> EntryConflict? in
            let hours = places.reduce(Hours.zero) { $0 + entries[$1].totalHours }
            guard hours > Hours(tenths: 240) else { return nil }
            return EntryConflict(
                kind: .dayTooLong, first: places.lowerBound, last: places.upperBound - 1, aircraft: nil, hours: hours)
        }
        let metered = entries.indices.filter { entries[$0].hobbsStart != nil && entries[$0].hobbsEnd != nil }
        let aircraft = Dictionary(grouping: metered) { Designator.folded(entries[$0].aircraft ?? "") }.sorted {
            $0.key < $1.key
        }
        return aircraft.flatMap { meters(entries, $1) } + long
    }

    /// Each flight beside the one whose meter had come furthest before it: one that lies within a long one hides
    /// nothing behind it.
    private static func meters(_ entries: [ReviewedFlight], _ places: [Int]) -> [EntryConflict] {
        func start(_ place: Int) -> Hours { entries[place].hobbsStart ?? .zero }
        func end(_ place: Int) -> Hours { entries[place].hobbsEnd ?? .zero }
        var found: [EntryConflict] = []
        var furthest: Int?
        for place in places.sorted(by: { (start($0), $0) < (start($1), $1) }) {
            guard let before = furthest else {
                furthest = place
                continue
            }
            let gap = start(place) - end(before)
            if gap != .zero {
                found.append(
                    EntryConflict(
                        kind: gap < .zero ? .metersOverlap : .metersApart, first: before, last: place,
                        aircraft: entries[place].aircraft,
                        hours: gap < .zero ? min(end(before), end(place)) - start(place) : gap))
            }
            if end(place) >= end(before) { furthest = place }
        }
        return found
    }

    /// The aircraft of the entries that may be one under several names. O(n).
    public static func alikeAircraft(_ entries: [ReviewedFlight]) -> [[String]] {
        Designator.alike(entries.lazy.compactMap(\.aircraft))
    }

    /// Whether any entry states both readings of its meter.
    public static func haveMeterReadings(_ entries: [ReviewedFlight]) -> Bool {
        entries.contains { $0.hobbsStart != nil && $0.hobbsEnd != nil }
    }
}

extension [CivilDate] {
    /// The first place that satisfies what all places behind it satisfy; the end where none does. O(log n).
    fileprivate func partitioningIndex(where belongs: (CivilDate) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
