import DaybookDomains

/// The pages beside the list of alarms, and what their forms write.
extension PageSite {
    func alarmPage(at names: [String], _ address: PageAddress) throws -> PageResponse {
        if names[0] == "alarm", let stream = StreamID("alarm/\(names[1])") {
            return try show(address) { try AlarmPage.make(stream, $0) }
        }
        switch names {
        case ["alarms", "plan"]: return try show(address) { try AlarmPlanPage.make($0) }
        case ["alarms", "settings"]: return try show(address, AlarmSettingsPage.make)
        case ["alarms", "sound"]: return try show(address, AlarmSoundPage.make)
        case ["alarms", "pending"]: return try show(address, AlarmPendingPage.make)
        case ["alarms", "backup"]: return try show(address, AlarmBackupPage.make)
        case ["alarms", "welcome"]: return try alarmWelcomeForm(address)
        default: throw PageProblem.noPage(address.path)
        }
    }

    func writeAlarms(_ items: [PageAddress.Item], at names: [String], _ address: PageAddress) throws -> PageResponse {
        let secrets = try FormSecrets(items)
        switch names {
        case ["alarms", "plan"]: return try changePlan(items, secrets)
        case ["alarms", "setting"]: return try set(items, secrets)
        case ["alarms", "tick"]: return try tick(items, address)
        case ["alarms", "welcome"]: return try writeAlarmWelcome(items)
        default: throw PageProblem.noPage(address.path)
        }
    }

    /// Where the panels of the alarms are that fire now, for the script of an open page.
    ///
    /// An occurrence that was due longer ago is missed: its card states so.
    static func firing(_ ledger: Ledger) throws -> String? {
        let since = Instant(milliseconds: ledger.now.milliseconds - AlarmCard.ringingMilliseconds)
        let places = try ledger.dueAlarms().filter { $0.time > since }.map {
            PageAddress("/\($0.stream.text)/firing").text
        }
        return places.isEmpty ? nil : places.joined(separator: " ")
    }

    /// Records that alarms fire, once, and leads to the panel of one of them.
    private func tick(_ items: [PageAddress.Item], _ address: PageAddress) throws -> PageResponse {
        guard let id = items.last(where: { $0.name == "alarm" })?.value, let stream = StreamID("alarm/\(id)") else {
            throw PageProblem.malformed
        }
        try open(.readWrite) { _ = try $0.tickAlarms() }
        return .seeOther(PageAddress("/\(stream.text)/firing"))
    }

    private func changePlan(_ items: [PageAddress.Item], _ secrets: FormSecrets) throws -> PageResponse {
        func text(_ name: String) -> String? { items.last { $0.name == name }?.value }
        guard let name = text("tier").flatMap(AlarmTier.Name.init), let plan = text("plan").flatMap(AlarmTier.Plan.init)
        else { throw PageProblem.malformed }
        let key = "\(secrets.key)/\(name.rawValue)/\(plan.rawValue)"
        let what = try open(.readWrite) { ledger -> String in
            let steps = try ledger.history(of: AlarmTier.stream)?.value.steps ?? []
            // It was sent before: its answer was lost.
            if try PageSite.holds(steps, key, ledger) { return "plan" }
            guard steps.count == secrets.version ?? -1 else { return "changed" }
            let tier =
                name == .free
                ? AlarmTier(.free) : AlarmTier(.plus, plan: plan, through: PageSite.renewal(plan, ledger.today))
            try ledger.changeTier(tier, key: key)
            return "plan"
        }
        return .seeOther(PageAddress("/alarms/plan", [.init(name: "saved", value: what)]))
    }

    private func set(_ items: [PageAddress.Item], _ secrets: FormSecrets) throws -> PageResponse {
        func text(_ name: String) -> String? { items.last { $0.name == name }?.value }
        guard let name = text("name"), let setting = SettingName.named(name), setting.stream == AlarmSettings.stream,
            let given = text("value")
        else { throw PageProblem.malformed }
        let value = try setting.value(given)
        let key = "\(secrets.key)/\(Ledger.digest(ofFile: Array("\(name)\n\(given)".utf8)).prefix(32))"
        let what = try open(.readWrite) { ledger -> String in
            let steps = try ledger.history(of: AlarmSettings.stream)?.value.steps ?? []
            if try PageSite.holds(steps, key, ledger) { return "set" }
            do {
                try ledger.set(setting, to: value, key: key, version: secrets.version ?? -1)
                return "set"
            } catch  where PageSite.isConflict(error) { return "changed" }
        }
        let page = name == "alarms.sound" ? "/alarms/sound" : "/alarms/settings"
        return .seeOther(PageAddress(page, [.init(name: "saved", value: what)]))
    }

    /// A month or a year after a day; a day that its month lacks is the last of it.
    static func renewal(_ plan: AlarmTier.Plan, _ day: CivilDate) -> CivilDate? {
        let (year, month, date) = day.components
        let next = plan == .annual ? (year + 1, month) : month == 12 ? (year + 1, 1) : (year, month + 1)
        return CivilDate(
            year: next.0, month: next.1, day: min(date, CivilDate.daysInMonth(year: next.0, month: next.1)))
    }
}
