import ArgumentParser
import DaybookDomains

struct QuizBankConvert: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Write a plain list of questions as a bank.",
        discussion: """
            Examples:
              daybook quiz bank convert questions.json ca.json
              daybook quiz bank convert all-states.json ny.json --state NY

            The list is a JSON array of questions. Their members may be named questionText
            and correctAnswer (a place from 0, a letter, or the option's words). The bank's
            questions ascend by id. "quiz bank check" and "quiz bank add" read such a list
            as well; the command needs no ledger.
            """)

    @Argument(help: "The list of questions; - for standard input.", completion: .file()) var list: String
    @Argument(help: "The file to write, which must be new or hold the same.", completion: .file()) var file: String
    @Option(help: "The state whose questions are taken, or ALL. (default: the only one)") var state: String?
    @Option(help: ArgumentHelp("The bank's edition. (default: \"plain list\")", valueName: "text")) var edition: String?
    @Option(help: ArgumentHelp("The language of its texts. (default: en)", valueName: "tag")) var language: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try Files.named(file)
        let name = list == "-" ? "Standard input" : list
        let asked = try state.map { QuestionBank.name(of: try QuizBankCommand.state($0)) }
        let bytes = try Files.bytes(
            list, bytesMaximum: BankCheck.listBytesMaximum, session.console,
            orThrow: BankRules.unreadable(name, "it is larger than 16 MiB"))
        let check: BankCheck
        do throws(BankUnreadable) {
            check = try BankCheck.convert(bytes, BankConversion(state: asked, edition: edition, language: language))
        } catch { throw BankRules.unreadable(name, error) }
        guard let bank = check.bank else { throw BankRules.refused(name, check.findings) }
        try Files.writeNew(file, bytes: check.file, session.console)
        try session.answer(QuizBankNew.json(file, bank.state, check.file)) {
            let owner = QuizBankCommand.owner(bank.state)
            try session.print("\(bank.questions.count) questions of \(owner) are in \(Text.shown(file)).")
        }
    }
}
