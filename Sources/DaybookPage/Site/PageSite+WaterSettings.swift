import DaybookDomains

/// The forms of the profile, the goal and the settings of water, and its first pages.
extension PageSite {
    // MARK: - Forms

    func waterSettings(_ address: PageAddress) throws -> PageResponse {
        try refusePast(address)
        let kept = PageAddress(address.path, address.query.filter { $0.name == "saved" })
        return try show(kept) { try WaterSettingsPage.make($0, try self.secrets($0)) }
    }

    /// The goal of a profile that is typed; nothing is written.
    func waterPreview(_ address: PageAddress) throws -> PageResponse {
        let form = WaterBodyForm(address.query)
        return try read { ledger in
            do {
                return .text(try form.preview(in: try ledger.waterSettings().unit))
            } catch let refusal as FormRefusal {
                return .text(refusal.message)
            } catch let rejection as Rejection { return .text(rejection.message) }
        }
    }

    func waterWelcome(_ address: PageAddress) throws -> PageResponse {
        try refusePast(address)
        if try read({ try $0.waterOnboarding().value.isCompleted }) { return .seeOther(PageAddress("/water/settings")) }
        return try show(now(address)) { try self.waterWelcomePage($0) }
    }

    private func waterWelcomePage(
        _ context: PageContext, _ items: [PageAddress.Item]? = nil, refusal: FormRefusal? = nil
    ) throws -> PageView {
        let ledger = context.ledger
        let body = try items.map { WaterBodyForm($0) } ?? WaterBodyForm(ledger.waterProfile(context.asOf).value)
        return WaterWelcomePage.make(
            try ledger.waterOnboarding(context.asOf).value, body, try ledger.waterSettings(context.asOf).unit,
            try secrets(context), SeenRecord(try ledger.history(of: GoalHistory.stream)?.value), refusal: refusal)
    }

    // MARK: - What is sent

    /// Takes a form of this part; nil for another address.
    func writeWaterSettings(_ items: [PageAddress.Item], at names: [String]) throws -> PageResponse? {
        guard names.count == 2, ["profile", "goal", "settings", "welcome"].contains(names[1]) else { return nil }
        _ = try FormSecrets(items)
        let seen = try SeenRecord(items)
        func text(_ name: String) -> String? { items.last { $0.name == name }?.value }
        return try taking {
            switch names[1] {
            case "profile": try setProfile(items, seen)
            case "goal": try setGoal(text("goal") ?? "", clears: text("do") == "clear", seen)
            case "settings": try setSettings(items, seen)
            default: return try goOn(items, skips: text("do") == "skip", seen)
            }
            let saved = names[1] == "profile" ? "profile" : "settings"
            return .seeOther(PageAddress("/water/settings", [.init(name: "saved", value: saved)]))
        } otherwise: { refusal in
            if names[1] == "welcome" {
                return try show(PageAddress("/water/welcome")) {
                    try self.waterWelcomePage($0, items, refusal: refusal)
                }
            }
            let sent = WaterSettingsPage.Sent(form: names[1], items: items, refusal: refusal)
            return try show(PageAddress("/water/settings")) {
                try WaterSettingsPage.make($0, try self.secrets($0), sent)
            }
        }
    }

    /// Calls `body` where the record is as it was seen; a form that was taken before is done.
    private func unless(
        _ seen: SeenRecord, isOld stream: StreamID, _ ledger: Ledger, isDone: (EventView) -> Bool = { _ in false },
        _ body: () throws -> Void
    ) throws {
        switch seen.state(try ledger.history(of: stream)?.value, by: try ledger.principal, isDone: isDone) {
        case .done: return
        case .changed:
            throw FormRefusal(
                code: "version.conflict",
                message: "These settings changed after the page was opened. Look at them again.",
                field: nil)
        case .same: try body()
        }
    }

