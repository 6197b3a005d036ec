import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
public import Hydration

/// When to be reminded on a day.
public struct WaterReminders: Hashable, Sendable {
    public let window: WakeWindow
    public let perDay: Int
    /// Minutes since midnight.
    public let times: [Int]
    public let intervalMinutes: Int
    public let isPermitted: Bool
    /// Those of the day that are still to come; none where notices are not allowed.
    public let pending: [Instant]
}

/// A smart reminder with what it falls back on.
public struct WaterSmartAnswer: Hashable, Sendable {
    public let reminder: SmartReminder
    /// The drink whose time the reminder goes by.
    public let lastDrink: StreamID?
    /// Whether the setting asks for it.
    public let isOn: Bool
    /// Whether no look was taken since the grid's last time, so that the regular reminders hold.
    public let fallsBack: Bool
    public let regular: WaterReminders
}

extension Ledger {
    /// The reminders of a day, and of these the ones that are still to come at the clock.
    public func waterReminders(_ asOf: AsOf = .now) throws -> Answer<WaterReminders> {
        try withView(asOf) { known, answered, transaction in
            Answer(asOf: answered, value: try reminders(on: answered.on, after: now, known, transaction))
        }
    }

    /// Whether it is time to drink by what was drunk, at a moment; the clock where none is told. `lastCheck` is when a look was last taken; nil: now.
    public func waterSmart(_ asOf: AsOf = .now, at moment: Instant? = nil, lastCheck: Instant? = nil) throws -> Answer<WaterSmartAnswer> {
        let moment = moment ?? now
        return try withView(AsOf(on: zone.date(at: moment), moment: asOf.moment, known: asOf.known, supposing: asOf.supposing)) { known, answered, transaction in
            Answer(asOf: answered, value: try smart(at: moment, lastCheck: lastCheck, known, transaction))
        }
    }

    private func smart(at moment: Instant, lastCheck: Instant?, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> WaterSmartAnswer {
        let settings = try waterSettings(known, transaction)
        let regular = try reminders(on: zone.date(at: moment), after: moment, known, transaction)
        let last = try lastDrink(before: moment, known, transaction)
        let reminder = SmartReminder(
            at: moment, in: zone, lastDrink: last?.at, thresholdHours: settings.smartHours, window: regular.window)
        return WaterSmartAnswer(
            reminder: reminder, lastDrink: last?.stream, isOn: settings.isSmart, fallsBack: lastCheck.map { reminder.fallsBack(lastCheck: $0) } ?? false, regular: regular)
    }

    private func reminders(on day: CivilDate, after moment: Instant, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> WaterReminders {
        let settings = try waterSettings(known, transaction)
        let chronicle = try engine.stream(GoalHistory.stream, knownAt: known, transaction)?.chronicle
        let zone = zone
        let window = WakeWindow(settings, imported: chronicle.flatMap { SleepTimes($0, on: day) { zone.date(at: $0) } }, on: day)
        let times = window.reminders(perDay: settings.remindersPerDay)
        let instants = times.map { zone.instant(of: day, secondOfDay: $0 * 60) }
        return WaterReminders(
            window: window, perDay: settings.remindersPerDay, times: times, intervalMinutes: window.interval(perDay: settings.remindersPerDay),
            isPermitted: settings.isPermitted, pending: settings.isPermitted ? Set(instants).filter { $0 > moment }.sorted() : [])
    }

    /// When something was last drunk, as far as a time was told, at or before a moment. O(days since) beside the kept sums.
    private func lastDrink(before moment: Instant, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> (at: Instant, stream: StreamID)? {
        let table = try engine.dayTable(Ledger.drinkLedger, knownAt: known, transaction)
        // The day of a drink is its author's: elsewhere it may have been the day after, or the one before.
        var last: (at: Instant, stream: StreamID)?
        var latestDay: CivilDate?
        try table.daysDescending(through: zone.date(at: moment).adding(days: 1)) { date, _ in
            if let latestDay, latestDay.days(since: date) > 2 { return false }
            for drink in try drinks(of: [date], in: table, known, transaction) {
                // Where only its day was told, one that was noted on that day was drunk about then.
                guard let at = drink.at ?? (zone.date(at: drink.recorded) == date ? drink.recorded : nil), at <= moment else { continue }
                if last.map({ $0.at < at }) ?? true { last = (at, drink.stream) }
                latestDay = latestDay ?? date
            }
            return true
        }
        return last
    }

    // MARK: - Notices

    /// What hydration gives reason to say at a moment, and when next; nothing where notices are not allowed.
    func waterNotices(at moment: Instant, _ asOf: AsOf) throws -> [NoticeCandidate] {
        try withView(asOf) { known, _, transaction in
            let answer = try smart(at: moment, lastCheck: nil, known, transaction)
            guard answer.regular.isPermitted else { return [] }
            if answer.isOn { return WaterNotice.smart(answer.reminder) }
            let today = zone.date(at: moment)
            let tomorrow = try reminders(on: today.adding(days: 1), after: moment, known, transaction)
            // Nobody is reminded while they sleep.
            let minute = moment.local(offsetSeconds: zone.offsetSeconds(at: moment)).millisecondOfDay / 60_000
            let isAwake = answer.regular.window.holds(minute)
            let come = isAwake ? answer.regular.times.filter { zone.instant(of: today, secondOfDay: $0 * 60) <= moment } : []
            let next = answer.regular.pending.first ?? tomorrow.pending.first
            return [come.last.map { WaterNotice.regular(today, $0, nil) }, next.map { next in
                let local = next.local(offsetSeconds: zone.offsetSeconds(at: next))
                return WaterNotice.regular(local.date, local.millisecondOfDay / 60_000, next)
            }].compactMap(\.self)
        }
    }
}
