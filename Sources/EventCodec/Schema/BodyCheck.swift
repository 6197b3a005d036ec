import EventModel

/// Holds a stored body against its schema: the form, every field's type and limits, nothing missing, nothing unknown.
public enum BodyCheck {
    /// The engine's part of a body that is right; throws the first problem. No allocation but for the engine's lists.
    ///
    /// Where a scan is given, it holds the body's fields afterwards.
    public static func check(_ body: RawSpan, _ schema: EventSchema, into scan: FieldScan? = nil) throws(BodyProblem)
        -> EngineFields
    {
        if let engine = QuickCheck.check(body, schema, scan) { return engine }
        let engine = try slowCheck(body, schema)
        if let scan, !scan.read(body) { preconditionFailure("a body that was checked cannot be scanned") }
        return engine
    }

    /// Whether the body is right and links nothing: its engine part holds a key or nothing. False says nothing; `check`
    /// then judges.
    ///
    /// The scan holds the body's fields afterwards. No allocation.
    public static func isValidWithoutLinks(_ body: RawSpan, _ schema: EventSchema, into scan: FieldScan) -> Bool {
        QuickCheck.isValidWithoutLinks(body, schema, scan)
    }

    /// Whether a body that was checked has an engine part. O(1).
    public static func beginsWithEngine(_ body: RawSpan) -> Bool { QuickCheck.beginsWithEngine(body) }

    /// `check` with the reader that names errors.
    package static func slowCheck(_ body: RawSpan, _ schema: EventSchema) throws(BodyProblem) -> EngineFields {
        do throws(CBORError) {
            var reader = CBORReader(body)
            let engine = try map(&reader, schema.fields, schema.engineFields, isBody: true)
            try reader.finish()
            guard engine.hasRequiredLinks(schema) else { throw CBORError(.fieldMissing, at: 0) }
            return engine
        } catch {
            throw BodyProblem(
                .unreadable, code: "body.invalid",
                message: "The body of this \(schema.type) is not what its schema says: \(error).")
        }
    }

    /// Checks a body in an array.
    public static func check(_ body: [UInt8], _ schema: EventSchema, into scan: FieldScan? = nil) throws(BodyProblem)
        -> EngineFields
    {
        let bytes = body.span.bytes
        return try check(bytes, schema, into: scan)
    }

    private static func map(
        _ reader: inout CBORReader, _ fields: [FieldSchema], _ engineFields: [EngineField], isBody: Bool
    ) throws(CBORError) -> EngineFields {
        var count = try reader.map()
        var engine = EngineFields.none
        if isBody, count > 0, reader.isAtKeyZero {
            _ = try reader.unsigned()
            let start = reader.offset
            engine = try EngineFields(&reader)
            guard engine.present.allSatisfy({ $0 == .key || engineFields.contains($0) }) else {
                throw CBORError(.fieldUnknown, at: start)
            }
            count -= 1
        }
        var next = 0
        for _ in 0..<count {
            let start = reader.offset
            let key = try reader.unsigned()
            while next < fields.count, fields[next].key < key {
                if fields[next].required { throw CBORError(.fieldMissing, at: start) }
                next += 1
            }
            guard next < fields.count, fields[next].key == key else {
                // A key below the one before it is out of order, whatever it names.
                let isOutOfOrder = next > 0 && key <= fields[next - 1].key
                throw CBORError(isOutOfOrder ? .keyOrder : .fieldUnknown, at: start)
            }
            try value(&reader, fields[next])
            next += 1
        }
        if fields[next...].contains(where: \.required) { throw CBORError(.fieldMissing, at: reader.offset) }
        return engine
    }

