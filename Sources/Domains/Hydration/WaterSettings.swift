import EventCodec
public import EventModel
public import EventSourcing

/// The settings that hydration follows; each has a default until it is given a value.
public struct WaterSettings: Hashable, Sendable {
    public enum Unit: String, Hashable, Sendable, CaseIterable { case ml, oz }

    /// The stream that they are kept in.
    public static let stream = StreamID(kind: "settings", id: "water")
    /// Where a person answers whether sleep times may be read, if not as for notices.
    public static let sleepStream = StreamID(kind: "settings", id: "sleep")

    public var unit = Unit.ml
    public var remindersPerDay = 4
    /// Minutes since midnight; nil: never given.
    public var wake: Int?
    public var sleep: Int?
    public var isSmart = false
    public var smartHours = 2
    /// Whether reminders end when the day's goal is reached.
    public var stopsAtGoal = false
    public var importsSleep = false
    /// Whether notices were allowed.
    public var isPermitted = false
    /// Whether sleep times may be read.
    public var mayReadSleep = false

    public init() {}

    /// From the registers of the settings' stream, and of that for sleep times. A value of another kind than the
    /// setting's is passed over.
    public init(_ registers: [RecordState.Register], sleep sleepRegisters: [RecordState.Register] = []) {
        for register in registers where register.type == "setting.changed" {
            set(register.name, WaterSettings.value(register.body))
        }
        let water = WaterSettings.permission(registers)
        isPermitted = water == "granted"
        mayReadSleep = (WaterSettings.permission(sleepRegisters) ?? water) == "granted"
    }

    private mutating func set(_ name: String, _ value: JSONValue?) {
        switch (name, value) {
        case ("water.unit", .string(let text)): unit = Unit(rawValue: text) ?? .ml
        case ("water.remindersPerDay", .number): remindersPerDay = value?.integerValue ?? 4
        case ("water.wake", .number): wake = value?.integerValue
        case ("water.sleep", .number): sleep = value?.integerValue
        case ("water.smart", .bool(let flag)): isSmart = flag
        case ("water.smartHours", .number): smartHours = value?.integerValue ?? 2
        case ("water.stopAtGoal", .bool(let flag)): stopsAtGoal = flag
        case ("water.sleepImport", .bool(let flag)): importsSleep = flag
        default: break
        }
    }

    private static func permission(_ registers: [RecordState.Register]) -> String? {
        // Key 1 of permission.changed is the answer; a domain does not know another's tables.
        registers.first { $0.name == "permission" }.flatMap { RecordFields.text(of: 1, inBody: $0.body) }.flatMap {
            $0 == "notAsked" ? nil : $0
        }
    }

    /// The value in a setting.changed (its key 2).
    private static func value(_ body: [UInt8]) -> JSONValue? {
        guard let item = RecordFields.value(of: 2, inBody: body) else { return nil }
        do throws(CBORError) {
            var reader = CBORReader(item.span.bytes)
            switch try reader.peekMajor() {
            case 0, 1: return .integer(try reader.integer())
            case 3: return .string(try reader.string())
            case 7: return .bool(try reader.bool())
            default: return nil
            }
        } catch { return nil }
    }
}
