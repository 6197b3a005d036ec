import DaybookDomains

/// The two times of a page: each as a field, a slider, steps and "now".
enum TimesBar {
    static func add(_ context: PageContext, _ marks: [Position], _ steps: TimeSteps, to page: inout HTML) {
        page.element(
            .form, .class("times"), .named("method", "get"), .named("action", context.address.path),
            .label("The two times of this page")
        ) { page in
            for item in context.address.query where item.name != "on" && item.name != "known" {
                page.element(
                    .input, .named("type", "hidden"), .named("name", item.name), .named("value", item.value))
            }
            page.element(.div, .class("time")) { addDay(context, steps, &$0) }
            page.element(.div, .class("time")) { addKnown(context, marks, steps, &$0) }
            page.element(.p, .class("asof")) { page in
                page.element(.output, .id("asof"), text: words(context))
                page.text(" ")
                page.element(.button, text: "Show")
            }
        }
    }

    /// Both times in full.
    static func words(_ context: PageContext) -> String {
        let answered = context.answered
        guard answered.position.value > 0 else { return "As of \(answered.on), as known before the first event." }
        let moment = answered.knownAt.map { ", \(context.time($0))" } ?? ""
        return "As of \(answered.on), as known at position \(answered.position)\(moment)."
    }

    private static func addDay(_ context: PageContext, _ steps: TimeSteps, _ page: inout HTML) {
        let day = context.answered.on
        page.element(.label, .named("for", "on"), text: "On")
        page.element(
            .input, .named("type", "date"), .named("name", "on"), .id("on"), .named("value", "\(day)"),
            .named("min", "0001-01-01"), .named("max", "9999-12-31"))
        let today = context.ledger.today
        let (first, last) = (min(day, today.adding(days: -730)), max(day, today.adding(days: 365)))
        page.element(
            .input, .named("type", "range"), .id("on-slider"), .class("scripted"), .label("On, as a slider"),
            .named("min", "\(first.day)"), .named("max", "\(last.day)"), .named("value", "\(day.day)"),
            .named("aria-valuetext", "\(day)"))
        page.element(.span, .class("steps"), .id("on-steps")) { page in
            step(steps.dayBefore, "−1 day", "[", &page)
            step(steps.dayAfter, "+1 day", "]", &page)
            step(steps.today, "Today", nil, &page)
        }
    }

    private static func addKnown(
        _ context: PageContext, _ marks: [Position], _ steps: TimeSteps, _ page: inout HTML
    ) {
        let position = context.answered.position
        page.element(.label, .named("for", "known"), text: "Known at")
        page.element(
            .input, .named("type", "text"), .named("name", "known"), .id("known"), .named("autocomplete", "off"),
            .named("value", context.address["known"] == nil ? "" : "\(position)"),
            .named("placeholder", "now (position \(context.newest))"),
            .named("title", "A position, a day like 2026-02-01, or an instant"))
        page.element(
            .input, .named("type", "range"), .id("known-slider"), .class("scripted"), .label("Known at, as a slider"),
            .named("min", "0"), .named("max", "\(context.newest)"), .named("value", "\(position)"),
            .named("list", "marks"), .named("aria-valuetext", "position \(position)"))
        page.element(.datalist, .id("marks")) { page in
            for mark in marks { page.element(.option, .named("value", "\(mark)")) }
        }
        page.element(.span, .class("steps"), .id("known-steps")) { page in
            step(steps.changeBefore, "Change before", "{", &page)
            step(steps.changeAfter, "Next change", "}", &page)
            step(steps.now, "Now", ".", &page)
        }
    }

    /// A step; where it leads nowhere it stays visible.
    private static func step(_ address: PageAddress?, _ title: String, _ key: String?, _ page: inout HTML) {
        page.element(
            .a, address.map { .href($0) }, address == nil ? .named("aria-disabled", "true") : nil,
            address == nil ? .named("role", "link") : nil, key.map { .named("data-key", $0) }, text: title)
    }
}
