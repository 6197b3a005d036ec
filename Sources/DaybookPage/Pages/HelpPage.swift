/// The keys of the page, and how it is meant.
enum HelpPage {
    private static let keys: [(key: String, effect: String)] = [
        ("?", "Show these keys"), ("/", "Go to the search"), ("g c", "Currency"), ("g l", "Logbook"),
        ("g p", "Progress"), ("g a", "Alarms"), ("g h", "Water"), ("g t", "Practice tests"),
        ("g e", "Ledger"), ("g w", "What changed"),
        ("g n", "Add a flight, in the logbook"),
        ("[ and ]", "One day back, one day on"),
        ("{ and }", "To the change before, to the next change"), (".", "To what is known now"),
    ]

    static func make(_ context: PageContext) throws -> PageView {
        var content = HTML()
        content.element(.h1, text: "Keys")
        addKeys(to: &content)
        content.element(.p) { content in
            content.text("Keys do nothing while a field has the focus. The switch below turns them off in this tab.")
        }
        content.element(.p, .class("scripted")) { content in
            content.element(.button, .id("keys-switch"), .named("type", "button"), .named("aria-pressed", "true")) {
                $0.text("Keys are on")
            }
        }
        content.element(.h2, text: "Two times")
        content.element(
            .p,
            text: "On is the day that a page answers for. Known at is what the ledger held then. The address has both, "
                + "so that a bookmark shows the same page again.")
        return PageView(title: "Keys", section: .help, content: content)
    }

    static func addKeys(to page: inout HTML) {
        page.element(.dl, .class("keys")) { page in
            for (key, effect) in keys {
                page.element(.dt) { $0.element(.kbd, text: key) }
                page.element(.dd, text: effect)
            }
        }
    }
}
