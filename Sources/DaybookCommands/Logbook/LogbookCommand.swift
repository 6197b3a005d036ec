import ArgumentParser
import DaybookDomains

struct LogbookCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "logbook", abstract: "Write the logbook as pages to print, with totals carried forward.",
        discussion: """
            Examples:
              daybook logbook --html logbook.html
              daybook logbook --html logbook.html --paper letter --on 2025-12-31
              daybook logbook --html - > logbook.html
              daybook logbook --html more.html --from-page 12
              daybook logbook --html more.html --from 2026-01-01

            Each page has its totals, what was brought forward, and the totals to date.
            Signatures stand in the row of their flight. Endorsements, reviews and the
            progress toward 61.109 follow. Print it without scaling; its pages lie across.

            "logbook 8710" shows the totals that FAA Form 8710-1 asks for.

            With --on it holds the flights up to that day, with signatures that were
            recorded by then. With --from-page it begins with that page, and with --from at
            that day; what lies before is in the amount brought forward.
            """,
        subcommands: [Form8710.self])

    @Option(
        help: ArgumentHelp("Write the pages to this file; - for standard output.", valueName: "file"),
        completion: .file()) var html: String?
    @Option(
        help: ArgumentHelp("The paper: \(Ledger.list(Paper.self)).", valueName: "paper"),
        completion: .list(Paper.allCases.map(\.rawValue)))
    var paper = Paper.a4.rawValue
    @Option(parsing: .unconditional, help: ArgumentHelp("Begin with the flights of this day.", valueName: "date"))
    var from: String?
    @Option(name: .customLong("from-page"), help: ArgumentHelp("Begin with this page.", valueName: "n"))
    var fromPage: Int?
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .logbook }

    func validate() throws {
        if from != nil, fromPage != nil { throw ValidationError("--from and --from-page exclude each other.") }
        if let fromPage, fromPage < 1 { throw ValidationError("--from-page is at least 1.") }
    }

    private func start(today: CivilDate) throws -> BookStart {
        if let fromPage { return .page(fromPage) }
        guard let from else { return .beginning }
        return .day(try Values.day(from, "from").date(today: today))
    }

    func run(in session: Session) throws {
        guard let html else {
            throw Fault(
                .usage, code: "usage.missingArgument", message: "Missing expected argument '--html <file>'.",
                hint: "\"daybook logbook --help\" shows how.")
        }
        guard let paper = Paper(rawValue: paper) else {
            throw Fault(
                .usage, code: "usage.wrong", message: "There is no paper \"\(self.paper)\".",
                hint: "It is one of \(Ledger.list(Paper.self)).")
        }
        // Read before the ledger is opened, so that an unreadable day is refused with or without one.
        _ = try start(today: CivilDate(day: 0))
        try OutputFiles.checkAlone(html, "page", option: "--html", isJSON: session.isJSON)
        try OutputFiles.check([html], apartFrom: [times.supposed.with])
        let (outcome, isReplaced) = try session.asking(times, namesSetAside: true) { ledger, asOf in
            let book = BookPage(ledger: ledger, asOf: asOf, paper: paper, start: try start(today: ledger.today))
            if html == "-" {
                _ = try book.write { try session.console.write(file: $0) }
                return (BookPage.Outcome?.none, false)
            }
            var outcome: BookPage.Outcome?
            let isReplaced = try session.writeFile(html) { file in outcome = try book.write { try file.write($0) } }
            return (outcome, isReplaced)
        }
        guard let outcome else { return }
        try session.answer(json(outcome, html, paper, isReplaced)) {
            try session.print(AuditReport.asOf(outcome.asOf) + ".")
            try session.printDisputed(outcome.disputed)
            let (flights, pages) = (Text.count(outcome.entries, "flight"), Text.count(outcome.pages, "page"))
            try session.print(
                "The logbook is in \(Text.shown(html))\(Files.inPlace(isReplaced)): "
                    + "\(flights) on \(pages) for \(paper.size) paper."
            )
        }
    }

    private func json(_ outcome: BookPage.Outcome, _ html: String, _ paper: Paper, _ isReplaced: Bool) -> JSONValue {
        let total = Hours(seconds: outcome.figures[.total])
        var day: JSONValue?
        if case .day(let first) = outcome.start { day = .string(first.description) }
        return .object(pairs: [
            "asOf": outcome.asOf.json, "html": .string(html), "paper": .string(paper.rawValue),
            "flights": .integer(outcome.entries), "pages": .integer(outcome.pages),
            "from": day, "fromPage": fromPage.map { .integer($0) },
            "totalHours": .hours(total), "totalHoursSeconds": .integer(total.seconds),
            "disputed": DisputedText.json(outcome.disputed), "replaced": isReplaced ? .bool(true) : nil,
        ])
    }
}
