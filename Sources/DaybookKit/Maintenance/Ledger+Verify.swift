import Engine
public import EventCodec
public import EventModel
public import EventSourcing
package import EventStore
import TransparencyLog

/// A log, or a branch of one, as every replica names it.
public struct LogState: Hashable, Sendable {
    public let origin: OriginID
    public let branch: EventID?
    public let size: UInt64
    public let root: Bytes32

    package init(origin: OriginID, branch: EventID?, size: UInt64, root: Bytes32) {
        (self.origin, self.branch, self.size, self.root) = (origin, branch, size, root)
    }
}

/// Something that is not as it was written, as precisely as it is known.
public struct Damage: Hashable, Sendable {
    public let log: LogName?
    public let sequence: UInt64?
    public let position: Position?
    public let stream: StreamID?
    public let version: StreamVersion?
    public let reason: String
    /// Whether the store is whole, and behind its checkpoint file or beside it.
    package let isOfCheckpoint: Bool

    /// A sentence without its end, with where it is.
    public func place(after sentence: String) -> String {
        let parts = [
            stream.map { "\($0.text)" + (version.map { " event \($0)" } ?? "") }, position.map { "position \($0)" },
            log.map { "log \($0.origin.hex.prefix(12))" + (sequence.map { " number \($0)" } ?? "") },
        ].compactMap(\.self)
        return parts.isEmpty ? sentence : "\(sentence) (\(parts.joined(separator: ", ")))"
    }
}

/// The result of `verify`.
public struct VerifyReport: Hashable, Sendable {
    public let events: UInt64
    public let logs: [LogState]
    /// How the checkpoint file agrees: "agrees", "missing", "behind the store by 2 commits" …
    public let checkpoint: String
    public let damage: [Damage]
    /// The signatures by instructors' own keys, each of which was checked.
    public let signatures: [KeySignature]
    /// Lies, forks and doubts.
    public let findings: [LedgerFinding]
    public var isSound: Bool { damage.isEmpty }
    /// The warnings that are no damage, in sentences.
    public internal(set) var warnings: [String]
    /// The work that an earlier command left.
    package internal(set) var owed: OwedWork?
    /// The files beside the ledger that may hold what is erased from it; nil where they were not asked for.
    package internal(set) var leftovers: LeftoverFiles?
    /// Those of the warnings that a command mends.
    var mendable: [HealthFinding] = []

    /// Adds what a caller found besides.
    public mutating func add(warnings more: [String]) { warnings += more }
}

/// A fold from nothing beside what is kept.
public struct ReplayReport: Hashable, Sendable {
    public let events: UInt64
    public let state: Bytes32
    public let kept: Bytes32
    public var isEqual: Bool { state == kept }
}

/// The digest on which two ledgers with the same events agree.
public struct LedgerDigest: Hashable, Sendable {
    public let events: UInt64
    /// Over the sorted logs with sizes and roots.
    public let log: Bytes32
    /// Over the canonical projections.
    public let state: Bytes32
}

/// An event that is not effective.
public struct OutcomeView: Hashable, Sendable {
    public let event: EventID
    public let stream: StreamID
    public let type: String
    public let outcome: EventOutcome
    /// The device that wrote it; nil for a supposed event.
    public let origin: OriginID?
}

/// A change of outcome that an arrival brought.
public struct OutcomeChangeView: Hashable, Sendable {
    /// The last position of the commit that brought it.
    public let position: Position
    public let event: EventID
    public let stream: StreamID
    /// Nil for an event that arrived with its outcome.
    public let from: Outcome?
    public let to: Outcome
    public let reason: String?
    public let because: EventID?
}

