public import EventModel
public import EventSourcing

/// The sums over flights. The raw value is the place in `FlightMeasures`; places are never reused.
public enum Measure: Int, CaseIterable, Sendable {
    /// Entries; ground lessons count as entries.
    case flights = 0
    // Seconds.
    case total, dual, solo, soloCrossCountry, night, instrument, crossCountry, pic
    // Counts.
    case landingsAll, landingsDay, landingsNight, takeoffsDay, takeoffsNight
    // Seconds.
    case ground, actualInstrument
    // Counts.
    case approaches, holds
    // Training toward 61.109(a), seconds.
    case crossCountryDual, nightDual, instrumentDual, testPreparation
    // Training toward 61.109(a), counts.
    case landingsNightDual, towerLandingsSolo
    /// Flights that meet the distances of 61.109(a)(2)(i) and (5)(ii).
    case longNightCrossCountry, longSoloCrossCountry
    // Entries that state a figure at all: without any, the requirement is "not recorded".
    case distanceStated, towerLandingsStated, testPreparationStated
    // Takeoffs as 61.57 counts them: as many as landings where an entry states none.
    case takeoffsByDayCounted, takeoffsByNightCounted
    /// Entries that state a practical test, a flight review or a proficiency check: each proves a certificate.
    case certificateProofs

    /// Their names in their order. A literal list: a lookup by reflection takes as long as a question about a day.
    static let names = [
        "flights", "total", "dual", "solo", "soloCrossCountry", "night", "instrument", "crossCountry", "pic",
        "landingsAll", "landingsDay", "landingsNight",
        "takeoffsDay", "takeoffsNight", "ground", "actualInstrument", "approaches", "holds", "crossCountryDual",
        "nightDual", "instrumentDual",
        "testPreparation", "landingsNightDual", "towerLandingsSolo", "longNightCrossCountry", "longSoloCrossCountry",
        "distanceTold", "towerLandingsTold",
        "testPreparationTold", "takeoffsByDayCounted", "takeoffsByNightCounted", "certificateProofs",
    ]
}

/// The measures of one flight, or their sum over many: 32 integers in the order of `Measure`.
///
/// Sums are checked; hours are seconds. Adding is O(1), without allocation, and undone by subtracting.
public struct FlightMeasures: Equatable, Sendable {
    /// How many integers there are.
    public static let count = 32

    public var values: InlineArray<32, Int>

    /// The sum over no flights.
    public static let zero = FlightMeasures()

    @inlinable public init() { values = InlineArray(repeating: 0) }

    @inlinable public subscript(measure: Measure) -> Int {
        get { values[measure.rawValue] }
        set { values[measure.rawValue] = newValue }
    }

    /// The sum of a measure in seconds.
    public func hours(_ measure: Measure) -> Hours { Hours(seconds: self[measure]) }

    // Through spans: a subscript of an inline array inside another value copies the whole array for each element
    // (Swift 6.3.1, 150 ns an addition instead of 30).
    @inlinable public static func += (sum: inout FlightMeasures, other: FlightMeasures) {
        let addend = other.values.span
        var result = sum.values.mutableSpan
        for index in result.indices { result[index] += addend[index] }
    }

    @inlinable public static func -= (sum: inout FlightMeasures, other: FlightMeasures) {
        let part = other.values.span
        var result = sum.values.mutableSpan
        for index in result.indices { result[index] -= part[index] }
    }

    @inlinable public static func + (left: FlightMeasures, right: FlightMeasures) -> FlightMeasures {
        var sum = left
        sum += right
        return sum
    }

    @inlinable public static func - (left: FlightMeasures, right: FlightMeasures) -> FlightMeasures {
        var rest = left
        rest -= right
        return rest
    }

    @inlinable public static func == (left: FlightMeasures, right: FlightMeasures) -> Bool {
        let ours = left.values.span
        let theirs = right.values.span
        return ours.indices.allSatisfy { ours[$0] == theirs[$0] }
    }
}

