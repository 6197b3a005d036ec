public import EventModel

extension SettingName {
    /// The stream of the names of devices: `settings/devices`.
    public static let devices = StreamID(kind: "settings", id: "devices")

    /// The name of a device, which its origin identifies.
    public static func device(_ origin: OriginID) -> SettingName {
        SettingName(text: "devices.\(origin.hex)", kind: .text(deviceNameMaximum), code: "device.name")
    }

    /// The device that a setting names; nil for another setting.
    public static func device(ofSetting text: String) -> OriginID? {
        guard text.hasPrefix("devices."), let origin = OriginID(hex: String(text.dropFirst("devices.".count))),
            origin.hex == text.dropFirst("devices.".count)
        else { return nil }
        return origin
    }

    /// How many characters the name of a device has at most.
    public static let deviceNameMaximum = 40

    /// Whether a device may have the name: a text within its length that is more than blanks.
    public static func isDeviceName(_ name: String) -> Bool {
        (1...deviceNameMaximum).contains(name.unicodeScalars.count)
            && !name.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}
