public import EventModel

/// Passenger currency in one kind of aircraft, 61.57(a)(1)(ii).
public struct KindCurrency: Hashable, Sendable {
    public let kind: AircraftKind
    /// In a tailwheel by full stops in one, else by all landings in the category, class and type.
    public let general: CurrencyReading
    /// As `general`, by day only.
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
    /// Each kind of aircraft that was flown on or before a day, the newest flown first. O(kinds · n log n).
    ///
    /// Sessions in training devices count in none: 61.57(a)(3) and (b)(2) ask for an approved training center.
    public static func kinds(on day: CivilDate, flights: [Flight], fleet: Fleet) -> [KindCurrency] {
        let flown = flights.filter { $0.date <= day && !fleet.isDevice($0.aircraft) }
            .map { FlownLandings($0, fleet.kind(of: $0.aircraft)) }.sorted { $0.date > $1.date }
        var kinds: [AircraftKind] = []
        for each in flown where !kinds.contains(each.kind) { kinds.append(each.kind) }
        return kinds.map { KindCurrency(of: $0, on: day, flown) }
    }

    /// One kind, flown or not. O(n log n).
    public static func kind(_ kind: AircraftKind, on day: CivilDate, flights: [Flight], fleet: Fleet) -> KindCurrency {
        let flown = flights.filter { $0.date <= day && !fleet.isDevice($0.aircraft) }
            .map { FlownLandings($0, fleet.kind(of: $0.aircraft)) }.sorted { $0.date > $1.date }
        return KindCurrency(of: kind, on: day, flown)
    }

    /// An aircraft that nothing describes is of one class with itself: its own landings count. Its gear is unknown, so
    /// that full stops are asked for. O(n log n).
    public static func aircraft(_ name: String, on day: CivilDate, flights: [Flight]) -> KindCurrency {
        let kind = AircraftKind(category: nil, classOfAircraft: nil, type: nil, hasTailwheel: true)
        let own = flights.filter { $0.date <= day && $0.aircraft.map { Designator.isSame($0, name) } ?? false }
            .map { FlownLandings($0, kind) }.sorted { $0.date > $1.date }
        let found = KindCurrency(of: kind, on: day, own)
        return KindCurrency(kind: .unknown, general: found.general, day: found.day, night: found.night)
    }
}

extension KindCurrency {
    /// `flown` are the newest first.
    fileprivate init(of kind: AircraftKind, on day: CivilDate, _ flown: [FlownLandings]) {
        let same = flown.filter { $0.kind.isOfClass(of: kind) }
        let own = kind.hasTailwheel == true ? same.filter { $0.kind.hasTailwheel == true } : same
        func reading(_ flights: [FlownLandings], _ counted: (FlownLandings) -> DayLandings) -> CurrencyReading {
            var days: [DayLandings] = []
            for each in flights.map(counted) where each.landings > 0 || each.takeoffs > 0 {
                if let last = days.last, last.date == each.date {
                    days[days.count - 1] = last + each
                } else {
                    days.append(each)
                }
            }
            return Currency.reading(on: day, newestFirst: days)
        }
        self.init(
            kind: kind, general: reading(own) { $0.general(inTailwheel: kind.hasTailwheel == true) },
            day: reading(own) { $0.byDay(inTailwheel: kind.hasTailwheel == true) }, night: reading(same, \.byNight))
    }
}

// MARK: - Landings of a flight

/// What 61.57 counts of one flight.
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
