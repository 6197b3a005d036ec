import CBaselines
import Foundation

/// The SQLite side's database: WAL, synchronous=FULL.
final class SQLiteStore {
    private let handle: OpaquePointer

    init(folder: String) throws {
        var handle: OpaquePointer?
        try Self.check(baseline_sqlite_open("\(folder)/baseline.sqlite", &handle), "open")
        self.handle = handle!
    }

    deinit { baseline_sqlite_close(handle) }

    func append(_ workload: Workload, batch: Int) throws {
        var rows = workload.rows
        try Self.check(baseline_sqlite_append(handle, &rows, workload.columns, 0, workload.count, batch), "append")
    }

    func digest() throws -> String {
        var rows: UInt64 = 0
        var digest = [UInt8](repeating: 0, count: 32)
        try Self.check(baseline_sqlite_digest(handle, &rows, &digest), "digest")
        return "\(rows) rows sha256:\(hexadecimal(digest))"
    }

    func fill(_ lines: (Int) -> String, count: Int) throws {
        var texts: [UInt8] = []
        var offsets: [UInt64] = [0]
        for index in 0..<count {
            texts.append(contentsOf: lines(index).utf8)
            offsets.append(UInt64(texts.count))
        }
        try Self.check(baseline_sqlite_fill_json(handle, texts, offsets, count), "fill")
    }

    /// Hands every JSON text to `body`, whose bytes live only for the call.
    func eachText(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try withoutActuallyEscaping(body) { body in
            let visitor = Visitor(body)
            let context = Unmanaged.passUnretained(visitor).toOpaque()
            let code = baseline_sqlite_each_json(
                handle,
                { context, text, count in
                    Unmanaged<Visitor>.fromOpaque(context!).takeUnretainedValue().visit(
                        UnsafeRawBufferPointer(start: text, count: count))
                }, context)
            if let error = visitor.error { throw error }
            try Self.check(code, "scan")
        }
    }

    /// Carries a throwing closure through C: the first error stops the scan and is kept.
    private final class Visitor {
        private let body: (UnsafeRawBufferPointer) throws -> Void
        private(set) var error: (any Error)?

        init(_ body: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.body = body }

        func visit(_ text: UnsafeRawBufferPointer) -> Int32 {
            do {
                try body(text)
                return 0
            } catch {
                self.error = error
                return 1
            }
        }
    }

    private static func check(_ code: Int32, _ operation: String) throws {
        if code != 0 { throw BenchmarkError("SQLite \(operation): \(String(cString: baseline_sqlite_text(code)))") }
    }
}

/// The same columns and indexes as ordinary ones, a prepared statement, one transaction a batch; no rules, no tree.
final class SQLiteAppend: Subject {
    let name = "sqlite-wal-full"
    private let batch: Int
    private var store: SQLiteStore?

    init(batch: Int) { self.batch = batch }

    func prepare(_ workload: Workload, folder: String) throws { store = try SQLiteStore(folder: folder) }
    func run(_ workload: Workload) throws { try store!.append(workload, batch: batch) }
    func digest(_ workload: Workload) throws -> String { try store!.digest() }
    func finish() { store = nil }
}

/// The ordinary way of a replay: JSON text out of SQLite, JSONDecoder, and a fold of the logbook's day sums.
final class SQLiteJSONReplay: Subject {
    let name = "sqlite-json"
    private var store: SQLiteStore?
    private var fold = DaySumFold()

    /// Decoding JSON is slow enough that a part of the events gives a steady rate.
    func events(of workload: Workload) -> Int { min(workload.count, 50_000) }

    func prepare(_ workload: Workload, folder: String) throws {
        store = try SQLiteStore(folder: folder)
        try store!.fill({ workload.shape.flight($0).line() }, count: events(of: workload))
        fold = DaySumFold()
    }

    func run(_ workload: Workload) throws {
        let decoder = JSONDecoder()
        try store!.eachText { text in
            // `Data` without a copy: the text outlives the decoding.
            let data = Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: text.baseAddress!), count: text.count, deallocator: .none
            )
            fold.add(try decoder.decode(DaySumFold.Event.self, from: data))
        }
    }

    func digest(_ workload: Workload) -> String { fold.digest }
    func finish() { store = nil }
}
