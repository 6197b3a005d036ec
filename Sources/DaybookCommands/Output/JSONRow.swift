import DaybookDomains

/// One JSON object as its bytes, member by member: what a list of very many of them is made of.
struct JSONRow {
    private var document: JSONBytes

    private init(_ document: consuming JSONBytes) { self.document = document }

    /// Begins an object.
    init() {
        document = JSONBytes()
        document.beginObject()
    }

    /// Appends an object whose members the closure gives.
    static func append(to bytes: inout [UInt8], _ write: (inout JSONRow) -> Void) {
        JSONBytes.write(to: &bytes) { document in object(in: &document, write) }
    }

    private static func object(in document: inout JSONBytes, _ write: (inout JSONRow) -> Void) {
        var row = JSONRow(JSONBytes())
        // There and back without a copy.
        swap(&row.document, &document)
        row.document.beginObject()
        write(&row)
        row.document.endObject()
        swap(&row.document, &document)
    }

    /// Ends the object; its bytes, or those behind what was given to be written in pieces.
    consuming func ended() -> [UInt8] {
        document.endObject()
        return document.drain()
    }

    /// A text; null for none.
    mutating func text(_ name: StaticString, _ value: String?) {
        document.name(plain: name)
        if let value { document.text(value) } else { document.null() }
    }

    /// A text that the closure appends, in which nothing must be escaped.
    mutating func plain(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
        document.name(plain: name)
        document.text(plain: write)
    }

    mutating func date(_ name: StaticString, _ date: CivilDate) {
        document.name(plain: name)
        document.date(date)
    }

    mutating func instant(_ name: StaticString, _ instant: Instant) { document.instant(named: name, instant) }
    mutating func event(_ name: StaticString, _ id: EventID) { document.hex(named: name, id) }

    /// An array of objects, each given by its number.
    mutating func objects(_ name: StaticString, count: Int, _ write: (Int, inout JSONRow) -> Void) {
        document.name(plain: name)
        document.beginArray()
        for number in 0..<count { JSONRow.object(in: &document) { write(number, &$0) } }
        document.endArray()
    }

    /// Appends objects in pieces: the bytes so far go to `pieced`, and the objects follow them.
    mutating func objects(
        _ name: StaticString, count: Int, to pieced: inout PiecedBytes,
        _ write: @escaping @Sendable (Int, inout JSONRow) -> Void
    ) {
        objects(
            name, count: count, to: &pieced,
            some: { numbers, bytes in JSONRow.append(numbers, to: &bytes) { write($0, &$1) } })
    }

    /// Appends objects in pieces. The closure appends a range of them at a time, so their shared input is lent to it
    /// once.
    mutating func objects(
        _ name: StaticString, count: Int, to pieced: inout PiecedBytes,
        some write: @escaping @Sendable (Range<Int>, inout [UInt8]) -> Void
    ) {
        document.name(plain: name)
        document.beginArray()
        pieced.add(document.drain())
        pieced.add(count: count) { numbers in
            var bytes: [UInt8] = []
            // The upper bound of most objects; pages that are not written cost nothing.
            bytes.reserveCapacity(numbers.count * 320)
            write(numbers, &bytes)
            return bytes
        }
        document.endArray()
    }

    /// Appends the objects of some numbers, each behind a comma but the one of number 0.
    static func append(_ numbers: Range<Int>, to bytes: inout [UInt8], _ write: (Int, inout JSONRow) -> Void) {
        for number in numbers {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            append(to: &bytes) { write(number, &$0) }
        }
    }

    /// An array of texts.
    mutating func texts(_ name: StaticString, _ texts: [String]) {
        document.name(plain: name)
        document.beginArray()
        for text in texts { document.text(text) }
        document.endArray()
    }

    /// A whole number; null for none.
    mutating func count(_ name: StaticString, _ value: Int?) {
        document.name(plain: name)
        if let value { document.integer(Int64(value)) } else { document.null() }
    }

    /// Tenths as a decimal; null for none.
    mutating func tenths(_ name: StaticString, _ value: Int?) {
        document.name(plain: name)
        if let value { document.tenths(value) } else { document.null() }
    }

    /// A decimal, half up; null for none.
    mutating func hours(_ name: StaticString, _ value: Hours?) {
        document.name(plain: name)
        if let value { document.hours(value) } else { document.null() }
    }

    /// A decimal, half up, and beside it the exact seconds; null for none.
    mutating func hours(_ name: StaticString, _ secondsName: StaticString, _ value: Hours?) {
        hours(name, value)
        count(secondsName, value?.seconds)
    }

    mutating func flag(_ name: StaticString, _ value: Bool) {
        document.name(plain: name)
        document.bool(value)
    }

    mutating func value(_ name: StaticString, _ value: JSONValue) {
        document.name(plain: name)
        document.value(value)
    }

    /// An object whose members a closure writes to a console; all that is written so far goes there before, behind what
    /// is written in pieces.
    mutating func members(
        _ name: StaticString, behind pieced: inout PiecedBytes, to console: Console, _ write: (Console) throws -> Void
    ) throws {
        document.name(plain: name)
        document.beginObject()
        pieced.add(document.drain())
        try pieced.write { try console.write(bytes: $0) }
        try write(console)
        document.endObject()
    }

    /// An array of values that have been written.
    mutating func values(_ name: StaticString, written values: [ArraySlice<UInt8>]) {
        document.name(plain: name)
        document.beginArray()
        for value in values { document.value(written: value) }
        document.endArray()
    }

    /// An object of texts, by name.
    mutating func texts(_ name: StaticString, _ texts: [String: String]) {
        document.name(plain: name)
        document.beginObject()
        for name in texts.keys.sorted() {
            document.name(name)
            document.text(texts[name] ?? "")
        }
        document.endObject()
    }

    /// Members that are left out where there is no value.
    mutating func ifPresent(text name: StaticString, _ value: String?) { if let value { text(name, value) } }
    mutating func ifPresent(count name: StaticString, _ value: Int?) { if let value { count(name, value) } }
    mutating func ifPresent(tenths name: StaticString, _ value: Int?) { if let value { tenths(name, value) } }
    mutating func ifPresent(hours name: StaticString, _ secondsName: StaticString, _ value: Hours?) {
        if let value { hours(name, secondsName, value) }
    }
    mutating func ifPresent(flag name: StaticString, _ value: Bool?) { if let value { flag(name, value) } }
}

extension Hours {
    /// The time as a member of that name, a decimal, half up, and its exact seconds beside it.
    func members(_ name: String) -> [JSONValue.Member] {
        [.init(name, .hours(self)), .init("\(name)Seconds", .integer(seconds))]
    }
}
