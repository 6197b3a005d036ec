import CBaselines

/// The C loop's environment, opened for one round.
final class LMDBStore {
    private let handle: OpaquePointer

    init(folder: String, table: String = "log", isNew: Bool = true) throws {
        var handle: OpaquePointer?
        try Self.check(baseline_lmdb_open(folder, table, isNew ? 1 : 0, &handle), "open \(folder)")
        self.handle = handle!
    }

    deinit { baseline_lmdb_close(handle) }

    func append(_ workload: Workload, batch: Int) throws { try append(workload.rows, batch: batch) }

    func append(_ rows: baseline_rows, batch: Int) throws {
        var rows = rows
        try Self.check(baseline_lmdb_append(handle, &rows, 0, rows.count, batch), "append")
    }

    /// Hands every row to `body`, whose bytes live only for the call.
    func each(_ body: (UnsafeBufferPointer<UInt8>) -> Void) throws {
        try withoutActuallyEscaping(body) { body in
            var body = body
            try withUnsafeMutablePointer(to: &body) { visitor in
                let code = baseline_lmdb_each(
                    handle,
                    { context, row, count in
                        context!.assumingMemoryBound(to: ((UnsafeBufferPointer<UInt8>) -> Void).self).pointee(
                            UnsafeBufferPointer(start: row, count: count))
                        return 0
                    }, visitor)
                try Self.check(code, "read")
            }
        }
    }

    /// Rows and the sum over the heads of all their CBOR items.
    func scan() throws -> (rows: UInt64, sum: UInt64) {
        var rows: UInt64 = 0
        var sum: UInt64 = 0
        try Self.check(baseline_lmdb_scan(handle, &rows, &sum), "scan")
        return (rows, sum)
    }

    func digest() throws -> String {
        var rows: UInt64 = 0
        var digest = [UInt8](repeating: 0, count: 32)
        try Self.check(baseline_lmdb_digest(handle, &rows, &digest), "digest")
        return "\(rows) rows sha256:\(hexadecimal(digest))"
    }

    private static func check(_ code: Int32, _ operation: String) throws {
        if code != 0 { throw BenchmarkError("LMDB \(operation): \(String(cString: baseline_lmdb_text(code)))") }
    }
}

/// A plain C loop over one table: MDB_APPEND, default sync, one commit a batch. A batch of 1 is the bare durable
/// commit.
final class LMDBAppend: Subject {
    let name: String
    private let batch: Int
    private var store: LMDBStore?

    init(name: String, batch: Int) {
        self.name = name
        self.batch = batch
    }

    func prepare(_ workload: Workload, folder: String) throws { store = try LMDBStore(folder: folder) }
    func run(_ workload: Workload) throws { try store!.append(workload, batch: batch) }
    func digest(_ workload: Workload) throws -> String { try store!.digest() }
    func finish() { store = nil }
}

/// A plain C cursor scan that walks every CBOR item of every row.
final class LMDBScan: Subject {
    let name = "lmdb-scan"
    private var store: LMDBStore?
    private var result: (rows: UInt64, sum: UInt64) = (0, 0)

    func prepare(_ workload: Workload, folder: String) throws {
        store = try LMDBStore(folder: folder)
        try store!.append(workload, batch: 20_000)
    }

    func run(_ workload: Workload) throws { result = try store!.scan() }

    func digest(_ workload: Workload) throws -> String {
        guard result.rows == UInt64(workload.count) else { throw BenchmarkError("the scan met \(result.rows) rows") }
        return "\(result.rows) rows cbor:\(String(result.sum, radix: 16))"
    }

    func finish() { store = nil }
}

func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
