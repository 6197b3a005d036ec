import DaybookKit
import Engine
import EventModel
import SyncProtocol
import TransparencyLog

/// Long paths of a shared folder are taken and given before the exchange, event by event: memory does not grow with
/// them (docs/decisions/0045-long-logs-in-pieces.md). The exchange finds the rest.
extension FolderPeer {
    /// A path with more events than this is given before the exchange.
    private static let longCount: UInt64 = 4_096

    /// Takes every path of more than one piece that begins a log or continues what is held of it, and every path of a
    /// log that forked. Each piece is a commit; small tails are stored together.
    ///
    /// A path of which a piece is refused is left to the exchange from there on: the exchange states why.
    mutating func receiveInPieces(_ progress: (ExchangeStep) -> Void) throws -> (events: Int, bytes: Int) {
        var (taken, isNew, grows): ((events: Int, bytes: Int), Bool, Bool) = ((0, 0), true, false)
        let given = Dictionary(grouping: replica.paths, by: \.origin).sorted { $0.key < $1.key }
        let total = replica.paths.reduce(0) { $0 + Int($1.size) }
        // A tail refused for want of another log is tried again after that one, and only then with more of its own log.
        while isNew || !grows {
            grows = !isNew
            isNew = false
            let ours = try LedgerReplica(ledger)
            let held = Dictionary(grouping: ours.paths, by: \.origin)
            for (origin, paths) in given {
                let runs = try runs(to: paths, held[origin] ?? [], ours)
                if runs.reduce(0, { $0 + $1.pieces.count }) < 2 { continue }
                let before = taken.events
                let new = try receive(runs, grows: grows) { progress(.stored(before + $0, of: total)) }
                taken = (taken.events + new.events, taken.bytes + new.bytes)
                isNew = isNew || new.events > 0
                if grows, isNew { break }
            }
        }
        return taken
    }

    /// The tails of a log's paths that are lacking here, those that are continued first.
    private func runs(to paths: [HeldPath], _ held: [HeldPath], _ ours: LedgerReplica) throws -> [FolderReplica.Run] {
        let marks = Set(held.map(\.mark))
        var lacked = paths.filter { !marks.contains($0.mark) }
        if lacked.isEmpty { return [] }
        if paths.count == 1, held.count <= 1 {
            guard let own = held.first else { return replica.runs(of: paths[0], from: 0) }
            guard own.size < paths[0].size,
                try replica.roots(of: paths[0], at: [own.size])[own.size] == own.root
            else { return [] }
            return replica.runs(of: paths[0], from: own.size)
        }
        // Theirs may be the beginning of a longer path that is held.
        let theirs = Set(paths.map(\.mark))
        for path in held where !theirs.contains(path.mark) && !lacked.isEmpty {
            let roots = try ours.roots(of: path, at: Set(lacked.map(\.size).filter { $0 <= path.size }))
            lacked.removeAll { roots[$0.size] == $0.root }
        }
        return lacked.isEmpty ? [] : try replica.runs(to: lacked, beyond: held)
    }

    private func receive(
        _ runs: [FolderReplica.Run], grows: Bool, _ progress: (Int) -> Void
    ) throws -> (events: Int, bytes: Int) {
        var (taken, rest, apart): ((events: Int, bytes: Int), ArraySlice<FolderReplica.Run>, Int) = (
            (0, 0), runs[...], 0
        )
        while let run = rest.first {
            let small = apart > 0 ? [] : smallRuns(rest)
            if small.count > 1 {
                if let new = try receiveTogether(small) {
                    taken = (taken.events + new.events, taken.bytes + new.bytes)
                    rest = rest.dropFirst(small.count)
                    progress(taken.events)
                } else {
                    apart = small.count
                }
                continue
            }
            guard try receive(run, grows: grows, &taken, progress) else { return taken }
            (rest, apart) = (rest.dropFirst(), max(0, apart - 1))
        }
        return taken
    }

