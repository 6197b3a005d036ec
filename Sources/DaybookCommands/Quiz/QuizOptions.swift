import ArgumentParser
import DaybookDomains

/// About which time a question about practice tests is, what was known, and what is supposed.
struct QuizTimes: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("As it was then: an instant, or the end of a day. (default: now)", valueName: "date|instant")
    )
    var on: String?
    @OptionGroup var known: KnownOption
    @OptionGroup var supposed: WithOption

    func asking<Result>(_ session: Session, _ body: (Ledger, AsOf, Instant?) throws -> Result) throws -> Result {
        let parsed = TimeOptions.Parsed(on: try TimeOptions.day(on), known: try known.parsed())
        return try session.withLedger(.readOnly, isAsked: true) { ledger in
            let asOf = try supposed.supposing(try parsed.atAMoment(ledger, endOfDay: true), ledger, session.console)
            try session.findLack(ledger, asOf)
            session.console.setAside = try ledger.ownSetAside(asOf)
            return try body(ledger, asOf, asOf.moment)
        }
    }

    /// The practice in a state, or in the chosen one.
    func book(_ session: Session, state: StateCode? = nil) throws -> QuizBook {
        try asking(session) { try session.quizBook($0, $1, state: state, at: $2) }
    }

    var isGiven: Bool { on != nil || known.knownAt != nil || supposed.with != nil }

    /// Throws `Fault` `usage.wrong` where a time is given to a command that writes.
    func refuse(_ message: String) throws {
        if isGiven { throw Fault(.usage, code: "usage.wrong", message: message) }
    }
}

extension Session {
    /// The practice in a state, or in the chosen one; the answer names the events of a clock ahead.
    func quizBook(_ ledger: Ledger, _ asOf: AsOf, state: StateCode? = nil, at moment: Instant?) throws -> QuizBook {
        let book = try ledger.quizBook(asOf, state: state, at: moment)
        lack.practiceAhead = book.ahead
        return book
    }
}

/// Values of the practice tests on the command line.
enum QuizValues {
    /// `A` to `D`, `a` to `d`, or 0 to 3 as events say it. Throws `Fault` `choice.unreadable` (64), `Rejection`
    /// `choice.range` for one past them, which names the command.
    static func choice(_ text: String, isTraining: Bool) throws -> Int {
        if let number = Int(text) {
            guard (0...3).contains(number) else { throw QuizRules.choiceRange(isTraining: isTraining) }
            return number
        }
        guard text.utf8.count == 1, let letter = text.uppercased().utf8.first, (0x41...0x5A).contains(letter) else {
            throw Fault(
                .usage, code: "choice.unreadable", message: "\"\(text)\" is not an option.",
                hint: "Give its letter, A to D.")
        }
        guard letter <= 0x44 else { throw QuizRules.choiceRange(isTraining: isTraining) }
        return Int(letter) - 0x41
    }

    /// The number of a test. Throws `Fault` `test.unreadable` (64), `Rejection` `test.range`.
    static func test(_ text: String) throws -> Int {
        guard let number = Int(text) else {
            throw Fault(
                .usage, code: "test.unreadable", message: "\"\(text)\" is not the number of a test.",
                hint: "There are tests 1 to 4.")
        }
        guard TestSlices.numbers.contains(number) else { throw QuizRules.testRange }
        return number
    }

    /// The number of a training set, 0 for the onboarding. Throws `Fault` `set.unreadable` (64), `Rejection`
    /// `set.range`.
    static func set(_ text: String) throws -> Int {
        guard let number = Int(text) else {
            throw Fault(
                .usage, code: "set.unreadable", message: "\"\(text)\" is not the number of a training set.",
                hint: "There are sets 1 to 4.")
        }
        guard (0...4).contains(number) else { throw QuizRules.setRange }
        return number
    }

    /// A question's id. Throws `Rejection` `question.unknown`.
    static func question(_ text: String) throws -> QuestionID {
        guard let id = QuestionID(text.uppercased()) else { throw QuizRules.questionUnknown(text) }
        return id
    }
}

extension JSONValue {
    /// Thousandths as a decimal of three places, such as 0.895.
    static func thousandths(_ value: Int) -> JSONValue {
        .number("\(value / 1000).\(Digits.text(value % 1000, width: 3))")
    }

    /// Whole percents as a decimal of two places, such as 0.45.
    static func hundredths(_ value: Int) -> JSONValue {
        .number("\(value / 100).\(Digits.text(value % 100, width: 2))")
    }
}

/// A question as a person and a program read it.
enum QuizText {
    /// The text of a question, its category, and its options in the order given. A question in no bank here has only
    /// its id.
    static func members(_ id: QuestionID, _ text: Question?, _ options: [String]) -> [JSONValue.Member] {
        [
            .init("id", .string(id.text)), .init("category", .textOrNull(text?.category.rawValue)),
            .init("text", .textOrNull(text?.text)),
            .init("options", .array(options.map { .string($0) })),
        ]
    }

    static func print(_ id: QuestionID, _ text: Question?, _ options: [String], _ session: Session) throws {
        guard let text else { return try session.print("Question \(id) is in no bank on this machine.") }
        try session.print(session.style.strong(Text.shown(text.text)))
        for (index, option) in options.enumerated() {
            try session.print("  \(OptionLetter.text[index])  \(Text.shown(option))")
        }
    }
}
