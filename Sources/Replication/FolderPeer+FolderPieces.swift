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

    /// Takes every path of more than one piece that begins a log or continues what is held of it. Each piece is a
    /// commit.
    ///
    /// Forks are left to the exchange, and so is a path of which a piece is refused, from there on: the exchange states
    /// why.
    mutating func receiveInPieces(_ progress: (ExchangeStep) -> Void) throws -> (events: Int, bytes: Int) {
        var (taken, isNew, grows): ((events: Int, bytes: Int), Bool, Bool) = ((0, 0), true, false)
        // A tail refused for want of another log is tried again after that one, and only then with more of its own log.
        while isNew || !grows {
            grows = !isNew
            isNew = false
            let held = Dictionary(grouping: try LedgerReplica(ledger).paths, by: \.origin)
            let given = Dictionary(grouping: replica.paths, by: \.origin)
            let total = replica.paths.reduce(0) { $0 + Int($1.size) }
            for path in replica.paths where given[path.origin]?.count == 1 {
                guard let start = try start(of: path, held[path.origin] ?? []) else { continue }
                let runs = replica.runs(of: path, from: start)
                if runs.reduce(0, { $0 + $1.pieces.count }) < 2 { continue }
                let before = taken.events
                let new = try receive(runs, from: start, grows: grows) { progress(.stored(before + $0, of: total)) }
                taken = (taken.events + new.events, taken.bytes + new.bytes)
                isNew = isNew || new.events > 0
                if grows, isNew { break }
            }
        }
        return taken
    }

    /// From where a path goes on with what is held of its log; nil where it does not.
    private func start(of path: HeldPath, _ held: [HeldPath]) throws -> UInt64? {
        guard let ours = held.first else { return 0 }
        guard held.count == 1, ours.size < path.size else { return nil }
        return try replica.roots(of: path, at: [ours.size])[ours.size] == ours.root ? ours.size : nil
    }

    private func receive(
        _ runs: [FolderReplica.Run], from start: UInt64, grows: Bool, _ progress: (Int) -> Void
    ) throws -> (events: Int, bytes: Int) {
        var (taken, next): ((events: Int, bytes: Int), UInt64) = ((0, 0), start)
        for run in runs {
            var (run, count) = (run, 1)
            while !run.pieces.isEmpty {
                let tail = try replica.tail(run, first: count, from: next)
                do {
                    let receipt = try translated { try ledger.engine.receive([tail], from: replica.principal) }
                    taken.events += receipt.received
                    taken.bytes += tail.events.reduce(0) { $0 + CargoCoding.byteCount($1) }
                    next = tail.rest.start
                    progress(taken.events)
                    run = run.dropping(count)
                    count = min(receipt.piecesNext(after: count), run.pieces.count)
                } catch let error where Ledger.isOfThePeer(error) {
                    // Tails refused together may be taken piece by piece.
                    if taken.events > 0, count > 1 {
                        count = 1
                        continue
                    }
                    let mayGrow = grows && taken.events == 0 && count < run.pieces.count
                    guard mayGrow, FolderPeer.mayNeedMore(error) else { return taken }
                    count = min(count * 2, run.pieces.count)
                }
            }
        }
        return taken
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
