import Engine
import EventCodec
import EventModel

/// One line of what `append` takes: a JSON object that asks for one event.
package enum EventLine {
    private static let members: Set<String> = ["stream", "type", "data", "occurred", "key", "expectedVersion"]

    /// The draft that a line asks for; `zone` gives a name to the offset of an `occurred` instant.
    ///
    /// Throws `Fault` (65) for what cannot be read, `Rejection` for a member that is missing and for a line of an
    /// export.
    package static func draft(_ line: [UInt8], zone: any ZoneRules) throws -> EventDraft {
        let value: JSONValue
        do { value = try JSONParser.parse(line) } catch {
            throw Fault(.unreadable, code: "json.invalid", message: "This is not JSON: \(error).")
        }
        guard case .object(let given) = value else {
            throw Fault(
                .unreadable, code: "json.notAnObject", message: "An event is asked for by a JSON object.",
                hint: #"Write it like {"stream":"flight/ID","type":"flight.logged","data":{…}}."#)
        }
        if value["daybook"] != nil {
            throw Rejection(
                code: "export.line", message: "This is a line of an export: its events have their origin already.",
                hint: "Use \"daybook import\" for it.")
        }
        if let unknown = given.first(where: { !members.contains($0.name) }) {
            throw Fault(
                .unreadable, code: "field.unknown",
                message: "\"\(unknown.name)\" is not a member of a request to append.",
                hint: "The members are stream, type, data, occurred, key and expectedVersion.")
        }
        return EventDraft(
            stream: try stream(value), type: try text(value, "type"), data: .json(try data(value)),
            occurred: try occurred(value, zone), key: try optional(value, "key")?.text(named: "key"),
            expectedVersion: try optional(value, "expectedVersion").map(version))
    }

    private static func optional(_ value: JSONValue, _ name: String) -> JSONValue? {
        value[name].flatMap { $0 == .null ? nil : $0 }
    }

    private static func required(_ value: JSONValue, _ name: String) throws -> JSONValue {
        guard let member = value[name] else {
            throw Rejection(
                code: "field.missing", message: "\"\(name)\" is missing.", hint: "stream, type and data are required.")
        }
        return member
    }

    private static func text(_ value: JSONValue, _ name: String) throws -> String {
        try required(value, name).text(named: name)
    }

    private static func stream(_ value: JSONValue) throws -> StreamID {
        let text = try text(value, "stream")
        guard let stream = StreamID(text) else {
            throw Fault(
                .unreadable, code: "stream.unreadable", message: "\"\(text)\" is not the name of a stream.",
                hint: "Write kind/id; the id is 1 to 64 of A–Z a–z 0–9 - _ and the point.")
        }
        return stream
    }

    private static func data(_ value: JSONValue) throws -> JSONValue {
        let data = try required(value, "data")
        guard case .object = data else {
            throw Fault(.unreadable, code: "field.type", message: "\"data\" is not an object.")
        }
        return data
    }

    private static func version(_ value: JSONValue) throws -> Int {
        guard let number = value.integerValue, number >= 0 else {
            throw Fault(.unreadable, code: "field.type", message: "\"expectedVersion\" is not a count of events.")
        }
        return number
    }

    private static func occurred(_ value: JSONValue, _ zone: any ZoneRules) throws -> ValidTime? {
        guard let text = try optional(value, "occurred")?.text(named: "occurred") else { return nil }
        if let date = CivilDate(text) { return .date(date) }
        guard let (instant, offset) = RFC3339.parse(Array(text.utf8)) else {
            throw Fault(
                .unreadable, code: "occurred.unreadable", message: "\"\(text)\" is neither a date nor an instant.",
                hint: "Write 2026-02-01 or 2026-02-01T08:00:00-05:00.")
        }
        // An instant in UTC states no place: the ledger's zone gives it its day, as it does for times on the command
        // line.
        let local = text.hasSuffix("Z") || text.hasSuffix("z") ? zone.offsetSeconds(at: instant) : offset
        return .instant(instant, offsetSeconds: local, zone: name(of: local, at: instant, zone))
    }

    /// The ledger's zone when it has that offset then, else a zone of the tz database that always has it.
    package static func name(of offset: Int, at instant: Instant, _ zone: any ZoneRules) -> String {
        if zone.offsetSeconds(at: instant) == offset { return zone.name(at: instant) }
        if offset == 0 { return "UTC" }
        // POSIX reverses the signs of these names. "Factory" is the tz database's name of a zone that is not
        // configured.
        guard offset % 3600 == 0, (-12...14).contains(offset / 3600) else { return "Factory" }
        return "Etc/GMT\(offset > 0 ? "-" : "+")\(abs(offset) / 3600)"
    }
}

extension JSONValue {
    fileprivate func text(named name: String) throws -> String {
        guard let text = stringValue else {
            throw Fault(.unreadable, code: "field.type", message: "\"\(name)\" is not a text.")
        }
        return text
    }
}
