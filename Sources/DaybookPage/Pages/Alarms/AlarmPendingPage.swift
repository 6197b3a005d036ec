import DaybookDomains

/// The occurrences to come, in order.
enum AlarmPendingPage {
    private static let maximum = 50

    static func make(_ context: PageContext) throws -> PageView {
        let fires = try context.ledger.pendingFires(
            context.asOf, at: AlarmsPage.moment(context), count: AlarmPendingPage.maximum
        ).value
        var content = HTML()
        content.element(.h1, text: "Pending")
        if fires.isEmpty {
            content.element(.p, .class("empty"), text: "Nothing is to fire.")
        } else {
            content.element(.p, text: "The next \(PageContext.count(fires.count, "fire")), the first to fire first.")
            content.element(.ol, .class("pending")) { content in
                for fire in fires {
                    content.element(.li) { content in
                        content.text("\(context.time(fire.instant)) ")
                        content.element(.a, .href(context.link("/\(fire.stream.text)"))) { $0.isolated(fire.title) }
                        if fire.isSnooze { content.text(" (snoozed)") }
                    }
                }
            }
        }
        return PageView(title: "Pending", section: .alarms, marks: try PageMarks.ofAlarms(context), content: content)
    }
}
