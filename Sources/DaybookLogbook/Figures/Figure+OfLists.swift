public import DaybookKit
import Engine
import EventCodec
public import EventModel
import EventSourcing
public import Logbook

/// The figures of the logbook's lists: what stands in them, and what does not.
extension Figure {
    /// The whole list of 61.109(a), in its order.
    public static func detail(_ items: [ItemProgress], on day: CivilDate) -> [Figure] {
        items.map { each in
            let days = each.item == .testPreparation ? LogbookRules.preparationStart(day)...day : upTo(day)
            let hours = Hours(seconds: each.value)
            let text = each.item.isHours ? "\(hours.text) h" : "\(each.value)"
            let unit: EvidenceUnit = each.item.isHours ? .seconds : .count
            var counted = DaySource(flights: [each.item.measure], days, unit)
            counted.except = Set(each.others)
            return Figure(
                .progress, "detail.\(each.item.rawValue)", each.title,
                each.item.isHours ? .hours(hours) : .integer(each.value),
                each.state == .notRecorded ? "not recorded" : text,
                from: [.days(counted)]
                    + (each.item == .testPreparation ? [] : [forwarded(each.item.measure, day, unit)])
                    + legs(of: each.trips, on: day) + credited(each.credit, on: day))
        }
    }

    /// The legs of trips, each of which adds one to a figure.
    private static func legs(of trips: [Trip], on day: CivilDate) -> [FigureSource] {
        if trips.isEmpty { return [] }
        var source = EventSource(streams: trips.flatMap { $0.legs.map(\.stream) }, types: ["flight.logged"], day: day)
        let first = Set(trips.map { $0.legs[0].stream })
        source.part = { .adds(first.contains($0.stream) ? 1 : 0) }
        return [.events(source)]
    }

    /// The sessions in training devices that add a credit.
    private static func credited(_ credit: DeviceCredit?, on day: CivilDate) -> [FigureSource] {
        let shares = (credit?.sessions ?? []).filter { $0.credited > .zero }
        if shares.isEmpty { return [] }
        var source = EventSource(streams: shares.map(\.stream), types: ["flight.logged"], day: day)
        let amounts = Dictionary(shares.map { ($0.stream, Int64($0.credited.seconds)) }) { first, _ in first }
        source.part = { .adds(amounts[$0.stream] ?? 0) }
        return [.events(source)]
    }

    /// The entries up to a day that count; those that are listed and do not are among what is left out.
    public static func flights(_ count: Int, on day: CivilDate) -> Figure {
        Figure(
            .summary, "flights", "Flights that count", .integer(count), "\(count)",
            from: [flights([.flights], upTo(day), .count)])
    }

    /// The hours of one month as far as a day.
    public static func month(_ year: Int, _ month: Int, hours: Hours, on day: CivilDate) -> Figure? {
        guard let first = CivilDate(year: year, month: month, day: 1), first <= day else { return nil }
        let name = "\(Digits.text(year, width: 4))-\(Digits.text(month, width: 2))"
        return Figure(
            .summary, name, name, .hours(hours), "\(hours.text) h", from: [.days(.month(year, month, through: day))])
    }

    /// Flights that may be one, beside all of their day.
    public static func duplicates(_ group: PossibleDuplicate) -> Figure {
        let day = group.first.date
        var source = DaySource(flights: [.flights], day...day, .count)
        source.only = Set(group.flights)
        source.listsOtherDays = false
        return Figure(
            .summary, group.flights[0].text, "Flights of \(day) that may be one", .integer(group.flights.count),
            "\(group.flights.count)", from: [.days(source)])
    }

    /// The endorsements that were given up to a day and stand.
    public static func endorsements(_ given: [GivenEndorsement], on day: CivilDate) -> Figure {
        var source = EventSource(kinds: ["endorsement"], types: ["endorsement.given"], day: day)
        source.part = { _ in .adds(1) }
        return Figure(
            .currency, "endorsements", "Endorsements", .integer(given.count), "\(given.count)", from: [.events(source)])
    }

    /// The reviews that were passed up to a day, entered by themselves or stated by flights.
    public static func reviews(_ taken: [TakenReview], on day: CivilDate) -> Figure {
        Figure(
            .currency, "reviews", "Reviews", .integer(taken.count), "\(taken.count)",
            from: [
                .events(EventSource(kinds: ["review"], types: ["review.passed"], day: day)),
                .events(
                    EventSource(
                        kinds: ["flight"], types: ["flight.logged", "flight.amended"], day: day,
                        stating: ["flightReview", "instrumentCheck", "checkride"])),
            ])
    }

    fileprivate static func period(
        _ period: CurrencyPeriod, _ kind: LandingsKind, _ authority: Authority, since first: CivilDate,
        on day: CivilDate
    ) -> Figure {
        var source = DaySource(landings: kind, first...max(first, min(period.through, day)))
        source.listsOtherDays = false
        return Figure(
            .currency, "\(period.from)", "\(kind.label(authority)): \(period.from) to \(period.through)",
            .object(pairs: ["from": .string(period.from.description), "through": .string(period.through.description)]),
            "\(period.through.days(since: period.from) + 1) days",
            from: [.days(source)]
                + (authority == .easa && kind == .night ? checks(since: first, on: min(period.through, day)) : []))
    }
}

extension Ledger {
    /// The periods of currency as figures: each rests on the landings that began it, and on those within it. O(days).
    public func figures(_ periods: [CurrencyPeriod], _ kind: LandingsKind, _ asOf: AsOf = .now) throws -> [Figure] {
        try withView(asOf) { known, answered, transaction in
            let (days, rules) = (try flightDays(known, transaction), try currencyRules(known, transaction))
            return periods.map { period in
                // The landings that made the pilot current on its first day lie before it.
                let reading = Currency.reading(kind, on: period.from, in: days, by: rules)
                let first = reading.evidence.min() ?? period.from
                return .period(period, kind, rules.authority, since: first, on: answered.on)
            }
        }
    }
}
