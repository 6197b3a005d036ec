import DaybookDomains

/// Requests that write, and the forms of the logbook: an accepted form leads to a page that shows what it wrote.
extension PageSite {
    // MARK: - Forms

    /// The pages that hold a form. Nil for another address.
    func form(at names: [String], _ address: PageAddress) throws -> PageResponse? {
        if names == ["flight", "new"] {
            try refusePast(address)
            return try show(now(address)) { context in
                let defaults = try context.ledger.entryDefaults(context.asOf).value
                var form = FlightForm(defaults.suggestion)
                self.takeRoute(of: address, &form)
                return FlightFormPage.make(
                    .new, form, try self.secrets(context), routes: defaults.recentRoutes)
            }
        }
        if names[0] == "alarm" { return try alarmForm(at: names, address) }
        if let form = try logbookForm(at: names, address) { return form }
        guard names.count == 3, names[0] == "flight", let stream = StreamID("flight/\(names[1])"),
            names[2] == "edit" || names[2] == "remove"
        else { return nil }
        try refusePast(address)
        let isChange = names[2] == "edit"
        return try show(now(address)) { context in
            let entry = try self.naming(isChange: isChange) { try context.ledger.requireFlight(stream) }
            if entry.isLocked { throw PageSite.locked(isChange: isChange).at(stream) }
            let secrets = try self.secrets(context, of: stream)
            return isChange
                ? FlightFormPage.make(.change(stream), FlightForm(entry.flight), secrets)
                : FlightFormPage.remove(entry, secrets)
        }
    }

    func secrets(_ context: PageContext, of stream: StreamID? = nil) throws -> FormSecrets {
        FormSecrets(
            token: identity.formToken, key: context.ledger.newID(),
            version: try stream.flatMap { try context.ledger.history(of: $0)?.value.steps.count })
    }

    /// A form is of what is known now.
    func now(_ address: PageAddress) -> PageAddress { PageAddress(address.path) }

    func refusePast(_ address: PageAddress) throws {
        guard address["known"] == nil else {
            throw PageProblem(
                409, "The past cannot be written", "Forms are of what is known now. Nothing was written.",
                hint: "Go to what is known now, and open the form there.")
        }
    }

    // MARK: - What is sent

    /// Takes a form.
    ///
    /// - Throws: ``PageProblem``, and what the ledger refuses.
    func write(_ request: PageRequest, at names: [String], _ address: PageAddress) throws -> PageResponse {
        let type = request.value("content-type") ?? ""
        if type.hasPrefix(UploadForm.type) {
            guard let form = UploadForm(request.body, type: type) else { throw PageProblem.malformed }
            try access.checkForm(form.items)
            try refusePast(address)
            if names[0] == "import" { return try writeImport(form, at: names) }
            if names == ["ledger", "restore"] { return try restore(form) }
            guard names.count == 3, names[0] == "alarm", names[2] == "photo",
                let stream = StreamID("alarm/\(names[1])")
            else { throw PageProblem.noPage(address.path) }
            return try writePhoto(form.items, form.files["photo"], of: stream)
        }
        // A script names the character set behind it.
        guard type.prefix(while: { $0 != ";" }) == "application/x-www-form-urlencoded",
            let items = PageAddress.items(of: request.body)
        else { throw PageProblem.malformed }
        try access.checkForm(items)
        try refusePast(address)
        if names == ["flight", "new"] { return try log(items, try FormSecrets(items), address) }
        if let response = try writeDuty(items, at: names) { return response }
        if names[0] == "ledger" { return try writeLedger(items, at: names, address) }
        if names == ["welcome"] { return try onboard(items) }
        if names.count == 3, names[0] == "batch", names[2] == "undo", let stream = StreamID("batch/\(names[1])") {
            return try undoImport(stream, items)
        }
        if names == ["tour"] { return try writeTour(items) }
        if names[0] == "practice" || names[0] == "test" { return try writePractice(items, at: names, address) }
        if names[0] == "alarm" { return try writeAlarm(items, at: names, address) }
        if names[0] == "alarms" { return try writeAlarms(items, at: names, address) }
        if names[0] == "water" || names[0] == "drink" { return try writeWater(items, at: names, address) }
        if let response = try writeLogbook(items, at: names, address) { return response }
        guard names.count == 3, names[0] == "flight", let stream = StreamID("flight/\(names[1])") else {
            throw PageProblem.noPage(address.path)
        }
        switch names[2] {
        case "edit": return try amend(stream, items, try FormSecrets(items), address)
        case "remove", "restore": return try setRemoved(names[2] == "remove", stream, try FormSecrets(items))
        default: throw PageProblem.noPage(address.path)
        }
    }

    func saved(_ what: String, _ stream: StreamID) -> PageResponse {
        .seeOther(PageAddress("/\(stream.text)", [PageAddress.Item(name: "saved", value: what)]))
    }

