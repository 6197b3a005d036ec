import ArgumentParser
import DaybookDomains

struct QuizResults: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "results", abstract: "Show the result of a test, with the wrong answers explained.",
        discussion: """
            Examples:
              daybook quiz results
              daybook quiz results 2
              daybook quiz results 0192f0c1 --json
            """)

    @Argument(
        help: ArgumentHelp(
            "A test (its last attempt), or an attempt. (default: the last that was handed in)", valueName: "number|id"))
    var test: String?
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: QuizTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        let (book, attempt, evidence) = try times.asking(session) { ledger, asOf, moment in
            let book = try session.quizBook(ledger, asOf, at: moment)
            let attempt = try QuizResults.find(test, book, ledger, asOf)
            return (book, attempt, try explain.evidence([book.figure(attempt)], ledger, asOf, book.asOf, session))
        }
        let figure = book.figure(attempt)
        try session.answer(
            JSONValue.object([.init("asOf", book.asOf.json)] + QuizResults.json(attempt, book.shelf)).explained(
                [figure], evidence)
        ) {
            try session.printKnownAt(times.known, book.asOf)
            try QuizResults.print(attempt, book.shelf, session)
        }
        try EvidenceText.print([figure], evidence, session)
    }

    /// The attempt that is named: by a test, whose last it is, or by its id; else the last that was handed in.
    static func find(_ test: String?, _ book: QuizBook, _ ledger: Ledger, _ asOf: AsOf) throws -> Attempt {
        if let test, Int(test) == nil || test.utf8.count > 2 {
            let stream = try QuizCommand.attempt(test, ledger, asOf)
            let attempt = try GoneText.answer(stream, ledger, asOf) { try book.attempt(stream) }
            guard attempt.completed != nil else {
                throw Rejection(
                    code: "test.open", message: "This attempt is not handed in yet.",
                    hint: "Go on with \"daybook quiz answer CHOICE\".")
            }
            return attempt
        }
        let number = try test.map(QuizValues.test)
        let completed = try book.chosen().progress.completed.filter { number == nil || $0.test == number }
        guard
            let last = completed.max(by: {
                ($0.completed ?? .earliest, $0.stream) < ($1.completed ?? .earliest, $1.stream)
            })
        else { throw QuizRules.noneCompleted }
        return last
    }

    static func json(_ attempt: Attempt, _ shelf: BankShelf) -> [JSONValue.Member] {
        QuizHistory.json(attempt) + [.init("wrong", .array(WrongAnswer.all(of: attempt.state, shelf).map(json)))]
    }

    private static func json(_ wrong: WrongAnswer) -> JSONValue {
        .object(
            [.init("index", .integer(wrong.index))] + QuizText.members(wrong.question, wrong.text, wrong.options) + [
                .init("choice", .string(String(wrong.choice))), .init("right", .string(String(wrong.right))),
                .init("explanation", .textOrNull(wrong.text?.explanation)),
            ])
    }

    static func print(_ attempt: Attempt, _ shelf: BankShelf, _ session: Session) throws {
        let verdict = attempt.isPassed ? session.style.good("Passed") : session.style.bad("Failed")
        try session.print(
            "\(verdict): \(attempt.score) of \(TestSlices.size), \(attempt.percent) % (the mark is \(attempt.markPercent) %). Test \(attempt.test), attempt \(attempt.number)."
        )
        for wrong in WrongAnswer.all(of: attempt.state, shelf) {
            try session.print("")
            try session.print(session.style.faint("question \(wrong.index + 1)"))
            try QuizText.print(wrong.question, wrong.text, wrong.options, session)
            try session.print("You chose \(wrong.choice); right is \(wrong.right).")
            if let text = wrong.text { try session.print(Text.shown(text.explanation)) }
        }
    }
}

