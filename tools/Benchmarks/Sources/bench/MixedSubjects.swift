import CBaselines
import DaybookDomains
import Foundation

/// The rows of a stored log, copied out: what the C loop is to scan is what the engine reads.
struct StoredRows {
    private(set) var bytes: [UInt8] = []
    private(set) var offsets: [UInt64] = [0]
    var count: Int { offsets.count - 1 }

    init() {}

    init(of folder: String) throws {
        let store = try LMDBStore(folder: folder, isNew: false)
        var copy = StoredRows()
        try store.each { row in
            copy.bytes.append(contentsOf: row)
            copy.offsets.append(UInt64(copy.bytes.count))
        }
        self = copy
    }

    func append(to store: LMDBStore) throws {
        try bytes.withUnsafeBufferPointer { bytes in
            try offsets.withUnsafeBufferPointer { offsets in
                try store.append(
                    baseline_rows(bytes: bytes.baseAddress, offsets: offsets.baseAddress, count: count), batch: 20_000)
            }
        }
    }
}

/// Folds a log of all four ledgers from nothing.
final class MixedReplay: EngineQuestion {
    private var report: ReplayReport?

    override func prepare(_ workload: Workload, folder: String) throws {
        self.folder = try BuiltMixture.shared.path(workload.count, near: folder)
        ledger = try Ledger.open(at: self.folder, .readOnly, environment: .daybook())
    }

    override func run(_ workload: Workload) throws { report = try ledger!.foldFromNothing() }

    override func digest(_ workload: Workload) throws -> String {
        let kept = try ledger!.replay()
        guard let report, kept.isEqual, kept.state == report.state,
            report.events == UInt64(BuiltMixture.shared.rows.count)
        else {
            throw BenchmarkError("the replay is not equal to what is kept")
        }
        return "\(report.events) events state:\(report.state.hex.prefix(32))"
    }
}

/// The plain C cursor scan over the same rows.
final class MixedScan: Subject {
    let name = "lmdb-scan"
    private var store: LMDBStore?
    private var result: (rows: UInt64, sum: UInt64) = (0, 0)

    func prepare(_ workload: Workload, folder: String) throws {
        _ = try BuiltMixture.shared.path(workload.count, near: folder)
        store = try LMDBStore(folder: folder)
        try BuiltMixture.shared.rows.append(to: store!)
    }

    func run(_ workload: Workload) throws { result = try store!.scan() }

    func digest(_ workload: Workload) throws -> String {
        guard result.rows == UInt64(BuiltMixture.shared.rows.count) else {
            throw BenchmarkError("the scan met \(result.rows) rows")
        }
        return "\(result.rows) rows cbor:\(String(result.sum, radix: 16))"
    }

    func finish() { store = nil }
}

/// JSON text out of SQLite, JSONDecoder, and the same folds.
///
/// The texts are lines as `append` takes them, or whole: with the other facts of the stored event (id, origin,
/// sequence, basis, author, times).
final class MixedJSONReplay: Subject {
    let name: String
    private let isWhole: Bool
    private var store: SQLiteStore?
    private var fold = MixedFold()

    init(isWhole: Bool) { (self.isWhole, name) = (isWhole, isWhole ? "sqlite-json-whole" : "sqlite-json") }

    func events(of workload: Workload) -> Int { min(workload.count, 50_000) }

    func prepare(_ workload: Workload, folder: String) throws {
        let shape = MixedShape(count: workload.count)
        let whole = isWhole ? try BuiltMixture.shared.lines(workload.count, events(of: workload), near: folder) : []
        store = try SQLiteStore(folder: folder)
        try store!.fill({ isWhole ? whole[$0] : shape.event($0).line }, count: events(of: workload))
        fold = MixedFold()
    }

    func run(_ workload: Workload) throws {
        let decoder = JSONDecoder()
        try store!.eachText { text in
            // `Data` without a copy: the text outlives the decoding.
            let data = Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: text.baseAddress!), count: text.count, deallocator: .none
            )
            fold.add(try decoder.decode(MixedFold.Event.self, from: data))
        }
    }

    func digest(_ workload: Workload) -> String { fold.digest }
    func finish() { store = nil }
}
