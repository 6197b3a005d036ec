import EventCodec
public import EventModel
public import EventSourcing

/// The settings that alarms follow; each has a default until it is given a value.
public struct AlarmSettings: Hashable, Sendable {
    /// The stream that they are kept in.
    public static let stream = StreamID(kind: "settings", id: "alarms")

    public var isSnoozeAllowed = true
    /// Whether a button must be held to answer.
    public var slideToStop = false
    public var sound: String?
    /// Whether alarms that do not say so stay in the zone where they were made.
    public var isFixed = false
    public var groupsByCategory = false

    public init() {}

    /// From the registers of the settings' stream. A value of another kind than the setting's is passed over.
    public init(_ registers: [RecordState.Register]) {
        for register in registers where register.type == "setting.changed" {
            switch (register.name, AlarmSettings.value(register.body)) {
            case ("alarms.snooze", .bool(let flag)): isSnoozeAllowed = flag
            case ("alarms.slideToStop", .bool(let flag)): slideToStop = flag
            case ("alarms.sound", .string(let text)): sound = text
            case ("alarms.timezone", .string(let text)): isFixed = text == "fixed"
            case ("alarms.groupByCategory", .bool(let flag)): groupsByCategory = flag
            default: break
            }
        }
    }

    /// The value in a setting.changed: key 2 of schemas/events/shared/setting.changed.v1.json.
    ///
    /// The key is written out because a domain does not import another domain's tables.
    private static func value(_ body: [UInt8]) -> JSONValue? {
        do throws(CBORError) {
            var reader = CBORReader(body.span.bytes)
            for _ in 0..<(try reader.map()) {
                guard try reader.unsigned() == 2 else {
                    try reader.skip()
                    continue
                }
                return try scalar(&reader)
            }
        } catch { return nil }
        return nil
    }

    private static func scalar(_ reader: inout CBORReader) throws(CBORError) -> JSONValue? {
        switch try reader.peekMajor() {
        case 3: .string(try reader.string())
        case 7: .bool(try reader.bool())
        default: nil
        }
    }
}
