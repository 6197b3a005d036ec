// The ledger and the domain come with the answers.
@_exported public import DaybookKit
@_exported public import PracticeTests
import EventModel
import EventSourcing

extension LedgerDomain {
    /// Practice for the written test of a driving licence.
    public static let practiceTests: LedgerDomain = {
        var domain = LedgerDomain(PracticeTestsDomain.domain)
        domain.sharedIDs = ["quiz"]
        domain.profile = PracticeTestsDomain.profile
        domain.answers = [
            FiguredAnswer(.quiz) { ledger, asked in
                let book = try ledger.quizBook(asked.asOf, at: asked.evening)
                return try book.progress == nil ? [] : book.figures(ledger.quizStats(book))
            }
        ]
        domain.notices = .quiz
        domain.undo = .practiceTests
        return domain
    }()
}

extension AnswerScope {
    public static let practiceTests = AnswerScope.domains(["practiceTests"])
}

extension NoticeSource {
    /// The daily reminder of studying, at the time that the setting says.
    fileprivate static let quiz = NoticeSource(
        domain: "quiz", permission: StreamID(kind: "settings", id: "quiz"), example: "study.2026-03-01",
        candidates: { ledger, question in try ledger.studyReminders(at: question.moment, question.asOf).map(\.candidate)
        },
        grounds: { _, subject, _ in (.quiz, [.settings(QuizSettings.stream, on: subject.on)]) })
}

extension FigureSource {
    /// The settings of a stream, each with its last value, and the permission.
    fileprivate static func settings(_ stream: StreamID, on day: CivilDate) -> FigureSource {
        .events(EventSource(streams: [stream], types: ["setting.changed", "permission.changed"], day: day))
    }
}

extension UndoRules {
    fileprivate static let practiceTests = UndoRules { ledger, role, step, history in
        guard role == .note, history.record.stream.kind == "profile", step.event.envelope.type == "progress.reset"
        else { return nil }
        guard try ledger.quizBook().resets.standing.contains(where: { $0.event == step.event.id }) else {
            throw Ledger.nothing(step.event.id, "it was taken back already")
        }
        return Ledger.restoring(step.event.id)
    }
}
