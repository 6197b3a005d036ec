public import EventCodec
public import EventModel
public import EventSourcing

/// What all ledgers share: settings, permissions, onboarding, tours and notices.
public enum SharedDomain {
    /// `profiles` are what domains keep in a profile of their own, with their rules.
    public static func domain(profiles: [ProfileRules] = []) -> Domain {
        Domain(
            evaluator: "shared/1", kinds: [SettingsKind(), ProfileKind(profiles), PlainKind("notices")], schemas: SharedSchemas.all, ledgers: [])
    }
}

/// The settings and the permission of one domain. The names that this program knows take the values they are for; domains that it does not
/// know are an application's own.
public struct SettingsKind: StreamKind {
    public let name = "settings"
    public let shadowing = Shadowing.registers
    public init() {}

    public func refuse(_ state: RecordState?, _ event: EventContent, _ scan: FieldScan, _ context: DecideContext) -> Rejection? {
        guard event.type == "setting.changed", let data = try? BodyView.json(event.body.span.bytes, event.schema).data,  // Its schema was held before.
            let text = data["name"]?.stringValue, let value = data["value"]
        else { return nil }
        guard let setting = SettingName.named(text) else {
            let domain = text.prefix { $0 != "." }
            return SettingName.all.contains { $0.text.prefix { $0 != "." } == domain } ? SettingName.unknown(text) : nil
        }
        return setting.allows(value) ? nil : setting.refusal
    }
}
