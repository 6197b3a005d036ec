package import DaybookDomains
package import Engine
import EventCodec
package import EventModel
package import LedgerTestSupport
import Replication
package import SyncProtocol
import TransparencyLog

/// A ledger as the simulator needs it: it can be written to, exchanged with, set back and cloned.
package protocol SimulatedLedger: AnyObject {
    var clock: TestClock { get }
    func append(_ drafts: [EventDraft]) throws
    func replica() throws -> any ReplicaReading
    func store(_ cargo: SyncMessage.Cargo, from principal: PrincipalID) throws -> [SyncMessage.TailReceipt]
    func observe() throws -> Observation
    /// Everything that lies on its disk.
    func remember() throws -> any Sendable
    /// Puts the disk back; nothing in it shows that.
    func putBack(_ files: any Sendable) throws
    /// A copy of the folder, as a person makes one who does not know better.
    func clone(seed: UInt64) throws -> any SimulatedLedger
    /// Joins a guest, whose key is given, with this ledger's person.
    func link(guest: [UInt8], choice: LinkChoice) throws
    /// Appends a link of an older offer, which follows nothing.
    func linkStale(_ one: [UInt8], _ other: [UInt8]) throws
    /// A completed offer of a link as things are now, which anybody who held it can write later.
    func offer(_ one: [UInt8], _ other: [UInt8], choice: LinkChoice) throws -> EventDraft
    /// Ends the link with the other person, whose key is given.
    func endLink(with other: [UInt8]) throws
    /// Erases what its person wrote in a stream, or those events of it.
    func erase(_ stream: StreamID, _ events: [EventID]?) throws
    /// Does the work that erasures from elsewhere owe by now.
    func work() throws
}

