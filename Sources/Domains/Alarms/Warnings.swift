public import EventModel
public import EventSourcing

/// A warning ahead of one occurrence of an alarm.
public struct AlarmWarning: Hashable, Sendable {
    public let alarm: StreamID
    public let title: String
    public let lead: PreAlarm
    /// The occurrence that it is for.
    public let occurrence: Instant
    /// When it comes.
    public let at: Instant
    /// How long the occurrence is off, to the minute, as a card says it.
    public let countdown: String

    /// What makes it one and the same.
    public var key: String { "alarm.\(alarm.id).\(occurrence).\(lead.rawValue)" }

    /// The nearer the occurrence, the more urgent.
    public var candidate: NoticeCandidate {
        let score: Int =
            switch lead {
            case .hour: 90
            case .day: 80
            case .threeDays: 70
            case .week: 60
            }
        return NoticeCandidate(
            kind: AlarmWarning.kind, key: key, category: AlarmWarning.kind, score: score, title: "\(title): \(countdown)", isOnceOnly: true,
            notBefore: at, stream: alarm)
    }

    public static let kind = "preAlarm"
}

extension AlarmState {
    /// The warnings that have come and whose occurrence has not, of each occurrence the latest, and the next of each lead; none of an alarm that is
    /// off. `since` is when the series began or was changed last: what lay before it is not caught up on. `isLeftOut` tells of an occurrence whether it will not fire. Cost: a few
    /// days of the schedule for each lead and each time of day.
    public func warnings(
        of alarm: StreamID, at now: Instant, since: Instant, in zone: any ZoneRules, floatsByDefault: Bool, ownZone: (String) -> (any ZoneRules)?,
        isLeftOut: (Instant) -> Bool = { _ in false }
    ) -> [AlarmWarning] {
        let fields = self.alarm.schedule
        guard isEnabled, case .success(let schedule) = fields.schedule(today: CivilDate(day: 0)) else { return [] }
        let own = fields.floating ?? floatsByDefault ? zone : fields.zone.flatMap(ownZone) ?? zone
        // Who looks a moment after nine still says that it is a day.
        let minute = Instant(milliseconds: now.milliseconds.floored(by: 60_000) * 60_000)
        let all = self.alarm.leads.flatMap { lead in
            schedule.warnings(lead, around: now, since: since, in: own).filter { !isLeftOut($0.occurrence) }.map {
                AlarmWarning(
                    alarm: alarm, title: self.alarm.title, lead: lead, occurrence: $0.occurrence, at: $0.instant,
                    countdown: Countdown(from: minute, to: $0.occurrence, in: zone).text())
            }
        }
        return all.filter { one in !all.contains { one.occurrence == $0.occurrence && one.at < $0.at && $0.at <= now } }
    }
}

extension Schedule {
    /// The warnings whose span holds the instant, and the one after them; only those after `since`.
    fileprivate func warnings(_ lead: PreAlarm, around now: Instant, since: Instant, in zone: some ZoneRules) -> [(occurrence: Instant, instant: Instant)] {
        // A day on the calendar takes up to a change of the date line longer.
        let longest = Int64(lead.days * 86_400 + lead.seconds + 25 * 3600) * 1000
        var after = max(since, Instant(milliseconds: now.milliseconds - longest))
        var found: [(occurrence: Instant, instant: Instant)] = []
        while let warning = self.warning(lead, after: after, in: zone) {
            after = warning.instant
            if warning.occurrence.instant > now { found.append((warning.occurrence.instant, warning.instant)) }
            if warning.instant > now { break }
        }
        return found
    }
}

extension Alarm {
    /// The warnings asked for that this program knows, each once, the longest first.
    public var leads: [PreAlarm] { PreAlarm.allCases.reversed().filter { preAlarms.contains($0.rawValue) } }

    /// The first that it does not know.
    var unknownLead: String? { preAlarms.first { PreAlarm(rawValue: $0) == nil } }
}

extension AlarmRules {
    static func preAlarmUnknown(_ text: String) -> Rejection {
        Rejection(
            code: "preAlarm.unknown", message: "\"\(text)\" is no time at which an alarm warns.",
            hint: "It is one of \(PreAlarm.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
}

extension Chronicle {
    /// When the alarm's series began: its create, or the last time that its schedule or its warnings were changed, or that it was switched on or restored.
    public var warningsSince: Instant? {
        entries.last { entry in
            switch entry.content.type {
            case "alarm.created", "alarm.enabled", "alarm.restored": true
            case "alarm.edited": entry.content.tellsSeries
            default: false
            }
        }?.moment
    }
}
