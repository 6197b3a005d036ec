// The ledger and the domain come with the answers.
@_exported public import DaybookKit
@_exported public import Hydration
import EventCodec
import EventModel
import EventSourcing

extension LedgerDomain {
    /// Drinks, goals and reminders to drink.
    public static let hydration: LedgerDomain = {
        var domain = LedgerDomain(HydrationDomain.domain)
        domain.sharedIDs = ["water", WaterSettings.sleepStream.id]
        domain.profile = HydrationDomain.profile
        domain.answers = [
            FiguredAnswer(.water) { ledger, asked in
                [
                    .waterGoal(try ledger.waterGoal(asked.asOf).value, on: asked.on),
                    .water(try ledger.waterToday(asked.asOf).value.day),
                    .waterStreak(try ledger.waterStreakDays(asked.asOf).value, on: asked.on),
                ]
            }
        ]
        domain.notices = .water
        domain.undo = .hydration
        return domain
    }()
}

extension AnswerScope {
    public static let hydration = AnswerScope.domains(["hydration"])
}

extension NoticeSource {
    /// Reminders to drink, by the clock or by what was drunk.
    fileprivate static let water = NoticeSource(
        domain: "water", permission: WaterSettings.stream, example: "water.2026-02-10T10:12",
        candidates: { ledger, question in try ledger.waterNotices(at: question.moment, question.asOf) },
        grounds: { _, subject, _ in
            (.water, FigureSource.reminders(on: subject.on) + [.drinks(since: subject.on, on: subject.on)])
        })
}

extension UndoRules {
    fileprivate static let hydration = UndoRules { ledger, role, step, history in
        let stream = history.record.stream
        func draft(_ type: String) -> EventDraft {
            EventDraft(stream: stream, type: type, data: .json(.object([])))
        }
        switch (role, stream.kind) {
        case (.create, "drink"), (.restore, "drink"): return draft("drink.removed")
        case (.remove, "drink"): return draft("drink.restored")
        case (.edit, "drink"): return try ledger.drinkCompensation(of: step, in: history)
        case (.set, _) where stream == GoalHistory.stream && Ledger.waterFamily(step.event.envelope.type) != nil:
            return try ledger.waterCompensation(of: step, in: history)
        default: return nil
        }
    }
}
