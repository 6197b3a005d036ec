import DaybookDomains

/// The plan that is paid for, what else there is, and what each has.
enum AlarmPlanPage {
    /// - Parameters:
    ///   - message: The action that the plan does not allow.
    ///   - status: 422 where the page is the answer of a form.
    static func make(_ context: PageContext, message: String? = nil, status: Int? = nil) throws -> PageView {
        let answer = try context.ledger.alarmTier(context.asOf, at: AlarmsPage.moment(context)).value
        var content = HTML()
        content.element(.h1, text: "Plan")
        addSaved(context, &content)
        if let banner = answer.banner { content.element(.p, .class("warning"), .id("banner"), text: banner) }
        addCurrent(answer, &content)
        if !context.isPast { try AlarmPlanPanel.add(message, context, to: &content) }
        addComparison(&content)
        return PageView(
            status: status ?? (message == nil ? 200 : 422), title: "Plan", section: .alarms,
            marks: try PageMarks.ofAlarms(context),
            isForm: message != nil, content: content)
    }

    private static func addSaved(_ context: PageContext, _ content: inout HTML) {
        let words: String? =
            switch context.address["saved"] {
            case "plan": "The plan was changed."
            case "changed": "Nothing was written: the plan changed after the page was opened."
            default: nil
            }
        guard !context.isPast, let words else { return }
        content.element(.p, .class("saved"), .id("saved"), .named("role", "status"), text: words)
    }

    private static func addCurrent(_ answer: TierAnswer, _ content: inout HTML) {
        let limit = answer.tier.limit.map { ", at most \($0)" } ?? ""
        let facts: [(String, String?)] = [
            ("Current plan", answer.tier.name.title), ("Paid", answer.tier.plan?.rawValue), ("Price", answer.price),
            ("Renews or ends", answer.tier.through.map { "\($0)" }),
            ("Alarms", "\(answer.alarms)\(limit); \(answer.enabled) on"),
        ]
        content.element(.dl, .id("current")) { content in
            for case (let name, let value?) in facts {
                content.element(.dt, text: name)
                content.element(.dd) { $0.isolated(value) }
            }
        }
    }

    // MARK: - Comparison

    private static let rows: [(String, String, String, String)] = [
        ("Alarms", "\(AlarmTier.freeLimit)", "unlimited", "unlimited"),
        ("Snooze", "hour, day, week", "custom", "custom"), ("Warnings", "1 day before", "all", "all"),
        ("Photos", "–", "\(AlarmPhoto.maximum) an alarm", "\(AlarmPhoto.maximum) an alarm"),
        ("Groups by category", "–", "yes", "yes"),
        ("Cloud backup", "–", "yes", "yes"), ("Widgets", "–", "yes", "yes"),
        ("Offered here", "yes", "yes", "not yet"),
    ]

    static func addComparison(_ content: inout HTML) {
        content.element(.h2, text: "What each plan has")
        content.element(.div, .class("scroll"), .named("tabindex", "0"), .named("role", "group"), .label("Comparison"))
        {
            content in
            content.element(.table, .class("comparison")) { content in
                content.element(.thead) { content in
                    content.element(.tr) { content in
                        for title in ["Feature", "Free", "Plus", "Premium"] {
                            content.element(.th, .named("scope", "col"), text: title)
                        }
                    }
                }
                content.element(.tbody) { content in
                    for (name, free, plus, premium) in rows {
                        content.element(.tr) { content in
                            content.element(.th, .named("scope", "row"), text: name)
                            for value in [free, plus, premium] { content.element(.td, text: value) }
                        }
                    }
                }
            }
        }
        content.element(.p, .class("faint")) { content in
            content.text("Widgets and the cloud belong to an app. Here a backup is a file or a folder: ")
            content.element(.a, .href(PageAddress("/alarms/backup")), text: "Backup & Sync")
        }
    }
}
