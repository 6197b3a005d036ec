import DaybookDomains

/// Entries of the logbook beyond log, change and delete: quick entry, copies, signatures, decisions and undo.
extension PageSite {
    // MARK: - Forms

    /// The forms of this part; nil for another address.
    func logbookForm(at names: [String], _ address: PageAddress) throws -> PageResponse? {
        if names == ["flight", "quick"] {
            try refusePast(address)
            return try show(now(address)) { try self.quickForm(address, $0) }
        }
        guard names.count == 3, names[0] == "flight", let stream = StreamID("flight/\(names[1])"),
            ["sign", "void", "supersede"].contains(names[2])
        else { return nil }
        try refusePast(address)
        if names[2] == "supersede" { return try supersedeForm(stream) }
        return try show(now(address)) { context in
            let entry = try self.naming { try context.ledger.requireFlight(stream) }
            let secrets = try self.secrets(context)
            let seen = SeenRecord(try context.ledger.history(of: stream)?.value)
            if names[2] == "sign" {
                if entry.isLocked { throw PageSite.signedAlready.at(stream) }
                return SigningPage.make(entry, SigningForm(), secrets, seen)
            }
            guard entry.isLocked else { throw PageSite.notSigned.at(stream) }
            return SigningPage.void(stream, address["signature"].flatMap(EventID.init(hex:)), secrets, seen)
        }
    }

    /// The picture of a signature, as it was drawn.
    func picture(_ id: String, _ address: PageAddress) throws -> PageResponse {
        guard let stream = StreamID("flight/\(id)") else { throw PageProblem.noPage(address.path) }
        return try answer(address) { context in
            guard let entry = try context.ledger.flight(stream, context.asOf),
                let picture = try FlightPage.picture(of: entry, context)
            else { throw PageProblem.noPage(address.path) }
            return PageResponse(200, picture.type.mediaType, picture.bytes)
        }
    }

    /// The next of several entries: behind the one that the address names.
    private func quickForm(_ address: PageAddress, _ context: PageContext) throws -> PageView {
        let defaults = try context.ledger.entryDefaults(context.asOf).value
        var (suggestion, saved) = (defaults.suggestion, 0)
        if let id = address["after"], let stream = StreamID("flight/\(id)"),
            let entry = try context.ledger.flight(stream)
        {
            suggestion = .following(entry.flight, today: context.ledger.today)
            saved = address["number"].flatMap { Digits.value(Array($0.utf8)[...]) } ?? 1
        }
        var form = FlightForm(suggestion)
        takeRoute(of: address, &form)
        return FlightFormPage.make(
            .quick, form, try secrets(context), routes: defaults.recentRoutes, saved: saved)
    }

    /// A route that a link of the form states.
    func takeRoute(of address: PageAddress, _ form: inout FlightForm) {
        if address["from"] != nil || address["to"] != nil { form.setRoute(from: address["from"], to: address["to"]) }
    }

    // MARK: - What is sent

    /// Takes a form of this part; nil for another address.
    func writeLogbook(_ items: [PageAddress.Item], at names: [String], _ address: PageAddress) throws -> PageResponse? {
        if names == ["flight", "quick"] { return try logQuickly(items, address) }
        guard names.count == 3, names[0] == "flight", let stream = StreamID("flight/\(names[1])") else { return nil }
        switch names[2] {
        case "duplicate": return try duplicate(stream, items)
        case "sign": return try sign(stream, items, address)
        case "void": return try void(stream, items, address)
        case "settle": return try settle(stream, items)
        case "undo": return try undo(stream, items)
        case "supersede": return try supersede(stream, items)
        default: return nil
        }
    }

    private func logQuickly(_ items: [PageAddress.Item], _ address: PageAddress) throws -> PageResponse {
        let (form, secrets) = (FlightForm(items), try FormSecrets(items))
        let before = items.last { $0.name == "number" }.flatMap { Digits.value(Array($0.value.utf8)[...]) } ?? 0
        return try taking {
            let flight = try form.flight()
            let stream = try open(.readWrite) { try $0.logFlight(entered: flight, key: secrets.key).stream }
            return .seeOther(
                PageAddress(
                    "/flight/quick",
                    [.init(name: "after", value: stream.id), .init(name: "number", value: "\(before + 1)")]))
        } otherwise: { refusal in
            try show(now(address)) { context in
                let fresh = FormSecrets(token: identity.formToken, key: secrets.key)
                return FlightFormPage.make(.quick, form, fresh, refusal: refusal, saved: before)
            }
        }
    }

    /// The id of the copy follows from the key of the form: what is sent again copies nothing more.
    private func duplicate(_ stream: StreamID, _ items: [PageAddress.Item]) throws -> PageResponse {
        let secrets = try FormSecrets(items)
        let id = String(Ledger.digest(ofFile: Array("daybook/page/copy/1\n\(secrets.key)\n\(stream)".utf8)).prefix(32))
        let accepted = items.filter { $0.name == "accept" }.map(\.value)
        return try taking {
            let copy = try open(.readWrite) { ledger in
                let copy = StreamID(kind: "flight", id: id)
                if try ledger.history(of: copy) != nil { return copy }
                return try ledger.duplicateFlight(stream, id: id, accepting: accepted).stream
            }
            return saved("copied", copy)
        } otherwise: { refusal in
            guard refusal.isWarning else {
                throw PageProblem(422, "This flight cannot be copied", refusal.message, hint: "Log it anew.")
            }
            return try show(PageAddress("/\(stream.text)")) { context in
                let fresh = FormSecrets(token: context.formToken, key: secrets.key)
                return FlightFormPage.duplicate(stream, fresh, refusal, accepted: accepted)
            }
        }
    }

