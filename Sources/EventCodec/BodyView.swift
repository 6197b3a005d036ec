import EventModel

/// From the bytes of a body to JSON; a view, never hashed.
public enum BodyView {
    /// The data of a body that its schema describes. Throws when the bytes are not canonical.
    public static func json(_ body: RawSpan, _ schema: EventSchema) throws(CBORError) -> (data: JSONValue, key: String?) {
        var reader = CBORReader(body)
        var count = try reader.map()
        var members: [JSONValue.Member] = []
        var engine = EngineFields.none
        if count > 0, reader.isAtKeyZero {
            _ = try reader.unsigned()
            engine = try EngineFields(&reader)
            count -= 1
        }
        for _ in 0..<count { members.append(try member(&reader, schema.fields)) }
        members.append(contentsOf: engineMembers(engine))
        try reader.finish()
        return (.object(members), engine.key)
    }

    /// One field of a body that its schema describes, as in `json`; nil where it is not there. Throws when the bytes before it are not canonical. O(bytes before it).
    public static func value(of name: String, in body: RawSpan, _ schema: EventSchema) throws(CBORError) -> JSONValue? {
        guard let field = schema.field(named: name) else { return nil }
        return try value(of: field, in: body)
    }

    /// As above, of a field that was looked up.
    public static func value(of field: FieldSchema, in body: RawSpan) throws(CBORError) -> JSONValue? {
        var reader = CBORReader(body)
        for _ in 0..<(try reader.map()) {
            let key = try reader.unsigned()
            if key == field.key { return try value(&reader, field) }
            if key > field.key { return nil }
            try reader.skip()
        }
        return nil
    }

    /// Any canonical item without a schema: integer keys become names, bytes hexadecimal.
    public static func json(_ item: RawSpan) throws(CBORError) -> JSONValue {
        try CBORReader.validate(item)
        var reader = CBORReader(item)
        return try any(&reader)
    }

    private static func member(_ reader: inout CBORReader, _ fields: [FieldSchema]) throws(CBORError) -> JSONValue.Member {
        let key = try reader.unsigned()
        guard let field = fields.first(where: { $0.key == key }) else { return .init(String(key), try any(&reader)) }
        return .init(field.name, try value(&reader, field))
    }

    private static func value(_ reader: inout CBORReader, _ field: FieldSchema) throws(CBORError) -> JSONValue {
        if reader.nextIsNull() { return try any(&reader) }
        switch field.kind {
        case .date:
            let day = try reader.integer()
            guard let small = Int32(exactly: day), (CivilDate.earliest.day...CivilDate.latest.day).contains(small) else { return .integer(day) }
            return .string(CivilDate(day: small).description)
        case .instant:
            let instant = Instant(milliseconds: try reader.integer())
            guard (Instant.earliest...Instant.latest).contains(instant) else { return .integer(instant.milliseconds) }
            return .string(instant.description)
        case .tenths: return .number(Digits.tenths(Int(try reader.integer())))
        case .object(let fields):
            let count = try reader.map()
            var members: [JSONValue.Member] = []
            for _ in 0..<count { members.append(try member(&reader, fields)) }
            return .object(members)
        default: return try any(&reader)
        }
    }

    private static func any(_ reader: inout CBORReader) throws(CBORError) -> JSONValue {
        switch try reader.peekMajor() {
        case 0, 1: return .integer(try reader.integer())
        case 2:
            let bytes = try reader.data()
            return .string(bytes.withUnsafeBytes { unsafe Hex.encode($0) })
        case 3: return .string(try reader.string())
        case 4:
            var values: [JSONValue] = []
            for _ in 0..<(try reader.array()) { values.append(try any(&reader)) }
            return .array(values)
        case 5:
            var members: [JSONValue.Member] = []
            for _ in 0..<(try reader.map()) {
                let name = try reader.peekMajor() == 0 ? String(try reader.unsigned()) : try reader.string()
                members.append(.init(name, try any(&reader)))
            }
            return .object(members)
        default:
            if reader.nextIsNull() {
                try reader.null()
                return .null
            }
            return .bool(try reader.bool())
        }
    }

    private static func engineMembers(_ engine: EngineFields) -> [JSONValue.Member] {
        func ids(_ field: EngineField, _ list: [EventID]?) -> JSONValue.Member? {
            list.map { .init(field.name, .array($0.map { .string($0.hex) })) }
        }
        let cut = engine.cut.map { entries in
            JSONValue.Member(EngineField.cut.name, .object(entries.map { .init($0.log.description, .integer($0.size)) }))
        }
        return [
            ids(.covers, engine.covers), engine.content.map { .init(EngineField.content.name, .string($0.hex)) },
            engine.form.map { .init(EngineField.form.name, .integer($0)) }, ids(.voids, engine.voids),
            ids(.keeps, engine.keeps), ids(.supersedes, engine.supersedes), ids(.undoes, engine.undoes), cut,
        ].compactMap { $0 }
    }
}

extension CBORReader {
    /// Whether the next item is the unsigned integer 0: the engine's key.
    var isAtKeyZero: Bool {
        var ahead = CBORReader(bytes, at: offset)
        // Whatever is there instead is for the next read to judge.
        return (try? ahead.unsigned()) == 0
    }
}
