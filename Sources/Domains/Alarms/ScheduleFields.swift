public import EventCodec
public import EventModel

/// The fields of alarm.created and alarm.edited.
public struct Alarm: Hashable, Sendable {
    public enum Category: String, Hashable, Sendable, CaseIterable {
        case home, health, finance, vehicle, work, personal, pets, subscriptions
    }

    public var title = ""
    public var note: String?
    public var schedule = ScheduleFields()
    /// Whether it sounds until someone answers.
    public var persistent = false
    public var category: Category?
    /// The times before an occurrence at which its warnings come, as recorded.
    public var preAlarms: [String] = []

    public init() {}

    /// From the CBOR map of an alarm's fields (the keys of alarm.created; the engine's key 0 is passed over).
    ///
    /// A map that its schema describes never fails; another throws where it stops. O(bytes).
    public init(fields: RawSpan) throws(CBORError) {
        var reader = CBORReader(fields)
        for _ in 0..<(try reader.map()) {
            let key = try reader.unsigned()
            switch key {
            case _ where reader.nextIsNull(): try reader.null()
            case AlarmCreatedKey.title: title = try reader.string()
            case AlarmCreatedKey.note: note = try reader.string()
            case AlarmCreatedKey.schedule: schedule = try ScheduleFields(&reader)
            case AlarmCreatedKey.persistent: persistent = try reader.bool()
            case AlarmCreatedKey.category: category = Category(rawValue: try reader.string())
            case AlarmCreatedKey.preAlarms: for _ in 0..<(try reader.array()) { preAlarms.append(try reader.string()) }
            default: try reader.skip()
            }
        }
    }
}

/// A schedule as an event records it. A missing field is nil; no rule has been checked yet.
public struct ScheduleFields: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case weekly, monthlyDate, monthlyRelative, annual, customDays
    }

    public var kind = Kind.weekly
    public var interval = 1
    public var days: [Int] = []
    public var weekday = 0
    public var week = 0
    public var month = 0
    public var day = 0
    public var start: CivilDate?
    /// `HH:MM`, in the order given.
    public var times: [String] = []
    /// The IANA name of the zone in which it was made.
    public var zone: String?
    /// Whether it follows the ledger's zone; nil: as the setting says.
    public var floating: Bool?
    /// 1 (Sunday) to 7; without a value, weeks begin on Monday (RFC 5545 §3.3.10, WKST).
    public var weekStart = 2
    /// `HH:MM`: on the start day only times after this one count.
    public var startAfter: String?
    /// The last day it may fire on.
    public var until: CivilDate?
    /// How often it fires from its start on.
    public var timesInAll: Int?

    public init() {}

    init(_ reader: inout CBORReader) throws(CBORError) {
        for _ in 0..<(try reader.map()) {
            let key = try reader.unsigned()
            switch key {
            case AlarmCreatedScheduleKey.kind: kind = Kind(rawValue: try reader.string()) ?? .weekly
            case AlarmCreatedScheduleKey.interval: interval = Int(try reader.integer())
            case AlarmCreatedScheduleKey.days:
                for _ in 0..<(try reader.array()) { days.append(Int(try reader.integer())) }
            case AlarmCreatedScheduleKey.weekday: weekday = Int(try reader.integer())
            case AlarmCreatedScheduleKey.week: week = Int(try reader.integer())
            case AlarmCreatedScheduleKey.month: month = Int(try reader.integer())
            case AlarmCreatedScheduleKey.day: day = Int(try reader.integer())
            case AlarmCreatedScheduleKey.start: start = CivilDate(day: Int32(try reader.integer()))
            case AlarmCreatedScheduleKey.times: for _ in 0..<(try reader.array()) { times.append(try reader.string()) }
            case AlarmCreatedScheduleKey.zone: zone = try reader.string()
            case AlarmCreatedScheduleKey.floating: floating = try reader.bool()
            case AlarmCreatedScheduleKey.weekStart:
                weekStart = (ScheduleFields.weekdays.firstIndex(of: try reader.string()) ?? 1) + 1
            case AlarmCreatedScheduleKey.startAfter: startAfter = try reader.string()
            case AlarmCreatedScheduleKey.until: until = CivilDate(day: Int32(try reader.integer()))
            case AlarmCreatedScheduleKey.timesInAll: timesInAll = Int(try reader.integer())
            default: try reader.skip()
            }
        }
    }

    private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    /// The schedule, or the first rule that it breaks. Without a start it begins on `today`.
    public func schedule(today: CivilDate) -> Result<Schedule, Rejection> {
        var seconds: [Int] = []
        for time in times {
            guard let second = ScheduleFields.second(time) else { return .failure(ScheduleRules.timeRange) }
            seconds.append(second)
        }
        guard days.allSatisfy((1...31).contains) else { return .failure(ScheduleRules.dayRange) }
        let after = startAfter.flatMap(ScheduleFields.second)
        if startAfter != nil, after == nil { return .failure(ScheduleRules.timeRange) }
        if until != nil, timesInAll != nil { return .failure(ScheduleRules.endTwice) }
        if timesInAll != nil, start == nil { return .failure(ScheduleRules.startRequired) }
        let end = until.map { Schedule.End.day($0) } ?? timesInAll.map { .times($0) }
        let rule = rule
        if let refusal = ScheduleRules.refusal(of: rule, interval: interval, times: seconds, end: end) {
            return .failure(refusal)
        }
        return .success(
            Schedule(
                rule, interval: interval, start: start ?? today, times: seconds,
                startAfter: start.flatMap { _ in after },
                end: end))
    }

    private var rule: Schedule.Rule {
        switch kind {
        case .weekly: .weekly(DaySet(days), weekStart: weekStart)
        case .monthlyDate: .monthlyDate(DaySet(days))
        case .monthlyRelative: .monthlyRelative(week: week, weekday: weekday)
        case .annual: .annual(month: month, day: day)
        case .customDays: .customDays
        }
    }

    /// `HH:MM` as seconds since midnight; nil for anything else.
    private static func second(_ text: String) -> Int? {
        let utf8 = Array(text.utf8)
        guard utf8.count == 5, utf8[2] == UInt8(ascii: ":"), let hour = Digits.value(utf8[0..<2]), hour < 24,
            let minute = Digits.value(utf8[3..<5]), minute < 60
        else { return nil }
        return hour * 3600 + minute * 60
    }
}
