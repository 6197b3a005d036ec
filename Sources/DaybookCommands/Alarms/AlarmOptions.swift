import ArgumentParser
import DaybookDomains

/// The fields of an alarm as command-line options. An option that is not given leaves its field out.
struct AlarmOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("What it is called.", valueName: "text")) var title: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("What to know when it fires.", valueName: "text")) var note:
        String?
    @Flag(inversion: .prefixedNo, help: "Sound until someone answers.") var persistent: Bool?
    @Option(
        help: ArgumentHelp("What it is about: \(Ledger.list(Alarm.Category.self)).", valueName: "category"),
        completion: .list(Alarm.Category.allCases.map(\.rawValue)))
    var category: String?
    @Option(
        name: .customLong("pre-alarm"),
        help: ArgumentHelp(
            "Warn so long before: \(Ledger.list(PreAlarm.self)); may be given again.", valueName: "lead"),
        completion: .list(PreAlarm.allCases.map(\.rawValue)))
    var preAlarms: [String] = []
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("When it fires, as JSON; instead of the options below.", valueName: "json")) var schedule:
        String?
    @Option(
        help: ArgumentHelp("\(Ledger.list(ScheduleFields.Kind.self)).", valueName: "kind"),
        completion: .list(ScheduleFields.Kind.allCases.map(\.rawValue)))
    var kind: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Every so many weeks, months, years or days.", valueName: "n"))
    var interval: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Weekdays, 1 (Sunday) to 7, or days of the month, such as 2,6.", valueName: "days"))
    var days: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Of monthlyRelative the weekday, 1 (Sunday) to 7.", valueName: "n"))
    var weekday: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Of monthlyRelative which one, 1 to 4, or -1 for the last.", valueName: "n")) var week:
        String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Of annual the month.", valueName: "n")) var month: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Of annual the day of the month.", valueName: "n")) var day:
        String?
    @Option(help: ArgumentHelp("The first day it may fire on.", valueName: "date")) var start: String?
    @Option(help: ArgumentHelp("The last day it may fire on.", valueName: "date")) var until: String?
    @Option(
        name: .customLong("times-in-all"), parsing: .unconditional,
        help: ArgumentHelp("How often it fires from its start on, 1 to 1000.", valueName: "n")) var timesInAll: String?
    @Option(
        name: .customLong("time"),
        help: ArgumentHelp("A time of day, such as 08:00; may be given again.", valueName: "time")) var times:
        [String] = []
    @Flag(inversion: .prefixedNo, help: "Use the ledger's time zone.") var floating: Bool?
    @Option(
        name: .customLong("week-start"), help: ArgumentHelp("The day on which weeks begin: SU, MO, …", valueName: "day")
    ) var weekStart: String?

    /// The fields without the schedule. A note of blanks only counts as none.
    func fields() throws -> [JSONValue.Member] {
        let note = note.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        return [
            title.map { .init("title", .string($0)) }, note.map { .init("note", .string($0)) },
            persistent.map { .init("persistent", .bool($0)) },
            try category.map {
                .init(
                    "category",
                    .string(try AlarmOptions.one(of: Alarm.Category.self, $0, "category.unknown", "category")))
            },
            preAlarms.isEmpty ? nil : .init("preAlarms", .array(preAlarms.map { .string($0) })),
        ].compactMap { $0 }
    }

    /// The schedule's fields that were given.
    ///
    /// - Throws: `Fault` (64) for what cannot be read, and where both --schedule and its other options are given.
    func scheduleFields() throws -> [JSONValue.Member] {
        let stated = try givenFields()
        guard let schedule else { return stated }
        if !stated.isEmpty {
            throw Fault(
                .usage, code: "usage.wrong",
                message: "A schedule is given by --schedule or by other options, not by both.")
        }
        guard case .object(let members) = try AlarmOptions.schedule(schedule) else {
            throw AlarmOptions.unreadable(schedule)
        }
        return members
    }

    private func givenFields() throws -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue?) { if let value { members.append(.init(name, value)) } }
        add(
            "kind",
            try kind.map {
                .string(
                    try AlarmOptions.one(
                        of: ScheduleFields.Kind.self, $0, "field.range", "kind of schedule", "each day is customDays"))
            })
        add("interval", try interval.map { try AlarmOptions.number($0, "interval") })
        add("days", try days.map(AlarmOptions.list))
        add("weekday", try weekday.map { try AlarmOptions.number($0, "weekday") })
        add("week", try week.map { try AlarmOptions.number($0, "week") })
        add("month", try month.map { try AlarmOptions.number($0, "month") })
        add("day", try day.map { try AlarmOptions.number($0, "day") })
        add("start", try start.map { .string(try Values.date($0, "start").description) })
        add("until", try until.map { .string(try Values.date($0, "until").description) })
        add("timesInAll", try timesInAll.map { try AlarmOptions.number($0, "times-in-all") })
        add("times", times.isEmpty ? nil : .array(times.map { .string($0) }))
        add("floating", floating.map { .bool($0) })
        add("weekStart", weekStart.map { .string($0) })
        return members
    }

    /// Throws `Rejection` with the code that the event's own field has, for a word that is none of a few.
    private static func one<Choice: RawRepresentable<String> & CaseIterable>(
        of choices: Choice.Type, _ text: String, _ code: String, _ what: String, _ more: String? = nil
    ) throws -> String {
        if Choice(rawValue: text) != nil { return text }
        throw Rejection(
            code: code, message: "There is no \(what) \"\(text)\".",
            hint: "It is one of \(Ledger.list(Choice.self))\(more.map { "; \($0)" } ?? "").")
    }

    private static func list(_ text: String) throws -> JSONValue {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        if parts.contains(where: \.isEmpty) {
            throw Fault(
                .usage, code: "days.unreadable", message: "\"\(text)\" lacks a number at a comma.",
                hint: "Write days like 2,6.")
        }
        return .array(try parts.map { try number(String($0), "days") })
    }

    private static func number(_ text: String, _ option: String) throws -> JSONValue {
        guard let number = Int(text) else {
            throw Fault(.usage, code: "\(option).unreadable", message: "\"\(text)\" is not a whole number.")
        }
        return .integer(number)
    }

    /// A schedule in JSON. Throws `Fault` `schedule.unreadable` (64).
    static func schedule(_ text: String) throws -> JSONValue {
        do { return try JSONParser.parse(Array(text.utf8)) } catch { throw unreadable(text) }
    }

    private static func unreadable(_ text: String) -> Fault {
        Fault(
            .usage, code: "schedule.unreadable", message: "\"\(text)\" is not a schedule.",
            hint: #"Write it like {"kind":"weekly","days":[2,6],"times":["09:00"]}."#)
    }

    /// Runs the body on data from the command line. Data that cannot be read is then wrong usage (64), not unreadable
    /// input.
    static func asGiven<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch {
            guard let fault = ((error as? DraftRefusal)?.reason ?? error) as? Fault, fault.kind == .unreadable else {
                throw error
            }
            throw Fault(.usage, code: fault.code, message: fault.message, remedy: fault.remedy)
        }
    }
}
