import DaybookDomains

/// The forms that concern the whole of practice: reset, restore, and a guest's progress.
extension PageSite {
    func practiceSettings(_ address: PageAddress) throws -> PageResponse {
        try refusePast(address)
        let kept = PageAddress(address.path, address.query.filter { $0.name == "saved" })
        return try show(kept) { try PracticeSettingsPage.make($0, try self.secrets($0)) }
    }

    /// Takes a form of this part; nil for another address.
    func writePracticeSettings(_ items: [PageAddress.Item], at names: [String]) throws -> PageResponse? {
        switch names {
        case ["practice", "reset"], ["practice", "restore"]: return try reset(items, restores: names[1] == "restore")
        case ["practice", "account"]: return try joinGuest(items)
        default: return nil
        }
    }

    private func reset(_ items: [PageAddress.Item], restores: Bool) throws -> PageResponse {
        _ = try FormSecrets(items)
        let seen = try SeenRecord(items)
        let saved = try open(.readWrite) { ledger -> String in
            let done = restores ? "restored" : "reset"
            let type = "progress.\(done)"
            let history = try ledger.history(of: ProgressResets.stream)?.value
            switch seen.state(history, by: try ledger.principal, isDone: { $0.envelope.type == type }) {
            case .done: return done
            case .changed: return "changed"
            case .same:
                let state = try ledger.quizBook().chosen().state
                if restores { try ledger.restoreProgress(of: state) } else { try ledger.resetProgress(of: state) }
                return done
            }
        }
        return .seeOther(PageAddress("/practice/settings", [.init(name: "saved", value: saved)]))
    }

    // MARK: - A guest

    /// Joins a guest's ledger by a command of its own. Where both sides have progress, the person chooses first.
    private func joinGuest(_ items: [PageAddress.Item]) throws -> PageResponse {
        let secrets = try FormSecrets(items)
        func text(_ name: String) -> String? { items.last { $0.name == name }?.value }
        guard let folder = text("guest"), !folder.isEmpty, folder.utf8.first != UInt8(ascii: "-") else {
            throw PageProblem.malformed
        }
        let settings = PageAddress("/practice/settings")
        if let choice = text("choose") {
            guard LinkChoice(rawValue: choice) != nil else { throw PageProblem.malformed }
            let answer = try run(["merge", folder, "--choose", choice]).text
            return try show(settings) { try PracticeSettingsPage.make($0, try self.secrets($0), message: answer) }
        }
        let dry = try JSONParser.parse(try run(["--json", "merge", folder, "--dry-run"]).output)
        // A choice that was made before can be made anew.
        guard PageSite.hasRecords(dry["guest"]), PageSite.hasRecords(dry["account"]) else {
            let answer = try run(["merge", folder]).text
            return try show(settings) { try PracticeSettingsPage.make($0, try self.secrets($0), message: answer) }
        }
        let conflict = PracticeSettingsPage.Conflict(
            folder: folder, guest: PageSite.words(dry["guest"]), account: PageSite.words(dry["account"]))
        return try show(settings) { context in
            let fresh = FormSecrets(token: identity.formToken, key: secrets.key)
            return try PracticeSettingsPage.make(context, fresh, conflict: conflict)
        }
    }

    private static func hasRecords(_ side: JSONValue?) -> Bool {
        guard case .object(let records)? = side?["records"] else { return false }
        return !records.isEmpty
    }

    /// `2 test, 10 training`, as the command counts what a side holds.
    private static func words(_ side: JSONValue?) -> String {
        guard case .object(let records)? = side?["records"] else { return "" }
        return records.map { "\($0.value.text) \($0.name)" }.joined(separator: ", ")
    }
}
