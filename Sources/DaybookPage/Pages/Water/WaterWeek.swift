import DaybookDomains

/// Seven days, the one of the page last: bars, and a table of them.
enum WaterWeek {
    static func add(
        _ days: [WaterDay], _ unit: WaterSettings.Unit, _ context: PageContext, to content: inout HTML
    ) {
        WaterPage.part("week", "Last seven days", &content) { content in
            content.element(
                .svg, .class("week"), .named("width", "100%"), .named("height", "8em"), .named("role", "img"),
                .label("Bars of seven days; the table has their figures")
            ) { content in
                for (place, day) in days.enumerated() { addBar(day, place, of: days.count, &content) }
                // The goal is the full height.
                content.element(
                    .line, .class("goal"), .named("x1", "0"), .named("x2", "100%"), .named("y1", "0.5em"),
                    .named("y2", "0.5em"))
            }
            content.element(.div, .class("scroll"), .named("tabindex", "0"), .label("Last seven days, table")) {
                addTable(days, unit, context, &$0)
            }
        }
    }

    private static func addBar(_ day: WaterDay, _ place: Int, of count: Int, _ content: inout HTML) {
        // A bar of the goal is 6 em high; what goes beyond it is not drawn.
        let height = min(day.percent, 100) * 6
        let left = place * 100_000 / count
        content.element(
            .rect, .class(day.mark.rawValue), .named("x", Percent.text(left + 2000)), .named("y", em(650 - height)),
            .named("width", Percent.text(100_000 / count - 4000)), .named("height", em(height)))
        content.element(
            .text, .named("x", Percent.text(left + 50_000 / count)), .named("y", "7.7em"),
            .named("text-anchor", "middle"), text: weekdays[day.date.weekday - 1])
    }

    private static func em(_ hundredths: Int) -> String {
        "\(hundredths / 100).\(Digits.text(hundredths % 100, width: 2))em"
    }

    private static func addTable(
        _ days: [WaterDay], _ unit: WaterSettings.Unit, _ context: PageContext, _ content: inout HTML
    ) {
        content.element(.table) { content in
            content.element(.thead) { content in
                content.element(.tr) { content in
                    for title in ["Day", "Counts for", "Goal", "Percent", "State"] {
                        content.element(.th, .named("scope", "col"), text: title)
                    }
                }
            }
            content.element(.tbody) { content in
                for day in days {
                    content.element(.tr) { content in
                        content.element(.th, .named("scope", "row")) { content in
                            content.element(
                                .a, .href(context.address.setting("on", "\(day.date)").setting("saved", nil)),
                                text: "\(day.date)")
                        }
                        content.element(.td, text: day.effectiveText(in: unit))
                        content.element(.td, text: day.goalVolume.text(in: unit))
                        content.element(.td, text: "\(day.percent) %")
                        content.element(
                            .td, text: "\(WaterMark.sign(day.mark)) \(WaterMark.word(day.mark))")
                    }
                }
            }
        }
    }

    static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
}
