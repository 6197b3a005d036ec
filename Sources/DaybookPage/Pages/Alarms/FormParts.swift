import DaybookDomains

/// The parts of a form of an alarm: a field with its label and its fault, a choice, a box.
struct FormParts {
    let form: AlarmForm
    let fault: AlarmFault?

    /// A field with its label. The body gets the attributes that lead to the fault.
    ///
    /// - Parameter of: The kinds of schedule that have the field; empty: all.
    func addField(
        _ field: AlarmForm.Field, _ label: String, of kinds: [ScheduleFields.Kind] = [], more: String = "",
        to content: inout HTML, _ body: (inout HTML, (HTML.Attribute?, HTML.Attribute?)) -> Void
    ) {
        let name = field.rawValue
        content.element(.div, .class(FormParts.classes("field\(more)", kinds))) { content in
            content.element(.label, .named("for", name), text: label)
            body(&content, attributes(field))
            addFault(field, to: &content)
        }
    }

    /// Fields under one heading.
    func addGroup(
        _ field: AlarmForm.Field, _ title: String, of kinds: [ScheduleFields.Kind] = [], more: String = "",
        to content: inout HTML, _ body: (inout HTML) -> Void
    ) {
        let isAtFault = fault?.field == field
        content.element(
            .fieldset, .class(FormParts.classes("group\(more)", kinds)), .id(field.rawValue),
            .named("tabindex", "-1"), isAtFault ? .named("aria-describedby", "\(field.rawValue)-fault") : nil
        ) { content in
            content.element(.legend, text: title)
            body(&content)
            addFault(field, to: &content)
        }
    }

    /// A choice of one, as a list that opens.
    func addChoice(
        _ field: AlarmForm.Field, _ label: String, _ choices: [(String, String)],
        of kinds: [ScheduleFields.Kind] = [], more: String = "", to content: inout HTML
    ) {
        addField(field, label, of: kinds, more: more, to: &content) { content, extra in
            content.element(.select, .named("name", field.rawValue), .id(field.rawValue), extra.0, extra.1) { content in
                for (value, title) in choices {
                    content.element(
                        .option, .named("value", value), .flag("selected", value == form.text(field) ?? ""), text: title
                    )
                }
            }
        }
    }

    /// A whole number.
    func addNumber(
        _ field: AlarmForm.Field, _ label: String, maximum: Int, of kinds: [ScheduleFields.Kind] = [],
        more: String = "", to content: inout HTML, _ after: (inout HTML) -> Void = { _ in }
    ) {
        addField(field, label, of: kinds, more: more, to: &content) { content, extra in
            content.element(
                .input, .named("type", "number"), .named("name", field.rawValue), .id(field.rawValue),
                .named("min", "1"), .named("max", "\(maximum)"), .named("value", form.text(field) ?? ""),
                .flag("autofocus", fault?.field == field), extra.0, extra.1)
            after(&content)
        }
    }

    func addDate(
        _ field: AlarmForm.Field, _ label: String, of kinds: [ScheduleFields.Kind] = [], to content: inout HTML
    ) {
        addField(field, label, of: kinds, to: &content) { content, extra in
            content.element(
                .input, .named("type", "date"), .named("name", field.rawValue), .id(field.rawValue),
                .named("value", form.text(field) ?? ""), extra.0, extra.1)
        }
    }

    static func addBox(_ name: String, _ value: String, _ title: String, isOn: Bool, to content: inout HTML) {
        content.element(.label, .class("box")) { content in
            content.element(
                .input, .named("type", "checkbox"), .named("name", name), .named("value", value),
                .flag("checked", isOn))
            content.text(" \(title)")
        }
    }

    private func attributes(_ field: AlarmForm.Field) -> (HTML.Attribute?, HTML.Attribute?) {
        guard fault?.field == field else { return (nil, nil) }
        return (.named("aria-invalid", "true"), .named("aria-describedby", "\(field.rawValue)-fault"))
    }

    private func addFault(_ field: AlarmForm.Field, to content: inout HTML) {
        guard let fault, fault.field == field else { return }
        content.element(.p, .class("warning"), .id("\(field.rawValue)-fault")) { $0.isolated(fault.message) }
    }

    /// The style sheet hides what the chosen kind does not have.
    private static func classes(_ first: String, _ kinds: [ScheduleFields.Kind]) -> String {
        kinds.isEmpty ? first : ([first, "of"] + kinds.map { "of-\($0.rawValue)" }).joined(separator: " ")
    }
}
