import CBaselines

/// The stored bytes of a run, as one block that C and Swift read without copying.
///
/// Immutable once made, so several threads may read it.
final class Workload: @unchecked Sendable {
    let shape: Shape
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let offsets: UnsafeMutableBufferPointer<UInt64>
    private let columnList: UnsafeMutableBufferPointer<baseline_columns>
    private let names: UnsafeMutableBufferPointer<UInt8>

    var count: Int { shape.count }
    var byteCount: Int { bytes.count }
    var rows: baseline_rows { baseline_rows(bytes: bytes.baseAddress, offsets: offsets.baseAddress, count: count) }
    var columns: UnsafePointer<baseline_columns> { UnsafePointer(columnList.baseAddress!) }

    func row(_ index: Int) -> [UInt8] { Array(bytes[Int(offsets[index])..<Int(offsets[index + 1])]) }

    /// Rows made from a shape. About a microsecond or two an event; not timed by any benchmark.
    init(_ shape: Shape) {
        self.shape = shape
        var bytes: [UInt8] = []
        var names: [UInt8] = Array("flight.logged".utf8)
        var offsets: [UInt64] = [0]
        var columns: [baseline_columns] = []
        bytes.reserveCapacity(shape.count * 340)
        offsets.reserveCapacity(shape.count + 1)
        columns.reserveCapacity(shape.count)
        names.reserveCapacity(shape.count * 43 + 13)
        for index in 0..<shape.count {
            let flight = shape.flight(index)
            Self.appendRow(flight, to: &bytes)
            offsets.append(UInt64(bytes.count))
            names.append(contentsOf: flight.stream.utf8)
            columns.append(Self.columns(flight))
        }
        self.bytes = Self.copy(bytes)
        self.offsets = Self.copy(offsets)
        self.names = Self.copy(names)
        columnList = Self.copy(columns)
        pointColumnsAtNames()
    }

    deinit {
        bytes.deallocate()
        offsets.deallocate()
        columnList.deallocate()
        names.deallocate()
    }

    static let origin = [UInt8](0x10...0x1F)
    static let actor = [UInt8](0x20...0x2F)

    /// Position ‖ version ‖ envelope length ‖ envelope ‖ salt ‖ body ‖ CRC-32C (docs/format.md §5, table 2).
    private static func appendRow(_ flight: Flight, to bytes: inout [UInt8]) {
        let body = flight.body()
        var digest = [UInt8](repeating: 0, count: 32)
        baseline_body_digest(flight.salt, body, body.count, &digest)
        let envelope = flight.envelope(origin: origin, actor: actor, bodyDigest: digest)
        let start = bytes.count
        bytes.append(
            contentsOf: bigEndian(UInt64(flight.index) + 1, 8) + bigEndian(1, 4) + bigEndian(UInt64(envelope.count), 2))
        bytes.append(contentsOf: envelope)
        bytes.append(contentsOf: flight.salt)
        bytes.append(contentsOf: body)
        // The checksum covers table number ‖ key ‖ row.
        let covered = [2] + bigEndian(1, 4) + bigEndian(UInt64(flight.index), 8)
        var crc = baseline_crc32c(0, covered, covered.count)
        let rowCount = bytes.count - start
        crc = bytes.withUnsafeBufferPointer { baseline_crc32c(crc, $0.baseAddress! + start, rowCount) }
        bytes.append(contentsOf: bigEndian(UInt64(crc), 4))
    }

    private static func columns(_ flight: Flight) -> baseline_columns {
        let name = flight.stream.utf8.count
        return baseline_columns(
            stream: nil, stream_count: UInt32(name), type: nil, type_count: 13, version: 1,
            recorded: flight.recordedMilliseconds, valid_day: flight.day,
            key_hash: flight.key.map(hash) ?? 0, has_key: flight.key == nil ? 0 : 1)
    }

    /// The names lie one after another behind the one type name; a pointer into them is taken only now that they no
    /// longer move.
    private func pointColumnsAtNames() {
        guard let base = names.baseAddress else { return }
        var next = base + 13
        for index in columnList.indices {
            columnList[index].type = UnsafePointer(base)
            columnList[index].stream = UnsafePointer(next)
            next += Int(columnList[index].stream_count)
        }
    }

    private static func copy<Element>(_ array: [Element]) -> UnsafeMutableBufferPointer<Element> {
        let target = UnsafeMutableBufferPointer<Element>.allocate(capacity: array.count)
        _ = target.initialize(from: array)
        return target
    }

    private static func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64((width - 1 - $0) * 8)) }
    }

    /// FNV-1a, as a stand-in for the store's keyed hash of an idempotency key.
    private static func hash(_ text: String) -> Int64 {
        Int64(bitPattern: text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }
}
