import EventCodec
import EventModel
import EventSourcing

/// The limits of the free tier. Only local commands are held to it: events of other devices are accepted as they are.
enum TierRules {
    /// The records that the rules of an event must see; nil: enough, or none.
    static func request(for event: EventContent, having seen: Surroundings) -> Surroundings.Request? {
        guard countsAlarms(event, seen) || feature(event) != nil else { return nil }
        guard let profile = seen.others[AlarmTier.stream] else { return .stream(AlarmTier.stream) }
        guard let limit = AlarmTier(profile.state).limit, countsAlarms(event, seen), !seen.kinds.contains("alarm")
        else {
            return nil
        }
        return .streams(kind: "alarm") { count(event, $0) >= limit }
    }

    /// The refusal of the tier; nil where it allows the event.
    static func refusal(of event: EventContent, in seen: Surroundings) -> Rejection? {
        guard countsAlarms(event, seen) || feature(event) != nil else { return nil }
        guard let limit = AlarmTier(seen.others[AlarmTier.stream]?.state).limit else { return nil }
        if countsAlarms(event, seen), count(event, seen) >= limit {
            return isSwitch(event) ? tooManyOn : tooMany
        }
        return feature(event)
    }

    /// Those that a free person has at most two of: a new alarm (and one that comes back) counts all, one switched on
    /// those that are on. A pause switches on one that was off.
    private static func countsAlarms(_ event: EventContent, _ seen: Surroundings) -> Bool {
        switch event.type {
        case "alarm.created", "alarm.restored": true
        case "alarm.enabled": cause(event) != AlarmState.Cause.tier.rawValue
        case "alarm.paused": !(TieredAlarm(seen.own)?.isOn ?? true)
        default: false
        }
    }

    private static func isSwitch(_ event: EventContent) -> Bool {
        event.type == "alarm.enabled" || event.type == "alarm.paused"
    }

    private static func cause(_ event: EventContent) -> String? {
        RecordFields.text(of: AlarmEnabledKey.cause, inBody: event.body)
    }

    private static func count(_ event: EventContent, _ seen: Surroundings) -> Int {
        let alarms = seen.others.values.filter { $0.stream.kind == "alarm" }.compactMap(TieredAlarm.init)
        return isSwitch(event) ? alarms.count(where: \.isOn) : alarms.count
    }

    /// The paid feature that the event uses.
    private static func feature(_ event: EventContent) -> Rejection? {
        switch event.type {
        case "attachment.added": return needsPlus("Photos need Plus.")
        case "alarm.snoozed":
            let seconds = RecordFields.integer(of: AlarmSnoozedKey.seconds, inBody: event.body)
            return seconds.map { [3_600, 86_400, 604_800].contains($0) } ?? true
                ? nil : needsPlus("Without Plus a snooze lasts an hour, a day or a week.")
        case "alarm.created", "alarm.edited":
            // A body that its schema describes is always read.
            let stated = try? event.withBody(Alarm.init(fields:)).preAlarms
            return stated?.allSatisfy { $0 == PreAlarm.day.rawValue } ?? true
                ? nil : needsPlus("Without Plus the only warning is that of one day before.")
        default: return nil
        }
    }

    private static let remedy = Remedy("tier.plus", "Take Plus.")
    private static func needsPlus(_ message: String) -> Rejection {
        Rejection(code: "tier.feature", message: message, remedy: remedy)
    }

    static let tooMany = Rejection(
        code: "tier.limit",
        message: "The free tier has a \(AlarmTier.freeLimit)-alarm limit; alarms that are off count too.",
        remedy: Remedy("tier.removeOrPlus", "Remove one, or take Plus."))
    static let tooManyOn = Rejection(
        code: "tier.limit", message: "The free tier has a \(AlarmTier.freeLimit)-alarm limit: two others are on.",
        remedy: Remedy("tier.switchOrPlus", "Switch one off, or take Plus."))
}
