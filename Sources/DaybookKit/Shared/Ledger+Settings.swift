public import Engine
public import EventCodec
import EventModel
import EventSourcing
public import Shared

extension Ledger {
    /// Gives a setting a value. Throws `Fault` `setting.unreadable` for a value of another kind, `Rejection`
    /// `setting.value` outside its choices.
    ///
    /// - Parameters:
    ///   - key: Makes the change idempotent.
    ///   - version: The number of events that the stream of the setting must hold; nil for any.
    @discardableResult @available(*, noasync)
    public func set(_ setting: SettingName, to value: JSONValue, key: String? = nil, version: Int? = nil) throws
        -> AppendReceipt
    {
        try setting.check(value)
        let data = JSONValue.object(pairs: ["name": .string(setting.text), "value": value])
        return try append([
            EventDraft(
                stream: setting.stream, type: "setting.changed", data: .json(data), key: key, expectedVersion: version)
        ])
    }

    /// The settings that were ever given a value, by name.
    public func settings(_ asOf: AsOf = .now) throws -> Answer<[JSONValue.Member]> {
        let answered = try answered(asOf)
        var members: [JSONValue.Member] = []
        try records(kind: "settings", asOf: asOf.pinned(to: answered.position)) { record in
            for register in record.registers {
                guard let schema = registry.schema(register.type),
                    let data = try? BodyView.json(register.body.span.bytes, schema).data  // A body that the fold took is readable.
                else { continue }
                switch register.type {
                case "setting.changed":
                    // Under its stream's name, too, where it stands in another domain's: no two settings have one name.
                    let isAtHome = register.name.prefix { $0 != "." } == record.stream.id
                    members.append(
                        .init(isAtHome ? register.name : "\(record.stream.id)/\(register.name)", data["value"] ?? .null)
                    )
                case "permission.changed":
                    members.append(.init("permission.\(record.stream.id)", data["permission"] ?? .null))
                case "zone.changed":
                    members.append(.init("zone from \(data["from"]?.stringValue ?? "")", data["zone"] ?? .null))
                default: break
                }
            }
            return true
        }
        return Answer(asOf: answered, value: members.sorted { $0.name < $1.name })
    }

    /// The value in force: the one that was given last, else the default; nil where there is neither.
    public func value(of setting: SettingName, _ asOf: AsOf = .now) throws -> JSONValue? {
        try record(setting.stream, asOf: asOf)?.register(setting.text)?["value"] ?? setting.defaultValue
    }

    /// A person's answer to the question whether a domain may notify them.
    public func permission(domain: String, _ asOf: AsOf = .now) throws -> NoticePermission {
        let record = try StreamID("settings/\(domain)").flatMap { try self.record($0, asOf: asOf) }
        let answer = record?.register("permission")?["permission"]?.stringValue
        return answer.flatMap(NoticePermission.init) ?? .notAsked
    }

    /// How tables show hours now.
    public func hoursForm() throws -> HoursForm {
        try value(of: .logbookHours)?.stringValue.flatMap(HoursForm.init) ?? .decimal
    }

    /// Remembers what a person answered when asked whether notices may be sent.
    @discardableResult @available(*, noasync)
    public func setPermission(_ permission: String, domain: String) throws -> AppendReceipt {
        try append([
            EventDraft(
                stream: try stream(ofNew: domain, kind: "settings"), type: "permission.changed",
                data: .json(.object(pairs: ["permission": .string(permission)])))
        ])
    }
}
