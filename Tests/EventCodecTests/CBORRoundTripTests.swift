import EventCodec
import EventModel
import LedgerTestSupport
import Testing

@Suite struct CBORRoundTripTests {
    @Test(arguments: [
        (Int64(0), "00"), (23, "17"), (24, "1818"), (255, "18ff"), (256, "190100"), (65_535, "19ffff"),
        (65_536, "1a00010000"), (4_294_967_295, "1affffffff"),
        (4_294_967_296, "1b0000000100000000"), (Int64.max, "1b7fffffffffffffff"), (-1, "20"), (-24, "37"),
        (-25, "3818"), (-256, "38ff"), (-257, "390100"),
        (Int64.min, "3b7fffffffffffffff"),
    ])
    func integersAreWrittenAtTheirShortest(value: Int64, expected: String) {
        #expect(Hex.encode(written { $0.integer(value) }) == expected)
    }

    @Test(arguments: [
        (0, "40"), (23, "57"), (24, "5818"), (255, "58ff"), (256, "590100"), (65_535, "59ffff"), (65_536, "5a00010000"),
    ])
    func lengthsAreWrittenAtTheirShortest(count: Int, head: String) {
        let data = [UInt8](repeating: 0, count: count)
        let item = written { $0.data(data) }
        #expect(Hex.encode(item.prefix(item.count - count)) == head)
        #expect(reading(item) { reader throws(CBORError) in try reader.data(count: count) } == .value(data))
        #expect(fault(item) == nil)
    }

    @Test func simpleValuesAreOneByte() {
        #expect(written { $0.bool(false) } == [0xF4])
        #expect(written { $0.bool(true) } == [0xF5])
        #expect(written { $0.null() } == [0xF6])
        #expect(written { $0.array(count: 0) } == [0x80])
        #expect(written { $0.map(count: 24) } == [0xB8, 24])
    }

    @Test func aWriterCanBeUsedAgain() {
        var writer = CBORWriter(capacity: 4)
        writer.text("é")
        #expect(Hex.encode(writer.bytes) == "62c3a9")
        writer.reset()
        writer.unsigned(7)
        #expect(writer.bytes == [7])
    }

    @Test func anyIntegerComesBack() {
        let seed: UInt64 = 101
        var random = SeededRandom(seed: seed)
        for _ in 0..<20_000 {
            let value = Int64(bitPattern: random.next()) >> Int64(random.below(64))
            let item = written { $0.integer(value) }
            #expect(
                reading(item) { reader throws(CBORError) in try reader.integer() } == .value(value),
                "seed \(seed), value \(value)")
            if let fault = fault(item) { Issue.record("seed \(seed), value \(value): \(fault)") }
        }
    }

    /// Items of any shape, written with our writer, are of the profile; cut anywhere, or with a byte behind, they are
    /// not.
    @Test func anyItemIsOfTheProfileAndNoPartOfItIs() {
        let seed: UInt64 = 102
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            var writer = CBORWriter()
            write(depth: 4, into: &writer, &random)
            let item = writer.bytes
            if let fault = fault(item) { Issue.record("seed \(seed), \(Hex.encode(item)): \(fault)") }
            #expect(fault(item + [0]) == CBORError(.trailingBytes, at: item.count), "seed \(seed), \(Hex.encode(item))")
            for end in 0..<min(item.count, 40) where fault(Array(item[..<end])) == nil {
                Issue.record("seed \(seed): the first \(end) bytes of \(Hex.encode(item)) are an item")
            }
        }
    }

    private func write(depth: Int, into writer: inout CBORWriter, _ random: inout SeededRandom) {
        switch random.below(depth > 0 ? 8 : 6) {
        case 0: writer.integer(Int64(bitPattern: random.next()) >> Int64(random.below(64)))
        case 1: writer.data(random.bytes(random.below(40)))
        case 2: writer.text(["", "a", "é", "한", "\u{1F6E9}\u{FE0F}", "twenty-four letters here"][random.below(6)])
        case 3: writer.bool(random.oneIn(2))
        case 4: writer.null()
        case 5: writer.data(Bytes32(bytes: random.bytes(32))!)
        case 6:
            let count = random.below(5)
            writer.array(count: count)
            for _ in 0..<count { write(depth: depth - 1, into: &writer, &random) }
        default:
            let count = random.below(30)
            writer.map(count: count)
            for key in 0..<count {
                writer.unsigned(UInt64(key * 20))
                write(depth: min(depth - 1, 1), into: &writer, &random)
            }
        }
    }
}
