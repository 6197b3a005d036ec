public import Alarms
public import DaybookKit
public import Engine
public import EventCodec
public import EventModel
import EventSourcing

/// An alarm's card with its stream.
public struct ListedAlarm: Hashable, Sendable {
    public let stream: StreamID
    public let card: AlarmCard
    public let category: Alarm.Category?
    /// Who switched it off; nil of one that is on.
    public let disabledBy: AlarmState.Cause?
    /// In the order in which they were attached.
    public let photos: [AlarmPhoto]
    /// The facts set aside about its fires: those of a clock that was ahead.
    public let ahead: [AheadFact]
}

extension Ledger {
    // MARK: - Writing

    /// Creates an alarm; `data` is that of alarm.created. The title loses blanks around it. A schedule without a zone
    /// gets the ledger's, and one without a start, whose interval counts from it, gets today. Throws `DraftRefusal`
    /// with the code of a rule.
    @discardableResult @available(*, noasync)
    public func addAlarm(_ data: JSONValue, id: String? = nil, key: String? = nil) throws -> (
        stream: StreamID, receipt: AppendReceipt
    ) {
        let stream = try stream(ofNew: id, kind: "alarm")
        return (
            stream,
            try append([EventDraft(stream: stream, type: "alarm.created", data: .json(filledIn(data)), key: key)])
        )
    }

    /// Changes fields of an alarm; a schedule is replaced whole. Otherwise like `addAlarm`.
    ///
    /// - Parameters:
    ///   - key: Makes the change idempotent.
    ///   - version: The number of events that the stream must hold; nil for any.
    @discardableResult @available(*, noasync)
    public func editAlarm(_ stream: StreamID, _ data: JSONValue, key: String? = nil, version: Int? = nil) throws
        -> AppendReceipt
    {
        try append([
            EventDraft(
                stream: stream, type: "alarm.edited", data: .json(filledIn(data)), key: key, expectedVersion: version)
        ])
    }

    /// Removes an alarm; its history stays. `key` and `version` as in `editAlarm`.
    @discardableResult @available(*, noasync)
    public func removeAlarm(_ stream: StreamID, key: String? = nil, version: Int? = nil) throws -> AppendReceipt {
        try announcingTier {
            try append([
                EventDraft(
                    stream: stream, type: "alarm.removed", data: .json(.object([])), key: key, expectedVersion: version)
            ])
        }
    }

    /// Brings a removed alarm back. `key` and `version` as in `editAlarm`. Throws `DraftRefusal` `tier.limit`.
    @discardableResult @available(*, noasync)
    public func restoreAlarm(_ stream: StreamID, key: String? = nil, version: Int? = nil) throws -> AppendReceipt {
        try append([
            EventDraft(
                stream: stream, type: "alarm.restored", data: .json(.object([])), key: key, expectedVersion: version)
        ])
    }

    /// Switches an alarm on or off for its person. The act is recorded also where it is so already: after a sync the
    /// newest act decides. `key` and `version` as in `editAlarm`.
    ///
    /// Throws `Rejection` `alarm.unknown`, `record.removed`, `tier.limit`.
    @discardableResult @available(*, noasync)
    public func setAlarm(_ stream: StreamID, enabled: Bool, key: String? = nil, version: Int? = nil) throws
        -> AppendReceipt
    {
        guard let record = try record(stream), record.fields != nil else { throw AlarmRules.unknown }
        if record.isRemoved { throw AlarmRules.removed }
        let data = JSONValue.object(pairs: ["cause": .string(AlarmState.Cause.user.rawValue)])
        let draft = EventDraft(
            stream: stream, type: enabled ? "alarm.enabled" : "alarm.disabled", data: .json(data), key: key,
            expectedVersion: version)
        return try enabled ? append([draft]) : announcingTier { try append([draft]) }
    }

    private func filledIn(_ data: JSONValue) -> JSONValue {
        guard case .object(let members) = data else { return data }
        return .object(
            members.map { member in
                switch (member.name, member.value) {
                case ("title", .string(let title)): .init(member.name, .string(Ledger.trimmed(title)))
                case ("schedule", .object(let schedule)): .init(member.name, filledIn(schedule: schedule))
                case ("preAlarms", .array(let leads)):
                    .init(member.name, .array(leads.enumerated().filter { !leads[..<$0].contains($1) }.map(\.element)))
                default: member
                }
            })
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
    }

