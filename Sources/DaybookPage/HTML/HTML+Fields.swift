extension HTML {
    /// A field of a form under its label.
    ///
    /// - Parameters:
    ///   - name: The name that the form sends, and the id of the field.
    ///   - type: The kind of input, such as `date`.
    mutating func addField(
        _ name: String, _ title: String, _ type: String = "text", _ value: String? = nil, isRequired: Bool = false
    ) {
        element(.div, .class("field")) { content in
            content.element(.label, .named("for", name), text: title)
            content.element(
                .input, .named("type", type), .named("name", name), .id(name), value.map { .named("value", $0) },
                .flag("required", isRequired), .named("autocomplete", "off"))
        }
    }

    /// A choice of one value under its label.
    ///
    /// - Parameters:
    ///   - values: Each value that the form sends, with the text that is shown.
    ///   - chosen: The value that is selected at first.
    mutating func addChoice(
        _ name: String, _ title: String, _ values: [(value: String, text: String)], _ chosen: String,
        isRequired: Bool = false
    ) {
        element(.div, .class("field")) { content in
            content.element(.label, .named("for", name), text: title)
            content.element(.select, .named("name", name), .id(name), .flag("required", isRequired)) { content in
                for (value, text) in values {
                    content.element(.option, .named("value", value), .flag("selected", value == chosen), text: text)
                }
            }
        }
    }
}
