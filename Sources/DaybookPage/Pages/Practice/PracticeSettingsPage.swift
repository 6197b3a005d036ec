import DaybookDomains

/// The settings of the whole of practice: a reset of its progress, and a guest's progress that joins it.
enum PracticeSettingsPage {
    /// The content of both sides of a merge, before one of three choices is made.
    struct Conflict {
        let folder: String
        let guest: String
        let account: String
    }

    static func make(
        _ context: PageContext, _ secrets: FormSecrets, conflict: Conflict? = nil, message: String? = nil
    ) throws -> PageView {
        let book = try PracticePage.book(context)
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(PageAddress("/practice")), text: "Practice tests") }
        content.element(.h1, text: conflict == nil ? "Settings of practice" : "Both sides have progress")
        let words: String? =
            switch context.address["saved"] {
            case "reset": "Progress was reset. Its history stays, and it can be restored."
            case "restored": "Progress is there again."
            case "changed": "Nothing was written: the progress changed after the page was opened."
            default: message
            }
        if let words {
            content.element(.p, .class("saved"), .id("saved"), .named("role", "status")) { $0.isolated(words) }
        }
        if let conflict { addConflict(conflict, secrets, &content) }
        if conflict == nil {
            addGuest(secrets, &content)
            try addReset(book, secrets, context, &content)
        }
        return PageView(
            status: conflict == nil ? 200 : 409, title: "Settings of practice", section: .practice, isForm: true,
            content: content)
    }

    private static func addGuest(_ secrets: FormSecrets, _ content: inout HTML) {
        content.element(.h2, text: "A guest's progress")
        content.element(
            .p, text: "What was practised as a guest joins this account. The guest's ledger stays as it is.")
        content.element(.form, .class("fields"), .named("method", "post"), .named("action", "/practice/account")) {
            content in
            secrets.add(to: &content)
            content.addField("guest", "Folder of the guest's ledger", isRequired: true)
            content.element(.button, text: "Join")
        }
    }

    /// The dialog of both sides: nothing was written yet, and none of the choices deletes anything.
    private static func addConflict(_ conflict: Conflict, _ secrets: FormSecrets, _ content: inout HTML) {
        content.element(.section, .class("card"), .id("conflict"), .label("Whose progress counts?")) { content in
            content.element(.dl) { content in
                for (name, text) in [("Guest", conflict.guest), ("Account", conflict.account)] {
                    content.element(.dt, text: name)
                    content.element(.dd) { $0.isolated(text) }
                }
            }
            content.element(.p, text: "Nothing was written. Nothing is deleted; another choice can be made later.")
            content.element(.p) { content in
                content.element(.a, .href(PageAddress("/practice/settings")), text: "Leave it as it is")
            }
            content.element(
                .form, .class("deeds"), .named("method", "post"), .named("action", "/practice/account")
            ) { content in
                secrets.add(to: &content)
                content.element(
                    .input, .named("type", "hidden"), .named("name", "guest"), .named("value", conflict.folder))
                for (value, title) in [
                    ("account", "Use Existing Account"), ("guest", "Keep Current Progress"), ("both", "Combine"),
                ] {
                    content.element(.button, .named("name", "choose"), .named("value", value), text: title)
                }
            }
        }
    }

    private static func addReset(
        _ book: QuizBook, _ secrets: FormSecrets, _ context: PageContext, _ content: inout HTML
    ) throws {
        let seen = SeenRecord(try context.ledger.history(of: ProgressResets.stream)?.value)
        content.element(.h2, text: "Reset")
        guard let state = book.state else {
            return content.element(.p, text: "No state is chosen yet.")
        }
        content.element(
            .p,
            text: "A reset takes the answers and tests of \(state.name) out of every figure. The history keeps them.")
        FlightFormPage.addButton(
            "/practice/reset", "Reset the progress of \(state.name)", secrets, seen: seen, to: &content)
        if try context.ledger.standingResets(of: state) > 0 {
            FlightFormPage.addButton(
                "/practice/restore", "Restore the progress of \(state.name)", secrets, seen: seen, to: &content)
        }
    }
}
