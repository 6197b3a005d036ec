import DaybookDomains

/// Every signature, in the report.
extension AuditReport {
    static func signatures(
        _ audit: LogbookAudit, _ zone: any ZoneRules, _ author: (PrincipalID, OriginID?) -> String, _ lender: Ledger?
    ) throws -> Section {
        var pictures: [(title: String, url: String)] = []
        let rows: [[TextRows.Cell]] = try audit.signatures.map { signature in
            // A picture that is not here, or that a page cannot show, is named by its digest in the JSON.
            if let bytes = try signature.image.flatMap(Bytes32.init(hex:)).flatMap({ try lender?.attachment($0) }),
                let picture = PictureType(bytes), picture.isShownOnPages
            {
                pictures.append(
                    (caption(signature, audit, zone), "data:\(picture.mediaType);base64,\(Base64.encode(bytes))"))
            }
            return [
                .text(Text.time(signature.attested ?? signature.recorded, zone)), .text(signature.cfiNumber),
                .text(signature.signerName ?? ""), .flight(signature.stream),
                .text(audit.date(of: signature.stream)?.description ?? ""), .text(covers(signature)),
                .text(String(signature.content?.prefix(12) ?? "")),
                .text(audit.vouches(for: signature)), .text(status(of: signature, audit, zone, author)),
            ]
        }
        let columns: [(String, Table.Alignment)] = [
            ("Signed", .left), ("Number", .left), ("Signer", .left), ("Flight", .left), ("Flight date", .left),
            ("Signed content", .left), ("Hash", .left), ("Vouched for by", .left), ("Status", .left),
        ]
        var section = section(
            "Signatures", none: "No flight was ever signed.", TextRows(columns, free: [1, 2, 5, 7, 8], rows),
            meaning: meaning)
        section.pictures = pictures
        return section
    }

    /// The way the signature was made, and its state.
    static func status(
        of signature: AuditedSignature, _ audit: LogbookAudit, _ zone: any ZoneRules,
        _ author: (PrincipalID, OriginID?) -> String
    ) -> String {
        let fate = fate(of: signature, audit) { voided($0, zone, author($0.by, audit.origin(of: $0))) }
        let signed = Text.time(signature.attested ?? signature.recorded, zone)
        let recording = Text.time(signature.recorded, zone)
        let recorded = signed == recording ? nil : "recorded \(recording)"
        let means = [signature.image == nil ? nil : "with a picture", recorded].compactMap(\.self)
        return (means + [fate]).joined(separator: ", ")
    }

    private static let meaning = """
        A signature covers the entry and the changes to it that its signer saw; while it stands the entry cannot be changed. "Hash" is the beginning of the hash of \
        what was signed: the same content has the same hash. "Owner's word" means that no key of an instructor signed. "Instructor's key" means that the key signed this \
        entry and how far the logs that it names had come, and that these logs are here as signed. "Unplaced" means that they are not here: what came before cannot be checked. \
        "Content only" is an older form that can be moved to another flight with the same values. "Owner's key" means that a key of the owner signed and no \
        key of an instructor; "repeated" that another lock has the same signature, byte for byte; "erased" that the signature or what it covers was erased. \
        "Signed" is the instant that the key signed, by its signer's clock, or else when the lock was recorded.
        """

    /// Whose picture it is, and of which flight.
    private static func caption(_ signature: AuditedSignature, _ audit: LogbookAudit, _ zone: any ZoneRules) -> String {
        let signer = [signature.signerName, signature.cfiNumber].compactMap(\.self).joined(separator: ", ")
        let signed = "signed \(Text.time(signature.attested ?? signature.recorded, zone))"
        guard let name = audit.names[signature.stream] else { return "\(signer), \(signed)" }
        let parts = name.routeParts
        let route = parts.first + (parts.second.map { Flight.routeArrow + $0 } ?? "")
        return "\(signer), \(signed): flight of \(name.date), \(route)"
    }

    static func findings(_ audit: LogbookAudit) -> Section {
        let rows: [[TextRows.Cell]] = audit.findings.map {
            [
                .text($0.code), .text($0.text), .text($0.log?.origin.hex.prefix(12).description ?? ""),
                .text($0.event?.short ?? ""),
            ]
        }
        let columns: [(String, Table.Alignment)] = [("Code", .left), ("What", .left), ("Log", .left), ("Event", .left)]
        return section(
            "Findings about signatures and logs",
            none: "No signature is forged, moved or contradicted, and no log is forked.",
            TextRows(columns, free: [1], rows), .settle,
            meaning: "Each is a lie, a fork or a doubt about where the entries come from. The ledger itself is whole.")
    }

    /// Every signature covers the entry, and the changes that had been made to it.
    private static func covers(_ signature: AuditedSignature) -> String {
        signature.covers.count < 2 ? "entry" : "entry and \(Text.count(signature.covers.count - 1, "change"))"
    }

    private static func voided(_ void: AuditedSignature.Void, _ zone: any ZoneRules, _ author: String) -> String {
        let since = void.changesSince == 0 ? "" : "; \(Text.count(void.changesSince, "change")) since"
        return "voided \(Text.time(void.recorded, zone)) by \(author): \(void.reason)\(since)"
    }

    private static func fate(
        of signature: AuditedSignature, _ audit: LogbookAudit, _ voided: (AuditedSignature.Void) -> String
    ) -> String {
        let later =
            signature.isLater
            ? ", signed after the day of this report"
            : signature.void?.isLater ?? false ? ", after the day of this report" : ""
        var words = [(signature.void.map(voided) ?? AuditJSON.state(signature)) + later]
        if let new = audit.supersessions.replacement[signature.stream] { words.append("entry superseded by \(new.id)") }
        if audit.supersessions.waiting[signature.stream] != nil { words.append("entry waits") }
        if let through = signature.certificateThrough {
            let before = audit.certificateEnded(before: signature)
            words.append(
                before.map { "certificate ended \(through), before the \($0.rawValue)" }
                    ?? "certificate through \(through)")
        }
        return words.joined(separator: ", ")
    }

    /// Signatures that stand and may be worth nothing.
    static func certificates(_ audit: LogbookAudit, _ zone: any ZoneRules) -> Section {
        let rows: [[TextRows.Cell]] = audit.signedWithoutCertificate.map { signature in
            [
                .text(Text.time(signature.attested ?? signature.recorded, zone)), .text(signature.cfiNumber),
                .flight(signature.stream),
                .text(audit.date(of: signature.stream)?.description ?? ""),
                .text(
                    (signature.stream.kind == "endorsement" ? "endorsement: " : "")
                        + "certificate ended on \(signature.certificateThrough?.description ?? ""), before the "
                        + (audit.certificateEnded(before: signature)?.rawValue ?? "")
                ),
            ]
        }
        let columns: [(String, Table.Alignment)] = [
            ("Signed", .left), ("Number", .left), ("Flight", .left), ("Flight date", .left), ("What", .left),
        ]
        return section(
            "Signatures by instructors whose certificate had ended",
            none: "No standing signature names a certificate that had ended.",
            TextRows(columns, free: [1, 2, 4], rows), .explain,
            meaning: """
                They stand here, because nothing lifted them. Whether they satisfy 61.51(h)(2) is for the reader of the \
                logbook to judge. The day of a signature is the one that the instructor's key signed, or else that of its \
                recording.
                """)
    }
}
