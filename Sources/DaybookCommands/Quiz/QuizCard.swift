import ArgumentParser
import DaybookDomains

struct QuizCard: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "card", abstract: "Write the results of a test as a score card, or check a card.",
        discussion: """
            Examples:
              daybook quiz card card.txt
              daybook quiz card card.txt --attempt 2
              daybook quiz card --check card.txt
              daybook quiz card --check card.txt --by KEY

            The person's key signs the card. A check finds each change and names the key;
            it needs no ledger. Whose key that is, no file proves: compare it with what
            "daybook principal show" prints for that person, or give it with --by. A card
            of version 1 has a checksum, which proves no author.
            """)

    @Argument(help: "The file to write; - for standard output only.", completion: .file()) var file: String
    @Option(
        help: ArgumentHelp(
            "A test (its last attempt), or an attempt. (default: the last that was handed in)", valueName: "number|id"))
    var attempt: String?
    @Flag(help: "Check the file instead.") var check = false
    @Option(help: ArgumentHelp("With --check: refuse a card that this person's key did not sign.", valueName: "key"))
    var by: String?
    @OptionGroup(title: "Times") var times: QuizTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        if check { return try verify(session) }
        if by != nil {
            throw Fault(
                .usage, code: "usage.wrong", message: "--by is for --check.",
                hint: "Leave it out: the key of this ledger's person signs.")
        }
        try OutputFiles.checkAlone(file, "card", isJSON: session.isJSON)
        let (card, finished, used) = try times.asking(session) { ledger, asOf, moment in
            let found = try QuizResults.find(attempt, try ledger.quizBook(asOf, at: moment), ledger, asOf)
            return (try ledger.scoreCard(of: found, asOf), found, try ledger.answered(asOf))
        }
        let bytes = Array(card.utf8)
        if file == "-" { return try session.console.write(file: bytes) }
        try Files.writeNew(file, bytes: bytes, session.console)
        try session.answer(
            .object(
                [.init("asOf", used.json)] + QuizAnswer.members(finished) + [
                    .init("file", .string(file)), .init("sha256", .string(Ledger.digest(ofFile: bytes))),
                ])
        ) {
            try session.print(
                "The score card of test \(finished.test), attempt \(finished.number), is in \(Text.shown(file)).")
        }
    }

    private func verify(_ session: Session) throws {
        if attempt != nil || times.isGiven {
            throw Fault(
                .usage, code: "usage.wrong", message: "A card is checked by itself: it takes no attempt and no time.",
                hint: "Leave the other options out.")
        }
        let name = file == "-" ? "Standard input" : file
        let bytes = try Files.bytes(file, bytesMaximum: 1 << 20, session.console)
        guard let found = Ledger.check(scoreCard: bytes) else {
            throw Fault(
                .unreadable, code: "card.unreadable", message: "\(name) is not a score card.",
                hint: "\"daybook quiz card FILE\" writes one.")
        }
        let key = try QuizCard.key(found, name)
        try requireSigner(key, name)
        try session.answer(
            .object(pairs: [
                "ok": .bool(true), "file": .string(file), "proof": .string(key == nil ? "checksum" : "signature"),
                "publicKey": .textOrNull(key),
            ])
        ) { try QuizCard.print(key, Text.shown(name), session) }
    }

    /// The key that signed; nil for a checksum.
    private static func key(_ found: ScoreCardCheck, _ name: String) throws -> String? {
        switch found {
        case .signed(let key): return key
        case .checksum: return nil
        case .altered:
            throw Fault(
                .unreadable, code: "card.altered",
                message: "\(name) is not what was written: its last line is not that of the lines above it.",
                hint: "Ask the person who gave it to you for the file itself.")
        }
    }

    private func requireSigner(_ key: String?, _ name: String) throws {
        guard let by, key != by.lowercased() else { return }
        guard let key else {
            throw Rejection(
                code: "card.unsigned", message: "\(name) has a checksum alone: no key signed it.",
                hint: "Ask for a new card: today's version signs it.")
        }
        throw Rejection(
            code: "card.otherKey", message: "\(name) is signed by another key, \(key).",
            hint: "Ask the person for \"daybook principal show\".")
    }

    private static func print(_ key: String?, _ name: String, _ session: Session) throws {
        guard let key else {
            return try session.print(
                "\(name) has the checksum that it was written with. A checksum proves no author: anyone can write such a card."
            )
        }
        try session.print("\(name) is as it was written. The key \(key) signed it.")
        try session.print(
            "Not known: whose key that is, and how the answers were found. \"daybook principal show\" prints a person's key."
        )
    }
}
