/// The offsets of one zone, read from the bytes of a tz file: the changes that it lists, and the rule for all later
/// times.
///
/// Source: RFC 8536 (versions 1 to 3) and its successor RFC 9636 (version 4).
public struct ZoneFile: Hashable, Sendable {
    /// The instants of the listed changes in seconds since 1970, ascending.
    private let changes: [Int64]
    /// The offset from UTC in seconds since the change at the same index.
    private let offsets: [Int32]
    /// The offset before the first change.
    private let earliestOffset: Int32
    /// The offsets after the last change; nil where the last offset stays.
    private let rule: ZoneRule?

    /// Coordinated universal time: no changes, and no offset.
    public static let universal = ZoneFile(offsetSeconds: 0)

    private init(offsetSeconds: Int32) {
        changes = []
        offsets = []
        earliestOffset = offsetSeconds
        rule = nil
    }

    /// Reads a tz file.
    ///
    /// - Returns: Nil for bytes that are no tz file, that are cut, or that count leap seconds.
    public init?(_ bytes: [UInt8]) {
        guard var block = ZoneFileBlock(bytes[...], timeByteCount: 4) else { return nil }
        var footer: ArraySlice<UInt8>?
        if block.version >= UInt8(ascii: "2") {
            guard let second = ZoneFileBlock(bytes[block.end...], timeByteCount: 8) else { return nil }
            block = second
            let rest = bytes[block.end...]
            guard rest.count >= 2, rest.first == UInt8(ascii: "\n"),
                let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\n"))
            else { return nil }
            footer = rest[(rest.startIndex + 1)..<end]
        }
        changes = block.changes
        offsets = block.offsets
        earliestOffset = block.earliestOffset
        guard let footer, !footer.isEmpty else {
            rule = nil
            return
        }
        guard let rule = ZoneRule(footer) else { return nil }
        self.rule = rule
    }

    /// The offset from UTC in seconds that holds at a second since 1970.
    ///
    /// - Complexity: O(log of the listed changes).
    public func offsetSeconds(at second: Int64) -> Int {
        guard let last = changes.last, second < last else {
            if let rule { return rule.offsetSeconds(at: second) }
            return Int(offsets.last ?? earliestOffset)
        }
        // The first change after the second.
        var (low, high) = (0, changes.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return Int(low == 0 ? earliestOffset : offsets[low - 1])
    }
}

/// One header of a tz file with the data that follows it (RFC 8536 §3.1 and §3.2).
private struct ZoneFileBlock {
    let version: UInt8
    let changes: [Int64]
    let offsets: [Int32]
    let earliestOffset: Int32
    /// The index of the first byte after the block.
    let end: Int

    /// More than any zone needs; a file that states more is foreign.
    private static let countMaximum = 1 << 16
    private static let headerByteCount = 44

    init?(_ bytes: ArraySlice<UInt8>, timeByteCount: Int) {
        guard bytes.count >= ZoneFileBlock.headerByteCount, bytes.starts(with: Array("TZif".utf8)) else { return nil }
        let start = bytes.startIndex
        version = bytes[start + 4]
        let counts = (0..<6).map { Int(ZoneFileBlock.integer(bytes[(start + 20 + $0 * 4)..<(start + 24 + $0 * 4)])) }
        guard counts.allSatisfy({ (0...ZoneFileBlock.countMaximum).contains($0) }) else { return nil }
        let (universal, standard, leaps, times, types, characters) =
            (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
        // A file that counts leap seconds shifts every instant after 1972.
        guard leaps == 0, types > 0 else { return nil }
        let indices = start + ZoneFileBlock.headerByteCount + times * timeByteCount
        let records = indices + times
        end = records + types * 6 + characters + standard + universal
        guard end <= bytes.endIndex else { return nil }
        let typeOffsets = (0..<types).map { type in
            Int32(ZoneFileBlock.integer(bytes[(records + type * 6)..<(records + type * 6 + 4)]))
        }
        guard typeOffsets.allSatisfy({ (-93_600...93_600).contains($0) }) else { return nil }
        var changes: [Int64] = []
        var offsets: [Int32] = []
        for index in 0..<times {
            let place = start + ZoneFileBlock.headerByteCount + index * timeByteCount
            let time = ZoneFileBlock.integer(bytes[place..<(place + timeByteCount)])
            let type = Int(bytes[indices + index])
            guard type < types, changes.last.map({ $0 < time }) ?? true else { return nil }
            changes.append(time)
            offsets.append(typeOffsets[type])
        }
        self.changes = changes
        self.offsets = offsets
        earliestOffset = typeOffsets[0]
    }

    /// A signed number of four or eight bytes, the most significant first.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return bytes.count == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
    }
}
