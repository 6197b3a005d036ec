import EventCodec
public import EventModel
public import EventSourcing

/// The part of a day that a person is awake; minutes since midnight.
public struct WakeWindow: Hashable, Sendable {
    /// Where the times come from.
    public enum Source: String, Hashable, Sendable { case imported, settings, defaults = "default" }

    public static let defaultWake = 420
    public static let defaultSleep = 1380

    public let wake: Int
    public let sleep: Int
    public let source: Source

    public init(wake: Int, sleep: Int, source: Source = .settings) {
        self.wake = wake
        self.sleep = sleep
        self.source = source
    }

    /// The end as minutes since midnight of the day on which the person wakes: a sleep time before the wake time is one
    /// of the next day.
    public var end: Int { sleep < wake ? sleep + WakeWindow.minutesOfDay : sleep }
    private static let minutesOfDay = 1440

    /// Whether a minute of the day lies in it, its ends included.
    package func contains(minute: Int) -> Bool { contains(millisecondOfDay: minute * 60_000) }

    /// The window in force on a day: imported times of the last seven days where they are wanted and may be read, else
    /// the settings', else 07:00 to 23:00.
    public init(_ settings: WaterSettings, imported: SleepTimes?, on day: CivilDate) {
        if settings.importsSleep, settings.mayReadSleep, let imported,
            (0..<SleepTimes.daysHeld).contains(day.days(since: imported.from))
        {
            self.init(wake: imported.wake, sleep: imported.sleep, source: .imported)
        } else {
            self.init(
                wake: settings.wake ?? WakeWindow.defaultWake, sleep: settings.sleep ?? WakeWindow.defaultSleep,
                source: settings.wake == nil && settings.sleep == nil ? .defaults : .settings)
        }
    }

    /// Whole minutes between two of so many reminders; 0 where the window is too short for them, or none at all.
    package func interval(perDay: Int) -> Int { (end - wake) / (perDay + 1) }

    /// When reminders come, in minutes since midnight of the day on which the person wakes, from 1440 on those of the
    /// next day: all after waking and before going to sleep.
    package func reminders(perDay: Int) -> [Int] {
        let interval = interval(perDay: perDay)
        return interval == 0 ? [] : (1...perDay).map { wake + $0 * interval }
    }

    /// Whether a time of day, in milliseconds since midnight, lies in it, both ends included. Past midnight the window
    /// has two parts in a day.
    package func contains(millisecondOfDay: Int) -> Bool {
        let (start, last) = (wake * 60_000, sleep * 60_000)
        return sleep < wake
            ? millisecondOfDay >= start || millisecondOfDay <= last : (start...last).contains(millisecondOfDay)
    }
}

/// When a person wakes and goes to sleep, as imported; minutes since midnight.
public struct SleepTimes: Hashable, Sendable {
    /// For so many days they hold: older ones say nothing of today.
    public static let daysHeld = 7

    public let wake: Int
    public let sleep: Int
    /// The day they were taken over.
    public let from: CivilDate

    public init(wake: Int, sleep: Int, from: CivilDate) {
        self.wake = wake
        self.sleep = sleep
        self.from = from
    }
}

/// Whether to remind by what was drunk instead of by the clock alone.
public struct SmartReminder: Hashable, Sendable {
    /// A look is taken so often.
    public static let checkMinutes = 120

    public let isDue: Bool
    public let lastDrink: Instant?
    public let thresholdHours: Int
    /// When a look was last to be taken, on a grid of two hours from local midnight.
    public let gridStart: Instant
    public let nextCheck: Instant

    /// At an instant of a zone. Due when the last drink is longer ago than the threshold (exactly as long is not
    /// longer), or none was ever noted, and the person is awake.
    ///
    /// - Parameter isGoalReached: Whether reminders have ended for the day, because its goal is reached.
    public init(
        at now: Instant, in zone: any ZoneRules, lastDrink: Instant?, thresholdHours: Int, window: WakeWindow,
        isGoalReached: Bool = false
    ) {
        let local = now.local(offsetSeconds: zone.offsetSeconds(at: now))
        let elapsed = lastDrink.map { now.milliseconds - $0.milliseconds }
        isDue =
            (elapsed.map { $0 > Int64(thresholdHours) * 3_600_000 } ?? true)
            && window.contains(millisecondOfDay: local.millisecondOfDay) && !isGoalReached
        self.lastDrink = lastDrink
        self.thresholdHours = thresholdHours
        let slot = local.millisecondOfDay / (SmartReminder.checkMinutes * 60_000)
        func start(_ slot: Int) -> Instant {
            slot < 12
                ? zone.instant(of: local.date, secondOfDay: slot * SmartReminder.checkMinutes * 60)
                : zone.instant(of: local.date.adding(days: 1), secondOfDay: 0)
        }
        // Where the clock was put back, a slot comes twice: its first time is the one before now.
        gridStart = min(start(slot), now)
        nextCheck = max(start(slot + 1), Instant(milliseconds: now.milliseconds + 1))
    }

    /// Whether the regular reminders hold: no look was taken since the grid's last time.
    public func fallsBack(lastCheck: Instant?) -> Bool { lastCheck.map { $0 < gridStart } ?? true }
}

/// The notices of hydration; each comes once.
public enum WaterNotice {
    public static let kind = "waterReminder"
    public static let smartKind = "smartReminder"
    private static let category = "water"

    /// The reminder of a time of day, in minutes since midnight.
    public static func regular(_ day: CivilDate, _ minutes: Int, _ notBefore: Instant?) -> NoticeCandidate {
        NoticeCandidate(
            kind: kind, key: "water.\(day)T\(TimeOfDay.text(minutes))", category: category, score: 50,
            title: "Time to drink something", isOnceOnly: true,
            notBefore: notBefore)
    }

    /// The smart reminder of a look, and when the next look is to be taken.
    public static func smart(_ reminder: SmartReminder) -> [NoticeCandidate] {
        func candidate(_ slot: Instant, _ notBefore: Instant?) -> NoticeCandidate {
            NoticeCandidate(
                kind: smartKind, key: "water.smart.\(slot)", category: category, score: 60,
                title:
                    "Nothing drunk for more than \(reminder.thresholdHours == 1 ? "an hour" : "\(reminder.thresholdHours) hours")",
                isOnceOnly: true,
                notBefore: notBefore)
        }
        return (reminder.isDue ? [candidate(reminder.gridStart, nil)] : []) + [
            candidate(reminder.nextCheck, reminder.nextCheck)
        ]
    }
}

extension SleepTimes {
    /// The sleep times in force on a day: the last ones of the latest day on which some were imported.
    ///
    /// - Parameter dateOf: The civil date of an instant, for events that state no day.
    public init?(_ profile: Chronicle, on day: CivilDate, dateOf: (Instant) -> CivilDate) {
        var found: SleepTimes?
        for entry in profile.entries where entry.content.type == "sleep.imported" {
            let body = entry.content.body
            guard let wake = RecordFields.integer(of: SleepImportedKey.wake, inBody: body),
                let sleep = RecordFields.integer(of: SleepImportedKey.sleep, inBody: body)
            else { continue }
            let stated = RecordFields.integer(of: SleepImportedKey.from, inBody: body).flatMap { Int32(exactly: $0) }
                .map { CivilDate(day: $0) }
            let from = stated ?? dateOf(entry.happened)
            if from <= day, found.map({ $0.from <= from }) ?? true {
                found = SleepTimes(wake: Int(wake), sleep: Int(sleep), from: from)
            }
        }
        guard let found else { return nil }
        self = found
    }
}
