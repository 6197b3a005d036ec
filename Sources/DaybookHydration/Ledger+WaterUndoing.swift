import Daybook
import DaybookKit
import Engine
import EventCodec
import EventModel
import EventSourcing
import Hydration

extension Ledger {
    /// The event that takes back a profile, a goal or sleep times.
    ///
    /// It repeats what stood for that day before; otherwise it records for that day what holds from an earlier one.
    ///
    /// Throws `Rejection` `undo.nothing` where another has overwritten it, `undo.impossible` where there was none
    /// before it.
    func waterCompensation(of step: HistoryStep, in history: StreamHistory) throws -> EventDraft {
        let event = step.event
        guard let family = Ledger.waterFamily(event.envelope.type) else {
            throw Ledger.impossible(event.envelope.type, nil)
        }
        let own = event.data?["from"]
        let others = history.standingSteps(before: event.id).map(\.event).filter {
            $0.outcome.status == .effective && Ledger.waterFamily($0.envelope.type) == family
        }
        let ofThatDay = others.filter { $0.data?["from"] == own }
        guard ofThatDay.last?.id == event.id else {
            throw Ledger.nothing(event.id, "later changes have overwritten it")
        }
        // Days are written so that they sort as texts; of the greatest the last in order holds.
        let earlier = others.filter { ($0.data?["from"]?.stringValue ?? "") < (own?.stringValue ?? "") }
        let greatest = earlier.compactMap { $0.data?["from"]?.stringValue }.max()
        let before = ofThatDay.dropLast().last ?? earlier.last { $0.data?["from"]?.stringValue == greatest }
        if let before, case .object(let members)? = before.data {
            let data = members.filter { $0.name != "from" } + [own.map { .init("from", $0) }].compactMap(\.self)
            return EventDraft(stream: history.record.stream, type: before.envelope.type, data: .json(.object(data)))
        }
        guard family == "goal", event.envelope.type == "goal.set" else {
            throw Ledger.impossible(
                event.envelope.type, Remedy("There was no earlier value: set another one instead."))
        }
        // Without a goal of one's own before it, the computed one held.
        return EventDraft(
            stream: history.record.stream, type: "goal.cleared",
            data: .json(.object([own.map { .init("from", $0) }].compactMap(\.self))))
    }

    /// The change of a drink that takes one of its changes back.
    ///
    /// It restates kind and volume together, as every change does, and a time with the day that it states.
    ///
    /// Throws `Rejection` `undo.nothing` where later changes have overwritten all of it.
    func drinkCompensation(of step: HistoryStep, in history: StreamHistory) throws -> EventDraft {
        let reverted = Ledger.reverted(step, history).filter { $0.name != "date" }
        var members: [JSONValue.Member] = []
        if !reverted.isEmpty {
            let kept = history.fields.filter { field in !reverted.contains { $0.name == field.name } }
            var drink = try Drink(members: kept + reverted)
            // Where later changes keep some of it, the part that counts is the kind's of the volume.
            if reverted.count < step.changes.count(where: { $0.field != "date" }) { drink.volume = drink.volume }
            members = try Drink.schema.changes(from: history.fields, to: drink.members, stating: [.kind])
        }
        let timed = history.steps.filter { $0.event.outcome.status == .effective && $0.event.data?["date"] != nil }
        var time: ValidTime?
        if timed.last?.event.id == step.event.id, let before = timed.dropLast().last {
            time = before.event.envelope.validTime
            members.append(.init("date", before.event.data?["date"] ?? .null))
        }
        guard !members.isEmpty else { throw Ledger.nothing(step.event.id, "later changes have overwritten it") }
        return EventDraft(
            stream: history.record.stream, type: "drink.amended", data: .json(.object(members)), occurred: time)
    }

    /// Those of one family overwrite each other for a day.
    static func waterFamily(_ type: String) -> String? {
        switch type {
        case "profile.set": "profile"
        case "goal.set", "goal.cleared": "goal"
        case "sleep.imported": "sleep"
        default: nil
        }
    }
}
