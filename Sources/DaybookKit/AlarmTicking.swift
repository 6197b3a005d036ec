public import Alarms
import Engine
import EventCodec
public import EventModel
import EventSourcing

/// What a look at the clock made of the alarms.
public struct AlarmTick: Sendable {
    /// An alarm that fires.
    public struct Fired: Sendable {
        public let stream: StreamID
        public let alarm: Alarm
        public let due: DueAlarm
        /// The card as it was before; its next fire is that of afterwards too.
        public let card: AlarmCard
        public let sound: String?
        /// The event that says so.
        public let event: EventID
    }

    /// The first to fire first.
    public let fired: [Fired]
    /// The clock is before the latest fire, as after it was set back: what fired until then does not come again.
    public let isClockBehind: Bool
    public let latestFire: Instant?
    /// The position afterwards.
    public let position: Position
}

extension Ledger {
    /// Fires what is due, each alarm once: its latest occurrence that has come, or the end of its snooze; what nobody answered before that was missed.
    ///
    /// A second look adds nothing, also where two programs look at once: a unit holds the alarms only as they were read, else they are read again.
    /// Throws `Fault` `alarms.busy` (75) after sixteen tries.
    @discardableResult @available(*, noasync)
    public func tickAlarms() throws -> AlarmTick {
        var fired: [AlarmTick.Fired] = []
        // The zone or the clock may be another by the time of writing, too.
        return try lookingAgain(["version.conflict", "occurrence.unknown", "occurrence.future"]) {
            let now = now
            let board = try alarmBoard()
            var position = board.asOf.position
            let come = board.alarms.compactMap { due($0, board, now) }.sorted { ($0.due.time, $0.alarm.stream) < ($1.due.time, $1.alarm.stream) }
            // An alarm makes two events at the most, and they stay together.
            for start in stride(from: 0, to: come.count, by: Limits.unitEventsMaximum / 2) {
                let part = come[start..<min(come.count, start + Limits.unitEventsMaximum / 2)]
                let unit = part.flatMap { drafts($0, board.settings) }
                let receipt = try append(unit)
                position = receipt.position
                let events = zip(unit, receipt.ids).filter { $0.0.type == "alarm.fired" }.map(\.1)
                fired += zip(part, events).map { due, event in
                    AlarmTick.Fired(
                        stream: due.alarm.stream, alarm: due.alarm.course.state.alarm, due: due.due, card: due.card, sound: board.settings.sound, event: event)
                }
            }
            let latest = board.alarms.lazy.filter(\.course.stands).compactMap(\.course.latestFire).max()
            return AlarmTick(fired: fired, isClockBehind: latest.map { $0 > now } ?? false, latestFire: latest, position: position)
        }
    }

    private struct Due {
        let alarm: FollowedAlarm
        let due: DueAlarm
        let card: AlarmCard
    }

    private func due(_ alarm: FollowedAlarm, _ board: AlarmBoard, _ now: Instant) -> Due? {
        let course = alarm.course
        guard let series = board.reader.series(of: course.state.alarm.schedule, without: course.skipped), let due = course.due(at: now, series),
            let card = AlarmCard(course, at: now, board.reader)
        else { return nil }
        return Due(alarm: alarm, due: due, card: card)
    }

    private func drafts(_ due: Due, _ settings: AlarmSettings) -> [EventDraft] {
        let stream = due.alarm.stream
        var drafts: [EventDraft] = []
        if let missed = due.due.missed {
            var members: [JSONValue.Member] = []
            if missed.count > 1 { members = [.init("since", .string(missed.since.description)), .init("count", .integer(missed.count))] }
            drafts.append(Ledger.note("alarm.missed", members, missed.occurrence, stream))
        }
        let members: [JSONValue.Member?] = [
            due.due.snoozedUntil.map { .init("snoozedUntil", .string($0.description)) }, settings.sound.map { .init("sound", .string($0)) },
        ]
        drafts.append(Ledger.note("alarm.fired", members.compactMap(\.self), due.due.occurrence, stream))
        drafts[0].expectedVersion = due.alarm.version
        return drafts
    }
}

extension DueAlarm {
    /// When it was to fire.
    public var time: Instant { snoozedUntil ?? occurrence }
}
