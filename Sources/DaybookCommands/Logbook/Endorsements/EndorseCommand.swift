import ArgumentParser
import DaybookDomains

struct EndorseCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "endorse", abstract: "Enter an instructor's endorsement; a solo endorsement is good for 90 days.",
        discussion: """
            Examples:
              daybook endorse --kind solo --cfi 1234567 --make-model "Cessna 172N"
              daybook endorse --template A.6 --cfi 1234567 --make-model C172 --fill name=Jo
              daybook endorse list --on 2026-05-01

            With --template the words are a text of AC 61-65K, Appendix A;
            "daybook endorse templates A.6" shows the text and its fields.
            """,
        subcommands: [
            List.self, Show.self, Templates.self, Sign.self, AskToSign.self, VoidSignature.self, Withdraw.self,
        ])

    @Option(
        help: ArgumentHelp(
            "What for: \(Ledger.list(Endorsement.Kind.self)). (default: that of the template, else solo)",
            valueName: "kind"),
        completion: .list(Endorsement.Kind.allCases.map(\.rawValue)))
    var kind: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The day it was given. (default: today)", valueName: "date"))
    var date: String?
    @OptionGroup var instructor: InstructorNumber
    @Option(
        name: .customLong("make-model"), parsing: .unconditional,
        help: ArgumentHelp("Make and model it is for.", valueName: "text"))
    var makeModel: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Its words.", valueName: "text")) var remarks: String?
    @Option(
        help: ArgumentHelp(
            "Take the words of this text of \(EndorsementTemplate.source), Appendix A.", valueName: "number"))
    var template: String?
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Fill in a field of the template; may be given again.", valueName: "field=text"))
    var fill: [String] = []
    @Option(help: ArgumentHelp("The id of the endorsement. (default: a new UUID)", valueName: "id")) var id: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func validate() throws {
        if template != nil, kind != nil || remarks != nil {
            throw ValidationError("--template brings the kind and the words: give no --kind or --remarks with it.")
        }
        if template == nil, !fill.isEmpty {
            throw ValidationError("--fill goes with --template: it fills in a field of a template.")
        }
    }

    func run(in session: Session) throws {
        let words = try template.map { try FilledTemplate(named: $0, fill, makeModel: makeModel) }
        let kind = try words?.template.kind ?? givenKind()
        let date = try date.map { try Values.day($0, "date") }
        try session.withLedger(.readWrite) { ledger in
            let number = CertificateNumber.trimmed(instructor.cfi ?? "")
            let endorsement = Endorsement(
                kind: kind, date: try date?.date(today: ledger.today) ?? ledger.today, cfiNumber: number,
                makeModel: makeModel ?? words?.makeModel, remarks: words?.text ?? remarks)
            let given = try ledger.endorse(endorsement, id: id)
            let note = words?.note(on: endorsement.date)
            try session.answer(
                .object(pairs: [
                    "id": .string(given.stream.id), "kind": .string(kind.rawValue),
                    "date": .string(endorsement.date.description),
                    "goodThrough": .textOrNull(endorsement.goodThrough?.description),
                    "template": words.map { .string($0.template.number) }, "remarks": words.map { .string($0.text) },
                    "note": note.map { .string($0) },
                ]).wrote(given.receipt)
            ) {
                try session.print("Endorsement saved\(endorsement.goodThrough.map { ", good through \($0)" } ?? "").")
                if let words { try session.print(Text.shown(words.text)) }
                try session.print("Its id is \(given.stream.id).")
                try session.printNotes(note.map { [$0] } ?? [])
            }
        }
    }

    /// The stream of an endorsement that a command changes.
    static func existing(_ text: String, _ ledger: Ledger) throws -> StreamID {
        let stream = try named(text, ledger)
        if let refusal = try ledger.refusalOfNewer(stream) { throw refusal }
        return stream
    }

    static func named(_ text: String, _ ledger: Ledger) throws -> StreamID {
        guard let stream = try ledger.stream(named: text, kind: "endorsement") else {
            throw Rejection(
                code: "endorsement.unknown", message: "There is no such endorsement.",
                hint: "\"daybook endorse list\" shows them.")
        }
        return stream
    }

    private func givenKind() throws -> Endorsement.Kind {
        guard let kind else { return .solo }
        guard let known = Endorsement.Kind(rawValue: kind) else {
            throw Fault(
                .usage, code: "endorsement.unknownKind", message: "There is no kind of endorsement \"\(kind)\".",
                hint: "It is one of \(Ledger.list(Endorsement.Kind.self)).")
        }
        return known
    }

    struct Withdraw: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "withdraw", abstract: "Take an endorsement back; its history stays.",
            discussion: """
                Example:
                  daybook endorse withdraw 0192f0c1 --reason "Another aircraft"
                """)

        @Argument(help: "The endorsement.") var id: String
        @Option(parsing: .unconditional, help: ArgumentHelp("Why.", valueName: "text")) var reason: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            try session.withLedger(.readWrite) { ledger in
                let stream = try EndorseCommand.existing(id, ledger)
                let receipt = try ledger.withdrawEndorsement(stream, reason: reason)
                try session.answer(
                    .object(pairs: ["id": .string(stream.id)]).wrote(receipt)
                ) { try session.print("Endorsement withdrawn.") }
            }
        }
    }
}

/// The instructor's number, of an endorsement and of its signature: one option of both commands.
struct InstructorNumber: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("The instructor's certificate number.", valueName: "number"))
    var cfi: String?
}
