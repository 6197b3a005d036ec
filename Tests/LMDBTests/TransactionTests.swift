import LMDB
import LedgerTestSupport
import Testing

@Suite struct TransactionTests {
    let scratch = Scratch()

    private struct Stop: Error {}

    @Test func whatIsWrittenIsRead() throws {
        let environment = try Environment(at: scratch.store, options())
        let found = try environment.write { transaction throws in
            try transaction.put([1, 2, 3], in: first, at: key(1))
            try transaction.put([], in: first, at: key(2))
            try transaction.put([9], in: second, at: key(1))
            return try transaction.bytes(first, key(1))
        }
        #expect(found == [1, 2, 3])
        try environment.read { transaction throws in
            #expect(try transaction.bytes(first, key(1)) == [1, 2, 3])
            #expect(try transaction.bytes(first, key(2)) == [])
            #expect(try transaction.bytes(second, key(1)) == [9])
            #expect(try transaction.bytes(second, key(2)) == nil)
            #expect(try transaction.count(in: first) == 2)
            #expect(try transaction.count(in: second) == 1)
        }
    }

    @Test func aThrownErrorTakesEverythingBack() throws {
        let environment = try Environment(at: scratch.store, options())
        #expect(throws: Stop.self) {
            try environment.write { transaction throws in
                try transaction.put([1], in: first, at: key(1))
                throw Stop()
            }
        }
        #expect(try environment.read { try $0.count(in: first) } == 0)
        #expect(try environment.information().lastTransaction == 1)
    }

    @Test func aReaderKeepsItsState() throws {
        let environment = try Environment(at: scratch.store, options())
        try environment.write { try $0.put([1], in: first, at: key(1)) }
        try environment.read { before throws in
            try environment.write { transaction throws in
                try transaction.put([2], in: first, at: key(1))
                // A reader inside the writer sees what is committed.
                #expect(try environment.read { try $0.bytes(first, key(1)) } == [1])
            }
            #expect(try before.bytes(first, key(1)) == [1])
            #expect(try environment.read { try $0.bytes(first, key(1)) } == [2])
        }
    }

    @Test func aKeyThatCannotExistIsNotFound() throws {
        let environment = try Environment(at: scratch.store, options())
        try environment.write { transaction throws in
            try transaction.put([1], in: first, at: key(1))
            for odd in [[], [UInt8](repeating: 1, count: 600)] {
                #expect(try transaction.bytes(first, odd) == nil)
                #expect(try transaction.delete(in: first, at: odd) == false)
            }
            let longest = [UInt8](repeating: 7, count: 511)
            try transaction.put([5], in: first, at: longest)
            #expect(try transaction.bytes(first, longest) == [5])
        }
    }

    @Test func deletingReturnsWhetherThereWasARow() throws {
        let environment = try Environment(at: scratch.store, options())
        try environment.write { transaction throws in
            for number in 0..<100 { try transaction.put(key(number), in: first, at: key(number)) }
            #expect(try transaction.delete(in: first, at: key(50)))
            #expect(try transaction.delete(in: first, at: key(50)) == false)
            #expect(try transaction.count(in: first) == 99)
            try transaction.deleteAll(in: first)
            #expect(try transaction.count(in: first) == 0)
        }
        #expect(try environment.read { try $0.rows(first) } == [])
    }

    @Test func reservedSpaceIsFilledInPlace() throws {
        let environment = try Environment(at: scratch.store, options())
        let large = [UInt8](repeating: 0xAB, count: 10_000)
        try environment.write { transaction throws in
            try transaction.reserve(in: first, at: key(2).span.bytes, byteCount: 4) { output in
                output.append(0x0102_0304, as: UInt32.self)
            }
            try transaction.reserveAppending(in: first, at: key(3).span.bytes, byteCount: large.count) { output in
                for byte in large { output.append(byte) }
            }
            try transaction.reserve(in: first, at: key(1).span.bytes, byteCount: 0) { _ in }
        }
        let rows = try environment.read { try $0.rows(first) }
        #expect(rows == [Row(key(1), []), Row(key(2), [4, 3, 2, 1]), Row(key(3), large)])
    }

    @Test func aHalfWrittenRowIsNeverCommitted() throws {
        let environment = try Environment(at: scratch.store, options())
        let thrown = reason {
            try environment.write { transaction throws in
                try? transaction.reserve(in: first, at: key(1).span.bytes, byteCount: 4) { _ in throw Stop() }
            }
        }
        #expect(thrown == .abandoned)
        #expect(try environment.read { try $0.count(in: first) } == 0)
    }

    @Test func appendingBelowTheLastKeyTakesEverythingBack() throws {
        let environment = try Environment(at: scratch.store, options())
        try environment.write { try $0.append([1], in: first, at: key(5)) }
        for number in [5, 4] {
            let thrown = reason {
                try environment.write { transaction throws in
                    try transaction.put([1], in: second, at: key(1))
                    // Swallowed, and still nothing of this is kept.
                    try? transaction.append([1], in: first, at: key(number))
                }
            }
            #expect(thrown == .notAscending, "key \(number)")
        }
        #expect(try environment.read { try $0.count(in: second) } == 0)
        try environment.write { try $0.append([1], in: first, at: key(6)) }
        #expect(try environment.read { try $0.count(in: first) } == 2)
    }

    @Test func writingToAReadOnlyStoreIsRefused() throws {
        do { _ = try Environment(at: scratch.store, options()) }
        let environment = try Environment(at: scratch.store, options(.readOnly))
        #expect(reason { try environment.write { try $0.put([1], in: first, at: key(1)) } } == .readOnly)
        #expect(try environment.read { try $0.count(in: first) } == 0)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func randomChangesMatchAPlainDictionary(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let environment = try Environment(at: scratch.store, options())
        var model: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<30 {
            var draft = model
            let keep = !random.oneIn(5)
            let thrown = reason {
                try environment.write { transaction throws in
                    for _ in 0..<random.below(60) {
                        let at = random.bytes(1 + random.below(3))
                        switch random.below(4) {
                        case 0:
                            let existed = draft.removeValue(forKey: at) != nil
                            #expect(try transaction.delete(in: first, at: at) == existed, "seed \(seed)")
                        case 1:
                            #expect(try transaction.bytes(first, at) == draft[at], "seed \(seed)")
                        default:
                            let value = random.bytes(random.oneIn(8) ? random.below(9_000) : random.below(40))
                            draft[at] = value
                            try transaction.put(value, in: first, at: at)
                        }
                    }
                    if !keep { throw Stop() }
                }
            }
            #expect(thrown == nil, "seed \(seed)")
            if keep { model = draft }
            let expected = model.map { Row($0.key, $0.value) }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            #expect(try environment.read { try $0.rows(first) } == expected, "seed \(seed)")
        }
    }

    /// The kept cursor of an append must see what other changes did to the end of the table.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func appendsAmongOtherChangesKeepTheOrder(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let environment = try Environment(at: scratch.store, options())
        var model: [Int: [UInt8]] = [:]
        for _ in 0..<4 {
            try environment.write { transaction in
                for _ in 0..<400 {
                    let last = model.keys.max() ?? 0
                    let value = random.bytes(random.below(600))
                    switch random.below(8) {
                    case 0:
                        // Often behind the end, where a stale cursor would go wrong.
                        let number = last + random.below(9) - 2
                        model[max(number, 0)] = value
                        try transaction.put(value, in: first, at: key(max(number, 0)))
                    case 1:
                        model[last] = nil
                        _ = try transaction.delete(in: first, at: key(last))
                    case 2 where random.oneIn(40):
                        model = [:]
                        try transaction.deleteAll(in: first)
                    case 3:
                        model[last + 1] = value
                        try transaction.reserveAppending(
                            in: first, at: key(last + 1).span.bytes, byteCount: value.count
                        ) { output in
                            for byte in value { output.append(byte) }
                        }
                    default:
                        model[last + 1] = value
                        try transaction.append(value, in: first, at: key(last + 1))
                        try transaction.append(value, in: second, at: key(try transaction.count(in: second)))
                    }
                }
            }
            let expected = model.keys.sorted().map { Row(key($0), model[$0]!) }
            #expect(try environment.read { try $0.rows(first) } == expected, "seed \(seed)")
        }
    }
}
