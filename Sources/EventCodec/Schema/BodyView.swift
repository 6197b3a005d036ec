import EventModel

/// From the bytes of a body to JSON; a view, never hashed.
public enum BodyView {
    /// The data of a body that its schema describes. Throws when the bytes are not canonical.
    public static func json(_ body: RawSpan, _ schema: EventSchema) throws(CBORError) -> (data: JSONValue, key: String?)
    {
        var tree = JSONTree()
        let key = try write(body, schema, to: &tree)
        return (tree.value, key)
    }

    /// Any canonical item without a schema: integer keys become names, bytes hexadecimal.
    public static func json(_ item: RawSpan) throws(CBORError) -> JSONValue {
        var tree = JSONTree()
        _ = try write(item, nil, to: &tree)
        return tree.value
    }

    /// One field of a body that its schema describes, as in `json`; nil where it is not there. Throws when the bytes
    /// before it are not canonical. O(bytes before it).
    public static func value(of name: String, in body: RawSpan, _ schema: EventSchema) throws(CBORError) -> JSONValue? {
        guard let field = schema.field(named: name) else { return nil }
        return try value(of: field, in: body)
    }

    /// The value of a field whose schema is known.
    public static func value(of field: FieldSchema, in body: RawSpan) throws(CBORError) -> JSONValue? {
        var reader = CBORReader(body)
        for _ in 0..<(try reader.map()) {
            let key = try reader.unsigned()
            if key == field.key {
                var tree = JSONTree()
                try value(&reader, field, to: &tree)
                return tree.value
            }
            if key > field.key { return nil }
            try reader.skip()
        }
        return nil
    }

    /// The fields of a body that its schema knows, as in `json`, in their order. Throws when the bytes are not
    /// canonical. O(bytes).
    public static func fields(of body: RawSpan, _ schema: EventSchema) throws(CBORError) -> [(
        field: FieldSchema, value: JSONValue
    )] {
        var found: [(field: FieldSchema, value: JSONValue)] = []
        var reader = CBORReader(body)
        for _ in 0..<(try reader.map()) {
            guard let field = schema.field(of: try reader.unsigned()) else {
                try reader.skip()
                continue
            }
            var tree = JSONTree()
            try value(&reader, field, to: &tree)
            found.append((field, tree.value))
        }
        return found
    }

    /// Writes what `json` writes, of a body with a schema or any item without one; returns the idempotency key. After
    /// an error, drop the part written so far.
    static func write(_ body: RawSpan, _ schema: EventSchema?, to sink: inout some JSONSink) throws(CBORError)
        -> String?
    {
        guard let schema else {
            try CBORReader.validate(body)
            var reader = CBORReader(body)
            try any(&reader, to: &sink)
            return nil
        }
        var reader = CBORReader(body)
        var count = try reader.map()
        var engine = EngineFields.none
        if count > 0, reader.isAtKeyZero {
            _ = try reader.unsigned()
            engine = try EngineFields(&reader)
            count -= 1
        }
        sink.beginObject()
        try members(count, &reader, schema.fields, to: &sink)
        write(engine, to: &sink)
        sink.endObject()
        try reader.finish()
        return engine.key
    }

    private static func members(
        _ count: Int, _ reader: inout CBORReader, _ fields: [FieldSchema], to sink: inout some JSONSink
    ) throws(CBORError) {
        // Spans lend their elements; to copy a field takes longer than to find it.
        let fields = fields.span
        // Both ascend: mostly the next is the one behind the last, or not far from it.
        var last = -1
        for _ in 0..<count {
            let key = try reader.unsigned()
            var index = last + 1
            while index < fields.count, fields[index].key != key { index += 1 }
            if index == fields.count {
                index = 0
                while index <= last, fields[index].key != key { index += 1 }
                if index > last { index = fields.count }
            }
            if index < fields.count {
                last = index
                sink.name(fields[index].name)
                try value(&reader, fields[index], to: &sink)
            } else {
                sink.name(String(key))
                try any(&reader, to: &sink)
            }
        }
    }

    private static func value(_ reader: inout CBORReader, _ field: FieldSchema, to sink: inout some JSONSink)
        throws(CBORError)
    {
        if reader.nextIsNull() { return try any(&reader, to: &sink) }
        switch field.kind {
        case .date:
            let day = try reader.integer()
            guard let small = Int32(exactly: day), (CivilDate.earliest.day...CivilDate.latest.day).contains(small)
            else { return sink.integer(day) }
            sink.date(CivilDate(day: small))
        case .instant:
            let instant = Instant(milliseconds: try reader.integer())
            guard (Instant.earliest...Instant.latest).contains(instant) else {
                return sink.integer(instant.milliseconds)
            }
            sink.instant(instant)
        case .tenths: sink.tenths(Int(try reader.integer()))
        case .hours: sink.hours(exactly: Hours(seconds: Int(try reader.integer())))
        case .object(let fields):
            let count = try reader.map()
            sink.beginObject()
            try members(count, &reader, fields, to: &sink)
            sink.endObject()
        default: try any(&reader, to: &sink)
        }
    }

    private static func any(_ reader: inout CBORReader, to sink: inout some JSONSink) throws(CBORError) {
        switch try reader.peekMajor() {
        case 0, 1: sink.integer(try reader.integer())
        case 2: sink.hex(try reader.data())
        case 3: sink.text(try reader.string())
        case 4:
            let count = try reader.array()
            sink.beginArray()
            for _ in 0..<count { try any(&reader, to: &sink) }
            sink.endArray()
        case 5:
            let count = try reader.map()
            sink.beginObject()
            for _ in 0..<count {
                sink.name(try reader.peekMajor() == 0 ? String(try reader.unsigned()) : try reader.string())
                try any(&reader, to: &sink)
            }
            sink.endObject()
        default:
            if reader.nextIsNull() {
                try reader.null()
                sink.null()
            } else {
                sink.bool(try reader.bool())
            }
        }
    }

    private static func write(_ engine: EngineFields, to sink: inout some JSONSink) {
        func ids(_ field: EngineField, _ list: [EventID]?) {
            guard let list else { return }
            sink.name(field.name)
            sink.beginArray()
            for id in list { sink.hex(id.words) }
            sink.endArray()
        }
        ids(.covers, engine.covers)
        if let content = engine.content {
            sink.name(EngineField.content.name)
            sink.hex(content)
        }
        if let form = engine.form {
            sink.name(EngineField.form.name)
            sink.unsigned(form)
        }
        ids(.voids, engine.voids)
        ids(.keeps, engine.keeps)
        ids(.supersedes, engine.supersedes)
        ids(.undoes, engine.undoes)
        if let cut = engine.cut {
            sink.name(EngineField.cut.name)
            sink.beginObject()
            for entry in cut {
                sink.name(entry.log.description)
                sink.unsigned(entry.size)
            }
            sink.endObject()
        }
        ids(.erases, engine.erases)
        if let witness = engine.witness {
            sink.name(EngineField.witness.name)
            witness.write(to: &sink)
        }
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
