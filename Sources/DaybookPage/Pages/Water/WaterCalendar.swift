import DaybookDomains

/// A month of days with their marks.
enum WaterCalendar {
    static func add(_ unit: WaterSettings.Unit, _ context: PageContext, to content: inout HTML) throws {
        let month = try month(context)
        WaterPage.part("month", "Month", &content) { content in
            content.element(.nav, .class("turns"), .label("Months")) { content in
                turn(month.previous, "Month before", context, &content)
                content.element(.strong, text: month.text)
                turn(month.next, "Next month", context, &content)
            }
            content.element(.div, .class("scroll"), .named("tabindex", "0"), .label("Month, table")) { content in
                content.element(.table, .class("calendar")) { content in
                    content.element(.caption, text: "✓ goal reached, ◐ half of the goal")
                    content.element(.thead) { content in
                        content.element(.tr) { content in
                            for name in WaterWeek.weekdays { content.element(.th, .named("scope", "col"), text: name) }
                        }
                    }
                    content.element(.tbody) { addWeeks(month, unit, context, &$0) }
                }
            }
        }
    }

    /// The month of the address, else that of the day of the page.
    private static func month(_ context: PageContext) throws -> WaterMonth {
        var first = context.answered.on
        if let text = context.address["month"] {
            guard text.utf8.count == 7, let found = CivilDate(text + "-01") else {
                throw PageProblem(
                    400, "This month cannot be read", "\"\(text)\" is no month.", hint: "Write it like 2026-02.")
            }
            first = found
        }
        let (year, month, _) = first.components
        guard let found = try context.ledger.waterMonth(year: year, month: month, context.asOf).value else {
            preconditionFailure("the month of a day")
        }
        return found
    }

    private static func turn(_ month: String?, _ title: String, _ context: PageContext, _ content: inout HTML) {
        guard let month else { return }
        let address = context.address.setting("month", month).setting("saved", nil)
        content.element(.a, .named("href", address.text + "#month"), text: title)
    }

    private static func addWeeks(
        _ month: WaterMonth, _ unit: WaterSettings.Unit, _ context: PageContext, _ content: inout HTML
    ) {
        let cells: [WaterDay?] = Array(repeating: nil, count: month.firstWeekday - 1) + month.days.map(Optional.some)
        for start in stride(from: 0, to: cells.count, by: 7) {
            content.element(.tr) { content in
                for cell in cells[start..<min(start + 7, cells.count)] {
                    guard let day = cell else {
                        content.element(.td)
                        continue
                    }
                    addDay(day, unit, context, &content)
                }
            }
        }
    }

    /// A day; after the day of the page it has neither a mark nor a link.
    private static func addDay(
        _ day: WaterDay, _ unit: WaterSettings.Unit, _ context: PageContext, _ content: inout HTML
    ) {
        let number = "\(day.date.components.day)"
        guard day.date <= context.answered.on else {
            return content.element(.td, .class("faint"), text: number)
        }
        content.element(.td, .class(day.mark.rawValue)) { content in
            content.element(
                .a, .href(context.address.setting("on", "\(day.date)").setting("saved", nil)),
                .label("\(number), \(day.text(in: unit)), \(WaterMark.word(day.mark))")
            ) { $0.text("\(number) \(WaterMark.sign(day.mark))") }
        }
    }
}
