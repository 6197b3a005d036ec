/// A CBOR item as any decoder of RFC 8949 sees it: written from the RFC and docs/format.md alone, so that it can be
/// held against the program's own reader.
indirect enum Tree: Equatable {
    case unsigned(UInt64)
    /// −1 − n.
    case negative(UInt64)
    case data([UInt8])
    case text([UInt8])
    case array([Tree])
    case map([Pair])
    case bool(Bool)
    case null

    struct Pair: Equatable {
        var key: Tree
        var value: Tree
    }
}

// MARK: - Decoding

extension Tree {
    /// The one item that the bytes are, whatever the width of its heads and the order of its maps; nil when they are
    /// none, or hold what docs/format.md §1 has no place for (tags, floats, indefinite lengths, other simple values).
    init?(_ bytes: [UInt8]) {
        var decoder = Decoder(bytes: bytes)
        guard let tree = decoder.item(depth: 1), decoder.index == bytes.count else { return nil }
        self = tree
    }

    private struct Decoder {
        let bytes: [UInt8]
        var index = 0

        mutating func item(depth: Int) -> Tree? {
            guard depth <= 64, index < bytes.count else { return nil }
            let first = bytes[index]
            index += 1
            if first >= 0xE0 {
                switch first {
                case 0xF4: return .bool(false)
                case 0xF5: return .bool(true)
                case 0xF6: return .null
                default: return nil
                }
            }
            guard let value = argument(first & 0x1F) else { return nil }
            switch first >> 5 {
            case 0: return .unsigned(value)
            case 1: return .negative(value)
            case 2: return string(value).map { .data($0) }
            case 3: return string(value).map { .text($0) }
            case 4: return items(value, depth: depth).map { .array($0) }
            case 5: return pairs(value, depth: depth).map { .map($0) }
            default: return nil
            }
        }

        private mutating func argument(_ short: UInt8) -> UInt64? {
            if short < 24 { return UInt64(short) }
            guard short <= 27 else { return nil }
            let width = [1, 2, 4, 8][Int(short) - 24]
            guard bytes.count - index >= width else { return nil }
            defer { index += width }
            return bytes[index..<index + width].reduce(0) { $0 << 8 | UInt64($1) }
        }

        private mutating func string(_ count: UInt64) -> [UInt8]? {
            guard count <= UInt64(bytes.count - index) else { return nil }
            defer { index += Int(count) }
            return Array(bytes[index..<index + Int(count)])
        }

        private mutating func items(_ count: UInt64, depth: Int) -> [Tree]? {
            guard count <= UInt64(bytes.count - index) else { return nil }
            var result: [Tree] = []
            for _ in 0..<count {
                guard let item = item(depth: depth + 1) else { return nil }
                result.append(item)
            }
            return result
        }

        private mutating func pairs(_ count: UInt64, depth: Int) -> [Pair]? {
            guard count <= UInt64(bytes.count - index) else { return nil }
            var result: [Pair] = []
            for _ in 0..<count {
                guard let key = item(depth: depth + 1), let value = item(depth: depth + 1) else { return nil }
                result.append(Pair(key: key, value: value))
            }
            return result
        }
    }
}

// MARK: - Encoding

extension Tree {
    /// Shortest heads, maps in bytewise order of their keys' encodings (RFC 8949 §4.2.1).
    var canonical: [UInt8] {
        var bytes: [UInt8] = []
        encodeSorted(into: &bytes)
        return bytes
    }

    /// As it stands: maps in the order of their pairs; the head of the item with that number (depth first, from 0) one
    /// size too wide.
    func bytes(widening number: Int?) -> [UInt8] {
        var bytes: [UInt8] = []
        var count = number
        encodePlain(into: &bytes, &count)
        return bytes
    }

