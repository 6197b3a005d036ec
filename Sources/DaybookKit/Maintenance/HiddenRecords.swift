import Engine
import EventCodec
import EventModel
import EventStore

/// The erasures by one device that hide events here until one day.
package struct HiddenRecords: Hashable, Sendable {
    package let device: OriginID
    /// The name of the device, or of the one whose copy it is.
    package let deviceName: String?
    /// Whether the name is that of a device whose log this one goes on from.
    package let isCopy: Bool
    /// Streams that were erased as a whole.
    package var streams: [StreamID]
    /// Events whose bodies are hidden, of these streams and of others.
    package var events: Int
    /// The instant from which the first of the bytes go.
    package let due: Instant
    /// That day in the ledger's zone.
    package let day: CivilDate

    package var json: JSONValue {
        .object(pairs: [
            "device": .string(device.hex), "name": deviceName.map { .string($0) },
            "copy": isCopy ? .bool(true) : nil,
            "records": .integer(streams.count), "events": .integer(events),
            "streams": .array(streams.prefix(HiddenRecords.namedMaximum).map { .string($0.text) }),
            "destroyed": .string(day.description),
        ])
    }

    private static let namedMaximum = 256

    /// As in "3 records were erased by the device Phone. They are hidden. This ledger destroys them on 2026-12-13."
    package var text: String {
        let isOne = streams.isEmpty ? events == 1 : streams.count == 1
        let what =
            streams.isEmpty
            ? "\(events) \(isOne ? "event was" : "events were")"
            : "\(streams.count) \(isOne ? "record was" : "records were")"
        let name = "the device \(deviceName ?? String(device.hex.prefix(12)))"
        let them = isOne ? "it" : "them"
        return "\(what) erased by \(isCopy ? "a copy of \(name)" : name). \(isOne ? "It is" : "They are") hidden. "
            + "This ledger destroys \(them) on \(day). If you did not do that, sync no more, and keep a copy for "
            + "reading: daybook export --salvage FILE. An import of that copy leaves \(them) erased. "
            + "To destroy \(them) now: daybook compact --erasures"
    }
}

extension Ledger {
    /// The erasures from elsewhere that hide events here, by device and day. O(erasures whose days run, and events of
    /// their streams).
    package func hiddenRecords() throws -> [HiddenRecords] {
        let found = try translated { try engine.read { try engine.hiddenByErasures($0) } }
        if found.isEmpty { return [] }
        let devices = try deviceNames()
        var groups: [HiddenRecords] = []
        for hidden in found {
            let day = zone.date(at: hidden.due)
            let whole = hidden.isWhole ? [hidden.stream] : []
            if let place = groups.firstIndex(where: { $0.device == hidden.origin && $0.day == day }) {
                groups[place].streams += whole
                groups[place].events += hidden.events
            } else {
                let (name, isCopy) = try named(hidden.origin, devices)
                groups.append(
                    HiddenRecords(
                        device: hidden.origin, deviceName: name, isCopy: isCopy, streams: whole,
                        events: hidden.events, due: hidden.due, day: day))
            }
        }
        return groups
    }

    /// The name of a device, or of the next one whose log it goes on from.
    private func named(_ origin: OriginID, _ devices: DeviceNames) throws -> (name: String?, isCopy: Bool) {
        if let name = devices[origin] { return (name, false) }
        return try translated {
            try engine.read { transaction in
                var (seen, next) = (Set<OriginID>(), origin)
                while seen.insert(next).inserted, let before = try engine.replaced(by: next, transaction) {
                    if let name = devices[before] { return (name, true) }
                    next = before
                }
                return (nil, false)
            }
        }
    }
}