    private func log(_ items: [PageAddress.Item], _ secrets: FormSecrets, _ address: PageAddress) throws
        -> PageResponse
    {
        let form = FlightForm(items)
        return try taking {
            let flight = try form.flight()
            return saved(
                "logged", try open(.readWrite) { try $0.logFlight(entered: flight, key: secrets.key).stream })
        } otherwise: { refusal in
            try again(.new, form, secrets, refusal, address)
        }
    }

    private func amend(
        _ stream: StreamID, _ items: [PageAddress.Item], _ secrets: FormSecrets, _ address: PageAddress
    ) throws -> PageResponse {
        let form = FlightForm(items)
        // The same form with other values is another change.
        let key = "\(secrets.key)/\(form.digest.prefix(32))"
        return try taking {
            try open(.readWrite) { ledger in
                let steps = try ledger.history(of: stream)?.value.steps ?? []
                let person = try ledger.principal
                // It was sent before: its answer was lost.
                if steps.contains(where: { $0.event.key == key && $0.event.envelope.actor == person }) { return }
                let entry = try naming { try ledger.requireFlight(stream) }
                if entry.isLocked { throw PageSite.locked(isChange: true).at(stream) }
                let changes = try form.changes(of: entry.flight)
                _ = try ledger.amendFlight(stream, entered: changes, key: key, version: secrets.version ?? -1)
            }
            return saved("changed", stream)
        } otherwise: { refusal in
            try again(.change(stream), form, secrets, refusal, address)
        }
    }

    /// Removes or restores an entry that is as its form showed it.
    private func setRemoved(_ removes: Bool, _ stream: StreamID, _ secrets: FormSecrets) throws -> PageResponse {
        let version = secrets.version ?? -1
        do {
            try naming {
                try open(.readWrite) { ledger in
                    do {
                        _ = try removes
                            ? ledger.removeFlight(stream, key: secrets.key, version: version)
                            : ledger.restoreFlight(stream, key: secrets.key, version: version)
                    } catch  where PageSite.isConflict(error) {
                        // The flight as it is now explains more than that it changed.
                        if removes, try ledger.requireFlight(stream).isLocked {
                            throw PageSite.locked(isChange: false)
                        }
                        if !removes, try ledger.flight(stream) != nil { throw RoleRejection.restoreNothing }
                        throw error
                    }
                }
            }
        } catch let problem as PageProblem { throw [409, 422].contains(problem.status) ? problem.at(stream) : problem }
        return saved(removes ? "removed" : "restored", stream)
    }

    // MARK: - What is refused

    /// Calls `otherwise` with what the ledger refuses of a form.
    func taking(_ body: () throws -> PageResponse, otherwise: (FormRefusal) throws -> PageResponse) throws
        -> PageResponse
    {
        do { return try body() } catch let refusal as FormRefusal { return try otherwise(refusal) } catch let rejection
            as Rejection
        { return try otherwise(FormRefusal(rejection)) } catch let refusal as DraftRefusal {
            if let rejection = refusal.rejection { return try otherwise(FormRefusal(rejection)) }
            // A text that is too long, for example.
            guard let fault = refusal.reason as? Fault, fault.kind == .unreadable || fault.kind == .usage else {
                throw refusal.reason
            }
            return try otherwise(FormRefusal(code: fault.code, message: fault.message, field: nil))
        }
    }

    /// The form with what was entered, and why it was not taken.
    private func again(
        _ purpose: FlightFormPage.Purpose, _ form: FlightForm, _ secrets: FormSecrets, _ refusal: FormRefusal,
        _ address: PageAddress
    ) throws -> PageResponse {
        try show(now(address)) { context in
            var fresh = try self.secrets(context, of: purpose.stream)
            fresh = FormSecrets(token: fresh.token, key: secrets.key, version: fresh.version)
            return FlightFormPage.make(purpose, form, fresh, refusal: refusal)
        }
    }

    /// Puts what stands in the way of a form into the words of the page.
    func naming<Result>(isChange: Bool = false, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let rejection as Rejection {
            throw PageSite.problem(rejection, isChange: isChange)
        } catch let refusal as DraftRefusal {
            throw refusal.rejection.map { PageSite.problem($0, isChange: isChange) as any Error } ?? refusal.reason
        }
    }

    private static func problem(_ rejection: Rejection, isChange: Bool) -> PageProblem {
        switch rejection.code {
        case "signature.locked": locked(isChange: isChange)
        case "version.conflict": changedPage
        case "record.removed":
            PageProblem(422, "This flight was removed", rejection.message, hint: "Its page can restore it.")
        case "restore.nothing":
            PageProblem(422, "There is nothing to restore", rejection.message, hint: "The logbook lists the flight.")
        case "key.conflict":
            PageProblem(
                422, "This form was sent before", "It was sent for another flight. Nothing was written.",
                hint: "Open the form again.")
        default: PageProblem(rejection)
        }
    }

    private static func locked(isChange: Bool) -> PageProblem {
        isChange
            ? PageProblem(
                422, "This flight is locked", "It has a CFI signature and cannot be changed.",
                hint: "Void the signature first.")
            : PageProblem(
                422, "Cannot Delete", "This flight has a locked CFI signature and cannot be deleted.",
                hint: "Void the signature first to enable deletion.")
    }
}
