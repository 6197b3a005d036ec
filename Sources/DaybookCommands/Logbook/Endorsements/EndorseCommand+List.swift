import ArgumentParser
import DaybookDomains

extension EndorseCommand {
    struct List: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the endorsements valid on a day, newest first.",
            discussion: """
                Example:
                  daybook endorse list --on 2026-05-01

                With --explain --json an object: the endorsements, and which events count.
                """)

        @OptionGroup var explain: ExplainOption
        @OptionGroup(title: "Times") var times: TimeOptions
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        var answersFrom: AnswerScope { .logbook }
        var showsOf: AnswerScope { .kinds(["endorsement"]) }

        func run(in session: Session) throws {
            let (answer, figure, evidence) = try session.asking(times) { ledger, asOf in
                let answer = try ledger.endorsements(asOf)
                let figure = Figure.endorsements(answer.value, on: answer.asOf.on)
                return (answer, figure, try explain.evidence([figure], ledger, asOf, answer.asOf, session))
            }
            let given = answer.value
            if session.isJSON {
                return try session.print(.explainedList(given.map(List.json), answer.asOf, [figure], evidence))
            }
            try session.printKnownAt(times.known, answer.asOf)
            if given.isEmpty {
                try session.printNone("There is no endorsement.")
                return try EvidenceText.print([figure], evidence, session)
            }
            var table = Table([
                ("Date", .left), ("Kind", .left), ("State", .left), ("Good through", .left), ("By", .left),
                ("Number", .left), ("For", .left), ("Signed", .left), ("Id", .left),
            ])
            for each in given {
                table.add([
                    Table.Cell(each.endorsement.date.description), Table.Cell(each.endorsement.kind.rawValue),
                    Table.Cell(each.state.rawValue, CurrencyCommand.paint(each.state)),
                    Table.Cell(each.endorsement.goodThrough?.description ?? "–"),
                    Table.Cell(each.endorsement.end.paragraph ?? ""),
                    Table.Cell(each.endorsement.cfiNumber), Table.Cell(each.endorsement.makeModel ?? ""),
                    Table.Cell(each.signatures.map { "\($0.signedOn) \($0.vouches)" }.joined(separator: "; ")),
                    Table.Cell(each.stream.id, .faint),
                ])
            }
            try session.print(table)
            for each in given {
                guard let words = each.endorsement.remarks else { continue }
                try session.print("\n\(each.endorsement.date) \(each.endorsement.kind.rawValue): \(Text.shown(words))")
                try session.print(each.endorsement.end.text)
            }
            try EvidenceText.print([figure], evidence, session)
        }

        static func json(_ given: GivenEndorsement) -> JSONValue {
            let endorsement = given.endorsement
            return .object(pairs: [
                "id": .string(given.stream.id), "kind": .string(endorsement.kind.rawValue),
                "date": .string(endorsement.date.description),
                "cfiNumber": .string(endorsement.cfiNumber), "makeModel": .textOrNull(endorsement.makeModel),
                "remarks": .textOrNull(endorsement.remarks), "state": .string(given.state.rawValue),
                "goodThrough": .textOrNull(endorsement.goodThrough?.description),
                "ends": .string(endorsement.end.text),
                "daysLeft": given.daysLeft.map { .integer($0) } ?? .null,
                "signatures": .array(
                    given.signatures.map {
                        .object(pairs: [
                            "event": .string($0.event.hex), "date": .string($0.signedOn.description),
                            "cfiNumber": .string($0.cfiNumber), "signerName": .textOrNull($0.signerName),
                            "instructorKey": .textOrNull($0.key?.key.hex), "vouches": .string($0.vouches),
                            "certificateThrough": $0.certificateThrough.map { JSONValue.string($0.description) },
                        ])
                    }),
                "voided": .array(
                    given.voided.map {
                        .object(pairs: [
                            "event": .string($0.event.hex), "date": .string($0.signedOn.description),
                            "cfiNumber": .string($0.cfiNumber), "signerName": .textOrNull($0.signerName),
                            "voidedOn": .string($0.voidedOn.description), "reason": .string($0.reason),
                        ])
                    }),
                "waiting": .integer(given.waiting.count),
            ])
        }
    }
}
