import EventModel

/// From the JSON data of an event to the bytes of its body, by the type's schema.
public struct BodyEncoder: Sendable {
    private let schema: EventSchema
    /// Brings a text to Normalization Form C; given by the caller, because the pure core has no Unicode tables of its
    /// own.
    private let normalize: @Sendable (String) -> String

    public init(schema: EventSchema, normalize: @escaping @Sendable (String) -> String) {
        self.schema = schema
        self.normalize = normalize
    }

    /// The body of `data`; `engine` holds the fields that the engine adds (a key, the content that a lock covers …).
    ///
    /// Engine fields that a caller may give itself (such as `supersedes`) are taken from `data` too. Throws for an
    /// unknown field, a value that is not of its type, a missing field, a limit that is broken.
    public func encode(_ data: JSONValue, engine: EngineFields = .none) throws(BodyProblem) -> [UInt8] {
        guard case .object(let members) = data else {
            throw BodyProblem(.unreadable, code: "data.notAnObject", message: "\"data\" is not a JSON object.")
        }
        var engine = engine
        for member in members where schema.field(named: member.name) == nil {
            try encode(member, into: &engine)
        }
        var writer = CBORWriter(capacity: 256)
        try encode(members, schema.fields, engine: engine, into: &writer)
        return writer.bytes
    }

    private func encode(_ member: JSONValue.Member, into engine: inout EngineFields) throws(BodyProblem) {
        guard let field = schema.engineFields.first(where: { $0.name == member.name }) else {
            throw BodyProblem(
                .unreadable, code: "field.unknown", message: "\"\(member.name)\" is not a field of \(schema.type).")
        }
        switch field {
        case .covers: engine.covers = try contentIDs(member)
        case .voids: engine.voids = try contentIDs(member)
        case .keeps: engine.keeps = try contentIDs(member)
        case .supersedes: engine.supersedes = try contentIDs(member)
        case .undoes: engine.undoes = try contentIDs(member)
        case .content:
            guard let text = member.value.stringValue, let hash = Bytes32(hex: text) else {
                throw notADigest(member.name)
            }
            engine.content = hash
        case .form:
            guard let form = member.value.integerValue, form >= 0 else {
                throw BodyProblem(.unreadable, code: "field.type", message: "\"form\" is not a whole number.")
            }
            engine.form = UInt64(form)
        case .cut: engine.cut = try cut(member)
        case .erases: engine.erases = try contentIDs(member)
        case .witness:
            guard let witness = Witness(json: member.value) else {
                throw BodyProblem(
                    .unreadable, code: "field.type",
                    message: "\"\(member.name)\" is not a witness: key, logs, certificate, at, signature.")
            }
            engine.witness = witness
        case .key:
            throw BodyProblem(.unreadable, code: "field.unknown", message: "\"key\" stands beside \"data\", not in it.")
        }
    }

    private func encode(
        _ members: [JSONValue.Member], _ fields: [FieldSchema], engine: EngineFields, into writer: inout CBORWriter
    ) throws(BodyProblem) {
        var values: [(field: FieldSchema, value: JSONValue)] = []
        for field in fields {
            guard let value = members.first(where: { $0.name == field.name })?.value else {
                if field.required { throw .missing(field) }
                continue
            }
            values.append((field, value))
        }
        writer.map(count: values.count + (engine.present.isEmpty ? 0 : 1))
        engine.encode(into: &writer)
        for (field, value) in values {
            writer.unsigned(field.key)
            try encode(value, field, into: &writer)
        }
    }