    private func encodeSorted(into bytes: inout [UInt8]) {
        switch self {
        case .unsigned(let value): Tree.head(0, value, into: &bytes)
        case .negative(let value): Tree.head(1, value, into: &bytes)
        case .data(let data):
            Tree.head(2, UInt64(data.count), into: &bytes)
            bytes += data
        case .text(let text):
            Tree.head(3, UInt64(text.count), into: &bytes)
            bytes += text
        case .array(let items):
            Tree.head(4, UInt64(items.count), into: &bytes)
            for item in items { item.encodeSorted(into: &bytes) }
        case .map(let pairs):
            Tree.head(5, UInt64(pairs.count), into: &bytes)
            let encoded = pairs.map { (key: $0.key.canonical, value: $0.value.canonical) }
            for pair in encoded.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                bytes += pair.key + pair.value
            }
        case .bool(let flag): bytes.append(flag ? 0xF5 : 0xF4)
        case .null: bytes.append(0xF6)
        }
    }

    private func encodePlain(into bytes: inout [UInt8], _ countdown: inout Int?) {
        let isWide = countdown == 0
        countdown = countdown.map { $0 - 1 }
        switch self {
        case .unsigned(let value): Tree.head(0, value, isWide: isWide, into: &bytes)
        case .negative(let value): Tree.head(1, value, isWide: isWide, into: &bytes)
        case .data(let data):
            Tree.head(2, UInt64(data.count), isWide: isWide, into: &bytes)
            bytes += data
        case .text(let text):
            Tree.head(3, UInt64(text.count), isWide: isWide, into: &bytes)
            bytes += text
        case .array(let items):
            Tree.head(4, UInt64(items.count), isWide: isWide, into: &bytes)
            for item in items { item.encodePlain(into: &bytes, &countdown) }
        case .map(let pairs):
            Tree.head(5, UInt64(pairs.count), isWide: isWide, into: &bytes)
            for pair in pairs {
                pair.key.encodePlain(into: &bytes, &countdown)
                pair.value.encodePlain(into: &bytes, &countdown)
            }
        case .bool(let flag): bytes.append(flag ? 0xF5 : 0xF4)
        case .null: bytes.append(0xF6)
        }
    }

    private static func head(_ major: UInt8, _ value: UInt64, isWide: Bool = false, into bytes: inout [UInt8]) {
        let widths = [0, 1, 2, 4, 8]
        let limits: [UInt64] = [23, 0xFF, 0xFFFF, 0xFFFF_FFFF, .max]
        var index = limits.firstIndex { value <= $0 } ?? 4
        if isWide { index = min(index + 1, 4) }
        bytes.append(major << 5 | (index == 0 ? UInt8(value) : UInt8(23 + index)))
        for position in (0..<widths[index]).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * position)))
        }
    }
}

// MARK: - What docs/format.md §1 allows

extension Tree {
    /// Whether the profile has a place for this item, its form aside.
    func isAllowed(depth: Int = 1) -> Bool {
        guard depth <= 8 else { return false }
        switch self {
        case .unsigned(let value), .negative(let value): return value <= UInt64(Int64.max)
        case .data, .bool, .null: return true
        case .text(let utf8): return Tree.isText(utf8)
        case .array(let items): return items.allSatisfy { $0.isAllowed(depth: depth + 1) }
        case .map(let pairs):
            return Tree.keysAreAllowed(pairs.map(\.key)) && pairs.allSatisfy { $0.value.isAllowed(depth: depth + 1) }
        }
    }

    private static func keysAreAllowed(_ keys: [Tree]) -> Bool {
        var integers = 0
        var seen: Set<[UInt8]> = []
        for key in keys {
            switch key {
            case .unsigned(let value) where value <= UInt64(Int64.max): integers += 1
            case .text(let utf8) where isText(utf8): break
            default: return false
            }
            guard seen.insert(key.canonical).inserted else { return false }
        }
        return integers == 0 || integers == keys.count
    }

    /// Valid UTF-8 that Foundation's normalisation to Form C leaves as it is, without U+0000.
    static func isText(_ utf8: [UInt8]) -> Bool {
        guard !utf8.contains(0), let text = String(validating: utf8, as: UTF8.self) else { return false }
        return utf8.allSatisfy { $0 < 0x80 } || Array(Normal.formC(text).utf8) == utf8
    }

    /// The value of an integer key in a map.
    subscript(key: UInt64) -> Tree? {
        guard case .map(let pairs) = self else { return nil }
        return pairs.first { $0.key == .unsigned(key) }?.value
    }

    /// The number of items, the tree itself included.
    var itemCount: Int {
        switch self {
        case .array(let items): 1 + items.reduce(0) { $0 + $1.itemCount }
        case .map(let pairs): 1 + pairs.reduce(0) { $0 + $1.key.itemCount + $1.value.itemCount }
        default: 1
        }
    }
}
