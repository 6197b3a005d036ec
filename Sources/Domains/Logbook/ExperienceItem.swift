public import EventModel

/// One item of the whole list of 14 CFR 61.109(a), single-engine aeroplane.
public enum ExperienceItem: String, CaseIterable, Sendable {
    case total, dual, solo, dualCrossCountry, nightTraining, nightCrossCountry, nightLandings, instrumentTraining
    case testPreparation, soloCrossCountry, longSoloCrossCountry, towerLandings

    public var title: String {
        switch self {
        case .total: "Total flight time"
        case .dual: "Flight training from an authorized instructor"
        case .solo: "Solo flight"
        case .dualCrossCountry: "Cross-country flight training"
        case .nightTraining: "Night flight training"
        case .nightCrossCountry: "One night cross-country of over 100 NM"
        case .nightLandings: "Night takeoffs and landings to a full stop, in training"
        case .instrumentTraining: "Flight training by reference to instruments"
        case .testPreparation: "Test preparation"
        case .soloCrossCountry: "Solo cross-country"
        case .longSoloCrossCountry: "One solo cross-country of 150 NM with full stops at three points"
        case .towerLandings: "Solo takeoffs and full-stop landings at a towered airport"
        }
    }

    /// The title, and within which time before a day the item counts, where it does not count from the beginning.
    public func title(on day: CivilDate) -> String {
        self == .testPreparation
            ? title + " within "
                + (LogbookRules.isPreparationCountedInMonths(on: day) ? "2 calendar months" : "60 days") : title
    }

    public var paragraph: String {
        switch self {
        case .total, .dual: "61.109(a)"
        case .dualCrossCountry: "61.109(a)(1)"
        case .nightTraining: "61.109(a)(2)"
        case .nightCrossCountry: "61.109(a)(2)(i)"
        case .nightLandings: "61.109(a)(2)(ii)"
        case .instrumentTraining: "61.109(a)(3)"
        case .testPreparation: "61.109(a)(4)"
        case .solo: "61.109(a)(5)"
        case .soloCrossCountry: "61.109(a)(5)(i)"
        case .longSoloCrossCountry: "61.109(a)(5)(ii)"
        case .towerLandings: "61.109(a)(5)(iii)"
        }
    }

    /// Whether the figure is a time; else it is a count.
    public var isHours: Bool {
        switch self {
        case .nightCrossCountry, .nightLandings, .longSoloCrossCountry, .towerLandings: false
        default: true
        }
    }

    /// Seconds or a count.
    public var goal: Int {
        switch self {
        case .total: 40 * 3_600
        case .dual: 20 * 3_600
        case .solo: 10 * 3_600
        case .soloCrossCountry: 5 * 3_600
        case .dualCrossCountry, .nightTraining, .instrumentTraining, .testPreparation: 3 * 3_600
        case .nightLandings: 10
        case .towerLandings: 3
        case .nightCrossCountry, .longSoloCrossCountry: 1
        }
    }

    /// The measure that it counts.
    public var measure: Measure {
        switch self {
        case .total: .total
        case .dual: .dual
        case .solo: .solo
        case .dualCrossCountry: .crossCountryDual
        case .nightTraining: .nightDual
        case .nightCrossCountry: .longNightCrossCountry
        case .nightLandings: .landingsNightDual
        case .instrumentTraining: .instrumentDual
        case .testPreparation: .testPreparation
        case .soloCrossCountry: .soloCrossCountry
        case .longSoloCrossCountry: .longSoloCrossCountry
        case .towerLandings: .towerLandingsSolo
        }
    }

    /// The measure that states whether any entry records the item's figure; nil where every entry does.
    var stated: Measure? {
        switch self {
        case .nightCrossCountry, .longSoloCrossCountry: .distanceStated
        case .towerLandings: .towerLandingsStated
        case .testPreparation: .testPreparationStated
        default: nil
        }
    }
}

/// How far one item of the whole list is.
public struct ItemProgress: Hashable, Sendable {
    public enum State: String, Hashable, Sendable { case met, unmet, notRecorded }

    public let item: ExperienceItem
    /// Of the item on the day asked about.
    public let title: String
    /// Seconds or a count.
    public let value: Int
    public let state: State
    /// The trips among what counts: several entries each.
    public var trips: [Trip] = []
    /// The credit for training in devices that is in the value; nil without any.
    public var credit: DeviceCredit?
    /// The cross-country time in the value that is too short for 61.1(b).
    public var short: [ShortCrossCountry] = []
    /// The entries in other aircraft than it counts, in the order of their streams.
    public var others: [StreamID] = []
}

/// The whole list of 61.109(a), as far as the entries state it. An item that no entry states is "not recorded", never
/// met.
public struct ProgressDetail: Hashable, Sendable {
    public let items: [ItemProgress]
    /// The entries in described aircraft that are no single-engine airplanes, which count in the total alone; in the
    /// order of their streams.
    public let others: [StreamID]
    /// The flight time in aircraft that nothing describes.
    public let undescribed: Hours

    /// From the flights on or before a day; test preparation counts within the time that 61.109(a)(4) gave it on the
    /// day. A trip of several entries counts where none of its legs does. A credit is added to what 61.109(k) names.
    public init<Source: DayTotals & ~Copyable & ~Escapable>(
        on day: CivilDate, in source: borrowing Source, others: OtherAircraft = .nothing, trips: [Trip] = [],
        credit: DeviceCredit? = nil, short: [ShortCrossCountry] = []
    ) throws(Source.Failure) {
        let all = try source.totals(through: day)
        let totals = all - others.days.totals(through: day)
        let window = LogbookRules.preparationStart(day)...day
        let recent = try source.totals(of: window) - others.days.totals(of: window)
        let trips = trips.filter { !others.streams.contains($0.legs[0].stream) }
        let short = short.filter { !others.streams.contains($0.stream) }
        let streams = others.streams.sorted()
        self.others = streams
        undescribed = others.undescribed
        items = ExperienceItem.allCases.map { item in
            let trips = trips.filter { $0.meetsTogether(item) }
            let credit = DeviceCredit.items.contains(item) && credit?.credited ?? .zero > .zero ? credit : nil
            let measures = item == .total ? all : item == .testPreparation ? recent : totals
            let value = measures[item.measure] + trips.count + (credit?.credited.seconds ?? 0)
            let left: [StreamID] = item == .total ? [] : streams
            if let stated = item.stated, totals[stated] == 0 {
                return ItemProgress(
                    item: item, title: item.title(on: day), value: 0, state: .notRecorded, others: left)
            }
            return ItemProgress(
                item: item, title: item.title(on: day), value: value, state: value >= item.goal ? .met : .unmet,
                trips: trips, credit: credit, short: short.filter { $0.isPart(of: item) }, others: left)
        }
    }
}
