import DaybookKit

/// Habits, and the days on which they were kept.
public enum Habits {
    /// One row for each check, on its day.
    public static let checks = DayLedgerDefinition(name: "habits.checks", version: 1, measures: ["checks"])

    public static let domain = Domain(
        evaluator: "habits/1",
        kinds: [HabitKind(), CheckKind()],
        schemas: [
            .create("habit.started", in: "habit", [.field(1, "name", .text(maximumScalars: 80))]),
            .remove("habit.givenUp", in: "habit"),
            .restore("habit.resumed", in: "habit"),
            .create("habit.checked", in: "check", [.field(1, "habit", .text(maximumScalars: 40)), .field(2, "day", .date)], validTime: "day"),
            .remove("check.withdrawn", in: "check"),
        ],
        ledgers: [checks])
}

/// Commands: what a person does, as an event to append.
extension Habits {
    public static func start(_ id: String, _ name: String) -> EventDraft { EventDraft("habit.started", in: habit(id), ["name": .string(name)]) }
    public static func giveUp(_ id: String) -> EventDraft { EventDraft("habit.givenUp", in: habit(id)) }
    public static func resume(_ id: String) -> EventDraft { EventDraft("habit.resumed", in: habit(id)) }

    public static func check(_ id: String, on day: CivilDate) -> EventDraft {
        EventDraft("habit.checked", in: check(id, day), ["habit": .string(id), "day": .string(day.description)])
    }

    public static func withdraw(_ id: String, on day: CivilDate) -> EventDraft { EventDraft("check.withdrawn", in: check(id, day)) }

    public static func habit(_ id: String) -> StreamID { StreamID(kind: "habit", id: id) }

    /// A day of a habit has one name, so that checks on two devices are one record.
    public static func check(_ id: String, _ day: CivilDate) -> StreamID { StreamID(kind: "check", id: "\(id).\(day)") }
}
