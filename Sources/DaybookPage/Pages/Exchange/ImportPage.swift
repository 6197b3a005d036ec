import DaybookDomains

/// The import of a file: choosing it, what it would bring, and what it brought.
enum ImportPage {
    private static let notesMaximum = 100

    /// - Parameters:
    ///   - form: A file that was checked or refused.
    ///   - outcome: The findings of the check.
    static func make(
        _ form: ImportForm, _ secrets: FormSecrets, outcome: ImportOutcome? = nil, refusal: FormRefusal? = nil
    ) -> PageView {
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(PageAddress("/logbook")), text: "Logbook") }
        content.element(.h1, text: outcome == nil ? "Import flights" : "Check of the file")
        FlightFormPage.add(refusal, to: &content)
        if let outcome {
            addReport(outcome, form, &content)
            addImport(form, outcome, secrets, &content)
            content.element(.h2, text: "Read it otherwise")
        }
        addFile(form, secrets, asksForMap: refusal?.code == "import.unknownFormat" || !form.map.isEmpty, &content)
        return PageView(
            status: refusal == nil ? 200 : 422, title: "Import flights", section: .logbook, isForm: true,
            content: content)
    }

    private static func addFile(
        _ form: ImportForm, _ secrets: FormSecrets, asksForMap: Bool, _ content: inout HTML
    ) {
        content.element(
            .form, .class("fields"), .named("method", "post"), .named("action", "/import"),
            .named("enctype", UploadForm.type)
        ) { content in
            secrets.add(to: &content)
            addKept(form, &content)
            content.element(.div, .class("field")) { content in
                content.element(
                    .label, .named("for", "file"),
                    text: form.bytes.isEmpty ? "File of another logbook" : "Another file instead of \(form.file)")
                content.element(.input, .named("type", "file"), .named("name", "file"), .id("file"))
            }
            content.addChoice("format", "Format", titled(ImportForm.formats), form.format)
            content.addChoice(
                "dates", "Order of dates, where no row shows it", titled(ImportForm.orders), form.dates)
            if asksForMap, let example = form.example {
                content.element(.div, .class("field")) { content in
                    content.element(.label, .named("for", "map"), text: "Columns by hand")
                    content.element(.textarea, .named("name", "map"), .id("map"), .named("rows", "16"), text: example)
                }
            }
            content.element(.button, text: "Check the file")
            content.element(.p, .class("faint"), text: "The check writes nothing.")
        }
    }

    private static let titles = [
        "auto": "as its first row shows", "": "not chosen", "mdy": "month, day, year", "dmy": "day, month, year",
        "ymd": "year, month, day",
    ]

    private static func titled(_ values: [String]) -> [(value: String, text: String)] {
        values.map { ($0, titles[$0] ?? $0) }
    }

    /// The file itself, so that no server has to remember it.
    private static func addKept(_ form: ImportForm, _ content: inout HTML) {
        if form.bytes.isEmpty { return }
        for (name, value) in [("name", form.file), ("kept", Base64.encode(form.bytes))] {
            content.element(.input, .named("type", "hidden"), .named("name", name), .named("value", value))
        }
    }

    private static func addImport(
        _ form: ImportForm, _ outcome: ImportOutcome, _ secrets: FormSecrets, _ content: inout HTML
    ) {
        if outcome.flights == 0 { return }
        content.element(
            .form, .named("method", "post"), .named("action", "/import/save"), .named("enctype", UploadForm.type)
        ) { content in
            secrets.add(to: &content)
            addKept(form, &content)
            for (name, value) in [("format", form.format), ("dates", form.dates), ("map", form.map)] {
                content.element(.input, .named("type", "hidden"), .named("name", name), .named("value", value))
            }
            content.element(.button, text: "Import \(PageContext.count(outcome.flights, "flight"))")
        }
    }

    // MARK: - Report

    private static func addReport(_ outcome: ImportOutcome, _ form: ImportForm, _ content: inout HTML) {
        content.element(.p, .class("figure"), .id("report")) { content in
            content.isolated(form.file.isEmpty ? "The file" : form.file)
            content.text(": \(PageContext.count(outcome.flights, "new flight")), \(outcome.duplicates) there already.")
        }
        if outcome.sums.flights > 0 {
            addSums(outcome.sums, "The file has", &content)
            content.element(.p, text: "Compare these sums with those of the program that wrote it.")
        }
        let titles = outcome.reading.titles(of: outcome.skipped + outcome.assumed)
        addNotes("Skipped", outcome.skipped, titles, &content)
        addNotes("Interpreted", outcome.assumed, titles, &content)
        if !outcome.lookAlikes.isEmpty {
            let count = outcome.lookAlikes.count
            content.element(
                .p, .class("warning"),
                text:
                    "\(PageContext.count(count, "flight")) \(count == 1 ? "looks" : "look") like flights there already."
            )
        }
        for overlap in outcome.forwardOverlaps { content.element(.p, .class("warning"), text: overlap.text) }
        if !outcome.reading.unusedColumns.isEmpty {
            content.element(.p) { content in
                content.text("Columns in no figure, kept as text: ")
                content.isolated(outcome.reading.unusedColumns.map(\.column).joined(separator: ", "))
            }
        }
    }

    private static func addSums(_ sums: ImportSums, _ start: String, _ content: inout HTML) {
        guard let first = sums.first, let last = sums.last else { return }
        content.element(.p, text: "\(start) \(PageContext.count(sums.flights, "flight")) from \(first) to \(last).")
        content.element(.dl) { content in
            let further = sums.further.map { figure -> (String, String) in
                (figure.name.prefix(1).uppercased() + String(figure.name.dropFirst()), figure.text)
            }
            let figures: [(String, String)] = [
                ("Total hours", sums.totalHours.text), ("PIC", sums.picHours.text), ("Dual", sums.dualHours.text),
                ("Solo", sums.soloHours.text), ("Night", sums.nightHours.text),
                ("Cross-country", sums.crossCountryHours.text), ("Landings", "\(sums.allLandings)"),
            ]
            for (name, value) in figures + further {
                content.element(.dt, text: name)
                content.element(.dd, text: value)
            }
        }
        if let devices = sums.ofDevices { content.element(.p, text: devices) }
    }

    private static func addNotes(
        _ title: String, _ notes: [ImportNote], _ titles: [Int: String], _ content: inout HTML
    ) {
        if notes.isEmpty { return }
        content.element(.details, .flag("open", title == "Skipped")) { content in
            content.element(.summary, text: "\(title): \(notes.count)")
            content.element(.ul) { content in
                for note in notes.prefix(notesMaximum) {
                    content.element(.li) { content in
                        content.text("line \(note.line)")
                        if let row = titles[note.line] { content.isolated(", \(row)") }
                        content.text(": ")
                        content.isolated(note.sentences)
                    }
                }
                if notes.count > notesMaximum { content.element(.li, text: "and \(notes.count - notesMaximum) more") }
            }
        }
    }

    // MARK: - What was imported

    static func batch(_ stream: StreamID, _ context: PageContext) throws -> PageView {
        guard let history = try context.ledger.history(of: stream, context.asOf)?.value else {
            throw PageProblem(
                404, "There is no such import", "No import has the id \(stream.id).", hint: "Look at what changed.")
        }
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(context.link("/logbook")), text: "Logbook") }
        content.element(.h1, text: "Import")
        let words: String? =
            switch context.address["saved"] {
            case "imported": "Flights imported. \"Undo the import\" takes them back."
            case "undone": "This import was undone. Importing the file again brings its flights back."
            default: nil
            }
        if !context.isPast, let words {
            content.element(.p, .class("saved"), .id("saved"), .named("role", "status"), text: words)
        }
        try addBatch(stream, context, &content)
        if !context.isPast {
            FlightFormPage.addButton(
                "/\(stream.text)/undo", "Undo the import",
                FormSecrets(token: context.formToken, key: context.ledger.newID()), seen: SeenRecord(history),
                to: &content)
        }
        return PageView(
            title: "Import", section: .logbook, marks: history.steps.map(\.event.position).sorted(), content: content)
    }

    /// The facts that the import states of its file, and its flights as they are now.
    private static func addBatch(_ stream: StreamID, _ context: PageContext, _ content: inout HTML) throws {
        let imports = try context.ledger.events(of: stream, ofType: "batch.imported", asOf: context.asOf)
        if case .object(let fields)? = imports.first?.data {
            content.element(.dl) { content in
                for member in fields {
                    content.element(.dt, text: names[member.name] ?? FieldText.name(member.name))
                    content.element(.dd) { $0.isolated(FieldText.value(member.value)) }
                }
            }
            let notes = ["skipped", "assumed"].reduce(0) { $0 + (Int(fields.value($1)) ?? 0) }
            if notes > 0 {
                content.element(
                    .p, .class("faint"), text: "A check of the same file names what was skipped or interpreted.")
            }
        }
        let flights = try context.ledger.flights(context.asOf).value.map(\.flight).filter { $0.batch == stream }
        if flights.isEmpty {
            content.element(.p, .class("empty"), text: "No flight of this import is in the logbook.")
            return
        }
        addSums(ImportSums(flights), "The logbook has of it", &content)
        content.element(.p) { content in
            content.element(
                .a, .href(context.link("/logbook", [.init(name: "batch", value: stream.id)])),
                text: "The flights of this import")
        }
    }

    private static let names = [
        "fileName": "File", "skipped": "Rows skipped", "assumed": "Rows interpreted", "duplicates": "There already",
        "aircraft": "Aircraft described",
    ]
}

extension [JSONValue.Member] {
    /// The text of a member; empty for none.
    fileprivate func value(_ name: String) -> String { first { $0.name == name }?.value.text ?? "" }
}
