import DaybookKit
import EventCodec
import EventModel
import EventSourcing

extension UndoRules {
    static let alarms = UndoRules { ledger, role, step, history in
        let (event, stream) = (step.event, history.record.stream)
        guard stream.kind == "alarm" else { return nil }
        func draft(_ type: String, _ members: [JSONValue.Member] = []) -> EventDraft {
            EventDraft(stream: stream, type: type, data: .json(.object(members)))
        }
        switch role {
        case .create, .restore: return draft("alarm.removed")
        case .remove: return draft("alarm.restored")
        case .edit where event.envelope.type.hasPrefix("attachment."):
            return try ledger.photoCompensation(of: step, in: history)
        case .edit:
            let members = Ledger.reverted(step, history)
            guard !members.isEmpty else { throw Ledger.nothing(event.id, "later changes have overwritten it") }
            return draft("alarm.edited", members)
        case .set: return try ledger.switchCompensation(of: step, in: history)
        case .note: return try ledger.reopening(event.id, type: event.envelope.type, of: stream)
        default: return nil
        }
    }
}

extension Ledger {
    /// The event that switches an alarm back.
    ///
    /// Throws `Rejection` `undo.nothing` where it was switched again since.
    fileprivate func switchCompensation(of step: HistoryStep, in history: StreamHistory) throws -> EventDraft {
        let event = step.event
        func draft(_ type: String, _ member: JSONValue.Member) -> EventDraft {
            EventDraft(stream: history.record.stream, type: type, data: .json(.object([member])))
        }
        let last = history.standingSteps(before: event.id).last {
            $0.event.outcome.status == .effective && registry.schema($0.event.envelope.type)?.role == .set
        }
        guard last?.event.id == event.id else {
            throw Ledger.nothing(event.id, "later changes have overwritten it")
        }
        let before = switchBefore(event.id, history)
        if let until = pauseEnd(before) { return draft("alarm.paused", .init("until", .string(until))) }
        let type = event.envelope.type
        let wasOff = type == "alarm.enabled" || type == "alarm.paused" && before?.envelope.type == "alarm.disabled"
        return draft(
            wasOff ? "alarm.disabled" : "alarm.enabled", .init("cause", event.data?["cause"] ?? .string("user")))
    }

    /// The person's last switch of the alarm before an event that is the latest.
    private func switchBefore(_ event: EventID, _ history: StreamHistory) -> EventView? {
        history.steps.last {
            $0.event.id != event && $0.event.outcome.status == .effective
                && registry.schema($0.event.envelope.type)?.role == .set
                && $0.event.data?["cause"]?.stringValue != "tier"
        }?.event
    }

    /// The day on which a pause ends; nil where it is none, or is over.
    private func pauseEnd(_ event: EventView?) -> String? {
        guard let event, event.envelope.type == "alarm.paused", let until = event.data?["until"]?.stringValue,
            let day = CivilDate(until), day > today
        else { return nil }
        return until
    }
}
