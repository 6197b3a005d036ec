import ArgumentParser
import DaybookKit

struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Join the ledgers of a guest and an account that never share a machine.",
        discussion: """
            Examples:
              daybook link offer offer.json --choose both
              daybook link accept offer.json
              daybook link accept offer.json.accepted

            The account offers, the guest accepts, and the account accepts the guest's
            answer; where the offer names the guest with --to, the guest's word is the last.
            """,
        subcommands: [Offer.self, Accept.self])

    struct Offer: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "offer", abstract: "Write an offer to a guest, this ledger being the account.",
            discussion: """
                Examples:
                  daybook link offer offer.json --choose both
                  daybook link offer offer.json --choose guest --to "$(cat guest.pub)"

                both: all progress counts. account: the guest's is set aside. guest: the
                account's so far is set aside. Nothing is deleted, and a later link can choose
                otherwise. The guest's key comes from "daybook principal show".
                """)

        @Argument(help: "The file to write.", completion: .file()) var file: String
        @Option(help: ArgumentHelp("Whose progress counts: both, account or guest.", valueName: "choice"), completion: .list(LinkChoice.allCases.map(\.rawValue)))
        var choose: String
        @Option(help: ArgumentHelp("The guest's public key; without it whoever answers first.", valueName: "key")) var to: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            guard let choice = LinkChoice(rawValue: choose) else { throw LinkCommand.unknownChoice(choose) }
            try Files.named(file)
            let (offer, account) = try session.withLedger(.readOnly) { (try $0.linkOffer(guestKey: to, choice: choice), try $0.principal.hex) }
            try Files.writeNew(file, offer.json, session.console)
            let json = JSONValue.object(pairs: [
                "file": .string(file), "choice": .string(choice.rawValue), "account": .string(account), "accountKey": .string(offer.accountKey),
                "to": .told(offer.guestKey),
            ])
            try session.answer(json) {
                try session.print("Wrote an offer to \(file): \(LinkCommand.words(choice))")
                try session.print("The guest takes it up with \"daybook link accept \(file)\".")
            }
        }
    }

    struct Accept: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept", abstract: "Take up an offer as the guest, or the guest's answer as the account.",
            discussion: """
                Examples:
                  daybook link accept offer.json
                  daybook link accept offer.json.accepted

                The answer to an offer that named no guest is written beside it, or to the file
                that --output names; the account takes it up.
                """)

        @Argument(help: "The offer, or the answer to one.", completion: .file()) var file: String
        @Option(help: ArgumentHelp("Where to write the answer.", valueName: "file"), completion: .file()) var output: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            try session.withLedger(.readWrite) { ledger in
                switch try LinkDocument(try Files.bytes(file, bytesMaximum: 1 << 20, session.console)) {
                case .offer(let offer):
                    if offer.guestKey == nil, output == nil, file == "-" {
                        throw Fault(.usage, code: "output.missing", message: "The answer needs a file.", hint: "Name one with --output.")
                    }
                    if offer.guestKey == nil { try Files.holdAnswer(output ?? file + ".accepted", to: offer, session.console) }
                    let (receipt, answer) = try ledger.acceptLink(offer)
                    let target = answer.map { _ in output ?? file + ".accepted" }
                    if let answer, let target { try Files.writeNew(target, answer.json, session.console) }
                    try tell(receipt, answer: target, session)
                case .answer(let answer): try tell(try ledger.acceptLink(answer), answer: nil, session)
                }
            }
        }

        private func tell(_ receipt: LinkReceipt, answer: String?, _ session: Session) throws {
            let json = JSONValue.object(pairs: [
                "link": .string(receipt.link.text), "event": .string(receipt.event.hex), "appended": .integer(receipt.isNew ? 1 : 0),
                "consented": .bool(receipt.isConsented), "choice": .string(receipt.choice.rawValue), "account": .string(receipt.account.hex),
                "guest": .string(receipt.guest.hex), "answer": .told(answer),
            ])
            try session.answer(json) {
                if let answer {
                    try session.print("Signed, and wrote the answer to \(answer). Nothing is joined until the account takes it up: daybook link accept \(answer)")
                } else if receipt.isNew {
                    try session.print("Linked: \(LinkCommand.words(receipt.choice))")
                } else {
                    try session.print("Linked like this already; nothing was changed.")
                }
            }
        }
    }

    static func unknownChoice(_ text: String) -> Fault {
        Fault(.usage, code: "choice.unknown", message: "\"\(text)\" is no choice.", hint: "Choose both, account or guest.")
    }

    static func words(_ choice: LinkChoice) -> String {
        switch choice {
        case .both: "the progress of both counts."
        case .account: "the account's progress counts, the guest's is set aside."
        case .guest: "the guest's progress counts, the account's so far is set aside."
        }
    }
}

/// What a link between two ledgers set aside, in words.
enum SetAsideText {
    static let why = "It belongs to the ledger whose progress was set aside by a link, and is in no total; a link with another choice brings it back."
}

extension Files {
    /// Refuses, before anything is signed, a file that the answer to an offer could not be written to.
    static func holdAnswer(_ path: String, to offer: LinkOffer, _ console: Console) throws {
        _ = try FileTarget(path)
        guard isRegular(path) else { return }
        // What is no answer is something else.
        if case .answer(let answer)? = try? LinkDocument(try Files.bytes(path, bytesMaximum: 1 << 20, console)), answer.offer.json == offer.json { return }
        throw Rejection(code: "file.exists", message: "\(path) exists and holds something else.", hint: "Nothing was signed. Name another file with --output.")
    }

    /// Writes a document as one line. A file that is there and holds something else stays: throws `Rejection` `file.exists`.
    static func writeNew(_ path: String, _ json: JSONValue, _ console: Console) throws {
        try writeNew(path, bytes: Array((json.text + "\n").utf8), console)
    }

    /// As above, of any bytes; an empty file holds nothing, and is filled.
    static func writeNew(_ path: String, bytes: [UInt8], _ console: Console) throws {
        if isRegular(path) {
            let other = Rejection(code: "file.exists", message: "\(path) exists and holds something else.", hint: "Name another file.")
            let held = try Files.bytes(path, bytesMaximum: max(bytes.count, 1 << 20), console, orThrow: other)
            if held == bytes { return }
            guard held.isEmpty else { throw other }
        }
        try write(path) { try $0.write(bytes) }
    }
}
