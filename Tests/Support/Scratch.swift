package import DaybookDomains
package import EventModel
import Foundation
import Synchronization

/// Folders for the ledgers of a test: on tmpfs, so that a commit costs no disk.
package enum Scratch {
    private static let count = Atomic<UInt64>(0)
    private static let root: String = {
        let fast = "/dev/shm"
        return FileManager.default.isWritableFile(atPath: fast) ? fast : NSTemporaryDirectory()
    }()

    /// The path of a folder that is not there yet.
    package static func path() -> String {
        let number = count.add(1, ordering: .relaxed).newValue
        return "\(root)/daybook-test-\(ProcessInfo.processInfo.processIdentifier)-\(number)"
    }

    package static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds * 1_000)) }

    package static func remove(_ path: String) {
        // Absent is as good as removed.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Runs with a path of its own, and takes away what was made there.
    package static func with<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        let path = path()
        defer { remove(path) }
        return try body(path)
    }

    /// The bytes of a file; empty when there is none.
    package static func bytes(_ path: String) -> [UInt8] {
        FileManager.default.contents(atPath: path).map(Array.init) ?? []
    }

    /// Writes into a file that may be there, keeping its inode.
    package static func overwrite(_ path: String, _ bytes: [UInt8]) throws {
        if let handle = FileHandle(forWritingAtPath: path) {
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
        } else {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        }
    }

    package static func files(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()  // None is no files.
    }

    /// Copies a ledger's folder as a person would who does not know better: the store, the checkpoint, the keys, and
    /// not the token.
    package static func clone(_ source: String, to target: String) throws {
        try FileManager.default.createDirectory(atPath: target + "/keys", withIntermediateDirectories: true)
        for name in ["data.mdb", "checkpoint"] + files(source + "/keys").map({ "keys/" + $0 }) {
            try Data(bytes("\(source)/\(name)")).write(to: URL(fileURLWithPath: "\(target)/\(name)"))
        }
    }
}

/// A clock that a test sets.
package final class TestClock: Sendable {
    private let milliseconds: Atomic<Int64>

    package init(_ text: String = "2026-03-01T12:00:00Z") {
        guard let start = Instant(text) else { preconditionFailure("not an instant: \(text)") }
        milliseconds = Atomic(start.milliseconds)
    }

    /// Called by every reader of the clock of a ledger's environment; a test may wait in it.
    package let onRead = TestBox<@Sendable () -> Void>({})

    package var now: Instant { Instant(milliseconds: milliseconds.load(ordering: .relaxed)) }
    package func set(_ instant: Instant) { milliseconds.store(instant.milliseconds, ordering: .relaxed) }
    package func set(_ text: String) {
        guard let instant = Instant(text) else { preconditionFailure("not an instant: \(text)") }
        set(instant)
    }
    /// Forwards, or back with a negative number.
    package func step(seconds: Int64) { milliseconds.add(seconds * 1000, ordering: .relaxed) }
}

extension LedgerEnvironment {
    /// A clock that the test sets, randomness from a seed, UTC, a small map.
    package static func test(_ clock: TestClock = TestClock(), seed: UInt64 = 1) -> LedgerEnvironment {
        let random = Mutex(SeededRandom(seed: seed))
        var environment = LedgerEnvironment.daybook(
            clock: {
                clock.onRead.get()()
                return clock.now
            }, entropy: { count in random.withLock { $0.bytes(count) } }, zone: UniversalTime())
        environment.mapByteCount = 64 << 20
        // Small histories have versions, too.
        environment.changesOfVersion = [1, 3, 20, 1_024][Int(seed % 4)]
        return environment
    }
}

/// A value that one thread sets and another reads.
package final class TestBox<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    package init(_ value: Value) { self.value = Mutex(value) }
    package func set(_ new: Value) { value.withLock { $0 = new } }
    package func get() -> Value { value.withLock { $0 } }
}
