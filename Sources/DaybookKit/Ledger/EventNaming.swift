import EventCodec
import EventModel

/// Names records by the fields of one schema, which are looked up once.
struct EventNaming {
    /// A field that can be part of a name.
    private enum Field: Int {
        case title, volumeMl, kind, date, test, attempt, from, to

        /// With what schemas call them, written out: to ask the language for the name of a case takes longer than to
        /// name a record.
        package static let named: [(field: Field, name: String)] = [
            (.title, "title"), (.volumeMl, "volumeMl"), (.kind, "kind"), (.date, "date"), (.test, "test"),
            (.attempt, "attempt"), (.from, "from"), (.to, "to"),
        ]
    }

    private enum Value {
        case number(Int64)
        case date(CivilDate)
        /// Where its UTF-8 lies in the body.
        case text(Range<Int>)
    }

    let schema: EventSchema
    private let fields: [(field: Field, schema: FieldSchema)]
    /// The greatest key of one of them.
    private let lastKey: UInt64

    init(_ schema: EventSchema) {
        self.schema = schema
        fields = Field.named.compactMap { field, name in schema.field(named: name).map { (field, $0) } }
        lastKey = fields.map(\.schema.key).max() ?? 0
    }

    /// A record by what a body of the schema says of it; its stream where that is nothing. O(bytes).
    func name(_ stream: StreamID, _ body: RawSpan) -> String {
        if let name = schema.wording?.name?(body) { return name }
        let values = values(body)
        // A name begins with the kind.
        var name: [UInt8] = []
        name.reserveCapacity(64)
        name.append(contentsOf: stream.text.utf8.prefix { $0 != UInt8(ascii: "/") })
        func add(_ text: String) { name.append(contentsOf: text.utf8) }
        func add(_ number: Int64) { name.append(contentsOf: String(number).utf8) }
        func number(_ field: Field) -> Int64? {
            if case .number(let number) = values[field.rawValue] { number } else { nil }
        }
        func hasField(_ field: Field) -> Bool {
            if case .number? = values[field.rawValue] { false } else { values[field.rawValue] != nil }
        }
        func isEmpty(_ field: Field) -> Bool {
            if case .text(let range) = values[field.rawValue] { range.isEmpty } else { !hasField(field) }
        }
        func add(_ field: Field) {
            switch values[field.rawValue] {
            case .text(let range): body.extracting(range).append(to: &name)
            case .date(let date): date.write(into: &name)
            case .number, nil: break
            }
        }
        if hasField(.title) {
            add(" \"")
            add(.title)
            add("\"")
        } else if let volume = number(.volumeMl), hasField(.kind) {
            add(" of ")
            add(volume)
            add(" mL ")
            add(.kind)
            if hasField(.date) {
                add(" on ")
                add(.date)
            }
        } else if let test = number(.test), let attempt = number(.attempt) {
            add(" ")
            add(test)
            add(", attempt ")
            add(attempt)
        } else if hasField(.date) {
            add(" of ")
            add(.date)
            let (isFromEmpty, isToEmpty) = (isEmpty(.from), isEmpty(.to))
            if !isFromEmpty || !isToEmpty {
                add(" ")
                add(.from)
                if !isFromEmpty, !isToEmpty { add("–") }
                add(.to)
            } else if hasField(.kind) {
                add(" (")
                add(.kind)
                add(")")
            }
        } else {
            return stream.text
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// The values of each field of a name in a body, by its number. A body matched its schema when it came; an
    /// unreadable one has no values.
    private func values(_ body: RawSpan) -> InlineArray<8, Value?> {
        var values = InlineArray<8, Value?>(repeating: nil)
        do throws(CBORError) {
            var reader = CBORReader(body)
            for _ in 0..<(try reader.map()) {
                let key = try reader.unsigned()
                // Keys ascend.
                if key > lastKey { break }
                if let known = fields.first(where: { $0.schema.key == key }) {
                    values[known.field.rawValue] = try EventNaming.value(&reader, known.schema)
                } else {
                    try reader.skip()
                }
            }
        } catch {}
        return values
    }

    private static func value(_ reader: inout CBORReader, _ field: FieldSchema) throws(CBORError) -> Value? {
        switch (field.kind, try reader.peekMajor()) {
        case (.date, 0), (.date, 1):
            let day = try reader.integer()
            guard let small = Int32(exactly: day), (CivilDate.earliest.day...CivilDate.latest.day).contains(small)
            else { return .number(day) }
            return .date(CivilDate(day: small))
        case (.date, _), (.tenths, _), (.instant, _): break
        case (_, 0), (_, 1): return .number(try reader.integer())
        case (_, 3):
            let text = try reader.text()
            return .text(reader.offset - text.byteCount..<reader.offset)
        default: break
        }
        try reader.skip()
        return nil
    }
}

/// The naming of the last schema. Consecutive records mostly share it, and looking its fields up takes as long as
/// naming one.
struct NeighbourNaming {
    private var last: EventNaming?

    mutating func of(_ schema: EventSchema) -> EventNaming {
        if let last, last.schema === schema { return last }
        let naming = EventNaming(schema)
        last = naming
        return naming
    }
}
