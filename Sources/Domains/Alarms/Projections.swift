public import EventModel

/// An alarm as a list shows it at one moment.
public struct AlarmCard: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        case active, inactive
    }

    public let title: String
    /// `9:00 AM`.
    public let timeText: String
    /// `Every 3 Months`.
    public let badge: String
    /// `Alarm in 3d 1h`; empty of one that is switched off.
    public let countdown: String
    public let state: State
    public let isEnabled: Bool
    /// Strictly after the moment; nil of one that is switched off, or that fires no more.
    public let nextFire: Instant?

    /// Nil for an alarm whose schedule breaks a rule, which only another program could have made. `zone` is where the reader is; an alarm that is
    /// fixed is read in its own, as `ownZone` finds it.
    public init?(
        _ state: AlarmState, at now: Instant, in zone: any ZoneRules, floatsByDefault: Bool, ownZone: (String) -> (any ZoneRules)?
    ) {
        let fields = state.alarm.schedule
        let floats = fields.floating ?? floatsByDefault
        let own = floats ? zone : fields.zone.flatMap(ownZone) ?? zone
        guard case .success(let schedule) = fields.schedule(today: CivilDate(day: 0)) else { return nil }
        title = state.alarm.title
        timeText = schedule.timeText
        badge = schedule.badge
        isEnabled = state.isEnabled
        self.state = isEnabled ? .active : .inactive
        nextFire = isEnabled ? schedule.nextFire(after: now, in: own) : nil
        countdown = nextFire.map { Countdown(from: now, to: $0, in: zone).text() } ?? ""
    }
}
