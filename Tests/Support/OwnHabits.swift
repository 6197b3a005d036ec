package import DaybookDomains
package import Engine
import EventCodec
package import EventModel
package import EventSourcing

/// A domain as an app of its own would have it, which no program of ours knows: habits, and the days on which they were
/// kept.
package enum OwnHabits {
    package static let checks = DayLedgerDefinition(name: "habits.checks", version: 1, measures: ["checks", "hard"])
    package static let efforts = DayLedgerDefinition(name: "habits.efforts", version: 1, measures: ["minutes"])

    private static let check: [FieldSchema] = [
        .field(1, "habit", .text(maximumScalars: 64)), .field(2, "day", .date), .optional(3, "hard", .boolean),
        .optional(4, "minutes", .integer(0...1440)),
    ]

    package static let domain = Domain(
        evaluator: "habits/1", kinds: [HabitKind(), CheckKind()],
        schemas: [
            .create("habit.started", in: "habit", [.field(1, "name", .text(maximumScalars: 80))]),
            .edit("habit.renamed", in: "habit", [.field(1, "name", .text(maximumScalars: 80))]),
            .remove("habit.givenUp", in: "habit"), .restore("habit.resumed", in: "habit"),
            .set("habit.coloured", in: "habit", .fixed("colour"), [.field(1, "colour", .text(maximumScalars: 16))]),
            .note("habit.praised", in: "habit", [.optional(1, "words", .text(maximumScalars: 80))]),
            .create("habit.checked", in: "check", check, validTime: "day"),
            .edit("check.corrected", in: "check", check),
            .remove("check.withdrawn", in: "check"), .restore("check.restored", in: "check"),
        ],
        ledgers: [checks, efforts])

    package static func environment(_ clock: TestClock = TestClock(), seed: UInt64 = 1, _ domains: [Domain] = [domain])
        -> LedgerEnvironment
    {
        var environment = LedgerEnvironment.test(clock, seed: seed)
        environment.domains += domains.map(LedgerDomain.init)
        return environment
    }

    package static func habit(_ id: String) -> StreamID { StreamID(kind: "habit", id: id) }
    package static func start(_ id: String, _ name: String) -> EventDraft {
        EventDraft("habit.started", in: habit(id), ["name": .string(name)])
    }

    package static func check(_ id: String, _ day: String, hard: Bool? = nil, minutes: Int? = nil) -> EventDraft {
        EventDraft(
            "habit.checked", in: checkStream(id, day),
            [
                "habit": .string(id), "day": .string(day), "hard": hard.map { .bool($0) },
                "minutes": minutes.map { .integer($0) },
            ])
    }

    package static func withdraw(_ id: String, _ day: String) -> EventDraft {
        EventDraft("check.withdrawn", in: checkStream(id, day))
    }
    package static func checkStream(_ id: String, _ day: String) -> StreamID {
        StreamID(kind: "check", id: "\(id).\(day)")
    }
}

private struct HabitKind: StreamKind {
    let name = "habit"

    func explain(_ rejection: Rejection, _ event: EventContent) -> Rejection {
        rejection.code == "record.exists"
            ? Rejection(code: "habit.exists", message: "There is such a habit already.") : rejection
    }
}

private struct CheckKind: StreamKind {
    let name = "check"
    let looksAround = true

    func admit(_ state: RecordFields, _ event: EventContent, _ scan: FieldScan) -> Rejection? {
        scan.integer(4) == 0 ? Rejection(code: "minutes.none", message: "No minutes are no effort.") : nil
    }

    func refuse(_ state: RecordState?, _ event: EventContent, _ scan: FieldScan, _ context: DecideContext) -> Rejection?
    {
        guard let day = scan.date(2), day > context.today else { return nil }
        return Rejection(code: "check.future", message: "\(day) is not over yet.")
    }

    func request(for event: EventContent, having seen: Surroundings) -> Surroundings.Request? {
        guard event.schema.role == .create, let id = event.fields.text(1) else { return nil }
        let habit = OwnHabits.habit(id)
        return seen.others[habit] == nil ? .stream(habit) : nil
    }

    func refuse(_ event: EventContent, in surroundings: Surroundings, _ context: DecideContext) -> Rejection? {
        guard event.schema.role == .create, let id = event.fields.text(1),
            let habit = surroundings.others[OwnHabits.habit(id)]
        else { return nil }
        if habit.created == nil { return Rejection(code: "habit.unknown", message: "There is no such habit.") }
        return habit.stands ? nil : Rejection(code: "habit.givenUp", message: "This habit was given up.")
    }

    func contribute(_ fields: FieldScan, to sink: inout ContributionSink) {
        guard let day = fields.date(2) else { return }
        sink.add(day: day, 1, fields.bool(3) == true ? 1 : 0)
        if let minutes = fields.integer(4) { sink.add(day: day, to: 1) { $0.append(Int64(minutes)) } }
    }
}
