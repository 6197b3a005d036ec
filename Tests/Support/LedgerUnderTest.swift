package import DaybookDomains
package import Engine
import EventCodec
package import EventModel
import EventSourcing
import EventStore
package import TransparencyLog

/// The behaviour suite's interface to a ledger: the store implements it, and so does a model of plain arrays.
package protocol LedgerUnderTest: AnyObject {
    var clock: TestClock { get }
    func append(_ drafts: [EventDraft], condition: AppendCondition?) throws -> AppendReceipt
    func receive(_ tails: [ReceivedTail]) throws -> Received
    /// All that is held, or what was held at a position.
    func observe(knownAt: Position?) throws -> Observation
    /// The largest position that was stamped at or before an instant, and whether the clock had stepped back around it.
    func known(at instant: Instant) throws -> (position: Position, clockStepped: Bool)
    /// Every log up to its signed head.
    func tails() throws -> [ReceivedTail]
}

/// The content of an arrival.
package struct Received: Equatable, Sendable {
    package var received: Int
    package var duplicates: Int

    package init(received: Int = 0, duplicates: Int = 0) {
        self.received = received
        self.duplicates = duplicates
    }
}

extension LedgerUnderTest {
    package func append(_ drafts: EventDraft...) throws -> AppendReceipt { try append(drafts, condition: nil) }
    package func observe() throws -> Observation { try observe(knownAt: nil) }
}

/// A refusal in the terms that tests compare: which draft, and which code.
package struct Refused: Error, Equatable, CustomStringConvertible {
    package var index: Int?
    package var code: String

    package init(index: Int? = nil, code: String) {
        self.index = index
        self.code = code
    }

    package init(_ error: any Error) {
        switch error {
        case let error as DraftRefusal: self.init(index: error.index, code: Refused(error.reason).code)
        case let error as Rejection: self.init(code: error.code)
        case let error as Fault: self.init(code: error.code)
        case let error as StoreError: self.init(code: error.fault.code)
        case let error as Refused: self = error
        default: self.init(code: "other: \(error)")
        }
    }

    package var description: String { index.map { "\(code) at \($0)" } ?? code }
}

