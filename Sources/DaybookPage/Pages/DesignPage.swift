import DaybookDomains

/// The parts that the pages are made of, each as it is shown.
enum DesignPage {
    static func make(_ context: PageContext) throws -> PageView {
        var content = HTML()
        content.element(.h1, text: "Design System")
        content.element(.p, text: "One style sheet has every colour, in tokens for light, dark and more contrast.")
        addBasics(&content)
        addStates(&content)
        addCards(&content)
        return PageView(title: "Design System", section: .help, content: content)
    }

    private static func addBasics(_ content: inout HTML) {
        content.element(.h2, text: "Basic components")
        content.element(.form, .class("components"), .label("Basic components")) { content in
            content.element(.p) { content in
                content.element(.button, .named("type", "button"), text: "Button")
                content.text(" ")
                content.element(.a, .named("href", "#"), text: "Link")
            }
            let fields: [(String, String, String)] = [
                ("text", "design-text", "Text field"), ("number", "design-number", "Number field"),
                ("date", "design-date", "Date field"), ("time", "design-time", "Time field"),
            ]
            for (type, id, title) in fields {
                content.element(.div, .class("field")) { content in
                    content.element(.label, .named("for", id), text: title)
                    content.element(.input, .named("type", type), .id(id))
                }
            }
            content.element(.div, .class("field")) { content in
                content.element(.label, .named("for", "design-area"), text: "Text area")
                content.element(.textarea, .id("design-area"), .named("rows", "2"), text: "")
            }
            content.element(.div, .class("field")) { content in
                content.element(.label, .named("for", "design-choice"), text: "Choice")
                content.element(.select, .id("design-choice")) { $0.element(.option, text: "One") }
            }
            content.element(.fieldset) { content in
                content.element(.legend, text: "Boxes")
                for type in ["checkbox", "radio"] {
                    content.element(.label, .class("box")) { content in
                        content.element(.input, .named("type", type), .flag("checked"))
                        content.text(" \(FieldText.name(type))")
                    }
                }
            }
            content.element(.p, .class("saved"), text: "Message: saved")
            content.element(.p, .class("refusal"), text: "Message: refused")
        }
    }

    private static func addStates(_ content: inout HTML) {
        content.element(.h2, text: "States")
        content.element(.p) { content in
            for (name, sign, word) in [
                ("valid", "✓", "Active"), ("caution", "z", "Snoozed"), ("expired", "✕", "Missed"),
                ("never", "–", "Inactive"),
            ] {
                content.element(.span, .class("state \(name)")) { content in
                    content.element(.span, .named("aria-hidden", "true"), text: sign)
                    content.text(" \(word)")
                }
                content.text(" ")
            }
        }
        content.element(.h2, text: "Badges")
        content.element(.p) { content in
            for (name, title) in [
                ("weekly", "Weekly"), ("monthly", "Monthly"), ("annual", "Annual"), ("days", "Daily"),
            ] {
                content.element(.span, .class("mark badge \(name)"), text: title)
                content.text(" ")
            }
        }
    }

    private static func addCards(_ content: inout HTML) {
        content.element(.h2, text: "Cards")
        content.element(.div, .class("cards")) { content in
            for (name, title) in [("active", "Card"), ("inactive", "Card that is off")] {
                content.element(.article, .class("card alarm \(name)"), .label(title)) { content in
                    content.element(.h3, text: title)
                    content.element(.p, .class("figure"), text: "9:00 AM")
                }
            }
        }
        content.element(.h2, text: "Progress")
        content.element(
            .progress, .label("Progress"), .named("value", "6"), .named("max", "10"), text: "6 of 10")
        content.element(.h2, text: "Table")
        content.element(.table) { content in
            content.element(.thead) { content in
                content.element(.tr) { content in
                    for title in ["Name", "Value"] { content.element(.th, .named("scope", "col"), text: title) }
                }
            }
            content.element(.tbody) { content in
                content.element(.tr) { content in
                    for value in ["Radius", "12 px"] { content.element(.td, text: value) }
                }
            }
        }
    }
}
