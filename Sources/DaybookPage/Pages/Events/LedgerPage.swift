import DaybookDomains

/// The ledger itself: its devices, what waits for a decision, and what can be done with all of it.
enum LedgerPage {
    /// - Parameters:
    ///   - result: The answer of a command of this page.
    ///   - unsynced: A folder that could not be synced with, and why.
    static func make(
        _ context: PageContext, _ secrets: FormSecrets, result: (title: String, text: String)? = nil,
        unsynced: (folder: String, problem: PageProblem)? = nil
    ) throws -> PageView {
        var content = HTML()
        content.element(.h1, text: "Ledger")
        if let result {
            content.element(.section, .class("saved"), .id("saved"), .named("role", "status")) { content in
                content.element(.h2, text: result.title)
                content.element(.pre, .class("scroll"), .named("tabindex", "0"), .label("The answer")) {
                    $0.isolated(result.text)
                }
            }
        }
        content.element(.p) { content in
            content.text("\(PageContext.count(Int(context.answered.position.value), "event")). ")
            content.element(.a, .href(context.link("/ledger/events")), text: "Events")
            content.text(" ")
            content.element(.a, .href(context.link("/ledger/outcomes")), text: "Outcomes to settle")
        }
        try addDevices(context, &content)
        content.element(.h2, text: "Documents")
        content.element(.ul) { content in
            for (title, path) in [
                ("Audit", "/audit"), ("Printed logbook", "/book"), ("Backup: all events as one file", "/ledger/bundle"),
            ] {
                content.element(.li) { $0.element(.a, .href(context.link(path)), text: title) }
            }
        }
        if !context.isPast { addCommands(secrets, unsynced, &content) }
        return PageView(
            status: unsynced?.problem.status ?? 200, title: "Ledger", section: .ledger, content: content)
    }

    private static func addDevices(_ context: PageContext, _ content: inout HTML) throws {
        let devices = try context.ledger.devices()
        content.element(.h2, text: "Devices")
        content.element(.ul, .class("drinks")) { content in
            for device in devices {
                content.element(.li) { content in
                    content.element(.strong) { $0.isolated(device.name ?? "Device \(device.origin.hex.prefix(12))") }
                    content.text(device.isOwn ? " (this one)" : device.isOfOther ? " (another person's)" : "")
                    content.element(.span, text: PageContext.count(Int(device.events), "event"))
                }
            }
        }
    }

    private static func addCommands(
        _ secrets: FormSecrets, _ unsynced: (folder: String, problem: PageProblem)?, _ content: inout HTML
    ) {
        content.element(.h2, text: "Sync with a folder")
        content.element(.form, .class("fields"), .named("method", "post"), .named("action", "/ledger/sync")) {
            content in
            secrets.add(to: &content)
            if let problem = unsynced?.problem {
                content.element(.div, .class("refusal"), .named("role", "alert")) { content in
                    content.element(.p, .class("warning")) { $0.isolated(problem.message) }
                    if let hint = problem.hint { content.element(.p) { $0.isolated(hint) } }
                }
            }
            content.addField(
                "folder", "Shared folder, or another ledger's", "text", unsynced?.folder, isRequired: true)
            content.element(.button, text: "Sync")
        }
        content.element(.h2, text: "Restore from a backup")
        content.element(
            .form, .class("fields"), .named("method", "post"), .named("action", "/ledger/restore"),
            .named("enctype", UploadForm.type)
        ) { content in
            secrets.add(to: &content)
            content.element(.div, .class("field")) { content in
                content.element(
                    .label, .named("for", "backup"),
                    text: "A file of all events, at most \(PageSite.backupMaximum >> 20) MB")
                content.element(
                    .input, .named("type", "file"), .named("name", "backup"), .id("backup"), .flag("required"),
                    .named("accept", ".daybook"))
            }
            content.element(
                .p, .class("faint"),
                text: "It brings the events that this ledger lacks. Nothing is removed, and nothing is there twice.")
            content.element(.button, text: "Restore")
        }
        content.element(.h2, text: "Verify")
        content.element(.p, text: "Recomputes every hash, root and signature from the bytes. It writes nothing.")
        FlightFormPage.addButton("/ledger/verify", "Verify the ledger", secrets, to: &content)
        content.element(.h2, text: "Browsers")
        content.element(
            .p,
            text: "Each browser that opened this page stays known. Logged out, each needs an address that the server "
                + "prints at its next start.")
        FlightFormPage.addButton("/ledger/log-out", "Log out every browser", secrets, to: &content)
    }

