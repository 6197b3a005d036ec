import DaybookDomains

/// An alarm while it fires: what it is about, large, and its answers. The script of an open page shows the same panel.
enum FiringPage {
    /// In hertz, by the place of the sound among its choices.
    private static let pitches = [880, 660, 523, 784, 988, 587]

    static func make(_ stream: StreamID, _ context: PageContext) throws -> PageView {
        let alarm = try context.ledger.alarm(stream, occurrencesMaximum: 0).value
        let settings = try AlarmsPage.settings(context)
        let isDue = try context.ledger.dueAlarms().contains { $0.stream == stream }
        let (id, place) = ("firing-\(stream.id)", PageAddress("/\(stream.text)/firing").text)
        let tone = try pitch(context)
        var content = HTML()
        try content.element(
            .dialog, .class("firing"), .flag("open"), .named("aria-labelledby", id), .named("data-place", place),
            .named("data-tone", "\(tone)")
        ) { content in
            content.element(.h1, .id(id)) { $0.isolated(alarm.card.title) }
            AlarmPhotos.add(alarm.listed, to: &content)
            content.element(.p, .class("figure"), text: alarm.card.timeText)
            content.element(.p) { AlarmCardView.addBadge(alarm.card, to: &$0) }
            if let note = alarm.alarm.note {
                content.element(.p, .class("text"), .named("tabindex", "0"), .named("role", "note")) {
                    $0.isolated(note)
                }
            }
            if alarm.card.waiting == nil || alarm.isRemoved {
                content.element(.p, text: "Nothing waits. \(alarm.card.countdown)")
            } else {
                try AlarmButtons(alarm.listed, settings, context)?.addAnswers(to: &content)
            }
            content.element(.p) { $0.element(.a, .href(PageAddress("/alarms")), text: "To the alarms") }
            if isDue { addTick(stream, context, &content) }
        }
        return PageView(title: alarm.card.title, section: .alarms, isForm: true, content: content)
    }

    private static func pitch(_ context: PageContext) throws -> Int {
        guard let setting = SettingName.named("alarms.sound"),
            let name = try context.ledger.value(of: setting)?.stringValue,
            let place = setting.choices.firstIndex(of: name)
        else { return pitches[0] }
        return pitches[place % pitches.count]
    }

    /// The request that the script sends once, so that the ledger records that the alarm fired.
    private static func addTick(_ stream: StreamID, _ context: PageContext, _ content: inout HTML) {
        content.element(.form, .class("tick"), .named("method", "post"), .named("action", "/alarms/tick")) { content in
            FormSecrets(token: context.formToken, key: context.ledger.newID()).add(to: &content)
            content.element(.input, .named("type", "hidden"), .named("name", "alarm"), .named("value", stream.id))
        }
    }
}
