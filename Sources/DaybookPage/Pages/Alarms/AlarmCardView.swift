import DaybookDomains

/// One alarm: its badge, its state, when it fires next, and what can be done with it.
enum AlarmCardView {
    /// - Parameters:
    ///   - isOpen: Whether it is of now, so that something can be done with it.
    ///   - hasLinks: Whether it leads to the page of the alarm.
    static func add(
        _ listed: ListedAlarm, _ settings: AlarmSettings, isOpen: Bool, hasLinks: Bool = true,
        heading: HTML.Tag = .h2, _ context: PageContext, to content: inout HTML
    ) throws {
        let card = listed.card
        let id = "alarm-\(listed.stream.id)"
        try content.element(
            .article, .class("card alarm \(card.state.rawValue)"), .named("aria-labelledby", id)
        ) { content in
            content.element(heading, .id(id)) { content in
                guard hasLinks else { return content.isolated(card.title) }
                content.element(.a, .href(context.link("/\(listed.stream.text)"))) { $0.isolated(card.title) }
            }
            content.element(.p, .class("figure"), text: card.timeText)
            content.element(.p) { content in
                addBadge(card, to: &content)
                content.text(" ")
                content.element(.span, .class("state \(paint(card.state))")) { content in
                    content.element(.span, .named("aria-hidden", "true"), text: sign(card.state))
                    content.text(" \(word(card.state))")
                }
            }
            if !card.countdown.isEmpty { content.element(.p, .class("countdown"), text: card.countdown) }
            addFacts(listed, context, &content)
            if isOpen { try addButtons(listed, settings, context, &content) }
            if isOpen, hasLinks { addLinks(listed, &content) }
        }
    }

    static func addBadge(_ card: AlarmCard, to content: inout HTML) {
        content.element(.span, .class("mark badge \(paint(card.kind))"), text: card.badge)
    }

    private static func addLinks(_ listed: ListedAlarm, _ content: inout HTML) {
        content.element(.p, .class("deeds")) { content in
            let firing = listed.card.waiting == nil ? [] : [("firing", "Show")]
            for (act, title) in firing + [("edit", "Edit"), ("remove", "Delete")] {
                content.element(
                    .a, .href(PageAddress("/\(listed.stream.text)/\(act)")), .label("\(title) \(listed.card.title)"),
                    text: title)
            }
        }
    }

    /// The button that brings a removed alarm back.
    static func addRestore(_ stream: StreamID, _ context: PageContext, to content: inout HTML) throws {
        guard let version = try context.ledger.history(of: stream)?.value.steps.count else { return }
        let secrets = FormSecrets(token: context.formToken, key: context.ledger.newID(), version: version)
        FlightFormPage.addButton("/\(stream.text)/restore", "Restore the alarm", secrets, to: &content)
    }

    private static func addFacts(_ listed: ListedAlarm, _ context: PageContext, _ content: inout HTML) {
        let card = listed.card
        let facts: [(String, String?)] = [
            ("Zone", card.zoneName), ("Waits since", card.waiting.map(context.time)),
            ("Next fire", card.nextFire.map(context.time)),
            ("Snoozed", card.snoozeCount > 0 ? times(card.snoozeCount) : nil),
            ("Paused until", card.pausedUntil.map { "\($0)" }), ("Last day", card.lastDay.map { "\($0)" }),
            ("Switched off by", listed.disabledBy.map { $0 == .tier ? "the plan" : "you" }),
        ]
        content.element(.dl) { content in
            for case (let name, let value?) in facts {
                content.element(.dt, text: name)
                content.element(.dd, text: value)
            }
        }
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    // MARK: - Buttons

    private static func addButtons(
        _ listed: ListedAlarm, _ settings: AlarmSettings, _ context: PageContext, _ content: inout HTML
    ) throws {
        guard let buttons = try AlarmButtons(listed, settings, context) else { return }
        buttons.addAnswers(to: &content)
        let isOn = listed.card.isEnabled
        buttons.addForm(isOn ? "disable" : "enable", to: &content) { content in
            content.element(
                .button, .label("Switch \(isOn ? "off" : "on"): \(listed.card.title)"),
                text: isOn ? "Switch off" : "Switch on")
        }
    }

    // MARK: - State

    private static func word(_ state: AlarmCard.State) -> String {
        state.rawValue.prefix(1).uppercased() + state.rawValue.dropFirst()
    }

    /// A state by its sign, never by its colour alone.
    private static func sign(_ state: AlarmCard.State) -> String {
        switch state {
        case .active: "✓"
        case .inactive, .ended: "–"
        case .snoozed: "z"
        case .ringing: "♪"
        case .paused: "‖"
        case .missed: "✕"
        }
    }

    private static func paint(_ kind: ScheduleFields.Kind) -> String {
        switch kind {
        case .weekly: "weekly"
        case .monthlyDate, .monthlyRelative: "monthly"
        case .annual: "annual"
        case .customDays: "days"
        }
    }

    private static func paint(_ state: AlarmCard.State) -> String {
        switch state {
        case .active: "valid"
        case .inactive, .ended: "never"
        case .snoozed, .paused, .ringing: "caution"
        case .missed: "expired"
        }
    }
}
