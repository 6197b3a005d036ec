import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LedgerTestSupport
import Testing
import TransparencyLog

/// The logs that a ledger admits, derived again with sets of names.
struct AdmissionOracle {
    enum Mutation: CaseIterable { case followsLinksOfOthers, oneSignatureIsEnough, takesThirdCopies, forgetsTheHeld }

    let own: PrincipalID
    var mutation: Mutation?

    /// The persons whose logs are held after tails arrived at a ledger, of those whose logs came.
    ///
    /// - Parameters:
    ///   - held: The persons whose logs are here.
    ///   - links: The links here and in the tails: the two persons, who of them signed it, and whose log it stands in.
    func admitted(
        _ held: Set<PrincipalID>, _ links: [(pair: Set<PrincipalID>, signers: Set<PrincipalID>, writer: PrincipalID)],
        among coming: Set<PrincipalID>
    ) -> Set<PrincipalID> {
        var linked: Set<PrincipalID> = [own]
        for link in links {
            if mutation != .oneSignatureIsEnough, link.signers != link.pair { continue }
            if mutation != .takesThirdCopies, !link.pair.contains(link.writer) { continue }
            if mutation != .followsLinksOfOthers, !link.pair.contains(own) { continue }
            linked.formUnion(link.pair)
        }
        return (mutation == .forgetsTheHeld ? [] : held).union(coming.intersection(linked))
    }
}

/// Four people who link in pairs and pass on what they hold: no ledger takes a log of a person with whom its own person
/// has signed no link.
@Suite struct AdmissionTests {
    private struct Written {
        let pair: Set<PrincipalID>
        let signers: Set<PrincipalID>
        let writer: PrincipalID
    }

    /// The error of one history, by an oracle that may be wrong itself.
    private func violation(seed: UInt64, _ mutation: AdmissionOracle.Mutation? = nil) throws -> String? {
        var random = SeededRandom(seed: seed)
        let people = [ann, ben, cid, TestPerson(14)]
        let ledgers = try people.enumerated().map { try StoreLedger($1, seed: seed &* 8 &+ UInt64($0)) }
        var written: [EventID: Written] = [:]
        for (index, ledger) in ledgers.enumerated() { _ = try ledger.append(Draft.log("own\(index)")) }
        for step in 0..<24 {
            let (one, other) = (random.below(4), random.below(4))
            if random.oneIn(2) {
                // Anyone may write a link of any two: a copy, or with a signature that is missing.
                let pair = people.shuffled(using: &random).prefix(2)
                let isOwn = random.below(3) > 0
                let two = isOwn && one != other ? [people[one], people[other]] : Array(pair)
                if two[0] == two[1] { continue }
                let signers = random.oneIn(5) ? [two[0]] : two
                guard let id = try? ledgers[one].append(Draft.link(two[0], two[1], signers: signers)).ids[0] else {
                    continue
                }
                written[id] = Written(pair: Set(two.map(\.id)), signers: Set(signers.map(\.id)), writer: people[one].id)
                continue
            }
            if one == other { continue }
            let (from, to) = (ledgers[one], ledgers[other])
            let held = Set(try to.observe().events.map(\.envelope.actor))
            let coming = try from.observe().events
            let here = Set(try to.observe().events.map(\.id)).union(coming.map(\.id))
            let links = written.filter { here.contains($0.key) }.values.map { ($0.pair, $0.signers, $0.writer) }
            let oracle = AdmissionOracle(own: people[other].id, mutation: mutation)
            let expected = oracle.admitted(held, links, among: Set(coming.map(\.envelope.actor)))
            do { _ = try to.ledger.engine.receive(try from.tails(), leavesOut: true) } catch is Rejection {}
            let now = Set(try to.observe().events.map(\.envelope.actor))
            if now != expected { return "step \(step): \(now.count) persons are held, \(expected.count) are admitted" }
        }
        return nil
    }

    @Test(
        "a ledger takes the logs of those alone with whom its own person has signed a link, whatever else comes along",
        arguments: 0..<6)
    func histories(block: UInt64) throws {
        for seed in block * 12..<block * 12 + 12 {
            let what = try violation(seed: 40_000 + seed)
            #expect(what == nil, "seed \(40_000 + seed): \(what ?? "")")
        }
    }

