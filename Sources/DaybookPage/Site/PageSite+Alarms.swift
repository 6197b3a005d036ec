import DaybookDomains

/// The forms of alarms: an alarm is made, changed and removed, switched on and off, put off, and answered.
extension PageSite {
    /// The pages that hold a form of one alarm. Nil for another address.
    func alarmForm(at names: [String], _ address: PageAddress) throws -> PageResponse? {
        if names == ["alarm", "new"] {
            try refusePast(address)
            return try show(now(address)) { context in
                let tier = try context.ledger.alarmTier().value
                // An alarm that could not be saved is not begun.
                if let limit = tier.tier.limit, tier.alarms >= limit {
                    return try AlarmPlanPage.make(context, message: AlarmPlanPanel.limit, status: 200)
                }
                return AlarmFormPage.make(.new, AlarmForm(beginning: context.ledger), try self.secrets(context))
            }
        }
        if names.count == 4, names[2] == "photo", let stream = StreamID("alarm/\(names[1])") {
            return try photo(names[3], of: stream, address)
        }
        guard names.count == 3, let stream = StreamID("alarm/\(names[1])"),
            ["edit", "remove", "firing"].contains(names[2])
        else { return nil }
        try refusePast(address)
        return try show(now(address)) { context in
            if names[2] == "firing" { return try FiringPage.make(stream, context) }
            let alarm = try PageSite.standing(stream, context.ledger)
            let secrets = try self.secrets(context, of: stream)
            return names[2] == "remove"
                ? AlarmFormPage.remove(alarm, secrets)
                : AlarmFormPage.make(.change(stream), AlarmForm(alarm, context.ledger), secrets)
        }
    }

    private static func standing(_ stream: StreamID, _ ledger: Ledger) throws -> AlarmDetail {
        let alarm = try ledger.alarm(stream, occurrencesMaximum: 0).value
        if alarm.isRemoved {
            throw PageProblem(422, "This alarm was removed", "It has no form.", hint: "Its page can restore it.")
        }
        return alarm
    }

    // MARK: - What is sent

    func writeAlarm(_ items: [PageAddress.Item], at names: [String], _ address: PageAddress) throws -> PageResponse {
        let secrets = try FormSecrets(items)
        if names == ["alarm", "new"] { return try addAlarm(items, secrets) }
        guard names.count == 3, let stream = StreamID("alarm/\(names[1])") else {
            throw PageProblem.noPage(address.path)
        }
        if names[2] == "edit" { return try editAlarm(stream, items, secrets) }
        if names[2] == "photo" { return try writePhoto(items, nil, of: stream) }
        guard let act = AlarmAct(rawValue: names[2]) else { throw PageProblem.noPage(address.path) }
        return try takingTier {
            seeAlarms(try write(act, stream, items, secrets), stream)
        }
    }

    private func write(
        _ act: AlarmAct, _ stream: StreamID, _ items: [PageAddress.Item], _ secrets: FormSecrets
    ) throws -> String {
        try open(.readWrite) { ledger in
            guard let steps = try ledger.history(of: stream)?.value.steps else { throw AlarmRules.unknown }
            let key = try act.key(secrets, items)
            // It was sent before: its answer was lost.
            if try PageSite.holds(steps, key, ledger) { return act.done }
            do {
                try act.write(stream, items, key, secrets.version ?? -1, ledger)
                return act.done
            } catch  where PageSite.isConflict(error) { return "changed" }
        }
    }

    /// Answers with the plans if the tier does not allow the action.
    func takingTier(_ body: () throws -> PageResponse) throws -> PageResponse {
        do { return try body() } catch {
            let rejection = error as? Rejection ?? (error as? DraftRefusal)?.rejection
            guard let rejection, rejection.code.hasPrefix("tier.") else { throw error }
            return try show(PageAddress("/alarms/plan")) {
                try AlarmPlanPage.make($0, message: "\(rejection.message) Nothing was written.")
            }
        }
    }

    private func seeAlarms(_ what: String, _ stream: StreamID) -> PageResponse {
        .seeOther(PageAddress("/alarms", [.init(name: "saved", value: what), .init(name: "alarm", value: stream.id)]))
    }

    /// Whether this person wrote an event with the key.
    static func holds(_ steps: [HistoryStep], _ key: String, _ ledger: Ledger) throws -> Bool {
        let person = try ledger.principal
        return steps.contains { $0.event.key == key && $0.event.envelope.actor == person }
    }

    static func isConflict(_ error: any Error) -> Bool {
        let rejection = error as? Rejection ?? (error as? DraftRefusal)?.rejection
        return rejection?.code == "version.conflict"
    }

    private func addAlarm(_ items: [PageAddress.Item], _ secrets: FormSecrets) throws -> PageResponse {
        let form = AlarmForm(items)
        // The id follows from the form, the key from its values, too.
        let id = String(Ledger.digest(ofFile: Array("daybook/page/alarm/1\n\(secrets.key)".utf8)).prefix(32))
        let key = "\(secrets.key)/\(form.digest.prefix(32))"
        let stream = StreamID(kind: "alarm", id: id)
        return try taking {
            try open(.readWrite) { ledger in
                if let steps = try ledger.history(of: stream)?.value.steps {
                    if try PageSite.holds(steps, key, ledger) { return }
                    throw FormRefusal(code: "key.conflict", message: "", field: nil)
                }
                try ledger.addAlarm(try form.data(), id: id, key: key)
            }
            return seeAlarms("added", stream)
        } otherwise: {
            try again(.new, form, secrets, $0)
        }
    }

    private func editAlarm(_ stream: StreamID, _ items: [PageAddress.Item], _ secrets: FormSecrets) throws
        -> PageResponse
    {
        let form = AlarmForm(items)
        // The same form with other values is another change.
        let key = "\(secrets.key)/\(form.digest.prefix(32))"
        return try taking {
            try open(.readWrite) { ledger in
                if try PageSite.holds(try ledger.history(of: stream)?.value.steps ?? [], key, ledger) { return }
                let alarm = try PageSite.standing(stream, ledger)
                let (fields, schedule) = try form.changes(of: AlarmForm(alarm, ledger), alarm.schedule)
                try ledger.editAlarm(
                    stream, fields, schedule: schedule, replacing: true, key: key, version: secrets.version ?? -1)
            }
            return seeAlarms("edited", stream)
        } otherwise: {
            try again(.change(stream), form, secrets, $0)
        }
    }

    /// The form with what was entered, and why it was not taken.
    private func again(
        _ purpose: AlarmFormPage.Purpose, _ form: AlarmForm, _ secrets: FormSecrets, _ refusal: FormRefusal
    ) throws -> PageResponse {
        try show(PageAddress("/alarms")) { context in
            let version = try self.secrets(context, of: purpose.stream).version
            let fresh = FormSecrets(token: self.identity.formToken, key: secrets.key, version: version)
            var panel = HTML()
            if refusal.code.hasPrefix("tier.") { try AlarmPlanPanel.add(nil, context, to: &panel) }
            return AlarmFormPage.make(purpose, form, fresh, refusal: refusal, panel: panel)
        }
    }
}