/// The plain-array model as a ledger: nothing of the store is in it, only the exchange is under test.
package final class ModelDevice: SimulatedLedger {
    private struct State: Sendable {
        var model: ModelLedger
        var keys: [OriginID: SigningKey] = [:]
        var heads: [PathMark: SignedHead] = [:]
    }

    package let clock = TestClock()
    private var state: State { didSet { stated = nil } }
    /// Its replica for a peer, until it changes.
    private var stated: ModelReplica?
    private var random: SeededRandom
    private let person: SigningKey
    private let personSeed: [UInt8]

    package init(seed: UInt64, person: [UInt8]) throws {
        random = SeededRandom(seed: seed)
        personSeed = person
        self.person = try SigningKey(seed: person)
        state = State(model: ModelLedger(principal: PrincipalID(publicKey: self.person.publicKey)))
        state.model.isJoined = true
        // Changes of outcome are the store's to keep: the model would fold everything again at each commit.
        state.model.mutation = .forgetsOutcomeChanges
    }

    private init(_ other: ModelDevice, seed: UInt64) {
        random = SeededRandom(seed: seed)
        person = other.person
        personSeed = other.personSeed
        state = other.state
        clock.set(other.clock.now)
    }

    package func append(_ drafts: [EventDraft]) throws {
        do { try decide(drafts) } catch let error as Refused where error.code == "signature.mismatch" {
            // A signature restates what another person entered.
            guard let index = error.index, let remarks = state.model.remarks(of: drafts[index].stream) else {
                throw error
            }
            var drafts = drafts
            drafts.insert(Draft.amend(drafts[index].stream.id, remarks: remarks), at: index)
            try decide(drafts)
        }
    }

    private func decide(_ drafts: [EventDraft]) throws {
        // A copy: a new log's key is kept while the model decides.
        var model = state.model
        _ = try model.append(
            drafts, now: clock.now,
            ModelEntropy(salt: { self.random.bytes(16) }, mint: { try self.begin(replacing: $0) }))
        state.model = model
    }

    private func begin(replacing replaced: OriginID?) throws -> StoredEvent {
        let key = try SigningKey(seed: random.bytes(32))
        state.keys[OriginID(publicKey: key.publicKey)] = key
        return try ModelUnderTest.beginning(
            of: key, by: person, replacing: replaced, salt: random.bytes(16), now: clock.now)
    }

    package func replica() throws -> any ReplicaReading {
        if let stated { return stated }
        let replica = try ModelReplica(state.model, try heads())
        stated = replica
        return replica
    }

    /// A signed head for every path: the one that came with it, or one signed now.
    private func heads() throws -> [PathMark: SignedHead] {
        for (origin, paths) in state.model.paths {
            for path in paths {
                let root = ModelLedger.root(path)
                let mark = PathMark(origin: origin, size: UInt64(path.count), root: root)
                guard state.heads[mark] == nil, let key = state.keys[origin] else { continue }
                state.heads[mark] = try Head(publicKey: key.publicKey, size: mark.size, root: root).signed(by: key)
            }
        }
        return state.heads
    }

    package func store(_ cargo: SyncMessage.Cargo, from principal: PrincipalID) throws -> [SyncMessage.TailReceipt] {
        cargo.storeEach(from: principal) { tails, beside in
            do {
                var held = Set(state.model.events.map(\.id))
                _ = try state.model.receive(
                    tails.map(received), adopting: principal, from: principal,
                    alongside: beside.map { received(cargo.tails[$0]) }, now: clock.now)
                for tail in tails { state.heads[tail.mark] = tail.head }
                return tails.map { tail in
                    .stored(
                        new: tail.events.count {
                            held.insert(EventID(SHA256Hasher.leafHash(envelope: $0.envelope))).inserted
                        })
                }
            } catch {
                let code = Refused(error).code
                return tails.map { _ in
                    ["head.forged", "tail.gap"].contains(code)
                        ? .diverged : .refused(SyncRefusal(code: code, message: "the model refuses"))
                }
            }
        }
    }

    private func received(_ tail: Tail) -> ReceivedTail {
        ReceivedTail(head: tail.head, start: tail.start, events: tail.events)
    }

    package func observe() throws -> Observation {
        var seen = state.model.observe()
        if seen.events.contains(where: { $0.stream.kind == "link" }) {
            (seen.records, seen.days) = LinkOracle(seen.events, ModelLedger.registry, of: state.model.principal).fold()
        }
        return seen
    }

    package func remember() -> any Sendable { state }

    package func putBack(_ files: any Sendable) {
        guard let state = files as? State else { preconditionFailure("files of another kind of ledger") }
        self.state = state
    }

    package func clone(seed: UInt64) -> any SimulatedLedger { ModelDevice(self, seed: seed) }

    package func link(guest: [UInt8], choice: LinkChoice) throws {
        let (account, guest) = (TestPerson(seed: personSeed), TestPerson(seed: guest))
        let link =
            switch choice {
            case .both: Draft.link(account, guest)
            case .account: Draft.link(account, guest, shadowed: guest.id, everything: true)
            case .guest: Draft.link(account, guest, shadowed: account.id, cut: cut(of: account.id))
            }
        try append([Draft.following(link, state.model.linkHeads(link.stream))])
    }

    package func linkStale(_ one: [UInt8], _ other: [UInt8]) throws {
        let (one, other) = (TestPerson(seed: one), TestPerson(seed: other))
        try append([Draft.following(Draft.link(one, other, shadowed: one.id, everything: true), [])])
    }

    package func offer(_ one: [UInt8], _ other: [UInt8], choice: LinkChoice) throws -> EventDraft {
        Draft.offer(one, other, choice, state.model.linkHeads)
    }

    package func erase(_ stream: StreamID, _ events: [EventID]?) throws {
        let held = state.model.events(of: stream)
        if held.isEmpty { throw Refused(code: "record.missing") }
        let reach = ErasureReach(held.map(\.stored))
        let living = held.filter {
            !ErasureReach.isErasure($0.envelope) && !reach.reaches($0.envelope, $0.id)
                && events?.contains($0.id) ?? true
        }
        if living.isEmpty { throw Refused(code: "erase.nothing") }
        try append([Draft.erase(stream, events == nil ? nil : living.map(\.id))])
    }

    /// The model has no bytes to destroy.
    package func work() {}

    package func endLink(with other: [UInt8]) throws {
        let (one, other) = (TestPerson(seed: personSeed), TestPerson(seed: other))
        try append([Draft.end(one, other, cut: cut(of: other.id), roots: logs(of: other.id).map(\.root))])
    }

    /// How far a person's logs are known here.
    private func cut(of person: PrincipalID) -> [CutEntry] {
        logs(of: person).map { CutEntry(log: $0.name, size: $0.size) }.sorted { $0.log < $1.log }
    }

    private func logs(of person: PrincipalID) -> [HeldLog] {
        let origins = Set(state.model.events.filter { $0.envelope.actor == person }.map(\.envelope.origin))
        return state.model.logs.filter { origins.contains($0.name.origin) }
    }
}

/// The replica of a model for a peer.
private struct ModelReplica: ReplicaReading {
    let principal: PrincipalID
    let paths: [HeldPath]
    let blobs: [Bytes32] = []
    let givenBlobs: [Bytes32] = []
    /// By a path's number among those of its origin, which stays while others come.
    private let leaves: [OriginID: [[EventID]]]
    private let events: [EventID: StoredEvent]
    private let heads: [PathMark: SignedHead]
    private let joined: Set<PrincipalID>
    private let parted: Set<PrincipalID>

