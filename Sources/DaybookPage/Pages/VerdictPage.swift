import DaybookDomains

/// Whether the pilot may carry passengers: the first page.
enum VerdictPage {
    static func make(_ context: PageContext) throws -> PageView {
        let answer = try context.ledger.currency(context.asOf).value
        let summary = try context.ledger.flightSummary(context.asOf).value
        let entries = try entries(answer.answer, context)
        var content = HTML()
        if summary.flights == 0 {
            try addWelcome(context, &content)
        } else {
            content.element(.h1, .class(answer.answer.isCurrent ? "good" : "bad")) {
                $0.text("\(answer.answer.headline) on \(context.answered.on)")
            }
        }
        for bar in answer.answer.blockedBy {
            content.element(.p, .class("bar"), text: "\(bar.text) (\(bar.paragraph))")
        }
        content.element(.section, .class("cards"), .label("Readings of \(answer.answer.authority.section)")) {
            content in
            let readings = [
                (LandingsKind.general, answer.answer.general, answer.general),
                (.day, answer.answer.day, answer.day), (.night, answer.answer.night, answer.night),
            ]
            for (kind, reading, events) in readings {
                let label = kind.label(answer.answer.authority)
                addReading(kind, label, reading, events.compactMap { entries[$0] }, context, &content)
            }
        }
        content.element(.p, .class("deeds")) { content in
            content.element(.a, .href(context.link("/bands")), text: "Currency over the years")
            content.element(.a, .href(context.link("/notices")), text: "Notices")
            content.element(.a, .href(context.link("/endorsements")), text: "Endorsements and reviews")
        }
        addRules(answer.answer, context, &content)
        addKinds(answer.answer.kinds, context, &content)
        try addSummary(summary, context, &content)
        addDisputed(answer.disputed, context, &content)
        return PageView(
            title: answer.answer.legal, section: .currency, marks: try PageMarks.ofVerdict(context), content: content)
    }

