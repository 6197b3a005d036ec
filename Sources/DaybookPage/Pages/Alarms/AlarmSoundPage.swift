import DaybookDomains

/// The sounds to choose from.
enum AlarmSoundPage {
    static func make(_ context: PageContext) throws -> PageView {
        var content = HTML()
        content.element(.h1, text: "Sound")
        AlarmSettingsPage.addSaved(context, &content)
        guard let setting = SettingName.named("alarms.sound") else { preconditionFailure("a setting of alarms") }
        let chosen = try context.ledger.value(of: setting, context.asOf)?.stringValue ?? ""
        let names = setting.choices.contains(chosen) ? setting.choices : setting.choices + [chosen]
        let secrets = try AlarmSettingsPage.Form(context).secrets
        content.element(.form, .class("sounds"), .named("method", "post"), .named("action", "/alarms/setting")) {
            content in
            secrets?.add(to: &content)
            content.element(
                .input, .named("type", "hidden"), .named("name", "name"), .named("value", setting.text))
            content.element(.fieldset, secrets == nil ? .flag("disabled") : nil) { content in
                content.element(.legend, text: "Sound of an alarm")
                for name in names {
                    content.element(.label, .class("box")) { content in
                        content.element(
                            .input, .named("type", "radio"), .named("name", "value"), .named("value", name),
                            .flag("checked", name == chosen))
                        content.text(" ")
                        content.isolated(name)
                    }
                }
            }
            if secrets != nil { content.element(.p) { $0.element(.button, text: "Choose the sound") } }
        }
        content.element(.p, .class("faint"), text: "An alarm that fires states the name of its sound.")
        content.element(.p) { $0.element(.a, .href(context.link("/alarms/settings")), text: "Back to the settings") }
        return PageView(title: "Sound", section: .alarms, marks: try PageMarks.ofAlarms(context), content: content)
    }
}
