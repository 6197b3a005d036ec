import DaybookDomains

/// Later changes of endorsements, in the report and as JSON; nothing without endorsements.
extension AuditReport {
    static func endorsementSignatures(
        _ audit: LogbookAudit, _ zone: any ZoneRules, _ author: (PrincipalID, OriginID?) -> String
    ) -> Section? {
        let rows: [[TextRows.Cell]] = audit.endorsed.signatures.map { signature in
            let name = audit.names[signature.stream]
            return [
                .text(Text.time(signature.attested ?? signature.recorded, zone)), .text(signature.cfiNumber),
                .text(signature.signerName ?? ""), .flight(signature.stream), .text(name?.date.description ?? ""),
                .text(name?.endorsement.map(BookEnd.title) ?? ""), .text(String(signature.content?.prefix(12) ?? "")),
                .text(audit.vouches(for: signature)), .text(status(of: signature, audit, zone, author)),
            ]
        }
        if rows.isEmpty { return nil }
        let columns: [(String, Table.Alignment)] = [
            ("Signed", .left), ("Number", .left), ("Signer", .left), ("Endorsement", .left), ("Given", .left),
            ("Kind", .left), ("Hash", .left), ("Vouched for by", .left), ("Status", .left),
        ]
        return section(
            "Signatures of endorsements", none: "", TextRows(columns, free: [1, 2, 7, 8], rows),
            meaning: "A signature covers the whole endorsement. While it stands, the endorsement cannot be withdrawn.")
    }

    static func endorsementChanges(
        _ audit: LogbookAudit, _ zone: any ZoneRules, _ author: (PrincipalID, OriginID?) -> String
    ) -> Section? {
        let rows: [[TextRows.Cell]] = audit.endorsed.changes.map { change in
            let name = audit.names[change.stream]
            let what = change.type == "endorsement.withdrawn" ? "withdrawn" : "decided"
            let state = change.outcome.status == .effective ? what : "\(what), \(Outcomes.text(change.outcome))"
            return [
                .text(Text.time(change.recorded, zone)), .text(author(change.actor, audit.origin(of: change))),
                .flight(change.stream), .text(name?.date.description ?? ""),
                .text(name?.endorsement.map(BookEnd.title) ?? ""), .text(state),
                .text(change.reason?.stringValue ?? ""),
            ]
        }
        if rows.isEmpty { return nil }
        let columns: [(String, Table.Alignment)] = [
            ("When", .left), ("By", .left), ("Endorsement", .left), ("Given", .left), ("Kind", .left),
            ("What", .left), ("Why", .left),
        ]
        return section(
            "Changes of endorsements", none: "", TextRows(columns, free: [1, 5, 6], rows),
            meaning: "The words of an endorsement never change: it is withdrawn, and another one is given.")
    }
}

extension AuditJSON {
    /// The name of an endorsement; a withdrawn one is named by its last state.
    static func endorsement(_ stream: StreamID, _ audit: LogbookAudit, _ row: inout JSONRow) {
        row.plain("endorsement") { stream.writeID(into: &$0) }
        let name = audit.names[stream]
        row.text("date", name?.date.description)
        row.text("kind", name?.endorsement?.rawValue)
    }

    static func endorsementChange(_ change: AuditedChange, _ audit: LogbookAudit, _ row: inout JSONRow) {
        endorsement(change.stream, audit, &row)
        row.text("event", change.id.hex)
        row.text("type", change.type)
        let device = audit.origin(of: change).flatMap { audit.devices[$0] }
        act(change.recorded, by: change.actor, on: device, change.outcome, change.reason, &row)
        if change.isLater { row.flag("later", true) }
    }
}
