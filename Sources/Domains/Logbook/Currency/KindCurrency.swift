public import EventModel

/// Passenger currency in one kind of aircraft, 61.57(a)(1)(ii) or FCL.060(b).
public struct KindCurrency: Hashable, Sendable {
    public let kind: AircraftKind
    /// In a tailwheel by full stops in one, else by all landings in the category, class and type.
    public let general: CurrencyReading
    /// Currency by day only; otherwise like `general`.
    public let day: CurrencyReading
    /// By full stops by night in the category, class and type.
    public let night: CurrencyReading

    public init(kind: AircraftKind, general: CurrencyReading, day: CurrencyReading, night: CurrencyReading) {
        self.kind = kind
        self.general = general
        self.day = day
        self.night = night
    }
}

extension Currency {
    /// Each kind of aircraft that was flown on or before a day and that the rule covers, the newest flown first.
    /// O(kinds · n log n).
    ///
    /// Sessions in training devices count in none: 61.57(a)(3) and (b)(2) ask for an approved training center, and
    /// FCL.060(b) for a full flight simulator that represents the type or class.
    public static func kinds(
        on day: CivilDate, flights: [Flight], fleet: Fleet, by rules: CurrencyRules = .faa
    ) -> [KindCurrency] {
        let flown = flown(through: day, flights, fleet)
        return AircraftKind.all(flown).filter { rules.covers($0, on: day) }.map {
            KindCurrency(of: $0, on: day, flown, by: rules)
        }
    }

    /// Each kind of aircraft that ``kinds(on:flights:fleet:by:)`` has a reading of. O(n log n).
    public static func flownKinds(
        on day: CivilDate, flights: [Flight], fleet: Fleet, by rules: CurrencyRules = .faa
    ) -> [AircraftKind] {
        AircraftKind.all(flown(through: day, flights, fleet)).filter { rules.covers($0, on: day) }
    }

    /// Whether a reading of a kind of aircraft counts a landing or a takeoff of a flight.
    public static func counts(
        _ flight: Flight, toward kind: LandingsKind, in aircraft: AircraftKind, fleet: Fleet
    ) -> Bool {
        !flown(through: flight.date, [flight], fleet).days(kind, in: aircraft).isEmpty
    }

    /// The kinds of aircraft that were flown on or before a day and that the rule does not cover, the newest flown
    /// first.
    public static func uncovered(on day: CivilDate, flights: [Flight], fleet: Fleet, by rules: CurrencyRules)
        -> [AircraftKind]
    {
        rules.authority == .faa
            ? [] : AircraftKind.all(flown(through: day, flights, fleet)).filter { !rules.covers($0, on: day) }
    }

    /// One kind, flown or not. O(n log n).
    public static func kind(
        _ kind: AircraftKind, on day: CivilDate, flights: [Flight], fleet: Fleet, by rules: CurrencyRules = .faa
    ) -> KindCurrency {
        KindCurrency(of: kind, on: day, flown(through: day, flights, fleet), by: rules)
    }

    /// The newest first, without sessions in training devices.
    static func flown(through day: CivilDate, _ flights: [Flight], _ fleet: Fleet) -> [FlownLandings] {
        flights.filter { $0.date <= day && !fleet.isDevice($0.aircraft) }
            .map { FlownLandings($0, fleet.kind(of: $0.aircraft)) }.sorted { $0.date > $1.date }
    }

    /// An aircraft that nothing describes is of one class with itself: its own landings count. Its gear is unknown, so
    /// that 61.57 asks for full stops. O(n log n).
    public static func aircraft(
        _ name: String, on day: CivilDate, flights: [Flight], by rules: CurrencyRules = .faa
    ) -> KindCurrency {
        let kind = AircraftKind(
            category: nil, classOfAircraft: nil, type: nil, hasTailwheel: rules.authority == .faa ? true : nil)
        let own = flights.filter { $0.date <= day && $0.aircraft.map { Designator.isSame($0, name) } ?? false }
            .map { FlownLandings($0, kind) }.sorted { $0.date > $1.date }
        let found = KindCurrency(of: kind, on: day, own, by: rules)
        return KindCurrency(kind: .unknown, general: found.general, day: found.day, night: found.night)
    }
}

extension KindCurrency {
    /// `flown` are the newest first.
    fileprivate init(of kind: AircraftKind, on day: CivilDate, _ flown: [FlownLandings], by rules: CurrencyRules) {
        func reading(_ reading: LandingsKind) -> CurrencyReading {
            Currency.reading(reading, on: day, newestFirst: flown.days(reading, in: kind), by: rules)
        }
        self.init(kind: kind, general: reading(.general), day: reading(.day), night: reading(.night))
    }
}

extension [FlownLandings] {
    /// The days of these, newest first, on which a reading of a kind of aircraft counts a landing or a takeoff.
    ///
    /// In a tailwheel, 61.57(a) counts full stops in one; by night, all stops in the class count.
    func days(_ reading: LandingsKind, in aircraft: AircraftKind) -> [DayLandings] {
        let asksForTailwheel = aircraft.hasTailwheel == true
        var days: [DayLandings] = []
        for flown in self where flown.kind.isOfClass(of: aircraft) {
            if asksForTailwheel, reading != .night, flown.kind.hasTailwheel != true { continue }
            let each =
                switch reading {
                case .general: flown.general(inTailwheel: asksForTailwheel)
                case .day: flown.byDay(inTailwheel: asksForTailwheel)
                case .night: flown.byNight
                }
            guard each.landings > 0 || each.takeoffs > 0 else { continue }
            if let last = days.last, last.date == each.date {
                days[days.count - 1] = last + each
            } else {
                days.append(each)
            }
        }
        return days
    }
}

extension AircraftKind {
    /// Each once, in their order.
    fileprivate static func all(_ flown: [FlownLandings]) -> [AircraftKind] {
        var kinds: [AircraftKind] = []
        for each in flown where !kinds.contains(each.kind) { kinds.append(each.kind) }
        return kinds
    }
}

// MARK: - Landings of a flight

/// The landings of one flight that rules about passengers count.
struct FlownLandings: Sendable {
    let date: CivilDate
    let kind: AircraftKind
    private let landings: Int
    private let nightStops: Int
    private let stops: Int
    private let takeoffs: (byDay: Int, byNight: Int)

    init(_ flight: borrowing Flight, _ kind: AircraftKind) {
        date = flight.date
        self.kind = kind
        landings = flight.landings
        nightStops = flight.nightLandings ?? 0
        stops = flight.fullStopLandings
        takeoffs = flight.countedTakeoffs
    }

    init(_ flight: ReviewedFlight, _ kind: AircraftKind) {
        date = flight.date
        self.kind = kind
        landings = flight.landings
        nightStops = flight.nightStops
        stops = flight.fullStops
        takeoffs = flight.takeoffs
    }

    func general(inTailwheel: Bool) -> DayLandings {
        DayLandings(
            date: date, landings: inTailwheel ? stops : landings, takeoffs: takeoffs.byDay + takeoffs.byNight)
    }

    func byDay(inTailwheel: Bool) -> DayLandings {
        DayLandings(date: date, landings: (inTailwheel ? stops : landings) - nightStops, takeoffs: takeoffs.byDay)
    }

    var byNight: DayLandings { DayLandings(date: date, landings: nightStops, takeoffs: takeoffs.byNight) }
}

extension DayLandings {
    static func + (one: DayLandings, other: DayLandings) -> DayLandings {
        DayLandings(
            date: one.date, landings: one.landings + other.landings, takeoffs: one.takeoffs + other.takeoffs)
    }
}
