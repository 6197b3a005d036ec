import DaybookDomains

/// The notices of the logbook: what is due, what is held and why, and whether they are permitted.
enum NoticesPage {
    static let stream = StreamID(kind: "notices", id: "logbook")

    static func make(_ context: PageContext, _ secrets: FormSecrets) throws -> PageView {
        let answer = try context.ledger.notices(context.asOf).value
        var content = HTML()
        content.element(.h1, text: "Notices")
        if !context.isPast, let saved = context.address["saved"] {
            let words = saved == "seen" ? "Marked as seen." : saved == "sent" ? "What was due is noted." : "Saved."
            content.element(.p, .class("saved"), .id("saved"), .named("role", "status"), text: words)
        }
        if answer.due.isEmpty, answer.held.isEmpty { content.element(.p, .class("empty"), text: "No notices.") }
        content.element(.ul, .class("drinks"), .id("notices")) { content in
            for notice in answer.due { add(notice, "Due", context, secrets, &content) }
            for held in answer.held { add(held.notice, "Held: \(words(held.gate))", context, secrets, &content) }
        }
        if !context.isPast { try addForms(answer, context, secrets, &content) }
        return PageView(
            title: "Notices", section: .currency, marks: try PageMarks.ofLogbook(context), content: content)
    }

    private static func add(
        _ notice: NoticeCandidate, _ state: String, _ context: PageContext, _ secrets: FormSecrets,
        _ content: inout HTML
    ) {
        content.element(.li) { content in
            content.element(.strong) { $0.isolated(notice.title) }
            content.element(.span, text: state)
            if context.isPast { return }
            content.element(.form, .named("method", "post"), .named("action", "/notices/seen")) { content in
                secrets.add(to: &content)
                content.element(
                    .button, .named("name", "notice"), .named("value", notice.key),
                    .label("Mark as seen: \(notice.title)"), text: "Mark as seen")
            }
        }
    }

    private static func addForms(
        _ answer: NoticesAnswer, _ context: PageContext, _ secrets: FormSecrets, _ content: inout HTML
    ) throws {
        if try isOn(context.ledger) {
            if !answer.due.isEmpty {
                FlightFormPage.addButton("/notices/evaluate", "Note what is due", secrets, to: &content)
            }
            FlightFormPage.addButton("/notices/off", "Switch notices off", secrets, to: &content)
        } else {
            content.element(
                .p, text: "Notices are off. They stand on this page alone; the browser is asked for nothing.")
            FlightFormPage.addButton("/notices/on", "Switch notices on", secrets, to: &content)
        }
    }

    /// Whether notices of the logbook are permitted: by the answer and by the setting.
    static func isOn(_ ledger: Ledger) throws -> Bool {
        guard try ledger.permission(domain: "notices") == .granted, let setting = SettingName.named("notices") else {
            return false
        }
        return try ledger.value(of: setting) == .bool(true)
    }

    /// The request that the script sends each time the page gets the focus.
    static func addFocus(_ view: PageView, _ context: PageContext, to page: inout HTML) throws {
        guard !context.isPast, !view.isForm, [.currency, .progress, .logbook].contains(view.section),
            try isOn(context.ledger)
        else { return }
        page.element(
            .form, .id("evaluate"), .class("unseen"), .named("method", "post"), .named("action", "/notices/evaluate")
        ) { page in
            FormSecrets(token: context.formToken, key: context.ledger.newID()).add(to: &page)
            page.element(.input, .named("type", "hidden"), .named("name", "quiet"), .named("value", "on"))
        }
        PageFile.forms.addScript(to: &page)
    }

    private static func words(_ gate: NoticeGate) -> String {
        switch gate {
        case .permission: "notices are off"
        case .threshold: "not urgent enough"
        case .dailyCap: "at most two a day"
        case .globalCooldown: "at most one in 4 hours"
        case .categoryCooldown: "one of its kind was sent lately"
        case .onceOnly: "it was sent before"
        }
    }
}
