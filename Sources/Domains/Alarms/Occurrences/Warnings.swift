import EventCodec
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

    /// The key that identifies it.
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
            kind: AlarmWarning.kind, key: key, category: AlarmWarning.kind, score: score,
            title: "\(title): \(countdown)", isOnceOnly: true,
            notBefore: at, stream: alarm)
    }

    public static let kind = "preAlarm"
}

extension AlarmCourse {
    /// The warnings that have come and whose occurrence has not, of each occurrence the latest, and the next of each
    /// lead; none of an alarm that is off or gone, or of an occurrence that is left out. `since` is when the warnings
    /// were asked for: what lay before it, or before the series began, is not caught up on. Cost: a few days of the
    /// schedule for each lead and each time of day.
    public func warnings(at now: Instant, since: Instant, _ reader: AlarmReader) -> [AlarmWarning] {
        guard stands, state.isEnabled, let series = reader.series(of: self) else { return [] }
        // Who looks a moment after nine still says that it is a day.
        let minute = Instant(milliseconds: now.milliseconds.floored(by: 60_000) * 60_000)
        let all = state.alarm.leads.flatMap { lead in
            series.warnings(lead, around: now, since: max(since, base)).map {
                AlarmWarning(
                    alarm: stream, title: state.alarm.title, lead: lead, occurrence: $0.occurrence, at: $0.instant,
                    countdown: Countdown(from: minute, to: $0.occurrence, in: reader.zone).text())
            }
        }
        return all.filter { one in !all.contains { one.occurrence == $0.occurrence && one.at < $0.at && $0.at <= now } }
    }
}

extension Series {
    /// The warnings whose span holds the instant, and the one after them; only those after `since`.
    fileprivate func warnings(_ lead: PreAlarm, around now: Instant, since: Instant) -> [(
        occurrence: Instant, instant: Instant
    )] {
        // A day on the calendar takes up to a change of the date line longer.
        let longest = Int64(lead.days * 86_400 + lead.seconds + 25 * 3600) * 1000
        var after = max(since, Instant(milliseconds: now.milliseconds - longest))
        var found: [(occurrence: Instant, instant: Instant)] = []
        while let warning = schedule.warning(lead, after: after, in: zone) {
            after = warning.instant
            if let end = pauseEnd(over: warning.occurrence.instant) {
                after = max(after, Instant(milliseconds: end.milliseconds - longest))
                continue
            }
            if omits(warning.occurrence.instant) { continue }
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
    /// The moment of the event that gave the alarm its warnings; nil where no event records any.
    public var warningsSetAt: Instant? {
        entries.last {
            ["alarm.created", "alarm.edited"].contains($0.content.type)
                && $0.content.scan().contains(AlarmCreatedKey.preAlarms)
        }?.moment
    }
}