    /// The first tails that one commit takes together.
    private func smallRuns(_ runs: ArraySlice<FolderReplica.Run>) -> [FolderReplica.Run] {
        var (events, bytes): (UInt64, Int) = (0, 0)
        return Array(
            runs.prefix { run in
                let measured = replica.measure(run)
                (events, bytes) = (events + measured.events, bytes + measured.bytes)
                return events <= EventPieces.eventsPerPiece && bytes <= EventPieces.bytesPerPiece
            })
    }

    /// Stores tails in one commit; nil where it is refused because of any of them.
    private func receiveTogether(_ runs: [FolderReplica.Run]) throws -> (events: Int, bytes: Int)? {
        let tails = try runs.map { try replica.tail($0, first: $0.pieces.count) }
        do {
            let receipt = try translated { try ledger.engine.receive(tails, from: replica.principal) }
            return (receipt.received, tails.lazy.flatMap(\.events).reduce(0) { $0 + CargoCoding.byteCount($1) })
        } catch let error where Ledger.isOfThePeer(error) { return nil }
    }

    /// Stores a tail piece by piece; false where a piece is refused.
    private func receive(
        _ whole: FolderReplica.Run, grows: Bool, _ taken: inout (events: Int, bytes: Int), _ progress: (Int) -> Void
    ) throws -> Bool {
        var (run, count) = (whole, 1)
        while !run.pieces.isEmpty {
            let tail = try replica.tail(run, first: count)
            do {
                let receipt = try translated { try ledger.engine.receive([tail], from: replica.principal) }
                taken.events += receipt.received
                taken.bytes += tail.events.reduce(0) { $0 + CargoCoding.byteCount($1) }
                progress(taken.events)
                run = run.dropping(count, from: tail.rest.start)
                count = min(receipt.piecesNext(after: count), run.pieces.count)
            } catch let error where Ledger.isOfThePeer(error) {
                // Tails refused together may be taken piece by piece.
                if taken.events > 0, count > 1 {
                    count = 1
                    continue
                }
                let mayGrow = grows && taken.events == 0 && count < run.pieces.count
                guard mayGrow, FolderPeer.mayNeedMore(error) else { return false }
                count = min(count * 2, run.pieces.count)
            }
        }
        return true
    }

    /// Whether what is lacking may come later in the same log: the erasure of a body, or the link that admits its
    /// person. Both are stored in one commit with what needs them.
    private static func mayNeedMore(_ error: any Error) -> Bool {
        (error as? Fault)?.code == "body.missing" || (error as? Rejection)?.code == Responder.strangersCode
    }

    /// Puts every long path there of which the folder holds the beginning or nothing, as one bundle. Returns the number
    /// of events.
    mutating func giveLongPaths(_ progress: (ExchangeStep) -> Void) throws -> Int {
        let ours = try LedgerReplica(ledger)
        if try replica.stranger(to: ours) != nil { return 0 }
        let theirs = Dictionary(grouping: replica.paths, by: \.origin)
        var giving: [OriginComparison.Giving] = []
        for (origin, paths) in Dictionary(grouping: ours.paths, by: \.origin) {
            let held = theirs[origin] ?? []
            guard paths.count == 1, held.count <= 1, try ours.head(of: paths[0]) != nil else { continue }
            let (path, start) = (paths[0], held.first?.size ?? 0)
            guard path.size > start, path.size - start > FolderPeer.longCount else { continue }
            if let end = held.first, try ours.roots(of: path, at: [start])[start] != end.root { continue }
            giving.append(.init(path: path, start: start))
        }
        if giving.isEmpty { return 0 }
        // A name that it cannot have is stated by the exchange, which gives the same.
        guard try write(of: ours, { try BundleWriter(ours).write(giving, blobs: [], progress, to: $0) }) == nil else {
            return 0
        }
        return giving.reduce(0) { $0 + Int($1.path.size - $1.start) }
    }
}