    /// The entries behind the readings, by the event that made each.
    private static func entries(_ answer: CurrencyAnswer, _ context: PageContext) throws -> [EventID: FlightEntry] {
        let days = Set([answer.general, answer.day, answer.night].flatMap(\.evidence)).sorted()
        let flights = try context.ledger.flights(onDays: days, context.asOf)
        return Dictionary(flights.map { ($0.created, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func addWelcome(_ context: PageContext, _ content: inout HTML) throws {
        let persona = try context.ledger.profile(context.asOf).value.persona
        content.element(.h1, text: persona.title)
        content.element(.p, text: "There is no flight yet on or before \(context.answered.on).")
        if persona.backfillTip {
            content.element(.p) { content in
                content.text("Tip: ")
                content.element(.a, .href(PageAddress("/flight/quick")), text: "quick entry")
                content.text(" takes past flights one after another.")
            }
        }
        if !context.isPast {
            content.element(.p) {
                $0.element(.a, .href(PageAddress("/flight/new")), .class("deed"), text: persona.call)
            }
        }
    }

    // MARK: - Readings

    private static func addReading(
        _ kind: LandingsKind, _ label: String, _ reading: CurrencyReading, _ flights: [FlightEntry],
        _ context: PageContext, _ content: inout HTML
    ) {
        let name = "\(kind.rawValue.prefix(1).uppercased())\(kind.rawValue.dropFirst()) currency"
        content.element(.article, .class("card"), .label("\(name): \(reading.text)"), .id(kind.rawValue)) { content in
            content.element(.h2, text: label)
            content.element(.p) { StateWord.add(reading.state, to: &$0) }
            content.element(.p, .class("figure"), text: reading.text)
            if let missing = reading.missing { content.element(.p, text: missing.text) }
            if let day = reading.goodThrough {
                content.element(.p) { content in
                    content.text("Good through ")
                    content.element(.a, .href(context.address.setting("on", "\(day)")), text: "\(day)")
                }
            }
            if reading.isOfRating, let check = reading.evidence.first {
                content.element(.p, text: "By an instrument rating, proficiency check of \(check)")
                return
            }
            guard !flights.isEmpty else { return }
            content.element(.details) { content in
                content.element(.summary, text: "Because of \(PageContext.count(flights.count, "flight"))")
                content.element(.ul) { content in
                    for entry in flights { content.element(.li) { FlightEvidence.add(entry, kind, context, to: &$0) } }
                }
            }
        }
    }

    /// One row for each kind of aircraft, where any is described.
    private static func addKinds(_ kinds: [KindCurrency], _ context: PageContext, _ content: inout HTML) {
        if kinds.allSatisfy({ $0.kind == .unknown }) { return }
        content.element(.section) { content in
            content.element(.h2, text: "By class of aircraft")
            content.element(.div, .class("scroll"), .named("tabindex", "0"), .label("By class of aircraft, table")) {
                content in
                content.element(.table) { content in
                    content.element(.thead) { content in
                        content.element(.tr) { content in
                            for title in ["Aircraft", "General", "Night"] {
                                content.element(.th, .named("scope", "col"), text: title)
                            }
                        }
                    }
                    content.element(.tbody) { content in
                        for each in kinds { addKind(each, context, &content) }
                    }
                }
            }
        }
    }

    private static func addKind(_ each: KindCurrency, _ context: PageContext, _ content: inout HTML) {
        let bands = context.link("/bands", [.init(name: "class", value: BandsChoice.key(each.kind))])
        content.element(.tr) { content in
            content.element(.th, .named("scope", "row")) { content in
                content.element(.a, .href(bands)) { $0.isolated(each.kind.title) }
            }
            for reading in [each.general, each.night] {
                content.element(.td) { content in
                    StateWord.add(reading.state, to: &content)
                    if let day = reading.goodThrough { content.text(" through \(day)") }
                    if let missing = reading.missing { content.text(", \(missing.text)") }
                }
            }
        }
    }

    /// Which rules the readings follow, what they take for granted, and what they do not judge.
    private static func addRules(_ answer: CurrencyAnswer, _ context: PageContext, _ content: inout HTML) {
        content.element(.details, .class("rules")) { content in
            content.element(.summary, text: "Rules and assumptions")
            content.element(.ul) { content in
                for rule in answer.authority.currencyRules {
                    let form = rule.form(on: context.answered.on)
                    content.element(.li, text: "\(rule.name), since \(form.since) (\(form.source)).")
                }
                for assumption in answer.assumptions { content.element(.li, text: "Assumed: \(assumption)") }
                if let notJudged = answer.notJudged { content.element(.li, text: notJudged) }
            }
        }
    }

    // MARK: - Totals

    private static func addSummary(_ summary: FlightSummary, _ context: PageContext, _ content: inout HTML) throws {
        let forwarded = BroughtForward.parts(try context.ledger.forwardedTotals(context.asOf).value, context.form)
        content.element(.section, .class("totals"), .label("Totals")) { content in
            let figures = [
                ("Total Hrs", summary.totalHours.text(context.form)), ("Flights", "\(summary.flights)"),
                ("This Month", summary.thisMonthHours.text(context.form)),
            ]
            for (name, value) in figures {
                let parts = name == "Total Hrs" ? forwarded : []
                let label = parts.isEmpty ? value : "\(value), of which \(parts.joined(separator: " and "))"
                content.element(.p, .class("total"), .named("role", "group"), .label("\(name): \(label)")) { content in
                    content.element(.span, .class("figure"), text: value)
                    content.element(.span, text: name)
                    for part in parts { content.element(.span, .class("faint"), text: "of which \(part)") }
                }
            }
        }
    }

    private static func addDisputed(_ flights: [StreamID], _ context: PageContext, _ content: inout HTML) {
        if flights.isEmpty { return }
        content.element(.section) { content in
            content.element(.h2, text: "Disputed")
            content.element(.p, text: "Two devices state different things of these flights:")
            content.element(.ul) { content in
                for flight in flights.prefix(20) {
                    content.element(.li) { $0.element(.a, .href(context.link("/\(flight.text)")), text: flight.id) }
                }
            }
        }
    }
}

/// A state by its sign and its word, never by its colour alone.
enum StateWord {
    static func add(_ state: CurrencyReading.State, to content: inout HTML) {
        let sign =
            switch state {
            case .valid: "✓"
            case .caution: "!"
            case .expired: "✕"
            case .never: "–"
            }
        content.element(.span, .class("state \(state.rawValue)")) { content in
            content.element(.span, .named("aria-hidden", "true"), text: sign)
            content.text(" \(state.rawValue)")
        }
    }
}
