import ArgumentParser
import DaybookDomains

struct QuizTake: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "take", abstract: "Take a test, question by question, or continue one.",
        discussion: """
            Examples:
              daybook quiz take 1
              daybook quiz take 1 < answers.txt

            Every answer is kept at once: leave with q and come back when you like.
            Nothing is judged before the end; the results follow with the fiftieth
            answer.
            """)

    @Argument(help: ArgumentHelp("The test: 1 to 4.", valueName: "number")) var test: String
    @Flag(help: "Abandon the attempt already begun.") var anew = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        let number = try QuizValues.test(test)
        try session.withLedger(.readWrite) { ledger in
            var dialogue = QuizDialogue(session)
            let begun = anew ? nil : try ledger.quizBook().studying().progress.open.last { $0.test == number }
            var attempt = try begun ?? ledger.startTest(number, anew: anew).attempt
            let state = attempt.state.start.state?.name ?? "another state"
            try dialogue.greet(
                begun == nil
                    ? "Test \(number) for \(state), attempt \(attempt.number)."
                    : "Test \(number) for \(state), attempt \(attempt.number), goes on: \(attempt.state.answered) of \(TestSlices.size) are answered."
            )
            guard try dialogue.askQuestions(&attempt, ledger) else {
                return try session.answer(.object(QuizAnswer.members(attempt))) {
                    try session.print(
                        "Everything is kept: \(attempt.state.answered) of \(TestSlices.size) are answered. \"daybook quiz take \(number)\" goes on."
                    )
                }
            }
            let receipt = attempt.completed == nil ? try ledger.submitTest(attempt.stream).receipt : nil
            let shelf = try ledger.questionShelf()
            let done = try ledger.quizBook().attempt(attempt.stream)
            try session.answer(.object(QuizResults.json(done, shelf)).wrote(receipt)) {
                try session.print("")
                try QuizResults.print(done, shelf, session)
            }
        }
    }
}