    private func encode(_ value: JSONValue, _ field: FieldSchema, into writer: inout CBORWriter) throws(BodyProblem) {
        if value == .null {
            guard field.nullable else { throw .mistyped(field, "a value: null stands for nothing here") }
            return writer.null()
        }
        switch field.kind {
        case .date:
            guard let text = value.stringValue, let date = CivilDate(text) else {
                throw .mistyped(field, "a date YYYY-MM-DD")
            }
            writer.integer(Int64(date.day))
        case .instant:
            guard let text = value.stringValue, let instant = Instant(text) else {
                throw .mistyped(field, "an RFC 3339 instant")
            }
            writer.integer(instant.milliseconds)
        case .tenths(let range): writer.integer(Int64(try tenths(value, field, range)))
        case .hours(let range): writer.integer(Int64(try hours(value, field, range).seconds))
        case .integer(let range): writer.integer(Int64(try integer(value, field, range)))
        case .boolean:
            guard case .bool(let flag) = value else { throw .mistyped(field, "true or false") }
            writer.bool(flag)
        case .text(let maximum): writer.text(try text(value, field, maximum))
        case .choice(let choices):
            guard let text = value.stringValue else { throw .mistyped(field, "a text") }
            // Byte for byte: Swift's == holds canonically equivalent texts for equal.
            guard choices.contains(where: { $0.utf8.elementsEqual(text.utf8) }) else {
                throw .outOfRange(field, "is none of \(choices.joined(separator: ", "))")
            }
            writer.text(text)
        case .bytes(let count):
            guard let text = value.stringValue, let bytes = Hex.decode(text), bytes.count == count else {
                throw .mistyped(field, "\(count) bytes in lower-case hexadecimal")
            }
            writer.data(bytes)
        case .contentIds(let maximum): try encodeIDs(value, field, maximum, into: &writer)
        case .textMap(let maximum): try encodeTextMap(value, field, maximum, into: &writer)
        case .texts(let maximum, let scalars): try encodeTexts(value, field, maximum, scalars, into: &writer)
        case .integers(let maximum, let range): try encodeIntegers(value, field, maximum, range, into: &writer)
        case .object(let fields): try encodeObject(value, field, fields, into: &writer)
        case .scalar(let maximum): try encodeScalar(value, field, maximum, into: &writer)
        case .cut: throw .mistyped(field, "a cut outside the engine's part")
        }
    }

    // MARK: - Kinds

    private func tenths(_ value: JSONValue, _ field: FieldSchema, _ range: ClosedRange<Int>) throws(BodyProblem) -> Int
    {
        guard case .number(let text) = value, let tenths = Tenths.parse(text) else {
            throw .mistyped(field, "a number with at most one digit after the point")
        }
        guard range.contains(tenths) else {
            throw .outOfRange(
                field, "is not from \(Digits.tenths(range.lowerBound)) to \(Digits.tenths(range.upperBound))")
        }
        return tenths
    }

    private func hours(_ value: JSONValue, _ field: FieldSchema, _ range: ClosedRange<Int>) throws(BodyProblem) -> Hours
    {
        guard let hours = Hours(data: value) else {
            throw .mistyped(field, "a number with at most two digits after the point, or a text such as 1:15")
        }
        guard range.contains(hours.seconds) else {
            let (low, high) = (Hours(seconds: range.lowerBound), Hours(seconds: range.upperBound))
            throw .outOfRange(field, "is not from \(low.text) to \(high.text)")
        }
        return hours
    }

