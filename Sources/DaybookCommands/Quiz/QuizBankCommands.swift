import ArgumentParser
import DaybookDomains

struct QuizBankCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bank", abstract: "The questions: check, add and list them.",
        discussion: """
            Examples:
              daybook quiz bank list
              daybook quiz bank new WY wy.json
              daybook quiz bank check wy.json
              daybook quiz bank add wy.json
              daybook quiz bank convert questions.json ca.json

            A bank is a JSON file: 160 questions that every state asks (ALL), or 40 of one
            state. The program carries ALL and the states that 'list' names. Only add needs
            a ledger.
            """,
        subcommands: [
            QuizBankList.self, QuizBankShow.self, QuizBankCheck.self, QuizBankAdd.self, QuizBankExport.self,
            QuizBankNew.self, QuizBankConvert.self,
        ])

    /// "ALL" or a state's code, in capitals or not; nil for ALL. Throws `Rejection` `state.unknown`.
    static func state(_ text: String) throws(Rejection) -> StateCode? {
        let code = text.uppercased()
        if code == "ALL" { return nil }
        guard let state = StateCode(code) else { throw BankRules.stateUnknown(text) }
        return state
    }

    static func owner(_ state: StateCode?) -> String { state?.name ?? "every state" }

    static func members(_ row: BankRow) -> [JSONValue.Member] {
        [
            .init("state", .string(QuestionBank.name(of: row.state))), .init("edition", .string(row.edition)),
            .init("questions", .integer(row.questions)),
            .init("bytes", row.bytes.map { .integer($0) } ?? .null), .init("sha256", .string(row.digest.hex)),
            .init("source", .string(row.isBuiltIn ? "program" : "ledger")),
        ]
    }

    /// A bank's file; what is larger than any bank is not read to its end.
    static func bytes(_ file: String, _ session: Session) throws -> [UInt8] {
        try Files.bytes(
            file, bytesMaximum: BankCheck.bytesMaximum, session.console,
            orThrow: BankRules.unreadable(file == "-" ? "Standard input" : file, "it is larger than 1 MiB"))
    }
}

/// The options of questions about banks, which a ledger need not be there for.
struct BankQuestion: ParsableArguments {
    @OptionGroup(title: "Times") var times: QuizTimes

    /// With the ledger where there is one, else with nil; a time or a supposition needs one.
    func asking<Result>(_ session: Session, _ body: (Ledger?, AsOf) throws -> Result) throws -> Result {
        do { return try times.asking(session) { ledger, asOf, _ in try body(ledger, asOf) } } catch let fault as Fault {
            guard fault.code == "ledger.missing", !times.isGiven else { throw fault }
            return try body(nil, .now)
        }
    }
}

struct QuizBankList: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The banks whose questions are asked.",
        discussion: """
            Example:
              daybook quiz bank list
            """)

    @OptionGroup var question: BankQuestion
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        let (rows, answered) = try question.asking(session) { ledger, asOf in
            (try ledger?.banks(asOf) ?? BankRow.builtIn, try ledger?.answered(asOf))
        }
        if session.isJSON { return try session.print(.array(rows.map { .object(QuizBankCommand.members($0)) })) }
        if let answered { try session.printKnownAt(question.times.known, answered) }
        var table = Table([
            ("State", .left), ("Questions", .right), ("Edition", .left), ("Bytes", .right), ("From", .left),
        ])
        for row in rows {
            table.add([
                Table.Cell(QuestionBank.name(of: row.state)), Table.Cell("\(row.questions)"), Table.Cell(row.edition),
                Table.Cell(row.bytes.map { "\($0)" } ?? "not here", row.bytes == nil ? .bad : nil),
                Table.Cell(row.isBuiltIn ? "program" : "ledger", .faint),
            ])
        }
        try session.print(table)
    }
}

