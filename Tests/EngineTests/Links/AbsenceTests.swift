import Engine
import EventModel
import EventStore
import LedgerTestSupport
import Testing

/// A record that damage hides is not taken for a missing one, by a writer either: what it decides on "there is none" is
/// proved.
@Suite struct AbsenceTests {
    private static let records = 600

    /// The offset of a byte in the index of streams whose change hides rows: of a key above the leaves, or of the word
    /// that says how many rows a leaf has; and the bits of it that hide rows rather than make some up.
    private func place(in bytes: [UInt8], isBranch: Bool, _ random: inout SeededRandom) -> (offset: Int, bits: [Int])? {
        func word(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
        func key(_ page: Int, _ index: Int) -> (at: Int, text: String) {
            let node = page + word(page + 16 + 2 * index)
            let end = node + 8 + word(node + 6)
            return (node + 8, end <= bytes.count ? String(decoding: bytes[node + 8..<end], as: UTF8.self) : "")
        }
        let pages = (2..<bytes.count / 4_096).map { $0 * 4_096 }.filter { page in
            guard bytes[page + 10] & 0x6F == (isBranch ? 1 : 2), word(page) == page / 4_096, word(page + 12) > 24 else {
                return false
            }
            return key(page, 1).text.hasPrefix("flight/f")
        }
        guard let page = pages.randomElement(using: &random) else { return nil }
        if !isBranch { return (page + 12, (1..<8).filter { bytes[page + 12] >> UInt8($0) & 1 == 1 }) }
        // A digit of the number in the name of the first stream of a page.
        let key = key(page, 1 + random.below(word(page + 12) / 2 - 9))
        return (key.at + 8 + random.below(max(1, key.text.utf8.count - 8)), Array(0..<8))
    }

    @Test("a create of a record that a flipped bit hides is never accepted", arguments: [5, 6] as [UInt64])
    func hiddenRecords(seed: UInt64) throws {
        let source = try StoreLedger(seed: seed)
        for start in stride(from: 0, to: Self.records, by: 100) {
            _ = try source.append((start..<start + 100).map { Draft.log("f\($0 + 100)") }, condition: nil)
        }
        let files = source.snapshot()
        let whole = files[0].bytes
        var random = SeededRandom(seed: seed)
        var codes: [String: Int] = [:]
        for round in 0..<36 {
            guard let place = place(in: whole, isBranch: round % 2 == 0, &random),
                let bit = place.bits.randomElement(using: &random)
            else { continue }
            var damaged = files
            damaged[0].bytes[place.offset] ^= 1 << UInt8(bit)
            do { try source.rollBack(to: damaged) } catch {
                codes["not opened", default: 0] += 1
                try source.rollBack(to: files)
                continue
            }
            for number in (0..<Self.records).shuffled(using: &random).prefix(120) {
                do {
                    _ = try source.append(Draft.log("f\(number + 100)"))
                    Issue.record(
                        "seed \(seed) round \(round), byte \(place.offset) bit \(bit): a second record f\(number + 100) was made"
                    )
                } catch { codes[Refused(error).code, default: 0] += 1 }
            }
            try source.rollBack(to: files)
        }
        // Otherwise nothing was hidden, and nothing tested.
        #expect(codes["store.damaged", default: 0] > 20, "\(codes)")
        #expect(codes["record.exists", default: 0] > 20, "\(codes)")
        #expect(Set(codes.keys).isSubset(of: ["store.damaged", "record.exists", "not opened"]), "\(codes)")
    }
}
