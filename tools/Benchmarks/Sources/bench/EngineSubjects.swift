import DaybookDomains
import Engine
import EventModel
import Foundation
import Logbook

/// The engine's side of each benchmark, by the catalogue's name; a name that is not here is measured with its baselines
/// alone.
let engineSubjects: [String: @Sendable () -> any Subject] = [
    "append.batch": { EngineBatchAppend(batch: 1_000) },
    "append.single": { EngineBatchAppend(batch: 1) },
    "append.concurrent": { EngineConcurrentAppend(writers: 256) },
    "replay": { EngineReplay() },
    "replay.keys": { EngineKeyedReplay() },
    "verify": { EngineVerify() },
    "open": { EngineOpen() },
    "memory.replay": { EngineReplayMemory() },
    "sync.insync": { SyncInSync() },
    "sync.tail": { SyncTail() },
    "sync.fresh": { SyncFresh() },
    "merge.past": { MergePast() },
]

extension Flight {
    /// As a caller of the library gives it: fields in CBOR, the schema and all rules still before it.
    var draft: EventDraft {
        EventDraft(
            stream: BenchStream.named(stream), type: "flight.logged", data: .fields(body(withKey: false)), key: key)
    }
}

/// A new ledger of the machine's own clock and randomness, in a folder of its own.
func makeLedger(_ folder: String) throws -> Ledger {
    try Ledger.create(at: folder + "/ledger", zone: "UTC", name: "bench", environment: LedgerEnvironment.daybook())
}

/// Appends the flights of a workload, as they were logged.
func logFlights(_ workload: Workload, _ ledger: Ledger) throws {
    for start in stride(from: 0, to: workload.count, by: 4_000) {
        _ = try ledger.append((start..<min(start + 4_000, workload.count)).map { workload.shape.flight($0).draft })
    }
}

/// The state that an append left: number of events, and the folded state, which must be that of the kept rows.
func stateDigest(_ ledger: Ledger, expecting count: Int) throws -> String {
    let replay = try ledger.replay()
    // One more event: the origin's own.
    guard replay.events == UInt64(count + 1), replay.isEqual else {
        throw BenchmarkError("the ledger holds \(replay.events) events, equal: \(replay.isEqual)")
    }
    return "\(count) events state:\(replay.state.hex.prefix(32))"
}

/// One caller that appends batch after batch, each a durable unit with everything on.
final class EngineBatchAppend: Subject {
    let name = "daybook"
    private let batch: Int
    private var ledger: Ledger?
    private var batches: [[EventDraft]] = []

    init(batch: Int) { self.batch = batch }

    func prepare(_ workload: Workload, folder: String) throws {
        let ledger = try makeLedger(folder)
        self.ledger = ledger
        batches = stride(from: 0, to: workload.count, by: batch).map { start in
            (start..<min(start + batch, workload.count)).map { workload.shape.flight($0).draft }
        }
    }

    func run(_ workload: Workload) throws {
        for batch in batches { _ = try ledger!.append(batch) }
    }

    func digest(_ workload: Workload) throws -> String { try stateDigest(ledger!, expecting: workload.count) }

    func finish() {
        ledger?.close()
        ledger = nil
        batches = []
    }
}

/// Many writers at once, each a thread that appends one event and waits until it is on disk.
final class EngineConcurrentAppend: Subject {
    let name = "daybook"
    private let writers: Int
    private var ledger: Ledger?
    private var drafts: [EventDraft] = []

    init(writers: Int) { self.writers = writers }

    // Each writer makes as many appends as the baseline makes in all.
    func events(of workload: Workload) -> Int { workload.count * 32 }

    func prepare(_ workload: Workload, folder: String) throws {
        ledger = try makeLedger(folder)
        let shape = Shape(count: events(of: workload))
        drafts = (0..<shape.count).map { shape.flight($0).draft }
    }