struct QuizBankShow: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a bank with its size and digest.",
        discussion: """
            Examples:
              daybook quiz bank show
              daybook quiz bank show CA --json

            The SHA-256 is of the file that "daybook quiz bank export" writes.
            """)

    @Argument(help: "ALL, or the state's code.") var code = "ALL"
    @OptionGroup var question: BankQuestion
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        let state = try QuizBankCommand.state(code)
        let (rows, asOf) = try question.asking(session) { ledger, asOf in
            (try ledger?.banks(asOf) ?? BankRow.builtIn, try ledger?.answered(asOf))
        }
        guard let row = rows.first(where: { $0.state == state }) else { throw BankRules.none(state) }
        guard let bytes = row.bytes else { throw BankRules.awaited(state) }
        let used = asOf.map { [JSONValue.Member("asOf", $0.json)] } ?? []
        try session.answer(.object(used + QuizBankCommand.members(row))) {
            if let asOf { try session.printKnownAt(question.times.known, asOf) }
            try session.print(
                "\(row.questions) questions of \(QuizBankCommand.owner(state)), edition \(Text.shown(row.edition)).")
            try session.print(
                "\(bytes) bytes, sha256:\(row.digest.hex), \(row.isBuiltIn ? "in the program" : "added to this ledger")."
            )
        }
    }
}

struct QuizBankAdd: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a bank to the ledger. It replaces the bank of the same state.",
        discussion: """
            Example:
              daybook quiz bank add wy.json

            The file is checked first, and kept whole: it goes along with sync, export
            and backup. Attempts that were made before keep what was right, and
            their words where the bank before is the program's own.
            """)

    @Argument(help: "The bank's file; - for standard input.", completion: .file()) var file: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let bytes = try QuizBankCommand.bytes(file, session)
        try session.withLedger(.readWrite) { ledger in
            let (row, receipt) = try ledger.addBank(bytes, named: file == "-" ? "Standard input" : file)
            try session.answer(JSONValue.object(QuizBankCommand.members(row)).wrote(receipt)) {
                guard receipt != nil else { return try session.print("This bank is there already.") }
                try session.print(
                    "\(row.questions) questions of \(QuizBankCommand.owner(row.state)) added, edition \(Text.shown(row.edition))."
                )
            }
        }
    }
}

struct QuizBankExport: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a bank to a file.",
        discussion: """
            Examples:
              daybook quiz bank export CA ca.json
              daybook quiz bank export ALL - > all.json
            """)

    @Argument(help: "ALL, or the state's code.") var code: String
    @Argument(
        help: "The file to write, which must be new or hold the same; - for standard output only.", completion: .file())
    var file: String
    @Flag(help: "The built-in bank, whatever was added.") var builtIn = false
    @OptionGroup var question: BankQuestion
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let state = try QuizBankCommand.state(code)
        try OutputFiles.checkAlone(file, "bank", isJSON: session.isJSON)
        let bytes =
            builtIn
            ? try Ledger.builtInBankFile(of: state)
            : try question.asking(session) { ledger, asOf in
                try ledger?.bankFile(of: state, asOf) ?? Ledger.builtInBankFile(of: state)
            }
        if file == "-" { return try session.console.write(file: bytes) }
        try Files.writeNew(file, bytes: bytes, session.console)
        try session.answer(QuizBankNew.json(file, state, bytes)) {
            try session.print("The bank is in \(Text.shown(file)).")
        }
    }
}

struct QuizBankNew: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Write a bank to fill in.",
        discussion: """
            Example:
              daybook quiz bank new WY wy.json

            Every question has its id and its category; "daybook quiz bank check wy.json"
            names what is still to be filled in.
            """)

    @Argument(help: "ALL, or the state's code.") var code: String
    @Argument(help: "The file to create; it must not exist.", completion: .file()) var file: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let state = try QuizBankCommand.state(code)
        try Files.named(file)
        // The file may be a bank that a person has filled in, which is much work.
        if Files.exists(file) {
            throw Rejection(
                code: "file.exists", message: "\(file) exists already; a bank is never written over.",
                hint: "Name another file.")
        }
        let bytes = Array(BankTemplate.text(of: state).utf8)
        try session.writeFile(file) { try $0.write(bytes) }
        try session.answer(QuizBankNew.json(file, state, bytes)) {
            try session.print(
                "A bank of \(QuestionBank.size(of: state)) questions to fill in is in \(Text.shown(file)).")
        }
    }

    static func json(_ file: String, _ state: StateCode?, _ bytes: [UInt8]) -> JSONValue {
        .object(pairs: [
            "state": .string(QuestionBank.name(of: state)), "file": .string(file), "bytes": .integer(bytes.count),
            "sha256": .string(Ledger.digest(ofFile: bytes)),
        ])
    }
}
