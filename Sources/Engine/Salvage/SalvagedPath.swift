package import EventCodec
import EventModel
package import EventStore
package import TransparencyLog

/// The part of a log that can leave a damaged ledger as a log: its events up to the first lost one, cut at the end of a
/// unit.
package struct SalvagedPath {
    package let log: LogRecord
    package let name: LogName
    package let size: UInt64
    package let head: SignedHead
}

extension SalvagedLedger {
    /// The paths that can leave: each whole from its beginning, under a head that is kept or that a key here signs, no
    /// path the beginning of another one, named as an export names paths.
    package func paths() throws -> [SalvagedPath] {
        var found: [(log: LogRecord, leaves: [EventID], head: SignedHead)] = []
        for (log, leaves) in try provable() where !leaves.isEmpty {
            var edge = MerkleEdge()
            for leaf in leaves { edge.append(leaf: leaf.words) }
            let head: SignedHead?
            do { head = try store.folder.signedHead(of: log, size: edge.size, root: edge.root) } catch
                StoreError.notPermitted
            {
                // Another user's key signs nothing here.
                head = nil
            }
            guard let head else { continue }
            found.append((log, leaves, head))
        }
        let kept = found.enumerated().filter { index, path in
            !found.enumerated().contains { other, whole in
                other != index && whole.log.origin == path.log.origin && whole.leaves.starts(with: path.leaves)
                    && (whole.leaves.count > path.leaves.count || other < index)
            }
        }.map(\.element)
        return kept.map { path in
            let forks = kept.compactMap { other in
                other.log.origin != path.log.origin || other.log.number == path.log.number
                    ? nil : zip(path.leaves, other.leaves).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            }
            let name = LogName(origin: path.log.origin, branch: forks.max().map { path.leaves[$0] })
            return SalvagedPath(log: path.log, name: name, size: UInt64(path.leaves.count), head: path.head)
        }
    }

    /// The leaves of each log, the own person's first, whose place is proved. A body that is gone is right beside its
    /// erasure only: where that is lost, the log ends before it.
    private func provable() throws -> [(log: LogRecord, leaves: [EventID])] {
        let (own, altered) = (try person?.principal, Set(altered.map(\.number)))
        let proved = logs.filter { !altered.contains($0.number) }
        let ordered = proved.filter { $0.principal == own } + proved.filter { $0.principal != own }
        var erasable: Set<Erasing>?
        while true {
            var kept: Set<Erasing> = []
            let found = ordered.map { log in (log: log, leaves: leaves(of: log, erasable, &kept)) }
            if let erasable, kept.isSuperset(of: erasable) { return found }
            erasable = erasable?.intersection(kept) ?? kept
        }
    }

    /// Who erases in which stream.
    private struct Erasing: Hashable {
        let stream: StreamID
        let actor: PrincipalID
    }

    /// The leaves before the first lost event, and the first bodiless one that no erasure reaches (nil: any may be),
    /// through the end of the last whole unit.
    private func leaves(of log: LogRecord, _ erasable: Set<Erasing>?, _ kept: inout Set<Erasing>) -> [EventID] {
        var (leaves, end) = ([EventID](), 0)
        for sequence in 0..<log.size {
            guard let place = place(onPathOf: log, sequence), let event = event(at: place) else { break }
            let erasing = Erasing(stream: event.envelope.stream, actor: event.envelope.actor)
            if event.stored.isErased, let erasable, !erasable.contains(erasing) { break }
            if event.envelope.type.hasSuffix(".erased") { kept.insert(erasing) }
            leaves.append(event.id)
            if event.envelope.flags.contains(.lastOfUnit) { end = leaves.count }
        }
        return Array(leaves.prefix(end))
    }

    /// Whether an event that no path leads to lacks nothing but a signature: all events of its log are whole, and no
    /// log is lost.
    package func isUnsigned(_ place: EventPlace) -> Bool {
        guard lostLogs.isEmpty, let log = logs.first(where: { $0.number == place.log }) else { return false }
        return place.sequence < log.size && edge(of: log) == log.edge
    }

    /// The whole events that no path leads to, those that no head row counts last.
    package func apart(from paths: [SalvagedPath]) -> [EventPlace] {
        var reached: [UInt32: UInt64] = [:]
        for path in paths {
            for sequence in 0..<path.size {
                guard let place = place(onPathOf: path.log, sequence) else { break }
                reached[place.log] = max(reached[place.log] ?? 0, sequence + 1)
            }
        }
        let lost = Set(missing)
        return logs.flatMap { log in
            let start = max(log.start, reached[log.number] ?? 0)
            return (start..<max(log.size, start)).map { EventPlace(log: log.number, sequence: $0) }
        }.filter { !lost.contains($0) && event(at: $0) != nil } + uncountedPlaces
    }
}
