import ArgumentParser
import DaybookDomains

struct QuizStart: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start a test of 50 questions.",
        discussion: """
            Examples:
              daybook quiz start 1
              daybook quiz start 1 --anew

            A test that is begun goes on with "daybook quiz answer"; --anew leaves it and
            begins another attempt, with questions and options in another order.
            """)

    @Argument(help: ArgumentHelp("The test: 1 to 4.", valueName: "number")) var test: String
    @Flag(help: "Abandon the attempt already begun.") var anew = false
    @Option(help: ArgumentHelp("The id of the new attempt. (default: a new UUID)", valueName: "id")) var id: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        let number = try QuizValues.test(test)
        let id = try id.map { text in try Values.stream(text.hasPrefix("test/") ? text : "test/\(text)").id }
        try session.withLedger(.readWrite) { ledger in
            let (attempt, receipt) = try ledger.startTest(number, anew: anew, id: id)
            let items = JSONValue.Member("items", .array(attempt.state.start.items.map { .string($0.text) }))
            try session.answer(.object(QuizAnswer.members(attempt) + [items]).wrote(receipt)) {
                try session.print(
                    "Test \(number), attempt \(attempt.number), is begun. Its id is \(attempt.stream.id).")
                try QuizQuestion.print(attempt, try ledger.questionShelf(), session)
            }
        }
    }
}

struct QuizQuestion: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "question", abstract: "Show the next question of the current test.",
        discussion: """
            Example:
              daybook quiz question
            """)

    @Option(help: ArgumentHelp("The attempt. (default: the one that was gone on with last)", valueName: "id"))
    var attempt: String?
    @OptionGroup(title: "Times") var times: QuizTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        let (book, attempt) = try times.asking(session) { ledger, asOf, moment in
            try found(try session.quizBook(ledger, asOf, at: moment), ledger, asOf)
        }
        let next =
            attempt.completed == nil ? attempt.state.next.map { ShownQuestion(attempt.state, $0, book.shelf) } : nil
        let question = next.map {
            JSONValue.object([.init("index", .integer($0.index))] + QuizText.members($0.id, $0.text, $0.options))
        }
        try session.answer(
            .object(
                [.init("asOf", book.asOf.json)] + QuizAnswer.members(attempt) + [.init("question", question ?? .null)])
        ) {
            try session.printKnownAt(times.known, book.asOf)
            try QuizQuestion.print(attempt, book.shelf, session)
        }
    }

    private func found(_ book: QuizBook, _ ledger: Ledger, _ asOf: AsOf) throws -> (QuizBook, Attempt) {
        if let attempt {
            let stream = try QuizCommand.attempt(attempt, ledger, asOf)
            return (book, try GoneText.answer(stream, ledger, asOf) { try book.attempt(stream) })
        }
        guard let current = try book.chosen().progress.current else { throw QuizRules.noneOpen }
        return (book, current)
    }

    /// The next question of an attempt, or what is left to do.
    static func print(_ attempt: Attempt, _ shelf: BankShelf, _ session: Session) throws {
        if attempt.completed != nil {
            return try session.print("It was handed in: \"daybook quiz results\" shows what came of it.")
        }
        guard let index = attempt.state.next else {
            return try session.print("All 50 questions are answered. Hand the test in: daybook quiz submit")
        }
        let shown = ShownQuestion(attempt.state, index, shelf)
        try session.print(session.style.faint("question \(index + 1) of \(TestSlices.size)"))
        try QuizText.print(shown.id, shown.text, shown.options, session)
    }
}

struct QuizAnswer: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Answer the next question of the current test.",
        discussion: """
            Examples:
              daybook quiz answer B
              daybook quiz answer 1 --index 7

            Forward only: an answer cannot be changed. What was right comes with the
            results.
            """)

    @Argument(help: ArgumentHelp("The option as shown: A to D.", valueName: "choice")) var choice: String
    @Option(
        help: ArgumentHelp(
            "The question's place, from 0; any but the next is refused. (default: the next)", valueName: "number"))
    var index: String?
    @Option(help: ArgumentHelp("The attempt. (default: the one that was gone on with last)", valueName: "id"))
    var attempt: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let choice = try QuizValues.choice(choice, isTraining: false)
        let index = try index.map { try Values.count($0, "index", 0...49) }
        try session.withLedger(.readWrite) { ledger in
            let stream = try attempt.map { try QuizCommand.attempt($0, ledger) }
            let (attempt, answered, receipt) = try ledger.answerTest(choice, index: index, attempt: stream)
            let members: [JSONValue.Member] = [
                .init("index", .integer(answered)), .init("choice", .string(String(OptionLetter.text[choice]))),
            ]
            try session.answer(.object(QuizAnswer.members(attempt) + members).wrote(receipt)) {
                try session.print("Answered in test \(attempt.test), attempt \(attempt.number).")
                try QuizQuestion.print(attempt, try ledger.questionShelf(), session)
            }
        }
    }

    /// The name of an attempt, and its progress.
    static func members(_ attempt: Attempt) -> [JSONValue.Member] {
        [
            .init("test", .integer(attempt.test)), .init("attempt", .integer(attempt.number)),
            .init("id", .string(attempt.stream.id)),
            .init("state", .textOrNull(attempt.state.start.state?.code)),
            .init("answered", .integer(attempt.state.answered)),
            .init("of", .integer(TestSlices.size)),
        ]
    }
}

struct QuizSubmit: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit", abstract: "Submit the test when all questions are answered.",
        discussion: """
            Example:
              daybook quiz submit
            """)

    @Option(help: ArgumentHelp("The attempt. (default: the one that was gone on with last)", valueName: "id"))
    var attempt: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            let stream = try attempt.map { try QuizCommand.attempt($0, ledger) }
            let (attempt, receipt) = try ledger.submitTest(stream)
            let shelf = try ledger.questionShelf()
            try session.answer(.object(QuizResults.json(attempt, shelf)).wrote(receipt)) {
                try QuizResults.print(attempt, shelf, session)
            }
        }
    }
}
