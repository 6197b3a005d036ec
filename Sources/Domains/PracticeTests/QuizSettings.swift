import EventCodec
public import EventModel
public import EventSourcing

/// The settings that practice tests follow.
public struct QuizSettings: Hashable, Sendable {
    /// Which tests may be taken.
    public enum Tier: String, Hashable, Sendable, CaseIterable {
        /// There are no tiers: all of them.
        case all
        /// Test 1 only.
        case free
        /// All of them.
        case premium
    }

    /// The stream that they are kept in.
    public static let stream = StreamID(kind: "settings", id: "quiz")

    public var tier = Tier.all
    /// When to remind of studying, in minutes since midnight; nil: never.
    public var reminder: Int?

    public init() {}

    /// From the registers of the settings' stream. A value of another kind than the setting's is passed over.
    public init(_ registers: [RecordState.Register]) {
        for register in registers where register.type == "setting.changed" {
            switch register.name {
            // The value in a setting.changed is key 2, written out because a domain does not import another domain's
            // tables.
            case "quiz.tier": tier = RecordFields.text(of: 2, inBody: register.body).flatMap(Tier.init) ?? tier
            case "quiz.reminder":
                reminder = QuizSettings.number(RecordFields.value(of: 2, inBody: register.body) ?? [])
            default: break
            }
        }
    }

    private static func number(_ item: [UInt8]) -> Int? {
        var reader = CBORReader(item.span.bytes)
        // A value of another type has no number.
        return (try? reader.integer()).map { Int($0) }
    }
}

extension StateCode {
    /// The state that the body of a state.selected names.
    public static func selected(by body: [UInt8]) -> StateCode? {
        RecordFields.text(of: StateSelectedKey.state, inBody: body).flatMap { StateCode($0) }
    }
}