    private func sign(_ stream: StreamID, _ items: [PageAddress.Item], _ address: PageAddress) throws -> PageResponse {
        let (form, secrets, seen) = (SigningForm(items), try FormSecrets(items), try SeenRecord(items))
        return try taking {
            let instructor = try form.instructor()
            try open(.readWrite) { ledger in
                let history = try ledger.history(of: stream)?.value
                switch seen.state(history, by: try ledger.principal, isDone: { $0.isSignature(instructor.cfiNumber) }) {
                case .done: return
                case .changed: throw PageSite.changed
                case .same:
                    if try naming({ try ledger.requireFlight(stream) }).isLocked {
                        throw PageSite.signedAlready.at(stream)
                    }
                    try ledger.signFlight(stream, by: instructor)
                }
            }
            return saved("signed", stream)
        } otherwise: { refusal in
            try show(now(address)) { context in
                let entry = try self.naming { try context.ledger.requireFlight(stream) }
                if entry.isLocked { throw PageSite.signedAlready.at(stream) }
                let fresh = FormSecrets(token: identity.formToken, key: secrets.key)
                let now = SeenRecord(try context.ledger.history(of: stream)?.value)
                return SigningPage.make(entry, form, fresh, now, refusal: refusal)
            }
        }
    }

    private func void(_ stream: StreamID, _ items: [PageAddress.Item], _ address: PageAddress) throws -> PageResponse {
        let (secrets, seen) = (try FormSecrets(items), try SeenRecord(items))
        let reason = items.last { $0.name == "reason" }?.value ?? ""
        let signature = items.last { $0.name == "signature" }.flatMap { EventID(hex: $0.value) }
        return try taking {
            try open(.readWrite) { ledger in
                let history = try ledger.history(of: stream)?.value
                switch seen.state(
                    history, by: try ledger.principal, isDone: { $0.envelope.type == "signature.voided" })
                {
                case .done: return
                case .changed: throw PageSite.changed
                case .same: try ledger.voidFlight(stream, reason: reason, signature: signature)
                }
            }
            return saved("voided", stream)
        } otherwise: { refusal in
            try show(now(address)) { context in
                let fresh = FormSecrets(token: identity.formToken, key: secrets.key)
                let now = SeenRecord(try context.ledger.history(of: stream)?.value)
                return SigningPage.void(stream, signature, fresh, now, refusal: refusal)
            }
        }
    }

    /// Decides about a change that waits.
    func settle(_ stream: StreamID, _ items: [PageAddress.Item]) throws -> PageResponse {
        let seen = try SeenRecord(items)
        func text(_ name: String) -> String? { items.last { $0.name == name }?.value }
        guard let event = text("event").flatMap(EventID.init(hex:)), let decision = text("decision"),
            decision == "apply" || decision == "dismiss"
        else { throw PageProblem.malformed }
        try naming {
            try open(.readWrite) { ledger in
                let history = try ledger.history(of: stream)?.value
                let state = seen.state(history, by: try ledger.principal) {
                    $0.envelope.type == "outcome.settled" && $0.data?["event"]?.stringValue == event.hex
                        && $0.data?["decision"]?.stringValue == decision
                }
                switch state {
                case .done: return
                case .changed: throw PageSite.changedPage
                case .same:
                    _ = decision == "apply" ? try ledger.settle(apply: event) : try ledger.settle(dismiss: event)
                }
            }
        }
        return saved("settled", stream)
    }

    /// Takes back the change that was seen last.
    private func undo(_ stream: StreamID, _ items: [PageAddress.Item]) throws -> PageResponse {
        let seen = try SeenRecord(items)
        guard let event = EventID(hex: seen.event) else { throw PageProblem.malformed }
        try naming {
            try open(.readWrite) { ledger in
                let history = try ledger.history(of: stream)?.value
                switch seen.state(history, by: try ledger.principal, isDone: { $0.envelope.causation == event }) {
                case .done: return
                case .changed: throw PageSite.changedPage
                case .same: try ledger.undo(event: event)
                }
            }
        }
        return saved("undone", stream)
    }

    // MARK: - What is refused

    private static let changed = FormRefusal(
        code: "version.conflict",
        message: "This flight was changed after this form was opened. Look at it again, and send the form once more.",
        field: nil)

    /// Where a button has no form to come back to.
    static let changedPage = PageProblem(
        409, "This changed meanwhile", "The record was changed after this page was opened. Nothing was written.",
        hint: "Go back, load the page again, and decide anew.")

    private static let signedAlready = PageProblem(
        422, "This flight is signed", "It has a signature and is locked.", hint: "Void the signature first.")

    private static let notSigned = PageProblem(
        422, "There is no signature", "No signature stands on this flight.", hint: "Its history has those before.")
}

extension EventView {
    /// Whether it signs a flight by that certificate.
    fileprivate func isSignature(_ number: String) -> Bool {
        envelope.type == "flight.signed" && data?["cfiNumber"]?.stringValue == number
    }
}
