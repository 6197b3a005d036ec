import EventModel

/// One field of a schema, flat: what the quick check compares without looking at a class or an enumeration with a payload.
struct CheckStep {
    enum Code: UInt8 { case integer, boolean, text, bytes, other }

    let key: UInt64
    let code: Code
    let isRequired: Bool
    let isNullable: Bool
    /// The bounds of an integer; for a text the most scalars, for bytes their number, both in `high`.
    let low: Int64
    let high: Int64

    init(_ field: FieldSchema) {
        key = field.key
        isRequired = field.required
        isNullable = field.nullable
        let (code, low, high): (Code, Int64, Int64) =
            switch field.kind {
            case .date: (.integer, Int64(CivilDate.earliest.day), Int64(CivilDate.latest.day))
            case .instant: (.integer, Instant.earliest.milliseconds, Instant.latest.milliseconds)
            case .tenths(let range), .integer(let range): (.integer, Int64(range.lowerBound), Int64(range.upperBound))
            case .boolean: (.boolean, 0, 0)
            case .text(let maximum): (.text, 0, Int64(maximum))
            case .bytes(let count): (.bytes, 0, Int64(count))
            default: (.other, 0, 0)
            }
        self.code = code
        self.low = low
        self.high = high
    }
}

/// The check of a body that is right, which nearly all are; what it does not take, the slow check judges and names.
///
/// It takes nothing that the slow check refuses; a test holds the two against each other over mutated bodies.
enum QuickCheck {
    static func check(_ body: RawSpan, _ schema: EventSchema, _ scan: FieldScan?) -> EngineFields? {
        var engine = EngineFields.none
        var offset = 0
        guard var count = fieldCount(body, &offset) else { return nil }
        if count > 0, startsWithEngine(body, offset) {
            guard let (fields, next) = engineFields(body, offset + 1, schema) else { return nil }
            engine = fields
            offset = next
            count -= 1
        }
        guard engine.holdsWhat(schema.role) else { return nil }
        scan?.begin()
        return fields(body, offset, count, schema, scan) ? engine : nil
    }

    private static func fieldCount(_ body: RawSpan, _ offset: inout Int) -> UInt64? {
        body.withUnsafeBytes { bytes in
            guard var reader = unsafe QuickReader(bytes) else { return nil }
            defer { offset = reader.offset }
            return reader.head(5)
        }
    }

    private static func startsWithEngine(_ body: RawSpan, _ offset: Int) -> Bool {
        // Any bit pattern is a UInt8, and the offset is within by the first test.
        unsafe offset < body.byteCount && body.unsafeLoad(fromByteOffset: offset, as: UInt8.self) == 0
    }

    private static func engineFields(_ body: RawSpan, _ offset: Int, _ schema: EventSchema) -> (EngineFields, Int)? {
        var reader = CBORReader(body, at: offset)
        // What cannot be read is for the slow check to name.
        guard let engine = try? EngineFields(&reader) else { return nil }
        if engine.hasNoLinks { return (engine, reader.offset) }
        guard engine.present.allSatisfy({ $0 == .key || schema.engineFields.contains($0) }) else { return nil }
        return (engine, reader.offset)
    }

    private static func fields(_ body: RawSpan, _ offset: Int, _ count: UInt64, _ schema: EventSchema, _ scan: FieldScan?) -> Bool {
        schema.steps.withUnsafeBufferPointer { steps in
            body.withUnsafeBytes { bytes in
                guard var reader = unsafe QuickReader(bytes, at: offset) else { return false }
                var next = 0
                for _ in 0..<count {
                    guard let key = reader.head(0) else { return false }
                    while next < steps.count, unsafe steps[next].key < key {
                        if unsafe steps[next].isRequired { return false }
                        next += 1
                    }
                    guard next < steps.count, unsafe steps[next].key == key else { return false }
                    guard unsafe value(&reader, bytes, steps[next], scan) ?? other(body, &reader, schema.fields[next], scan) else { return false }
                    next += 1
                }
                while next < steps.count {
                    if unsafe steps[next].isRequired { return false }
                    next += 1
                }
                return reader.isAtEnd
            }
        }
    }

    /// Nil for a kind of field that is not settled here.
    @inline(__always) private static func value(
        _ reader: inout QuickReader, _ bytes: UnsafeRawBufferPointer, _ step: CheckStep, _ scan: FieldScan?
    ) -> Bool? {
        let start = reader.offset
        if reader.next == 0xF6 {
            reader.offset += 1
            return step.isNullable
        }
        switch step.code {
        case .integer:
            guard let value = reader.integer(), value >= step.low, value <= step.high else { return false }
            scan?.number(Int(step.key), value)
        case .boolean:
            let byte = reader.next
            guard byte == 0xF4 || byte == 0xF5 else { return false }
            reader.offset += 1
            scan?.number(Int(step.key), byte == 0xF5 ? 1 : 0)
        case .text:
            guard let range = reader.string(3), range.count <= step.high, unsafe TextCheck.isPlain(bytes, range) else { return unsettled(&reader, start) }
            scan?.item(Int(step.key), at: start)
        case .bytes:
            guard let range = reader.string(2), range.count == step.high else { return false }
            scan?.item(Int(step.key), at: start)
        case .other: return nil
        }
        return true
    }

    /// A text that only the whole check can judge: more bytes than scalars allowed, or scalars that may combine.
    private static func unsettled(_ reader: inout QuickReader, _ start: Int) -> Bool? {
        reader.offset = start
        return nil
    }

    private static func other(_ body: RawSpan, _ reader: inout QuickReader, _ field: FieldSchema, _ scan: FieldScan?) -> Bool {
        var careful = CBORReader(body, at: reader.offset)
        // What cannot be read is for the slow check to name.
        guard (try? BodyCheck.value(&careful, field)) != nil else { return false }
        guard let scan else {
            reader.offset = careful.offset
            return true
        }
        return scan.take(Int(field.key), &reader)
    }
}
