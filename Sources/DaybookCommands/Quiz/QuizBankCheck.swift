import ArgumentParser
import DaybookDomains

struct QuizBankCheck: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "List every problem of a bank.",
        discussion: """
            Examples:
              daybook quiz bank check ny.json
              daybook quiz bank check universal.json states/*.json --json

            Several files are looked at together, so that no question stands in two of
            them. Findings end with status 1; needs no ledger. Notes name options that
            refer to others, such as "All of the above", and keep their places.
            """)

    @Argument(help: "The banks' files; - for standard input.", completion: .file()) var files: [String]
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        var findings: [(file: String, finding: BankFinding)] = []
        var notes: [(file: String, finding: BankFinding)] = []
        var banks: [(file: String, bank: QuestionBank)] = []
        var questions = 0
        for file in files {
            let name = file == "-" ? "Standard input" : file
            let bytes = try QuizBankCommand.bytes(file, session)
            let check: BankCheck
            do throws(BankUnreadable) { check = try BankCheck.read(bytes) } catch {
                throw BankRules.unreadable(name, error)
            }
            questions += check.questions
            findings += check.findings.map { (name, $0) }
            notes += check.notes.map { (name, $0) }
            if let bank = check.bank { banks.append((name, bank)) }
        }
        findings += BankCheck.doubled(in: banks)
        try session.answer(QuizBankCheck.json(questions, findings, notes)) {
            for each in findings + notes { try QuizBankCheck.print(each, session) }
            try print(questions, findings, banks, session)
        }
        if !findings.isEmpty { throw Ended(status: 1, reason: nil) }
    }

    private static func json(
        _ questions: Int, _ findings: [(file: String, finding: BankFinding)],
        _ notes: [(file: String, finding: BankFinding)]
    ) -> JSONValue {
        .object(pairs: [
            "ok": .bool(findings.isEmpty), "questions": .integer(questions),
            "findings": .array(findings.map(json)), "notes": .array(notes.map(json)),
        ])
    }

    private static func json(_ file: String, _ finding: BankFinding) -> JSONValue {
        .object(pairs: [
            "file": .string(file), "item": .string(finding.item), "code": .string(finding.code),
            "message": .string(finding.message),
        ])
    }

    private static func print(_ each: (file: String, finding: BankFinding), _ session: Session) throws {
        let (file, finding) = each
        let code = session.style.faint("(\(finding.code))")
        try session.print("\(Text.shown(file)): \(finding.item): \(Text.shown(finding.message)) \(code)")
    }

    private func print(
        _ questions: Int, _ findings: [(file: String, finding: BankFinding)],
        _ banks: [(file: String, bank: QuestionBank)], _ session: Session
    ) throws {
        let clean = Set(banks.map(\.file)).subtracting(findings.map(\.file))
        for (file, bank) in banks where clean.contains(file) {
            try session.print(
                "\(Text.shown(file)): \(bank.questions.count) questions of \(QuizBankCommand.owner(bank.state)), edition \(Text.shown(bank.edition)): \(session.style.good("all right"))."
            )
        }
        if !findings.isEmpty {
            try session.print(
                session.style.bad("\(Text.count(findings.count, "finding")) in \(Text.count(questions, "question"))."))
        }
    }
}
