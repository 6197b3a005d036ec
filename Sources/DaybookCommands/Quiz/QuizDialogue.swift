import DaybookDomains

/// One question after another: what a person is shown, and what is read of their answers, a line each.
///
/// No tricks with the screen: every line stays, so that it can be scrolled back, read aloud or piped. Every answer is
/// on disk before the next question is shown.
struct QuizDialogue {
    /// The meaning of a line of input.
    enum Reply: Hashable {
        case choice(Int)
        case leave
    }

    private let session: Session
    private var reader: LineReader
    /// Lines of input that were read.
    private var line = 0

    init(_ session: Session) {
        self.session = session
        reader = LineReader(session.console.input)
    }

    /// Where a person sits at both ends.
    static func isWanted(_ session: Session) -> Bool {
        session.console.inputIsTerminal && session.console.outIsTerminal && !session.isJSON
    }

    static let rule = "Answer with one letter, A to D, and Enter; q leaves."

    /// The answer to the question shown; what is none is asked again. The end of input is as good as leaving.
    mutating func reply() throws -> Reply {
        while true {
            if !session.isJSON { try session.console.prompt(session.style.strong("Your answer: ")) }
            guard let line = try reader.next() else {
                // The input ended, so the line of the question has no line end yet.
                try session.note("")
                return .leave
            }
            self.line += 1
            // A terminal echoes what is typed. The answers of a script are printed, so that a reader can follow.
            if !session.console.inputIsTerminal {
                try session.note(Text.cut(Text.shown(String(decoding: line, as: UTF8.self)), to: 40))
            }
            if let reply = QuizDialogue.reply(line) { return reply }
            // A person is asked again; the answers of a file would all move up by one.
            if !session.console.inputIsTerminal, line.contains(where: { !QuizDialogue.blanks.contains($0) }) {
                throw LineRefusal(
                    line: self.line,
                    reason: Fault(
                        .unreadable, code: "answer.unreadable", message: "This line is no answer.",
                        hint: QuizDialogue.rule))
            }
            try session.note(QuizDialogue.rule)
        }
    }

    private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]

    /// A line that is one letter, with blanks around it or not: a to d, or q. Nil for every other.
    static func reply(_ line: [UInt8]) -> Reply? {
        let letters = line.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }
        guard letters.count == 1, let letter = letters.first.map({ $0 | 0x20 }) else { return nil }
        switch letter {
        case UInt8(ascii: "a")...UInt8(ascii: "d"): return .choice(Int(letter - UInt8(ascii: "a")))
        case UInt8(ascii: "q"): return .leave
        default: return nil
        }
    }

    /// Prints the opening lines.
    func greet(_ line: String) throws {
        try session.note(session.style.strong(line))
        try session.note(
            session.console.inputIsTerminal
                ? QuizDialogue.rule : "Answers are read from standard input, one a line: A to D; q leaves.")
    }

    // MARK: - Training

    /// Asks the questions of a set, or of the one that is next, until it is mastered or the person leaves; every answer
    /// is judged at once.
    static func train(_ fixed: Int?, _ session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            var dialogue = QuizDialogue(session)
            var shownSet: Int?
            while true {
                let book = try ledger.quizBook()
                let (state, progress) = try book.studying()
                let set = fixed ?? ledger.currentSet(progress, book.shelf)
                guard let queue = progress.queue(set, book.shelf) else { throw QuizRules.setRange }
                if shownSet == nil { try dialogue.greet("Training for \(state.name).") }
                guard let next = queue.next, let question = book.shelf.question(next) else {
                    return try session.note(session.style.good(QuizRules.setMastered(set).message))
                }
                try session.note("")
                // Each answer says how far the set is; what is left to say is where it begins.
                if shownSet != set {
                    try session.note(
                        session.style.faint(QuizTrain.heading(set, queue, correct: progress.trainingCorrect)))
                }
                shownSet = set
                try QuizText.print(next, question, question.options, session)
                guard case .choice(let choice) = try dialogue.reply() else { return try dialogue.leave(training: set) }
                try dialogue.judge {
                    try ledger.train(set: set, question: next, choice: choice)
                } wasLocked: {
                    !progress.isOnboarded
                }
            }
        }
    }

    /// Keeps an answer in training and says what it was; one that another program gave meanwhile is said, and goes on.
    private func judge(_ answer: () throws -> TrainedAnswer, wasLocked: () -> Bool) throws {
        let trained: TrainedAnswer
        do { trained = try answer() } catch let refusal as Rejection where refusal.code == "answer.final" {
            return try session.complain(refusal)
        }
        try trained.print(session)
        if wasLocked(), trained.isOnboarded {
            try session.note(session.style.good("The tests are open: daybook quiz take 1"))
        }
    }

    private func leave(training set: Int) throws {
        try session.note("Everything is kept. \"daybook quiz train\(set == 0 ? "" : " --set \(set)")\" goes on.")
    }

    // MARK: - A test

    /// Asks the questions of an attempt from the first that is open; nothing is judged. True when all are answered.
    mutating func askQuestions(_ attempt: inout Attempt, _ ledger: Ledger) throws -> Bool {
        while attempt.completed == nil, let index = attempt.state.next {
            try session.note("")
            if !session.isJSON { try QuizQuestion.print(attempt, try ledger.questionShelf(), session) }
            guard case .choice(let choice) = try reply() else { return false }
            do { attempt = try ledger.answerTest(choice, index: index, attempt: attempt.stream).attempt } catch let
                refusal as DraftRefusal
            {
                guard let reason = refusal.reason as? Rejection,
                    ["answer.final", "answer.order", "test.completed"].contains(reason.code)
                else { throw refusal }
                // Another program answered it, or handed the test in, since it was shown.
                try session.complain(reason)
                attempt = try ledger.quizBook().attempt(attempt.stream)
            }
        }
        return true
    }
}
