import ArgumentParser
import DaybookDomains

struct ReviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Flight reviews, instrument proficiency checks and practical tests.",
        discussion: """
            Examples:
              daybook review add --kind flightReview --date 2026-02-01
              daybook undo review/0192f0c1-7a4e-7c11-9d0e-2f6b1c3d4e5f

            A review that was entered by mistake is taken back by "undo"; enter it
            anew where only its day or kind was wrong. One that a flight tells is
            taken back by "flight amend ID --no-flight-review".
            """,
        subcommands: [Add.self, List.self])

    struct Add: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Enter a review that was passed.",
            discussion: """
                Examples:
                  daybook review add --kind flightReview --date 2026-02-01
                  daybook review add --kind wings --date 2026-02-01

                A phase of the WINGS program stands for a flight review, 61.56(e): wings
                records a flightReview with a remark. A proficiency check that stands for
                one, 61.56(d)(1), is entered as a flightReview.
                """)

        @Option(
            help: ArgumentHelp("flightReview, ipc, checkride or wings.", valueName: "kind"),
            completion: .list(PassedReview.Kind.allCases.map(\.rawValue) + [Add.wings]))
        var kind = "flightReview"
        @Option(parsing: .unconditional, help: ArgumentHelp("The day. (default: today)", valueName: "date"))
        var date: String?
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The certificate number of the instructor or examiner.", valueName: "number")) var cfi:
            String?
        @Option(parsing: .unconditional, help: ArgumentHelp("Remarks.", valueName: "text")) var remarks: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        /// A word for a flight review that is no kind of its own in the event.
        private static let wings = "wings"

        func run(in session: Session) throws {
            let isWings = self.kind == Add.wings
            guard let kind = isWings ? PassedReview.Kind.flightReview : PassedReview.Kind(rawValue: self.kind) else {
                throw Fault(
                    .usage, code: "review.unknownKind", message: "There is no kind of review \"\(kind)\".",
                    hint: "It is one of \(Ledger.list(PassedReview.Kind.self)), \(Add.wings).")
            }
            let words = (isWings ? ["WINGS, 61.56(e)"] : []) + (remarks.map { [$0] } ?? [])
            let date = try date.map { try Values.day($0, "date") }
            try session.withLedger(.readWrite) { ledger in
                let review = PassedReview(
                    kind: kind, date: try date?.date(today: ledger.today) ?? ledger.today, cfiNumber: cfi,
                    remarks: words.isEmpty ? nil : words.joined(separator: ": "))
                let added = try ledger.addReview(review)
                try session.answer(
                    .object(pairs: [
                        "id": .string(added.stream.id), "kind": .string(kind.rawValue),
                        "date": .string(review.date.description),
                    ]).wrote(added.receipt)
                ) {
                    try session.print(
                        isWings ? "Review saved: the phase counts as a flight review, 61.56(e)." : "Review saved.")
                    try session.print("Its id is \(added.stream.id).")
                }
            }
        }
    }

    struct List: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "The reviews up to a day, newest first: entered here, or recorded by flights.",
            discussion: """
                Example:
                  daybook review list

                With --explain --json an object: the reviews, and which events count.
                """)

        @OptionGroup var explain: ExplainOption
        @OptionGroup(title: "Times") var times: TimeOptions
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        var answersFrom: AnswerScope { .logbook }
        var showsOf: AnswerScope { .kinds(["review"]) }

        func run(in session: Session) throws {
            let (answer, figure, evidence) = try session.asking(times) { ledger, asOf in
                let answer = try ledger.reviews(asOf)
                let figure = Figure.reviews(answer.value, on: answer.asOf.on)
                return (answer, figure, try explain.evidence([figure], ledger, asOf, answer.asOf, session))
            }
            let taken = answer.value
            if session.isJSON {
                let list = taken.map {
                    JSONValue.object(pairs: [
                        "stream": .string($0.stream.text), "kind": .string($0.review.kind.rawValue),
                        "date": .string($0.review.date.description),
                        "cfiNumber": $0.review.cfiNumber.map { .string($0) },
                        "remarks": $0.review.remarks.map { .string($0) },
                    ])
                }
                return try session.print(.explainedList(list, answer.asOf, [figure], evidence))
            }
            try session.printKnownAt(times.known, answer.asOf)
            if taken.isEmpty {
                try session.printNone("There is no review.")
                return try EvidenceText.print([figure], evidence, session)
            }
            var table = Table([("Date", .left), ("Kind", .left), ("Instructor", .left), ("", .left)])
            for each in taken {
                table.add([
                    Table.Cell(each.review.date.description), Table.Cell(each.review.kind.rawValue),
                    Table.Cell(each.review.cfiNumber ?? ""), Table.Cell(each.stream.text, .faint),
                ])
            }
            try session.print(table)
            try EvidenceText.print([figure], evidence, session)
        }
    }
}

