import LMDB
import LedgerTestSupport
import Testing

/// Proofs that a row is not there: never wrong about a whole store, never taken in by a damaged one.
@Suite struct TreeCheckTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func aWholeTreeIsNeverSuspected(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let scratch = Scratch()
        let store = try Environment(at: scratch.store, options())
        try store.read { try $0.checkTree(of: first, from: nil, through: nil) }
        var keys: Set<Int> = []
        for _ in 0..<40 {
            try store.write { transaction in
                for _ in 0..<60 {
                    let number = random.below(1 << 16)
                    if random.oneIn(3), let gone = keys.randomElement(using: &random) {
                        _ = try transaction.delete(in: first, at: key(gone))
                        keys.remove(gone)
                    } else {
                        try transaction.put(
                            random.bytes(random.oneIn(10) ? 1_900 + random.below(4_000) : random.below(120)), in: first,
                            at: wide(number))
                        try transaction.put(random.bytes(random.below(60)), in: first, at: key(number))
                        keys.insert(number)
                    }
                    // Beside its own changes: of the state it began with.
                    let wanted = random.below(1 << 16)
                    if !keys.contains(wanted) {
                        try transaction.proveComplete(of: first, from: key(wanted), through: key(wanted)) { _ in }
                    }
                }
                try transaction.proveComplete(of: first, from: nil, through: nil) { _ in }
            }
            try store.read { transaction in
                try transaction.checkTree(of: first, from: nil, through: nil)
                for _ in 0..<20 {
                    let (low, high) = (random.below(1 << 16), random.below(1 << 16))
                    try transaction.checkTree(of: first, from: key(low), through: key(low))
                    try transaction.checkTree(of: first, from: wide(min(low, high)), through: wide(max(low, high)))
                }
            }
        }
        store.close()
    }

    /// A key of a length of its own, beginning with a letter.
    private func wide(_ number: Int) -> [UInt8] {
        [UInt8(97 + number % 26)] + Array(String(number).utf8) + [UInt8](repeating: 45, count: number % 90)
    }

    @Test func aRowThatAFlippedBitHidesIsNotTakenForMissing() throws {
        let scratch = Scratch()
        var store = try Environment(at: scratch.store, options())
        try store.write { transaction in
            for number in 0..<4_000 {
                try transaction.append([UInt8](repeating: 7, count: 40), in: first, at: key(number * 256))
            }
        }
        store.close()
        let whole = try scratch.bytes()
        var random = SeededRandom(seed: 11)
        var (hidden, hiddenFromWriters) = (0, 0)
        for round in 0..<60 {
            try scratch.write(whole)
            let offset = target(in: whole, isBranch: round % 2 == 0, &random)
            // Fewer rows, never more: slots that were never written would lead LMDB out of the page.
            let bits = round % 2 == 0 ? Array(0..<8) : (1..<8).filter { whole[offset] >> UInt8($0) & 1 == 1 }
            guard let bit = bits.randomElement(using: &random) else { continue }
            try scratch.flip(bit: bit, ofByte: offset)
            store = try Environment(at: scratch.store, options(.readOnly))
            try store.read { transaction in
                let before = hidden
                let whole = reason { try transaction.checkTree(of: first, from: nil, through: nil) }
                defer {
                    if hidden > before {
                        #expect(whole == .damaged, "seed 11 round \(round): byte \(offset), the whole table")
                    }
                }
                for number in 0..<4_000 where try transaction.value(in: first, at: key(number * 256)) == nil {
                    hidden += 1
                    let found = reason {
                        try transaction.checkTree(of: first, from: key(number * 256), through: key(number * 256))
                    }
                    #expect(found == .damaged, "seed 11 round \(round): byte \(offset) hides row \(number)")
                }
            }
            store.close()
            hiddenFromWriters += try writers(scratch, &random, "seed 11 round \(round): byte \(offset)")
        }
        #expect(hiddenFromWriters > 100)
        // Otherwise nothing was tested.
        #expect(hidden > 100)
    }

    @Test func aPageNumberThatLeadsNowhereIsAnErrorNotASignal() throws {
        let scratch = Scratch()
        var store = try Environment(at: scratch.store, options())
        try store.write { transaction in
            for number in 0..<4_000 {
                try transaction.append([UInt8](repeating: 7, count: 40), in: first, at: key(number * 256))
            }
        }
        store.close()
        let whole = try scratch.bytes()
        var random = SeededRandom(seed: 12)
        for round in 0..<40 {
            // Behind the first two pages: the number of a child, in the first node of a branch page.
            let branches = (2..<whole.count / 4_096).map { $0 * 4_096 }.filter {
                whole[$0 + 10] & 0x6F == 1 && whole[$0 + 12] > 16
            }
            let page = branches[random.below(branches.count)]
            let node = page + Int(whole[page + 16]) + Int(whole[page + 17]) << 8
            try scratch.write(whole)
            try scratch.flip(bit: random.below(8), ofByte: node + 1 + random.below(4))
            store = try Environment(at: scratch.store, options(.readOnly))
            let found = reason { try store.read { try $0.checkTree(of: first, from: nil, through: nil) } }
            #expect(found == .damaged, "seed 12 round \(round)")
            store.close()
        }
    }

    /// How many rows are hidden from a write transaction, which must prove none of them missing, in whatever order it
    /// asks.
    private func writers(_ scratch: LMDBTests.Scratch, _ random: inout SeededRandom, _ place: String) throws -> Int {
        let store = try Environment(at: scratch.store, options())
        defer { store.close() }
        let numbers = (0..<4_000).shuffled(using: &random)
        var hidden = 0
        for _ in 0..<2 {
            try? store.write { transaction in
                for number in numbers {
                    // Keys beside those that were written, whose gaps must not cover a hidden one.
                    let beside = key(number * 256 + 1)
                    _ = reason { try transaction.proveComplete(of: first, from: beside, through: beside) { _ in } }
                    guard try transaction.value(in: first, at: key(number * 256)) == nil else { continue }
                    hidden += 1
                    let found = reason {
                        try transaction.proveComplete(of: first, from: key(number * 256), through: key(number * 256)) {
                            _ in
                        }
                    }
                    #expect(found == .damaged, "\(place) hides row \(number) from a writer")
                }
                throw Rollback()
            }
        }
        return hidden
    }

    private struct Rollback: Error {}

    /// A byte of a key above the leaves, or of the word that says how many rows a leaf has.
    private func target(in bytes: [UInt8], isBranch: Bool, _ random: inout SeededRandom) -> Int {
        let pages = (2..<bytes.count / 4_096).map { $0 * 4_096 }.filter { page in
            let entries = (Int(bytes[page + 12]) | Int(bytes[page + 13]) << 8) / 2 - 8
            return bytes[page + 10] & 0x6F == (isBranch ? 1 : 2) && entries > 20
        }
        let page = pages[random.below(pages.count)]
        guard isBranch else { return page + 12 }
        let slot = page + 16 + 2 * (1 + random.below(15))
        let node = page + Int(bytes[slot]) + Int(bytes[slot + 1]) << 8
        // Bytes 5 and 6 of the key: 7 is always zero, those before count too far.
        return node + 8 + 5 + random.below(2)
    }
}
