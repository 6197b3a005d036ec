import DaybookDomains

/// The form of a new entry, of a change, and the question before a removal.
enum FlightFormPage {
    /// The purpose of a form: where it is sent, and the words of its page.
    struct Purpose {
        let title: String
        let action: PageAddress
        let button: String
        /// Where it leads without a change.
        let back: PageAddress
        /// The flight that it changes.
        let stream: StreamID?
        /// Whether the form comes back after each entry.
        var isQuick = false
        /// A sentence on what else the form does.
        var note: String?

        static let new = Purpose(
            title: "Log a flight", action: PageAddress("/flight/new"), button: "Save flight",
            back: PageAddress("/logbook"), stream: nil)

        static let quick = Purpose(
            title: "Quick entry", action: PageAddress("/flight/quick"), button: "Save and go on",
            back: PageAddress("/logbook"), stream: nil, isQuick: true)

        static func change(_ stream: StreamID) -> Purpose {
            Purpose(
                title: "Change a flight", action: PageAddress("/\(stream.text)/edit"), button: "Save change",
                back: PageAddress("/\(stream.text)"), stream: stream)
        }

        static func superseding(_ stream: StreamID) -> Purpose {
            Purpose(
                title: "Supersede a flight", action: PageAddress("/\(stream.text)/supersede"),
                button: "Save the new flight", back: PageAddress("/\(stream.text)"), stream: stream,
                note: "The new flight takes the place of this one, which stays visible and is in no total. A signature "
                    + "stays with the old one.")
        }
    }

    /// - Parameters:
    ///   - refusal: Why the form was not taken.
    ///   - saved: The number of entries that quick entry has saved so far.
    static func make(
        _ purpose: Purpose, _ form: FlightForm, _ secrets: FormSecrets, refusal: FormRefusal? = nil,
        routes: [RecentRoute] = [], saved: Int = 0
    ) -> PageView {
        let refusal = refusal.map { $0.at(form.field(of: $0)) }
        var content = HTML()
        content.element(.h1, text: purpose.title)
        if saved > 0, refusal == nil {
            content.element(.p, .class("saved"), .id("saved"), .named("role", "status"), text: "Saved! (\(saved))")
        }
        if let note = purpose.note { content.element(.p, text: note) }
        add(refusal, to: &content)
        addRoutes(routes, form, purpose, &content)
        content.element(.form, .class("entry"), .named("method", "post"), .named("action", purpose.action.text)) {
            content in
            secrets.add(to: &content)
            if purpose.isQuick {
                content.element(
                    .input, .named("type", "hidden"), .named("name", "number"), .named("value", "\(saved)"))
            }
            for field in FlightForm.Field.allCases where !field.isMore {
                add(field, form, refusal, to: &content)
                if field == .to, purpose.stream == nil { addSwap(form, purpose, &content) }
            }
            content.element(.datalist, .id("places")) { content in
                for place in Set(routes.flatMap { [$0.from, $0.to] }.compactMap(\.self)).sorted() {
                    content.element(.option, .named("value", place))
                }
            }
            content.element(.fieldset) { content in
                content.element(.legend, text: "Categories")
                for box in FlightForm.Box.allCases where !FlightForm.moreBoxes.contains(box) {
                    addBox(box, form, to: &content)
                }
            }
            addMore(form, refusal, to: &content)
            addAcceptance(form, refusal, to: &content)
            content.element(.p) { content in
                content.element(.button, text: purpose.button)
                content.text(" ")
                content.element(
                    .a, .href(purpose.back), .id("cancel"), text: purpose.isQuick ? "Done" : "Cancel")
            }
        }
        addQuestion(purpose, to: &content)
        return PageView(
            status: refusal == nil ? 200 : 422, title: purpose.title, section: .logbook, isForm: true, content: content)
    }

    /// The parts of the flight and the rarer counts; closed until one of them is stated or refused.
    private static func addMore(_ form: FlightForm, _ refusal: FormRefusal?, to content: inout HTML) {
        let isOpen = form.statesMore || refusal?.field?.isMore == true
        content.element(.details, .id("more"), .flag("open", isOpen)) { content in
            content.element(.summary, text: "More figures")
            content.element(
                .p, .class("faint"),
                text: "Without hours of its own, a category that is ticked is the whole flight. So is night, where "
                    + "there are night landings. PIC is only what is stated. Night landings are those from one hour "
                    + "after sunset to one hour before sunrise (61.57(b)); night hours are those between evening and "
                    + "morning civil twilight (1.1).")
            for field in FlightForm.more { add(field, form, refusal, to: &content) }
            content.element(.fieldset) { content in
                content.element(.legend, text: "Passed on this flight")
                for box in FlightForm.moreBoxes { addBox(box, form, to: &content) }
            }
        }
    }

