import DaybookKit

/// One alarm: its badge, its state, when it fires next, and what can be done with it.
enum AlarmCardView {
    /// The times for which an alarm is put off.
    static let snoozes = [("1 hour", 3600), ("1 day", 86_400), ("1 week", 604_800)]

    /// - Parameter isOpen: Whether it is of now, so that something can be done with it.
    static func add(
        _ listed: ListedAlarm, _ settings: AlarmSettings, isOpen: Bool, _ context: PageContext, to content: inout HTML
    ) throws {
        let card = listed.card
        let id = "alarm-\(listed.stream.id)"
        try content.element(
            .article, .class("card alarm \(card.state.rawValue)"), .named("aria-labelledby", id)
        ) { content in
            content.element(.h2, .id(id)) { $0.isolated(card.title) }
            content.element(.p, .class("figure"), text: card.timeText)
            content.element(.p) { content in
                content.element(.span, .class("mark badge"), text: card.badge)
                content.text(" ")
                content.element(.span, .class("state \(paint(card.state))")) { content in
                    content.element(.span, .named("aria-hidden", "true"), text: sign(card.state))
                    content.text(" \(word(card.state))")
                }
            }
            if !card.countdown.isEmpty { content.element(.p, .class("countdown"), text: card.countdown) }
            addFacts(listed, context, &content)
            if isOpen { try addButtons(listed, settings, context, &content) }
        }
    }

    private static func addFacts(_ listed: ListedAlarm, _ context: PageContext, _ content: inout HTML) {
        let card = listed.card
        let facts: [(String, String?)] = [
            ("Waits since", card.waiting.map(context.time)), ("Next fire", card.nextFire.map(context.time)),
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
        guard let version = try context.ledger.history(of: listed.stream)?.value.steps.count else { return }
        let path = "/\(listed.stream.text)"
        func form(_ action: String, _ class: String? = nil, _ body: (inout HTML) -> Void) {
            content.element(
                .form, `class`.map { .class($0) }, .named("method", "post"), .named("action", "\(path)/\(action)")
            ) { content in
                FormSecrets(token: context.formToken, key: context.ledger.newID(), version: version).add(to: &content)
                body(&content)
            }
        }
        if listed.card.waiting != nil {
            form("done", settings.slideToStop ? "hold" : nil) { content in
                if settings.slideToStop {
                    content.element(.input, .named("type", "hidden"), .named("name", "held"), .named("value", ""))
                }
                content.element(
                    .button, .label("Mark \(listed.card.title) as Done"),
                    text: settings.slideToStop ? "Mark as Done (hold for 3 s)" : "Mark as Done")
            }
            if settings.isSnoozeAllowed {
                form("snooze", "presets") { content in
                    for (title, seconds) in snoozes {
                        content.element(
                            .button, .named("name", "seconds"), .named("value", "\(seconds)"),
                            .label("Snooze \(title): \(listed.card.title)"), text: "Snooze \(title)")
                    }
                }
            }
        }
        let isOn = listed.card.isEnabled
        form(isOn ? "disable" : "enable") { content in
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
        case .paused: "‖"
        case .missed: "✕"
        }
    }

    private static func paint(_ state: AlarmCard.State) -> String {
        switch state {
        case .active: "valid"
        case .inactive, .ended: "never"
        case .snoozed, .paused: "caution"
        case .missed: "expired"
        }
    }
}
