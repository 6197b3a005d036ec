import EventModel

/// The zones of a ledger over time: a zone holds from the midnight of its day on, until that of the next one.
///
/// A past day keeps its zone when the person moves on: its midnights, its alarms and its "today" stay as they were.
struct ZoneCourse: ZoneRules {
    /// A zone and the first instant at which it holds.
    private struct Stretch: Sendable {
        let start: Instant
        let first: CivilDate
        let zone: any ZoneRules
    }

    private let earliest: any ZoneRules
    private let stretches: [Stretch]

    /// The zone that the ledger was made with, and the later ones, each with its first day, days ascending.
    init(from earliest: any ZoneRules, then changes: [(first: CivilDate, zone: any ZoneRules)]) {
        self.earliest = earliest
        stretches = changes.map { first, zone in
            Stretch(start: zone.instant(of: first, secondOfDay: 0), first: first, zone: zone)
        }
    }

    /// That of the last change.
    var name: String { (stretches.last?.zone ?? earliest).name }

    /// The version of the tz database that the zone of the last change was read from.
    var version: String? { ((stretches.last?.zone ?? earliest) as? SystemZone)?.version }

    func name(at instant: Instant) -> String { zone(at: instant).name(at: instant) }

    func offsetSeconds(at instant: Instant) -> Int { zone(at: instant).offsetSeconds(at: instant) }

    func instant(of date: CivilDate, secondOfDay: Int) -> Instant {
        (stretches.last { $0.first <= date }?.zone ?? earliest).instant(of: date, secondOfDay: secondOfDay)
    }

    private func zone(at instant: Instant) -> any ZoneRules { stretches.last { $0.start <= instant }?.zone ?? earliest }
}
