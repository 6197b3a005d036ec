import DaybookDomains
@testable import DaybookKit
import EventModel
import EventStore
import LedgerTestSupport
import Testing

/// The newest parts of several shares of one reading.
@Suite struct MergedEvidenceTests {
    @Test("lists that have their newest first, merged, are as one that is sorted and cut")
    func merged() {
        let seed: UInt64 = 20_261_125
        var random = SeededRandom(seed: seed)
        for round in 0..<2_000 {
            let (shares, limit) = (Int.random(in: 1...4, using: &random), Int.random(in: 0...12, using: &random))
            // Records are in one share each; a record has some parts, of several days.
            var lists = Array(repeating: NewestParts(limit: limit), count: shares)
            for record in 0..<Int.random(in: 0...30, using: &random) {
                let share = Int.random(in: 0..<shares, using: &random)
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let day = CivilDate(day: Int32.random(in: 20_000...20_006, using: &random))
                    lists[share].add(day) { number in
                        EvidencePart(
                            day: day, place: EventPlace(log: 0, sequence: UInt64(record * 10 + number)),
                            role: .counted(adds: 1, amendedBy: nil), isSentence: false,
                            of: nil, record: record, number: number)
                    }
                }
            }
            for share in lists.indices { lists[share].trim() }
            let sorted = lists.flatMap(\.parts).sorted { $1.age.isOlder(than: $0.age) }.prefix(limit)
            #expect(
                EvidenceListing.merged(lists.map(\.parts), limit).map(\.place) == sorted.map(\.place),
                "seed \(seed), round \(round)")
        }
    }
}
