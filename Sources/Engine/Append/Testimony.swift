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
    /// How far every log has come: the live logs, then the closed ones, each the newest first, as far as a frontier
    /// has places.
    ///
    /// Only what has no place is folded into the digest. All paths of an origin are listed or none, so that the
    /// folded ones are found again.
    ///
    /// - Parameters:
    ///   - logs: All logs and branches that hold events; at least one (a `precondition`).
    ///   - replaced: The origins that another log's first event replaces.
    package init(_ logs: [LogRecord], replaced: Set<OriginID>) {
        let held = logs.filter { $0.size > 0 }
        precondition(!held.isEmpty, "a ledger that locks a record holds a log")
        let origins = Dictionary(grouping: held, by: \.origin).map { origin, paths in
            (
                isClosed: replaced.contains(origin), newest: paths.map(\.number).max() ?? 0,
                paths: paths.sorted { $0.number > $1.number }
            )
        }
        var listed: [LogRecord] = []
        for origin in origins.sorted(by: { $0.isClosed == $1.isClosed ? $0.newest > $1.newest : $1.isClosed }) {
            guard listed.isEmpty || listed.count + origin.paths.count <= SignedFrontier.logsMaximum else { break }
            listed += origin.paths.prefix(SignedFrontier.logsMaximum)
        }
        let numbers = Set(listed.map(\.number))
        self.init(
            logs: listed.map(SignedFrontier.Log.init).sorted(),
            closed: SignedFrontier.Closed(held.filter { !numbers.contains($0.number) }.map(SignedFrontier.Log.init)))
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
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: log.size >> UInt64(shift))) }
            bytes += log.root.bytes
        }
        self.init(count: UInt64(logs.count), digest: SHA256Hasher.labelled("daybook/closed/1", bytes))
    }
}

extension StoreReading where Self: ~Copyable {
    /// The origins that a successor replaced, by the certificates of the logs held here. O(logs).
    package borrowing func replacedOrigins(_ logs: [LogRecord]) throws -> Set<OriginID> {
        var replaced: Set<OriginID> = []
        for log in logs where log.start == 0 && log.size > 0 {
            let origin = try withEvent(at: EventPlace(log: log.number, sequence: 0)) { row in
                RecordFields.value(of: OriginStartedKey.replaces, inBody: row.body.array).flatMap { OriginID(bytes: $0.suffix(16)) }
            }
            if let origin { replaced.insert(origin) }
        }
        return replaced
    }
}

extension UnitDecision {
    /// The engine's part of a lock with the witness that its draft asks for.
    func witnessed<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ fields: EngineFields, _ draft: EventDraft, _ kind: any StreamKind, _ source: Source, _ transaction: borrowing Reading
    ) throws -> EngineFields {
        var result = fields
        switch draft.testimony {
        case nil: break
        case .made(let witness): result.witness = witness
        case .key(let key, let certificate):
            var logs = try source.logs(transaction)
            // What stands before the lock in its own unit is covered, too.
            if let own = logs.firstIndex(where: { $0.number == unit.log }) {
                for id in unit.rows.ids { logs[own].edge.append(leaf: id.words) }
            }
            let signed = Witness.Signed(
                frontier: SignedFrontier(logs, replaced: try transaction.replacedOrigins(logs)), certificate: certificate, instant: recorded)
            guard let statement = LockSignature.statement(fields, signed, in: draft.stream, by: actor), let label = kind.witnessLabel else { return fields }
            result.witness = Witness(key: key.publicKey.words, signed: signed, signature: try key.sign(statement.message(label)).bytes)
        }
        return result
    }
}
