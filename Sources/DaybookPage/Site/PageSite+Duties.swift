import DaybookDomains

/// Notices, endorsements and reviews.
extension PageSite {
    func notices(_ address: PageAddress) throws -> PageResponse {
        try show(address) { try NoticesPage.make($0, try self.secrets($0)) }
    }

    func endorsements(_ address: PageAddress) throws -> PageResponse {
        try show(address) { try EndorsementsPage.make($0, try self.secrets($0)) }
    }

    /// Takes a form of this part; nil for another address.
    func writeDuty(_ items: [PageAddress.Item], at names: [String]) throws -> PageResponse? {
        switch (names[0], names.count, names.last) {
        case ("notices", 2, let deed?): return try writeNotice(items, deed)
        case ("endorsements", 2, "add"?), ("reviews", 2, "add"?):
            return try taking {
                let secrets = try FormSecrets(items)
                let sent = EndorsementsPage.Sent(items: items, refusal: PageSite.noRefusal)
                names[0] == "reviews" ? try addReview(sent, secrets) : try endorse(sent, secrets)
                return .seeOther(PageAddress("/endorsements", [.init(name: "saved", value: "added")]))
            } otherwise: { refusal in
                let sent = EndorsementsPage.Sent(items: items, refusal: refusal)
                return try show(PageAddress("/endorsements")) {
                    try EndorsementsPage.make($0, try self.secrets($0), sent)
                }
            }
        case ("endorsement", 3, "withdraw"?):
            guard let stream = StreamID("endorsement/\(names[1])") else { return nil }
            return try withdraw(stream, items)
        default: return nil
        }
    }

    private static let noRefusal = FormRefusal(code: "", message: "", field: nil)

    /// The id of a record follows from the key of its form: what is sent again records nothing more.
    private func id(_ secrets: FormSecrets, _ kind: String) -> String {
        String(Ledger.digest(ofFile: Array("daybook/page/\(kind)/1\n\(secrets.key)".utf8)).prefix(32))
    }

    private func date(_ text: String) throws -> CivilDate {
        guard let date = CivilDate(text) else {
            throw FormRefusal(
                code: "date.unreadable", message: "\"\(text)\" is no date. Write it like 2026-02-10.", field: nil)
        }
        return date
    }

    private func endorse(_ sent: EndorsementsPage.Sent, _ secrets: FormSecrets) throws {
        func given(_ name: String) -> String? {
            let text = sent.text(name)
            return text.allSatisfy(\.isWhitespace) ? nil : text
        }
        guard let kind = Endorsement.Kind(rawValue: sent.text("kind")) else { throw PageProblem.malformed }
        let endorsement = Endorsement(
            kind: kind, date: try date(sent.text("date")), cfiNumber: sent.text("cfi"), makeModel: given("makeModel"),
            remarks: given("remarks"))
        let id = id(secrets, "endorsement")
        try open(.readWrite) { ledger in
            if try ledger.history(of: StreamID(kind: "endorsement", id: id)) != nil { return }
            try ledger.endorse(endorsement, id: id)
        }
    }

    private func addReview(_ sent: EndorsementsPage.Sent, _ secrets: FormSecrets) throws {
        guard let kind = PassedReview.Kind(rawValue: sent.text("review")) else { throw PageProblem.malformed }
        let examiner = sent.text("examiner")
        let review = PassedReview(
            kind: kind, date: try date(sent.text("passed")),
            cfiNumber: examiner.allSatisfy(\.isWhitespace) ? nil : examiner)
        let id = id(secrets, "review")
        try open(.readWrite) { ledger in
            if try ledger.history(of: StreamID(kind: "review", id: id)) != nil { return }
            try ledger.addReview(review, id: id)
        }
    }

    private func withdraw(_ stream: StreamID, _ items: [PageAddress.Item]) throws -> PageResponse {
        _ = try FormSecrets(items)
        let seen = try SeenRecord(items)
        try naming {
            try open(.readWrite) { ledger in
                let history = try ledger.history(of: stream)?.value
                switch seen.state(
                    history, by: try ledger.principal, isDone: { $0.envelope.type == "endorsement.withdrawn" })
                {
                case .done: return
                case .changed: throw PageSite.changedPage
                case .same: try ledger.withdrawEndorsement(stream)
                }
            }
        }
        return .seeOther(PageAddress("/endorsements", [.init(name: "saved", value: "withdrawn")]))
    }

    // MARK: - Notices

    private func writeNotice(_ items: [PageAddress.Item], _ deed: String) throws -> PageResponse? {
        _ = try FormSecrets(items)
        func text(_ name: String) -> String? { items.last { $0.name == name }?.value }
        switch deed {
        case "evaluate":
            let due = try open(.readWrite) { try $0.evaluateNotices().answer.value.due.map(\.title) }
            if text("quiet") != nil { return .text(due.joined(separator: " · ")) }
            return .seeOther(PageAddress("/notices", [.init(name: "saved", value: "sent")]))
        case "seen":
            guard let key = text("notice") else { throw PageProblem.malformed }
            // Seen already is seen.
            try open(.readWrite) { ledger in
                if try !ledger.notices().value.acknowledged.contains(key) { try ledger.acknowledgeNotice(key) }
            }
            return .seeOther(PageAddress("/notices", [.init(name: "saved", value: "seen")]))
        case "on", "off":
            guard let setting = SettingName.named("notices") else { return nil }
            try open(.readWrite) { ledger in
                let isOn = deed == "on"
                if try NoticesPage.isOn(ledger) == isOn { return }
                if isOn, try ledger.permission(domain: "notices") != .granted {
                    try ledger.setPermission(NoticePermission.granted.rawValue, domain: "notices")
                }
                try ledger.set(setting, to: .bool(isOn))
            }
            return .seeOther(PageAddress("/notices", [.init(name: "saved", value: "switched")]))
        default: return nil
        }
    }
}
