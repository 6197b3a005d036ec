public import EventCodec
public import EventModel

/// The totals of an earlier logbook as of a day: in every sum, and in no currency.
public struct ForwardedTotals: Hashable, Sendable {
    /// The figures brought forward; the raw value is the name in the event, and of an option.
    public enum Kind: String, CaseIterable, Sendable {
        case total, pic, sic, dual, dualGiven, solo, soloCrossCountry, crossCountry, night, instrument
        case actualInstrument, simulator, ground
        case allLandings, dayLandings, nightLandings

        public var isCount: Bool { self == .allLandings || self == .dayLandings || self == .nightLandings }

        public var title: String {
            switch self {
            case .total: "Total"
            case .pic: "Pilot in command"
            case .sic: "Second in command"
            case .dual: "Dual received"
            case .dualGiven: "Dual given"
            case .solo: "Solo"
            case .soloCrossCountry: "Solo cross-country"
            case .crossCountry: "Cross-country"
            case .night: "Night"
            case .instrument: "Simulated instrument"
            case .actualInstrument: "Actual instrument"
            case .simulator: "Simulator"
            case .ground: "Ground training"
            case .allLandings: "All landings"
            case .dayLandings: "Day, full stop"
            case .nightLandings: "Night, full stop"
            }
        }

        /// The key of the field in both events.
        public var key: UInt64 { UInt64(Kind.allCases.firstIndex(of: self) ?? 0) + ForwardStatedKey.total }

        /// The measure to whose sum it adds; nil for what is in the printed logbook only.
        public var measure: Measure? {
            switch self {
            case .total: .total
            case .pic: .pic
            case .dual: .dual
            case .solo: .solo
            case .soloCrossCountry: .soloCrossCountry
            case .crossCountry: .crossCountry
            case .night: .night
            case .instrument: .instrument
            case .actualInstrument: .actualInstrument
            case .ground: .ground
            case .allLandings: .landingsAll
            case .dayLandings: .landingsDay
            case .nightLandings: .landingsNight
            case .sic, .dualGiven, .simulator: nil
            }
        }
    }

    /// The last day that the totals include.
    public var date: CivilDate
    /// Seconds of hours, else numbers.
    public private(set) var values: [Kind: Int] = [:]

    public init(date: CivilDate) { self.date = date }

    /// Nil for fields without a date.
    public init?(_ scan: FieldScan) {
        guard let day = scan.integer(ForwardStatedKey.date), let small = Int32(exactly: day) else { return nil }
        self.init(date: CivilDate(day: small))
        for kind in Kind.allCases { values[kind] = scan.integer(kind.key) }
    }

    public subscript(kind: Kind) -> Int? {
        get { values[kind] }
        set { values[kind] = newValue }
    }

    public func hours(_ kind: Kind) -> Hours { Hours(seconds: values[kind] ?? 0) }

    /// All landings: the stated figure, but never fewer than the full stops.
    public var landings: Int {
        max(values[.allLandings] ?? 0, (values[.dayLandings] ?? 0) + (values[.nightLandings] ?? 0))
    }

    /// The contribution to the sums of flights. It is no flight.
    public var measures: FlightMeasures {
        var measures = FlightMeasures.zero
        for kind in Kind.allCases {
            if let measure = kind.measure { measures[measure] = values[kind] ?? 0 }
        }
        measures[.landingsAll] = landings
        return measures
    }

    /// The first contradiction: a part that is longer than the total; nil where there is none.
    public var refusal: Rejection? {
        guard let total = values[.total] else {
            return Rejection(
                code: "forward.total", message: "Totals brought forward need the total flight time.",
                remedy: Remedy("forward.total", "Give the total."))
        }
        let parts: [Kind] = [
            .pic, .sic, .dual, .dualGiven, .solo, .soloCrossCountry, .crossCountry, .night, .instrument,
            .actualInstrument,
        ]
        for kind in parts where (values[kind] ?? 0) > total {
            return contradiction("\(kind.title), \(hours(kind).text) h, is more than the total", total)
        }
        if let cross = values[.soloCrossCountry], let solo = values[.solo] ?? Optional(0), cross > solo {
            return contradiction("Solo cross-country, \(hours(.soloCrossCountry).text) h, is more than solo", solo)
        }
        if (values[.solo] ?? 0) + (values[.dual] ?? 0) > total {
            let sum = Hours(seconds: (values[.solo] ?? 0) + (values[.dual] ?? 0))
            return contradiction("Solo and dual received together, \(sum.text) h, are more than the total", total)
        }
        return nil
    }

    /// The unlikely figures, which count as stated: times that no flight has at once, and landings.
    public var doubts: [String] {
        guard let total = values[.total] else { return [] }
        let pairs: [(Kind, Kind)] = [
            (.pic, .sic), (.solo, .sic), (.solo, .dualGiven), (.dual, .dualGiven), (.instrument, .actualInstrument),
        ]
        var found = pairs.compactMap { one, other -> String? in
            let sum = hours(one) + hours(other)
            guard sum > hours(.total), values[one] != nil, values[other] != nil else { return nil }
            return "\(one.title) and \(other.title.lowercased()) together, \(sum.text) h, are more than the total, "
                + "\(Hours(seconds: total).text) h. Each counts as stated."
        }
        if let all = values[.allLandings], landings > all {
            found.append("All landings, \(all), are fewer than the full stops, \(landings). \(landings) count.")
        }
        return found
    }

    private func contradiction(_ what: String, _ limit: Int) -> Rejection {
        Rejection(
            code: "hours.part", message: "\(what), \(Hours(seconds: limit).text) h.",
            hint: "Correct one of the two figures.")
    }
}