/// Figures of a ledger.
package struct LedgerStatistics: Hashable, Sendable {
    package let asOf: AnsweredAsOf
    package let name: String
    package let zone: String
    package let principal: PrincipalID
    package let events: UInt64
    package let streams: Int
    /// Descending by count.
    package let types: [TypeCount]
    package let logs: [LogState]
    /// The current names of the devices.
    package let devices: DeviceNames
    package let commits: UInt64
    /// Streams with an event that is not effective.
    package let flaggedStreams: UInt64
    package let storeBytes: UInt64
    package let first: Instant?
    package let last: Instant?
    /// The content of each person's logs; more than one where ledgers are linked.
    package let principals: [PrincipalCounts]
    /// The work that an earlier command left.
    package let owed: OwedWork?
    /// The files beside the ledger that may hold what is erased from it.
    package let leftovers: LeftoverFiles
    /// The erasures from elsewhere that hide events here.
    package let hidden: [HiddenRecords]
    /// Logs that cannot leave the ledger.
    package let stranded: [StrandedLog]
    /// Where a reader that follows the log goes on after what is counted here.
    package let cursor: LedgerCursor?

    package struct TypeCount: Hashable, Sendable {
        package let type: String
        package let count: Int
    }

    package var json: JSONValue {
        .object(pairs: [
            "asOf": asOf.json, "name": .string(name), "zone": .string(zone), "principal": .string(principal.hex),
            "events": .integer(events),
            "streams": .integer(streams), "types": .object(types.map { .init($0.type, .integer($0.count)) }),
            "origins": .array(
                logs.map { log in
                    guard let name = devices[log.origin], case .object(let members) = log.json else { return log.json }
                    return .object(members + [.init("device", .string(name))])
                }),
            "commits": .integer(commits),
            "flaggedStreams": .integer(flaggedStreams),
            "storeBytes": .integer(storeBytes), "firstArrived": first.map { .string($0.description) } ?? .null,
            "lastArrived": last.map { .string($0.description) } ?? .null,
            "principals": .array(
                principals.map { side in
                    .object(pairs: [
                        "principal": .string(side.principal.hex), "events": .integer(side.events),
                        "records": .object(
                            side.records.sorted { $0.key < $1.key }.map { .init($0.key, .integer($0.value)) }),
                    ])
                }),
            "owed": owed?.json, "files": leftovers.json,
            "erasures": hidden.isEmpty ? nil : .array(hidden.map(\.json)),
            "stranded": stranded.isEmpty ? nil : .array(stranded.map(\.json)),
            "cursor": cursor.map { .string($0.description) },
            "tz": ZoneDatabase.system.version.map { .string($0) } ?? .null,
        ])
    }
}

extension LogState {
    package init(_ log: LogRecord) {
        self.init(origin: log.origin, branch: log.branch, size: log.size, root: log.edge.root)
    }

    /// `origin`, `size`, `root` in base64, and `branch` for a fork.
    package var json: JSONValue {
        .object(pairs: [
            "origin": .string(origin.hex), "branch": branch.map { .string($0.hex) }, "size": .integer(size),
            "root": .string(Base64.encode(root.bytes)),
        ])
    }
}

extension Ledger {
    /// Recomputes all that the store claims about its events. Reads everything; changes nothing. Damage is reported,
    /// not thrown; that the person's key is not here is a warning.
    ///
    /// - Parameter progress: How many events were checked, of how many. Damage makes it begin anew.
    public func verify(progress: (UInt64, UInt64) -> Void = { _, _ in }) throws -> VerifyReport {
        var report = try verifyEvents(progress)
        if report.isSound { report.warnings += try keyWarnings }
        report.leftovers = leftovers
        report.warnings += leftovers.texts
        report.owed = report.isSound ? try owedWork : nil
        if let owed = report.owed { report.warnings.append(owed.text) }
        return report
    }

