import DaybookDomains

/// The buttons of a drink that was noted.
enum DrinkButtons {
    static func addRemove(
        _ stream: StreamID, _ title: String, _ context: PageContext, to content: inout HTML
    ) throws {
        try add("/\(stream.text)/remove", "Remove", .label("Remove \(title)"), stream, context, &content)
    }

    static func addRestore(_ stream: StreamID, _ context: PageContext, to content: inout HTML) throws {
        try add("/\(stream.text)/restore", "Restore the drink", nil, stream, context, &content)
    }

    private static func add(
        _ path: String, _ title: String, _ label: HTML.Attribute?, _ stream: StreamID, _ context: PageContext,
        _ content: inout HTML
    ) throws {
        guard let history = try context.ledger.history(of: stream)?.value else { return }
        content.element(.form, .named("method", "post"), .named("action", path)) { content in
            FormSecrets(token: context.formToken, key: context.ledger.newID()).add(to: &content)
            SeenRecord(history).add(to: &content)
            content.element(.button, label, text: title)
        }
    }
}
