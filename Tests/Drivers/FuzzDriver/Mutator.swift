import LedgerTestSupport

/// Changes inputs the ways in which files are damaged and forged: bits, single bytes, lengths, pieces put in, taken
/// out, doubled, and joined from two inputs.
struct Mutator {
    /// Pieces that mean something to the reader under test.
    var pieces: [[UInt8]] = []

    private static let edges: [UInt8] = [
        0x00, 0x01, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1F, 0x20, 0x3B, 0x40, 0x7F, 0x80, 0x9F, 0xBF, 0xC0, 0xF4, 0xF6,
        0xF7, 0xFB, 0xFF,
    ]

    /// One to four changes.
    func change(_ input: [UInt8], other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = input
        for _ in 0..<1 + random.below(4) { changeOnce(&bytes, other, &random) }
        return bytes
    }

    private func changeOnce(_ bytes: inout [UInt8], _ other: [UInt8], _ random: inout SeededRandom) {
        guard !bytes.isEmpty else { return bytes = random.bytes(1 + random.below(8)) }
        let at = random.below(bytes.count)
        switch random.below(11) {
        case 0, 1: bytes[at] ^= 1 << UInt8(random.below(8))
        case 2: bytes[at] = Mutator.edges[random.below(Mutator.edges.count)]
        case 3: bytes[at] = bytes[at] &+ (random.oneIn(2) ? 1 : 255)
        case 4: bytes.insert(contentsOf: random.bytes(1 + random.below(4)), at: at)
        case 5: bytes.removeSubrange(at..<min(bytes.count, at + 1 + random.below(random.oneIn(4) ? 64 : 4)))
        case 6: bytes.removeLast(bytes.count - at)
        case 7: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 1 + random.below(32))], at: at)
        case 8 where !other.isEmpty:
            let from = random.below(other.count)
            bytes = Array(bytes[..<at]) + other[from...]
        case 9 where !pieces.isEmpty: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: at)
        case 10 where !pieces.isEmpty:
            let piece = pieces[random.below(pieces.count)]
            bytes.replaceSubrange(at..<min(bytes.count, at + piece.count), with: piece)
        default: bytes.swapAt(at, random.below(bytes.count))
        }
    }
}

/// Changes a tree so that it stays CBOR: what a byte flip seldom reaches.
struct TreeMutator {
    static let integers: [UInt64] = [
        0, 1, 2, 12, 13, 14, 15, 16, 23, 24, 63, 64, 65, 255, 256, 1000, 1001, 65_535, 65_536, 1 << 32 - 1, 1 << 32,
        1 << 63 - 1, 1 << 63, .max,
    ]
    /// Composed and not, singletons, Hangul, marks out of order, U+0000, not UTF-8; lengths around the eight-byte words
    /// of the check.
    static let texts: [[UInt8]] = [
        [], Array("a".utf8), Array("é".utf8), [0x65, 0xCC, 0x81], [0xE2, 0x84, 0xAA],
        [0xE1, 0x84, 0x80, 0xE1, 0x85, 0xA1],
        [0xEA, 0xB0, 0x80], [0x71, 0xCC, 0x81, 0xCC, 0xA7], [0xCD, 0x84], [0x00], [0x61, 0x00], [0xC0, 0x80],
        [0xED, 0xA0, 0x80], [0xFF],
        [0xF4, 0x90, 0x80, 0x80], [0xEF, 0xBF, 0xBF], Array("aaaaaaa\u{0}".utf8), Array("aaaaaaaa\u{0}".utf8),
        Array("aaaaaaaé".utf8),
        Array("aaaaaaae\u{301}".utf8), Array(repeating: 0x61, count: 23), Array(repeating: 0x61, count: 24),
        Array(repeating: 0x61, count: 64),
        Array(repeating: 0x61, count: 65), Array(repeating: 0x61, count: 129), Array("flight/a".utf8), Array("/a".utf8),
        Array("a.B9".utf8),
        Array("Europe/Berlin".utf8), [0x7F], [0x61, 0xCC], [0xF0, 0x9F, 0x9B, 0xA9],
    ]