extension FlightMeasures {
    /// The contribution of one flight.
    public init(of flight: some FlightFigures) {
        // Each figure is asked for once: a fold of all flights spends its time here.
        let (dual, solo) = (flight.hours(of: .dual).seconds, flight.hours(of: .solo).seconds)
        let (night, instrument) = (flight.hours(of: .night).seconds, flight.hours(of: .instrument).seconds)
        let (crossCountry, pic) = (flight.hours(of: .crossCountry).seconds, flight.hours(of: .pic).seconds)
        let (dayLandings, nightLandings) = (flight.dayLandings ?? 0, flight.nightLandings ?? 0)
        let (towerLandings, testPreparation, stated) = (
            flight.towerLandings, flight.testPreparationHours?.seconds, flight.distanceNm
        )
        let distance = stated ?? 0
        // (3) asks for training "solely by reference to instruments": in cloud, or under a view-limiting device.
        let actualInstrument = flight.counted(flight.actualInstrumentHours ?? .zero).seconds
        let instrumentDual = min(instrument + actualInstrument, dual)
        let isTested = flight.checkride == true || flight.flightReview == true || flight.instrumentCheck == true
        let (landings, takeoffs) = (max(flight.allLandings ?? 0, dayLandings + nightLandings), flight.countedTakeoffs)
        let (soloCrossCountry, crossCountryDual, nightDual) = (
            min(solo, crossCountry), min(crossCountry, dual), min(night, dual)
        )
        // (2)(i): "over 100 nautical miles". (5)(ii): "of 150 nautical miles", full-stop landings at three points.
        let isLongNight = nightDual > 0 && crossCountryDual > 0 && distance > 1_000
        let isLongSolo = soloCrossCountry > 0 && distance >= 1_500 && dayLandings + nightLandings >= 3
        // In the order of `Measure`.
        values = [
            1, flight.totalHours.seconds, dual, solo, soloCrossCountry, night, instrument, crossCountry, pic,
            landings, dayLandings, nightLandings, flight.dayTakeoffs ?? 0, flight.nightTakeoffs ?? 0,
            flight.groundHours?.seconds ?? 0, actualInstrument, flight.approaches ?? 0, flight.holds ?? 0,
            crossCountryDual, nightDual, instrumentDual, testPreparation ?? 0, dual > 0 ? nightLandings : 0,
            solo > 0 ? towerLandings ?? 0 : 0,
            isLongNight ? 1 : 0, isLongSolo ? 1 : 0, stated == nil ? 0 : 1, towerLandings == nil ? 0 : 1,
            testPreparation == nil ? 0 : 1,
            takeoffs.byDay, takeoffs.byNight, isTested ? 1 : 0,
        ]
    }
}

extension FlightMeasures {
    /// The contribution of an entry to figures that count flights alone: all but the entry itself, ground lessons, and
    /// the approaches and holds that 61.57(c)(2) allows in a training device.
    init(onlyOfFlights entry: Flight) {
        self.init(of: entry)
        for measure in [Measure.flights, .ground, .approaches, .holds] { self[measure] = 0 }
    }
}

/// Sums of flights by day: all that the logbook's figures are computed from, whatever keeps them.
///
/// Kept rows, a fold in memory and a plain array can each be such a source; `Failure` is what reading them may throw.
public protocol DayTotals: ~Copyable, ~Escapable {
    associatedtype Failure: Error

    /// The sum over all flights on or before the day.
    borrowing func totals(through day: CivilDate) throws(Failure) -> FlightMeasures

    /// The sum over the flights of the days, both included; `precondition` that they are in order.
    borrowing func totals(of days: ClosedRange<CivilDate>) throws(Failure) -> FlightMeasures

    /// Visits the days on or before `day` whose sum of the measure is above 0, newest first, until `visit` says false.
    borrowing func visitDays(
        from day: CivilDate, with measure: Measure, _ visit: (CivilDate, Int) -> Bool
    ) throws(Failure)

    /// The days on or before `day` with landings or takeoffs that a reading counts, newest first.
    borrowing func landings(_ kind: LandingsKind, through day: CivilDate) throws(Failure) -> [DayLandings]
}

extension DayTotals where Self: ~Copyable & ~Escapable {
    /// The sum over the flights of the days, both included; `precondition` that they are in order.
    public func totals(of days: ClosedRange<CivilDate>) throws(Failure) -> FlightMeasures {
        let through = try totals(through: days.upperBound)
        return through - (try totals(through: days.lowerBound.adding(days: -1)))
    }
}

