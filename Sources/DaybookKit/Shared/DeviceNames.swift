import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
import Shared

/// The names that a person gave to devices. A device is known by its origin, the log that its ledger writes.
public struct DeviceNames: Hashable, Sendable {
    /// The device that is asked; nil before its first event.
    public let own: OriginID?
    private let names: [OriginID: String]

    package init(own: OriginID?, _ names: [OriginID: String]) { (self.own, self.names) = (own, names) }

    /// The name given last; nil for a device without one.
    public subscript(_ origin: OriginID) -> String? { names[origin] }

    /// Whether another device has the same name.
    public func isShared(_ name: String) -> Bool { names.values.count { $0 == name } > 1 }
}

/// A device that wrote events of this ledger.
public struct Device: Hashable, Sendable {
    public let origin: OriginID
    public let name: String?
    /// Whether it is the one that is asked.
    public let isOwn: Bool
    /// Whether another person's ledger wrote there.
    public let isOfOther: Bool
    public let events: UInt64
}

extension Ledger {
    /// The names of devices now: the past has no others.
    ///
    /// - Complexity: O(names).
    public func deviceNames() throws -> DeviceNames {
        var names: [OriginID: String] = [:]
        for register in try record(SettingName.devices)?.registers ?? [] where register.type == "setting.changed" {
            guard let origin = SettingName.device(ofSetting: register.name),
                let schema = registry.schema(register.type),
                // A body that the fold took is readable.
                let data = try? BodyView.json(register.body.span.bytes, schema).data,
                let name = data["value"]?.stringValue
            else { continue }
            names[origin] = name
        }
        return DeviceNames(own: try ownOrigin, names)
    }

    /// The devices that wrote events, this one first, then in the order in which their logs came.
    ///
    /// - Complexity: O(logs).
    public func devices() throws -> [Device] {
        let names = try deviceNames()
        return try translated {
            try engine.read { transaction in
                let head = try transaction.storeRecord()
                var devices: [Device] = []
                // Branches of a forked log have one origin.
                for log in try transaction.logRecords(head) {
                    let place = devices.firstIndex { $0.origin == log.origin }
                    let events = max(log.size, place.map { devices[$0].events } ?? 0)
                    let device = Device(
                        origin: log.origin, name: names[log.origin], isOwn: log.origin == names.own,
                        isOfOther: log.principal != head.principal, events: events)
                    if let place { devices[place] = device } else { devices.append(device) }
                }
                return devices.filter(\.isOwn) + devices.filter { !$0.isOwn }
            }
        }
    }

    /// Gives a device a name, which travels with the events; nil for this one.
    ///
    /// - Throws: `Rejection` `device.name` for a name that is blank or longer than 40 characters. Nothing is written
    ///   then.
    @discardableResult @available(*, noasync)
    public func nameDevice(_ name: String, origin: OriginID? = nil) throws -> (origin: OriginID, receipt: AppendReceipt)
    {
        guard Ledger.isDeviceName(name) else { throw Ledger.deviceNameRefusal }
        // A new or a copied folder gets a log of its own with its first write, even of no event.
        if origin == nil { try append([]) }
        guard let device = try origin ?? ownOrigin else { preconditionFailure("a ledger that wrote has a log") }
        return (device, try set(.device(device), to: .string(name)))
    }

    /// Whether a device may have the name.
    public static func isDeviceName(_ name: String) -> Bool { SettingName.isDeviceName(name) }

    public static let deviceNameRefusal = Rejection(
        code: "device.name",
        message: "The name of a device is a text of 1 to \(SettingName.deviceNameMaximum) characters.",
        hint: "Give one such as Tablet.")
}
