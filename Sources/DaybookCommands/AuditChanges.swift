import DaybookKit

/// What was changed after it was entered, in the report and as JSON.
extension AuditReport {
    static func changes(_ audit: LogbookAudit, _ zone: any ZoneRules, _ author: (PrincipalID) -> String) -> Section {
        var rows: [[TextRows.Cell]] = []
        func row(_ event: EventView, _ name: AuditedName?, _ flight: TextRows.Cell, _ details: [String]) {
            rows.append([
                .text(Text.time(event.envelope.recorded, zone)), .text(author(event.envelope.actor)), flight,
                .text(name?.flight.date.description ?? ""), name.map { .route($0.flight) } ?? "",
                // What waits or does not count changed nothing.
                .text(word(of: event.envelope.type) + (event.outcome.status == .effective ? "" : ", \(Outcomes.text(event.outcome))")),
                .text((details + [event.data?["reason"]?.stringValue ?? ""]).filter { !$0.isEmpty }.joined(separator: "; ")),
            ])
        }
        let (single, broughtBack) = audit.changesByAct
        // An import that was undone took many flights at once, and is told once; so is what brought them back.
        let undos = audit.undoneImports.map { (event: $0.event, flights: $0.flights, what: "\($0.batch) was undone") }
        let returns = broughtBack.compactMap { back in
            back.restores.first.map { (event: $0.step.event, flights: back.restores.count, what: "\(back.undone.batch) had been undone") }
        }
        for act in (undos + returns).sorted(by: { ($0.event.envelope.recorded, $0.event.position) < ($1.event.envelope.recorded, $1.event.position) }) {
            row(act.event, nil, .text(Text.count(act.flights, "flight")), [act.what])
        }
        for change in single {
            let what = change.step.changes.map { "\($0.field) \(Text.value($0.old)) → \(Text.value($0.new))" }.joined(separator: ", ")
            let undone = audit.undoneImports.first { change.undoneEvents.contains($0.event.id.hex) }.map { "\($0.batch) had been undone" }
            row(change.step.event, audit.names[change.stream], .flight(change.stream), [what, undone ?? ""])
        }
        let later = audit.changes.count(where: \.isLater) + audit.undoneImports.count(where: \.isLater)
        return section(
            "Changes after the fact", none: "No flight was changed after it was entered.",
            TextRows(
                [("When", .left), ("By", .left), ("Flight", .left), ("Of", .left), ("Route", .left), ("What", .left), ("From → to", .left)], free: [2, 4, 6], rows),
            note: later == 0 ? nil : "\(Text.count(later, "change")) came after the day of this report, which tells entries as they are corrected; --known-at tells them as they were known.",
            meaning: "Nothing of a logbook is ever overwritten: a change is an event of its own, and what stood before it stays.")
    }
}

extension AuditReport {
    /// A plain word for what was done; the type itself for one without.
    private static func word(of type: String) -> String {
        switch type {
        case "flight.amended": "amended"
        case "flight.removed": "removed"
        case "flight.restored": "restored"
        case "outcome.settled": "decided"
        case "batch.undone": "undone"
        default: type
        }
    }
}

extension AuditJSON {
    static func undoneImport(_ undone: UndoneImport, _ row: inout JSONRow) {
        row.text("batch", undone.batch.text)
        row.text("event", undone.event.id.hex)
        act(undone.event, &row)
        row.count("flights", undone.flights)
        if undone.isLater { row.flag("later", true) }
    }

    static func change(_ change: AuditedChange, _ audit: LogbookAudit, _ row: inout JSONRow) {
        flight(change.stream, &row)
        name(change.stream, audit, &row)
        row.text("event", change.step.event.id.hex)
        row.text("type", change.step.event.envelope.type)
        act(change.step.event, &row)
        let changes = change.step.changes
        row.objects("changes", count: changes.count) { number, row in
            row.text("field", changes[number].field)
            row.value("old", changes[number].old ?? .null)
            row.value("new", changes[number].new ?? .null)
        }
        if change.isLater { row.flag("later", true) }
    }

    /// When, by whom, with what outcome and why.
    private static func act(_ event: EventView, _ row: inout JSONRow) {
        recorded(event.envelope.recorded, &row)
        row.text("by", event.envelope.actor.hex)
        row.text("outcome", event.outcome.status.description)
        row.value("reason", event.data?["reason"] ?? .null)
    }
}
