import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// The cut of the end of a link: the other's logs that keep their effect, each with its root.
struct EndCut {
    private(set) var entries: [CutEntry] = []
    private(set) var roots: [Bytes32] = []
    /// The logs that an event has no room for, and how many of their events counted.
    private(set) var logsLeftOut = 0
    private(set) var eventsLeftOut = 0

    /// One path of a log up to a size.
    struct Path {
        let name: LogName
        let size: UInt64
        let root: Bytes32
        /// Its events that count.
        let events: Int
    }

    /// Of the paths with the most events that count as many as an event holds; a path without such events needs no
    /// place.
    init(_ paths: [Path]) {
        let counting = paths.filter { $0.events > 0 }.sorted { ($1.events, $0.name) < ($0.events, $1.name) }
        for path in counting.prefix(Limits.endedLogsMaximum) {
            entries.append(CutEntry(log: path.name, size: path.size))
            roots.append(path.root)
        }
        for path in counting.dropFirst(Limits.endedLogsMaximum) {
            logsLeftOut += 1
            eventsLeftOut += path.events
        }
    }

    func data(of person: PrincipalID) -> JSONValue {
        .object(pairs: [
            "person": .string(person.hex), "roots": .array(roots.sorted().map { .string($0.hex) }),
            "cut": .object(entries.sorted { $0.log < $1.log }.map { .init($0.log.description, .integer($0.size)) }),
        ])
    }
}

extension Ledger {
    /// The events of a person that an end keeps: all that count here now. O(events).
    func endCut(of person: PrincipalID) throws -> EndCut {
        try withView(.now) { known, _, transaction in
            var counting: [UInt32: Int] = [:]
            try engine.forEachStream(kind: nil, knownAt: known, transaction) { loaded in
                if ["origin", "link"].contains(loaded.stream.kind) { return true }
                for (index, outcome) in loaded.outcomes.enumerated() {
                    guard outcome.status == .effective, loaded.events[index].actor == person else { continue }
                    counting[loaded.places[index].log, default: 0] += 1
                }
                return true
            }
            let logs = try transaction.logRecords(try transaction.storeRecord()).filter { $0.principal == person }
            return EndCut(
                logs.map { log in
                    EndCut.Path(
                        name: LogName(origin: log.origin, branch: log.branch), size: log.size, root: log.edge.root,
                        events: counting[log.number] ?? 0)
                })
        }
    }

    /// The roots of the paths that ends of version 1 meant: those that were here when the first of them was written.
    /// Nil where this ledger cannot say which paths these are. O(events of those logs).
    func endCut(renewing ends: [(id: EventID, end: LinkEnd)], in link: StreamID) throws -> EndCut? {
        try withView(.now) { known, _, transaction in
            guard let loaded = try engine.stream(link, knownAt: known, transaction), let least = ends.first?.end.cut
            else { return nil }
            let written = loaded.events.indices.filter { index in ends.contains { $0.id == loaded.events[index].id } }
            guard let position = written.map({ loaded.positions[$0] }).min() else { return nil }
            let logs = try transaction.logRecords(try transaction.storeRecord())
            var paths: [EndCut.Path] = []
            for entry in least.entries {
                let size = ends.map { end in end.end.cut.entries.first { $0.log == entry.log }?.size ?? 0 }.min() ?? 0
                if size == 0 { continue }
                let meant = try logs.filter { log in
                    guard log.origin == entry.log.origin, log.size >= size else { return false }
                    guard entry.log.branch == nil || log.forks.contains(where: { $0.leaf == entry.log.branch })
                    else { return false }
                    return try engine.event(onPathOf: log, sequence: size - 1, transaction).position <= position
                }
                // A path that came later has the same name.
                guard let path = meant.first, let root = try engine.roots(of: path, sizes: [size], transaction)[size]
                else { return nil }
                paths.append(EndCut.Path(name: entry.log, size: size, root: root, events: Int(clamping: size)))
            }
            return EndCut(paths)
        }
    }
}
