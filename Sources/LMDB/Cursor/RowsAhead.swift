internal import CLMDB

/// Read-ahead: finds the rows of a batch of keys in key order, which is mostly the order of their pages.
///
/// A row at a random place costs a descent, most of which is waiting for memory: the ends of the page that the cursor
/// left, the keys that the search compares, then the row. In key order a row is one step from the one before. Once its
/// place is known, it is prefetched while the row before it is being read.
struct RowsAhead {
    /// The keys as they will be asked for, one after another.
    private var keys: [UInt8] = []
    private var width = 1
    private var rows: [UnsafeRawBufferPointer] = []
    private var next = 0
    /// How many of them were asked for.
    private(set) var taken = 0

    var count: Int { rows.count }
    var isOver: Bool { next >= rows.count }

    /// Begins with these keys, of so many bytes each; no row is known of any yet.
    mutating func begin(_ keys: [UInt8], width: Int) {
        precondition(width > 0 && keys.count.isMultiple(of: width), "keys are of one length")
        rows.removeAll(keepingCapacity: true)
        rows.append(contentsOf: repeatElement(UnsafeRawBufferPointer(start: nil, count: 0), count: keys.count / width))
        self.keys = keys
        self.width = width
        (next, taken) = (0, 0)
    }

    mutating func found(_ index: Int, _ row: UnsafeRawBufferPointer) { rows[index] = unsafe row }

    /// The row at the key, where that is the next key or follows soon; nil for what has to be looked for.
    mutating func find(_ key: RawSpan) -> UnsafeRawBufferPointer? {
        guard next < rows.count, let index = place(of: key) else { return nil }
        next = index + 1
        taken += 1
        if next + RowsAhead.distance <= rows.count {
            let coming = unsafe rows[next + RowsAhead.distance - 1]
            unsafe daybook_prefetch(coming.baseAddress, coming.count)
        }
        return unsafe rows[index].baseAddress == nil ? nil : rows[index]
    }

    private func place(of key: RawSpan) -> Int? {
        guard key.byteCount == width else { return nil }
        let keys = keys.span.bytes
        for index in next..<min(next + RowsAhead.skipped, rows.count)
        where RowsAhead.matches(keys, from: index * width, key) { return index }
        return nil
    }

    /// Whether the key stands there.
    @inline(__always)
    static func matches(_ keys: RawSpan, from begin: Int, _ key: RawSpan) -> Bool {
        guard begin + key.byteCount <= keys.byteCount else { return false }
        var left = key.byteCount
        // Four bytes at a time from the end, where keys of one log differ; both spans reach as far.
        while left >= 4 {
            left -= 4
            if unsafe keys.unsafeLoadUnaligned(fromByteOffset: begin + left, as: UInt32.self)
                != key.unsafeLoadUnaligned(fromByteOffset: left, as: UInt32.self)
            {
                return false
            }
        }
        while left > 0 {
            left -= 1
            if unsafe keys.unsafeLoad(fromByteOffset: begin + left, as: UInt8.self)
                != key.unsafeLoad(fromByteOffset: left, as: UInt8.self)
            {
                return false
            }
        }
        return true
    }

    /// The places of the keys in their order: a pass over them for each byte that is not the same in all.
    func order() -> [UInt32] {
        var order = Array(0..<UInt32(rows.count))
        var sorted = order
        for byte in differing.reversed() {
            var begins = [Int](repeating: 0, count: 257)
            for place in stride(from: byte, to: keys.count, by: width) { begins[Int(keys[place]) + 1] += 1 }
            for value in 0..<256 { begins[value + 1] += begins[value] }
            for index in order {
                let value = Int(keys[Int(index) * width + byte])
                sorted[begins[value]] = index
                begins[value] += 1
            }
            swap(&order, &sorted)
        }
        return order
    }

    /// Which bytes are not the same in all keys.
    private var differing: [Int] {
        var differences = [UInt8](repeating: 0, count: width)
        for begin in stride(from: width, to: keys.count, by: width) {
            for byte in 0..<width { differences[byte] |= keys[begin + byte] ^ keys[byte] }
        }
        return differences.indices.filter { differences[$0] != 0 }
    }

    /// How far ahead a row is sent for: as long as reading some of them takes.
    private static let distance = 5
    /// The most rows that a search skips before it treats the key as not read ahead.
    private static let skipped = 128
}
