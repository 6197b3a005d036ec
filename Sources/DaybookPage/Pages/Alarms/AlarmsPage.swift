import DaybookDomains

/// The alarms as cards, the next to fire first.
enum AlarmsPage {
    static func make(_ context: PageContext) throws -> PageView {
        let moment = AlarmsPage.moment(context)
        let groups = try context.ledger.alarmGroups(context.asOf, at: moment)
        let alarms = groups.all
        let settings = try AlarmsPage.settings(context)
        let isOpen = !context.isPast && moment == nil
        var content = HTML()
        content.element(.h1, text: moment == nil ? "Alarms" : "Alarms on \(context.answered.on)")
        try addSaved(alarms, context, &content)
        let tier = try context.ledger.alarmTier(context.asOf, at: moment).value
        content.element(.p, .class("deeds")) { content in
            if isOpen { content.element(.a, .href(PageAddress("/alarm/new")), text: "Add Alarm") }
            content.element(.a, .href(context.link("/alarms/settings")), text: "Settings")
            content.element(.a, .href(context.link("/alarms/pending")), text: "Pending")
            content.element(.a, .href(context.link("/alarms/plan")), .label("Plan: \(tier.tier.name.title)")) {
                $0.element(.span, .class("mark tier"), text: tier.tier.name.title)
            }
        }
        if let banner = tier.banner {
            content.element(.p, .class("warning"), .id("banner")) { content in
                content.text("\(banner) ")
                content.element(.a, .href(context.link("/alarms/plan")), text: "See the plans")
            }
        }
        if isOpen, let age = ZoneDatabase.system.ageText(on: context.ledger.today) {
            content.element(.p, .class("warning"), text: age)
        }
        if moment != nil {
            content.element(.p, text: "The cards are those of the beginning of that day.")
        }
        if alarms.isEmpty {
            content.element(.h2, text: "No Alarms Yet")
            content.element(.p, .class("empty"), text: "Add your first alarm, and never forget what matters.")
        }
        func addCards(_ alarms: [ListedAlarm], _ heading: HTML.Tag, _ content: inout HTML) throws {
            for alarm in alarms {
                try AlarmCardView.add(alarm, settings, isOpen: isOpen, heading: heading, context, to: &content)
            }
        }
        for group in groups.groups {
            let id = "group-\(group.category.rawValue)"
            try content.element(.section, .class("group"), .named("aria-labelledby", id)) { content in
                content.element(.h2, .id(id), text: "\(group.title) (\(group.alarms.count))")
                try content.element(.div, .class("cards")) { try addCards(group.alarms, .h3, &$0) }
            }
        }
        if !groups.groups.isEmpty, !groups.others.isEmpty { content.element(.h2, text: "Other alarms") }
        try content.element(.section, .class("cards"), .label(groups.groups.isEmpty ? "Alarms" : "Other alarms")) {
            try addCards(groups.others, groups.groups.isEmpty ? .h2 : .h3, &$0)
        }
        return PageView(title: "Alarms", section: .alarms, marks: try PageMarks.ofAlarms(context), content: content)
    }

    /// The beginning of the day that the address names; nil: now.
    static func moment(_ context: PageContext) -> Instant? {
        context.times.on.map { context.ledger.zone.instant(of: $0, secondOfDay: 0) }
    }

    static func settings(_ context: PageContext) throws -> AlarmSettings {
        AlarmSettings(try context.ledger.record(AlarmSettings.stream, asOf: context.asOf)?.registers ?? [])
    }

    /// Shows what a form just wrote, and the way back.
    private static func addSaved(_ alarms: [ListedAlarm], _ context: PageContext, _ content: inout HTML) throws {
        guard !context.isPast, let saved = context.address["saved"] else { return }
        let alarm = context.address["alarm"].flatMap { id in alarms.first { $0.stream.id == id } }
        guard let card = alarm?.card else {
            guard saved == "removed", let stream = context.address["alarm"].flatMap({ StreamID("alarm/\($0)") }),
                try context.ledger.record(stream)?.isRemoved == true
            else { return }
            content.element(.p, .class("saved"), .id("saved"), .named("role", "status"), text: "Alarm deleted.")
            return try AlarmCardView.addRestore(stream, context, to: &content)
        }
        let next = card.nextFire.map { "It fires on \(context.time($0))." } ?? "It fires no more."
        let words: String? =
            switch saved {
            case "on": "Switched on. \(next) To undo it, switch it off."
            case "off": "Switched off. To undo it, switch it on."
            case "snoozed": "Snoozed. \(next)"
            case "done": "Done. \(next)"
            case "added": "Alarm saved. \(next)"
            case "edited": "Alarm changed. \(next)"
            case "restored": "Alarm restored. \(next)"
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