    // MARK: - Outcomes

    /// The events that do not count, with what a person can decide about them.
    static func outcomes(_ context: PageContext) throws -> PageView {
        let found = try context.ledger.outcomes(asOf: context.asOf)
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(context.link("/ledger")), text: "Ledger") }
        content.element(.h1, text: "Outcomes")
        if !context.isPast, context.address["saved"] == "settled" {
            content.element(
                .p, .class("saved"), .id("saved"), .named("role", "status"), text: "Decision saved. The history has it."
            )
        }
        let waiting = found.filter { $0.outcome.status == .pending || $0.outcome.status == .disputed }
        if waiting.isEmpty { content.element(.p, .class("empty"), text: "Nothing waits for a decision.") }
        try content.element(.ol, .class("history")) { content in
            for each in waiting.prefix(100) { try content.element(.li) { try addOutcome(each, context, &$0) } }
        }
        let rest = found.count - waiting.count
        if rest > 0 { content.element(.p, text: "\(PageContext.count(rest, "event")) more do not count.") }
        for (_, signed) in try context.ledger.signedSetAside(context.asOf).sorted(by: { $0.key < $1.key }) {
            content.element(.p, text: "A link changes whose progress counts: \(signed.words).")
        }
        return PageView(
            title: "Outcomes", section: .ledger, marks: found.isEmpty ? [] : try PageMarks.ofLogbook(context),
            content: content)
    }

    private static func addOutcome(_ outcome: OutcomeView, _ context: PageContext, _ content: inout HTML) throws {
        let entry = outcome.stream.kind == "flight" ? try context.ledger.flight(outcome.stream, context.asOf) : nil
        let record = entry.map { "\($0.flight.date) \($0.flight.title)" } ?? outcome.stream.text
        let deed = FieldText.name(outcome.type.split(separator: ".").last.map(String.init) ?? outcome.type)
        content.element(.h3) { content in
            content.element(.a, .href(link(outcome.stream, context))) { $0.isolated(record) }
            content.text(": \(deed), ")
            content.text(outcome.outcome.status == .pending ? "waits" : outcome.outcome.status.description)
        }
        content.element(.p, text: why(outcome.outcome))
        content.element(.p, .class("faint")) { content in
            content.text(outcome.outcome.reason.map { "\($0), " } ?? "")
            content.element(
                .a, .href(context.link("/event/\(outcome.event.hex)")), text: "event \(outcome.event.short)")
        }
        if !context.isPast, outcome.outcome.reason == OutcomeReason.signatureLocked, entry != nil {
            content.element(.p) {
                $0.element(
                    .a, .href(PageAddress("/\(outcome.stream.text)/void")), text: "Void the signature to decide")
            }
        }
        guard !context.isPast, outcome.outcome.status == .pending,
            outcome.outcome.reason != OutcomeReason.signatureLocked
        else { return }
        let history = try context.ledger.history(of: outcome.stream)?.value
        content.element(.form, .class("deeds"), .named("method", "post"), .named("action", "/ledger/settle")) {
            content in
            FormSecrets(token: context.formToken, key: context.ledger.newID()).add(to: &content)
            SeenRecord(history).add(to: &content)
            content.element(
                .input, .named("type", "hidden"), .named("name", "stream"), .named("value", outcome.stream.text))
            content.element(
                .input, .named("type", "hidden"), .named("name", "event"), .named("value", outcome.event.hex))
            content.element(.button, .named("name", "decision"), .named("value", "apply"), text: "Let it count")
            content.element(.button, .named("name", "decision"), .named("value", "dismiss"), text: "Drop it")
        }
    }

    /// Why an event does not count, and who settles it.
    private static func why(_ outcome: EventOutcome) -> String {
        switch outcome.reason {
        case OutcomeReason.signatureLocked:
            "A signature locks the flight. The change waits until the signature is voided; then it can count or be "
                + "dropped."
        case OutcomeReason.signatureDisputed:
            "Two signatures cover different contents. Void one of them on the page of the flight."
        default:
            outcome.status == .pending
                ? "It does not count until you decide." : "It is disputed; the page of the record has both sides."
        }
    }

    /// The page of a record where there is one, else its events.
    static func link(_ stream: StreamID, _ context: PageContext) -> PageAddress {
        ["flight", "batch", "test"].contains(stream.kind)
            ? context.link("/\(stream.text)")
            : context.link("/ledger/events", [.init(name: "stream", value: stream.text)])
    }
}
