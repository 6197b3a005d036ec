import LMDB
import Testing

@Suite struct CursorTests {
    let scratch = Scratch()
    let environment: Environment

    /// Rows 10, 20 … 90, each with its number in one byte.
    init() throws {
        environment = try Environment(at: scratch.store, options())
        try environment.write { transaction throws in
            for number in 1...9 { try transaction.append([UInt8(number * 10)], in: first, at: key(number * 10)) }
        }
    }

    private func number(_ entry: Entry?) -> UInt8? {
        if let entry { return entry.value.unsafeLoad(as: UInt8.self) }
        return nil
    }

    @Test func stepsGoBothWaysAndEndWithNil() throws {
        try environment.read { transaction throws in
            try transaction.withCursor(in: first) { cursor throws in
                #expect(number(try cursor.current()) == nil)
                #expect(number(try cursor.first()) == 10)
                #expect(number(try cursor.previous()) == nil)
                #expect(number(try cursor.next()) == 20)
                #expect(number(try cursor.current()) == 20)
                #expect(number(try cursor.last()) == 90)
                #expect(number(try cursor.previous()) == 80)
                #expect(number(try cursor.next()) == 90)
                #expect(number(try cursor.next()) == nil)
                #expect(number(try cursor.next()) == nil)
            }
            try transaction.withCursor(in: first) { cursor throws in #expect(number(try cursor.next()) == 10) }
            try transaction.withCursor(in: first) { cursor throws in #expect(number(try cursor.previous()) == 90) }
        }
    }

    /// The sought key; the first at or after, the exact, the last at or before.
    static let seeks: [(sought: [UInt8], after: UInt8?, exact: UInt8?, before: UInt8?)] = [
        ([], 10, nil, nil), (key(0), 10, nil, nil), (key(10), 10, 10, 10), (key(11), 20, nil, 10),
        (key(49), 50, nil, 40),
        (key(50), 50, 50, 50), (key(90), 90, 90, 90), (key(91), nil, nil, 90), ([255], nil, nil, 90),
        ([0], 10, nil, nil),
        (key(20) + [0], 30, nil, 20),
    ]

    @Test(arguments: seeks.indices)
    func seeksFindTheNeighbours(index: Int) throws {
        let seek = Self.seeks[index]
        try environment.read { transaction throws in
            try transaction.withCursor(in: first) { cursor throws in
                #expect(number(try cursor.seek(atOrAfter: seek.sought)) == seek.after, "\(seek)")
                #expect(number(try cursor.seek(exactly: seek.sought)) == seek.exact, "\(seek)")
                #expect(number(try cursor.seek(atOrBefore: seek.sought)) == seek.before, "\(seek)")
            }
        }
    }

    @Test func anEmptyTableHasNoRows() throws {
        try environment.read { transaction throws in
            try transaction.withCursor(in: second) { cursor throws in
                #expect(number(try cursor.first()) == nil)
                #expect(number(try cursor.last()) == nil)
                #expect(number(try cursor.next()) == nil)
                #expect(number(try cursor.previous()) == nil)
                #expect(number(try cursor.current()) == nil)
                #expect(number(try cursor.seek(atOrAfter: key(1))) == nil)
                #expect(number(try cursor.seek(atOrBefore: key(1))) == nil)
                #expect(number(try cursor.seek(exactly: key(1))) == nil)
            }
        }
    }

    @Test func aWriterReadsItsOwnChanges() throws {
        try environment.write { transaction throws in
            try transaction.put([15], in: first, at: key(15))
            _ = try transaction.delete(in: first, at: key(20))
            try transaction.withCursor(in: first) { cursor throws in
                #expect(number(try cursor.seek(atOrAfter: key(11))) == 15)
                #expect(number(try cursor.next()) == 30)
            }
        }
    }
}