    private func integer(_ value: JSONValue, _ field: FieldSchema, _ range: ClosedRange<Int>) throws(BodyProblem) -> Int
    {
        guard let number = value.integerValue else { throw .mistyped(field, "a whole number") }
        guard range.contains(number) else {
            throw .outOfRange(field, "is not from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func text(_ value: JSONValue, _ field: FieldSchema, _ maximum: Int) throws(BodyProblem) -> String {
        guard let given = value.stringValue else { throw .mistyped(field, "a text") }
        let text = normalize(given)
        guard TextCheck.isStorable(text) else { throw .mistyped(field, "a text that can be kept (it holds U+0000)") }
        guard text.unicodeScalars.count <= maximum else {
            throw .outOfRange(field, "is longer than \(maximum) characters")
        }
        return text
    }

    private func encodeIDs(_ value: JSONValue, _ field: FieldSchema, _ maximum: Int, into writer: inout CBORWriter)
        throws(BodyProblem)
    {
        let ids = try contentIDs(JSONValue.Member(field.name, value))
        guard ids.count <= maximum else { throw .outOfRange(field, "holds more than \(maximum) ids") }
        writer.contentIDs(ids)
    }

    private func encodeTextMap(_ value: JSONValue, _ field: FieldSchema, _ maximum: Int, into writer: inout CBORWriter)
        throws(BodyProblem)
    {
        guard case .object(let members) = value else { throw .mistyped(field, "an object of texts") }
        guard members.count <= maximum else { throw .outOfRange(field, "holds more than \(maximum) names") }
        var pairs: [(key: [UInt8], name: String, text: String)] = []
        for member in members {
            let text = try text(member.value, field, 65_535)
            let name = try self.text(.string(member.name), field, 128)
            var key = CBORWriter()
            key.text(name)
            pairs.append((key.bytes, name, text))
        }
        pairs.sort { $0.key.lexicographicallyPrecedes($1.key) }
        guard zip(pairs, pairs.dropFirst()).allSatisfy({ $0.key != $1.key }) else {
            throw .mistyped(field, "an object with different names")
        }
        writer.map(count: pairs.count)
        for pair in pairs {
            writer.raw(pair.key)
            writer.text(pair.text)
        }
    }

    private func encodeTexts(
        _ value: JSONValue, _ field: FieldSchema, _ maximum: Int, _ scalars: Int, into writer: inout CBORWriter
    ) throws(BodyProblem) {
        guard case .array(let values) = value else { throw .mistyped(field, "a list of texts") }
        guard values.count <= maximum else { throw .outOfRange(field, "holds more than \(maximum) texts") }
        writer.array(count: values.count)
        for value in values { writer.text(try text(value, field, scalars)) }
    }

    private func encodeIntegers(
        _ value: JSONValue, _ field: FieldSchema, _ maximum: Int, _ range: ClosedRange<Int>,
        into writer: inout CBORWriter
    ) throws(BodyProblem) {
        guard case .array(let values) = value else { throw .mistyped(field, "a list of whole numbers") }
        var numbers: Set<Int> = []
        for value in values { numbers.insert(try integer(value, field, range)) }
        guard numbers.count <= maximum else { throw .outOfRange(field, "holds more than \(maximum) numbers") }
        writer.array(count: numbers.count)
        for number in numbers.sorted() { writer.integer(Int64(number)) }
    }

    private func encodeObject(
        _ value: JSONValue, _ field: FieldSchema, _ fields: [FieldSchema], into writer: inout CBORWriter
    ) throws(BodyProblem) {
        guard case .object(let members) = value else { throw .mistyped(field, "an object") }
        if let unknown = members.first(where: { member in !fields.contains { $0.name == member.name } }) {
            throw BodyProblem(
                .unreadable, code: "field.unknown", message: "\"\(unknown.name)\" is not a field of \"\(field.name)\".")
        }
        try encode(members, fields, engine: .none, into: &writer)
    }

    private func encodeScalar(_ value: JSONValue, _ field: FieldSchema, _ maximum: Int, into writer: inout CBORWriter)
        throws(BodyProblem)
    {
        switch value {
        case .bool(let flag): writer.bool(flag)
        case .number:
            guard let number = value.integerValue else {
                throw .mistyped(field, "a text, a whole number, true or false")
            }
            writer.integer(Int64(number))
        case .string: writer.text(try text(value, field, maximum))
        default: throw .mistyped(field, "a text, a whole number, true or false")
        }
    }

    // MARK: - Engine fields

    private func notADigest(_ name: String) -> BodyProblem {
        BodyProblem(
            .unreadable, code: "field.type",
            message: "\"\(name)\" is not a content id: 64 lower-case hexadecimal digits.")
    }

    private func contentIDs(_ member: JSONValue.Member) throws(BodyProblem) -> [EventID] {
        guard case .array(let values) = member.value else { throw notADigest(member.name) }
        var ids: [EventID] = []
        for value in values {
            guard let text = value.stringValue, let id = EventID(hex: text) else { throw notADigest(member.name) }
            ids.append(id)
        }
        guard ids.count <= Limits.idsMaximum else {
            throw BodyProblem(
                .breaksLimit, code: "ids.tooMany",
                message: "\"\(member.name)\" holds more than \(Limits.idsMaximum) ids.")
        }
        return Set(ids).sorted()
    }

    private func cut(_ member: JSONValue.Member) throws(BodyProblem) -> [CutEntry] {
        let problem = BodyProblem(
            .unreadable, code: "field.type", message: "\"\(member.name)\" is not an object from logs to sizes.")
        guard case .object(let members) = member.value else { throw problem }
        var entries: [CutEntry] = []
        for entry in members {
            guard let log = LogName(entry.name), let size = entry.value.integerValue, size >= 0 else { throw problem }
            entries.append(CutEntry(log: log, size: UInt64(size)))
        }
        guard entries.count <= Limits.cutLogsMaximum else {
            throw BodyProblem(
                .breaksLimit, code: "field.range",
                message: "\"\(member.name)\" names more than \(Limits.cutLogsMaximum) logs.")
        }
        return entries.sorted { $0.log < $1.log }
    }
}

/// Decimal numbers with at most one digit after the point, as integer tenths.
public enum Tenths {
    /// "1.5" → 15; nil for two decimals, an exponent, a sign other than a leading minus, blanks, or more than 12
    /// digits.
    public static func parse(_ text: some StringProtocol) -> Int? {
        var utf8 = Array(text.utf8)[...]
        let negative = utf8.first == UInt8(ascii: "-")
        if negative { utf8 = utf8.dropFirst() }
        let point = utf8.firstIndex(of: UInt8(ascii: "."))
        let whole = utf8[..<(point ?? utf8.endIndex)]
        guard whole.count <= 12, let units = Digits.value(whole) else { return nil }
        var tenths = units * 10
        if let point {
            let fraction = utf8[utf8.index(after: point)...]
            guard fraction.count == 1, let digit = Digits.value(fraction) else { return nil }
            tenths += digit
        }
        return negative ? -tenths : tenths
    }
}
