import DaybookDomains

/// One entry with its signature and everything that happened to it.
enum FlightPage {
    static func make(_ stream: StreamID, _ context: PageContext) throws -> PageView {
        guard let history = try context.ledger.history(of: stream, context.asOf)?.value else {
            guard try context.ledger.history(of: stream) != nil else {
                throw PageProblem(
                    404, "There is no such flight", "No flight has the id \(stream.id).",
                    hint: "The logbook lists the flights.")
            }
            throw PageProblem(
                404, "This flight was not known then", "It came after position \(context.answered.position).",
                hint: "Go to what is known now.")
        }
        let entry = try context.ledger.flight(stream, context.asOf)
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(context.link("/logbook")), text: "Logbook") }
        let title = entry.map { "\($0.flight.date) \($0.flight.title)" } ?? stream.id
        content.element(.h1) { $0.isolated(title) }
        addSaved(history.record, context, &content)
        addStanding(history.record, entry, context, &content)
        try addPlaces(stream, context, &content)
        addDeeds(history, entry, context, &content)
        try addSignature(entry, context, &content)
        WaitingParts.add(history, shown: entry?.signature?.event, context, to: &content)
        addFields(history, entry, context, &content)
        try addHistory(history, context, &content)
        let marks = try context.ledger.history(of: stream)?.value.steps.map(\.event.position).sorted() ?? []
        return PageView(title: title, section: .logbook, marks: marks, content: content)
    }

    /// Shows what a form just wrote, and the way back.
    private static func addSaved(_ record: RecordView, _ context: PageContext, _ content: inout HTML) {
        guard !context.isPast, let saved = context.address["saved"] else { return }
        let words: String? =
            switch (saved, record.isRemoved) {
            case ("logged", false): "Flight saved. To undo it, delete the flight."
            case ("changed", false): "Change saved. \"Undo the change\" takes it back; the history keeps both."
            case ("undone", false): "Change undone. The history keeps both."
            case ("superseding", false):
                "Flight saved. The old one is in no total. To undo it, delete this flight: the old one counts again."
            case ("copied", false): "Flight copied to today, without the signature. To undo it, delete the flight."
            case ("signed", false): "Flight signed and locked. To undo it, void the signature."
            case ("voided", false): "Signature voided. The flight can be changed again."
            case ("settled", false): "Decision saved. The history has it."
            case ("restored", false): "Flight restored. To undo it, delete the flight."
            case ("removed", true): "Flight deleted. To undo it, restore the flight."
            default: nil
            }
        guard let words else { return }
        content.element(.p, .class("saved"), .id("saved"), .named("role", "status"), text: words)
    }

    /// The state of the entry besides its fields.
    private static func addStanding(
        _ record: RecordView, _ entry: FlightEntry?, _ context: PageContext, _ content: inout HTML
    ) {
        var marks = entry.map { FlightRow.tags($0.flight) }?.map { ($0, false) } ?? []
        if record.isLocked { marks.append(("locked", false)) }
        if record.isDisputed { marks.append(("disputed", true)) }
        if record.isRemoved { marks.append(("removed", true)) }
        if let mask = record.mask { marks.append((FlightRow.word(mask), true)) }
        if marks.isEmpty { return }
        content.element(.p, .class("marks")) { content in
            for (text, isWarning) in marks {
                content.element(.span, .class(isWarning ? "mark warning" : "mark"), text: text)
                content.text(" ")
            }
        }
        if record.isRemoved {
            content.element(
                .p, text: "This flight is in no total. It stays in the history and can be restored.")
        }
    }

    /// The entries whose place this one took, and the one that took its place.
    private static func addPlaces(_ stream: StreamID, _ context: PageContext, _ content: inout HTML) throws {
        let found = try context.ledger.supersessions(context.asOf)
        func add(_ words: String, _ others: [StreamID]) {
            for other in others {
                content.element(.p) { content in
                    content.text("\(words) ")
                    content.element(.a, .href(context.link("/\(other.text)"))) { $0.isolated(other.id) }
                    content.text(".")
                }
            }
        }
        add("This flight took the place of", found.replaced[stream] ?? [])
        add("Its place was taken by", found.replacement[stream].map { [$0] } ?? [])
    }

    /// The actions on the entry; none on a page of the past. A locked one can be copied, and its signature voided.
    private static func addDeeds(
        _ history: StreamHistory, _ entry: FlightEntry?, _ context: PageContext, _ content: inout HTML
    ) {
        let record = history.record
        if context.isPast { return }
        if record.isRemoved, !record.isLocked, record.mask == nil {
            FlightFormPage.addButton(
                "/\(record.stream.text)/restore", "Restore the flight",
                FormSecrets(
                    token: context.formToken, key: context.ledger.newID(), version: history.steps.count), to: &content)
        }
        guard entry != nil, !record.isRemoved else { return }
        let links =
            record.isLocked
            ? [("Void Signature", "void")]
            : record.mask == nil ? [("Change", "edit"), ("Delete", "remove"), ("Sign", "sign")] : []
        let superseding = record.mask == nil ? [("Supersede", "supersede")] : []
        content.element(.div, .class("deeds")) { content in
            for (title, name) in links + superseding {
                content.element(.a, .href(PageAddress("/\(record.stream.text)/\(name)")), text: title)
                content.text(" ")
            }
            FlightFormPage.addButton(
                "/\(record.stream.text)/duplicate", "Duplicate",
                FormSecrets(token: context.formToken, key: context.ledger.newID()), to: &content)
            if context.address["saved"] == "changed", !record.isLocked {
                FlightFormPage.addButton(
                    "/\(record.stream.text)/undo", "Undo the change",
                    FormSecrets(token: context.formToken, key: context.ledger.newID()),
                    seen: SeenRecord(history), to: &content)
            }
        }
    }

    private static func addSignature(_ entry: FlightEntry?, _ context: PageContext, _ content: inout HTML) throws {
        guard let entry, let signature = entry.signature else { return }
        let check = try context.ledger.keySignatures(of: entry.stream, context.asOf).first {
            $0.event == signature.event
        }
        try content.element(.section, .class("signature"), .label("Signature")) { content in
            content.element(.h2, text: "CFI ENDORSEMENT")
            content.element(.dl) { content in
                addFact("Certificate", signature.cfiNumber, &content)
                if let through = signature.certificateThrough { addFact("Certificate through", "\(through)", &content) }
                if let name = signature.signerName { addFact("Name", name, &content) }
                addFact("Recorded", context.time(signature.recorded), &content)
            }
            if try picture(of: entry, context) != nil {
                content.element(
                    .img, .named("src", context.link("/\(entry.stream.text)/picture").text),
                    .named("alt", "The signature as it was drawn"))
            }
            let word =
                switch check?.holds {
                case true?: "✓ A key of an instructor signed this entry, and the signature matches."
                case false?: "✕ The signature by a key does not match this entry."
                case nil: "The owner's word: no key of an instructor signed it."
                }
            content.element(.p, text: word)
            content.element(.p, text: "The entry is locked. To change it, void the signature first.")
        }
    }

    /// The picture of the signature that stands, where a browser can show it.
    static func picture(of entry: FlightEntry, _ context: PageContext) throws -> (type: PictureType, bytes: [UInt8])? {
        guard let signature = entry.signature,
            let event = try context.ledger.events(of: entry.stream, ofType: "flight.signed", asOf: context.asOf)
                .first(where: { $0.id == signature.event }),
            let digest = event.data?["imageDigest"]?.stringValue.flatMap(Bytes32.init(hex:)),
            let bytes = try context.ledger.attachment(digest), let type = PictureType(bytes), type.isShownOnPages
        else { return nil }
        return (type, bytes)
    }

    // MARK: - Fields

    private static func addFields(
        _ history: StreamHistory, _ entry: FlightEntry?, _ context: PageContext, _ content: inout HTML
    ) {
        if history.fields.isEmpty { return }
        content.element(.section) { content in
            content.element(.h2, text: "Entry")
            content.element(.dl) { content in
                let facts = FlightFacts.stated(history.fields, entry?.flight)
                for fact in facts + (entry.map { FlightFacts.inferred($0.flight) } ?? []) {
                    addFact(fact.name, fact.value, &content)
                }
            }
        }
    }

    private static func addFact(_ name: String, _ value: String, _ content: inout HTML) {
        content.element(.dt, text: name)
        content.element(.dd) { $0.isolated(value) }
    }

    // MARK: - History

    private static func addHistory(_ history: StreamHistory, _ context: PageContext, _ content: inout HTML) throws {
        let (person, origin) = (try context.ledger.principal, try context.ledger.ownOrigin)
        content.element(.section) { content in
            content.element(.h2, text: "History")
            content.element(.ol, .class("history")) { content in
                for step in history.steps {
                    let envelope = step.event.envelope
                    let author = envelope.actor == person ? "you" : String(envelope.actor.hex.prefix(12))
                    let device = envelope.origin == origin ? "this device" : "device \(envelope.origin.hex.prefix(12))"
                    content.element(.li) { addStep(step, "by \(author), \(device)", context, &$0) }
                }
            }
        }
    }

    private static func addStep(_ step: HistoryStep, _ who: String, _ context: PageContext, _ content: inout HTML) {
        let event = step.event
        content.element(.h3) { content in
            content.text("\(FieldText.name(event.envelope.type.split(separator: ".").last.map(String.init) ?? "")) ")
            content.element(.time, .named("datetime", "\(event.envelope.recorded)")) {
                $0.text(context.time(event.envelope.recorded))
            }
        }
        content.element(.p, .class("faint")) { content in
            content.text("\(who), ")
            content.element(
                .a, .href(context.address.setting("known", "\(event.position)")), text: "position \(event.position)")
        }
        if event.outcome.status != .effective {
            let reason = event.outcome.reason.map { " (\($0))" } ?? ""
            content.element(.p, .class("warning"), text: "\(event.outcome.status.description)\(reason)")
        }
        if let reason = event.data?["reason"]?.stringValue, !reason.isEmpty {
            content.element(.p) { content in
                content.text("Reason: ")
                content.isolated(reason)
            }
        }
        if step.changes.isEmpty { return }
        content.element(.dl) { content in
            for change in step.changes where change.old != nil || !FieldText.isIdle(change.field, change.new) {
                content.element(.dt, text: FieldText.name(change.field))
                content.element(.dd) { content in
                    if let old = change.old {
                        content.element(.del) { $0.isolated(FlightFacts.value(change.field, old)) }
                        content.text(" → ")
                    }
                    content.element(.ins) { $0.isolated(FlightFacts.value(change.field, change.new)) }
                }
            }
        }
    }
}