    @Test("an oracle of admission with one thing wrong is found", arguments: AdmissionOracle.Mutation.allCases)
    func mutants(mutation: AdmissionOracle.Mutation) throws {
        #expect(
            try (0..<200).contains { try violation(seed: 50_000 + $0, mutation) != nil }, "\(mutation) was not found")
    }

    // MARK: - A person never met

    private func tail(_ ledger: StoreLedger, of person: TestPerson) throws -> ReceivedTail {
        let found = try ledger.tails().first { tail in
            let event = tail.events[0]
            let envelope = try EnvelopeView(event.envelope.span.bytes)
            return envelope.actor == person.id
        }
        return try #require(found)
    }

    /// Ann's ledger with a flight, ben's that is linked with it, and cid's that is linked with ben's.
    private func three() throws -> (ann: StoreLedger, ben: StoreLedger, cid: StoreLedger) {
        let ledgers = (
            ann: try StoreLedger(ann, seed: 1), ben: try StoreLedger(ben, seed: 2), cid: try StoreLedger(cid, seed: 3)
        )
        _ = try ledgers.ann.append(Draft.log("a"), Draft.sign("a"))
        _ = try ledgers.ann.append(Draft.link(ann, ben))
        _ = try ledgers.ben.append(Draft.link(ann, ben), Draft.link(ben, cid))
        _ = try ledgers.ben.receive(try ledgers.ann.tails())
        _ = try ledgers.cid.append(Draft.link(ben, cid), Draft.log("c"))
        _ = try ledgers.ben.receive(try ledgers.cid.tails())
        _ = try ledgers.ann.receive([try tail(ledgers.ben, of: ben)])
        return ledgers
    }

    /// An event of cid that erases ann's flight, in a log of that key, signed by it.
    private func erasure(
        in key: SigningKey, by person: TestPerson, certifiedBy other: TestPerson? = nil,
        claiming actor: PrincipalID? = nil
    ) throws -> ReceivedTail {
        let begin = try ModelUnderTest.beginning(
            of: key, by: (other ?? person).key, replacing: nil, salt: [UInt8](repeating: 1, count: 16),
            now: TestClock().now)
        let body = try BodyEncoder(schema: SystemSchemas.streamErased1, normalize: { $0 }).encode(
            .object(pairs: ["reason": .string("mine")]))
        let envelope = Envelope(
            origin: OriginID(publicKey: key.publicKey), sequence: LogSequence(1), flags: [.lastOfUnit, .critical],
            stream: Draft.stream("flight/a"),
            type: "stream.erased", schemaVersion: 1, actor: actor ?? person.id,
            validTime: .instant(TestClock().now, offsetSeconds: 0, zone: "UTC"),
            recorded: TestClock().now, basis: [],
            bodyDigest: SHA256Hasher.bodyDigest(salt: [UInt8](repeating: 2, count: 16), body: body))
        var writer = CBORWriter(capacity: 256)
        envelope.encode(into: &writer)
        let events = [begin, StoredEvent(envelope: writer.bytes, salt: [UInt8](repeating: 2, count: 16), body: body)]
        let root = ModelLedger.root(events.map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) })
        return ReceivedTail(
            head: try Head(publicKey: key.publicKey, size: 2, root: root).signed(by: key), start: 0, events: events)
    }

    @Test(
        "S3: a person never met, linked through another's link alone, erases nothing, in whoever's log or name it tries"
    )
    func neverMet() throws {
        let ledgers = try three()
        let before = try ledgers.ann.observe()
        let key = try SigningKey(seed: [UInt8](repeating: 77, count: 32))
        let (links, bens) = (try tail(ledgers.ben, of: cid), try tail(ledgers.ben, of: ben))
        func refusal(_ tails: [ReceivedTail]) throws -> String? {
            do {
                _ = try ledgers.ann.receive(tails)
                return nil
            } catch { return Refused(error).code }
        }
        let own = try erasure(in: key, by: cid)
        #expect(try refusal([own]) == "origin.unknown")
        #expect(try refusal([bens, links, own]) == "origin.unknown")
        // Left out, where the rest is taken.
        #expect(
            try ledgers.ann.ledger.engine.receive([bens, links, own], leavesOut: true).leftOut.map(\.why.code) == [
                "origin.unknown", "origin.unknown",
            ])
        // Its own key, and ann's name; a certificate that ann's key has not signed.
        #expect(try refusal([try erasure(in: key, by: cid, claiming: ann.id)]) == "origin.unknown")
        // Ben's log may come. In it, the name of ann or of cid is none.
        #expect(try refusal([try erasure(in: key, by: ben, claiming: ann.id)]) == "event.unreadable")
        #expect(try refusal([try erasure(in: key, by: ben, claiming: cid.id)]) == "event.unreadable")
        #expect(try ledgers.ann.observe() == before)
        #expect(try ledgers.ann.ledger.verify().isSound)
        // An event that ben may write is data: it waits for ann.
        #expect(try refusal([try erasure(in: key, by: ben)]) == nil)
        let after = try ledgers.ann.observe()
        let record = try #require(after.records[Draft.stream("flight/a")])
        #expect(record.outcomes.values.map(\.reason).contains("authority.otherPerson"))
        #expect(record.standing == before.records[Draft.stream("flight/a")]?.standing)
        #expect(record.state == before.records[Draft.stream("flight/a")]?.state)
        #expect(after.events.allSatisfy { !$0.stored.isErased })
    }

    @Test(
        "a person reached over another's link is left out on a new device, which says so, until the two link"
    )
    func reachedBefore() throws {
        // An older program had let the log in: it is held, as in a backup.
        let ledgers = try three()
        let device = try StoreLedger(ann, seed: 9)
        #expect { _ = try device.receive(try ledgers.ben.tails()) } throws: { Refused($0).code == "origin.unknown" }
        let stated = try device.ledger.engine.receive(try ledgers.ben.tails(), leavesOut: true)
        #expect(stated.leftOut.count == 1 && stated.leftOut[0].events == 3)
        // A link of the two lets it in.
        _ = try device.append(Draft.link(ann, cid))
        #expect(try device.receive(try ledgers.ben.tails()).received == 3)
    }

    // MARK: - After an end

    @Test(
        "an ended person's erasure of own events keeps its effect on the other's ledgers; what else comes later has none"
    )
    func erasureAfterTheEnd() throws {
        let (one, tablet, other) = (
            try StoreLedger(ann, seed: 1), try StoreLedger(ann, seed: 2), try StoreLedger(ben, seed: 3)
        )
        _ = try one.append(Draft.link(ann, ben), Draft.log("a"))
        _ = try other.append(
            Draft.link(ann, ben), Draft.log("b", remarks: "mine"), Draft.amend("b", remarks: "still mine"))
        for _ in 0..<2 {
            for (from, to) in [(one, tablet), (one, other), (other, one), (other, tablet), (tablet, one)] {
                _ = try to.receive(try from.tails())
            }
        }
        // The tablet has not heard of the end when the erasure comes.
        _ = try one.ledger.endLink(with: ben.id.hex)
        for ledger in [other, tablet, one] { ledger.clock.step(seconds: 60) }
        _ = try other.ledger.engine.erase([EraseTarget(Draft.stream("flight/b"))], reason: "x", locked: false)
        _ = try other.append(Draft.log("later"), Draft.amend("a", remarks: "later"))
        _ = try tablet.receive(try other.tails())
        for (from, to) in [(one, tablet), (tablet, one)] { _ = try to.receive(try from.tails()) }
        #expect(try one.ledger.digest() == tablet.ledger.digest())
        for ledger in [one, tablet] {
            let seen = try ledger.observe()
            #expect(ErasureChecks.violation(seen) == nil)
            let erased = try #require(seen.records[Draft.stream("flight/b")])
            #expect(erased.state == nil && erased.outcomes.values.allSatisfy { $0.status == .erased })
            #expect(seen.events.filter { $0.stream == Draft.stream("flight/b") && $0.stored.isErased }.count == 2)
            #expect(seen.records[Draft.stream("flight/later")]?.outcomes.values.map(\.reason) == ["link.ended"])
            #expect(seen.records[Draft.stream("flight/a")]?.outcomes.values.compactMap(\.reason) == ["link.ended"])
            #expect(try ledger.ledger.verify().isSound)
            #expect(try ledger.ledger.replay().isEqual)
        }
    }
}
