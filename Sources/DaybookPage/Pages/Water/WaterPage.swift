import DaybookDomains

/// A day's drinks against its goal, what can be added to it, and the days around it.
enum WaterPage {
    /// A form whose answer is the page again: refused, or only asked for what the drink counts.
    struct Sent {
        let form: DrinkForm
        let key: String
        /// Nil where it was not refused.
        let refusal: FormRefusal?
    }

    private static let parts = [
        ("Today", "today"), ("Drinks", "drinks"), ("Last seven days", "week"), ("Month", "month"), ("Streak", "streak"),
        ("Goal", "goal"),
    ]

    static func make(_ context: PageContext, _ sent: Sent? = nil) throws -> PageView {
        let today = try context.ledger.waterToday(context.asOf).value
        var content = HTML()
        content.element(.h1, text: "Water on \(context.answered.on)")
        try addSaved(today, context, &content)
        content.element(.nav, .class("choice"), .label("Parts of the page")) { content in
            for (title, id) in parts { content.element(.a, .named("href", "#\(id)"), text: title) }
            if !context.isPast { content.element(.a, .href(PageAddress("/water/settings")), text: "Settings") }
        }
        if !context.isPast, !today.isOnboarded {
            let isBegun = try context.ledger.waterOnboarding().value.isCompleted
            content.element(.p) { content in
                content.element(
                    .a, .href(PageAddress(isBegun ? "/water/settings" : "/water/welcome")), .class("deed"),
                    text: "Set up your goal and reminders")
            }
        }
        content.element(.section, .class("today"), .id("today"), .named("tabindex", "-1"), .label("Today")) {
            content in
            WaterRing.add(today.day, today.unit, to: &content)
            if !context.isPast, context.answered.on == context.ledger.today {
                AddDrink.add(sent, today.unit, context, to: &content)
            } else if !context.isPast {
                content.element(.p) { content in
                    content.text("A drink is added on the page of today. ")
                    content.element(.a, .href(PageAddress("/water")), text: "Go to today")
                }
            }
        }
        try addDrinks(today, context, &content)
        WaterWeek.add(try context.ledger.waterHistory(context.asOf).value, today.unit, context, to: &content)
        try WaterCalendar.add(today.unit, context, to: &content)
        addStreak(try context.ledger.waterStreak(context.asOf).value, &content)
        addGoal(try context.ledger.waterGoal(context.asOf).value, today.unit, &content)
        return PageView(
            status: sent?.refusal == nil ? 200 : 422, title: "Water", section: .water,
            marks: try PageMarks.ofWater(context), content: content)
    }

    /// Shows what a form just wrote, and the way back.
    private static func addSaved(_ today: WaterToday, _ context: PageContext, _ content: inout HTML) throws {
        guard !context.isPast, let saved = context.address["saved"] else { return }
        let drink = context.address["drink"].flatMap { id in today.drinks.first { $0.stream.id == id } }?.drink
        let words: String? =
            switch (saved, drink) {
            case ("added", let drink?):
                "Added \(drink.volume.text(in: today.unit)) \(drink.kind.title). "
                    + "\(today.day.text(in: today.unit)), \(today.day.percent) %. To undo it, remove the drink."
            case ("added", nil): "The drink was added. Its day lists it."
            case ("removed", nil): "Drink removed. \(today.day.text(in: today.unit)), \(today.day.percent) %."
            case ("restored", _?): "Drink restored. To undo it, remove the drink."
            case ("changed", _): "Nothing was written: the drink changed after the page was opened."
            default: nil
            }
        guard let words else { return }
        content.element(.p, .class("saved"), .id("saved"), .named("role", "status"), text: words)
        if saved == "removed", let id = context.address["drink"], let stream = StreamID("drink/\(id)") {
            try DrinkButtons.addRestore(stream, context, to: &content)
        }
    }

    // MARK: - Drinks

    private static func addDrinks(_ today: WaterToday, _ context: PageContext, _ content: inout HTML) throws {
        try part("drinks", "Drinks", &content) { content in
            if today.drinks.isEmpty {
                content.element(.p, .class("empty"), text: "No drink was noted on \(context.answered.on).")
                return
            }
            try content.element(.ol, .class("drinks")) { content in
                for noted in today.drinks {
                    try content.element(.li) { content in
                        let volume = noted.drink.volume.text(in: today.unit)
                        content.element(.span, text: clock(noted))
                        content.element(.span, text: "\(volume) \(noted.drink.kind.title)")
                        content.element(
                            .span, text: "counts for \(WaterUnits.text(noted.drink.effectiveMl, today.unit))")
                        if !context.isPast {
                            try DrinkButtons.addRemove(
                                noted.stream, "\(volume) \(noted.drink.kind.title)", context, to: &content)
                        }
                    }
                }
            }
        }
    }

    /// `08:05` in the local time of the drink; empty where only its day is known.
    private static func clock(_ noted: NotedDrink) -> String {
        guard case .instant(let instant, let offset, _) = noted.time else { return "" }
        return TimeOfDay.text(instant.local(offsetSeconds: offset).millisecondOfDay / 60_000)
    }

    // MARK: - Streak and goal

    private static func addStreak(_ streak: Int, _ content: inout HTML) {
        part("streak", "Streak", &content) { content in
            content.element(
                .p, .class("figure"),
                text: streak == 0 ? "No streak yet." : "\(PageContext.count(streak, "day")) in a row.")
            content.element(
                .p, .class("faint"), text: "Days in a row with their goals reached. Today may still be open.")
        }
    }

    private static func addGoal(_ goal: WaterGoal, _ unit: WaterSettings.Unit, _ content: inout HTML) {
        part("goal", "Goal", &content) { content in
            content.element(.p, .class("figure"), text: goal.volume.text(in: unit))
            if goal.overrideVolume != nil {
                content.element(.p, text: "A goal of your own, which wins over the computed one.")
            }
            guard let parts = goal.breakdown else {
                return content.element(.p, text: "Without a profile the goal is 2500 mL.")
            }
            content.element(.dl) { content in
                let facts = [
                    ("Weight", parts.text), ("Base", "\(parts.baseMl) mL"), ("Activity", "\(parts.bonusMl) mL"),
                    ("Total", "\(parts.totalMl) mL"), ("Computed goal", "\(parts.ml) mL"),
                ]
                for (name, value) in facts {
                    content.element(.dt, text: name)
                    content.element(.dd, text: value)
                }
            }
            if parts.isClamped {
                content.element(.p, text: "A goal is at least 1500 mL and at most 4500 mL.")
            }
        }
    }

    /// A part of the page, to which the list of parts leads.
    static func part(_ id: String, _ title: String, _ content: inout HTML, _ body: (inout HTML) throws -> Void) rethrows
    {
        try content.element(.section, .id(id), .named("tabindex", "-1"), .named("aria-labelledby", "\(id)-title")) {
            content in
            content.element(.h2, .id("\(id)-title"), text: title)
            try body(&content)
        }
    }
}
