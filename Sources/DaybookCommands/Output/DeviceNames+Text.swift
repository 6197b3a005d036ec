import DaybookDomains

/// Devices by their names, in words.
extension DeviceNames {
    /// How a sentence names the device: "this device (Phone)", "Tablet", or "the device 0192f0c1a2b3" without a name.
    func text(_ origin: OriginID) -> String {
        let digits = origin.hex.prefix(12)
        let name = self[origin].map { isShared($0) ? "\(Text.shown($0)) \(digits)" : Text.shown($0) }
        if origin == own { return "this device" + (name.map { " (\($0))" } ?? "") }
        return name ?? "the device \(digits)"
    }

    /// The text behind an author: " on Tablet". Empty where one device without a name adds nothing to the author.
    func suffix(_ origin: OriginID, byOwner: Bool) -> String {
        if self[origin] == nil, origin == own || !byOwner { return "" }
        return " on \(text(origin))"
    }

    /// A cell of a table: the name, "this device", or the beginning of its digits unless another cell has them.
    func cell(_ origin: OriginID, digits: Bool = true) -> String {
        self[origin].map { Text.shown($0) }
            ?? (origin == own ? "this device" : digits ? String(origin.hex.prefix(12)) : "")
    }

    /// The name as a member of an answer; nil for a device without one.
    func json(_ origin: OriginID) -> JSONValue? { self[origin].map { .string($0) } }
}
