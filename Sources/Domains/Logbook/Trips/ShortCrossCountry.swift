public import EventModel

/// Cross-country time of a flight that is too short to have a landing as far from where it began as 61.1(b) asks.
///
/// The time stays in every figure, because the entry states it. Answers name it: an examiner will ask.
public struct ShortCrossCountry: Hashable, Sendable {
    public let stream: StreamID
    public let date: CivilDate
    /// Of the trip, where the entry is a leg of one.
    public let route: String
    /// Tenths of a nautical mile: that of the entry, or of its trip.
    public let distanceNm: Int
    /// The distance that a landing must exceed, in tenths of a nautical mile.
    public let required: Int
    public let hours: Hours
    public let soloHours: Hours
    public let dualHours: Hours

    /// Toward 61.109, 61.65 and 61.129.
    public static let rule =
        "61.1(b) asks for a landing more than 50 NM, in a straight line, from where the flight began (rotorcraft: 25 "
        + "NM). These flights are too short for one. Their time counts as the entries state it."

    /// The cross-countries among entries that are too short; those that state no distance are not judged.
    ///
    /// - Parameter trips: The trips of all entries, so that a leg is judged by the whole flight.
    public static func find(_ entries: [(flight: Flight, stream: StreamID)], trips: [Trip], in fleet: Fleet)
        -> [ShortCrossCountry]
    {
        let byLeg = Dictionary(trips.flatMap { trip in trip.legs.map { ($0.stream, trip) } }) { first, _ in first }
        return entries.compactMap { flight, stream in
            let hours = flight.hours(of: .crossCountry)
            guard hours > .zero, !fleet.isDevice(flight.aircraft) else { return nil }
            let trip = byLeg[stream]
            guard let farthest = trip?.farthestNm ?? (trip == nil ? flight.farthestNm : nil) else { return nil }
            let required = fleet.kind(of: flight.aircraft).category == "rotorcraft" ? 250 : 500
            guard farthest <= required else { return nil }
            return ShortCrossCountry(
                stream: stream, date: flight.date, route: trip?.route ?? flight.route,
                distanceNm: trip?.distanceNm ?? flight.distanceNm ?? 0, required: required, hours: hours,
                soloHours: flight.hours(ofBoth: .crossCountry, and: .solo),
                dualHours: flight.hours(ofBoth: .crossCountry, and: .dual))
        }.sorted { ($0.date, $0.stream) < ($1.date, $1.stream) }
    }

    /// Whether it is in the figure of an item.
    func isPart(of item: ExperienceItem) -> Bool {
        switch item {
        case .soloCrossCountry: soloHours > .zero
        case .dualCrossCountry: dualHours > .zero
        default: false
        }
    }
}

extension Trip {
    /// No landing lies farther from the beginning, in tenths of a nautical mile; nil where a leg states no distance.
    var farthestNm: Int? {
        let distances = legs.compactMap(\.distanceNm).filter { $0 > 0 }
        guard distances.count == legs.count else { return nil }
        let (total, isBack) = (distances.reduce(0, +), legs[0].from == legs[legs.count - 1].to)
        var (flown, farthest) = (0, 0)
        for distance in distances {
            flown += distance
            // The legs still to be flown lead back.
            farthest = max(farthest, isBack ? min(flown, total - flown) : flown)
        }
        return farthest
    }
}

extension Flight {
    /// The same of one entry; nil where it states no distance.
    fileprivate var farthestNm: Int? {
        guard let distanceNm, distanceNm > 0 else { return nil }
        guard let from, let to, !from.isEmpty, Designator.isSame(from, to) else { return distanceNm }
        return distanceNm / 2
    }
}
