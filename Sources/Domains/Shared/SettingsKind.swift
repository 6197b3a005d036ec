public import EventCodec
public import EventModel
public import EventSourcing

/// The domain of all ledgers: settings, permissions, onboarding, tours and notices.
public enum SharedDomain {
    /// `profiles` are what domains keep in a profile of their own, with their rules; `zoneRefusal` refuses a zone that
    /// this machine does not have.
    public static func domain(
        profiles: [ProfileRules] = [], zoneRefusal: @escaping @Sendable (String) -> Rejection? = { _ in nil }
    ) -> Domain {
        let kinds: [any StreamKind] = [
            SettingsKind(zoneRefusal: zoneRefusal), ProfileKind(profiles), PlainKind("notices"),
        ]
        return Domain(evaluator: "shared/1", kinds: kinds, schemas: schemas, ledgers: [])
    }

    private static let schemas = SharedSchemas.all.map { schema in
        guard schema.type == "setting.changed" else { return schema }
        return schema.worded(EventWording { "the setting \($1?["name"]?.stringValue ?? "?") was changed" })
    }
}

/// The settings and the permission of one domain. The names that this program knows take the values they are for;
/// domains that it does not know are an application's own.
public struct SettingsKind: StreamKind {
    public let name = "settings"
    public let mayBeErased = false
    private let zoneRefusal: @Sendable (String) -> Rejection?

    init(zoneRefusal: @escaping @Sendable (String) -> Rejection?) { self.zoneRefusal = zoneRefusal }

    public func refuse(_ state: RecordState?, _ event: EventContent, _ scan: FieldScan, _ context: DecideContext)
        -> Rejection?
    {
        if event.type == "zone.changed" {
            return RecordFields.text(of: ZoneChangedKey.zone, inBody: event.body).flatMap(zoneRefusal)
        }
        guard event.type == "setting.changed",
            let data = try? event.withBody({ try BodyView.json($0, event.schema).data }),  // Its schema was held before.
            let text = data["name"]?.stringValue, let value = data["value"]
        else { return nil }
        guard let setting = SettingName.named(text) else {
            let domain = text.prefix { $0 != "." }
            return SettingName.all.contains { $0.text.prefix { $0 != "." } == domain } ? SettingName.unknown(text) : nil
        }
        return setting.allows(value) ? SettingsKind.windowRefusal(setting, value, state) : setting.refusal
    }

    /// A person does not wake and go to sleep at one time: the value against that of the other setting, its default
    /// where none was given. A sleep time before the wake time is one of the next day.
    private static func windowRefusal(_ setting: SettingName, _ value: JSONValue, _ state: RecordState?) -> Rejection? {
        guard setting == .wake || setting == .sleep, let minutes = value.integerValue else { return nil }
        let other = setting == .wake ? SettingName.sleep : .wake
        let register = state?[register: other.text]
        let stated = register.flatMap { RecordFields.value(of: SettingChangedKey.value, inBody: $0.body) }.flatMap(
            SettingsKind.minutes)
        guard let against = stated ?? other.defaultValue?.integerValue else { return nil }
        let (wake, sleep) = setting == .wake ? (minutes, against) : (against, minutes)
        guard wake == sleep else { return nil }
        return Rejection(
            code: "window.invalid",
            message:
                "The wake time \(SettingName.time(wake)) and the sleep time \(SettingName.time(sleep)) are the same.",
            hint: "Change \(other) first where both are to change.")
    }

    private static func minutes(_ item: [UInt8]) -> Int? {
        var reader = CBORReader(item.span.bytes)
        // A value of another kind says nothing of a time.
        return (try? reader.integer()).map { Int($0) }
    }
}
