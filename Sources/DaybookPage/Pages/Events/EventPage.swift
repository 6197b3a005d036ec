import DaybookDomains

/// One event: its envelope, its hashes, what caused it, and what it states.
enum EventPage {
    static func make(_ id: String, _ context: PageContext) throws -> PageView {
        guard let found = try context.ledger.find(id, asOf: context.asOf), let wanted = found.event,
            let history = try context.ledger.history(of: found.stream, context.asOf)?.value,
            let step = history.steps.first(where: { $0.event.id == wanted })
        else {
            throw PageProblem(
                404, "There is no such event", "No event has the id \(id).", hint: "The list of events has those known."
            )
        }
        let event = step.event
        let envelope = event.envelope
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(context.link("/ledger/events")), text: "Events") }
        content.element(.h1, text: envelope.type)
        content.element(.dl) { content in
            fact("Event (SHA-256 of the envelope)", event.id.hex, &content)
            fact("Digest of the body", envelope.bodyDigest.hex, &content)
            link("Stream", envelope.stream.text, LedgerPage.link(envelope.stream, context), &content)
            fact("Position", "\(event.position)", &content)
            fact("Outcome", outcome(event.outcome), &content)
            fact("Happened", "\(envelope.validTime)", &content)
            fact("Recorded (claimed)", "\(envelope.recorded)", &content)
            fact("Arrived", "\(event.arrived)", &content)
            fact("Log", envelope.origin.hex, &content)
            fact("Number in the log", "\(envelope.sequence)", &content)
            fact("Person", envelope.actor.hex, &content)
            fact("Version of the schema", "\(envelope.schemaVersion)", &content)
            if let key = event.key { fact("Idempotency key", key, &content) }
            if let correlation = envelope.correlation { fact("Correlation", correlation, &content) }
            if let cause = envelope.causation {
                link("Caused by", cause.hex, context.link("/event/\(cause.hex)"), &content)
            }
            for basis in envelope.basis {
                link("Builds on", basis.hex, context.link("/event/\(basis.hex)"), &content)
            }
        }
        content.element(.h2, text: "What it states")
        if let data = event.data {
            content.element(.pre, .class("scroll"), .named("tabindex", "0"), .label("Data")) {
                $0.isolated(lines(data))
            }
        } else {
            content.element(.p, .class("empty"), text: "Its body cannot be read here.")
        }
        return PageView(title: envelope.type, section: .ledger, marks: [event.position], content: content)
    }

    /// One member a line.
    private static func lines(_ data: JSONValue) -> String {
        guard case .object(let members) = data else { return data.text }
        return members.map { "\($0.name): \($0.value.text)" }.joined(separator: "\n")
    }

    private static func outcome(_ outcome: EventOutcome) -> String {
        outcome.status.description + (outcome.reason.map { " (\($0))" } ?? "")
            + (outcome.because.map { " because of \($0.short)" } ?? "")
    }

    private static func fact(_ name: String, _ value: String, _ content: inout HTML) {
        content.element(.dt, text: name)
        content.element(.dd) { $0.isolated(value) }
    }

    private static func link(_ name: String, _ text: String, _ address: PageAddress, _ content: inout HTML) {
        content.element(.dt, text: name)
        content.element(.dd) { $0.element(.a, .href(address)) { $0.isolated(text) } }
    }
}
