import DaybookKit

/// What a `habit/…` stream means: it is started, given up, resumed.
struct HabitKind: StreamKind {
    let name = "habit"

    func explain(_ rejection: Rejection, _ event: EventContent) -> Rejection {
        guard rejection.code == "record.exists" else { return rejection }
        return Rejection(code: "habit.exists", message: "There is a habit of that name already.", hint: "Check it, or choose another name.")
    }
}

/// What a `check/…` stream means: a habit was kept on a day.
struct CheckKind: StreamKind {
    let name = "check"

    /// No day is checked before it has come.
    func refuse(_ state: RecordState?, _ event: EventContent, _ scan: FieldScan, _ context: DecideContext) -> Rejection? {
        guard let day = scan.date(2), day > context.today else { return nil }
        return Rejection(code: "check.future", message: "\(day) has not come yet.")
    }

    /// A rule that looks at another stream says which, and is asked again when it is there.
    let looksAround = true

    func request(for event: EventContent, having seen: Surroundings) -> Surroundings.Request? {
        guard let habit = habit(of: event), seen.others[habit] == nil else { return nil }
        return .stream(habit)
    }

    /// No day is checked for a habit that was given up.
    func refuse(_ event: EventContent, in surroundings: Surroundings, _ context: DecideContext) -> Rejection? {
        guard let habit = habit(of: event).flatMap({ surroundings.others[$0] }), !habit.stands else { return nil }
        if habit.created == nil { return Rejection(code: "habit.unknown", message: "There is no such habit.", hint: "Start it first.") }
        return Rejection(code: "habit.givenUp", message: "This habit was given up.", hint: "Resume it first.")
    }

    private func habit(of event: EventContent) -> StreamID? {
        event.type == "habit.checked" ? event.fields.text(1).flatMap { StreamID("habit/\($0)") } : nil
    }

    /// No day is checked twice: that follows from its name, and here it gets the app's words.
    func explain(_ rejection: Rejection, _ event: EventContent) -> Rejection {
        guard rejection.code == "record.exists" else { return rejection }
        return Rejection(code: "check.twice", message: "This day is checked already.")
    }

    /// A check that stands adds 1 to its day.
    func contribute(_ fields: FieldScan, to sink: inout ContributionSink) {
        if let day = fields.date(2) { sink.add(day: day, 1) }
    }
}