/// The real thing: a ledger on tmpfs.
package final class StoreLedger: LedgerUnderTest {
    package private(set) var ledger: Ledger
    package let path: String
    package let clock: TestClock
    private let environment: LedgerEnvironment

    /// A ledger of a new person, or of the person with that key; in UTC, in another zone, or in its own.
    package init(
        seed: UInt64, person: [UInt8]? = nil, clock: TestClock = TestClock(), zone: (any ZoneRules)? = UniversalTime(),
        mistake: SetAsideMistake? = nil
    ) throws {
        path = Scratch.path()
        self.clock = clock
        var environment = LedgerEnvironment.test(clock, seed: seed)
        environment.zone = zone
        environment.mistake = mistake
        self.environment = environment
        ledger = try Ledger.create(
            at: path, person: person.map { .joining(seed: $0) } ?? .new, environment: environment)
    }

    /// A ledger whose folder is there already.
    package init(opening path: String, seed: UInt64, clock: TestClock = TestClock()) throws {
        self.path = path
        self.clock = clock
        environment = .test(clock, seed: seed)
        ledger = try Ledger.open(at: path, environment: environment)
    }

    deinit {
        ledger.close()
        Scratch.remove(path)
    }

    /// The folder copied, as a person makes a copy who does not know better, and opened.
    package func copied(seed: UInt64) throws -> StoreLedger {
        let target = Scratch.path()
        try Scratch.clone(path, to: target)
        let clock = TestClock()
        clock.set(self.clock.now)
        return try StoreLedger(opening: target, seed: seed, clock: clock)
    }

    /// Closes the files, lets the body work on them, opens them again.
    package func reopen(_ body: () throws -> Void = {}) throws {
        ledger.close()
        try body()
        ledger = try Ledger.open(at: path, environment: environment)
    }

    /// Puts a copy without free pages in the place of the store.
    package func compact() throws { try reopen { _ = try Ledger.compact(at: path, environment: environment) } }

    /// The files of the machine as they are now.
    package func snapshot() -> [(name: String, bytes: [UInt8])] {
        let names = ["data.mdb", "checkpoint"] + Scratch.files(path + "/keys").map { "keys/" + $0 }
        return names.map { ($0, Scratch.bytes("\(path)/\($0)")) }
    }

    /// Puts the machine back to earlier files, the token aside: nothing in the folder shows that.
    package func rollBack(to files: [(name: String, bytes: [UInt8])]) throws {
        try reopen { for (name, bytes) in files { try Scratch.overwrite("\(path)/\(name)", bytes) } }
    }

    package func append(_ drafts: [EventDraft], condition: AppendCondition?) throws -> AppendReceipt {
        try ledger.append(
            drafts.map { Draft.isUnbound($0) ? Draft.following($0, try linkHeads($0.stream)) : $0 },
            condition: condition)
    }

    /// The events that a new link in a stream follows.
    package func linkHeads(_ stream: StreamID) throws -> [EventID] {
        let engine = ledger.engine
        return try engine.read { try engine.stream(stream, knownAt: engine.latest($0), $0)?.principalLink?.heads ?? [] }
    }

    package func receive(_ tails: [ReceivedTail]) throws -> Received {
        // As an import does: a ledger without events becomes the first log's person's.
        let receipt = try ledger.engine.receive(tails, adopting: tails.first.flatMap(ledger.engine.author))
        return Received(received: receipt.received, duplicates: receipt.duplicates)
    }

    package func observe(knownAt: Position?) throws -> Observation {
        let engine = ledger.engine
        return try engine.read { transaction in
            var result = Observation()
            let latest = try engine.latest(transaction)
            guard let known = try knownAt.map({ try engine.known(at: $0, transaction) }) ?? latest else {
                throw Refused(code: "position.past")
            }
            try engine.forEachEvent(after: .start, through: known.position, transaction) { record in
                result.events.append(try HeldEvent(record, engine.registry))
                return true
            }
            try engine.forEachStream(kind: nil, knownAt: known, transaction) { loaded in
                var record = HeldRecord(loaded.events, loaded.fold)
                record.outcomes = Dictionary(uniqueKeysWithValues: zip(loaded.events.map(\.id), loaded.outcomes))
                record.mask = loaded.links.mask
                record.state = loaded.fold.state
                result.records[loaded.stream] = record
                return true
            }
            result.days = try engine.registry.ledgers.indices.map {
                try engine.dayTable($0, knownAt: known, transaction).days
            }
            try transaction.forEachOutcomeChange(from: Position(1)) { change in
                if change.position <= known.position { result.changes.append(HeldChange(change)) }
            }
            if known.isLatest {
                result.logs = try transaction.logRecords(try transaction.storeRecord())
                    .map {
                        HeldLog(name: LogName(origin: $0.origin, branch: $0.branch), size: $0.size, root: $0.edge.root)
                    }
                    .sorted { $0.name < $1.name }
            }
            return result
        }
    }

    package func known(at instant: Instant) throws -> (position: Position, clockStepped: Bool) {
        try ledger.engine.read { transaction in
            let known = try ledger.engine.known(at: instant, transaction)
            return (known.position, known.clockStepped)
        }
    }

    package func tails() throws -> [ReceivedTail] {
        let engine = ledger.engine
        return try engine.read { transaction in
            try transaction.logRecords(try transaction.storeRecord()).map { log in
                guard let head = try engine.signedHead(of: log) else { throw Refused(code: "key.missing") }
                let events = try (0..<log.size).map { sequence -> StoredEvent in
                    let record = try engine.event(onPathOf: log, sequence: sequence, transaction)
                    return StoredEvent(envelope: record.encodedEnvelope, salt: record.salt, body: record.body)
                }
                return ReceivedTail(head: head, start: 0, events: events)
            }
        }
    }

    /// The key of an origin, while its file is there.
    package func key(of origin: OriginID) throws -> SigningKey? {
        try ledger.engine.store.folder.readKey(ledger.engine.store.folder.originKey(origin), .origin).map {
            try SigningKey(seed: $0)
        }
    }
}

extension HeldEvent {
    init(_ record: EventRecord, _ registry: Registry) throws {
        try self.init(
            stored: StoredEvent(envelope: record.encodedEnvelope, salt: record.salt, body: record.body),
            position: record.position.value,
            version: Int(record.version.value), arrived: record.arrived, registry)
        // The id that the store states, to be compared with the bytes.
        id = record.id
    }
}

extension HeldChange {
    init(_ change: OutcomeChange) {
        self.init(
            position: change.position.value, event: change.event, from: change.from.flatMap(Outcome.init(rawValue:)),
            to: EventOutcome(
                Outcome(rawValue: change.to) ?? .effective, reason: change.reason.isEmpty ? nil : change.reason,
                because: change.because))
    }
}
