import EventModel
import EventSourcing
import EventStore

/// The paths of all logs, by which a cut decides what lies before it.
struct LogPaths {
    /// By local number.
    private var paths: [UInt32: LogPath] = [:]
    private let all: [LogPath]

    /// Of the logs given; with `branches` only the branches among them, as if the others had not been met yet.
    init(_ logs: [LogRecord], only branches: Set<UInt32>? = nil) {
        let held = logs.filter { $0.parent == 0 || branches?.contains($0.number) ?? true }
        // Where branches that are held leave each log.
        let leaving = Dictionary(grouping: held.filter { $0.parent != 0 }, by: \.parent).mapValues {
            Set($0.map(\.start))
        }
        // A branch has a higher number than the log it leaves.
        for log in held.sorted(by: { $0.number < $1.number }) {
            let before = paths[log.parent]?.forks.filter { $0.sequence < log.start } ?? []
            let own = log.forks.filter { fork in
                log.parent != 0 && fork.sequence == log.start || leaving[log.number]?.contains(fork.sequence) ?? false
            }
            paths[log.number] = LogPath(
                origin: log.origin, forks: before + own.map { .init(sequence: $0.sequence, leaf: $0.leaf) })
        }
        all = held.compactMap { [paths] in paths[$0.number] }
    }

    func isBefore(_ cut: Cut, _ place: EventPlace) -> Bool { held.isBefore(cut, place.inLog) }

    /// The same, as a rule of a domain sees it.
    var held: HeldLogs { HeldLogs(paths, all: all) }
}

extension StoreReading where Self: ~Copyable {
    /// The paths of the logs as they were known at a position.
    borrowing func logPaths(_ head: StoreRecord, knownAt: Position?) throws -> LogPaths {
        let logs = try logRecords(head)
        guard let knownAt else { return LogPaths(logs) }
        var branches: Set<UInt32> = []
        for log in logs where log.parent != 0 && log.size > log.start {
            if try withEvent(at: EventPlace(log: log.number, sequence: log.start), { $0.position }) <= knownAt {
                branches.insert(log.number)
            }
        }
        return LogPaths(logs, only: branches)
    }
}
