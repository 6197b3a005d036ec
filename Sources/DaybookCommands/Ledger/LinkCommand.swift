import ArgumentParser
import DaybookDomains

struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Link the ledgers of a guest and an account on two machines.",
        discussion: """
            Examples:
              daybook link offer offer.json --choose both
              daybook link accept offer.json
              daybook link accept offer.json.accepted
              daybook link list
              daybook link end 1f0c7a

            The account offers, the guest accepts, and the account accepts the guest's
            answer. Where the offer names the guest with --to, the guest's signature is
            the last.
            """,
        subcommands: [Offer.self, Accept.self, LinkListCommand.self, LinkEndCommand.self])

    struct Offer: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "offer", abstract: "Write an offer to a guest. This ledger is the account.",
            discussion: """
                Examples:
                  daybook link offer offer.json --choose both
                  daybook link offer offer.json --choose guest --to "$(cat guest.pub)"
                  daybook link offer offer.json --choose both --until 2026-12-31

                both: all progress counts. account: the guest's is set aside. guest: the
                account's so far is set aside. Nothing is deleted, and a later link can choose
                otherwise. The guest's key comes from "daybook principal show". An offer
                is good once, until its last day (30 days, without --until). Without --to
                it links the first person whose answer is accepted. Two devices that
                accept different answers before they exchange events link both persons.
                """)

        @Argument(help: "The file to write.", completion: .file()) var file: String
        @Option(
            help: ArgumentHelp("Whose progress counts: both, account or guest.", valueName: "choice"),
            completion: .list(LinkChoice.allCases.map(\.rawValue)))
        var choose: String
        @Option(help: ArgumentHelp("The guest's public key. (default: the first accepted guest)", valueName: "key"))
        var to: String?
        @Option(
            help: ArgumentHelp(
                "The last day on which it can be taken up. (default: 30 days from today)", valueName: "date"))
        var until: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            guard let choice = LinkChoice(rawValue: choose) else { throw LinkCommand.unknownChoice(choose) }
            try Files.named(file)
            let last = try until.map { text in
                try Values.date(text, "date")
            }
            let (offer, account) = try session.withLedger(.readWrite) {
                (try $0.linkOffer(guestKey: to, choice: choice, until: last), try $0.principal.hex)
            }
            try Files.writeNew(file, offer.json, session.console)
            let json = JSONValue.object(pairs: [
                "file": .string(file), "choice": .string(choice.rawValue), "account": .string(account),
                "accountKey": .string(offer.accountKey),
                "to": .textOrNull(offer.guestKey), "until": .string(offer.until.description),
            ])
            try session.answer(json) {
                try session.print("Wrote an offer to \(file): \(LinkCommand.words(choice))")
                try session.print("The guest accepts it until \(offer.until) with \"daybook link accept \(file)\".")
            }
        }
    }

    struct Accept: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept", abstract: "Accept an offer as the guest, or the guest's answer as the account.",
            discussion: """
                Examples:
                  daybook link accept offer.json
                  daybook link accept offer.json.accepted --yes

                Both persons' keys and the choice are shown first. Compare the other
                person's key with the one that person reads to you. A linked person can
                change your records (docs/trust.md).

                An offer made with --to links at once, unless it follows an end that this
                ledger does not hold. Any other offer needs an answer, written beside it or
                to the file that --output names; the account accepts the answer. An offer
                that another person took up, or that a later link or an end overtook, is
                refused (link.stale).
                """)

        @Argument(help: "The offer, or the answer to one.", completion: .file()) var file: String
        @Option(help: ArgumentHelp("Where to write the answer.", valueName: "file"), completion: .file()) var output:
            String?
        @Flag(help: "Accept without asking.") var yes = false
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let document = try LinkDocument(try Files.bytes(file, bytesMaximum: 1 << 20, session.console))
            // A person may think for long: the ledger is not kept open meanwhile.
            let proposal = try session.withLedger(.readOnly) { try $0.proposal(document) }
            let target = proposal.needsAnswer ? try answerFile(document, session) : nil
            try show(proposal, session)
            if !yes, !proposal.isLinked { try consent(proposal, session) }
            try session.withLedger(.readWrite) { ledger in
                let before = try ledger.position
                let receipt: LinkReceipt
                switch document {
                case .offer(let offer):
                    let answer: LinkAnswer?
                    (receipt, answer) = try ledger.acceptLink(offer)
                    if let answer, let target { try Files.writeNew(target, answer.json, session.console) }
                case .answer(let answer): receipt = try ledger.acceptLink(answer)
                }
                try print(receipt, proposal, try ledger.standingChanges(since: before), answer: target, session)
            }
        }

        private func answerFile(_ document: LinkDocument, _ session: Session) throws -> String {
            guard let target = output ?? (file == "-" ? nil : file + ".accepted") else {
                throw Fault(
                    .usage, code: "output.missing", message: "The answer needs a file.", hint: "Name one with --output."
                )
            }
            try OutputFiles.check([target], apartFrom: [file])
            if case .offer(let offer) = document { try Files.requireAnswerTarget(target, to: offer, session.console) }
            return target
        }

        /// Shows whose keys are linked.
        private func show(_ proposal: LinkProposal, _ session: Session) throws {
            let lines = [
                "Account: \(proposal.accountKey)\(proposal.isAccount ? " (this ledger)" : "")",
                "Guest:   \(proposal.guestKey)\(proposal.isAccount ? "" : " (this ledger)")",
                "Choice:  \(LinkCommand.words(proposal.choice))",
            ]
            if !session.isJSON { for line in lines { try session.print(line) } }
        }

        /// Asks. Throws `Fault` `confirm.required`, `Rejection` `link.declined`.
        private func consent(_ proposal: LinkProposal, _ session: Session) throws {
            let other = proposal.isAccount ? proposal.guestKey : proposal.accountKey
            guard session.console.inputIsTerminal, !session.isJSON else {
                throw Fault(
                    .usage, code: "confirm.required",
                    message: "A link with the person of the key \(other) needs your consent.",
                    hint: "Compare the key with that person, then run the command again with --yes.")
            }
            try session.console.prompt("Link them? Type yes: ")
            guard try answered(session) == "yes" else {
                throw Rejection(code: "link.declined", message: "The link was not accepted. Nothing was signed.")
            }
        }

        private func answered(_ session: Session) throws -> String? {
            var reader = LineReader(session.console.input)
            return try reader.next().map { String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace } }
        }

        private func print(
            _ receipt: LinkReceipt, _ proposal: LinkProposal, _ changes: [StandingChange], answer: String?,
            _ session: Session
        ) throws {
            let json = JSONValue.object(
                [
                    .init("link", .string(receipt.link.text)), .init("event", .textOrNull(receipt.event?.hex)),
                    .init("appended", .integer(receipt.isNew ? 1 : 0)),
                    .init("consented", .bool(receipt.isConsented)), .init("choice", .string(receipt.choice.rawValue)),
                    .init("account", .string(receipt.account.hex)), .init("accountKey", .string(proposal.accountKey)),
                    .init("guest", .string(receipt.guest.hex)), .init("guestKey", .string(proposal.guestKey)),
                    .init("answer", .textOrNull(answer)),
                ] + (proposal.leavesOwnEnd ? [.init("leavesOwnEnd", .bool(true))] : []) + StandingText.members(changes))
            try session.answer(json) {
                if let answer, !receipt.isConsented {
                    try session.print(
                        "Signed, and wrote the answer to \(answer). Nothing is joined until the account accepts it: daybook link accept \(answer)"
                    )
                } else if receipt.isNew {
                    try session.print(
                        "Linked with \(proposal.isAccount ? proposal.guestKey : proposal.accountKey): \(LinkCommand.words(receipt.choice))"
                    )
                } else {
                    try session.print("Linked like this already; nothing was changed.")
                }
                if proposal.leavesOwnEnd {
                    try session.print(
                        "This ledger's person ended the link, too. "
                            + "That end stands until the account takes up an offer of this ledger: "
                            + "daybook link offer FILE --choose both --to \(proposal.accountKey)")
                }
                try StandingText.print(changes, session)
            }
        }
    }

    static func unknownChoice(_ text: String) -> Fault {
        Fault(
            .usage, code: "choice.unknown", message: "\"\(text)\" is no choice.", hint: "Choose both, account or guest."
        )
    }

    static func words(_ choice: LinkChoice) -> String {
        switch choice {
        case .both: "the progress of both counts."
        case .account: "the account's progress counts, the guest's is set aside."
        case .guest: "the guest's progress counts, the account's so far is set aside."
        }
    }
}

