import DaybookDomains

/// The events beside an entry that do not count: changes that wait because of a signature, and other signatures.
enum WaitingParts {
    private static let shownMaximum = 10

    static func add(_ history: StreamHistory, shown: EventID?, _ context: PageContext, to content: inout HTML) {
        let record = history.record
        let changes = history.steps.filter { step in
            guard step.event.envelope.type != "flight.signed" else { return false }
            // A void drops what waited because of the signature; it can still be let count.
            return [.pending, .disputed].contains(step.event.outcome.status)
                || step.event.outcome.reason == OutcomeReason.voidDropped && !record.isLocked
        }
        let standing = Set(record.standing)
        let signatures = history.steps.filter { standing.contains($0.event.id) && $0.event.id != shown }
        for step in signatures.prefix(shownMaximum) {
            let isOfSameContent = history.signsSameContent(step.event, as: shown)
            addSignature(step.event, isOfSameContent: isOfSameContent, record, context, &content)
        }
        for step in changes.prefix(shownMaximum) { addChange(step, history, context, &content) }
        let more = max(0, signatures.count - shownMaximum) + max(0, changes.count - shownMaximum)
        if more > 0 { content.element(.p, text: "\(more) more stand in the history below.") }
    }

    private static func addSignature(
        _ event: EventView, isOfSameContent: Bool, _ record: RecordView, _ context: PageContext,
        _ content: inout HTML
    ) {
        content.element(.section, .class("signature"), .label("Another signature")) { content in
            content.element(
                .h2, text: "Another signature of \(isOfSameContent ? "the same" : "another") content")
            content.element(.p) { content in
                content.isolated(event.data?["signerName"]?.stringValue ?? "An instructor")
                content.text(", certificate ")
                content.isolated(event.data?["cfiNumber"]?.stringValue ?? "unknown")
                content.text(", recorded \(context.time(event.envelope.recorded))")
            }
            if context.isPast { return }
            let alone = PageAddress.Item(name: "signature", value: event.id.hex)
            content.element(.p) {
                $0.element(
                    .a, .href(PageAddress("/\(record.stream.text)/void", [alone])), text: "Void this signature alone")
            }
        }
    }

    private static func addChange(
        _ step: HistoryStep, _ history: StreamHistory, _ context: PageContext, _ content: inout HTML
    ) {
        let (event, record) = (step.event, history.record)
        content.element(.section, .class("waiting"), .label("Waiting change")) { content in
            content.element(.h2, text: "Waiting change")
            content.element(
                .p, .class("faint"), text: "Recorded \(context.time(event.envelope.recorded)); it does not count.")
            content.element(.dl) { content in
                for change in step.changes {
                    content.element(.dt, text: FieldText.name(change.field))
                    content.element(.dd) { content in
                        content.element(.del) { $0.isolated(FieldText.value(change.old)) }
                        content.text(" → ")
                        content.element(.ins) { $0.isolated(FieldText.value(change.new)) }
                    }
                }
            }
            if context.isPast { return }
            if record.isLocked {
                content.element(.p) { content in
                    content.text("The signature locks this flight. ")
                    content.element(
                        .a, .href(PageAddress("/\(record.stream.text)/void")), text: "Void the signature")
                    content.text(" to decide about the change.")
                }
                return
            }
            content.element(
                .form, .class("deeds"), .named("method", "post"), .named("action", "/\(record.stream.text)/settle")
            ) { content in
                FormSecrets(token: context.formToken, key: context.ledger.newID()).add(to: &content)
                SeenRecord(history).add(to: &content)
                content.element(
                    .input, .named("type", "hidden"), .named("name", "event"), .named("value", event.id.hex))
                content.element(
                    .button, .named("name", "decision"), .named("value", "apply"), text: "Let the change count")
                content.element(
                    .button, .named("name", "decision"), .named("value", "dismiss"), text: "Drop the change")
            }
        }
    }
}