    init(_ model: ModelLedger, _ heads: [PathMark: SignedHead]) throws {
        principal = model.principal
        joined = try model.joined()
        parted = model.parted
        events = Dictionary(model.events.map { ($0.id, $0.stored) }) { first, _ in first }
        self.heads = heads
        let replaced = Set(model.events.compactMap(ModelReplica.replaced))
        leaves = model.paths
        paths = model.paths.sorted { $0.key < $1.key }.flatMap { origin, held in
            held.enumerated().map { number, path in
                var edge = MerkleEdge()
                for leaf in path { edge.append(leaf: leaf.words) }
                return HeldPath(
                    origin: origin, edge: edge, number: UInt32(number), isRetired: replaced.contains(origin))
            }
        }
    }

    private static func replaced(_ event: HeldEvent) -> OriginID? {
        guard event.envelope.type == "origin.started" else { return nil }
        return RecordFields.value(of: OriginStartedKey.replaces, inBody: event.stored.body).flatMap {
            OriginID(bytes: $0.suffix(16))
        }
    }

    func accepts(_ principal: PrincipalID) -> Bool { joined.contains(principal) && !parted.contains(principal) }

    func refusal(of principal: PrincipalID) -> SyncRefusal {
        parted.contains(principal)
            ? SyncRefusal(code: "link.ended", message: "the model has parted") : Responder.strangers(principal)
    }

    func roots(of path: HeldPath, at sizes: Set<UInt64>) -> [UInt64: Bytes32] {
        let leaves = leaves(path)
        return Dictionary(
            uniqueKeysWithValues: sizes.filter { $0 <= path.size }.map {
                ($0, ModelLedger.root(Array(leaves[..<Int($0)])))
            })
    }

    func common(_ left: HeldPath, _ right: HeldPath) -> UInt64 {
        UInt64(ModelLedger.common(leaves(left), leaves(right)))
    }

    func tail(of path: HeldPath, from start: UInt64) throws -> Tail? {
        guard let head = heads[path.mark] else { throw Violation("a path without a signed head was given") }
        return Tail(
            head: head, start: start, events: leaves(path)[Int(start)..<Int(path.size)].compactMap { events[$0] })
    }

    func blob(_ digest: Bytes32) -> [UInt8]? { nil }
    func missing(_ blobs: [Bytes32]) -> [Bytes32] { blobs }

    private func leaves(_ path: HeldPath) -> [EventID] { leaves[path.origin]?[Int(path.number)] ?? [] }
}

/// The real thing on tmpfs.
package final class StoreDevice: SimulatedLedger {
    private let ledger: StoreLedger
    package var clock: TestClock { ledger.clock }

    package init(_ ledger: StoreLedger) { self.ledger = ledger }

    package func append(_ drafts: [EventDraft]) throws { _ = try ledger.append(drafts, condition: nil) }
    package func replica() throws -> any ReplicaReading { try LedgerReplica(ledger.ledger) }
    package func store(_ cargo: SyncMessage.Cargo, from principal: PrincipalID) throws -> [SyncMessage.TailReceipt] {
        try ledger.ledger.store(cargo, from: principal).tails
    }
    package func observe() throws -> Observation { try ledger.observe() }
    package func remember() -> any Sendable { ledger.snapshot() }

    package func putBack(_ files: any Sendable) throws {
        guard let files = files as? [(name: String, bytes: [UInt8])] else {
            preconditionFailure("files of another kind of ledger")
        }
        try ledger.rollBack(to: files)
    }

    package func clone(seed: UInt64) throws -> any SimulatedLedger { StoreDevice(try ledger.copied(seed: seed)) }

    package func link(guest: [UInt8], choice: LinkChoice) throws {
        _ = try ledger.ledger.link(guest: guest, choice: choice)
    }

    package func linkStale(_ one: [UInt8], _ other: [UInt8]) throws {
        let (one, other) = (TestPerson(seed: one), TestPerson(seed: other))
        _ = try ledger.append(Draft.following(Draft.link(one, other, shadowed: one.id, everything: true), []))
    }

    package func offer(_ one: [UInt8], _ other: [UInt8], choice: LinkChoice) throws -> EventDraft {
        Draft.offer(one, other, choice) { (try? ledger.linkHeads($0)) ?? [] }
    }

    package func erase(_ stream: StreamID, _ events: [EventID]?) throws {
        _ = try ledger.ledger.engine.erase([EraseTarget(stream, events: events)], reason: "r", locked: true)
    }

    package func work() throws { try ledger.ledger.engine.destroyErased() }

    package func endLink(with other: [UInt8]) throws {
        let other = TestPerson(seed: other).id.hex
        guard try ledger.ledger.links().contains(where: { $0.isConsented }) else { return }
        _ = try ledger.ledger.endLink(with: other)
    }

    /// The store's own audit: nil where it finds nothing.
    package func fault() throws -> String? {
        let report = try ledger.ledger.verify()
        if !report.isSound { return "verify: \(report.damage.map(\.reason))" }
        return try ledger.ledger.replay().isEqual ? nil : "kept rows differ from a fold from nothing"
    }
}
