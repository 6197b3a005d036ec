import Alarms
import EventModel
import EventSourcing
import Hydration
import Logbook

/// A domain that sends notices: its candidates, and the policy that limits them.
struct NoticeSource: Sendable {
    /// When and of what it is asked.
    struct Question {
        /// Pinned to one position.
        let asOf: AsOf
        let on: CivilDate
        let moment: Instant
        let history: NoticeHistory
    }

    let domain: String
    let policy: NoticePolicy
    /// The settings that hold the person's permission.
    let permission: StreamID
    /// Keys that may be acknowledged before a notice of them was sent.
    let keys: [String]
    /// A key, as a message shows one.
    let example: String
    /// The most urgent first; those with a later `notBefore` among them.
    let candidates: @Sendable (Ledger, Question) throws -> [NoticeCandidate]
    /// The notices that come once and have come, as an answer lists them.
    let acknowledged: @Sendable ([NoticeCandidate], NoticeHistory) -> [String]

    static let all = [logbook, alarms, water, quiz]

    static func named(_ domain: String) throws -> NoticeSource {
        guard let source = all.first(where: { $0.domain == domain }) else {
            throw Fault(
                .usage, code: "domain.unknown", message: "There is no domain \"\(domain)\" that sends notices.",
                hint: "It is one of \(Ledger.noticeDomains.joined(separator: ", ")).")
        }
        return source
    }

    /// The logbook's notices, from SoloTrack's readings. An answer lists the paragraphs of the milestones that have
    /// come.
    private static let logbook = NoticeSource(
        domain: "logbook", policy: Notice.policy, permission: StreamID(kind: "settings", id: "notices"),
        keys: Notice.keysOfOnceOnly,
        example: "milestone.solo",
        candidates: { ledger, question in
            let stage = try ledger.profile(domain: "logbook", question.asOf).value.stage
            let reasons = try ledger.noticeReasons(on: question.on, stage: stage, question.asOf)
            return reasons.notices(acknowledged: question.history.acknowledged).map(\.candidate)
        },
        acknowledged: { _, history in Set(history.acknowledged.compactMap(Notice.paragraph)).sorted() })

    /// Warnings ahead of alarms; that an alarm fires is a fact of its own and no notice.
    private static let alarms = NoticeSource(
        domain: "alarms", policy: .unlimited, permission: StreamID(kind: "settings", id: "alarms"), keys: [],
        example: "alarm.rent.2026-03-01T14:00:00Z.1d",
        candidates: { ledger, question in try ledger.alarmWarnings(at: question.moment, question.asOf).map(\.candidate)
        },
        acknowledged: { candidates, history in candidates.map(\.key).filter(history.acknowledged.contains).sorted() })

    /// Reminders to drink, by the clock or by what was drunk.
    private static let water = NoticeSource(
        domain: "water", policy: .unlimited, permission: WaterSettings.stream, keys: [],
        example: "water.2026-02-10T10:12",
        candidates: { ledger, question in try ledger.waterNotices(at: question.moment, question.asOf) },
        acknowledged: { candidates, history in candidates.map(\.key).filter(history.acknowledged.contains).sorted() })

    /// The daily reminder of studying, at the time that the setting says.
    private static let quiz = NoticeSource(
        domain: "quiz", policy: .unlimited, permission: StreamID(kind: "settings", id: "quiz"), keys: [],
        example: "study.2026-03-01",
        candidates: { ledger, question in try ledger.studyReminders(at: question.moment, question.asOf).map(\.candidate)
        },
        acknowledged: { candidates, history in candidates.map(\.key).filter(history.acknowledged.contains).sorted() })
}
