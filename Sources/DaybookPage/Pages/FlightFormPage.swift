import DaybookKit

/// The form of a new entry, of a change, and the question before a removal.
enum FlightFormPage {
    /// What a form is for: where it is sent, and the words of its page.
    struct Purpose {
        let title: String
        let action: PageAddress
        let button: String
        /// Where it leads without a change.
        let back: PageAddress
        /// The flight that it changes.
        let stream: StreamID?

        static let new = Purpose(
            title: "Log a flight", action: PageAddress("/flight/new"), button: "Save flight",
            back: PageAddress("/logbook"), stream: nil)

        static func change(_ stream: StreamID) -> Purpose {
            Purpose(
                title: "Change a flight", action: PageAddress("/\(stream.text)/edit"), button: "Save change",
                back: PageAddress("/\(stream.text)"), stream: stream)
        }
    }

    /// - Parameter refusal: Why the form was not taken.
    static func make(
        _ purpose: Purpose, _ form: FlightForm, _ secrets: FormSecrets, refusal: FormRefusal? = nil,
        routes: [RecentRoute] = []
    ) -> PageView {
        var content = HTML()
        content.element(.h1, text: purpose.title)
        if let refusal { add(refusal, to: &content) }
        content.element(.form, .class("entry"), .named("method", "post"), .named("action", purpose.action.text)) {
            content in
            secrets.add(to: &content)
            for field in FlightForm.Field.allCases { add(field, form, refusal, to: &content) }
            content.element(.datalist, .id("places")) { content in
                for place in Set(routes.flatMap { [$0.from, $0.to] }.compactMap(\.self)).sorted() {
                    content.element(.option, .named("value", place))
                }
            }
            content.element(.fieldset) { content in
                content.element(.legend, text: "Categories")
                for box in FlightForm.Box.allCases {
                    addBox(
                        box.rawValue, "on", FieldText.name(box.rawValue), isOn: form.boxes.contains(box), to: &content)
                }
            }
            addAcceptance(form, refusal, to: &content)
            content.element(.p) { content in
                content.element(.button, text: purpose.button)
                content.text(" ")
                content.element(.a, .href(purpose.back), .id("cancel"), text: "Cancel")
            }
        }
        addQuestion(purpose, to: &content)
        return PageView(
            status: refusal == nil ? 200 : 422, title: purpose.title, section: .logbook, isForm: true, content: content)
    }

    private static func add(_ refusal: FormRefusal, to content: inout HTML) {
        content.element(.div, .class("refusal"), .named("role", "alert")) { content in
            content.element(.p, .class("warning")) { content in
                if let field = refusal.field {
                    content.element(.a, .named("href", "#\(field.rawValue)")) { $0.isolated(refusal.message) }
                } else {
                    content.isolated(refusal.message)
                }
            }
            content.element(.p, text: "Nothing was written.")
        }
    }

    /// The warnings that the person may accept, or has accepted.
    private static func addAcceptance(_ form: FlightForm, _ refusal: FormRefusal?, to content: inout HTML) {
        var codes = form.accepted
        if let refusal, refusal.isWarning, !codes.contains(refusal.code) { codes.append(refusal.code) }
        for code in codes {
            guard let rule = FlightRule(rawValue: code), rule.isWarning else { continue }
            content.element(.div, .class("acceptance")) { content in
                addBox(
                    "accept", code, "This is right: save it as it is", isOn: form.accepted.contains(code), to: &content)
                content.element(.p, .class("faint"), text: rule.message)
            }
        }
    }

    /// The question before entered values are lost; without a script, the link leads away at once.
    private static func addQuestion(_ purpose: Purpose, to content: inout HTML) {
        content.element(.dialog, .id("discard"), .named("aria-labelledby", "discard-title")) { content in
            content.element(
                .h2, .id("discard-title"), text: purpose.stream == nil ? "Discard Flight?" : "Discard Changes?")
            content.element(.form, .named("method", "dialog")) { content in
                content.element(.button, text: "Keep Editing")
                content.text(" ")
                content.element(.a, .href(purpose.back), .id("discarded"), text: "Discard")
            }
        }
    }

