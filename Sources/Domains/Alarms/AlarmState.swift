public import EventCodec
public import EventSourcing

/// An alarm as its stream folds.
public struct AlarmState: Hashable, Sendable {
    /// Who switched an alarm on or off: the person, or a change of tier.
    public enum Cause: String, Hashable, Sendable {
        case user, tier
    }

    public let alarm: Alarm
    /// Who switched it off; nil while it is on, as every alarm is at first.
    public private(set) var disabledBy: Cause?
    public var isEnabled: Bool { disabledBy == nil }

    /// Nil when nothing was created. The fields and registers are those of a fold, which were checked.
    public init?(fields: RecordFields?, registers: [RecordState.Register]) {
        // A map that was checked is always read.
        guard let fields, let alarm = try? Alarm(fields: fields.map.span.bytes) else { return nil }
        self.alarm = alarm
        // An event only announces the effect of a change of tier: the tier itself decides (semantics §4).
        disabledBy = registers.first { $0.name == Cause.user.rawValue }?.type == "alarm.disabled" ? .user : nil
    }

    /// Nil when nothing was created.
    init?(_ chronicle: Chronicle) {
        guard chronicle.created != nil else { return nil }
        self.init(fields: chronicle.state?.fields, registers: chronicle.state?.registers ?? [])
    }

    /// Switches the alarm off by its tier, even if its person wants it on; one that its person switched off keeps that
    /// cause.
    mutating func switchOffByTier() { disabledBy = disabledBy ?? .tier }

    /// The cause that an alarm.enabled or alarm.disabled records.
    static func cause(of content: EventContent) -> String {
        RecordFields.text(of: AlarmDisabledKey.cause, inBody: content.body) ?? Cause.user.rawValue
    }
}
