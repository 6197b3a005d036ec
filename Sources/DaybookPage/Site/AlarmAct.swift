import DaybookDomains

/// The action of a button of an alarm.
enum AlarmAct: String {
    case enable, disable, snooze, done, remove, restore

    /// The word for it in the address of the page that shows it.
    var done: String {
        switch self {
        case .enable: "on"
        case .disable: "off"
        case .snooze: "snoozed"
        case .done: "done"
        case .remove: "removed"
        case .restore: "restored"
        }
    }

    /// The key of its event: of the form, and of what its button states.
    func key(_ secrets: FormSecrets, _ items: [PageAddress.Item]) throws(PageProblem) -> String {
        guard self == .snooze else { return "\(secrets.key)/\(rawValue)" }
        let count = try seconds(items)
        return "\(secrets.key)/\(count)"
    }

    /// - Parameter version: The number of events of the alarm that the form showed.
    func write(_ stream: StreamID, _ items: [PageAddress.Item], _ key: String, _ version: Int, _ ledger: Ledger) throws
    {
        switch self {
        case .enable, .disable: try ledger.setAlarm(stream, enabled: self == .enable, key: key, version: version)
        case .snooze: try ledger.snoozeAlarm(stream, seconds: try seconds(items), key: key, version: version)
        case .done:
            try ledger.completeAlarm(
                stream, heldTenths: AlarmAct.number("held", items), key: key, version: version)
        case .remove: try ledger.removeAlarm(stream, key: key, version: version)
        case .restore: try ledger.restoreAlarm(stream, key: key, version: version)
        }
    }

    private func seconds(_ items: [PageAddress.Item]) throws(PageProblem) -> Int {
        guard let seconds = AlarmAct.number("seconds", items) else { throw .malformed }
        return seconds
    }

    private static func number(_ name: String, _ items: [PageAddress.Item]) -> Int? {
        items.last { $0.name == name }.flatMap { Digits.value(Array($0.value.utf8)[...]) }
    }
}
