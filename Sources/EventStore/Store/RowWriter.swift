import CIntegrity
package import EventModel
package import LMDB

/// The checksum that ends every row: CRC-32C over the table's number, the key and the row, so that a row read from
/// another place is found out as well as one that was changed (RFC 3720 B.4; docs/format.md §5).
package enum RowChecksum {
    package static let bytes = 4

    /// The checksum of a row without its last four bytes.
    package static func of(table: UInt8, key: RawSpan, row: RawSpan) -> UInt32 {
        key.withUnsafeBytes { key in
            row.withUnsafeBytes { row in
                unsafe daybook_crc32c_row(table, key.baseAddress, key.count, row.baseAddress, row.count)
            }
        }
    }

    /// `isValid` for one row of many that are read in the order of their keys.
    static func isValidInOrder(table: UInt8, key: RawSpan, row: RawSpan) -> Bool {
        row.withUnsafeBytes { bytes in
            // LMDB fills a page from its end: the next row lies before this one, and is most likely about as long.
            if let start = bytes.baseAddress {
                unsafe daybook_will_read(start - min(bytes.count + 64, 1_024), min(bytes.count, 1_024))
            }
        }
        return isValid(table: table, key: key, row: row)
    }

    /// `of` computed byte by byte from a table, to check the processor's instruction.
    package static func byTable(table: UInt8, key: RawSpan, row: RawSpan) -> UInt32 {
        var crc = withUnsafeBytes(of: table) { unsafe daybook_crc32c_table(0, $0.baseAddress, 1) }
        crc = key.withUnsafeBytes { unsafe daybook_crc32c_table(crc, $0.baseAddress, $0.count) }
        return row.withUnsafeBytes { unsafe daybook_crc32c_table(crc, $0.baseAddress, $0.count) }
    }

    /// Whether a whole row, checksum included, is right for its place.
    package static func isValid(table: UInt8, key: RawSpan, row: RawSpan) -> Bool {
        guard row.byteCount >= bytes else { return false }
        let body = row.extracting(0..<row.byteCount - bytes)
        return of(table: table, key: key, row: body) == stored(row)
    }

    /// The checksum that stands at the end of a row of at least four bytes.
    package static func stored(_ row: RawSpan) -> UInt32 {
        // The caller's row has four bytes at its end; any bit pattern is a UInt32.
        unsafe UInt32(bigEndian: row.unsafeLoadUnaligned(fromByteOffset: row.byteCount - bytes, as: UInt32.self))
    }
}

