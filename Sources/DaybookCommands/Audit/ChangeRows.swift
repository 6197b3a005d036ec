import DaybookDomains

/// Changes of entries after they were made, in the report and as JSON.
extension AuditReport {
    static func changes(
        _ audit: LogbookAudit, _ zone: any ZoneRules, _ author: @escaping @Sendable (PrincipalID, OriginID?) -> String
    ) -> Section {
        let (single, broughtBack) = audit.changesByAct
        // An undone import removes many flights at once and is listed once; so is the act that restores them.
        let undos = audit.undoneImports.map {
            ChangeRows.Act(event: $0.event, flights: $0.flights, what: "\($0.batch) was undone")
        }
        let returns = broughtBack.compactMap { back in
            back.restores.first.map {
                ChangeRows.Act(
                    event: $0.event, flights: back.restores.count, what: "\(back.undone.batch) had been undone")
            }
        }
        // An envelope is read each time that it is asked for.
        let acts = (undos + returns).map { (recorded: $0.event.envelope.recorded, act: $0) }
            .sorted { ($0.recorded, $0.act.event.position) < ($1.recorded, $1.act.event.position) }.map(\.act)
        let later = audit.changes.count(where: \.isLater) + audit.undoneImports.count(where: \.isLater)
        return section(
            "Changes after the fact", none: "No flight was changed after it was entered.",
            ChangeRows(
                acts: acts, single: single, undone: audit.undoneImports, names: audit.names, zone: zone, author: author,
                origin: { audit.origin(of: $0) }),
            note: later == 0
                ? nil
                : "\(Text.count(later, "change")) came after the day of this report, which shows entries as corrected; --known-at shows them as they were known.",
            meaning:
                "Nothing of a logbook is ever overwritten: a change is an event of its own, and what stood before it stays."
        )
    }
}

/// Changes of entries after they were made: first those of many flights at once.
struct ChangeRows: AuditRows {
    struct Act: Sendable {
        let event: EventView
        let flights: Int
        let what: String
    }

    let acts: [Act]
    let single: [AuditedChange]
    let undone: [UndoneImport]
    let names: AuditedNames
    let zone: any ZoneRules
    let author: @Sendable (PrincipalID, OriginID?) -> String
    let origin: @Sendable (AuditedChange) -> OriginID?
    let columns: [(title: String, alignment: Table.Alignment)] = [
        ("When", .left), ("By", .left), ("Flight", .left), ("Flight date", .left), ("Route", .left), ("What", .left),
        ("From → to", .left),
    ]
    let free: Set<Int> = [1, 4, 5, 6]
    var count: Int { acts.count + single.count }

    func fill(_ numbers: Range<Int>, into row: inout some CellWriter) {
        for number in numbers {
            if number < acts.count {
                fill(acts[number], into: &row)
            } else {
                fill(single[number - acts.count], into: &row)
            }
            row.endRow()
        }
    }

    private func fill(_ act: Act, into row: inout some CellWriter) {
        let envelope = act.event.envelope
        begin(envelope.recorded, by: envelope.actor, envelope.origin, into: &row)
        row.text(Text.count(act.flights, "flight"))
        row.text("")
        row.text("")
        end(envelope.type, act.event.outcome, act.what, because: act.event.data?["reason"], into: &row)
    }

    private func fill(_ change: AuditedChange, into row: inout some CellWriter) {
        begin(change.recorded, by: change.actor, origin(change), into: &row)
        row.id(change.stream)
        if let name = names[change.stream] {
            row.date(name.date)
            row.route(name.routeParts)
        } else {
            row.text("")
            row.text("")
        }
        var what = ""
        for each in change.changes {
            if !what.isEmpty { what += ", " }
            what += each.field
            what += " "
            what += Text.value(each.old)
            what += " → "
            what += Text.value(each.new)
        }
        if let imported = undone.first(where: { change.undoneEvents.contains($0.event.id.hex) }) {
            if !what.isEmpty { what += "; " }
            what += "\(imported.batch) had been undone"
        }
        end(change.type, change.outcome, what, because: change.reason, into: &row)
    }

    private func begin(
        _ recorded: Instant, by actor: PrincipalID, _ origin: OriginID?, into row: inout some CellWriter
    ) {
        row.plain { Text.writeTime(recorded, zone, into: &$0) }
        row.text(author(actor, origin))
    }

    private func end(
        _ type: String, _ outcome: EventOutcome, _ details: String, because reason: JSONValue?,
        into row: inout some CellWriter
    ) {
        // An event that waits or does not count changed nothing.
        row.text(
            outcome.status == .effective
                ? ChangeRows.word(of: type) : "\(ChangeRows.word(of: type)), \(Outcomes.text(outcome))")
        guard let reason = reason?.stringValue, !reason.isEmpty else { return row.text(details) }
        row.text(details.isEmpty ? reason : "\(details); \(reason)")
    }

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
    static func undoneImport(_ undone: UndoneImport, _ devices: DeviceNames, _ row: inout JSONRow) {
        row.text("batch", undone.batch.text)
        row.text("event", undone.event.id.hex)
        let envelope = undone.event.envelope
        let device = devices[envelope.origin]
        act(envelope.recorded, by: envelope.actor, on: device, undone.event.outcome, undone.event.data?["reason"], &row)
        row.count("flights", undone.flights)
        if undone.isLater { row.flag("later", true) }
    }

    static func change(_ change: AuditedChange, _ audit: LogbookAudit, _ row: inout JSONRow) {
        flight(change.stream, &row)
        name(change.stream, audit, &row)
        row.text("event", change.id.hex)
        row.text("type", change.type)
        let device = audit.origin(of: change).flatMap { audit.devices[$0] }
        act(change.recorded, by: change.actor, on: device, change.outcome, change.reason, &row)
        let changes = change.changes
        row.objects("changes", count: changes.count) { number, row in
            row.text("field", changes[number].field)
            row.value("old", changes[number].old ?? .null)
            row.value("new", changes[number].new ?? .null)
        }
        if change.isLater { row.flag("later", true) }
    }

    /// When, by whom, on which device, with what outcome and why.
    static func act(
        _ recorded: Instant, by actor: PrincipalID, on device: String?, _ outcome: EventOutcome, _ reason: JSONValue?,
        _ row: inout JSONRow
    ) {
        self.recorded(recorded, &row)
        row.text("by", actor.hex)
        row.ifPresent(text: "device", device)
        row.text("outcome", outcome.status.description)
        row.value("reason", reason ?? .null)
    }
}