    func run(_ workload: Workload) throws {
        let (ledger, drafts, writers) = (ledger!, drafts, writers)
        let done = DispatchGroup()
        let answers = Answers()
        Task.detached {
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<writers {
                        group.addTask {
                            for index in stride(from: writer, to: drafts.count, by: writers) {
                                _ = try await ledger.appending([drafts[index]])
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            } catch { answers.fail("\(error)") }
            answers.finish()
        }
        _ = done
        try answers.wait()
    }

    func digest(_ workload: Workload) throws -> String { try stateDigest(ledger!, expecting: drafts.count) }

    func finish() {
        ledger?.close()
        ledger = nil
        drafts = []
    }
}

/// The end of asynchronous work, waited for by the one synchronous caller.
private final class Answers: @unchecked Sendable {  // the semaphore orders the one write before the one read
    private let ready = DispatchSemaphore(value: 0)
    private var failure: String?
    func fail(_ text: String) { failure = text }
    func finish() { ready.signal() }
    func wait() throws {
        ready.wait()
        if let failure { throw BenchmarkError(failure) }
    }
}

/// A ledger of a workload's events, built once for all rounds and subjects.
final class BuiltLedger: @unchecked Sendable {  // used by one thread
    static let shared = BuiltLedger()
    private var folder = ""
    private var count = -1
    private var others: [LogbookWorkload: String] = [:]

    /// A ledger of the same flights with another past.
    func path(of kind: LogbookWorkload, _ workload: Workload, near folder: String) throws -> String {
        let built = try path(workload, near: folder)
        if let made = others[kind] { return made }
        let place = "\(built)/\(kind.rawValue)"
        try kind.make(place, workload, logged: built + "/ledger")
        others[kind] = place + "/ledger"
        return place + "/ledger"
    }

    func path(_ workload: Workload, near folder: String) throws -> String {
        if count == workload.count { return self.folder }
        remove()
        let place = URL(fileURLWithPath: folder).deletingLastPathComponent().appendingPathComponent("built-\(getpid())")
            .path
        try? FileManager.default.removeItem(atPath: place)  // Absent is what we want.
        let ledger = try makeLedger(place)
        try logFlights(workload, ledger)
        ledger.close()
        self.folder = place
        count = workload.count
        return place
    }

    func remove() {
        if !folder.isEmpty { try? FileManager.default.removeItem(atPath: folder) }  // A folder left behind spoils no figure.
        folder = ""
        count = -1
        others = [:]
    }
}

/// Base of subjects that ask a ledger that stands.
class EngineQuestion: Subject {
    var name: String { "daybook" }
    var ledger: Ledger?
    var folder = ""

    func prepare(_ workload: Workload, folder: String) throws {
        self.folder = try BuiltLedger.shared.path(workload, near: folder) + "/ledger"
        ledger = try Ledger.open(at: self.folder, .readOnly, environment: .daybook())
    }

    func run(_ workload: Workload) throws {}
    func digest(_ workload: Workload) throws -> String { "" }
    func value(seconds: Double, events: Int) -> Double { Double(events) / seconds }

    func finish() {
        ledger?.close()
        ledger = nil
    }
}

final class EngineReplay: EngineQuestion {
    private var report: ReplayReport?
    override func run(_ workload: Workload) throws { report = try ledger!.foldFromNothing() }
    override func digest(_ workload: Workload) throws -> String {
        let kept = try ledger!.replay()
        guard let report, kept.isEqual, kept.state == report.state, report.events == UInt64(workload.count + 1) else {
            throw BenchmarkError("the replay is not equal to what is kept")
        }
        return "\(report.events) events state:\(report.state.hex.prefix(32))"
    }
}

/// Replays flights of which a third is signed with an instructor's key. The results of the signature checks are kept by
/// content id since the ledger was made; `shell.keyed.replay` makes all checks.
final class EngineKeyedReplay: EngineQuestion {
    private var report: ReplayReport?
    override func prepare(_ workload: Workload, folder: String) throws {
        self.folder = try BuiltLedger.shared.path(of: .keyed, workload, near: folder)
        ledger = try Ledger.open(at: self.folder, .readOnly, environment: .daybook())
    }
    override func run(_ workload: Workload) throws { report = try ledger!.foldFromNothing() }
    override func digest(_ workload: Workload) throws -> String {
        let kept = try ledger!.replay()
        let signed = UInt64((workload.count + 2) / 3)
        let events = UInt64(workload.count + 1) + signed
        guard let report, kept.isEqual, kept.state == report.state, report.events == events else {
            throw BenchmarkError("the replay is not equal to what is kept")
        }
        return "\(report.events) events state:\(report.state.hex.prefix(32))"
    }
}

final class EngineVerify: EngineQuestion {
    private var report: VerifyReport?
    override func run(_ workload: Workload) throws { report = try ledger!.verify() }
    override func digest(_ workload: Workload) throws -> String {
        guard let report, report.isSound, report.events == UInt64(workload.count + 1) else {
            throw BenchmarkError("verify found damage")
        }
        return "\(report.events) events root:\(report.logs[0].root.hex.prefix(32))"
    }
}

/// Opens a ledger and asks whether the pilot is current; milliseconds.
final class EngineOpen: EngineQuestion {
    private var answer = ""
    override func prepare(_ workload: Workload, folder: String) throws {
        self.folder = try BuiltLedger.shared.path(workload, near: folder) + "/ledger"
    }
    override func run(_ workload: Workload) throws {
        ledger = try Ledger.open(at: folder, .readOnly, environment: .daybook())
        let currency = try ledger!.currency(AsOf(on: CivilDate("2025-12-20")))
        answer = "\(currency.value.answer.legal) \(currency.value.general.count) events"
    }
    override func digest(_ workload: Workload) throws -> String { answer }
    override func value(seconds: Double, events: Int) -> Double { seconds * 1000 }
}

/// The most private memory (RssAnon of proc(5)) that a replay adds; KiB.
final class EngineReplayMemory: EngineQuestion {
    private var peak = 0
    private var events: UInt64 = 0
    override func run(_ workload: Workload) throws {
        let before = privateKiB()
        let sampler = Sampler(before: before)
        sampler.start()
        events = try ledger!.foldFromNothing().events
        peak = sampler.stop()
    }
    override func digest(_ workload: Workload) throws -> String { "\(events) events" }
    override func value(seconds: Double, events: Int) -> Double { Double(peak) }
}

private func privateKiB() -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
    for line in status.split(separator: "\n") where line.hasPrefix("RssAnon:") {
        return Int(line.split(separator: " ").dropFirst().first ?? "0") ?? 0
    }
    return 0
}

private final class Sampler: @unchecked Sendable {  // `isRunning` and `peak` are guarded by the lock
    private let before: Int
    private let lock = NSLock()
    private var isRunning = true
    private var peak = 0
    private let ended = DispatchSemaphore(value: 0)

    init(before: Int) { self.before = before }

    func start() {
        Thread.detachNewThread { [self] in
            while true {
                let now = privateKiB() - before
                let goesOn = lock.withLock {
                    peak = max(peak, now)
                    return isRunning
                }
                if !goesOn { break }
                usleep(2_000)
            }
            ended.signal()
        }
    }

    func stop() -> Int {
        lock.withLock { isRunning = false }
        ended.wait()
        return lock.withLock { max(peak, privateKiB() - before) }
    }
}
