import DaybookDomains

/// The flying days of one year: a chart of weeks and weekdays, and a table.
enum FlyingYear {
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    // In thousandths of a percent of the width.
    private static let (start, step, width) = (8_000, 1_700, 1_460)
    // In thousandths of an em.
    private static let (top, line, height) = (1_500, 1_300, 1_100)

    /// - Parameter days: All flying days, ascending; not empty.
    /// - Throws: ``PageProblem`` for a year that cannot be read.
    static func add(_ days: [FlyingDay], _ context: PageContext, to content: inout HTML) throws {
        let flown = years(of: days)
        let year = try year(context, flown)
        let own = days.filter { $0.date.components.year == year }
        content.element(.h2, .id("days"), text: "Flying days of \(year)")
        addYears(flown, year, context, &content)
        let hours = own.reduce(Hours.zero) { $0 + $1.hours }
        content.element(
            .p, text: "\(PageContext.count(own.count, "flying day")), \(hours.text(context.form)) hours. "
                + "The colour of a day is stronger, the more hours were flown.")
        content.element(
            .div, .class("scroll"), .named("tabindex", "0"), .named("role", "group"), .label("Days, chart")
        ) { addChart(own, year, context, &$0) }
        if !own.isEmpty { addTable(own, context, &content) }
    }

    private static func years(of days: [FlyingDay]) -> [Int] {
        var years: [Int] = []
        for day in days where years.last != day.date.components.year { years.append(day.date.components.year) }
        return years
    }

    /// The year of the address, else the last one that was flown in.
    private static func year(_ context: PageContext, _ flown: [Int]) throws(PageProblem) -> Int {
        guard let text = context.address["year"] else { return flown.last ?? context.answered.on.components.year }
        guard let year = Digits.value(Array(text.utf8)[...]), CivilDate(year: year, month: 1, day: 1) != nil else {
            throw PageProblem(
                400, "This year cannot be read", "\"\(text)\" is no year.", hint: "Write it like 2026.")
        }
        return year
    }

    private static func addYears(_ flown: [Int], _ year: Int, _ context: PageContext, _ content: inout HTML) {
        content.element(.nav, .class("choice"), .label("Years flown in")) { content in
            for each in flown.reversed() {
                let address = context.link("/months", [.init(name: "year", value: "\(each)")])
                content.element(
                    .a, .named("href", address.text + "#days"), each == year ? .named("aria-current", "true") : nil,
                    text: "\(each)")
            }
        }
    }

    private static func words(_ day: FlyingDay, _ context: PageContext) -> String {
        "\(day.date): \(day.hours.text(context.form)) hours"
    }

    /// The flights of a day and those before.
    private static func place(_ day: FlyingDay, _ context: PageContext) -> PageAddress {
        context.link("/logbook", [.init(name: "before", value: "\(day.date).0")])
    }

    // MARK: - Chart

    private static func addChart(
        _ days: [FlyingDay], _ year: Int, _ context: PageContext, _ content: inout HTML
    ) {
        guard let first = CivilDate(year: year, month: 1, day: 1) else { return }
        // The Monday of the first week.
        let monday = first.adding(days: -((first.weekday + 5) % 7))
        let most = days.map(\.hours.seconds).max() ?? 1
        content.element(
            .svg, .class("heat"), .named("width", "100%"), .named("height", Em.text(top + line * 7)),
            .named("role", "group"), .label("\(PageContext.count(days.count, "flying day")) of \(year)")
        ) { content in
            for month in 1...12 {
                guard let day = CivilDate(year: year, month: month, day: 1) else { continue }
                content.element(
                    .text, .named("x", Percent.text(column(day, monday))), .named("y", "1em"),
                    text: MonthChart.names[month - 1])
            }
            for (index, name) in weekdays.enumerated() where index % 2 == 0 {
                content.element(.text, .named("x", "0"), .named("y", Em.text(top + line * index + 900)), text: name)
            }
            for offset in 0..<366 where first.adding(days: offset).components.year == year {
                addCell("cell", first.adding(days: offset), monday, &content)
            }
            for day in days {
                let shade = max(1, (day.hours.seconds * 4 + most - 1) / most)
                content.element(
                    .a, .href(place(day, context)), .named("tabindex", "-1"), .label(words(day, context))
                ) { content in
                    content.element(.title, text: words(day, context))
                    addCell("part shade\(shade)", day.date, monday, &content)
                }
            }
        }
    }

    private static func column(_ day: CivilDate, _ monday: CivilDate) -> Int {
        start + step * (day.days(since: monday) / 7)
    }

    private static func addCell(_ name: String, _ day: CivilDate, _ monday: CivilDate, _ content: inout HTML) {
        content.element(
            .rect, .class(name), .named("x", Percent.text(column(day, monday))),
            .named("y", Em.text(top + line * (day.days(since: monday) % 7))), .named("width", Percent.text(width)),
            .named("height", Em.text(height)))
    }

    // MARK: - Table

    private static func addTable(_ days: [FlyingDay], _ context: PageContext, _ content: inout HTML) {
        content.element(.details) { content in
            content.element(.summary, text: "Table of \(PageContext.count(days.count, "day"))")
            content.element(.table, .id("flown")) { content in
                content.element(.thead) { content in
                    content.element(.tr) { content in
                        for title in ["Day", "Hours"] { content.element(.th, .named("scope", "col"), text: title) }
                    }
                }
                content.element(.tbody) { content in
                    for day in days.reversed() {
                        content.element(.tr) { content in
                            content.element(.th, .named("scope", "row")) {
                                $0.element(.a, .href(place(day, context)), text: "\(day.date)")
                            }
                            content.element(.td, text: day.hours.text(context.form))
                        }
                    }
                }
            }
        }
    }
}
