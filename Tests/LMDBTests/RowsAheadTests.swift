import LMDB
import LedgerTestSupport
import Testing

/// Values at keys one after another, found by a step, ahead, or by a descent: always the one of the key.
@Suite struct RowsAheadTests {
    let scratch = Scratch()
    let environment: Environment
    /// The keys of rows: every third number, in six bytes. The row of a number says it over and over, more often for
    /// some.
    static let numbers = stride(from: 0, to: 9_000, by: 3)

    init() throws {
        environment = try Environment(at: scratch.store, options())
        try environment.write { transaction throws in
            for number in Self.numbers { try transaction.append(Self.row(number), in: first, at: Self.key(number)) }
        }
    }

    private static func key(_ number: Int) -> [UInt8] {
        [7, 0, 0, UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
    }

    private static func row(_ number: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: 20 + number % 300).indices.map {
            $0.isMultiple(of: 2) ? UInt8(number >> 8 & 255) : UInt8(number & 255)
        }
    }

    private func value(_ number: Int, _ cursor: inout Cursor) throws -> [UInt8]? {
        if let found = try cursor.value(at: Self.key(number).span.bytes) {
            return found.withUnsafeBytes { unsafe Array($0) }
        }
        return nil
    }

    private func expect(_ number: Int, _ cursor: inout Cursor) throws {
        let expected = Self.numbers.contains(number) ? Self.row(number) : nil
        #expect(try value(number, &cursor) == expected, "\(number)")
    }

    @Test(arguments: 1...20)
    func theValueIsThatOfTheKeyInAnyOrderAndWhateverWasReadAhead(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        try environment.read { transaction throws in
            try transaction.withCursor(in: first) { cursor throws in
                for _ in 0..<6 {
                    // Some of them are no rows, and some come twice.
                    let asked = (0..<400).map { _ in random.below(9_200) }
                    let stated = asked.filter { _ in !random.oneIn(10) }
                    if random.oneIn(2) { try cursor.readAhead(stated.flatMap(Self.key), width: 6) }
                    for number in asked where !random.oneIn(20) { try expect(number, &cursor) }
                }
            }
        }
    }

    @Test func keysThatFollowEachOtherAreNotWorthReadingAhead() throws {
        try environment.read { transaction throws in
            try transaction.withCursor(in: first) { cursor throws in
                for number in Self.numbers {
                    try expect(number, &cursor)
                    #expect(cursor.worthAhead == 0)
                }
            }
        }
    }

    @Test func keysHereAndThereAreUntilOthersAreAskedForThanThoseReadAhead() throws {
        try environment.read { transaction throws in
            try transaction.withCursor(in: first) { cursor throws in
                let scattered = (0..<1_000).map { $0 * 4_111 % 3_000 * 3 }
                for number in scattered[..<3] { try expect(number, &cursor) }
                #expect(cursor.worthAhead > 0)
                try cursor.readAhead(scattered[3..<500].flatMap(Self.key), width: 6)
                #expect(cursor.worthAhead == 0, "what was told is not asked for yet")
                for number in scattered[3..<500] { try expect(number, &cursor) }
                #expect(cursor.worthAhead > 0)
                try cursor.readAhead(scattered[500..<600].flatMap(Self.key), width: 6)
                for number in scattered[600...] { try expect(number, &cursor) }
                try expect(scattered[599], &cursor)
                #expect(cursor.worthAhead == 0, "most of what was told was not asked for")
            }
        }
    }

    @Test func aWritersRowsMoveSoNothingIsWorthReadingAhead() throws {
        try environment.write { transaction throws in
            try transaction.withCursor(in: first) { cursor throws in
                for number in [3_000, 30, 6_000, 90] { try expect(number, &cursor) }
                #expect(cursor.worthAhead == 0)
            }
        }
    }
}
