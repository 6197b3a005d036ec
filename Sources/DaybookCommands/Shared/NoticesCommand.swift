import ArgumentParser
import DaybookDomains

struct NoticesCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "notices", abstract: "The notices that are due now, and those held back, with the reason.",
        discussion: """
            Examples:
              daybook permission set granted
              daybook notices
              daybook notices --evaluate
              daybook notices --domain alarms

            Of the logbook at most two a day, four hours between any two; each kind has a
            cool-down of its own, and a milestone comes once. Of alarms every warning, once.
            """,
        subcommands: [Acknowledge.self])

    @Flag(help: "Send what is due and note what is held.") var evaluate = false
    @Option(
        help: ArgumentHelp(
            "Whose notices: \(LedgerDomain.all.noticeDomains.joined(separator: ", ")).", valueName: "domain"),
        completion: .list(LedgerDomain.all.noticeDomains))
    var domain = "logbook"
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { AnswerScope.ofName[domain] ?? .everything }

    func run(in session: Session) throws {
        try Ledger.checkNotices(of: domain)
        guard evaluate else {
            let (answer, figures, evidence) = try session.asking(times) { ledger, asOf in
                let answer = try ledger.notices(asOf, domain: domain)
                let figures =
                    try explain.explain
                    ? ledger.figures(answer.value, of: domain, asOf.pinned(to: answer.asOf.position)) : []
                return (answer, figures, try explain.evidence(figures, ledger, asOf, answer.asOf, session))
            }
            return try session.answer(NoticesCommand.json(answer, nil, evidence)) {
                try session.printKnownAt(times.known, answer.asOf)
                try NoticesCommand.print(answer.value, "Due", of: domain, session)
                try EvidenceText.print(figures, evidence, session)
            }
        }
        if explain.explain {
            throw Fault(
                .usage, code: "usage.wrong", message: "--explain is for questions: it does not go with --evaluate.",
                hint: "\"daybook notices --explain\" asks, and sends nothing.")
        }
        if times.on != nil || times.known.knownAt != nil || times.supposed.with != nil {
            throw Fault(
                .usage, code: "usage.wrong", message: "Notices are sent at the clock: --evaluate takes no other time.")
        }
        try session.withLedger(.readWrite) { ledger in
            let (answer, receipt) = try ledger.evaluateNotices(domain: domain)
            try session.answer(NoticesCommand.json(answer, receipt)) {
                try NoticesCommand.print(answer.value, "Sent", of: domain, session)
            }
        }
    }

    private static func json(_ answer: Answer<NoticesAnswer>, _ receipt: AppendReceipt?, _ evidence: [Evidence]? = nil)
        -> JSONValue
    {
        let value = answer.value
        let held = value.held.map { JSONValue.object(json($0.notice) + [.init("gate", .string($0.gate.rawValue))]) }
        return .object(pairs: [
            "asOf": answer.asOf.json,
            "due": .explained(value.due.map { .object(json($0)) }, evidence.map { Array($0.prefix(value.due.count)) }),
            "held": .explained(held, evidence.map { Array($0.dropFirst(value.due.count)) }),
            "acknowledged": .array(value.acknowledged.map { .string($0) }),
            "ahead": value.ahead.isEmpty
                ? nil
                : .array(
                    value.ahead.map { .object(pairs: ["key": .string($0.key), "at": .string($0.at.description)]) }),
            "sent": receipt.map { _ in .integer(value.due.count) },
            "position": receipt.map { .integer($0.position.value) },
        ])
    }

    private static func json(_ notice: NoticeCandidate) -> [JSONValue.Member] {
        [
            .init("kind", .string(notice.kind)), .init("key", .string(notice.key)),
            .init("category", .string(notice.category)),
            .init("score", .number(score(notice))), .init("title", .string(notice.title)),
        ]
    }

    /// Hundredths as a decimal: 60 → "0.60".
    private static func score(_ notice: NoticeCandidate) -> String {
        "\(notice.score / 100).\(Digits.text(notice.score % 100, width: 2))"
    }

    private static func print(_ value: NoticesAnswer, _ word: String, of domain: String, _ session: Session) throws {
        if let first = value.ahead.first {
            let words =
                value.ahead.count == 1
                ? ("1 notice was", "It counts") : ("\(value.ahead.count) notices were", "They count")
            try session.note(
                "\(words.0) sent or seen by a clock that was ahead, at \(first.at) or later. \(words.1) from then on.")
        }
        if value.due.isEmpty, value.held.isEmpty { return try session.printNone("No notices.") }
        var table = Table([("", .left), ("", .left), ("", .right), ("", .left)])
        for notice in value.due {
            table.add([Table.Cell(word, .good), Table.Cell(notice.title), Table.Cell(score(notice)), ""])
        }
        for held in value.held {
            table.add([
                Table.Cell("Held", .warning), Table.Cell(held.notice.title), Table.Cell(score(held.notice)),
                Table.Cell(words(held.gate), .faint),
            ])
        }
        try session.print(table)
        if (value.due + value.held.map(\.notice)).contains(where: { $0.key == "checkrideReady" }) {
            try session.print(
                "That is of the six requirements; 61.109(a) asks for more: \"daybook progress --detail\" has the whole list."
            )
        }
        guard value.held.contains(where: { $0.gate == .permission }) else { return }
        let own = domain == "logbook" ? "" : " --domain \(domain)"
        try session.print(
            "It takes both \"daybook permission set granted\(own)\" and \"daybook setting set notices true\" to permit them."
        )
    }

    private static func words(_ gate: NoticeGate) -> String {
        switch gate {
        case .permission: "notices are not permitted"
        case .threshold: "not urgent enough"
        case .dailyCap: "at most two a day"
        case .globalCooldown: "at most one in 4 hours"
        case .categoryCooldown: "one of its kind was sent lately"
        case .onceOnly: "it was sent before"
        }
    }

    struct Acknowledge: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "acknowledge", abstract: "Mark a notice as seen. A milestone is not shown again.",
            discussion: """
                Example:
                  daybook notices acknowledge milestone.solo
                """)

        @Argument(help: ArgumentHelp("The notice's key, such as milestone.solo.", valueName: "key")) var key: String
        // The parser gives an option that both have to the outer command.
        @ParentCommand var notices: NoticesCommand
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let domain = notices.domain
            try Ledger.checkNotices(of: domain)
            try session.withLedger(.readWrite) { ledger in
                let receipt = try ledger.acknowledgeNotice(key, domain: domain)
                try session.answer(
                    .object(pairs: ["key": .string(key)]).wrote(receipt)
                ) { try session.print("\(Text.shown(key)) was seen.") }
            }
        }
    }
}
