import DaybookKit

/// The forms of alarms: an alarm is switched on and off, put off, and answered.
extension PageSite {
    func writeAlarm(_ items: [PageAddress.Item], at names: [String], _ address: PageAddress) throws -> PageResponse {
        guard names.count == 3, let stream = StreamID("alarm/\(names[1])"),
            ["enable", "disable", "snooze", "done"].contains(names[2])
        else { throw PageProblem.noPage(address.path) }
        let version = try FormSecrets(items).version
        func number(_ name: String) -> Int? {
            items.last { $0.name == name }.flatMap { Digits.value(Array($0.value.utf8)[...]) }
        }
        let what = try open(.readWrite) { ledger -> String in
            guard let steps = try ledger.history(of: stream)?.value.steps.count else { throw AlarmRules.unknown }
            // A form that is sent again finds that the alarm has changed.
            guard steps == version else { return "changed" }
            switch names[2] {
            case "enable", "disable":
                let isOn = names[2] == "enable"
                try ledger.setAlarm(stream, enabled: isOn)
                return isOn ? "on" : "off"
            case "snooze":
                guard let seconds = number("seconds") else { throw PageProblem.malformed }
                try ledger.snoozeAlarm(stream, seconds: seconds)
                return "snoozed"
            default:
                try ledger.completeAlarm(stream, heldTenths: number("held"))
                return "done"
            }
        }
        return .seeOther(
            PageAddress("/alarms", [.init(name: "saved", value: what), .init(name: "alarm", value: stream.id)]))
    }
}
