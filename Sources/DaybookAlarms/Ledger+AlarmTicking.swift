public import Alarms
public import DaybookKit
import Engine
import EventCodec
public import EventModel
import EventSourcing

/// The effect of a tick on the alarms.
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

        /// As every look reports it.
        public var thing: DueThing {
            DueThing(
                alarm: stream, title: alarm.title, occurrence: due.occurrence, snoozedUntil: due.snoozedUntil,
                missed: due.missed)
        }
    }

    /// The first to fire first.
    public let fired: [Fired]
    /// The clock is before the latest fire, as after it was set back, or where another clock was ahead.
    public let isClockBehind: Bool
    public let latestFire: Instant?
    /// The facts set aside, by alarm: those of a clock that was ahead.
    public let ahead: [AheadFact]
    /// The position afterwards.
    public let position: Position
}

extension Ledger {
    /// Fires each due alarm once: for its latest occurrence that has come, or at the end of its snooze. Earlier
    /// occurrences without an answer are recorded as missed.
    ///
    /// A second call adds nothing, also when two programs call at once. A unit is only written while the alarms are as
    /// they were read; otherwise they are read again.
    ///
    /// - Throws: `Fault` `alarms.busy` (75) after sixteen tries.
    @discardableResult @available(*, noasync)
    public func tickAlarms() throws -> AlarmTick {
        var fired: [AlarmTick.Fired] = []
        var refused: [StreamID: Int] = [:]
        return try retryingAlarms {
            let now = now
            // An alarm that the tier switched on since fires from here on.
            var board = try alarmBoard()
            if !board.unannounced.isEmpty {
                try announceTier()
                board = try alarmBoard()
            }
            var position = board.asOf.position
            let come = board.alarms.compactMap { refused[$0.stream, default: 0] < 2 ? due($0, board, now) : nil }
                .sorted { ($0.due.time, $0.alarm.stream) < ($1.due.time, $1.alarm.stream) }
            // An alarm makes two events at the most, and they stay together.
            for start in stride(from: 0, to: come.count, by: Limits.unitEventsMaximum / 2) {
                let part = come[start..<min(come.count, start + Limits.unitEventsMaximum / 2)]
                let (written, receipt) = try fire(part, board.settings, &refused)
                position = receipt.position
                fired += written
            }
            let standing = board.alarms.map(\.ownCourse).filter(\.stands)
            let latest = standing.compactMap(\.latestFire).max()
            return AlarmTick(
                fired: fired, isClockBehind: latest.map { $0 > now } ?? false, latestFire: latest,
                ahead: standing.flatMap(\.ahead), position: position)
        }
    }

    /// The alarms that a tick would fire now, and when they were to: the first to fire first. Nothing is written.
    public func dueAlarms() throws -> [(stream: StreamID, time: Instant)] {
        let (now, board) = (now, try alarmBoard())
        return board.alarms.compactMap { due($0, board, now) }.map { ($0.alarm.stream, $0.due.time) }
            .sorted { ($0.time, $0.stream) < ($1.time, $1.stream) }
    }

    /// Writes one unit.
    private func fire(
        _ part: ArraySlice<Due>, _ settings: AlarmSettings, _ refused: inout [StreamID: Int]
    ) throws -> (fired: [AlarmTick.Fired], receipt: AppendReceipt) {
        let unit = part.flatMap { drafts($0, settings) }
        let receipt: AppendReceipt
        do { receipt = try append(unit) } catch let refusal as DraftRefusal
            where refusal.reason is Rejection && !refusal.isConflict
        {
            // A setting or the clock may have changed. An alarm that a rule refuses twice waits for the next tick and
            // delays no other alarm.
            refused[unit[refusal.index].stream, default: 0] += 1
            throw StaleRead()
        }
        let events = zip(unit, receipt.ids).filter { $0.0.type == "alarm.fired" }.map(\.1)
        let fired = zip(part, events).map { due, event in
            AlarmTick.Fired(
                stream: due.alarm.stream, alarm: due.alarm.course.state.alarm, due: due.due, card: due.card,
                sound: settings.sound, event: event)
        }
        return (fired, receipt)
    }

    private struct Due {
        let alarm: FollowedAlarm
        let due: DueAlarm
        let card: AlarmCard
    }

    private func due(_ alarm: FollowedAlarm, _ board: AlarmBoard, _ now: Instant) -> Due? {
        let course = alarm.ownCourse
        guard let series = board.reader.series(of: course),
            let due = course.due(at: now, series),
            let card = AlarmCard(course, at: now, board.reader)
        else { return nil }
        return Due(alarm: alarm, due: due, card: card)
    }

    private func drafts(_ due: Due, _ settings: AlarmSettings) -> [EventDraft] {
        let stream = due.alarm.stream
        var drafts: [EventDraft] = []
        if let missed = due.due.missed { drafts.append(Ledger.missed(missed, stream)) }
        let members: [JSONValue.Member?] = [
            due.due.snoozedUntil.map { .init("snoozedUntil", .string($0.description)) },
            settings.sound.map { .init("sound", .string($0)) },
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
