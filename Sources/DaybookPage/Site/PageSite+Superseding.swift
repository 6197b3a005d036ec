import DaybookDomains

/// An entry that takes the place of another one, signed or not.
extension PageSite {
    func supersedeForm(_ stream: StreamID) throws -> PageResponse {
        try show(PageAddress("/\(stream.text)/supersede")) { context in
            let entry = try self.naming { try context.ledger.requireFlight(stream) }
            return FlightFormPage.make(
                .superseding(stream), FlightForm(entry.flight), try self.secrets(context, of: stream))
        }
    }

    /// The id of the new entry follows from the key of the form: what is sent again writes nothing more.
    func supersede(_ stream: StreamID, _ items: [PageAddress.Item]) throws -> PageResponse {
        let (form, secrets) = (FlightForm(items), try FormSecrets(items))
        let text = "daybook/page/supersede/1\n\(secrets.key)\n\(stream)\n\(form.digest)"
        let id = String(Ledger.digest(ofFile: Array(text.utf8)).prefix(32))
        return try taking {
            let new = try open(.readWrite) { ledger in
                let new = StreamID(kind: "flight", id: id)
                if try ledger.history(of: new) != nil { return new }
                let entry = try naming { try ledger.requireFlight(stream) }
                guard try ledger.history(of: stream)?.value.steps.count == secrets.version ?? -1 else {
                    throw FormRefusal(Rejection(code: "version.conflict", message: ""))
                }
                let changes = try form.changes(of: entry.flight)
                if changes.isEmpty { throw FormRefusal(Rejection(code: "amend.nothing", message: "")) }
                return try ledger.supersedeFlight(stream, changes, id: id).stream
            }
            return saved("superseding", new)
        } otherwise: { refusal in
            try show(PageAddress("/\(stream.text)/supersede")) { context in
                var fresh = try self.secrets(context, of: stream)
                fresh = FormSecrets(token: fresh.token, key: secrets.key, version: fresh.version)
                return FlightFormPage.make(.superseding(stream), form, fresh, refusal: refusal)
            }
        }
    }
}