    static func change(_ tree: Tree, _ random: inout SeededRandom) -> Tree {
        var visited = 0
        return change(tree, number: random.below(tree.itemCount), &visited, &random)
    }

    /// Replaces the item with that number, counted depth first.
    private static func change(_ tree: Tree, number: Int, _ visited: inout Int, _ random: inout SeededRandom) -> Tree {
        visited += 1
        if visited - 1 == number { return replace(tree, &random) }
        switch tree {
        case .array(var items):
            for index in items.indices { items[index] = change(items[index], number: number, &visited, &random) }
            return .array(items)
        case .map(var pairs):
            for index in pairs.indices {
                pairs[index].key = change(pairs[index].key, number: number, &visited, &random)
                pairs[index].value = change(pairs[index].value, number: number, &visited, &random)
            }
            return .map(pairs)
        default: return tree
        }
    }

    private static func replace(_ tree: Tree, _ random: inout SeededRandom) -> Tree {
        if random.oneIn(6) { return any(depth: 3, &random) }
        switch tree {
        case .unsigned(let value):
            return random.oneIn(2) ? integer(&random) : .unsigned(random.oneIn(2) ? value &+ 1 : value &- 1)
        case .negative(let value):
            return random.oneIn(2) ? integer(&random) : .negative(random.oneIn(2) ? value &+ 1 : value &- 1)
        case .data(let data):
            var data = data
            if data.isEmpty || random.oneIn(2) {
                data.append(1)
            } else if random.oneIn(2) {
                data.removeLast()
            } else {
                data[random.below(data.count)] &+= 1
            }
            return .data(data)
        case .text(let text):
            if random.oneIn(2) { return .text(texts[random.below(texts.count)]) }
            return .text(text + texts[random.below(texts.count)])
        case .array(var items):
            switch random.below(4) {
            case 0 where !items.isEmpty: items.remove(at: random.below(items.count))
            case 1 where !items.isEmpty: items.append(items[random.below(items.count)])
            case 2 where items.count > 1: items.swapAt(0, 1 + random.below(items.count - 1))
            default: items.append(any(depth: 2, &random))
            }
            return .array(items)
        case .map(var pairs):
            switch random.below(4) {
            case 0 where !pairs.isEmpty: pairs.remove(at: random.below(pairs.count))
            case 1 where !pairs.isEmpty: pairs.append(pairs[random.below(pairs.count)])
            case 2 where pairs.count > 1: pairs.swapAt(0, 1 + random.below(pairs.count - 1))
            default:
                pairs.append(
                    Tree.Pair(
                        key: random.oneIn(4) ? any(depth: 1, &random) : .unsigned(UInt64(random.below(40))),
                        value: any(depth: 2, &random)))
            }
            return .map(pairs)
        case .bool, .null: return any(depth: 2, &random)
        }
    }

    static func integer(_ random: inout SeededRandom) -> Tree {
        let value = random.oneIn(4) ? random.next() >> UInt64(random.below(64)) : integers[random.below(integers.count)]
        return random.oneIn(2) ? .unsigned(value) : .negative(value)
    }

    /// Any item, at most so deep.
    static func any(depth: Int, _ random: inout SeededRandom) -> Tree {
        switch random.below(depth > 0 ? 9 : 7) {
        case 0, 1: return integer(&random)
        case 2: return .data(random.bytes([0, 1, 15, 16, 17, 31, 32, 33, 64][random.below(9)]))
        case 3, 4: return .text(texts[random.below(texts.count)])
        case 5: return .bool(random.oneIn(2))
        case 6: return .null
        case 7: return .array((0..<random.below(4)).map { _ in any(depth: depth - 1, &random) })
        default:
            let isText = random.oneIn(4)
            return .map(
                (0..<random.below(4)).map { index in
                    Tree.Pair(
                        key: isText
                            ? .text(texts[random.below(texts.count)]) : .unsigned(UInt64(index * 3 + random.below(4))),
                        value: any(depth: depth - 1, &random))
                })
        }
    }
}
