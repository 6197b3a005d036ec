import DaybookDomains

/// How each reading of 61.57 or FCL.060 stood over the years, with the flights that carry each band.
enum BandsPage {
    private static let daysMaximum = 100

    static func make(_ context: PageContext) throws -> PageView {
        let choice = try BandsChoice(context)
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(context.link("/")), text: "Currency") }
        content.element(.h1, text: "Currency over the years")
        let kinds = try context.ledger.flownKinds(context.asOf).value
        let aircraft = kinds.first { BandsChoice.key($0) == choice.classKey }
        content.element(.p) { content in
            content.text("Each day up to \(context.answered.on) is judged by the flights up to it, ")
            if let aircraft {
                content.text("in ")
                content.isolated(aircraft.title)
                content.text(" alone. ")
            } else {
                content.text("in all aircraft together. ")
            }
            content.text("What comes after it holds without another flight.")
        }
        addChoice(choice, &content)
        addChoice(of: kinds, aircraft, choice, &content)
        if choice.classKey == nil || aircraft != nil {
            try addReadings(aircraft, choice, context, &content)
        } else {
            content.element(
                .p, .class("empty"),
                text: "No aircraft of this class was flown on or before \(context.answered.on), as far as is known.")
        }
        return PageView(
            title: "Currency over the years", section: .currency, marks: try PageMarks.ofLogbook(context),
            content: content)
    }

    /// - Parameter aircraft: Nil: all aircraft together.
    private static func addReadings(
        _ aircraft: AircraftKind?, _ choice: BandsChoice, _ context: PageContext, _ content: inout HTML
    ) throws {
        let authority = try context.ledger.authority(context.asOf)
        let own = try aircraft.map { try context.ledger.currencyBands(in: $0, context.asOf).value }
        let readings = try LandingsKind.allCases.map { kind in
            (kind: kind, bands: try own?[kind] ?? context.ledger.currencyBands(kind, context.asOf).value)
        }
        let span = choice.span(of: readings.flatMap(\.bands), on: context.answered.on)
        for (kind, bands) in readings {
            let shown = bands.filter { $0.through >= span.first && $0.from <= span.last }
            try add(
                BandsReading(kind: kind, authority: authority, aircraft: aircraft, bands: shown),
                isEver: !bands.isEmpty, span, choice, context, &content)
        }
    }

    /// The classes that were flown, where any aircraft is described.
    private static func addChoice(
        of kinds: [AircraftKind], _ aircraft: AircraftKind?, _ choice: BandsChoice, _ content: inout HTML
    ) {
        if kinds.allSatisfy({ $0 == .unknown }), choice.classKey == nil { return }
        content.element(.nav, .class("choice"), .label("Class of aircraft")) { content in
            content.element(
                .a, .href(choice.address(of: nil)), choice.classKey == nil ? .named("aria-current", "true") : nil,
                text: "All aircraft")
            for each in kinds {
                content.element(
                    .a, .href(choice.address(of: each)), each == aircraft ? .named("aria-current", "true") : nil
                ) { $0.isolated(each.title) }
            }
        }
    }

    private static func addChoice(_ choice: BandsChoice, _ content: inout HTML) {
        content.element(.nav, .class("choice"), .label("Years shown")) { content in
            for years in BandsChoice.offered {
                let title = years.map { PageContext.count($0, "year") } ?? "All years"
                content.element(
                    .a, .href(choice.address(years: years)),
                    years == choice.years ? .named("aria-current", "true") : nil, text: title)
            }
        }
    }

    // MARK: - One reading

    private static func add(
        _ reading: BandsReading, isEver: Bool, _ span: DaySpan, _ choice: BandsChoice, _ context: PageContext,
        _ content: inout HTML
    ) throws {
        let (kind, bands) = (reading.kind, reading.bands)
        let label = kind.label(reading.authority)
        let id = "bands-\(kind.rawValue)"
        try content.element(.section, .class("reading"), .named("aria-labelledby", id)) { content in
            content.element(.h2, .id(id), text: label)
            guard !bands.isEmpty else {
                let words = isEver ? "No band lies in these years." : "Never current."
                return content.element(.p, .class("empty"), text: words)
            }
            content.element(.p, text: share(of: bands, span, on: context.answered.on))
            content.element(.div, .class("scroll"), .named("tabindex", "0"), .label("\(label), chart")) {
                BandChart.add(kind, label, bands, span, on: context.answered.on, choice, to: &$0)
            }
            content.element(.details, .flag("open", choice.kind == kind)) { content in
                content.element(.summary, text: "Table of \(PageContext.count(bands.count, "band"))")
                content.element(.div, .class("scroll"), .named("tabindex", "0"), .label("\(label), table")) {
                    addTable(kind, bands, choice, &$0)
                }
            }
            if choice.kind == kind, let day = choice.day {
                try addBand(reading, day, context, &content)
            }
        }
    }

    /// How many of the days that are shown, up to the day of the page, the reading was current.
    private static func share(of bands: [CurrencyBand], _ span: DaySpan, on day: CivilDate) -> String {
        let end = min(day, span.last)
        let current = bands.filter { $0.state != .expired }.reduce(0) { count, band in
            let (from, through) = (max(band.from, span.first), min(band.through, end))
            return from > through ? count : count + through.days(since: from) + 1
        }
        let all = max(0, end.days(since: span.first) + 1)
        return "Current on \(current) of \(PageContext.count(all, "day")), from \(span.first) through \(end)."
    }

    private static func addTable(
        _ kind: LandingsKind, _ bands: [CurrencyBand], _ choice: BandsChoice, _ content: inout HTML
    ) {
        content.element(.table) { content in
            content.element(.thead) { content in
                content.element(.tr) { content in
                    for title in ["From", "Through", "State", "Days", "Because of"] {
                        content.element(.th, .named("scope", "col"), text: title)
                    }
                }
            }
            content.element(.tbody) { content in
                for band in bands.reversed() {
                    content.element(.tr) { content in
                        content.element(.th, .named("scope", "row"), text: "\(band.from)")
                        content.element(.td, text: "\(band.through)")
                        content.element(.td) { StateWord.add(band.state, to: &$0) }
                        content.element(.td, text: "\(band.days)")
                        content.element(.td) { content in
                            let days = PageContext.count(band.evidence.count + band.checks.count, "day")
                            content.element(
                                .a, .named("href", choice.place(of: band, kind)),
                                .label("\(days): flights of the band from \(band.from), \(band.state.rawValue)"),
                                text: days)
                        }
                    }
                }
            }
        }
    }

    // MARK: - One band

    /// The evidence of a band.
    private static func addBand(
        _ reading: BandsReading, _ day: CivilDate, _ context: PageContext, _ content: inout HTML
    ) throws {
        let (kind, aircraft) = (reading.kind, reading.aircraft)
        guard let band = reading.bands.first(where: { $0.contains(day) }) else {
            return content.element(.p, .class("empty"), .id("because"), text: "No band holds \(day).")
        }
        let days = Array(band.evidence.suffix(daysMaximum))
        let flights =
            try aircraft.map { try context.ledger.flights(countedBy: kind, in: $0, on: days, context.asOf) }
            ?? context.ledger.flights(countedBy: kind, on: days, context.asOf)
        content.element(.section, .class("card"), .id("because"), .named("aria-labelledby", "because-title")) {
            content in
            content.element(.h3, .id("because-title")) { content in
                StateWord.add(band.state, to: &content)
                content.text(" \(band.from) through \(band.through), \(PageContext.count(band.days, "day"))")
            }
            let isOne = CurrencyRules(reading.authority).needed(kind) == 1
            let needed = isOne ? "one landing and takeoff" : "three landings and takeoffs"
            if band.state == .expired {
                content.element(
                    .p,
                    text: "The last flights that made current counted through \(band.from.adding(days: -1)). "
                        + "No later flight completed \(needed) within 90 days.")
            } else {
                if let check = band.checks.last {
                    content.element(
                        .p, text: "An instrument rating carries it, by the proficiency check of \(check).")
                }
                if !flights.isEmpty { content.element(.p, text: "These flights carry it:") }
            }
            content.element(.ul) { content in
                for entry in flights.reversed() {
                    content.element(.li) { FlightEvidence.add(entry, kind, in: aircraft, context, to: &$0) }
                }
            }
            guard band.evidence.count > days.count, let first = days.first else { return }
            content.element(.p) { content in
                let earlier = band.evidence.count - days.count
                content.text("and those of \(PageContext.count(earlier, "earlier day")): ")
                content.element(
                    .a, .href(context.link("/logbook", [.init(name: "before", value: "\(first.adding(days: -1)).0")])),
                    text: "in the logbook")
            }
        }
    }
}

/// The bands of one reading that are shown.
private struct BandsReading {
    let kind: LandingsKind
    let authority: Authority
    /// Nil: all aircraft together.
    let aircraft: AircraftKind?
    let bands: [CurrencyBand]
}
