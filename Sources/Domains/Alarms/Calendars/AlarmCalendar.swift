public import EventModel

/// Alarms as an iCalendar file (RFC 5545): an event that recurs for each time of day of an alarm, with an alarm of the
/// calendar at its start.
public struct AlarmCalendar {
    /// An alarm as the calendar takes it.
    public struct Entry {
        /// The id of its stream.
        public let id: String
        public let alarm: Alarm
        public let isEnabled: Bool
        /// The zone of its times; nil of one that floats.
        public let zone: (any ZoneRules)?
        /// Occurrences of its schedule that do not fire.
        public let omitted: [Occurrence]

        public init(id: String, alarm: Alarm, isEnabled: Bool, zone: (any ZoneRules)?, omitted: [Occurrence] = []) {
            self.id = id
            self.alarm = alarm
            self.isEnabled = isEnabled
            self.zone = zone
            self.omitted = omitted
        }
    }

    /// How many events it has.
    public private(set) var eventCount = 0
    private var events: [String] = []
    /// Of each zone the first year that is needed.
    private var zones: [String: (zone: any ZoneRules, year: Int)] = [:]
    private let now: Instant
    private let today: CivilDate

    /// `now` is when it is made; schedules without a start begin `today`.
    public init(now: Instant, today: CivilDate) {
        self.now = now
        self.today = today
    }

    /// Adds an alarm; false for one that fires no more, or whose schedule only another program could have made.
    public mutating func add(_ entry: Entry) -> Bool {
        guard case .success(let schedule) = entry.alarm.schedule.schedule(today: today) else { return false }
        let parts = schedule.times.flatMap { second in schedule.calendarParts(at: second).map { ($0, second) } }
        for (part, second) in parts {
            add(entry, part, second, schedule.calendarEnd(isAlone: parts.count == 1, in: entry.zone))
        }
        if let zone = entry.zone, let year = parts.map(\.0.first.components.year).min() {
            zones[zone.name] = (zone, min(year, zones[zone.name]?.year ?? year))
        }
        return !parts.isEmpty
    }

    private mutating func add(_ entry: Entry, _ part: CalendarPart, _ second: Int, _ end: CalendarEnd) {
        let alarm = entry.alarm
        let time = Digits.text(second / 3600, width: 2) + Digits.text(second / 60 % 60, width: 2)
        let zone = entry.zone.map { ";TZID=\($0.name)" } ?? ""
        events += [
            "BEGIN:VEVENT", "UID:\(entry.id)-\(time)\(part.name.isEmpty ? "" : "-" + part.name)@daybook",
            "DTSTAMP:\(CalendarText.instant(now))",
            "DTSTART\(zone):\(CalendarText.local(part.first, second))", "RRULE:\(part.rule)\(end.rulePart)",
            "SUMMARY:\(CalendarText.escaped(alarm.title))",
        ]
        events += end.properties
        let omitted = entry.omitted.filter { $0.secondOfDay == second }.map { CalendarText.local($0.date, second) }
        if !omitted.isEmpty { events.append("EXDATE\(zone):\(omitted.joined(separator: ","))") }
        if let note = alarm.note { events.append("DESCRIPTION:\(CalendarText.escaped(note))") }
        if let category = alarm.category { events.append("CATEGORIES:\(category.rawValue)") }
        // It takes no time that others would want.
        events.append("TRANSP:TRANSPARENT")
        if entry.isEnabled {
            for trigger in ["PT0S"] + entry.alarm.preAlarms.compactMap(AlarmCalendar.trigger) {
                events += [
                    "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:\(CalendarText.escaped(alarm.title))",
                    "TRIGGER:\(trigger)", "END:VALARM",
                ]
            }
        } else {
            events.append("STATUS:CANCELLED")
        }
        events.append("END:VEVENT")
        eventCount += 1
    }

    /// `1h` as `-PT1H`, `3d` as `-P3D`.
    private static func trigger(_ warning: String) -> String? {
        guard let count = Int(warning.dropLast()), count > 0 else { return nil }
        switch warning.last {
        case "h": return "-PT\(count)H"
        case "d": return "-P\(count)D"
        default: return nil
        }
    }

    /// The whole file.
    public var text: String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Daybook//Alarms//EN", "CALSCALE:GREGORIAN"]
        for (_, (zone, year)) in zones.sorted(by: { $0.key < $1.key }) { lines += CalendarZone(zone, from: year).lines }
        lines += events
        lines.append("END:VCALENDAR")
        return lines.map(CalendarText.folded).joined()
    }
}