    static func value(_ reader: inout CBORReader, _ field: FieldSchema) throws(CBORError) {
        let start = reader.offset
        if reader.nextIsNull() {
            guard field.nullable else { throw CBORError(.fieldValue, at: start) }
            return try reader.null()
        }
        switch field.kind {
        case .date: try integer(&reader, Int(CivilDate.earliest.day)...Int(CivilDate.latest.day))
        case .instant: try integer(&reader, Int(Instant.earliest.milliseconds)...Int(Instant.latest.milliseconds))
        case .tenths(let range), .hours(let range), .integer(let range): try integer(&reader, range)
        case .boolean: _ = try reader.bool()
        case .text(let maximum): try text(&reader, maximum)
        case .choice(let choices):
            guard choices.contains(try reader.string()) else { throw CBORError(.fieldValue, at: start) }
        case .bytes(let count):
            guard try reader.data().byteCount == count else { throw CBORError(.fieldValue, at: start) }
        case .contentIds(let maximum): _ = try reader.contentIDs(maximum: maximum)
        case .textMap(let maximum): try textMap(&reader, maximum)
        case .texts(let maximum, let scalars):
            let count = try reader.array()
            guard count <= maximum else { throw CBORError(.tooLong, at: start) }
            for _ in 0..<count { try text(&reader, scalars) }
        case .integers(let maximum, let range): try integers(&reader, maximum, range)
        case .object(let fields): _ = try map(&reader, fields, [], isBody: false)
        case .scalar(let maximum): try scalar(&reader, maximum)
        case .cut: throw CBORError(.fieldValue, at: start)
        }
    }

    private static func integer(_ reader: inout CBORReader, _ range: ClosedRange<Int>) throws(CBORError) {
        let start = reader.offset
        guard range.contains(Int(try reader.integer())) else { throw CBORError(.fieldValue, at: start) }
    }

    private static func integers(_ reader: inout CBORReader, _ maximum: Int, _ range: ClosedRange<Int>)
        throws(CBORError)
    {
        let start = reader.offset
        let count = try reader.array()
        guard count <= maximum else { throw CBORError(.tooLong, at: start) }
        var last: Int64?
        for _ in 0..<count {
            let start = reader.offset
            let number = try reader.integer()
            guard range.contains(Int(number)), last.map({ $0 < number }) ?? true else {
                throw CBORError(.fieldValue, at: start)
            }
            last = number
        }
    }

    private static func text(_ reader: inout CBORReader, _ maximumScalars: Int) throws(CBORError) {
        let start = reader.offset
        let text = try reader.text()
        if text.byteCount <= maximumScalars { return }
        var scalars = 0
        for index in 0..<text.byteCount {
            // The index is below `byteCount`; a scalar's first byte is any but 10xxxxxx.
            if unsafe text.unsafeLoad(fromByteOffset: index, as: UInt8.self) & 0xC0 != 0x80 { scalars += 1 }
        }
        guard scalars <= maximumScalars else { throw CBORError(.tooLong, at: start) }
    }

    private static func textMap(_ reader: inout CBORReader, _ maximum: Int) throws(CBORError) {
        let start = reader.offset
        var ahead = CBORReader(reader.bytes, at: start)
        try ahead.skip()
        let count = try reader.map()
        guard count <= maximum else { throw CBORError(.tooLong, at: start) }
        for _ in 0..<count {
            try text(&reader, 128)
            _ = try reader.text()
        }
    }

    private static func scalar(_ reader: inout CBORReader, _ maximum: Int) throws(CBORError) {
        switch try reader.peekMajor() {
        case 0, 1: _ = try reader.integer()
        case 3: try text(&reader, maximum)
        default: _ = try reader.bool()
        }
    }
}

extension EngineFields {
    /// Whether the links are there that an event of the schema is nothing without.
    func hasRequiredLinks(_ schema: EventSchema) -> Bool {
        if schema.role == .note, schema.engineFields.contains(.erases), erases?.isEmpty ?? true { return false }
        return switch schema.role {
        case .lock: covers != nil && content != nil && form != nil
        case .unlock: voids != nil && keeps != nil
        case .settle: keeps != nil
        default: true
        }
    }
}
