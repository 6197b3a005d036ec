public import EventCodec
public import EventModel

/// A setting that this program knows, by its name; the part before the point names the stream it is kept in.
public struct SettingName: Hashable, Sendable, CustomStringConvertible {
    /// The values it may have.
    public enum Kind: Hashable, Sendable {
        case flag
        case choice([String])
        case number(ClosedRange<Int>)
        /// Minutes since midnight; read from a time such as 07:00, too.
        case timeOfDay
        /// At most so many characters.
        case text(Int)
    }

    public let text: String
    public let kind: Kind
    /// The value where none was ever given; nil: the caller has a default of its own.
    public var defaultValue: JSONValue?
    /// The code of the refusal of a value outside its choices.
    var code = "setting.value"

    public var stream: StreamID { StreamID(kind: "settings", id: String(text.prefix { $0 != "." })) }
    public var description: String { text }

    /// Whether alarms that do not say so follow the ledger's zone.
    public static let timezone = SettingName(
        text: "alarms.timezone", kind: .choice(["fixed", "floating"]), defaultValue: .string("floating"))

    /// How tables show hours.
    public static let logbookHours = SettingName(
        text: "logbook.hours", kind: .choice(HoursForm.allCases.map(\.rawValue)),
        defaultValue: .string(HoursForm.decimal.rawValue))

    /// By which authority's rules of recent experience answers about passengers are given.
    public static let logbookAuthority = SettingName(
        text: "logbook.authority", kind: .choice(["faa", "easa"]), defaultValue: .string("faa"))

    /// Minutes since midnight between which a person is awake.
    public static let wake = SettingName(text: "water.wake", kind: .timeOfDay, defaultValue: .integer(420))
    public static let sleep = SettingName(text: "water.sleep", kind: .timeOfDay, defaultValue: .integer(1380))

    public static let all: [SettingName] = [
        .init(text: "alarms.snooze", kind: .flag, defaultValue: .bool(true)),
        .init(text: "alarms.slideToStop", kind: .flag, defaultValue: .bool(false)),
        .init(text: "alarms.sound", kind: .text(64), defaultValue: .string("Radar")), timezone,
        .init(text: "alarms.groupByCategory", kind: .flag, defaultValue: .bool(false)),
        .init(text: "alarms.monthlyPrice", kind: .text(64)), .init(text: "alarms.annualPrice", kind: .text(64)),
        .init(text: "water.unit", kind: .choice(["ml", "oz"]), defaultValue: .string("ml")),
        .init(text: "water.remindersPerDay", kind: .number(1...10), defaultValue: .integer(4), code: "frequency.range"),
        wake, sleep,
        .init(text: "water.smart", kind: .flag, defaultValue: .bool(false)),
        .init(text: "water.smartHours", kind: .number(1...6), defaultValue: .integer(2), code: "threshold.range"),
        .init(text: "water.stopAtGoal", kind: .flag, defaultValue: .bool(false)),
        .init(text: "water.sleepImport", kind: .flag, defaultValue: .bool(false)), .init(text: "notices", kind: .flag),
        .init(text: "quiz.tier", kind: .choice(["all", "free", "premium"]), defaultValue: .string("all")),
        .init(text: "quiz.reminder", kind: .timeOfDay),
        logbookHours, logbookAuthority,
    ]

    public static func named(_ text: String) -> SettingName? {
        all.first { $0.text == text } ?? device(ofSetting: text).map { device($0) }
    }

    /// The values, in words.
    public var values: String {
        switch kind {
        case .flag: "true or false"
        case .choice(let choices): "one of \(choices.joined(separator: ", "))"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .timeOfDay: "a time of day, such as 07:00, or minutes since midnight"
        case .text(let maximum): "a text of 1 to \(maximum) characters"
        }
    }

    /// The value that a text on the command line stands for. Throws `Fault` `setting.unreadable` (64) when it cannot be
    /// read as its kind.
    public func value(_ given: String) throws -> JSONValue {
        switch kind {
        case .flag:
            if ["true", "yes", "on"].contains(given) { return .bool(true) }
            guard ["false", "no", "off"].contains(given) else { throw unreadable(given) }
            return .bool(false)
        case .choice, .text: return .string(given)
        case .number:
            guard let number = Int(given) else { throw unreadable(given) }
            return .integer(number)
        case .timeOfDay:
            guard let minutes = Int(given) ?? SettingName.minutes(given) else { throw unreadable(given) }
            return .integer(minutes)
        }
    }

    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60
        else { return nil }
        return hours * 60 + minutes
    }

    /// `07:05`.
    static func time(_ minutes: Int) -> String {
        Digits.text(minutes / 60, width: 2) + ":" + Digits.text(minutes % 60, width: 2)
    }

    /// Throws `Fault` `setting.unreadable` for a value of another kind, `Rejection` `setting.value` for one outside its
    /// choices.
    public func check(_ value: JSONValue) throws {
        guard isOfItsKind(value) else { throw unreadable(value.stringValue ?? value.text) }
        if !allows(value) { throw refusal }
    }

    private func isOfItsKind(_ value: JSONValue) -> Bool {
        switch (kind, value) {
        case (.flag, .bool), (.choice, .string), (.text, .string): true
        case (.number, .number), (.timeOfDay, .number): value.integerValue != nil
        default: false
        }
    }

    func allows(_ value: JSONValue) -> Bool {
        switch (kind, value) {
        case (.flag, .bool): true
        case (.choice(let choices), .string(let text)): choices.contains(text)
        case (.text(let maximum), .string(let text)): (1...maximum).contains(text.unicodeScalars.count)
        case (.number(let range), .number): value.integerValue.map(range.contains) ?? false
        case (.timeOfDay, .number): value.integerValue.map((0..<1440).contains) ?? false
        default: false
        }
    }

    var refusal: Rejection { Rejection(code: code, message: "\(text) is \(values).", hint: "Give it such a value.") }

    static func unknown(_ text: String) -> Rejection {
        Rejection(
            code: "setting.unknown", message: "There is no setting \"\(text)\".",
            hint: "The settings are \(all.map(\.text).joined(separator: ", ")).")
    }

    private func unreadable(_ given: String) -> Fault {
        Fault(
            .usage, code: "setting.unreadable", message: "\"\(given)\" is not a value of \(text).",
            hint: "It is \(kind == .flag ? "true or false, yes or no, on or off" : values).")
    }
}
