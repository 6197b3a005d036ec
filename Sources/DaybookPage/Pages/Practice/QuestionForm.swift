import DaybookDomains

/// A question with a button for each option.
enum QuestionForm {
    static func add(
        _ text: String, _ options: [String], to path: String, _ secrets: FormSecrets, _ items: [(String, String)],
        _ content: inout HTML
    ) {
        content.element(.h2, .id("question")) { $0.isolated(text) }
        content.element(
            .form, .class("options"), .named("method", "post"), .named("action", path),
            .named("aria-labelledby", "question")
        ) { content in
            secrets.add(to: &content)
            for (name, value) in items {
                content.element(.input, .named("type", "hidden"), .named("name", name), .named("value", value))
            }
            for (place, option) in options.enumerated() {
                content.element(.button, .named("name", "choice"), .named("value", "\(place)")) { content in
                    content.text("\(OptionLetter.text[place]). ")
                    content.isolated(option)
                }
            }
        }
    }
}
