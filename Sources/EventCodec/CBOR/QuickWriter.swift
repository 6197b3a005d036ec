import EventModel

/// Writes deterministic CBOR like `CBORWriter`, into room that was made for all of it.
///
/// Each item checks that it fits (a `precondition`), so nothing is written past the room.
struct QuickWriter: ~Escapable {
    private let room: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    /// The room lives as long as the writer.
    @_lifetime(immortal)
    init(_ room: UnsafeMutableRawBufferPointer) { unsafe self.room = room }

    mutating func map(count: Int) { head(5, UInt64(count)) }
    mutating func array(count: Int) { head(4, UInt64(count)) }
    mutating func unsigned(_ value: UInt64) { head(0, value) }

    mutating func integer(_ value: Int64) {
        if value >= 0 { head(0, UInt64(value)) } else { head(1, UInt64(-1 - value)) }
    }

    mutating func data(_ value: Bytes16) {
        head(2, 16)
        word(value.high)
        word(value.low)
    }

    mutating func data(_ value: Bytes32) {
        head(2, 32)
        word(value.first.high)
        word(value.first.low)
        word(value.second.high)
        word(value.second.low)
    }

    mutating func contentIDs(_ ids: [EventID]) {
        array(count: ids.count)
        for id in ids { data(id.words) }
    }

    mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            head(3, UInt64(utf8.count))
            let start = advance(utf8.count)
            if let from = utf8.baseAddress {
                unsafe (room.baseAddress! + start).copyMemory(from: from, byteCount: utf8.count)
            }
        }
    }

    /// Where so many bytes go, which are within the room.
    @inline(__always) private mutating func advance(_ byteCount: Int) -> Int {
        precondition(byteCount <= room.count - count, "the room was measured too small")
        defer { count += byteCount }
        return count
    }

    @inline(__always) private mutating func word(_ value: UInt64) {
        let start = advance(8)
        unsafe room.storeBytes(of: value.bigEndian, toByteOffset: start, as: UInt64.self)
    }

    @inline(__always) private mutating func head(_ major: UInt8, _ value: UInt64) {
        let type = major << 5
        if value < 24 {
            let start = advance(1)
            unsafe room.storeBytes(of: type | UInt8(truncatingIfNeeded: value), toByteOffset: start, as: UInt8.self)
        } else {
            longHead(type, value)
        }
    }

    private mutating func longHead(_ type: UInt8, _ value: UInt64) {
        let size: Int =
            switch value {
            case ...0xFF: 0
            case ...0xFFFF: 1
            case ...0xFFFF_FFFF: 2
            default: 3
            }
        let byteCount = 1 << size
        let start = advance(1 + byteCount)
        unsafe room.storeBytes(of: type | UInt8(24 + size), toByteOffset: start, as: UInt8.self)
        for index in 0..<byteCount {
            unsafe room.storeBytes(
                of: UInt8(truncatingIfNeeded: value >> UInt64(8 * (byteCount - 1 - index))),
                toByteOffset: start + 1 + index, as: UInt8.self)
        }
    }
}
