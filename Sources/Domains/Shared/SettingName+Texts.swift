public import EventCodec

extension SettingName {
    /// What there is to choose from: of a choice its values, of the sound the names that come with an app; another
    /// sound may have another name.
    public var choices: [String] {
        switch kind {
        case .choice(let choices): choices
        case .flag: ["true", "false"]
        case .text where text == "alarms.sound": ["Alarm", "Bell", "Chime", "Marimba", "Radar", "Tritone"]
        case .number, .timeOfDay, .text: []
        }
    }

    /// A value as a person writes it; nil where it is written as it is kept.
    public func text(of value: JSONValue) -> String? {
        guard case .timeOfDay = kind, let minutes = value.integerValue, (0..<1440).contains(minutes) else { return nil }
        return SettingName.time(minutes)
    }

    /// What a value means, in a sentence; nil where it says so itself.
    public func explanation(of value: JSONValue) -> String? {
        guard self == SettingName.timezone else { return nil }
        return value == .string("fixed")
            ? "Alarms fire at the time set in their original timezone." : "Alarms adjust to your current timezone."
    }
}

/// What a person answered when asked whether they may be notified.
public enum NoticePermission: String, Hashable, Sendable, CaseIterable {
    case granted, denied, notAsked

    /// As a page of settings says it.
    public var text: String {
        switch self {
        case .granted: "Enabled"
        case .denied: "Denied"
        case .notAsked: "Not Set"
        }
    }
}
