import DaybookDomains

/// Which answers changed between two points of what was known, each with the events that changed it.
enum ChangesPage {
    private static let causesMaximum = 5
    /// From so many days before today, where the address states none.
    private static let daysBefore = 7

    static func make(_ context: PageContext) throws -> PageView {
        let from = try start(context)
        let diff = try context.ledger.diff(from: AsOf(on: context.answered.on, known: from), to: context.asOf)
        var content = HTML()
        content.element(.h1, text: "What changed")
        content.element(.form, .class("search"), .named("method", "get"), .named("action", "/changes")) { content in
            for item in context.link("/changes").query {
                content.element(
                    .input, .named("type", "hidden"), .named("name", item.name), .named("value", item.value))
            }
            content.element(.label, .named("for", "from"), text: "Since")
            content.element(
                .input, .named("type", "text"), .named("name", "from"), .id("from"),
                .named("value", context.address["from"] ?? ""),
                .named("placeholder", "position \(diff.from.position)"))
            content.element(.button, text: "Compare")
        }
        content.element(.p) { content in
            content.text("Answers about \(context.answered.on), between \(point(diff.from, context)) ")
            content.text("and \(point(diff.to, context)).")
        }
        if diff.changes.isEmpty { content.element(.p, .class("empty"), text: "No answer changed.") }
        content.element(.ol, .class("history")) { content in
            for change in diff.changes { content.element(.li) { add(change, context, &$0) } }
        }
        return PageView(
            title: "What changed", section: .changes, marks: try PageMarks.ofLogbook(context), content: content)
    }

    private static func start(_ context: PageContext) throws -> AsOf.Known {
        if let text = context.address["from"] {
            return try PageTimes(PageAddress("/", [.init(name: "known", value: text)])).known
        }
        let morning = context.ledger.today.adding(days: -daysBefore)
        let found = try context.ledger.answered(AsOf(known: .endOf(morning))).position
        return .position(min(found, context.answered.position))
    }

    private static func point(_ asOf: AnsweredAsOf, _ context: PageContext) -> String {
        "position \(asOf.position)" + (asOf.knownAt.map { " (\(context.time($0)))" } ?? "")
    }

    private static func add(_ change: FigureChange, _ context: PageContext, _ content: inout HTML) {
        content.element(.h2) { $0.isolated(change.title) }
        content.element(.p) { content in
            if let old = change.old {
                content.element(.del) { $0.isolated(old.words) }
                content.text(" → ")
            }
            content.element(.ins) { $0.isolated(change.new?.words ?? "not there any more") }
        }
        if change.causes.isEmpty { return }
        content.element(.ul) { content in
            for cause in change.causes.prefix(causesMaximum) {
                content.element(.li) { content in
                    content.text("because ")
                    if cause.stream.kind == "flight" {
                        let address = context.link("/\(cause.stream.text)").setting("known", "\(cause.position)")
                        content.element(.a, .href(address)) { $0.isolated(cause.text) }
                    } else {
                        content.isolated(cause.text)
                    }
                    content.text(" (position \(cause.position), recorded \(context.time(cause.recorded)))")
                }
            }
            if change.causesTotal > causesMaximum {
                content.element(.li, text: "and \(change.causesTotal - causesMaximum) more")
            }
        }
    }
}
