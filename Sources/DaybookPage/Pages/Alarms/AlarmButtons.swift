import DaybookDomains

/// The buttons of one alarm: each is a form that states the version of the alarm that was shown.
struct AlarmButtons {
    /// The times for which an alarm is put off.
    static let snoozes = [("1 hour", 3600), ("1 day", 86_400), ("1 week", 604_800)]

    private let listed: ListedAlarm
    private let settings: AlarmSettings
    private let context: PageContext
    private let version: Int

    /// Nil for an alarm that is not there.
    init?(_ listed: ListedAlarm, _ settings: AlarmSettings, _ context: PageContext) throws {
        guard let version = try context.ledger.history(of: listed.stream)?.value.steps.count else { return nil }
        (self.listed, self.settings, self.context, self.version) = (listed, settings, context, version)
    }

    func addForm(_ act: String, _ class: String? = nil, to content: inout HTML, _ body: (inout HTML) -> Void) {
        content.element(
            .form, `class`.map { .class($0) }, .named("method", "post"),
            .named("action", "/\(listed.stream.text)/\(act)")
        ) { content in
            FormSecrets(token: context.formToken, key: context.ledger.newID(), version: version).add(to: &content)
            body(&content)
        }
    }

    /// Marks what waits as done, and puts it off.
    func addAnswers(to content: inout HTML) {
        guard listed.card.waiting != nil else { return }
        addForm("done", settings.slideToStop ? "hold" : nil, to: &content) { content in
            if settings.slideToStop {
                content.element(.input, .named("type", "hidden"), .named("name", "held"), .named("value", ""))
            }
            content.element(
                .button, .label("Mark \(listed.card.title) as Done"),
                text: settings.slideToStop ? "Mark as Done (hold for 3 s)" : "Mark as Done")
            if settings.slideToStop {
                content.element(
                    .progress, .class("scripted"), .label("Held"), .named("value", "0"), .named("max", "30"))
            }
        }
        guard settings.isSnoozeAllowed else { return }
        addForm("snooze", "presets", to: &content) { content in
            for (title, seconds) in AlarmButtons.snoozes {
                content.element(
                    .button, .named("name", "seconds"), .named("value", "\(seconds)"),
                    .label("Snooze \(title): \(listed.card.title)"), text: "Snooze \(title)")
            }
        }
    }
}
