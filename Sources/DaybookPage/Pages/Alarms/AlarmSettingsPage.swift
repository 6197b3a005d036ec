import DaybookDomains

/// The settings that alarms follow, each with its button, and the pages around them.
enum AlarmSettingsPage {
    private static let flags: [(name: String, title: String, meaning: String)] = [
        ("alarms.snooze", "Snooze", "A waiting alarm can be put off."),
        ("alarms.slideToStop", "Slide to Stop", "The button that ends an alarm is held for three seconds."),
        ("alarms.groupByCategory", "Group by Category", "Two alarms of a category stand together. Plus only."),
    ]

    static func make(_ context: PageContext) throws -> PageView {
        let ledger = context.ledger
        var content = HTML()
        content.element(.h1, text: "Settings")
        addSaved(context, &content)
        let form = try Form(context)
        for (name, title, meaning) in flags {
            guard let setting = SettingName.named(name) else { continue }
            let isOn = try ledger.value(of: setting, context.asOf) == .bool(true)
            form.add(
                setting, title, isOn ? "On" : "Off", meaning, to: .bool(!isOn), isOn ? "Switch off" : "Switch on",
                &content)
        }
        let zone = try ledger.value(of: .timezone, context.asOf) ?? .string("floating")
        let isFixed = zone == .string("fixed")
        form.add(
            .timezone, "Fixed timezone", isFixed ? "On" : "Off", SettingName.timezone.explanation(of: zone) ?? "",
            to: .string(isFixed ? "floating" : "fixed"), isFixed ? "Switch off" : "Switch on", &content)
        addTone(&content)
        try addFacts(context, &content)
        return PageView(
            title: "Settings", section: .alarms, marks: try PageMarks.ofAlarms(context), content: content)
    }

    /// Shows what a form just wrote. Other pages of settings show it, too.
    static func addSaved(_ context: PageContext, _ content: inout HTML) {
        let words: String? =
            switch context.address["saved"] {
            case "set": "The setting was changed."
            case "changed": "Nothing was written: a setting changed after the page was opened."
            default: nil
            }
        guard !context.isPast, let words else { return }
        content.element(.p, .class("saved"), .id("saved"), .named("role", "status"), text: words)
    }

    /// The button of one setting.
    struct Form {
        let secrets: FormSecrets?

        init(_ context: PageContext) throws {
            let version = try context.ledger.history(of: AlarmSettings.stream)?.value.steps.count ?? 0
            secrets =
                context.isPast
                ? nil : FormSecrets(token: context.formToken, key: context.ledger.newID(), version: version)
        }

        func add(
            _ setting: SettingName, _ title: String, _ state: String, _ meaning: String, to value: JSONValue,
            _ button: String, _ content: inout HTML
        ) {
            content.element(.section, .class("setting"), .label(title)) { content in
                content.element(.h2) { content in
                    content.text("\(title) ")
                    content.element(.span, .class("mark"), text: state)
                }
                content.element(.p, .class("faint"), text: meaning)
                guard let secrets else { return }
                content.element(.form, .named("method", "post"), .named("action", "/alarms/setting")) { content in
                    secrets.add(to: &content)
                    let items = [("name", setting.text), ("value", value.stringValue ?? value.text)]
                    for (name, value) in items {
                        content.element(
                            .input, .named("type", "hidden"), .named("name", name), .named("value", value))
                    }
                    content.element(.button, .label("\(button): \(title)"), text: button)
                }
            }
        }
    }

    /// The tone is this browser's alone: another may stand in a bedroom.
    private static func addTone(_ content: inout HTML) {
        content.element(.section, .class("setting scripted"), .label("Tone")) { content in
            content.element(.h2, text: "Tone")
            content.element(.p, .class("faint"), text: "This browser sounds while an alarm fires on an open page.")
            content.element(.button, .named("type", "button"), .id("tone-switch"), text: "Tone is off")
        }
    }

    private static func addFacts(_ context: PageContext, _ content: inout HTML) throws {
        let ledger = context.ledger
        let sound = try SettingName.named("alarms.sound").flatMap {
            try ledger.value(of: $0, context.asOf)?.stringValue
        }
        let tier = try ledger.alarmTier(context.asOf).value
        let plan = tier.tier.plan.map { "\(tier.tier.name.title), \($0.rawValue)" } ?? tier.tier.name.title
        let facts: [(name: String, value: String, path: String?)] = [
            ("Sound", sound ?? "–", "/alarms/sound"), ("Plan", plan, "/alarms/plan"),
            ("Notifications", try ledger.permission(domain: "alarms", context.asOf).text, nil),
            ("Pending", "what fires next", "/alarms/pending"), ("Backup & Sync", "export and merge", "/alarms/backup"),
            ("Design System", "the parts of the pages", "/design"), ("Version", Ledger.programVersion, nil),
        ]
        content.element(.h2, text: "More")
        content.element(.dl, .id("more")) { content in
            for (name, value, path) in facts {
                content.element(.dt) { content in
                    guard let path else { return content.text(name) }
                    content.element(.a, .href(context.link(path)), text: name)
                }
                content.element(.dd) { $0.isolated(value) }
            }
        }
    }
}
