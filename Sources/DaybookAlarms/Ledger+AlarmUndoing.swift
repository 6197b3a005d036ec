import Alarms
import DaybookKit
import Engine
import EventCodec
import EventModel
import EventSourcing

extension Ledger {
    /// The draft that takes back the completion, miss, omission or snooze of an occurrence: it waits again, or is still
    /// to come.
    ///
    /// Throws `Rejection` `undo.nothing` where that does not stand any more, `undo.impossible` for an event that
    /// happened by itself.
    func reopening(_ event: EventID, type: String, of stream: StreamID) throws -> EventDraft {
        guard let course = try alarmBoard(only: stream).alarms.first?.course else { throw AlarmRules.unknown }
        let occurrence: Instant
        switch type {
        case "alarm.completed", "alarm.missed", "occurrence.skipped":
            guard let answer = course.answers.first(where: { $0.event == event }) else {
                throw Ledger.nothing(event, "it was taken back already")
            }
            occurrence = answer.occurrence
        case "alarm.snoozed":
            guard let snooze = course.snooze(at: now), snooze.event == event else {
                throw Ledger.nothing(event, "it has run out, was answered, or put off again")
            }
            occurrence = snooze.occurrence
        default:
            throw Ledger.impossible(
                type,
                type == "occurrence.reopened" ? Remedy("alarm.answerAgain", "Answer it again.", record: stream) : nil)
        }
        return Ledger.note("occurrence.reopened", [], occurrence, stream)
    }
}
