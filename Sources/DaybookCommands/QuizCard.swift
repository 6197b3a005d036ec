import ArgumentParser
import DaybookKit

struct QuizCard: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "card", abstract: "Write the results of a test as a text to hand on, or check one.",
        discussion: """
            Examples:
              daybook quiz card card.txt
              daybook quiz card card.txt --attempt 2
              daybook quiz card --check card.txt

            The last line is the SHA-256 of all before it, so that a card which was
            changed on its way is seen. Whoever has the ledger can hold the ids of the
            events against it. Checking needs no ledger.
            """)

    @Argument(help: "The file to write; - for standard output, and nothing else.", completion: .file()) var file: String
    @Option(help: ArgumentHelp("A test (its last attempt), or an attempt. (default: the last that was handed in)", valueName: "number|id")) var attempt: String?
    @Flag(help: "Check the file instead.") var check = false
    @OptionGroup(title: "Times") var times: QuizTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        if check { return try verify(session) }
        if file == "-", session.isJSON {
            throw Fault(
                .usage, code: "usage.wrong", message: "The card and the JSON document would both go to standard output.",
                hint: "Name a file, or leave --json out.")
        }
        let (card, finished, used) = try times.asking(session) { ledger, asOf, moment in
            let found = try QuizResults.find(attempt, try ledger.quizBook(asOf, at: moment), ledger, asOf)
            return (try ledger.scoreCard(of: found, asOf), found, try ledger.answered(asOf))
        }
        let bytes = Array(card.utf8)
        if file == "-" { return try session.console.write(bytes: bytes) }
        try Files.writeNew(file, bytes: bytes, session.console)
        try session.answer(.object([.init("asOf", used.json)] + QuizAnswer.members(finished) + [.init("file", .string(file)), .init("sha256", .string(Ledger.digest(ofFile: bytes)))])) {
            try session.print("The score card of test \(finished.test), attempt \(finished.number), is in \(Text.shown(file)).")
        }
    }

    private func verify(_ session: Session) throws {
        if attempt != nil || times.isGiven {
            throw Fault(.usage, code: "usage.wrong", message: "A card is checked by itself: it takes no attempt and no time.", hint: "Leave the other options out.")
        }
        let name = file == "-" ? "Standard input" : file
        let isWhole = Ledger.isWhole(scoreCard: try Files.bytes(file, bytesMaximum: 1 << 20, session.console))
        guard let isWhole else {
            throw Fault(.unreadable, code: "card.unreadable", message: "\(name) is not a score card.", hint: "\"daybook quiz card FILE\" writes one.")
        }
        guard isWhole else {
            throw Fault(
                .unreadable, code: "card.altered", message: "\(name) is not what was written: its last line does not hash the lines above it.",
                hint: "Ask whoever gave it to you for the file itself.")
        }
        try session.answer(.object(pairs: ["ok": .bool(true), "file": .string(file)])) { try session.print("\(Text.shown(name)) is as it was written.") }
    }
}
