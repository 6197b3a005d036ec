import DaybookDomains

/// The plans with their prices, and the buttons that take one.
enum AlarmPlanPanel {
    private static let features = [
        "Unlimited alarms", "Attachments: photos of what is due", "Cloud backup", "Custom snooze", "Widgets",
    ]

    static let limit = "You have reached the \(AlarmTier.freeLimit)-alarm limit of the free tier."

    /// - Parameter message: Why the panel is shown; nil where it was asked for.
    static func add(_ message: String?, _ context: PageContext, to content: inout HTML) throws {
        let tier = try context.ledger.alarmTier().value.tier
        let settings = try context.ledger.settings(.now).value
        let version = try context.ledger.history(of: AlarmTier.stream)?.value.steps.count ?? 0
        let secrets = FormSecrets(token: context.formToken, key: context.ledger.newID(), version: version)
        content.element(.section, .class("card panel"), .id("paywall"), .named("aria-labelledby", "paywall-title")) {
            content in
            content.element(.h2, .id("paywall-title"), text: tier.name == .free ? "Get Plus" : "Change the plan")
            if let message { content.element(.p, .class("warning"), .named("role", "alert"), text: message) }
            content.element(.ul) { content in
                for feature in features { content.element(.li, text: feature) }
            }
            content.element(.form, .class("plans"), .named("method", "post"), .named("action", "/alarms/plan")) {
                content in
                secrets.add(to: &content)
                addPlans(tier, settings, &content)
                content.element(
                    .button, .named("name", "tier"), .named("value", "plus"),
                    text: tier.name == .free ? "Subscribe" : "Change the plan")
                if tier.name == .plus {
                    content.text(" ")
                    content.element(
                        .button, .named("name", "tier"), .named("value", "free"), text: "End the subscription")
                }
            }
            content.element(.p, .class("deeds")) { content in
                content.element(.a, .named("href", "/alarms/backup#restore"), text: "Restore purchases")
                content.element(.a, .href(PageAddress("/alarms")), .id("close"), text: "Close")
            }
        }
    }

    private static func addPlans(_ tier: AlarmTier, _ settings: [JSONValue.Member], _ content: inout HTML) {
        let chosen = tier.plan ?? .monthly
        content.element(.fieldset) { content in
            content.element(.legend, text: "Plan")
            for plan in AlarmTier.Plan.allCases {
                content.element(.label, .class("box")) { content in
                    content.element(
                        .input, .named("type", "radio"), .named("name", "plan"), .named("value", plan.rawValue),
                        .id("plan-\(plan.rawValue)"), .flag("checked", plan == chosen))
                    content.text(plan == .monthly ? " Monthly" : " Annual")
                }
            }
            for plan in AlarmTier.Plan.allCases {
                let price = settings.first { $0.name == "alarms.\(plan.rawValue)Price" }?.value.stringValue
                content.element(.p, .class("price price-\(plan.rawValue)")) {
                    $0.isolated(price ?? "No price is configured.")
                }
            }
        }
    }
}