/// Appends fields of rows; numbers big-endian or as LEB128.
package struct RowWriter {
    package var bytes: [UInt8]

    package init(capacity: Int = 64) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    package mutating func byte(_ value: UInt8) { bytes.append(value) }
    package mutating func word16(_ value: UInt16) { fixed(value.bigEndian) }
    package mutating func word32(_ value: UInt32) { fixed(value.bigEndian) }
    package mutating func word64(_ value: UInt64) { fixed(value.bigEndian) }
    package mutating func append(_ value: some Collection<UInt8>) { bytes.append(contentsOf: value) }
    package mutating func append(_ value: [UInt8]) { bytes.append(contentsOf: value) }
    package mutating func append(_ value: ArraySlice<UInt8>) { bytes.append(contentsOf: value) }
    package mutating func append(_ value: RawSpan) { value.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) } }
    package mutating func append(_ value: Bytes16) {
        word64(value.high)
        word64(value.low)
    }
    package mutating func append(_ value: Bytes32) {
        append(value.first)
        append(value.second)
    }

    /// Unsigned LEB128.
    package mutating func variable(_ value: UInt64) {
        if value < 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value))
            return
        }
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Signed, zigzag.
    package mutating func signed(_ value: Int64) { variable(UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

    /// Signed values, one after another.
    package mutating func signed(_ values: ArraySlice<Int64>) {
        bytes.append(addingCapacity: values.count * 10) { output in
            for value in values {
                var rest = UInt64(bitPattern: (value << 1) ^ (value >> 63))
                while rest >= 0x80 {
                    output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                    rest >>= 7
                }
                output.append(UInt8(truncatingIfNeeded: rest))
            }
        }
    }

    /// A length and the UTF-8.
    package mutating func text(_ value: String) {
        variable(UInt64(value.utf8.count))
        append(value.utf8)
    }

    /// Bytes with their number before them.
    package mutating func block(_ value: [UInt8]) {
        variable(UInt64(value.count))
        append(value)
    }

    /// Adds the checksum; the writer then holds the whole row.
    package mutating func seal(table: StoreTable, key: [UInt8]) { seal(table: table, key: key.span.bytes) }

    /// Adds the checksum of the bytes from `start` on, at which the row begins.
    package mutating func seal(table: StoreTable, key: RawSpan, from start: Int = 0) {
        word32(RowChecksum.of(table: table.number, key: key, row: bytes.span.bytes.extracting(start..<bytes.count)))
    }

    /// Empties the writer and keeps its memory.
    package mutating func reset() { bytes.removeAll(keepingCapacity: true) }

    private mutating func fixed(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
    }
}

/// Reads what `RowWriter` wrote; a row that ends early or holds an impossible value throws `StoreError.damagedRow`.
package struct RowReader: ~Escapable {
    package let bytes: RawSpan
    package private(set) var offset: Int
    private let table: StoreTable

    /// The row without its checksum, which the caller has checked.
    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan, table: StoreTable) {
        self.bytes = bytes
        self.table = table
        offset = 0
    }

    package var isAtEnd: Bool { offset == bytes.byteCount }
    package var remaining: Int { bytes.byteCount - offset }

    package mutating func byte() throws(StoreError) -> UInt8 { try load(UInt8.self) }
    package mutating func word16() throws(StoreError) -> UInt16 { UInt16(bigEndian: try load(UInt16.self)) }
    package mutating func word32() throws(StoreError) -> UInt32 { UInt32(bigEndian: try load(UInt32.self)) }
    package mutating func word64() throws(StoreError) -> UInt64 { UInt64(bigEndian: try load(UInt64.self)) }
    package mutating func bytes16() throws(StoreError) -> Bytes16 { Bytes16(high: try word64(), low: try word64()) }
    package mutating func bytes32() throws(StoreError) -> Bytes32 {
        Bytes32(first: try bytes16(), second: try bytes16())
    }

    @inline(__always) package mutating func variable() throws(StoreError) -> UInt64 {
        // Most numbers are small: one byte.
        if offset < bytes.byteCount {
            let first = unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
            if first < 0x80 {
                offset += 1
                return UInt64(first)
            }
        }
        let long = RowReader.longVariable(bytes, offset)
        guard long.next != 0 else { throw damaged }
        offset = long.next
        return long.value
    }

    /// The number at `offset`, and where the next field stands; 0 there when there is none, or one above 64 bits.
    @inline(never) private static func longVariable(_ bytes: RawSpan, _ offset: Int) -> (value: UInt64, next: Int) {
        var (result, shift, at) = (0 as UInt64, 0 as UInt64, offset)
        while at < bytes.byteCount, shift <= 63 {
            // The index is below the count of bytes.
            let next = unsafe bytes.unsafeLoad(fromByteOffset: at, as: UInt8.self)
            guard shift < 63 || next <= 1 else { break }
            result |= UInt64(next & 0x7F) << shift
            at += 1
            if next & 0x80 == 0 { return (result, at) }
            shift += 7
        }
        return (0, 0)
    }

    @inline(__always) package mutating func signed() throws(StoreError) -> Int64 {
        let value = try variable()
        return Int64(bitPattern: value >> 1) ^ -Int64(value & 1)
    }

    /// So many signed numbers, in place of what the array held.
    package mutating func signed(_ count: Int, into values: inout [Int64]) throws(StoreError) {
        values.removeAll(keepingCapacity: true)
        let start = offset
        // Most are small: one byte.
        values.append(addingCapacity: count) { output in
            bytes.withUnsafeBytes { bytes in
                for index in start..<min(start + count, bytes.count) {
                    // The index is below the count of bytes.
                    let value = unsafe bytes[index]
                    if value >= 0x80 { break }
                    output.append(Int64(value >> 1) ^ -Int64(value & 1))
                }
            }
        }
        offset += values.count
        while values.count < count { values.append(try signed()) }
    }

    /// A number that must fit an `Int` of 32 bits: a count, an index.
    @inline(__always) package mutating func small() throws(StoreError) -> Int {
        let value = try variable()
        guard value <= UInt64(UInt32.max) else { throw damaged }
        return Int(value)
    }

    /// A count of things of which each takes at least so many bytes: never more than the rest can hold.
    @inline(__always) package mutating func count(itemBytesMinimum: Int) throws(StoreError) -> Int {
        let value = try variable()
        guard value <= UInt64(remaining / max(1, itemBytesMinimum)) else { throw damaged }
        return Int(value)
    }

    package mutating func text() throws(StoreError) -> String {
        let count = try count(itemBytesMinimum: 1)
        return String(decoding: try array(count), as: UTF8.self)
    }

    /// Bytes that `RowWriter.block` wrote.
    package mutating func block() throws(StoreError) -> [UInt8] { try array(try count(itemBytesMinimum: 1)) }

    package mutating func array(_ count: Int) throws(StoreError) -> [UInt8] {
        guard count >= 0, remaining >= count else { throw damaged }
        let range = offset..<offset + count
        offset += count
        return bytes.extracting(range).withUnsafeBytes { unsafe Array($0) }
    }

    /// `array` in place.
    @_lifetime(copy self)
    @inline(__always) package mutating func borrow(_ count: Int) throws(StoreError) -> RawSpan {
        guard count >= 0, remaining >= count else { throw damaged }
        let range = offset..<offset + count
        offset += count
        return bytes.extracting(range)
    }

    package mutating func rest() throws(StoreError) -> [UInt8] { try array(remaining) }

    package func finish() throws(StoreError) {
        if !isAtEnd { throw damaged }
    }

    package var damaged: StoreError { RowReader.damage(table) }
    @inline(never) private static func damage(_ table: StoreTable) -> StoreError {
        .damagedRow(table: table, reason: "a row of table \(table.name) cannot be read")
    }

    private mutating func load<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type) throws(StoreError)
        -> Value
    {
        let size = MemoryLayout<Value>.size
        guard remaining >= size else { throw damaged }
        // Within bounds by the guard; any bit pattern is an integer.
        let value = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
        offset += size
        return value
    }
}

/// The tables of docs/format.md §5, by number.
public enum StoreTable: UInt8, CaseIterable, Sendable {
    case heads = 1
    case log, streams, arrival, projections, keys, outcomes, blobs, flagged

    package var number: UInt8 { rawValue }
    /// The LMDB table; opened in this order.
    package var lmdb: Table { Table(Int(rawValue) - 1) }
    package var name: String {
        switch self {
        case .heads: "heads"
        case .log: "log"
        case .streams: "streams"
        case .arrival: "arrival"
        case .projections: "projections"
        case .keys: "keys"
        case .outcomes: "outcomes"
        case .blobs: "blobs"
        case .flagged: "flagged"
        }
    }
}