extension CurrencyCommand {
    /// 61.56: whether a review is recent enough to act as pilot in command.
    struct Review: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "review",
            abstract: "The flight review (14 CFR 61.56): good through the last day of the 24th month after it.",
            discussion: """
                Example:
                  daybook currency review --on 2026-05-01
                """)

        @OptionGroup var explain: ExplainOption
        @OptionGroup(title: "Times") var times: TimeOptions
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        var answersFrom: AnswerScope { .logbook }

        func run(in session: Session) throws {
            let (answer, figure, setAside, evidence, authority) = try session.asking(times) { ledger, asOf in
                let answer = try ledger.flightReview(asOf)
                let figure = Figure.flightReview(answer.value, on: answer.asOf.on)
                let setAside = try ledger.ownSetAside(asOf.pinned(to: answer.asOf.position))
                return (
                    answer, figure, setAside, try explain.evidence([figure], ledger, asOf, answer.asOf, session),
                    try ledger.authority(asOf.pinned(to: answer.asOf.position))
                )
            }
            let value = answer.value
            try session.answer(
                .object(pairs: [
                    "asOf": answer.asOf.json, "authority": .string(Authority.faa.rawValue),
                    "paragraph": .string("61.56"), "state": .string(value.state.rawValue),
                    "goodThrough": .textOrNull(value.goodThrough?.description),
                    "daysLeft": value.daysLeft.map { .integer($0) } ?? .null,
                    "review": value.review.map { .string($0.date.description) } ?? .null,
                    "kind": value.review.map { .string($0.kind.rawValue) } ?? .null,
                    "rules": RulesText.json([LogbookRules.review], on: answer.asOf.on, explains: explain.explain),
                    "setAside": StandingText.json(setAside),
                ]).explained([figure], evidence)
            ) {
                try session.printKnownAt(times.known, answer.asOf)
                guard let review = value.review, let through = value.goodThrough else {
                    try session.printNone("There is no flight review.")
                    return try session.printSetAside(setAside)
                }
                try session.print(
                    "Flight review of \(review.date): "
                        + session.style.paint(value.state.rawValue, CurrencyCommand.paint(value.state))
                        + ", good through \(through).")
                try session.printSetAside(setAside)
                if let note = authority.note(on: "14 CFR 61.56") { try session.print(note) }
                try RulesText.print([LogbookRules.review], on: answer.asOf.on, session)
            }
            try EvidenceText.print([figure], evidence, session)
        }
    }

    /// 61.57(c): instrument experience.
    struct Instrument: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "instrument",
            abstract: "Instrument currency (14 CFR 61.57(c)): six approaches and a hold within six calendar months.",
            discussion: """
                Example:
                  daybook currency instrument --explain

                Approaches and holds count in the category of their aircraft. Those in
                training devices, and in aircraft that nothing describes, count in each.
                The practical test of the rating counts by its approaches and hold.
                Where you take it for a proficiency check, enter it as one, too:
                "daybook review add --kind ipc".
                """)

        @OptionGroup var explain: ExplainOption
        @OptionGroup(title: "Times") var times: TimeOptions
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        var answersFrom: AnswerScope { .logbook }

        func run(in session: Session) throws {
            let (answer, figure, setAside, evidence, authority) = try session.asking(times) { ledger, asOf in
                let answer = try ledger.instrumentCurrency(asOf)
                let figure = Figure.instrument(answer.value, on: answer.asOf.on)
                let setAside = try ledger.ownSetAside(asOf.pinned(to: answer.asOf.position))
                return (
                    answer, figure, setAside, try explain.evidence([figure], ledger, asOf, answer.asOf, session),
                    try ledger.authority(asOf.pinned(to: answer.asOf.position))
                )
            }
            let value = answer.value
            let missing: JSONValue? = value?.latest.missing.map { InstrumentText.missing($0) }
            let category: JSONValue? = value?.latest.category.map { JSONValue.string($0.rawValue) }
            let categories: JSONValue? = value.flatMap { InstrumentText.categories($0) }
            let assumptions: JSONValue? = value?.assumption.map { JSONValue.array([.string($0)]) }
            try session.answer(
                .object(pairs: [
                    "asOf": answer.asOf.json, "authority": .string(Authority.faa.rawValue),
                    "paragraph": .string("61.57(c)"),
                    "state": .string(value?.state.rawValue ?? "notRecorded"),
                    "goodThrough": .textOrNull(value?.goodThrough?.description),
                    "daysLeft": value?.daysLeft.map { .integer($0) } ?? .null,
                    "approaches": value.map { .integer($0.approaches) } ?? .null,
                    "holds": value.map { .integer($0.holds) } ?? .null, "needsCheck": .bool(value?.needsCheck ?? false),
                    "missing": missing, "category": category, "categories": categories, "assumptions": assumptions,
                    "rules": RulesText.json([LogbookRules.instrument], on: answer.asOf.on, explains: explain.explain),
                    "setAside": StandingText.json(setAside),
                ]).explained([figure], evidence)
            ) {
                try session.printKnownAt(times.known, answer.asOf)
                guard let value else {
                    try session.printNone("No flight records approaches or holds.")
                    return try session.printSetAside(setAside)
                }
                try InstrumentText.print(value, session)
                try session.printSetAside(setAside)
                if let note = authority.note(on: "14 CFR 61.57(c)") { try session.print(note) }
                try RulesText.print([LogbookRules.instrument], on: answer.asOf.on, session)
            }
            try EvidenceText.print([figure], evidence, session)
        }
    }
}