    // MARK: - Fields

    private static func label(_ field: FlightForm.Field) -> String {
        switch field {
        case .hobbs: "Hobbs (hours)"
        case .hobbsStart: "Hobbs at the start"
        case .hobbsEnd: "Hobbs at the end"
        case .cfiNumber: "Instructor's certificate"
        default: FieldText.name(field.rawValue)
        }
    }

    private static func add(
        _ field: FlightForm.Field, _ form: FlightForm, _ refusal: FormRefusal?, to content: inout HTML
    ) {
        let name = field.rawValue
        let fault = refusal.flatMap { $0.field == field ? $0 : nil }
        let hasFocus = (refusal?.field ?? .hobbs) == field
        let described: HTML.Attribute? = fault == nil ? nil : .named("aria-describedby", "\(name)-fault")
        let invalid: HTML.Attribute? = fault == nil || fault?.isWarning == true ? nil : .named("aria-invalid", "true")
        content.element(.div, .class("field")) { content in
            content.element(.label, .named("for", name), text: label(field))
            if field == .remarks {
                content.element(
                    .textarea, .named("name", name), .id(name), .named("rows", "3"), text: form.texts[field] ?? "")
            } else {
                let kind = kind(field)
                content.element(
                    .input, .named("type", kind), .named("name", name), .id(name),
                    .named("value", form.texts[field] ?? ""), invalid, described,
                    kind == "number" ? .named("min", "0") : nil, kind == "number" ? .named("max", "99") : nil,
                    field == .from || field == .to ? .named("list", "places") : nil,
                    field == .hobbs ? .named("inputmode", "decimal") : nil, .flag("autofocus", hasFocus),
                    .named("autocomplete", "off"))
            }
            if let fault {
                content.element(.p, .class("warning"), .id("\(name)-fault")) { $0.isolated(fault.message) }
            }
            if field == .hobbsEnd { content.element(.output, .id("duration")) }
        }
    }

    private static func kind(_ field: FlightForm.Field) -> String {
        switch field {
        case .date: "date"
        case .dayLandings, .nightLandings: "number"
        default: "text"
        }
    }

    private static func addBox(
        _ name: String, _ value: String, _ title: String, isOn: Bool, to content: inout HTML
    ) {
        content.element(.label, .class("box")) { content in
            content.element(
                .input, .named("type", "checkbox"), .named("name", name), .named("value", value),
                .flag("checked", isOn))
            content.text(" \(title)")
        }
    }

    // MARK: - Removal

    /// The question before a removal: what happens, and what stays. The way back comes first.
    static func remove(_ entry: FlightEntry, _ secrets: FormSecrets) -> PageView {
        var content = HTML()
        content.element(.h1, text: "Delete Flight?")
        content.element(.p) { content in
            content.text("\(entry.flight.date) ")
            content.isolated(entry.flight.route)
        }
        content.element(.p) { content in
            content.text("This flight entry will be permanently deleted. It leaves the list and every total; ")
            content.text("it stays in the history and can be restored.")
        }
        content.element(.p) { $0.element(.a, .href(PageAddress("/\(entry.stream.text)")), text: "Keep the flight") }
        addButton("/\(entry.stream.text)/remove", "Delete", secrets, to: &content)
        return PageView(title: "Delete Flight?", section: .logbook, isForm: true, content: content)
    }

    /// A form of one button.
    static func addButton(_ path: String, _ title: String, _ secrets: FormSecrets, to content: inout HTML) {
        content.element(.form, .named("method", "post"), .named("action", path)) { content in
            secrets.add(to: &content)
            content.element(.button, text: title)
        }
    }
}
