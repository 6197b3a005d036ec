public import EventModel

/// Appends deterministic CBOR (docs/format.md §1) to an array; the caller keeps maps in key order.
public struct CBORWriter: Sendable {
    public private(set) var bytes: [UInt8]

    @inlinable public init(capacity: Int = 0) {
        self.init(into: [], capacity: capacity)
    }

    @inlinable init(into start: [UInt8], capacity: Int) {
        var start = start
        start.reserveCapacity(capacity)
        self.init(start)
    }

    @usableFromInline init(_ start: [UInt8]) { bytes = start }

    /// Appends what the body writes, at most so many bytes (a `precondition`), without a look at the array for each
    /// item.
    mutating func fill(byteCountMaximum: Int, _ body: (inout QuickWriter) -> Void) {
        bytes.append(addingCapacity: byteCountMaximum) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                var writer = unsafe QuickWriter(
                    UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]))
                body(&writer)
                count += writer.count
            }
        }
    }

    /// Empties the writer and keeps its memory, so that one writer serves many events.
    public mutating func reset() { bytes.removeAll(keepingCapacity: true) }

    public mutating func unsigned(_ value: UInt64) { head(0, value) }

    public mutating func integer(_ value: Int64) {
        if value >= 0 { head(0, UInt64(value)) } else { head(1, UInt64(-1 - value)) }
    }

    public mutating func bool(_ value: Bool) { bytes.append(value ? 0xF5 : 0xF4) }
    public mutating func null() { bytes.append(0xF6) }
    public mutating func array(count: Int) { head(4, UInt64(count)) }
    public mutating func map(count: Int) { head(5, UInt64(count)) }

    public mutating func data(_ value: [UInt8]) {
        head(2, UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    public mutating func data(_ value: Bytes32) {
        head(2, 32)
        append(value)
    }

    public mutating func data(_ value: Bytes16) {
        head(2, 16)
        append(value)
    }

    /// Text that the caller has brought to NFC.
    public mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            head(3, UInt64(utf8.count))
            unsafe bytes.append(contentsOf: utf8)
        }
    }

    /// An item that is encoded already.
    public mutating func raw(_ item: some Collection<UInt8>) { bytes.append(contentsOf: item) }

    /// The items of a list of content ids, which must be in ascending order.
    public mutating func contentIDs(_ ids: [EventID]) {
        array(count: ids.count)
        for id in ids { data(id.words) }
    }

    mutating func append(_ value: Bytes32) {
        append(value.first)
        append(value.second)
    }

    mutating func append(_ value: Bytes16) {
        appendBigEndian(value.high)
        appendBigEndian(value.low)
    }

    private mutating func appendBigEndian(_ word: UInt64) {
        bytes.append(addingCapacity: 8) { output in
            for shift in stride(from: 56, through: 0, by: -8) {
                output.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
    }

    private mutating func head(_ major: UInt8, _ value: UInt64) {
        let type = major << 5
        if value < 24 {
            bytes.append(type | UInt8(truncatingIfNeeded: value))
            return
        }
        bytes.append(addingCapacity: 9) { output in
            let count: UInt64 =
                switch value {
                case ...0xFF: 0
                case ...0xFFFF: 1
                case ...0xFFFF_FFFF: 2
                default: 3
                }
            output.append(type | UInt8(truncatingIfNeeded: 24 + count))
            var shift = 8 << count
            while shift > 0 {
                shift -= 8
                output.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
    }
}
