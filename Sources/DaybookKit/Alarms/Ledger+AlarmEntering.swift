import Alarms
public import Engine
public import EventCodec
public import EventModel

extension Ledger {
    /// The fields with which a form for a new schedule begins: weekly, at the current minute, unless given.
    public func startingFields(of told: [JSONValue.Member]) -> [JSONValue.Member] {
        var members = told
        if !told.contains(where: { $0.name == "kind" }) {
            members.append(.init("kind", .string(ScheduleFields.Kind.weekly.rawValue)))
        }
        if !told.contains(where: { $0.name == "times" }) {
            let minute = now.local(offsetSeconds: zone.offsetSeconds(at: now)).millisecondOfDay / 60_000
            members.append(
                .init(
                    "times",
                    .array([.string("\(Digits.text(minute / 60, width: 2)):\(Digits.text(minute % 60, width: 2))")])))
        }
        return members
    }

    /// Changes an alarm as a person does. Schedule fields that are not given stay. Another kind keeps only times, zone
    /// and week start.
    ///
    /// A monthly schedule of every month loses its start. Throws what `addAlarm` throws.
    ///
    /// - Parameter replacing: Whether the given schedule replaces the old one as a whole.
    @discardableResult @available(*, noasync)
    public func editAlarm(
        _ stream: StreamID, _ fields: [JSONValue.Member], schedule told: [JSONValue.Member], replacing: Bool
    ) throws -> AppendReceipt {
        if told.isEmpty { return try editAlarm(stream, .object(fields)) }
        let schedule = replacing ? told : Ledger.merged(try schedule(of: stream), told)
        return try editAlarm(stream, .object(fields + [.init("schedule", .object(schedule))]))
    }

    /// The schedule of an alarm, as its events record it; empty where there is none.
    private func schedule(of stream: StreamID) throws -> [JSONValue.Member] {
        guard let map = try record(stream)?.fields?.map,
            // A map that was checked is always read.
            let data = try? BodyView.json(map.span.bytes, AlarmsSchemas.alarmCreated1).data,
            case .object(let members)? = data["schedule"]
        else { return [] }
        return members
    }

    private static func merged(_ old: [JSONValue.Member], _ told: [JSONValue.Member]) -> [JSONValue.Member] {
        let (before, after) = (JSONValue.object(old), JSONValue.object(told))
        let kind = after["kind"] ?? before["kind"]
        var kept = old
        if kind != before["kind"] { kept.removeAll { !["times", "zone", "floating", "weekStart"].contains($0.name) } }
        if after["interval"]?.integerValue == 1, kind?.stringValue?.hasPrefix("monthly") ?? false {
            kept.removeAll { $0.name == "start" }
        }
        return kept.filter { after[$0.name] == nil } + told
    }
}
