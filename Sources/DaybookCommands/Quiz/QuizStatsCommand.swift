import ArgumentParser
import DaybookDomains

struct QuizStatsCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show the chance of passing and the share of right answers, by category.",
        discussion: """
            Examples:
              daybook quiz stats
              daybook quiz stats --on 2026-02-01 --json
            """)

    @Option(help: ArgumentHelp("Another state than the chosen one.", valueName: "code")) var state: String?
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: QuizTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        let asked = try state.map { try Ledger.state(named: $0) }
        let (book, stats, figures, evidence) = try times.asking(session) { ledger, asOf, moment in
            let book = try session.quizBook(ledger, asOf, state: asked, at: moment)
            let stats = try ledger.quizStats(book)
            let figures = explain.explain ? book.figures(stats) : []
            return (book, stats, figures, try explain.evidence(figures, ledger, asOf, book.asOf, session))
        }
        let json = JSONValue.object([.init("asOf", book.asOf.json)] + QuizStatsCommand.json(stats)).explained(
            figures, evidence)
        try session.answer(json) {
            try session.printKnownAt(times.known, book.asOf)
            try QuizStatsCommand.print(stats, session)
        }
        try EvidenceText.print(figures, evidence, session)
    }

    static func json(_ stats: QuizStats) -> [JSONValue.Member] {
        let probability = stats.probability
        return [
            .init("state", .string(stats.state.code)), .init("onboarded", .bool(stats.isOnboarded)),
            .init("answered", .integer(stats.answered)),
            .init("correct", .integer(stats.correct)), .init("accuracyPercent", .integer(stats.accuracyPercent)),
            .init("averageBest", probability.averageBestTenths.map { .number(Digits.tenths($0)) } ?? .null),
            .init("testsTaken", .integer(stats.testsTaken)),
            .init("passProbability", probability.thousandths.map { .thousandths($0) } ?? .null),
            .init("readiness", .hundredths(probability.readinessPercent)),
            .init("face", .integer(probability.face)), .init("ofFour", .thousandths(probability.thousandthsOfFour)),
            .init("streak", .integer(stats.streak)),
            .init(
                "categories",
                .array(
                    stats.categories.map { category in
                        .object(pairs: [
                            "id": .string(category.id), "title": .string(category.title),
                            "correct": .integer(category.correct), "answered": .integer(category.answered),
                        ])
                    })),
        ]
    }

    private static func print(_ stats: QuizStats, _ session: Session) throws {
        let probability = stats.probability
        var table = Table([("", .left), ("", .left)])
        func row(_ name: String, _ value: String) { table.add([Table.Cell(name, .faint), Table.Cell(value)]) }
        row("State", stats.state.name)
        row(
            "Pass probability",
            probability.thousandths.map { "\(Digits.tenths($0)) %, \(stats.testsTaken) of 4 tests taken" }
                ?? "no test taken yet")
        row("Readiness", "\(probability.readinessPercent) %, face \(probability.face) of 8")
        row("Answers", "\(stats.correct) of \(stats.answered) right, \(stats.accuracyPercent) %")
        if let average = probability.averageBestTenths {
            row("Best scores", "\(Digits.tenths(average)) of \(TestSlices.size) on average")
        }
        row("Streak", Text.count(stats.streak, "day"))
        for category in stats.categories where category.answered > 0 {
            row(category.title, "\(category.correct) of \(category.answered)")
        }
        try session.print(table)
        if !stats.isOnboarded {
            try session.print("Tests open after \(QuizRules.correctToUnlock) right answers in training.")
        }
    }
}

struct QuizShow: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show all practice of a person in one answer.",
        discussion: """
            Example:
              daybook quiz show --json
            """)

    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: QuizTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        let (book, person, isGuest, figures, evidence) = try times.asking(session) { ledger, asOf, moment in
            let book = try session.quizBook(ledger, asOf, at: moment)
            let figures =
                try explain.explain && book.progress != nil
                ? book.figures(ledger.quizStats(book)) + book.setFigures : []
            return (
                book, try ledger.principal, try ledger.isGuest(asOf), figures,
                try explain.evidence(figures, ledger, asOf, book.asOf, session)
            )
        }
        let json = try QuizShow.json(book, person, isGuest: isGuest)
        try session.answer(json.explained(figures, evidence)) {
            try session.printKnownAt(times.known, book.asOf)
            try print(book, person, isGuest, session)
        }
        try EvidenceText.print(figures, evidence, session)
    }

    private static func json(_ book: QuizBook, _ person: PrincipalID, isGuest: Bool) throws -> JSONValue {
        let progress = book.progress
        let completed = progress?.completed ?? []
        return .object(pairs: [
            "asOf": book.asOf.json, "isGuest": .bool(isGuest), "userId": .string(person.hex),
            "selectedState": .textOrNull(book.selected?.code),
            "training": progress.map {
                .object(pairs: [
                    "answered": .integer($0.training.count), "correct": .integer($0.trainingCorrect),
                    "onboarded": .bool($0.isOnboarded),
                ])
            } ?? .null,
            "trainingSets": .array(
                progress.map { SetCard.all($0, book.shelf).map { .object(QuizSets.json($0)) } } ?? []),
            "currentTests": .array((progress?.open ?? []).map { .object(QuizAnswer.members($0)) }),
            "completedTests": .array(completed.reversed().map { .object(QuizHistory.json($0)) }),
            "testAttempts": .array(
                TestSlices.numbers.map { test in
                    .object(pairs: ["test": .integer(test), "attempts": .integer(completed.count { $0.test == test })])
                }),
            "passPercentage": book.state.map { .integer($0.passMarkPercent) } ?? .null,
        ])
    }

    private func print(_ book: QuizBook, _ person: PrincipalID, _ isGuest: Bool, _ session: Session) throws {
        guard let state = book.state, let progress = book.progress else {
            return try session.printNone("No state is chosen yet. Choose one: daybook quiz state CODE")
        }
        var table = Table([("", .left), ("", .left)])
        func row(_ name: String, _ value: String) { table.add([Table.Cell(name, .faint), Table.Cell(value)]) }
        row("State", "\(state.name), passed with \(state.passMarkPercent) %")
        row("Person", person.hex + (isGuest ? " (guest)" : ""))
        row("Training", "\(progress.trainingCorrect) of \(progress.training.count) right")
        for card in SetCard.all(progress, book.shelf) {
            row("Set \(card.set)", "\(card.mastered) of \(card.questions) mastered")
        }
        for card in TestCard.all(progress) {
            let best = card.bestScore.map { "best \($0) of \(TestSlices.size)" }
            let open = card.open.map { "in progress, \($0.state.answered) answered" }
            row("Test \(card.test)", [best, open].compactMap(\.self).joined(separator: "; "))
        }
        try session.print(table)
    }
}
