public import EventCodec
public import EventModel
public import EventSourcing

/// The alarms as the engine takes them.
public enum AlarmsDomain {
    /// `zone` gives the zones of the tz database that this machine has, by name.
    public static func domain(zone: @escaping @Sendable (String) -> (any ZoneRules)?) -> Domain {
        Domain(evaluator: "alarms/1", kinds: [AlarmKind(zone: zone)], schemas: schemas, ledgers: [])
    }

    /// The types, with the way from each version to the next.
    private static let schemas = AlarmsSchemas.all.map { schema in
        switch (schema.type, schema.version) {
        // Version 2 adds the end of a schedule; version 1 has none.
        case ("alarm.created", 2), ("alarm.edited", 2): schema.upcasting { _ in }
        case ("attachment.added", _): schema.worded(EventWording { name, _ in "a photo was added to \(name)" })
        case ("attachment.removed", _): schema.worded(EventWording { name, _ in "a photo was removed from \(name)" })
        case ("tier.changed", _):
            schema.worded(EventWording { "the tier was changed to \($1?["tier"]?.stringValue ?? "?")" })
        default: schema
        }
    }
}

/// The kind of `alarm/…` streams.
public struct AlarmKind: StreamKind {
    public let name = "alarm"
    let zone: @Sendable (String) -> (any ZoneRules)?

    public init(zone: @escaping @Sendable (String) -> (any ZoneRules)?) { self.zone = zone }

    public let movesKeys = true

    /// Photos are no fields: they are read off the events, so that two devices' photos are kept beside each other.
    public func keys(of event: EventContent) -> [UInt64] {
        event.isOfPhotos ? [] : RecordFields.keys(ofBody: event.body)
    }

    public func apply(_ event: EventContent, to fields: inout RecordFields) {
        if event.isOfPhotos { return }
        if event.schema.role == .create {
            fields = RecordFields(body: event.body)
        } else {
            fields.merge(body: event.body)
        }
    }

    /// The rules on the alarm as it would be.
    public func admit(_ state: RecordFields, _ event: EventContent, _ scan: FieldScan) -> Rejection? {
        var fields = state
        switch event.schema.role {
        case .create, .edit: apply(event, to: &fields)
        default: return nil
        }
        // A map that was checked is always read; a title that an edit cleared leaves an alarm without one.
        guard let alarm = try? Alarm(fields: fields.map.span.bytes) else { return AlarmRules.titleRequired }
        return AlarmRules.refusal(of: alarm)
    }

    public func refuse(_ state: RecordState?, _ event: EventContent, _ scan: FieldScan, _ context: DecideContext)
        -> Rejection?
    {
        switch event.schema.role {
        case .edit where RecordFields.keys(ofBody: event.body).isEmpty: return AlarmRules.editNothing
        case .create, .edit:
            // As in `admit`.
            guard let stated = try? event.withBody(Alarm.init(fields:)) else { return nil }
            if let unknown = stated.unknownLead { return AlarmRules.preAlarmUnknown(unknown) }
            return scan.contains(AlarmCreatedKey.schedule)
                ? AlarmRules.refusal(of: stated.schedule, context, zone: zone) : nil
        case .set: return state?.fields.keys.isEmpty ?? true ? AlarmRules.unknown : nil
        default: return nil
        }
    }

    public var looksAround: Bool { true }

    public func request(for event: EventContent, having seen: Surroundings) -> Surroundings.Request? {
        OccurrenceRules.request(for: event, having: seen) ?? TierRules.request(for: event, having: seen)
    }

    public func refuse(_ event: EventContent, in surroundings: Surroundings, _ context: DecideContext) -> Rejection? {
        OccurrenceRules.refusal(of: event, in: surroundings, context, zone: zone)
            ?? AlarmRules.photoRefusal(event, surroundings.own, context)
            ?? TierRules.refusal(of: event, in: surroundings)
    }

    public func explain(_ rejection: Rejection, _ event: EventContent) -> Rejection {
        switch rejection.code {
        case "record.missing": AlarmRules.unknown
        case "record.exists":
            Rejection(
                code: rejection.code, message: "There is an alarm with this id already.",
                hint: "Edit it, or use another id.")
        case "record.removed": AlarmRules.removed
        case "restore.nothing":
            Rejection(code: rejection.code, message: "This alarm was not removed: there is nothing to restore.")
        default: rejection
        }
    }
}
