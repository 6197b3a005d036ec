import EventCodec
import EventModel

/// Where an event stands: a log of this ledger, by its local number, and its sequence there.
public struct LogPlace: Hashable, Sendable {
    public let log: UInt32
    public let sequence: UInt64

    public init(log: UInt32, sequence: UInt64) {
        self.log = log
        self.sequence = sequence
    }
}

/// The paths of the logs that are held; cuts use them to decide what lies before them.
public struct HeldLogs: Sendable {
    private let paths: [UInt32: LogPath]
    private let all: [LogPath]

    /// No logs: nothing lies before any cut.
    public init() { (paths, all) = ([:], []) }

    /// By local number; `all` are those that names in cuts may mean.
    public init(_ paths: [UInt32: LogPath], all: [LogPath]) {
        self.paths = paths
        self.all = all
    }

    /// Whether an event lies before a cut. O(entries of the cut · paths).
    public func isBefore(_ cut: Cut, _ place: LogPlace) -> Bool {
        guard let path = paths[place.log] else { return false }
        return cut.isBefore(path, place.sequence, among: all)
    }

    /// Decides many events of unforked logs with one look each: the sizes below which all of a log lies before one of
    /// some cuts.
    public func sizes(before cuts: [Cut]) -> SizesBefore { SizesBefore(self, cuts) }

    /// Where each log was when some cuts were made.
    public struct SizesBefore: Sendable {
        private let logs: HeldLogs
        private let cuts: [Cut]
        /// Of logs of which one path is held: the greatest size that a cut names.
        private var sizes: [UInt32: UInt64] = [:]

        /// - Complexity: O(logs + entries); O(1) without cuts.
        fileprivate init(_ logs: HeldLogs, _ cuts: [Cut]) {
            self.logs = logs
            self.cuts = cuts
            if cuts.isEmpty { return }
            var paths: [OriginID: Int] = [:]
            for path in logs.all { paths[path.origin, default: 0] += 1 }
            var named: [OriginID: UInt64] = [:]
            for entry in cuts.lazy.flatMap(\.entries) where entry.log.branch == nil {
                named[entry.log.origin] = max(named[entry.log.origin] ?? 0, entry.size)
            }
            for (number, path) in logs.paths where path.forks.isEmpty && paths[path.origin] == 1 {
                sizes[number] = named[path.origin] ?? 0
            }
        }

        /// Whether an event lies before any of the cuts. O(1) for a log of one path.
        public func contains(_ place: LogPlace) -> Bool {
            if cuts.isEmpty { return false }
            if let size = sizes[place.log] { return place.sequence < size }
            return cuts.contains { logs.isBefore($0, place) }
        }
    }
}
