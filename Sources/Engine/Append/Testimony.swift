package import EventCodec
package import EventModel
import EventSourcing
package import EventStore
package import TransparencyLog

/// The witness that a lock is to carry.
package enum Testimony: Sendable {
    /// This key signs what the lock turns out to be, at the frontier of that moment.
    case key(SigningKey, certificate: String)
    /// The signer gave it before.
    case made(Witness)
}

extension SignedFrontier {
    /// How far the logs have come, as far as a frontier has places.
    ///
    /// The logs that the lock needs come first, however many logs others have here. Then follow the own person's live
    /// logs, other persons' live logs, own closed logs and others' closed ones, each the newest first. Only own closed
    /// logs without a place are folded into the digest: other persons cannot change it, and these logs grow no more.
    /// All paths of an origin are listed or none, so that the folded ones are found again.
    ///
    /// - Parameters:
    ///   - logs: All logs and branches that hold events; at least one (a `precondition`).
    ///   - person: The author of the lock.
    ///   - needed: The local numbers of the log of the lock and of those of the events that it covers.
    ///   - replaced: The origins that another log's first event replaces.
    package init(_ logs: [LogRecord], of person: PrincipalID, needing needed: Set<UInt32>, replaced: Set<OriginID>) {
        let held = logs.filter { $0.size > 0 }
        precondition(!held.isEmpty, "a ledger that locks a record holds a log")
        let origins = Dictionary(grouping: held, by: \.origin).map { origin, paths in
            Listing(paths, isOwn: paths[0].principal == person, isClosed: replaced.contains(origin), needed)
        }
        var listed: [LogRecord] = []
        for origin in origins.sorted(by: { ($0.rank, $1.newest) < ($1.rank, $0.newest) })
        where listed.isEmpty || listed.count + origin.paths.count <= SignedFrontier.logsMaximum {
            listed += origin.paths.prefix(SignedFrontier.logsMaximum)
        }
        let numbers = Set(listed.map(\.number))
        let folded = held.filter {
            !numbers.contains($0.number) && $0.principal == person && replaced.contains($0.origin)
        }
        self.init(
            logs: listed.map(SignedFrontier.Log.init).sorted(),
            closed: SignedFrontier.Closed(folded.map(SignedFrontier.Log.init)))
    }

    /// The paths of one origin, and how early they are listed.
    private struct Listing {
        let paths: [LogRecord]
        let rank: Int
        let newest: UInt32

        init(_ paths: [LogRecord], isOwn: Bool, isClosed: Bool, _ needed: Set<UInt32>) {
            let isNeeded = paths.contains { needed.contains($0.number) }
            self.paths = paths.sorted { one, other in
                let (first, second) = (needed.contains(one.number), needed.contains(other.number))
                return first == second ? one.number > other.number : first
            }
            rank = isNeeded ? 0 : (isClosed ? 3 : 1) + (isOwn ? 0 : 1)
            newest = paths.map(\.number).max() ?? 0
        }
    }
}

extension SignedFrontier.Log {
    package init(_ log: LogRecord) { self.init(origin: log.origin, size: log.size, root: log.edge.root) }
}

extension SignedFrontier.Closed {
    /// SHA-256 of "daybook/closed/1" and, of each log in ascending order, origin (16), size (8, big-endian) and root
    /// (32); nil without logs.
    package init?(_ logs: [SignedFrontier.Log]) {
        if logs.isEmpty { return nil }
        var bytes: [UInt8] = []
        for log in logs.sorted() {
            bytes += log.origin.bytes
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: log.size >> UInt64(shift)))
            }
            bytes += log.root.bytes
        }
        self.init(count: UInt64(logs.count), digest: SHA256Hasher.labelled("daybook/closed/1", bytes))
    }
}

extension StoreReading where Self: ~Copyable {
    /// The origins that a successor of the same person replaced, by the certificates of the logs held here. O(logs).
    package borrowing func replacedOrigins(_ logs: [LogRecord]) throws -> Set<OriginID> {
        let persons = Dictionary(logs.map { ($0.origin, $0.principal) }) { first, _ in first }
        var replaced: Set<OriginID> = []
        for log in logs where log.start == 0 && log.size > 0 {
            let origin = try withEvent(at: EventPlace(log: log.number, sequence: 0)) { row in
                RecordFields.value(of: OriginStartedKey.replaces, inBody: row.body.array).flatMap {
                    OriginID(bytes: $0.suffix(16))
                }
            }
            if let origin, persons[origin] == log.principal { replaced.insert(origin) }
        }
        return replaced
    }
}

extension UnitDecision {
    /// The engine's part of a lock with the witness that its draft asks for.
    func witnessed<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ fields: EngineFields, _ draft: EventDraft, on loaded: LoadedStream, _ source: Source,
        _ transaction: borrowing Reading
    ) throws -> EngineFields {
        var result = fields
        switch draft.testimony {
        case nil: break
        case .made(let witness): result.witness = witness
        case .key(let key, let certificate):
            var logs = try source.logs(transaction)
            // Events before the lock in its own unit are covered, too.
            if let own = logs.firstIndex(where: { $0.number == unit.log }) {
                for id in unit.rows.ids { logs[own].edge.append(leaf: id.words) }
            }
            let needed = loaded.logNumbers(of: fields.covers ?? []).union([unit.log])
            let frontier = SignedFrontier(
                logs, of: actor, needing: needed, replaced: try transaction.replacedOrigins(logs))
            let signed = Witness.Signed(frontier: frontier, certificate: certificate, instant: recorded)
            guard let statement = LockSignature.statement(fields, signed, in: draft.stream, by: actor),
                let label = loaded.rules.kind.witnessLabel
            else { return fields }
            result.witness = Witness(
                key: key.publicKey.words, signed: signed, signature: try key.sign(statement.message(label)).bytes)
        }
        return result
    }
}
