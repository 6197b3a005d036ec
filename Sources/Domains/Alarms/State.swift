public import EventCodec
public import EventSourcing

/// An alarm as its stream's fold tells it.
public struct AlarmState: Hashable, Sendable {
    /// Who switched an alarm on or off: the person, or a change of tier.
    public enum Cause: String, Hashable, Sendable {
        case user, tier
    }

    public let alarm: Alarm
    /// Who switched it off; nil while it is on, as every alarm is at first.
    public let disabledBy: Cause?
    public var isEnabled: Bool { disabledBy == nil }

    /// Nil when nothing was created. The fields and registers are those of a fold, which were checked.
    public init?(fields: RecordFields?, registers: [RecordState.Register]) {
        // A map that was checked is always read.
        guard let fields, let alarm = try? Alarm(fields: fields.map.span.bytes) else { return nil }
        self.alarm = alarm
        guard let register = registers.first(where: { $0.name == "enabled" }), register.type == "alarm.disabled" else {
            disabledBy = nil
            return
        }
        disabledBy = RecordFields.text(of: AlarmDisabledKey.cause, inBody: register.body).flatMap(Cause.init) ?? .user
    }
}
