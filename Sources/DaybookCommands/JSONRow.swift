import DaybookKit

/// One JSON object as its bytes, member by member: what a list of very many of them is made of.
struct JSONRow {
    private(set) var bytes: [UInt8]
    private var separator = UInt8(ascii: "{")

    /// Goes on behind bytes that are there.
    init(_ bytes: consuming [UInt8]) { self.bytes = bytes }

    /// Appends an object whose members the closure gives.
    static func append(to bytes: inout [UInt8], _ write: (inout JSONRow) -> Void) {
        var row = JSONRow([])
        // There and back without a copy.
        swap(&row.bytes, &bytes)
        write(&row)
        row.end()
        swap(&row.bytes, &bytes)
    }

    /// The bytes so far; the members that follow go on behind them.
    mutating func taken() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Ends the object; its bytes, with those before it.
    consuming func ended() -> [UInt8] {
        end()
        return bytes
    }

    private mutating func end() {
        if separator == UInt8(ascii: "{") { bytes.append(separator) }
        bytes.append(UInt8(ascii: "}"))
    }

    /// The name; its value follows. Names hold nothing that must be escaped.
    private mutating func name(_ name: StaticString) {
        bytes.append(separator)
        separator = UInt8(ascii: ",")
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        JSONRow.nameEnd.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private static let nameEnd: StaticString = "\":"

    private mutating func null() { bytes.append(contentsOf: "null".utf8) }

    /// A text; null for none.
    mutating func text(_ name: StaticString, _ value: String?) {
        self.name(name)
        if let value { JSONValue.write(value, into: &bytes) } else { null() }
    }

    /// A text that the closure appends, in which nothing must be escaped.
    mutating func plain(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
        self.name(name)
        bytes.append(UInt8(ascii: "\""))
        write(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// An array of objects, each given by its number.
    mutating func objects(_ name: StaticString, count: Int, _ write: (Int, inout JSONRow) -> Void) {
        self.name(name)
        bytes.append(UInt8(ascii: "["))
        for number in 0..<count {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONRow.append(to: &bytes) { write(number, &$0) }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// As above; all that is written so far goes to a console, and where there are many they are made on two threads.
    mutating func objects(_ name: StaticString, count: Int, to console: Console, _ write: @escaping @Sendable (Int, inout JSONRow) -> Void) throws {
        try objects(name, count: count, to: console, some: { numbers, bytes in JSONRow.append(numbers, to: &bytes) { write($0, &$1) } })
    }

    /// As above; the closure appends some of them, with `append`, so that what all of them read is lent to it once.
    mutating func objects(
        _ name: StaticString, count: Int, to console: Console, some write: @escaping @Sendable (Range<Int>, inout [UInt8]) -> Void
    ) throws {
        self.name(name)
        bytes.append(UInt8(ascii: "["))
        try console.write(bytes: taken())
        try inPieces(of: count) { numbers in
            var bytes: [UInt8] = []
            // What most take at the most; pages that are not written cost nothing.
            bytes.reserveCapacity(numbers.count * 320)
            write(numbers, &bytes)
            return bytes
        } take: {
            try console.write(bytes: $0)
        }
        bytes.append(UInt8(ascii: "]"))
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
        self.name(name)
        bytes.append(UInt8(ascii: "["))
        for (index, text) in texts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONValue.write(text, into: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// A whole number; null for none.
    mutating func count(_ name: StaticString, _ value: Int?) {
        self.name(name)
        if let value { Digits.write(value, into: &bytes) } else { null() }
    }

    /// Tenths as a decimal; null for none.
    mutating func tenths(_ name: StaticString, _ value: Int?) {
        self.name(name)
        if let value { Digits.writeTenths(value, into: &bytes) } else { null() }
    }

    mutating func flag(_ name: StaticString, _ value: Bool) {
        self.name(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    mutating func value(_ name: StaticString, _ value: JSONValue) {
        self.name(name)
        value.write(into: &bytes)
    }

    /// A value that has been written.
    mutating func value(_ name: StaticString, written: [UInt8]) {
        self.name(name)
        bytes.append(contentsOf: written)
    }

    /// An object of texts, by name.
    mutating func texts(_ name: StaticString, _ texts: [String: String]) {
        self.name(name)
        var separator = UInt8(ascii: "{")
        for name in texts.keys.sorted() {
            bytes.append(separator)
            separator = UInt8(ascii: ",")
            JSONValue.write(name, into: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSONValue.write(texts[name] ?? "", into: &bytes)
        }
        if texts.isEmpty { bytes.append(separator) }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Members that are left out where there is nothing to tell.
    mutating func told(text name: StaticString, _ value: String?) { if let value { text(name, value) } }
    mutating func told(count name: StaticString, _ value: Int?) { if let value { count(name, value) } }
    mutating func told(tenths name: StaticString, _ value: Int?) { if let value { tenths(name, value) } }
    mutating func told(flag name: StaticString, _ value: Bool?) { if let value { flag(name, value) } }
}
