public import EventModel

/// Entries that are taken for one flight: the legs of a trip.
///
/// An assumption, because no entry states it. A leg follows another in the same aircraft, from where that one ended, on
/// the same day or the next. A trip ends where it began.
public struct Trip: Hashable, Sendable {
    /// In the order in which they were flown; at least two.
    public let legs: [TripLeg]

    /// The requirements of 61.109(a) that are about one flight.
    static let requirements: [ExperienceItem] = [.nightCrossCountry, .longSoloCrossCountry]

    /// The assumption of an answer that rests on trips.
    public static let assumption =
        "Assumed: legs in one aircraft are one flight until it is back; each begins where the last ended, at most "
        + "overnight."

    /// The distance of the legs that state one, in tenths of a nautical mile.
    public var distanceNm: Int { Trip.distance(legs[...]) }

    /// "KRHV → KSNS → KPRB → KRHV".
    public var route: String { ([legs[0].from] + legs.map(\.to)).joined(separator: Flight.routeArrow) }

    public var days: ClosedRange<CivilDate> { legs[0].date...legs[legs.count - 1].date }

    /// The trips of entries that are given in the order of their days; legs that no other one follows are none.
    ///
    /// Legs of one day may stand in any order; their places put them in order. O(n log n).
    public static func trips(of legs: [TripLeg]) -> [Trip] {
        var found: [Trip] = []
        for (_, legs) in Dictionary(grouping: legs, by: \.aircraft).sorted(by: { $0.key < $1.key }) {
            var search = TripSearch()
            var start = 0
            while start < legs.count {
                let end = legs[start...].firstIndex { $0.date != legs[start].date } ?? legs.count
                search.add(legs[start..<end])
                start = end
            }
            found += search.trips
        }
        return found.sorted { ($0.days.lowerBound, $0.legs[0].stream) < ($1.days.lowerBound, $1.legs[0].stream) }
    }

    /// Whether the legs together meet a requirement that none of them meets by itself.
    public func meetsTogether(_ item: ExperienceItem) -> Bool {
        if legs.contains(where: { $0.met.contains(item) }) { return false }
        switch item {
        // "One cross-country flight of over 100 nautical miles total distance", as training by night.
        case .nightCrossCountry:
            return legs.split { !$0.isNightTraining }.contains { run in
                run.contains(where: \.isCrossCountryTraining) && Trip.distance(run) > 1_000
            }
        // "150 nautical miles total distance, with full-stop landings at three points, and one segment of … more than
        // 50 nautical miles".
        case .longSoloCrossCountry:
            return legs.split { !$0.isSolo }.contains { run in
                run.contains(where: \.isSoloCrossCountry) && Trip.distance(run) >= 1_500
                    && Set(run.filter(\.hasFullStop).map(\.to)).count >= 3
                    && run.contains { ($0.distanceNm ?? 0) > 500 }
            }
        default: return false
        }
    }

    private static func distance(_ legs: ArraySlice<TripLeg>) -> Int { legs.reduce(0) { $0 + ($1.distanceNm ?? 0) } }
}

/// Joins the legs of one aircraft, a day after another.
private struct TripSearch {
    private var open: [[TripLeg]] = []
    private var closed: [[TripLeg]] = []

    var trips: [Trip] { (closed + open).filter { $0.count > 1 }.map(Trip.init) }

    /// Adds all legs of a day.
    mutating func add(_ legs: ArraySlice<TripLeg>) {
        guard let day = legs.first?.date else { return }
        // A trip that did not continue by the next day is over.
        closed += open.filter { day.days(since: $0[$0.count - 1].date) > 1 }
        open.removeAll { day.days(since: $0[$0.count - 1].date) > 1 }
        var waiting = DayLegs(legs)
        for index in open.indices.reversed() { waiting.extend(&open[index]) }
        // A leg that goes on from where another one ends begins no trip, unless all go round. Legs of earlier trips
        // are no such others.
        let left = legs.filter { !waiting.isUsed($0) }
        let ends = Set(left.map(\.to))
        for leg in left.filter({ !ends.contains($0.from) }) + left {
            guard waiting.remove(leg) else { continue }
            var trip = [leg]
            waiting.extend(&trip)
            open.append(trip)
        }
        closed += open.filter(TripSearch.isBack)
        open.removeAll(where: TripSearch.isBack)
    }

    static func isBack(_ legs: [TripLeg]) -> Bool { legs[0].from == legs[legs.count - 1].to }
}

/// The legs of a day that are in no trip yet, by the places where they begin.
private struct DayLegs {
    private var waiting: [String: [TripLeg]]
    private var used: Set<StreamID> = []

    init(_ legs: ArraySlice<TripLeg>) {
        // The first is at the end, from where it is taken.
        waiting = Dictionary(grouping: legs.reversed(), by: \.from)
    }

    func isUsed(_ leg: TripLeg) -> Bool { used.contains(leg.stream) }

    /// Takes a leg out; false where it is in a trip.
    mutating func remove(_ leg: TripLeg) -> Bool { used.insert(leg.stream).inserted }

    /// Adds legs to a trip until it is back, or none goes on.
    mutating func extend(_ trip: inout [TripLeg]) {
        while !TripSearch.isBack(trip), let next = next(from: trip[trip.count - 1].to) { trip.append(next) }
    }

    private mutating func next(from place: String) -> TripLeg? {
        while let leg = waiting[place]?.popLast() { if used.insert(leg.stream).inserted { return leg } }
        return nil
    }
}
