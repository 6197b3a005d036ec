import DaybookDomains
package import Engine
package import EventCodec
package import EventModel
import EventSourcing
package import TransparencyLog

/// The model as a ledger of its own: it draws its own randomness and signs its own heads.
package final class ModelUnderTest: LedgerUnderTest {
    package private(set) var model: ModelLedger
    package let clock: TestClock
    private var random: SeededRandom
    private let person: SigningKey
    private var keys: [OriginID: SigningKey] = [:]
    private var heads: [OriginID: [SignedHead]] = [:]

    package init(seed: UInt64, person: [UInt8]? = nil, clock: TestClock = TestClock()) throws {
        random = SeededRandom(seed: seed)
        self.clock = clock
        let own = random.bytes(32)
        self.person = try SigningKey(seed: person ?? own)
        model = ModelLedger(principal: PrincipalID(publicKey: self.person.publicKey))
        model.isJoined = person != nil
    }

    /// Makes it do one thing wrong from now on.
    package func mutate(_ mutation: ModelMutation) { model.mutation = mutation }

    package func append(_ drafts: [EventDraft], condition: AppendCondition?) throws -> AppendReceipt {
        try model.append(
            drafts, condition: condition, now: clock.now,
            ModelEntropy(salt: { self.random.bytes(16) }, mint: { try self.begin(replacing: $0) }))
    }

    package func receive(_ tails: [ReceivedTail]) throws -> Received {
        let receipt = try model.receive(tails, now: clock.now)
        for tail in tails { heads[tail.head.head.origin, default: []].append(tail.head) }
        return receipt
    }

    package func observe(knownAt: Position?) throws -> Observation {
        if let knownAt, knownAt.value > UInt64(model.events.count) { throw Refused(code: "position.past") }
        return model.observe(knownAt: knownAt)
    }

    package func known(at instant: Instant) throws -> (position: Position, clockStepped: Bool) {
        model.known(at: instant)
    }

    package func tails() throws -> [ReceivedTail] {
        try model.paths.sorted { $0.key < $1.key }.flatMap { origin, paths in
            try paths.map { path in
                let root = ModelLedger.root(path)
                let received = heads[origin]?.first { $0.head.size == UInt64(path.count) && $0.head.root == root }
                let signed = try keys[origin].map {
                    try Head(publicKey: $0.publicKey, size: UInt64(path.count), root: root).signed(by: $0)
                }
                guard let head = received ?? signed else { throw Refused(code: "key.missing") }
                return ReceivedTail(head: head, start: 0, events: path.compactMap { model.event($0)?.stored })
            }
        }
    }

    /// The first event of a new log, as docs/format.md §3 says.
    private func begin(replacing replaced: OriginID?) throws -> StoredEvent {
        let key = try SigningKey(seed: random.bytes(32))
        let stored = try ModelUnderTest.beginning(
            of: key, by: person, replacing: replaced, salt: random.bytes(16), now: clock.now)
        keys[OriginID(publicKey: key.publicKey)] = key
        return stored
    }

    /// The first event of a log with a key, certified by a person.
    package static func beginning(
        of key: SigningKey, by person: SigningKey, replacing replaced: OriginID?, salt: [UInt8], now: Instant
    ) throws -> StoredEvent {
        let certificate = try OriginCertificate(originKey: key.publicKey, replaced: replaced, signedBy: person)
        var body = CBORWriter(capacity: 200)
        body.map(count: replaced == nil ? 3 : 4)
        body.unsigned(1)
        body.data(certificate.originKey.words)
        body.unsigned(2)
        body.data(certificate.principalKey.words)
        if let replaced {
            body.unsigned(3)
            body.data(replaced.words)
        }
        body.unsigned(4)
        body.data(certificate.signature.bytes)
        let isCritical = ModelLedger.registry.schema("origin.started")?.critical ?? false
        let envelope = Envelope(
            origin: certificate.origin, sequence: LogSequence(0),
            flags: isCritical ? [.lastOfUnit, .critical] : .lastOfUnit,
            stream: StreamID(kind: "origin", id: certificate.origin.hex), type: "origin.started", schemaVersion: 1,
            actor: certificate.principal,
            validTime: .instant(now, offsetSeconds: 0, zone: "UTC"), recorded: now, basis: [],
            bodyDigest: SHA256Hasher.bodyDigest(salt: salt, body: body.bytes))
        var writer = CBORWriter(capacity: 256)
        envelope.encode(into: &writer)
        return StoredEvent(envelope: writer.bytes, salt: salt, body: body.bytes)
    }
}