struct QuizTests: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "tests", abstract: "Show the four tests: attempts begun, and best scores.",
        discussion: """
            Example:
              daybook quiz tests
            """)

    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: QuizTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        let (book, evidence) = try times.asking(session) { ledger, asOf, moment in
            let book = try session.quizBook(ledger, asOf, at: moment)
            return (book, try explain.evidence(book.testFigures, ledger, asOf, book.asOf, session))
        }
        let (state, progress) = try book.chosen()
        let cards = TestCard.all(progress)
        if session.isJSON {
            return try session.print(.explained(cards.map { .object(QuizTests.json($0, state)) }, evidence))
        }
        try session.printKnownAt(times.known, book.asOf)
        try session.printSetAside(session.console.setAside)
        var table = Table([("Test", .right), ("Taken", .right), ("First", .right), ("Best", .right), ("", .left)])
        for card in cards {
            let isPassed = card.bestScore.map {
                Score.isPassed($0, of: TestSlices.size, markPercent: state.passMarkPercent)
            }
            table.add([
                Table.Cell("\(card.test)"), Table.Cell("\(card.taken)"),
                Table.Cell(card.firstScore.map(String.init) ?? ""),
                Table.Cell(card.bestScore.map(String.init) ?? "", isPassed.map { $0 ? .good : .bad }),
                Table.Cell(card.open.map { "in progress: \($0.state.answered) of \(TestSlices.size)" } ?? "", .warning),
            ])
        }
        try session.print(table)
        if !progress.isOnboarded { try session.print(QuizRules.testsLocked(correct: progress.trainingCorrect).message) }
        try EvidenceText.print(book.testFigures, evidence, session)
    }

    static func json(_ card: TestCard, _ state: StateCode) -> [JSONValue.Member] {
        [
            .init("test", .integer(card.test)), .init("taken", .integer(card.taken)),
            .init("first", card.firstScore.map { .integer($0) } ?? .null),
            .init("best", card.bestScore.map { .integer($0) } ?? .null),
            .init("bestPercent", card.bestScore.map { .integer(Score.percent($0, of: TestSlices.size)) } ?? .null),
            .init(
                "passed",
                card.bestScore.map {
                    .bool(Score.isPassed($0, of: TestSlices.size, markPercent: state.passMarkPercent))
                } ?? .null),
            .init("inProgress", card.open.map { .object(QuizAnswer.members($0)) } ?? .null),
        ]
    }
}

struct QuizHistory: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List all attempts, newest first, with the first and best score of each test.",
        discussion: """
            Examples:
              daybook quiz history
              daybook quiz history --all
            """)

    @Option(help: ArgumentHelp("Another state than the chosen one.", valueName: "code")) var state: String?
    @Flag(help: "Include attempts set aside by a reset or by a link.") var all = false
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: QuizTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        let asked = try state.map { try Ledger.state(named: $0) }
        let (book, attempts, figures, evidence) = try times.asking(session) { ledger, asOf, moment in
            let book = try session.quizBook(ledger, asOf, state: asked, at: moment)
            let progress = try book.chosen().progress
            let attempts = Array((all ? progress.allAttempts : progress.attempts).reversed())
            let figures = attempts.map(book.figure) + book.testFigures
            return (book, attempts, figures, try explain.evidence(figures, ledger, asOf, book.asOf, session))
        }
        let (state, progress) = try book.chosen()
        try session.answer(json(book, state, attempts, TestCard.all(progress)).explained(figures, evidence)) {
            try session.printKnownAt(times.known, book.asOf)
            if attempts.isEmpty { return try session.printNone("There is no attempt in \(state.name) yet.") }
            try session.print(QuizHistory.table(attempts, session))
            try EvidenceText.print(figures, evidence, session)
        }
    }

    private func json(_ book: QuizBook, _ state: StateCode, _ attempts: [Attempt], _ cards: [TestCard]) -> JSONValue {
        .object(pairs: [
            "asOf": book.asOf.json, "state": .string(state.code),
            "attempts": .array(attempts.map { .object(QuizHistory.json($0)) }),
            "tests": .array(cards.map { .object(QuizTests.json($0, state)) }),
        ])
    }

    /// One attempt as JSON. Score and verdict are there once it was handed in.
    static func json(_ attempt: Attempt) -> [JSONValue.Member] {
        let isDone = attempt.completed != nil
        var members = QuizAnswer.members(attempt)
        members += [
            .init("started", .string(attempt.started.description)),
            .init("completed", .textOrNull(attempt.completed?.description)),
            .init("elapsedSeconds", attempt.elapsedSeconds.map { .integer($0) } ?? .null),
            .init("score", isDone ? .integer(attempt.score) : .null),
            .init("percent", isDone ? .integer(attempt.percent) : .null), .init("mark", .integer(attempt.markPercent)),
            .init("passed", isDone ? .bool(attempt.isPassed) : .null), .init("reset", .bool(attempt.isReset)),
            .init("setAside", .bool(attempt.isSetAside)),
        ]
        return members
    }

    private static func table(_ attempts: [Attempt], _ session: Session) -> Table {
        var table = Table([
            ("Started", .left), ("Test", .right), ("Attempt", .right), ("Score", .right), ("", .left), ("Id", .left),
        ])
        for attempt in attempts {
            let isDone = attempt.completed != nil
            let verdict = isDone ? (attempt.isPassed ? "passed" : "failed") : "in progress"
            table.add([
                Table.Cell(attempt.started.description), Table.Cell("\(attempt.test)"), Table.Cell("\(attempt.number)"),
                Table.Cell(isDone ? "\(attempt.score) (\(attempt.percent) %)" : "\(attempt.state.answered) answered"),
                Table.Cell(
                    verdict + (attempt.isReset ? ", reset" : "") + (attempt.isSetAside ? ", set aside" : ""),
                    isDone ? (attempt.isPassed ? .good : .bad) : .warning),
                Table.Cell(attempt.stream.id, .faint),
            ])
        }
        return table
    }
}
