import DaybookDomains

/// The profile, a goal of one's own, the unit and the reminders of water.
enum WaterSettingsPage {
    /// A form that was refused, and which one it was.
    struct Sent {
        let form: String
        let items: [PageAddress.Item]
        let refusal: FormRefusal
    }

    static func make(_ context: PageContext, _ secrets: FormSecrets, _ sent: Sent? = nil) throws -> PageView {
        let ledger = context.ledger
        let settings = try ledger.waterSettings(context.asOf)
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(context.link("/water")), text: "Water") }
        content.element(.h1, text: "Settings of water")
        let goal = try ledger.waterGoal(context.asOf).value
        if sent == nil, !context.isPast, let saved = context.address["saved"], ["settings", "profile"].contains(saved) {
            let own = saved == "profile" ? goal.overrideVolume.map { stays($0, settings.unit) } ?? "" : ""
            content.element(.p, .class("saved"), .id("saved"), .named("role", "status"), text: "Saved.\(own)")
        }
        FlightFormPage.add(sent?.refusal, to: &content)
        let profile = try ledger.waterProfile(context.asOf).value
        let body = sent.flatMap { $0.form == "profile" ? WaterBodyForm($0.items) : nil } ?? WaterBodyForm(profile)
        let seen = SeenRecord(try ledger.history(of: GoalHistory.stream)?.value)
        WaterPage.part("profile", "Profile", &content) { content in
            form("profile", secrets, seen, &content, previews: true) { content in
                body.add(to: &content)
                content.element(.output, .id("preview"), .named("for", "age weight activity")) { content in
                    // A body that is not complete has no goal to show.
                    let text = try? body.preview(in: settings.unit)  // None yet.
                    if let text { content.text(text) }
                }
                if let own = goal.overrideVolume {
                    content.element(.p, .class("faint"), text: "Of the profile alone.\(stays(own, settings.unit))")
                }
                content.element(.p) { $0.element(.button, text: "Save profile") }
            }
        }
        WaterPage.part("own-goal", "Goal of your own", &content) { content in
            form("goal", secrets, seen, &content) { content in
                content.addField(
                    "goal", "Goal (\(settings.unit == .ml ? "mL, 1500 to 4500" : "oz"))", "text",
                    ownGoal(goal, settings, sent))
                content.element(.button, .named("name", "do"), .named("value", "set"), text: "Set the goal")
                if goal.overrideVolume != nil {
                    content.element(
                        .button, .named("name", "do"), .named("value", "clear"), .flag("formnovalidate"),
                        text: "Compute it from the profile")
                }
            }
        }
        try addReminders(settings, context, secrets, &content)
        return PageView(
            status: sent == nil ? 200 : 422, title: "Settings of water", section: .water,
            marks: try PageMarks.ofWater(context), isForm: true, content: content)
    }

    private static func stays(_ own: Volume, _ unit: WaterSettings.Unit) -> String {
        " The goal of your own stays: \(own.text(in: unit))."
    }

    private static func ownGoal(_ goal: WaterGoal, _ settings: WaterSettings, _ sent: Sent?) -> String {
        if let sent, sent.form == "goal" { return sent.items.last { $0.name == "goal" }?.value ?? "" }
        return goal.overrideVolume.map { "\(settings.unit == .ml ? $0.ml : $0.wholeOunces)" } ?? ""
    }

    private static func addReminders(
        _ settings: WaterSettings, _ context: PageContext, _ secrets: FormSecrets, _ content: inout HTML
    ) throws {
        let reminders = try context.ledger.waterReminders(context.asOf).value
        let permission = try context.ledger.permission(domain: "water", context.asOf)
        let seen = SeenRecord(try context.ledger.history(of: WaterSettings.stream)?.value)
        WaterPage.part("reminders", "Unit and reminders", &content) { content in
            form("settings", secrets, seen, &content) { content in
                content.addChoice("unit", "Unit", [("ml", "mL"), ("oz", "oz")], settings.unit.rawValue)
                content.addChoice(
                    "permission", "Reminders", NoticePermission.allCases.map { ($0.rawValue, $0.text) },
                    permission.rawValue)
                content.addField(
                    "remindersPerDay", "Reminders a day (1 to 10)", "number", "\(settings.remindersPerDay)")
                if reminders.window.source == .imported {
                    content.element(.dl, .id("imported")) { content in
                        for (name, value) in [("Wake", reminders.window.wake), ("Sleep", reminders.window.sleep)] {
                            content.element(.dt, text: "\(name), from imported nights")
                            content.element(.dd, text: TimeOfDay.text(value))
                        }
                    }
                } else {
                    content.addField("wake", "Wake", "time", TimeOfDay.text(reminders.window.wake))
                    content.addField("sleep", "Sleep", "time", TimeOfDay.text(reminders.window.sleep))
                }
                box("sleepImport", "Use the times of imported nights", settings.importsSleep, &content)
                box("smart", "Remind after hours without a drink", settings.isSmart, &content)
                content.addField("smartHours", "Hours without a drink (1 to 6)", "number", "\(settings.smartHours)")
                box("stopAtGoal", "Stop when the goal is reached", settings.stopsAtGoal, &content)
                content.element(.p) { $0.element(.button, text: "Save settings") }
            }
            content.element(.p) { content in
                content.text("Reminders at ")
                content.text(reminders.times.map { TimeOfDay.text($0 % 1440) }.joined(separator: ", "))
                content.text(reminders.isPermitted ? "." : ". They are off.")
            }
        }
    }

    // MARK: - Parts of forms

    private static func form(
        _ name: String, _ secrets: FormSecrets, _ seen: SeenRecord, _ content: inout HTML, previews: Bool = false,
        _ body: (inout HTML) -> Void
    ) {
        content.element(
            .form, .class(previews ? "fields needs" : "fields"), .named("method", "post"),
            .named("action", "/water/\(name)"), previews ? .named("data-preview", "/water/preview") : nil
        ) { content in
            secrets.add(to: &content)
            seen.add(to: &content)
            body(&content)
        }
    }

    private static func box(_ name: String, _ title: String, _ isOn: Bool, _ content: inout HTML) {
        content.element(.label, .class("choice")) { content in
            content.element(
                .input, .named("type", "checkbox"), .named("name", name), .named("value", "on"), .flag("checked", isOn))
            content.text(" \(title)")
        }
    }
}
