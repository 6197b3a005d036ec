import DaybookDomains

/// The form of a new alarm and of a change, and the question before a removal.
enum AlarmFormPage {
    /// The purpose of a form.
    enum Purpose {
        case new
        case change(StreamID)

        var title: String {
            switch self {
            case .new: "New Alarm"
            case .change: "Edit Alarm"
            }
        }

        var action: PageAddress {
            switch self {
            case .new: PageAddress("/alarm/new")
            case .change(let stream): PageAddress("/\(stream.text)/edit")
            }
        }

        /// Where it leads without a change.
        var back: PageAddress {
            switch self {
            case .new: PageAddress("/alarms")
            case .change(let stream): PageAddress("/\(stream.text)")
            }
        }

        var stream: StreamID? { if case .change(let stream) = self { stream } else { nil } }
    }

    /// - Parameters:
    ///   - refusal: Why the form was not taken.
    ///   - panel: The plans, where the tier refused it.
    static func make(
        _ purpose: Purpose, _ form: AlarmForm, _ secrets: FormSecrets, refusal: FormRefusal? = nil,
        panel: HTML = HTML()
    ) -> PageView {
        var content = HTML()
        let fault = refusal.map { AlarmFault($0, form) }
        content.element(.h1, text: purpose.title)
        if let fault { fault.addMessage(to: &content) }
        content.append(panel)
        let isCounted = form.text(.interval) != "1"
        content.element(
            .form, .class(isCounted ? "entry alarm-form several" : "entry alarm-form"), .named("method", "post"),
            .named("action", purpose.action.text)
        ) { content in
            secrets.add(to: &content)
            let parts = FormParts(form: form, fault: fault)
            parts.addField(.title, "Name", to: &content) { content, extra in
                content.element(
                    .input, .named("type", "text"), .named("name", "title"), .id("title"),
                    .named("value", form.text(.title) ?? ""), .named("autocomplete", "off"),
                    .flag("autofocus", fault == nil || fault?.field == .title), extra.0, extra.1)
            }
            AlarmScheduleFields.add(parts, to: &content)
            parts.addField(.note, "Note", to: &content) { content, extra in
                content.element(
                    .textarea, .named("name", "note"), .id("note"), .named("rows", "3"), extra.0, extra.1,
                    text: form.text(.note) ?? "")
            }
            let categories = [("", "None")] + Alarm.Category.allCases.map { ($0.rawValue, $0.title) }
            parts.addChoice(.category, "Category", categories, to: &content)
            addWarnings(form, to: &content)
            content.element(.p) { content in
                content.element(.button, text: "Save alarm")
                content.text(" ")
                content.element(.a, .href(purpose.back), .id("cancel"), text: "Cancel")
            }
        }
        addQuestion(purpose, to: &content)
        return PageView(
            status: refusal == nil ? 200 : 422, title: purpose.title, section: .alarms, isForm: true, content: content)
    }

    private static func addWarnings(_ form: AlarmForm, to content: inout HTML) {
        content.element(.fieldset) { content in
            content.element(.legend, text: "Warn before")
            for (lead, title) in zip(PreAlarm.allCases, ["1 hour", "1 day", "3 days", "1 week"]) {
                FormParts.addBox(
                    "leads", lead.rawValue, title, isOn: form.leads.contains(lead.rawValue), to: &content)
            }
        }
        content.element(.p) { content in
            FormParts.addBox(
                "persistent", "on", "Persistent: sound until someone answers", isOn: form.isPersistent, to: &content)
        }
    }

    /// The question before entered values are lost; without a script, the link leads away at once.
    private static func addQuestion(_ purpose: Purpose, to content: inout HTML) {
        content.element(.dialog, .id("discard"), .named("aria-labelledby", "discard-title")) { content in
            content.element(
                .h2, .id("discard-title"), text: purpose.stream == nil ? "Discard Alarm?" : "Discard Changes?")
            content.element(.form, .named("method", "dialog")) { content in
                content.element(.button, text: "Keep Editing")
                content.text(" ")
                content.element(.a, .href(purpose.back), .id("discarded"), text: "Discard")
            }
        }
    }

    // MARK: - Removal

    /// The question before a removal. The way back comes first.
    static func remove(_ alarm: AlarmDetail, _ secrets: FormSecrets) -> PageView {
        var content = HTML()
        content.element(.h1, text: "Delete Alarm?")
        content.element(.p) { content in
            content.isolated(alarm.card.title)
            content.text(" (\(alarm.card.badge), \(alarm.card.timeText)) leaves the list and fires no more. ")
            content.text("Its history stays, and it can be restored.")
        }
        content.element(.p) { $0.element(.a, .href(PageAddress("/alarms")), text: "Keep the alarm") }
        FlightFormPage.addButton("/\(alarm.stream.text)/remove", "Delete", secrets, to: &content)
        return PageView(title: "Delete Alarm?", section: .alarms, isForm: true, content: content)
    }
}