    private func setProfile(_ items: [PageAddress.Item], _ seen: SeenRecord) throws {
        let values = try WaterBodyForm(items).values()
        try open(.readWrite) { ledger in
            try unless(
                seen, isOld: GoalHistory.stream, ledger,
                isDone: { $0.envelope.type == "profile.set" && $0.data?["age"]?.integerValue == values.age }
            ) {
                try ledger.setWaterProfile(
                    age: values.age, weightTenths: values.weightTenths, activity: values.activity)
            }
        }
    }

    private func setGoal(_ text: String, clears: Bool, _ seen: SeenRecord) throws {
        try open(.readWrite) { ledger in
            let type = clears ? "goal.cleared" : "goal.set"
            let unit = try ledger.waterSettings().unit
            let volume = (unit == .ml ? DrinkUnit.millilitre : .ounce).volume(text.filter { !$0.isWhitespace })?.volume
            try unless(
                seen, isOld: GoalHistory.stream, ledger,
                isDone: { $0.envelope.type == type && (clears || $0.data?["ml"]?.integerValue == volume?.ml) }
            ) {
                if clears { return _ = try ledger.clearWaterGoal() }
                guard let volume else {
                    throw FormRefusal(
                        code: "volume.unreadable",
                        message: DrinkForm.isNumber(text.filter { !$0.isWhitespace })
                            ? "A goal is from \(WaterGoal.range.lowerBound) to \(WaterGoal.range.upperBound) mL."
                            : "\"\(text)\" is no volume. Write a number, such as 2000.",
                        field: nil)
                }
                try ledger.setWaterGoal(volume)
            }
        }
    }

    /// Writes the settings that differ.
    private func setSettings(_ items: [PageAddress.Item], _ seen: SeenRecord) throws {
        func text(_ name: String) -> String? { items.last { $0.name == name }?.value }
        var given: [(SettingName, JSONValue)] = []
        for name in ["unit", "remindersPerDay", "wake", "sleep", "smartHours"] {
            guard let value = text(name), let setting = SettingName.named("water.\(name)") else { continue }
            given.append((setting, try setting.value(value)))
        }
        for name in ["sleepImport", "smart", "stopAtGoal"] {
            guard let setting = SettingName.named("water.\(name)") else { continue }
            given.append((setting, .bool(text(name) == "on")))
        }
        try open(.readWrite) { ledger in
            let changes = try given.filter { try ledger.value(of: $0.0) != $0.1 }
            let permission = text("permission").flatMap(NoticePermission.init)
            let asks = try permission != nil && permission != ledger.permission(domain: "water")
            // All is as the form states: it was sent before.
            if changes.isEmpty, !asks { return }
            try unless(seen, isOld: WaterSettings.stream, ledger) {
                for (setting, value) in changes { try ledger.set(setting, to: value) }
                if asks, let permission { try ledger.setPermission(permission.rawValue, domain: "water") }
            }
        }
    }

    /// Goes on to the next page of the beginning. A page that was left already leads to the one that stands.
    private func goOn(_ items: [PageAddress.Item], skips: Bool, _ seen: SeenRecord) throws -> PageResponse {
        let isCompleted = try open(.readWrite) { ledger in
            let now = try ledger.waterOnboarding().value
            let state = seen.state(try ledger.history(of: GoalHistory.stream)?.value, by: try ledger.principal)
            if case .same = state, let step = now.step {
                if skips {
                    try ledger.skipWaterOnboarding()
                } else if items.contains(where: { $0.name == "asks" }) {
                    // The answer stands in another record; sent again, it is there.
                    if now.permission == .notAsked {
                        try ledger.setPermission(NoticePermission.granted.rawValue, domain: "water")
                    }
                } else {
                    if step == .body {
                        let values = try WaterBodyForm(items).values()
                        try ledger.setWaterProfile(
                            age: values.age, weightTenths: values.weightTenths, activity: values.activity)
                    }
                    try ledger.advanceWaterOnboarding()
                }
            }
            return try ledger.waterOnboarding().value.isCompleted
        }
        return .seeOther(PageAddress(isCompleted ? "/water" : "/water/welcome"))
    }
}
