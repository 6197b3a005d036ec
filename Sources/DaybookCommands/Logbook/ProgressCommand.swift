import ArgumentParser
import DaybookDomains

struct ProgressCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "progress", abstract: "Progress toward the private pilot certificate (14 CFR 61.109(a)).",
        discussion: """
            Examples:
              daybook progress
              daybook progress --detail --on 2026-03-01
              daybook progress --explain
              daybook progress --on 2026-03-01 --with planned-flights.jsonl

            The six requirements count all hours of their kind. The list of --detail is
            the rule's own: by night and by reference to instruments it counts only
            hours of training, so that a paragraph can have two figures. It adds the
            credit of 61.109(k) for training in simulators and training devices.
            """)

    @Flag(help: "Show the whole list of 61.109(a).") var detail = false
    @Flag(
        name: .customLong("part-142"),
        help: "Training in devices is that of a part 142 training center: 61.109(k)(2) credits up to 5 hours.")
    var isPart142 = false
    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .logbook }

    func run(in session: Session) throws {
        let (answer, whole, credit, disputed, setAside, evidence, detailed, form, notes) = try session.asking(
            times
        ) { ledger, asOf in
            // All parts of one answer are asked of the same position.
            let pinned = asOf.pinned(to: try ledger.answered(asOf).position)
            let answer = try ledger.progress(pinned)
            let whole = detail ? try ledger.progressDetail(pinned, inCourse: isPart142).value : nil
            let credit = try ledger.deviceCredit(pinned, inCourse: isPart142).value.flatMap {
                $0.sessions.isEmpty ? nil : $0
            }
            let figures = Figure.progress(answer.value, on: answer.asOf.on)
            // Both rest on the same entries: they are read once.
            let evidence = try explain.evidence(
                figures + Figure.detail(whole?.items ?? [], on: answer.asOf.on), ledger, pinned, answer.asOf, session)
            return (
                answer, whole, credit, try ledger.disputedFlights(pinned), try ledger.ownSetAside(pinned),
                evidence.map { Array($0.prefix(figures.count)) },
                evidence.flatMap { whole == nil ? nil : Array($0.dropFirst(figures.count)) },
                try session.hoursForm(ledger),
                (
                    authority: try ledger.authority(pinned).note(on: "14 CFR 61.109(a)"),
                    forward: try ForwardText.progressNote(ledger, pinned)
                )
            )
        }
        let figures = Figure.progress(answer.value, on: answer.asOf.on)
        try session.answer(
            ProgressCommand.json(answer, whole, credit, disputed, setAside, detailed, explains: explain.explain)
                .explained(figures, evidence)
        ) {
            try session.printKnownAt(times.known, answer.asOf)
            try session.print(ProgressCommand.table(answer.value, form))
            if let note = notes.authority { try session.print(note) }
            try session.printDisputed(disputed)
            try session.printSetAside(setAside)
            try RulesText.print(LogbookRules.progress, on: answer.asOf.on, session)
            if let next = answer.value.next {
                try session.print("Next: \(next.requirement.title), \(next.remaining(form)).")
            }
            try session.printCredit(credit, form, isAdded: whole != nil)
            try EvidenceText.print(figures, evidence, session)
            guard let whole else {
                return try session.print(
                    "The six rows sum all hours of their kind; \"daybook progress --detail\" has the conditions of "
                        + "61.109(a).")
            }
            try session.print("")
            try session.print(session.style.strong("The whole list of 61.109(a)"))
            try session.print(
                "By night and by instruments it counts hours of training only; the requirements above count all.")
            try session.print(
                "Entries give the number of full stops, not the places: three count as full stops at three points.")
            if let note = notes.forward { try session.print(note) }
            for note in whole.notes(form) { try session.print(note) }
            let items = whole.items
            try session.print(ProgressCommand.table(items, form))
            try session.printTrips(items)
            for line in ShortCrossCountryText.lines(items.shortCrossCountries, form) { try session.print(line) }
            try EvidenceText.print(Figure.detail(items, on: answer.asOf.on), detailed, session)
        }
    }

    // MARK: - JSON

    private static func json(
        _ answer: Answer<Progress>, _ whole: ProgressDetail?, _ credit: DeviceCredit?,
        _ disputed: [StreamID], _ setAside: OwnSetAside?,
        _ evidence: [Evidence]?, explains: Bool
    ) -> JSONValue {
        let progress = answer.value
        let next: JSONValue? = progress.next.map { next in
            .object(pairs: [
                "id": .string(next.requirement.rawValue), "hoursToGo": .hours(next.hoursToGo),
                "hoursToGoSeconds": .integer(next.hoursToGo.seconds),
            ])
        }
        let detail: JSONValue? = whole.map { .explained($0.items.map { json($0) }, evidence) }
        return .object(pairs: [
            "asOf": answer.asOf.json, "authority": .string(Authority.faa.rawValue),
            "requirements": .array(progress.requirements.map { json($0) }),
            "overallPercent": .integer(progress.overallPercent), "met": .integer(progress.met),
            "of": .integer(progress.requirements.count),
            "next": next ?? .null, "detail": detail,
            "detailNotes": whole.map { .array($0.notes(.decimal).map { .string($0) }) },
            "credit": credit.map(CreditText.json),
            "rules": RulesText.json(LogbookRules.progress, on: answer.asOf.on, explains: explains),
            "disputed": DisputedText.json(disputed), "setAside": StandingText.json(setAside),
        ])
    }

    private static func json(_ progress: RequirementProgress) -> JSONValue {
        .object(pairs: [
            "id": .string(progress.requirement.rawValue), "title": .string(progress.requirement.title),
            "paragraph": .string(progress.requirement.paragraph), "hours": .hours(progress.hours),
            "hoursSeconds": .integer(progress.hours.seconds),
            "goal": .hours(progress.goal), "goalSeconds": .integer(progress.goal.seconds),
            "percent": .integer(progress.percent), "met": .bool(progress.isMet),
            "text": .string(progress.text), "remaining": .string(progress.remaining),
        ])
    }

    /// Hours are decimals, counts whole numbers; a figure that no entry states has no value.
    private static func json(_ progress: ItemProgress) -> JSONValue {
        let item = progress.item
        func figure(_ value: Int) -> JSONValue { item.isHours ? .hours(Hours(seconds: value)) : .integer(value) }
        return .object(pairs: [
            "id": .string(item.rawValue), "title": .string(progress.title), "paragraph": .string(item.paragraph),
            "unit": .string(item.isHours ? "hours" : "count"),
            "value": progress.state == .notRecorded ? .null : figure(progress.value),
            "valueSeconds": item.isHours && progress.state != .notRecorded ? .integer(progress.value) : nil,
            "goal": figure(item.goal), "state": .string(progress.state.rawValue),
            "trips": TripText.json(progress.trips),
            "shortCrossCountry": ShortCrossCountryText.json(progress.short),
            "creditSeconds": progress.credit.map { .integer($0.credited.seconds) },
        ])
    }

    // MARK: - Text

    private static func table(_ progress: Progress, _ form: HoursForm) -> Table {
        var table = Table([
            ("Requirement", .left), ("", .left), ("", .right), ("Hours", .right), ("", .left), ("Paragraph", .left),
        ])
        for each in progress.requirements {
            table.add([
                Table.Cell(each.requirement.title), Table.Cell(bar(each.percent), each.isMet ? .good : nil),
                Table.Cell("\(each.percent) %"),
                Table.Cell(each.text(form)), Table.Cell(each.remaining(form), each.isMet ? .good : .faint),
                Table.Cell(each.requirement.paragraph),
            ])
        }
        table.add([
            Table.Cell("Overall", .strong), Table.Cell(bar(progress.overallPercent)),
            Table.Cell("\(progress.overallPercent) %"), "",
            Table.Cell("\(progress.met)/\(progress.requirements.count) met"), "",
        ])
        return table
    }

    /// Ten cells wide.
    private static func bar(_ percent: Int) -> String {
        String(repeating: "█", count: percent / 10) + String(repeating: "·", count: 10 - percent / 10)
    }

    private static func table(_ items: [ItemProgress], _ form: HoursForm) -> Table {
        var table = Table([("61.109", .left), ("", .left), ("Done", .right), ("Needed", .right), ("", .left)])
        for each in items {
            func figure(_ value: Int) -> String {
                each.item.isHours ? Hours(seconds: value).text(form) + " h" : String(value)
            }
            let (word, paint): (String, Style.Paint) =
                switch each.state {
                case .met: ("met", .good)
                case .unmet: ("not yet", .warning)
                case .notRecorded: ("not recorded", .faint)
                }
            table.add([
                Table.Cell(each.item.paragraph), Table.Cell(each.title),
                Table.Cell(each.state == .notRecorded ? "–" : figure(each.value)), Table.Cell(figure(each.item.goal)),
                Table.Cell(word, paint),
            ])
        }
        return table
    }
}