    private func filledIn(schedule: [JSONValue.Member]) -> JSONValue {
        let value = JSONValue.object(schedule)
        var members = schedule
        let isCounted = value["timesInAll"] != nil
        if value["start"] == nil, isCounted || value["interval"]?.integerValue ?? 1 > 1 {
            members.append(.init("start", .string(today.description)))
        }
        // A schedule of a counted interval begins with the next time, not with one that has passed today.
        if isCounted, value["startAfter"] == nil, value["start"]?.stringValue ?? today.description == today.description,
            case .array(let times)? = value["times"], case let minute = Ledger.minute(now, in: zone),
            times.contains(where: { $0.stringValue.map { $0 <= minute } ?? false })
        {
            members.append(.init("startAfter", .string(minute)))
        }
        if value["zone"] == nil { members.append(.init("zone", .string(zone.name(at: now)))) }
        return .object(members)
    }

    /// `08:00`: the minute of the day at an instant.
    static func minute(_ instant: Instant, in zone: any ZoneRules) -> String {
        let minute = instant.local(offsetSeconds: zone.offsetSeconds(at: instant)).millisecondOfDay / 60_000
        return "\(Digits.text(minute / 60, width: 2)):\(Digits.text(minute % 60, width: 2))"
    }

    // MARK: - Asking

    /// The alarms that stand, as they are at the ledger's clock, or as they were at a moment with what had happened by
    /// then: the next to fire first, those that do not fire last. O(alarms).
    public func alarms(_ asOf: AsOf = .now, at moment: Instant? = nil) throws -> Answer<[ListedAlarm]> {
        let moment = moment?.inYears
        let board = try alarmBoard(asOf, at: moment)
        return Answer(asOf: board.asOf, value: try listed(board, at: moment ?? now))
    }

    func listed(_ board: AlarmBoard, at moment: Instant) throws -> [ListedAlarm] {
        let found = try inHalves(of: board.alarms.count, worthAThread: 512) { numbers in
            board.alarms[numbers].compactMap { alarm -> ListedAlarm? in
                guard alarm.course.stands, let card = AlarmCard(alarm.course, at: moment, board.reader) else {
                    return nil
                }
                return ListedAlarm(
                    stream: alarm.stream, card: card, category: alarm.course.state.alarm.category,
                    disabledBy: alarm.course.state.disabledBy, photos: alarm.chronicle.photos, ahead: alarm.course.ahead
                )
            }
        }.flatMap(\.self)
        // Places are moved, not the cards themselves.
        let keys = found.map { $0.card.nextFire ?? .latest }
        return found.indices.sorted { (keys[$0], found[$0].stream) < (keys[$1], found[$1].stream) }.map { found[$0] }
    }

    /// The fields of a schedule in JSON, held against the schema of events. Throws `Fault` for what cannot be read,
    /// `Rejection` for what breaks a limit.
    public static func schedule(_ data: JSONValue) throws -> ScheduleFields {
        let encoder = BodyEncoder(schema: AlarmsSchemas.alarmCreated2, normalize: Text.normalize)
        do throws(BodyProblem) {
            let body = try encoder.encode(.object(pairs: ["title": .string("-"), "schedule": data]))
            // An encoded alarm is always readable.
            guard let alarm = try? Alarm(fields: body.span.bytes) else {
                preconditionFailure("a body that was encoded")
            }
            return alarm.schedule
        } catch { throw error.error }
    }

    /// The next fires of a schedule strictly after an instant, in its own zone if it states one. Throws `Rejection`
    /// with the code of a rule.
    public static func nextFires(of fields: ScheduleFields, count: Int, after now: Instant, in zone: any ZoneRules)
        throws -> [Instant]
    {
        var (rules, now) = (zone, now.inYears)
        if let name = fields.zone {
            if let problem = SystemZone.problem(name) { throw problem }
            rules = SystemZone(name) ?? rules
        }
        let schedule = try fields.schedule(today: rules.date(at: now)).get()
        var fires: [Instant] = []
        while fires.count < count, let next = schedule.nextFire(after: now, in: rules) {
            fires.append(next)
            now = next
        }
        return fires
    }
}