/// The events that a link between two ledgers set aside, in words.
enum SetAsideText {
    static let why =
        "A link between two ledgers sets it aside: it is in no figure. A link with another choice brings it back."
}

extension Files {
    /// Refuses, before anything is signed, a file that the answer to an offer could not be written to.
    static func requireAnswerTarget(_ path: String, to offer: LinkOffer, _ console: Console) throws {
        _ = try FileTarget(path)
        guard isRegular(path) else { return }
        // Any file but an answer is another document.
        if case .answer(let answer)? = try? LinkDocument(try Files.bytes(path, bytesMaximum: 1 << 20, console)),
            answer.offer.json == offer.json
        {
            return
        }
        throw Rejection(
            code: "file.exists", message: "\(path) exists and holds something else.",
            hint: "Nothing was signed. Name another file with --output.")
    }

    /// Writes a document as one line. A file that is there and holds something else stays: throws `Rejection`
    /// `file.exists`.
    static func writeNew(_ path: String, _ json: JSONValue, _ console: Console) throws {
        try writeNew(path, bytes: Array((json.text + "\n").utf8), console)
    }

    /// Writes a file that does not exist yet, or is empty. A file with other content stays: throws `Rejection`
    /// `file.exists`.
    static func writeNew(_ path: String, bytes: [UInt8], _ console: Console) throws {
        if isRegular(path) {
            let other = Rejection(
                code: "file.exists", message: "\(path) exists and holds something else.", hint: "Name another file.")
            let held = try Files.bytes(path, bytesMaximum: max(bytes.count, 1 << 20), console, orThrow: other)
            if held == bytes { return }
            guard held.isEmpty else { throw other }
        }
        try write(path) { try $0.write(bytes) }
    }
}
