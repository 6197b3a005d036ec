import Foundation
import Glibc
import LMDB

/// A folder of its own for one test; removed with the value.
final class Scratch: Sendable {
    let path: String

    init() {
        var template = Array((NSTemporaryDirectory() as NSString).appendingPathComponent("lmdb-XXXXXX").utf8CString)
        guard let made = template.withUnsafeMutableBufferPointer({ mkdtemp($0.baseAddress!) }) else {
            fatalError("mkdtemp: \(errno)")
        }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var store: String { path + "/store" }
    var file: String { store + "/data.mdb" }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) }
    /// Flips one bit of the file.
    func flip(bit: Int, ofByte offset: Int) throws {
        let descriptor = open(file, O_RDWR)
        defer { close(descriptor) }
        var byte: UInt8 = 0
        guard pread(descriptor, &byte, 1, off_t(offset)) == 1 else { throw POSIXError(.EIO) }
        byte ^= 1 << UInt8(bit)
        guard pwrite(descriptor, &byte, 1, off_t(offset)) == 1 else { throw POSIXError(.EIO) }
    }

    func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: file)) }
}

/// Two tables are enough for every test here.
let (first, second) = (Table(0), Table(1))

func options(_ access: Environment.Access = .create, mapByteCount: Int = 16 << 20) -> Environment.Options {
    Environment.Options(access: access, tables: ["first", "second"], mapByteCount: mapByteCount, readersMax: 16)
}

/// Eight bytes, so that numbers sort as keys.
func key(_ number: Int) -> [UInt8] { (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

func array(_ span: RawSpan) -> [UInt8] { span.withUnsafeBytes { [UInt8]($0) } }

extension Transaction where Self: ~Copyable {
    func bytes(_ table: Table, _ key: [UInt8]) throws(LMDBError) -> [UInt8]? {
        if let value = try value(in: table, at: key) { return array(value) }
        return nil
    }

    /// All rows of a table, in order.
    func rows(_ table: Table) throws -> [Row] {
        try withCursor(in: table) { cursor in
            var rows: [Row] = []
            while let entry = try cursor.next() { rows.append(Row(entry)) }
            return rows
        }
    }
}

struct Row: Hashable, Sendable {
    let key: [UInt8]
    let value: [UInt8]

    init(_ key: [UInt8], _ value: [UInt8]) { (self.key, self.value) = (key, value) }
    init(_ entry: Entry) { self.init(array(entry.key), array(entry.value)) }
}

/// The reason of the `LMDBError` the body throws; nil when it throws none.
func reason(_ body: () throws -> Void) -> LMDBError.Reason? {
    do {
        try body()
        return nil
    } catch let error as LMDBError { return error.reason } catch { return nil }
}