    /// `verify` without the keys.
    func verifyEvents(_ progress: (UInt64, UInt64) -> Void = { _, _ in }) throws -> VerifyReport {
        try translated {
            try engine.read { transaction in
                let found = engine.verify(transaction, progress: progress)
                let names = Dictionary(
                    uniqueKeysWithValues: found.logs.map { ($0.number, LogName(origin: $0.origin, branch: $0.branch)) })
                let damage = found.damage.map { damage in
                    Damage(
                        log: damage.log.flatMap { names[$0] }, sequence: damage.sequence, position: damage.position,
                        stream: damage.stream,
                        version: damage.version, reason: damage.reason, isOfCheckpoint: damage.isOfCheckpoint)
                }
                // The next commit makes the checkpoint anew; this one changes no event.
                let checkpoint = found.warnings.map { text in
                    HealthFinding("checkpoint.unreadable", text, command: "daybook compact")
                }
                // The damage report of the store names the places already; its signatures are checked once it is whole
                // again.
                guard damage.isEmpty else {
                    return VerifyReport(
                        events: found.events, logs: found.logs.map(LogState.init), checkpoint: found.checkpoint,
                        damage: damage,
                        signatures: [], findings: [], warnings: found.warnings, mendable: checkpoint)
                }
                let (signatures, findings, notes) = try findings(at: found.critical, found.logs, transaction)
                let pictures = try missingPictures(at: found.critical, transaction)
                return VerifyReport(
                    events: found.events, logs: found.logs.map(LogState.init), checkpoint: found.checkpoint, damage: [],
                    signatures: signatures,
                    findings: findings, warnings: found.warnings + notes + pictures,
                    mendable: checkpoint
                        + pictures.map { text in
                            HealthFinding("attachment.missing", text, command: "daybook sync FOLDER")
                        })
            }
        }
    }

    /// The projections that a replay can fold and compare alone: the ledgers of dated rows by their names, `outcomes`,
    /// `registers`.
    package var projections: [String] { registry.projections }

    /// Folds all events from nothing and compares with what is kept; with `until` what was held then, the kept rows of
    /// streams that have changed since being moved back to it. `projection` is one of `projections`; all without it.
    /// Throws `Rejection` `position.past`.
    public func replay(_ projection: String? = nil, until: Position? = nil) throws -> ReplayReport {
        let part = try projection.map(part) ?? .all
        return try withView(AsOf(known: until.map { .position($0) } ?? .latest)) { known, _, transaction in
            let replayed = try engine.replay(knownAt: known, part: part, transaction)
            // Where nothing is kept for this program, its answers come from folding.
            let kept = try engine.keptState(knownAt: known, part: part, transaction)
            return ReplayReport(events: replayed.events, state: replayed.state, kept: kept ?? replayed.state)
        }
    }

    private func part(_ name: String) throws -> StatePart {
        if let ledger = registry.ledger(named: name) { return .ledger(ledger) }
        switch name {
        case "outcomes": return .outcomes
        case "registers": return .registers
        default: throw unknownProjection(name)
        }
    }

    /// The fold from nothing alone, compared with nothing.
    public func foldFromNothing() throws -> ReplayReport {
        try withView(.now) { known, _, transaction in
            let replayed = try engine.replay(knownAt: known, transaction)
            return ReplayReport(events: replayed.events, state: replayed.state, kept: replayed.state)
        }
    }

    /// The digest of logs and state, the state folded from nothing.
    public func digest() throws -> LedgerDigest {
        try withView(.now) { known, _, transaction in
            let head = try transaction.storeRecord()
            let logs = try transaction.logRecords(head)
            return LedgerDigest(
                events: head.position.value, log: LogsDigest.of(logs),
                state: try engine.replay(knownAt: known, transaction).state)
        }
    }

    // MARK: - The person

    /// The 32-byte key that makes another device one of the same person. With it, any program can write as that person.
    public func exportPrincipal() throws -> [UInt8] {
        try translated {
            let folder = engine.store.folder
            guard let seed = try folder.readKey(folder.principalKey, .person) else {
                throw StoreError.keyMissing(path: folder.principalKey)
            }
            return seed
        }
    }
}

extension Registry {
    /// The projections that a replay can fold and compare alone.
    package var projections: [String] { ledgers.map(\.name) + ["outcomes", "registers"] }
}