    private static func addBox(_ box: FlightForm.Box, _ form: FlightForm, to content: inout HTML) {
        addBox(box.rawValue, "on", FieldText.name(box.rawValue), isOn: form.boxes.contains(box), to: &content)
    }

    /// The ways that were flown before; each is a link to this form with both places.
    private static func addRoutes(
        _ routes: [RecentRoute], _ form: FlightForm, _ purpose: Purpose, _ content: inout HTML
    ) {
        if routes.isEmpty { return }
        content.element(.nav, .class("routes"), .label("Recent routes")) { content in
            for route in routes {
                let (from, to) = (route.from ?? "", route.to ?? "")
                let isChosen = form.texts[.from] ?? "" == from && form.texts[.to] ?? "" == to
                content.element(
                    .a,
                    .href(
                        PageAddress(
                            purpose.action.path, [.init(name: "from", value: from), .init(name: "to", value: to)])),
                    isChosen ? .named("aria-current", "true") : nil
                ) { $0.isolated(route.text) }
            }
        }
    }

    /// The way back as a link to this form; the script swaps the places in it.
    private static func addSwap(_ form: FlightForm, _ purpose: Purpose, _ content: inout HTML) {
        let (from, to) = (form.texts[.from] ?? "", form.texts[.to] ?? "")
        let back = PageAddress(purpose.action.path, [.init(name: "from", value: to), .init(name: "to", value: from)])
        content.element(.p) { $0.element(.a, .href(back), .id("swap"), text: "Swap From and To") }
    }

    /// Why a form was not taken; nothing where it was.
    static func add(_ refusal: FormRefusal?, to content: inout HTML) {
        guard let refusal else { return }
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
        case .tach: "Tach time (default: the flight time)"
        case .nightHours: "Night hours (default: all of it, with night landings)"
        case .actualInstrumentHours: "Actual instrument hours (in cloud)"
        case .allLandings: "All landings (touch-and-goes too)"
        case .towerLandings: "Full-stop landings at a towered airport"
        case .distanceNm: "Distance (nautical miles)"
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
                    field == .hobbs || field.isMore ? .named("inputmode", "decimal") : nil,
                    .flag("autofocus", hasFocus),
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
            content.isolated(entry.flight.title)
        }
        content.element(.p) { content in
            content.text("This flight entry will be permanently deleted. It leaves the list and every total; ")
            content.text("it stays in the history and can be restored.")
        }
        content.element(.p) { $0.element(.a, .href(PageAddress("/\(entry.stream.text)")), text: "Keep the flight") }
        addButton("/\(entry.stream.text)/remove", "Delete", secrets, to: &content)
        return PageView(title: "Delete Flight?", section: .logbook, isForm: true, content: content)
    }

    /// The question before a copy of what is unusual.
    static func duplicate(
        _ stream: StreamID, _ secrets: FormSecrets, _ refusal: FormRefusal, accepted: [String]
    ) -> PageView {
        var content = HTML()
        content.element(.h1, text: "Duplicate Flight?")
        add(refusal, to: &content)
        content.element(.p) { $0.element(.a, .href(PageAddress("/\(stream.text)")), text: "Leave it") }
        content.element(.form, .named("method", "post"), .named("action", "/\(stream.text)/duplicate")) { content in
            secrets.add(to: &content)
            for code in accepted + [refusal.code] {
                content.element(
                    .input, .named("type", "hidden"), .named("name", "accept"), .named("value", code))
            }
            content.element(.button, text: "This is right: copy it")
        }
        return PageView(status: 422, title: "Duplicate Flight?", section: .logbook, isForm: true, content: content)
    }

    /// A form of one button.
    static func addButton(
        _ path: String, _ title: String, _ secrets: FormSecrets, seen: SeenRecord? = nil, to content: inout HTML
    ) {
        content.element(.form, .named("method", "post"), .named("action", path)) { content in
            secrets.add(to: &content)
            seen?.add(to: &content)
            content.element(.button, text: title)
        }
    }
}
