import DaybookDomains

/// One alarm with all that is known of it, and what can be done with it.
enum AlarmPage {
    /// - Parameter refusal: Why a photo was not taken.
    static func make(_ stream: StreamID, _ context: PageContext, refusal: String? = nil) throws -> PageView {
        let moment = AlarmsPage.moment(context)
        let alarm = try context.ledger.alarm(stream, context.asOf, at: moment).value
        var content = HTML()
        content.element(.h1) { $0.isolated(alarm.card.title) }
        let isOpen = !context.isPast && moment == nil
        addSaved(context, &content)
        if alarm.isRemoved {
            content.element(.p, text: "This alarm was removed.")
            if isOpen { try AlarmCardView.addRestore(stream, context, to: &content) }
        } else if isOpen {
            content.element(.p, .class("deeds")) { content in
                content.element(.a, .href(PageAddress("/\(stream.text)/edit")), text: "Edit")
                content.element(.a, .href(PageAddress("/\(stream.text)/remove")), text: "Delete")
                content.element(.a, .href(PageAddress("/\(stream.text)/firing")), text: "Firing view")
            }
        }
        try content.element(.section, .class("cards"), .label("Now")) { content in
            try AlarmCardView.add(
                alarm.listed, try AlarmsPage.settings(context), isOpen: isOpen && !alarm.isRemoved, hasLinks: false,
                context, to: &content)
        }
        if isOpen, !alarm.isRemoved {
            try AlarmPhotos.addForms(alarm, refusal, context, to: &content)
        } else {
            AlarmPhotos.add(alarm.listed, to: &content)
        }
        addFields(alarm, &content)
        addTimes("Next fires", alarm.nextFires.map(context.time), &content)
        addTimes(
            "Occurrences",
            alarm.occurrences.map { "\(context.time($0.occurrence)): \($0.outcome.rawValue)" }, &content)
        return PageView(
            status: refusal == nil ? 200 : 422, title: alarm.card.title, section: .alarms,
            marks: try PageMarks.ofAlarms(context), content: content)
    }

    private static func addSaved(_ context: PageContext, _ content: inout HTML) {
        let words: String? =
            switch context.address["saved"] {
            case "photo": "The photo was added. To undo it, remove the photo."
            case "photoChanged": "The photo was changed. The history keeps both."
            case "photoRemoved": "The photo was removed. Its history stays."
            case "changed": "Nothing was written: the alarm changed after the page was opened."
            default: nil
            }
        guard !context.isPast, let words else { return }
        content.element(.p, .class("saved"), .id("saved"), .named("role", "status"), text: words)
    }

    private static func addFields(_ detail: AlarmDetail, _ content: inout HTML) {
        let (alarm, schedule) = (detail.alarm, detail.alarm.schedule)
        let facts: [(String, String?)] = [
            ("Every", detail.intervalText), ("First occurrence", detail.firstOccurrence.map { "\($0)" }),
            ("Last day", schedule.until.map { "\($0)" }), ("Times in all", schedule.timesInAll.map { "\($0)" }),
            ("Category", alarm.category?.title), ("Persistent", alarm.persistent ? "yes" : "no"),
            ("Warns before", alarm.preAlarms.isEmpty ? nil : alarm.preAlarms.joined(separator: ", ")),
            ("Note", alarm.note),
        ]
        content.element(.h2, text: "Fields")
        content.element(.dl, .class("fields")) { content in
            for case (let name, let value?) in facts {
                content.element(.dt, text: name)
                content.element(.dd) { $0.isolated(value) }
            }
        }
    }

    private static func addTimes(_ title: String, _ lines: [String], _ content: inout HTML) {
        if lines.isEmpty { return }
        content.element(.h2, text: title)
        content.element(.ul) { content in
            for line in lines { content.element(.li, text: line) }
        }
    }
}
