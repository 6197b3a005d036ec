import EventCodec
import Testing

/// The number by which bytes are looked at first.
@Suite struct LikenessTests {
    @Test("equal bytes have equal numbers wherever they lie, and ten thousand names have as many") func likeness() {
        let names = (0..<10_000).map { Array("flight/0192f0c1-\(1000 + $0 / 100)-7a\($0 % 100)".utf8) }
        let numbers = names.map { $0.span.bytes.likeness }
        #expect(Set(numbers).count == Set(names).count)
        for (name, number) in zip(names, numbers).prefix(200) {
            // Behind one, two and more other bytes, so that no word of it lies where it lay.
            for before in 1...9 {
                let moved = [UInt8](repeating: 0xFF, count: before) + name + [0]
                #expect(moved.span.bytes.extracting(before..<before + name.count).likeness == number)
            }
        }
        #expect([UInt8]().span.bytes.likeness != [0].span.bytes.likeness)
    }
}
