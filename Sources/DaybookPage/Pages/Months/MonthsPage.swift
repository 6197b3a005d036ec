import DaybookDomains

/// The flying days of a year, and the flying days and hours of each month, as charts with their tables.
enum MonthsPage {
    static func make(_ context: PageContext) throws -> PageView {
        let days = try context.ledger.flyingDays(context.asOf).value
        let months = FlightMonth.all(of: days)
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(context.link("/logbook")), text: "Logbook") }
        content.element(.h1, text: "Flying months")
        if months.isEmpty {
            content.element(.p, .class("empty"), text: "No flight is logged on or before \(context.answered.on).")
        } else {
            addSum(months, context, &content)
            content.element(
                .div, .class("scroll"), .named("tabindex", "0"), .named("role", "group"), .label("Months, chart")
            ) { MonthChart.add(months, context, to: &$0) }
            addTable(months, context, &content)
            try FlyingYear.add(days, context, to: &content)
        }
        return PageView(
            title: "Flying months", section: .logbook, marks: try PageMarks.ofLogbook(context), content: content)
    }

    /// The figures of a month in the chart, in words.
    static func words(_ month: FlightMonth, _ context: PageContext) -> String {
        "\(PageContext.count(month.days, "flying day")), \(month.hours.text(context.form)) hours"
    }

    /// The name of a month in the address of the logbook.
    static func name(_ month: FlightMonth) -> String {
        "\(Digits.text(month.year, width: 4))-\(Digits.text(month.month, width: 2))"
    }

    /// The flights of a month and those before.
    static func place(_ month: FlightMonth, _ context: PageContext) -> PageAddress {
        context.link("/logbook", [.init(name: "month", value: name(month))])
    }

    private static func addSum(_ months: [FlightMonth], _ context: PageContext, _ content: inout HTML) {
        let days = months.reduce(0) { $0 + $1.days }
        let hours = months.reduce(Hours.zero) { $0 + $1.hours }
        let most = months.max { ($0.days, $0.hours) < ($1.days, $1.hours) }
        content.element(.p) { content in
            content.text("\(PageContext.count(days, "flying day")) with \(hours.text(context.form)) hours in ")
            content.text("\(PageContext.count(months.count, "month")), on or before \(context.answered.on). ")
            if let most { content.text("Most days: \(name(most)), with \(words(most, context)).") }
        }
        content.element(
            .p, .class("faint"),
            text: "A bar is as high as the hours of its month. Its colour is stronger, the more days were flown.")
    }

    private static func addTable(_ months: [FlightMonth], _ context: PageContext, _ content: inout HTML) {
        content.element(.details) { content in
            content.element(.summary, text: "Table of \(PageContext.count(months.count, "month"))")
            content.element(.table, .id("months")) { content in
                content.element(.thead) { content in
                    content.element(.tr) { content in
                        for title in ["Month", "Flying days", "Hours"] {
                            content.element(.th, .named("scope", "col"), text: title)
                        }
                    }
                }
                content.element(.tbody) { content in
                    for month in months.reversed() {
                        content.element(.tr) { content in
                            content.element(.th, .named("scope", "row")) {
                                $0.element(.a, .href(place(month, context)), text: name(month))
                            }
                            content.element(.td, text: "\(month.days)")
                            content.element(.td, text: month.hours.text(context.form))
                        }
                    }
                }
            }
        }
    }
}
