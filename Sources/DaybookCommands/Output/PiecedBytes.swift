import DaybookDomains

/// Bytes that go out one after another. Long parts of them are made in pieces, on two threads where there is much,
/// whichever parts the pieces are of.
struct PiecedBytes {
    private struct Part: Sendable {
        let before: [UInt8]
        /// Of what is counted: rows, objects, lines.
        let count: Int
        let make: @Sendable (Range<Int>) -> [UInt8]
    }

    private var parts: [Part] = []
    private var rest: [UInt8] = []

    mutating func add(_ bytes: some Sequence<UInt8>) { rest.append(contentsOf: bytes) }

    /// Adds what `make` makes of the numbers below a count; it is asked for some of them at a time.
    mutating func add(count: Int, _ make: @escaping @Sendable (Range<Int>) -> [UInt8]) {
        parts.append(Part(before: rest, count: count, make: make))
        rest = []
    }

    /// Gives all that was added, a piece at a time, and is empty then.
    mutating func write(to write: ([UInt8]) throws -> Void) throws {
        let (parts, rest) = (parts, rest)
        self = PiecedBytes()
        try inPieces(ofEach: parts.map(\.count), weight: { $0.count }) { part, numbers in
            numbers.isEmpty ? [] : parts[part].make(numbers)
        } receive: { part, numbers, bytes in
            if numbers.lowerBound == 0 { try write(parts[part].before) }
            try write(bytes)
        }
        if !rest.isEmpty { try write(rest) }
    }
}

extension PiecedBytes {
    /// Adds the titles, where there are some to show, and the rows.
    mutating func add(_ table: Table, _ style: Style) {
        let first = table.isTitled ? 0 : 1
        add(count: table.count + 1 - first) { numbers in
            var lines: [UInt8] = []
            lines.reserveCapacity(numbers.count * min(table.lineWidth, 192))
            table.write(numbers.lowerBound + first..<numbers.upperBound + first, style, into: &lines)
            return lines
        }
    }
}
