import DaybookDomains

/// Draws the bands of a reading. States differ in height and place as well as in colour.
enum BandChart {
    static func add(
        _ kind: LandingsKind, _ label: String, _ bands: [CurrencyBand], _ span: DaySpan, on day: CivilDate,
        _ choice: BandsChoice, to content: inout HTML
    ) {
        content.element(
            .svg, .class("bands"), .named("width", "100%"), .named("height", "3.4em"), .named("role", "group"),
            .label("\(label): \(PageContext.count(bands.count, "band"))")
        ) { content in
            for year in span.years { addYear(year, span, &content) }
            for band in bands { add(band, kind, span, choice, &content) }
            let place = Percent.text(span.place(of: day))
            content.element(
                .line, .class("today"), .named("x1", place), .named("x2", place), .named("y1", "0"),
                .named("y2", "2.2em"))
        }
    }

    private static func addYear(_ year: CivilDate, _ span: DaySpan, _ content: inout HTML) {
        let place = Percent.text(span.place(of: year))
        content.element(
            .line, .class("year"), .named("x1", place), .named("x2", place), .named("y1", "0"), .named("y2", "2.2em"))
        // A text that would be cut off at the end stands before its line.
        let isLast = span.place(of: year) > 95_000
        content.element(
            .text, .named("x", place), .named("y", "3.1em"), isLast ? .named("text-anchor", "end") : nil,
            text: "\(year.components.year)")
    }

    private static func add(
        _ band: CurrencyBand, _ kind: LandingsKind, _ span: DaySpan, _ choice: BandsChoice, _ content: inout HTML
    ) {
        let (from, end) = (span.place(of: band.from), span.place(of: band.through.adding(days: 1)))
        let (top, height) =
            switch band.state {
            case .valid: ("0.2em", "1.8em")
            case .caution: ("0.8em", "1.2em")
            case .expired, .never: ("1.7em", "0.3em")
            }
        // The table has the same links, so that the Tab key need not go through all of them twice.
        content.element(
            .a, .named("href", choice.place(of: band, kind)), .named("tabindex", "-1"),
            .label("\(band.state.rawValue), \(band.from) through \(band.through)")
        ) { content in
            content.element(
                .rect, .class(band.state.rawValue), .named("x", Percent.text(from)), .named("y", top),
                .named("width", Percent.text(max(end - from, 100))), .named("height", height)
            ) { $0.element(.title, text: "\(band.state.rawValue), \(band.from) through \(band.through)") }
        }
    }
}

/// Shares of a whole as an attribute of SVG has them.
enum Percent {
    /// `12.345%` of thousandths of a percent.
    static func text(_ thousandths: Int) -> String {
        "\(thousandths / 1000).\(Digits.text(thousandths % 1000, width: 3))%"
    }
}

/// Lengths that grow with the text.
enum Em {
    /// `1.250em` of thousandths of an em.
    static func text(_ thousandths: Int) -> String {
        "\(thousandths / 1000).\(Digits.text(thousandths % 1000, width: 3))em"
    }
}
