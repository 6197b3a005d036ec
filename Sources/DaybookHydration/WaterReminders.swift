public import DaybookKit
import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
public import Hydration

/// Show the reminders of a day.
public struct WaterReminders: Hashable, Sendable {
    public let window: WakeWindow
    public let perDay: Int
    /// Minutes since midnight of the day; from 1440 on those of the next day.
    public let times: [Int]
    public let intervalMinutes: Int
    public let isPermitted: Bool
    /// Those of the day's window, and of the window of the day before as far as it reaches into the day, that are still
    /// to come; none where notices are not allowed.
    public let pending: [Instant]
    /// Whether the day's goal is reached and the setting ends reminders then; nil where the setting does not.
    public let isGoalReached: Bool?
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

    /// Whether it is time to drink at a moment, by the last drinks.
    ///
    /// - Parameters:
    ///   - moment: The moment that is asked about; nil: the clock.
    ///   - lastCheck: When the last check was made; nil: now.
    public func waterSmart(_ asOf: AsOf = .now, at moment: Instant? = nil, lastCheck: Instant? = nil) throws -> Answer<
        WaterSmartAnswer
    > {
        let (moment, lastCheck) = (moment?.inYears ?? now, lastCheck?.inYears)
        return try withView(
            AsOf(on: zone.date(at: moment), moment: asOf.moment, known: asOf.known, supposing: asOf.supposing)
        ) { known, answered, transaction in
            Answer(asOf: answered, value: try smart(at: moment, lastCheck: lastCheck, known, transaction))
        }
    }

    private func smart(at moment: Instant, lastCheck: Instant?, _ known: KnownAt, _ transaction: borrowing StoreRead)
        throws -> WaterSmartAnswer
    {
        let settings = try waterSettings(known, transaction)
        let regular = try reminders(on: zone.date(at: moment), after: moment, known, transaction)
        let last = try lastDrink(before: moment, known, transaction)
        let current = try windowDay(of: moment, settings, known, transaction)
        let reminder = SmartReminder(
            at: moment, in: zone, lastDrink: last?.at, thresholdHours: settings.smartHours, window: current.window,
            isGoalReached: current.isGoalReached)
        return WaterSmartAnswer(
            reminder: reminder, lastDrink: last?.stream, isOn: settings.isSmart,
            fallsBack: lastCheck.map { reminder.fallsBack(lastCheck: $0) } ?? false, regular: regular)
    }

