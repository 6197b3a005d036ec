import DaybookKit

/// The alarms as cards, the next to fire first.
enum AlarmsPage {
    static func make(_ context: PageContext) throws -> PageView {
        let moment = AlarmsPage.moment(context)
        let alarms = try context.ledger.alarms(context.asOf, at: moment).value
        let settings = AlarmSettings(
            try context.ledger.record(AlarmSettings.stream, asOf: context.asOf)?.registers ?? [])
        var content = HTML()
        content.element(.h1, text: moment == nil ? "Alarms" : "Alarms on \(context.answered.on)")
        addSaved(alarms, context, &content)
        if moment != nil {
            content.element(.p, text: "The cards are those of the beginning of that day.")
        }
        if alarms.isEmpty {
            content.element(.h2, text: "No Alarms Yet")
            content.element(.p, .class("empty"), text: "\"daybook alarm add\" makes one.")
        }
        try content.element(.section, .class("cards"), .label("Alarms")) { content in
            for alarm in alarms {
                try AlarmCardView.add(
                    alarm, settings, isOpen: !context.isPast && moment == nil, context, to: &content)
            }
        }
        return PageView(title: "Alarms", section: .alarms, marks: try PageMarks.ofAlarms(context), content: content)
    }

    /// The beginning of the day that the address names; nil: now.
    private static func moment(_ context: PageContext) -> Instant? {
        context.times.on.map { context.ledger.zone.instant(of: $0, secondOfDay: 0) }
    }

    /// What a form just wrote, and the way back.
    private static func addSaved(_ alarms: [ListedAlarm], _ context: PageContext, _ content: inout HTML) {
        guard !context.isPast, let saved = context.address["saved"] else { return }
        let alarm = context.address["alarm"].flatMap { id in alarms.first { $0.stream.id == id } }
        guard let card = alarm?.card else { return }
        let next = card.nextFire.map { "It fires on \(context.time($0))." } ?? "It fires no more."
        let words: String? =
            switch saved {
            case "on": "Switched on. \(next) To undo it, switch it off."
            case "off": "Switched off. To undo it, switch it on."
            case "snoozed": "Snoozed. \(next)"
            case "done": "Done. \(next)"
            case "changed": "Nothing was written: the alarm changed after the page was opened."
            default: nil
            }
        guard let words else { return }
        content.element(.p, .class("saved"), .id("saved"), .named("role", "status")) { content in
            content.isolated(card.title)
            content.text(": \(words)")
        }
    }
}
