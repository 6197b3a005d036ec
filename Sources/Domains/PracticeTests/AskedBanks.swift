import EventModel
import EventSourcing

/// The questions whose right answers the rules can check: those of the built-in banks, except for states with an added
/// bank.
///
/// Files of added banks lie beside the events, and no rule reads them. Events about their questions are accepted
/// unchecked.
struct AskedBanks {
    private let added: Set<StateCode?>

    /// From the profile of practice tests, in which banks are added; `AddedBank.stream` and `ProgressResets.stream` are
    /// one.
    init(_ profile: Chronicle?) {
        added = Set((profile?.state?.registers ?? []).compactMap { AddedBank($0) }.map(\.state))
    }

    private func question(_ id: QuestionID) -> Question? {
        added.contains(id.state) ? nil : BankShelf.builtIn.question(id)
    }

    /// The rule that an answer in training breaks: whether it is right is not the writer's to say.
    func refusal(of answer: TrainingAnswer) -> Rejection? {
        guard let question = question(answer.question), (answer.choice == question.correct) != answer.isCorrect else {
            return nil
        }
        return QuizRules.answerMismatch(answer.question, isCorrect: answer.isCorrect)
    }

    /// The rule that the create of an attempt breaks, whose form was held against its own: of each question the right
    /// option is the bank's.
    func refusal(of start: TestStarted) -> Rejection? {
        for index in start.items.indices {
            guard let question = question(start.items[index]) else { continue }
            if start.optionInBank(index, shownAt: start.rightChoice(index)) != question.correct {
                return QuizRules.rightMismatch(index, start.items[index])
            }
        }
        return nil
    }
}