    private func reminders(
        on day: CivilDate, after moment: Instant, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> WaterReminders {
        let settings = try waterSettings(known, transaction)
        let own = try dayOfReminders(day, settings, known, transaction)
        let before = try dayOfReminders(day.adding(days: -1), settings, known, transaction)
        let pending = before.instants(zone).filter { zone.date(at: $0) == day } + own.instants(zone)
        return WaterReminders(
            window: own.window, perDay: settings.remindersPerDay, times: own.times,
            intervalMinutes: own.window.interval(perDay: settings.remindersPerDay),
            isPermitted: settings.isPermitted,
            pending: settings.isPermitted ? Set(pending).filter { $0 > moment }.sorted() : [],
            isGoalReached: settings.stopsAtGoal ? own.isGoalReached : nil)
    }

    /// The window of a day and its reminders, whatever the clock says.
    private struct DayOfReminders {
        let day: CivilDate
        let window: WakeWindow
        /// Minutes since midnight of the day; from 1440 on those of the next day.
        let times: [Int]
        /// Whether the setting ends reminders at the goal, and the day reached it.
        let isGoalReached: Bool

        /// When they come; none where the goal is reached.
        func instants(_ zone: any ZoneRules) -> [Instant] { isGoalReached ? [] : times.map { instant($0, zone) } }

        func instant(_ minutes: Int, _ zone: any ZoneRules) -> Instant {
            let (date, minute) = date(of: minutes)
            return zone.instant(of: date, secondOfDay: minute * 60)
        }

        func date(of minutes: Int) -> (date: CivilDate, minute: Int) {
            (day.adding(days: minutes / 1440), minutes % 1440)
        }
    }

    private func dayOfReminders(
        _ day: CivilDate, _ settings: WaterSettings, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> DayOfReminders {
        let chronicle = try engine.stream(GoalHistory.stream, knownAt: known, transaction)?.chronicle
        let zone = zone
        let window = WakeWindow(
            settings, imported: chronicle.flatMap { SleepTimes($0, on: day) { zone.date(at: $0) } }, on: day)
        let isReached = try settings.stopsAtGoal && waterDays(known, day...day, transaction).day(day).isReached
        return DayOfReminders(
            day: day, window: window, times: window.reminders(perDay: settings.remindersPerDay),
            isGoalReached: isReached)
    }

    /// The day in whose window a moment lies, where it is after midnight in the window of the day before; else its own.
    private func windowDay(
        of moment: Instant, _ settings: WaterSettings, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> DayOfReminders {
        let local = moment.local(offsetSeconds: zone.offsetSeconds(at: moment))
        let before = try dayOfReminders(local.date.adding(days: -1), settings, known, transaction)
        if before.window.sleep < before.window.wake, local.millisecondOfDay <= before.window.sleep * 60_000 {
            return before
        }
        return try dayOfReminders(local.date, settings, known, transaction)
    }

    /// The last drink with a known time at or before a moment.
    ///
    /// - Complexity: O(days since) beside the kept sums; where many days have no times, O(all drinks).
    private func lastDrink(before moment: Instant, _ known: KnownAt, _ transaction: borrowing StoreRead) throws
        -> LastDrink?
    {
        let table = try engine.dayTable(drinkLedger, knownAt: known, transaction)
        // The day of a drink is its author's: elsewhere it may have been the day after, or the one before.
        var last: LastDrink?
        var latestDay: CivilDate?
        var (untimed, isFound) = (0, true)
        try table.daysDescending(through: zone.date(at: moment).adding(days: 1)) { date, _ in
            if let latestDay, latestDay.days(since: date) > 2 { return false }
            isFound = untimed < Ledger.untimedDays || known.supposed != nil
            if !isFound { return false }
            for drink in try drinks(of: [date], in: table, known, transaction) {
                guard let found = LastDrink(drink, before: moment, zone) else { continue }
                last = LastDrink.later(last, found)
                latestDay = latestDay ?? date
            }
            if latestDay == nil { untimed += 1 }
            return true
        }
        return isFound ? last : try lastOfAll(before: moment, known.limit, transaction)
    }

    /// The number of days without a time after which all drinks are read instead.
    private static var untimedDays: Int { 31 }

    /// The same from every drink, on two threads where there are many.
    private func lastOfAll(before moment: Instant, _ limit: Position?, _ transaction: borrowing StoreRead) throws
        -> LastDrink?
    {
        let (engine, zone) = (engine, zone)
        let parts = try engine.inShares(transaction, of: ["drink"]) { share, transaction in
            var last: LastDrink?
            try engine.forEachRecord(
                kind: "drink", knownAt: limit, share: share, transaction,
                single: { name, row, _ in
                    let envelope = try row.envelopeView()
                    // A body that is no drink is none to look at; its event shows in `outcomes`.
                    guard let drink = Drink(fields: row.body.array) else { return true }
                    last = LastDrink.later(
                        last,
                        LastDrink(
                            StreamID(unchecked: name.text), drink.date, envelope.validTime, envelope.recorded,
                            before: moment, zone))
                    return true
                },
                folded: { loaded in
                    guard !loaded.fold.isRemoved, loaded.links.mask == nil,
                        let drink = try NotedDrink(loaded, event: { try engine.event(at: $0, transaction) })
                    else { return true }
                    last = LastDrink.later(last, LastDrink(drink, before: moment, zone))
                    return true
                })
            return last
        }
        return parts.reduce(nil) { LastDrink.later($0, $1) }
    }

    // MARK: - Notices

    /// The notices about hydration at a moment, and the next; none where notices are not allowed.
    func waterNotices(at moment: Instant, _ asOf: AsOf) throws -> [NoticeCandidate] {
        try withView(asOf) { known, _, transaction in
            let answer = try smart(at: moment, lastCheck: nil, known, transaction)
            guard answer.regular.isPermitted else { return [] }
            if answer.isOn { return WaterNotice.smart(answer.reminder) }
            let today = zone.date(at: moment)
            let tomorrow = try reminders(on: today.adding(days: 1), after: moment, known, transaction)
            let settings = try waterSettings(known, transaction)
            let current = try windowDay(of: moment, settings, known, transaction)
            // No reminder comes while the person sleeps.
            let minute = moment.local(offsetSeconds: zone.offsetSeconds(at: moment)).millisecondOfDay / 60_000
            let isAwake = current.window.contains(minute: minute) && !current.isGoalReached
            let come = isAwake ? current.times.filter { current.instant($0, zone) <= moment } : []
            let next = answer.regular.pending.first ?? tomorrow.pending.first
            return [
                come.last.map { WaterNotice.regular(current.date(of: $0).date, current.date(of: $0).minute, nil) },
                next.map { next in
                    let local = next.local(offsetSeconds: zone.offsetSeconds(at: next))
                    return WaterNotice.regular(local.date, local.millisecondOfDay / 60_000, next)
                },
            ].compactMap(\.self)
        }
    }
}

/// A drink of which the time is known.
private struct LastDrink: Sendable {
    let at: Instant
    let stream: StreamID
    let day: CivilDate

    /// Nil for one after a moment, and where its time is not known.
    init?(
        _ stream: StreamID, _ day: CivilDate, _ time: ValidTime, _ recorded: Instant, before moment: Instant,
        _ zone: any ZoneRules
    ) {
        let at: Instant
        if case .instant(let instant, _, _) = time {
            at = instant
        } else {
            // A drink with a day only, recorded on that day, was drunk about then.
            guard zone.date(at: recorded) == day else { return nil }
            at = recorded
        }
        guard at <= moment else { return nil }
        (self.at, self.stream, self.day) = (at, stream, day)
    }

    init?(_ drink: NotedDrink, before moment: Instant, _ zone: any ZoneRules) {
        self.init(drink.stream, drink.drink.date, drink.time, drink.recorded, before: moment, zone)
    }

    /// The one that came later: of two of one moment the one of the later day, then the one whose stream comes first.
    static func later(_ one: LastDrink?, _ other: LastDrink?) -> LastDrink? {
        guard let one, let other else { return one ?? other }
        if one.at != other.at { return one.at > other.at ? one : other }
        if one.day != other.day { return one.day > other.day ? one : other }
        return one.stream < other.stream ? one : other
    }
}
