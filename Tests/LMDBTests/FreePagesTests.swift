import LMDB
import LedgerTestSupport
import Testing

/// The list of free pages is looked at before liblmdb writes by it: what it states moves memory.
@Suite struct FreePagesTests {
    /// A node of another size made liblmdb move bytes past the end of its memory ("double free or corruption").
    @Test func aNodeOfAnotherSizeIsDamage() throws {
        let scratch = Scratch()
        let store = try Environment(at: scratch.store, options())
        for round in 0..<6 {
            try store.write { transaction in
                for number in 0..<200 {
                    try transaction.put([UInt8](repeating: UInt8(round), count: 90), in: first, at: key(number))
                }
            }
        }
        store.close()
        let page = try freePages(of: scratch.bytes())
        #expect(opens(scratch))
        var flipped = 0
        for node in page.nodes {
            // The sizes of the data, four bytes, and of the key, the last two of eight.
            for byte in [0, 1, 2, 3, 6, 7] {
                for bit in 0..<8 {
                    try scratch.flip(bit: bit, ofByte: page.start + node + byte)
                    #expect(!opens(scratch), "bit \(bit) of byte \(byte) of the node at \(node)")
                    try scratch.flip(bit: bit, ofByte: page.start + node + byte)
                    flipped += 1
                }
            }
        }
        #expect(flipped > 0)
        #expect(opens(scratch))
    }

    private func opens(_ scratch: Scratch) -> Bool {
        do {
            try Environment(at: scratch.store, options(.readWrite)).close()
            return true
        } catch { return false }
    }

    /// The root of the list by the newest meta page, which is a leaf: where it begins, and its nodes. Source: mdb.c,
    /// `MDB_meta`, `MDB_page`.
    private func freePages(of bytes: [UInt8]) throws -> (start: Int, nodes: [Int]) {
        func number(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
        }
        let meta = number(4_096 + 144, 8) > number(144, 8) ? 4_096 : 0
        let start = number(meta + 80, 8) * 4_096
        try #require(number(start + 10, 2) & 0x0F == 0x02, "the root is no leaf")
        return (start, stride(from: 16, to: number(start + 12, 2), by: 2).map { number(start + $0, 2) })
    }
}
