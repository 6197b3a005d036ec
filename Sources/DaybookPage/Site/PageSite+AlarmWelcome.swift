import DaybookDomains

/// The pages that alarms begin with.
extension PageSite {
    private static let alarmProfile = StreamID(kind: "profile", id: "alarms")

    /// Where the list of alarms and the form of a new one lead instead: to the first pages, until they are done. A list
    /// with alarms asks for none: the library and the command line need no onboarding.
    func alarmWelcome(_ names: [String], _ address: PageAddress) throws -> PageResponse? {
        guard names == ["alarms"] || names == ["alarm", "new"], address.query.isEmpty,
            try read({ try !$0.alarmProfile().value.isCompleted && $0.alarms().value.isEmpty })
        else { return nil }
        return .seeOther(PageAddress(AlarmWelcomePage.path))
    }

    func alarmWelcomeForm(_ address: PageAddress) throws -> PageResponse {
        try refusePast(address)
        if try read({ try $0.alarmProfile().value.isCompleted }) { return .seeOther(PageAddress("/alarms")) }
        return try show(now(address)) { context in
            let profile = try context.ledger.alarmProfile().value
            let seen = SeenRecord(try context.ledger.history(of: PageSite.alarmProfile)?.value)
            return AlarmWelcomePage.make(
                profile.step ?? .promise, profile.permission, try self.secrets(context), seen)
        }
    }

    /// Goes on to the next page. A page that was left already leads to the one that stands.
    func writeAlarmWelcome(_ items: [PageAddress.Item]) throws -> PageResponse {
        let seen = try SeenRecord(items)
        let act = items.last { $0.name == "do" }?.value
        let isCompleted = try open(.readWrite) { ledger in
            let profile = try ledger.alarmProfile().value
            let state = seen.state(try ledger.history(of: PageSite.alarmProfile)?.value, by: try ledger.principal)
            if case .same = state, let step = profile.step {
                switch act {
                // The answer stands in another record; sent again, it is there.
                case "grant" where profile.permission == .notAsked && step == .notifications:
                    try ledger.setPermission(NoticePermission.granted.rawValue, domain: "alarms")
                case "grant": break
                // The first page and the second cannot be left out.
                case "skip" where step == .notifications: try ledger.skipAlarmOnboarding()
                // The last page is not left by a button that it does not show.
                case "next" where step != .notifications || profile.permission != .notAsked:
                    try ledger.advanceAlarmOnboarding()
                default: throw PageProblem.malformed
                }
            }
            return try ledger.alarmProfile().value.isCompleted
        }
        return .seeOther(PageAddress(isCompleted ? "/alarms" : AlarmWelcomePage.path))
    }
}
