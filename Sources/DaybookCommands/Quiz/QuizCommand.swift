import ArgumentParser
import DaybookDomains

struct QuizCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiz", abstract: "Practice for a state's driving test.",
        discussion: """
            Examples:
              daybook quiz state CA
              daybook quiz train
              daybook quiz take 1
              daybook quiz train --answer B
              daybook quiz start 1
              daybook quiz answer C
              daybook quiz stats

            Ten right answers in training open the four tests of 50 questions. An attempt
            is named by its id, or by a beginning of it that no other has.
            """,
        subcommands: [
            QuizState.self, QuizTrain.self, QuizSets.self, QuizTake.self, QuizStart.self, QuizQuestion.self,
            QuizAnswer.self, QuizSubmit.self, QuizResults.self,
            QuizTests.self, QuizHistory.self, QuizStatsCommand.self, QuizShow.self, QuizReset.self, QuizRestore.self,
            QuizCard.self, QuizPhoto.self,
            QuizBankCommand.self,
        ])

    /// The stream of an attempt that is here, or is supposed to be. Throws `Rejection` `test.unknown`.
    static func attempt(_ text: String, _ ledger: Ledger, _ asOf: AsOf = .now) throws -> StreamID {
        if asOf.supposing != nil, let exact = StreamID(text.hasPrefix("test/") ? text : "test/\(text)"),
            try ledger.record(exact, asOf: asOf) != nil
        {
            return exact
        }
        guard let stream = try ledger.stream(named: text, kind: "test"), try ledger.record(stream) != nil else {
            throw Rejection(
                code: "test.unknown", message: "There is no attempt \"\(text)\".",
                hint: "\"daybook quiz history\" shows them.")
        }
        if let refusal = try ledger.refusalOfNewer(stream) { throw refusal }
        return stream
    }
}

struct QuizState: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "state", abstract: "Show the state whose test you practise, or choose another.",
        discussion: """
            Examples:
              daybook quiz state
              daybook quiz state CA
              daybook quiz state --all

            What was done in other states stays, and is there again when you come back.
            """)

    @Argument(help: ArgumentHelp("The two letters of a state. (default: shows the chosen one)", valueName: "code"))
    var code: String?
    @Flag(help: "All fifty, with their pass marks and their questions here.")
    var all = false
    @OptionGroup(title: "Times") var times: QuizTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    var choicesFrom: [ChoiceSource] {
        code == nil && !all ? [ChoiceSource(StreamID(kind: "profile", id: "quiz"), ["state.selected"])] : []
    }

    func validate() throws {
        if all, code != nil { throw ValidationError("Name a state, or --all.") }
    }

    func run(in session: Session) throws {
        if all { return try printAll(session) }
        guard let code else {
            let book = try times.book(session)
            let state = try book.chosen().state
            let isThere = book.shelf.bank(of: state) != nil
            return try session.answer(QuizState.json(state, isThere, asOf: book.asOf)) {
                try session.printKnownAt(times.known, book.asOf)
                try QuizState.print(state, isThere, session)
            }
        }
        try times.refuse("A state is chosen now: it takes no other time.")
        let state = try Ledger.state(named: code)
        try session.withLedger(.readWrite) { ledger in
            let receipt = try ledger.selectState(state)
            let isThere = try ledger.questionShelf().bank(of: state) != nil
            try session.answer(QuizState.json(state, isThere).wrote(receipt)) {
                try QuizState.print(state, isThere, session)
            }
        }
    }

    private func printAll(_ session: Session) throws {
        let book = try times.book(session)
        let rows = StateCode.all.map { ($0, book.shelf.bank(of: $0)?.questions.count ?? 0) }
        let states = rows.map { state, questions in
            JSONValue.object(pairs: [
                "state": .string(state.code), "name": .string(state.name),
                "passMarkPercent": .integer(state.passMarkPercent), "questions": .integer(questions),
                "test": QuizState.json(state.test),
            ])
        }
        try session.answer(.object(pairs: ["asOf": book.asOf.json, "states": .array(states)])) {
            try session.printKnownAt(times.known, book.asOf)
            var table = Table([
                ("State", .left), ("Passed with", .right), ("Its own test", .right), ("Questions", .right),
            ])
            for (state, questions) in rows {
                table.add([
                    Table.Cell("\(state.name) (\(state.code))"), Table.Cell("\(state.passMarkPercent) %"),
                    Table.Cell("\(state.test.correctNeeded) of \(state.test.questions)"),
                    Table.Cell(questions == 0 ? "none here" : "\(questions)", questions == 0 ? .faint : nil),
                ])
            }
            try session.print(table)
            try session.print("The parts of a test and the source of its figures: daybook quiz state CODE.")
            try session.print("A state without questions takes a bank of your own: daybook quiz bank new CODE FILE.")
        }
    }

    private static func json(_ state: StateCode, _ isThere: Bool, asOf: AnsweredAsOf? = nil) -> JSONValue {
        .object(pairs: [
            "asOf": asOf?.json, "state": .string(state.code), "name": .string(state.name),
            "passMarkPercent": .integer(state.passMarkPercent),
            "bank": .bool(isThere), "test": json(state.test),
        ])
    }

    private static func json(_ test: WrittenTest) -> JSONValue {
        .object(pairs: [
            "questions": .integer(test.questions), "correctNeeded": .integer(test.correctNeeded),
            "note": test.note.map { .string($0) }, "source": test.source.map { .string($0) },
        ])
    }

    private static func print(_ state: StateCode, _ isThere: Bool, _ session: Session) throws {
        try session.print(
            "\(state.name) (\(state.code)): passed with \(state.passMarkPercent) %, \(state.correctNeeded(of: TestSlices.size)) of \(TestSlices.size)."
        )
        for sentence in state.test.sentences { try session.print(sentence) }
        if !isThere {
            try session.print(
                "There are no questions for it on this machine: training and tests need its bank (daybook quiz bank add FILE)."
            )
        }
    }
}
