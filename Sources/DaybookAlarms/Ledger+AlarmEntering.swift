import Alarms
public import DaybookKit
public import Engine
public import EventCodec
public import EventModel

extension Ledger {
    /// The fields with which a form for a new schedule begins: weekly, at the current minute, unless given.
    public func startingFields(of stated: [JSONValue.Member]) -> [JSONValue.Member] {
        var members = stated
        if !stated.contains(where: { $0.name == "kind" }) {
            members.append(.init("kind", .string(ScheduleFields.Kind.weekly.rawValue)))
        }
        if !stated.contains(where: { $0.name == "times" }) {
            members.append(.init("times", .array([.string(Ledger.minute(now, in: zone))])))
        }
        return members
    }

    /// Changes an alarm as a person does. Schedule fields that are not given stay. Another kind keeps only times, zone,
    /// week start and end; a number of times is then counted from today.
    ///
    /// A monthly schedule of every month loses its start. Throws what `addAlarm` throws.
    ///
    /// - Parameters:
    ///   - clearing: Fields of the schedule that are cleared.
    ///   - replacing: Whether the given schedule replaces the old one as a whole.
    ///   - key: Makes the change idempotent.
    ///   - version: The number of events that the stream must hold; nil for any.
    @discardableResult @available(*, noasync)
    public func editAlarm(
        _ stream: StreamID, _ fields: [JSONValue.Member], schedule stated: [JSONValue.Member], clearing: [String] = [],
        replacing: Bool, key: String? = nil, version: Int? = nil
    ) throws -> AppendReceipt {
        if stated.isEmpty, clearing.isEmpty {
            return try editAlarm(stream, .object(fields), key: key, version: version)
        }
        let cleared = clearing + (clearing.contains("timesInAll") ? ["startAfter"] : [])
        let schedule = (replacing ? stated : Ledger.merged(try schedule(of: stream), stated)).filter {
            !cleared.contains($0.name)
        }
        let data = JSONValue.object(fields + [.init("schedule", .object(schedule))])
        return try editAlarm(stream, data, key: key, version: version)
    }

    /// The schedule of an alarm, as its events record it; empty where there is none.
    private func schedule(of stream: StreamID) throws -> [JSONValue.Member] {
        guard let map = try record(stream)?.fields?.map,
            // A map that was checked is always read.
            let data = try? BodyView.json(map.span.bytes, AlarmsSchemas.alarmCreated2).data,
            case .object(let members)? = data["schedule"]
        else { return [] }
        return members
    }

    private static func merged(_ old: [JSONValue.Member], _ stated: [JSONValue.Member]) -> [JSONValue.Member] {
        let (before, after) = (JSONValue.object(old), JSONValue.object(stated))
        let kind = after["kind"] ?? before["kind"]
        var kept = old
        if kind != before["kind"] {
            let stays = ["times", "zone", "floating", "weekStart", "until", "timesInAll"]
            kept.removeAll { !stays.contains($0.name) }
        }
        // The last that is said of the end holds.
        if after["until"] != nil { kept.removeAll { ["timesInAll", "startAfter"].contains($0.name) } }
        if after["timesInAll"] != nil { kept.removeAll { $0.name == "until" } }
        if after["start"] != nil { kept.removeAll { $0.name == "startAfter" } }
        let isCounted = kept.contains { $0.name == "timesInAll" } || after["timesInAll"] != nil
        if after["interval"]?.integerValue == 1, kind?.stringValue?.hasPrefix("monthly") ?? false, !isCounted {
            kept.removeAll { $0.name == "start" }
        }
        return kept.filter { after[$0.name] == nil } + stated
    }
}
