import DaybookDomains

/// The forms that sign an entry and void a signature.
enum SigningPage {
    static func make(
        _ entry: FlightEntry, _ form: SigningForm, _ secrets: FormSecrets, _ seen: SeenRecord,
        refusal: FormRefusal? = nil
    ) -> PageView {
        var content = HTML()
        content.element(.h1, text: "Sign a flight")
        addSummary(entry, &content)
        FlightFormPage.add(refusal, to: &content)
        content.element(
            .form, .class("fields needs"), .named("method", "post"),
            .named("action", "/\(entry.stream.text)/sign")
        ) { content in
            secrets.add(to: &content)
            seen.add(to: &content)
            addField("number", "Instructor's certificate number", form.number, isRequired: true, &content)
            content.element(.fieldset) { content in
                content.element(.legend, text: "Signature")
                addCanvas(form, &content)
                addField("name", "Or typed: the instructor's name", form.name, &content)
            }
            addField("through", "Last day of the instructor's certificate", form.through, type: "date", &content)
            content.element(.p) { content in
                content.element(.button, text: "Sign & Save")
                content.text(" ")
                content.element(.a, .href(PageAddress("/\(entry.stream.text)")), text: "Cancel")
            }
            content.element(
                .p, .class("faint"),
                text: "A signed flight is locked: it cannot be changed until the signature is void.")
        }
        return PageView(
            status: refusal == nil ? 200 : 422, title: "Sign a flight", section: .logbook, isForm: true,
            content: content)
    }

    private static func addSummary(_ entry: FlightEntry, _ content: inout HTML) {
        content.element(.p) { content in
            content.text("\(entry.flight.date) ")
            content.isolated(entry.flight.title)
            content.text(", \(entry.flight.totalHours.exactText) h")
        }
    }

    /// Drawing needs the script; without it the typed name signs.
    private static func addCanvas(_ form: SigningForm, _ content: inout HTML) {
        content.element(.div, .class("scripted drawing")) { content in
            content.element(
                .canvas, .id("canvas"), .named("width", "600"), .named("height", "200"), .named("role", "img"),
                .label("Signature, drawn with mouse, finger or pen"))
            content.element(.span, .id("placeholder"), text: "Sign here")
            content.element(.button, .named("type", "button"), .id("erase"), text: "Erase")
        }
        content.element(
            .input, .named("type", "hidden"), .named("name", "drawing"), .id("drawing"),
            .named("value", form.drawing))
    }

    private static func addField(
        _ name: String, _ title: String, _ value: String, type: String = "text", isRequired: Bool = false,
        _ content: inout HTML
    ) {
        content.element(.div, .class("field")) { content in
            content.element(.label, .named("for", name), text: title)
            content.element(
                .input, .named("type", type), .named("name", name), .id(name), .named("value", value),
                isRequired ? .named("pattern", ".*[^ ].*") : nil, .flag("required", isRequired),
                .flag("autofocus", isRequired), .named("autocomplete", "off"))
        }
    }

    // MARK: - Void

    /// The question before a signature is voided: what happens, and what stays.
    static func void(
        _ stream: StreamID, _ signature: EventID?, _ secrets: FormSecrets, _ seen: SeenRecord,
        refusal: FormRefusal? = nil
    ) -> PageView {
        var content = HTML()
        content.element(.h1, text: "Void Signature?")
        content.element(
            .p,
            text:
                "The flight can be changed again. The signature stays in the history and in the audit, with the reason."
        )
        FlightFormPage.add(refusal, to: &content)
        content.element(.p) { $0.element(.a, .href(PageAddress("/\(stream.text)")), text: "Keep the signature") }
        content.element(
            .form, .class("fields needs"), .named("method", "post"), .named("action", "/\(stream.text)/void")
        ) { content in
            secrets.add(to: &content)
            seen.add(to: &content)
            if let signature {
                content.element(
                    .input, .named("type", "hidden"), .named("name", "signature"), .named("value", signature.hex))
            }
            addField("reason", "Reason", "", isRequired: true, &content)
            content.element(.button, text: "Void Signature")
        }
        return PageView(
            status: refusal == nil ? 200 : 422, title: "Void Signature?", section: .logbook, isForm: true,
            content: content)
    }
}
