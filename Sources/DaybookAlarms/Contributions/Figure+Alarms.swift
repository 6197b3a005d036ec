import Alarms
public import DaybookKit
import EventCodec
public import EventModel

extension Projection {
    public static let alarms = Projection("alarms", of: "alarms", comparesTitles: true)
}

/// The figures of alarms.
extension Figure {
    /// The next fire of an alarm, and the reasons: its schedule, its switch, the last snooze, the occurrences left out.
    public static func alarm(_ listed: ListedAlarm, isRemoved: Bool = false, on day: CivilDate) -> Figure {
        let card = listed.card
        return Figure(
            .alarms, listed.stream.text, card.title,
            .object(pairs: [
                "enabled": .bool(card.isEnabled), "state": .string(card.state.rawValue),
                "nextFire": card.nextFire.map { .string($0.description) } ?? .null,
                "snoozedUntil": card.snoozedUntil.map { .string($0.description) } ?? .null,
            ]),
            isRemoved ? "removed" : words(card),
            from: [.alarm(listed.stream, on: day)]
                + (listed.disabledBy == .tier
                    ? [.events(EventSource(streams: [AlarmTier.stream], types: ["tier.changed"], day: day))] : []))
    }

    private static func words(_ card: AlarmCard) -> String {
        guard card.isEnabled else { return "off" }
        guard let next = card.nextFire else { return "on, fires no more" }
        return card.snoozedUntil == nil ? "on, fires at \(next)" : "put off until \(next)"
    }

    /// The tier: what it was changed to last.
    public static func alarmTier(_ answer: TierAnswer, on day: CivilDate) -> Figure {
        let name = answer.tier.name
        return Figure(
            .alarms, "tier", "Tier", .string(name.rawValue), name.title,
            from: [.events(EventSource(streams: [AlarmTier.stream], types: ["tier.changed"], day: day))])
    }
}

extension FigureSource {
    /// The state of an alarm and its history; of each register only the last value.
    static func alarm(_ stream: StreamID, on day: CivilDate) -> FigureSource {
        .events(
            EventSource(
                streams: [stream],
                anew: [
                    "alarm.fired": .thing("fire"), "alarm.completed": .thing("completion"),
                    "alarm.missed": .thing("miss"), "alarm.snoozed": .thing("snooze"),
                    "alarm.enabled": .thing("switch"), "alarm.disabled": .thing("switch"),
                    "alarm.paused": .thing("switch"),
                ],
                day: day))
    }
}
