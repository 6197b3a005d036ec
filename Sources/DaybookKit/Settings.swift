public import Engine
public import EventCodec
public import EventModel
import EventSourcing

/// A setting that this program knows, by its name; the part before the point names the stream it is kept in.
public struct SettingName: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    /// The values it may have; empty: any.
    public let choices: [String]

    public var stream: StreamID { StreamID(kind: "settings", id: String(text.prefix { $0 != "." })) }
    public var description: String { text }

    public static let all: [SettingName] = [
        "alarms.snooze", "alarms.slideToStop", "alarms.sound", "alarms.timezone", "alarms.groupByCategory", "water.unit",
        "water.remindersPerDay", "water.wake", "water.sleep", "water.smart", "water.smartHours", "water.sleepImport", "notices",
        "quiz.tier",
    ].map { SettingName(text: $0, choices: $0 == "alarms.timezone" ? ["fixed", "floating"] : []) }

    public static func named(_ text: String) -> SettingName? { all.first { $0.text == text } }
}

extension Ledger {
    /// Gives a setting a value: a text, a whole number, true or false. Throws `Rejection` `setting.value` outside its choices.
    @discardableResult @available(*, noasync)
    public func set(_ setting: SettingName, to value: JSONValue) throws -> AppendReceipt {
        if !setting.choices.isEmpty, !setting.choices.contains(value.stringValue ?? "") {
            throw Rejection(
                code: "setting.value", message: "\(setting) is one of \(setting.choices.joined(separator: ", ")).")
        }
        let data = JSONValue.object(pairs: ["name": .string(setting.text), "value": value])
        return try append([EventDraft(stream: setting.stream, type: "setting.changed", data: .json(data))])
    }

    /// The settings that were ever given a value, by name.
    public func settings(_ asOf: AsOf = .now) throws -> Answer<[JSONValue.Member]> {
        let answered = try answered(asOf)
        var members: [JSONValue.Member] = []
        try records(kind: "settings", asOf: asOf.pinned(to: answered.position)) { record in
            for register in record.registers {
                guard let schema = Ledger.registry.schema(register.type),
                    let data = try? BodyView.json(register.body.span.bytes, schema).data  // A body that the fold took is readable.
                else { continue }
                switch register.type {
                case "setting.changed": members.append(.init(register.name, data["value"] ?? .null))
                case "permission.changed": members.append(.init("permission.\(record.stream.id)", data["permission"] ?? .null))
                default: break
                }
            }
            return true
        }
        return Answer(asOf: answered, value: members.sorted { $0.name < $1.name })
    }

    /// Remembers what a person answered when asked whether notices may be sent.
    @discardableResult @available(*, noasync)
    public func setPermission(_ permission: String, domain: String) throws -> AppendReceipt {
        try append([
            EventDraft(
                stream: StreamID(kind: "settings", id: domain), type: "permission.changed",
                data: .json(.object(pairs: ["permission": .string(permission)])))
        ])
    }
}