/// The engine's table of days is such a source; it is `FlightDays` that gives its measures their names.
public struct FlightDays: DayTotals, Sendable {
    public let table: DayTable
    /// The contribution of training devices to `table` that is no flight; nil where no entry names one.
    private let sessions: DayTable?
    /// Totals brought forward: in the sums up to a day, on no day and in no currency. Nil where there are none.
    private let forwarded: DayTable?

    /// A table of `LogbookDomain.flights`, less the sessions in training devices, with totals brought forward.
    package init(_ table: DayTable, without sessions: DayTable? = nil, forwarded: DayTable? = nil) {
        precondition(table.width == FlightMeasures.count, "a table of another ledger")
        self.table = table
        self.sessions = sessions
        self.forwarded = forwarded
    }

    /// The table of totals brought forward; nil of none.
    public static func forwarded(_ totals: some Collection<ForwardedTotals>) -> DayTable? {
        if totals.isEmpty { return nil }
        var builder = DayTableBuilder(width: FlightMeasures.count)
        for each in totals { builder.add(each.date, ArraySlice(each.measures.row)) }
        return builder.table
    }

    /// The contribution of sessions in training devices that counts for flights only. O(n log n).
    public static func sessions(_ entries: some Sequence<Flight>) -> DayTable {
        var builder = DayTableBuilder(width: FlightMeasures.count)
        for entry in entries { builder.add(entry.date, ArraySlice(FlightMeasures(onlyOfFlights: entry).row)) }
        return builder.table
    }

    /// From flights in any order. O(n log n).
    public init(_ flights: some Sequence<Flight>) {
        var builder = DayTableBuilder(width: FlightMeasures.count)
        for flight in flights { builder.add(flight.date, ArraySlice(FlightMeasures(of: flight).row)) }
        table = builder.table
        sessions = nil
        forwarded = nil
    }

    public func totals(through day: CivilDate) -> FlightMeasures {
        let flown = FlightMeasures(row: sums(from: .earliest, through: day))
        guard let forwarded else { return flown }
        return flown + FlightMeasures(row: Array(forwarded.sums(from: .earliest, through: day)))
    }

    public func totals(of days: ClosedRange<CivilDate>) -> FlightMeasures {
        FlightMeasures(row: sums(from: days.lowerBound, through: days.upperBound))
    }

    public func visitDays(from day: CivilDate, with measure: Measure, _ visit: (CivilDate, Int) -> Bool) {
        table.daysDescending(through: day) { date, sums in
            let sum = Int(sums[measure.rawValue]) - session(measure, date)
            return sum > 0 ? visit(date, sum) : true
        }
    }

    public func landings(_ kind: LandingsKind, through day: CivilDate) -> [DayLandings] {
        var found: [DayLandings] = []
        table.daysDescending(through: day) { date, sums in
            let each = kind.counted(on: date) { Int(sums[$0.rawValue]) - session($0, date) }
            if each.landings > 0 || each.takeoffs > 0 { found.append(each) }
            return true
        }
        return found
    }

    private func session(_ measure: Measure, _ date: CivilDate) -> Int {
        sessions.map { Int($0.sums(from: date, through: date)[measure.rawValue]) } ?? 0
    }

    private func sums(from first: CivilDate, through last: CivilDate) -> [Int64] {
        let sums = table.sums(from: first, through: last)
        guard let less = sessions?.sums(from: first, through: last) else { return sums }
        return zip(sums, less).map { $0 - $1 }
    }
}

extension FlightMeasures {
    /// As a row of a day ledger.
    public var row: [Int64] {
        var row: [Int64] = []
        append(to: &row)
        return row
    }

    /// Adds the measures in their order.
    public func append(to row: inout [Int64]) {
        // Through the span: indexing the array in place copies all of it for each element.
        let span = values.span
        row.append(addingCapacity: span.count) { output in
            for index in span.indices { output.append(Int64(span[index])) }
        }
    }

    /// A `precondition`: the row has all measures.
    package init(row: [Int64]) {
        precondition(row.count == FlightMeasures.count, "a row of another ledger")
        self.init()
        for index in 0..<FlightMeasures.count { values[index] = Int(row[index]) }
    }
}
