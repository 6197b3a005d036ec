import DaybookDomains

/// Draws a row of twelve cells for each year, the newest first. A month's bar has its hours as its height and its
/// flying days as its shade.
enum MonthChart {
    static let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    /// Years beyond so many without a flight between them are left out.
    private static let yearsMaximum = 100
    // In thousandths of a percent of the width.
    private static let (start, step, width) = (8_000, 7_600, 7_000)
    // In thousandths of an em.
    private static let (top, line, height) = (1_500, 2_200, 1_800)

    static func add(_ months: [FlightMonth], _ context: PageContext, to content: inout HTML) {
        guard let first = months.first?.year, let last = months.last?.year else { return }
        let flown = Set(months.map(\.year))
        let isWhole = last - first < yearsMaximum
        let years = (first...last).reversed().filter { isWhole || flown.contains($0) }
        let (most, busiest) = (months.map(\.hours.seconds).max() ?? 0, months.map(\.days).max() ?? 0)
        content.element(
            .svg, .class("heat"), .named("width", "100%"), .named("height", Em.text(top + line * years.count)),
            .named("role", "group"), .label("Flying days and hours of \(PageContext.count(months.count, "month"))")
        ) { content in
            for (index, name) in names.enumerated() {
                content.element(
                    .text, .named("x", Percent.text(start + step * index)), .named("y", "1em"), text: name)
            }
            for (index, year) in years.enumerated() {
                let row = top + line * index
                content.element(.text, .named("x", "0"), .named("y", Em.text(row + 1_300)), text: "\(year)")
                for month in 0..<12 { addCell("cell", row, height, month, &content) }
                for month in months where month.year == year {
                    add(month, row, most, busiest, context, &content)
                }
            }
        }
    }

    private static func add(
        _ month: FlightMonth, _ row: Int, _ most: Int, _ busiest: Int, _ context: PageContext, _ content: inout HTML
    ) {
        let words = "\(MonthsPage.name(month)): \(MonthsPage.words(month, context))"
        // At least a line can be seen of any month.
        let bar = max(height * month.hours.seconds / max(most, 1), height / 10)
        let shade = (month.days * 4 + busiest - 1) / busiest
        // The table has the same links, so that the Tab key need not go through all of them twice.
        content.element(
            .a, .href(MonthsPage.place(month, context)), .named("tabindex", "-1"), .label(words)
        ) { content in
            content.element(.title, text: words)
            addCell("part shade\(shade)", row + height - bar, bar, month.month - 1, &content)
        }
    }

    private static func addCell(_ name: String, _ y: Int, _ height: Int, _ month: Int, _ content: inout HTML) {
        content.element(
            .rect, .class(name), .named("x", Percent.text(start + step * month)), .named("y", Em.text(y)),
            .named("width", Percent.text(width)), .named("height", Em.text(height)))
    }
}
