import EventCodec
import EventModel
import Testing

import DaybookDomains
@testable import DaybookKit

@Suite struct UnitPartsTests {
    private func sizes(_ items: [Int]) -> [Int] { UnitParts.parts(of: items, bytes: \.self).map(\.count) }

    @Test("parts of a unit hold 4,000 items and half of its bytes; an item that is larger stands alone")
    func parts() {
        let half = Limits.unitBytesMaximum / 2
        #expect(sizes([]) == [0])
        #expect(sizes([1, 1]) == [2])
        #expect(sizes(Array(repeating: 1, count: 8_001)) == [4_000, 4_000, 1])
        #expect(sizes([half, 1, half - 1, 1]) == [1, 2, 1])
        #expect(sizes([1, half + 1, 1]) == [1, 1, 1])
        // Eleven hundred undos that each restore names, as a linked person can write them.
        #expect(sizes(Array(repeating: 1_024 + 32 * 1_100, count: 243)) == [115, 115, 13])
    }
}
