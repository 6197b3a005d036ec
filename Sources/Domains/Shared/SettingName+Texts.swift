public import EventCodec

extension SettingName {
    /// The choices of a setting: its values, or for the sound the names that come with an app; another sound may have
    /// another name.
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

    /// The meaning of a value, in a sentence; nil where it states it itself.
    public func explanation(of value: JSONValue) -> String? {
        guard self == SettingName.timezone else { return nil }
        return value == .string("fixed")
            ? "Alarms fire at the time set in their original timezone." : "Alarms adjust to your current timezone."
    }
}

/// A person's answer to the question whether they may be notified.
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
