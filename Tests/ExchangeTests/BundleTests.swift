import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport
import Replication
import SyncProtocol
import SyncSimulation
import Testing
import TransparencyLog

/// Events in a file: all of them checked before one is stored.
@Suite struct BundleTests {
    private func ledger(_ seed: UInt64, person: [UInt8] = Machine.person) throws -> StoreLedger {
        try StoreLedger(seed: seed, person: person)
    }

    static func bundle(_ ledger: Ledger, for peer: Ledger? = nil) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let stated = try ledger.exportBundle(for: try peer.map { try LedgerFrontier(json: try Self.frontier($0)) }) {
            bytes += $0
        }
        #expect(stated.bytes == bytes.count)
        return bytes
    }

    /// As the command prints it.
    private static func frontier(_ ledger: Ledger) throws -> JSONValue {
        .object(pairs: [
            "origins": .array(
                try ledger.frontierPaths.map {
                    .object(pairs: [
                        "origin": .string($0.origin.hex), "size": .integer($0.size),
                        "root": .string(Base64.encode($0.root.bytes)),
                    ])
                })
        ])
    }

    /// In pieces that fit nothing.
    static func importBundle(_ bytes: [UInt8], _ ledger: Ledger) throws -> BundleImportOutcome {
        var rest = bytes[...]
        return try ledger.importBundle {
            if rest.isEmpty { return nil }
            defer { rest = rest.dropFirst(7) }
            return Array(rest.prefix(7))
        }
    }

    @Test("a bundle of everything makes an empty ledger the same; again it adds nothing")
    func everything() throws {
        let (one, other) = (try ledger(1), try ledger(2))
        _ = try one.append(Draft.log("a"), Draft.sign("a"), Draft.log("b"))
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 3]
        _ = try one.ledger.setProfilePhoto(picture)
        let bytes = try Self.bundle(one.ledger)
        #expect(try Self.importBundle(bytes, other.ledger) == BundleImportOutcome(received: 5, duplicates: 0))
        #expect(try other.ledger.digest() == one.ledger.digest())
        #expect(try Self.importBundle(bytes, other.ledger) == BundleImportOutcome(received: 0, duplicates: 5))
        #expect(try LedgerReplica(other.ledger).blobs == [SHA256Hasher.hash(picture)])
    }

    @Test("a bundle for a peer's frontier holds what the peer lacks, and goes on where the last one ended")
    func forAPeer() throws {
        let (one, other) = (try ledger(1), try ledger(2))
        _ = try one.append(Draft.log("a"))
        _ = try Self.importBundle(try Self.bundle(one.ledger), other.ledger)
        _ = try one.append(Draft.log("b"), Draft.log("c"))
        let more = try Self.bundle(one.ledger, for: other.ledger)
        #expect(more.count < (try Self.bundle(one.ledger)).count)
        #expect(try Self.importBundle(more, other.ledger) == BundleImportOutcome(received: 2, duplicates: 0))
        #expect(
            try Self.importBundle(try Self.bundle(one.ledger, for: other.ledger), other.ledger)
                == BundleImportOutcome(received: 0, duplicates: 0))
        #expect(try other.ledger.digest() == one.ledger.digest())
        // A third that lacks what came before cannot use it.
        let third = try ledger(3)
        #expect { _ = try Self.importBundle(more, third.ledger) } throws: { ($0 as? Fault)?.code == "tail.gap" }
    }

    @Test("T-7.3e: a bundle cut at any byte is refused whole, and the whole one is taken afterwards")
    func cut() throws {
        let (one, other) = (try ledger(1), try ledger(2))
        _ = try one.append(Draft.log("a"), Draft.log("b"))
        let bytes = try Self.bundle(one.ledger)
        for end in 0..<bytes.count {
            do {
                _ = try Self.importBundle(Array(bytes[..<end]), other.ledger)
                Issue.record("cut after \(end) of \(bytes.count) bytes, taken")
            } catch let fault as Fault { #expect(fault.code == "bundle.cut" && fault.kind == .unreadable) }
        }
        #expect(try other.observe().events.isEmpty)
        #expect(try Self.importBundle(bytes, other.ledger).received == 3)
    }

    @Test("a bundle with any bit changed is refused, and nothing of it is stored")
    func flipped() throws {
        let (one, other) = (try ledger(1), try ledger(2))
        _ = try one.append(Draft.log("a"))
        let bytes = try Self.bundle(one.ledger)
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= UInt8(1 << (bit % 8))
            do {
                _ = try Self.importBundle(changed, other.ledger)
                Issue.record("bit \(bit) changed, taken")
            } catch let fault as Fault { #expect(fault.kind == .unreadable) }
        }
        #expect(try other.observe().events.isEmpty)
    }

    @Test("what is wrong with a bundle is said in a sentence, with what to do")
    func messages() throws {
        let (one, other) = (try ledger(1), try ledger(2))
        _ = try one.append(Draft.log("a"))
        let bytes = try Self.bundle(one.ledger)
        func refusal(_ bytes: [UInt8]) throws -> Fault? {
            do {
                _ = try Self.importBundle(bytes, other.ledger)
                return nil
            } catch let fault as Fault { return fault }
        }
        var newer = bytes
        newer[15] = UInt8(ascii: "2")
        #expect(try refusal(newer) == BundleFaults.newer)
        #expect(BundleFaults.newer.message == "The bundle was written by a newer version of daybook.")
        #expect(BundleFaults.newer.hint == "Nothing was stored. Update daybook here.")
        #expect(try refusal(Array("flights, but no bundle of them\n".utf8)) == BundleFaults.noBundle)
        #expect(BundleFaults.noBundle.message == "This is no bundle: it does not begin like one.")
        #expect(try refusal(bytes + [0])?.message == "The bundle cannot be read: something stands behind its end.")
        var altered = bytes
        altered[bytes.count - 1] ^= 1
        #expect(try refusal(altered) == BundleFaults.altered)
        #expect(BundleFaults.altered.message == "The bundle is not as it was written: its digest differs.")
        #expect(BundleFaults.cut.message == "The bundle ends early: its list names more events.")
        #expect(BundleFaults.cut.hint == "Nothing was stored. Copy the file again, or have it written anew.")
        #expect { _ = try LedgerFrontier(json: .object([])) } throws: {
            ($0 as? Fault)?.message == "This is no frontier: it has no list \"origins\"."
        }
    }

    /// A bundle whose digest is right, made of what was given.
    private func forged(_ cargo: SyncMessage.Cargo) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let places = try cargo.tails.map { tail in
            var edge = MerkleEdge()
            for event in tail.events { edge.append(leaf: SHA256Hasher.leafHash(envelope: event.envelope)) }
            guard edge.root == tail.head.head.root else { throw Violation("a header names the edge of its head") }
            return BundleHeader.Place(rootBefore: SHA256Hasher.emptyRoot, edge: edge)
        }
        _ = try BundleWriter.write(
            cargo, places: places, principal: PrincipalID(Bytes16(high: 1, low: 1)), to: { bytes += $0 })
        return bytes
    }

    @Test(
        "a forged origin, an altered body, a head by another key and a stranger's log are refused although the file is whole"
    )
    func forgeries() throws {
        let (one, other) = (try ledger(1), try ledger(2))
        _ = try one.append(Draft.log("a"), Draft.log("b"))
        _ = try other.append(Draft.log("c"))
        let path = try LedgerReplica(one.ledger).paths[0]
        let tail = try #require(try LedgerReplica(one.ledger).tail(of: path, from: 0))
        let head = tail.head.head
        let key = try SigningKey(seed: [UInt8](repeating: 3, count: 32))
        let cases: [(String, Tail)] = [
            (
                "head.forged",
                Tail(head: SignedHead(head: head, signature: try key.sign(head.message)), start: 0, events: tail.events)
            ),
            (
                "event.unreadable",
                Tail(
                    head: try Head(publicKey: key.publicKey, size: head.size, root: head.root).signed(by: key),
                    start: 0, events: tail.events)
            ),
            (
                "event.unreadable",
                Tail(
                    head: tail.head, start: 0,
                    events: tail.events.dropLast() + [
                        StoredEvent(
                            envelope: tail.events[2].envelope, salt: tail.events[2].salt, body: tail.events[0].body)
                    ])
            ),
        ]
        let before = try other.observe()
        for (code, tail) in cases {
            #expect { _ = try Self.importBundle(try forged(.init(tails: [tail])), other.ledger) } throws: {
                ($0 as? Fault)?.code == code
            }
        }
        // An event that names another author than the one whose log it stands in, in a log that is otherwise as it
        // should be.
        let mine = try #require(try one.key(of: path.origin))
        let signed = tail.events[2]
        let bytes = signed.envelope.span.bytes
        var envelope = try EnvelopeView(bytes).envelope
        envelope = Envelope(
            origin: envelope.origin, sequence: envelope.sequence, flags: envelope.flags, stream: envelope.stream,
            type: envelope.type,
            schemaVersion: envelope.schemaVersion, actor: PrincipalID(Bytes16(high: 1, low: 1)),
            validTime: envelope.validTime, recorded: envelope.recorded,
            basis: envelope.basis, bodyDigest: envelope.bodyDigest)
        var writer = CBORWriter(capacity: 256)
        envelope.encode(into: &writer)
        let events =
            tail.events.dropLast() + [
                StoredEvent(envelope: writer.bytes, salt: tail.events[2].salt, body: tail.events[2].body)
            ]
        let root = ModelLedger.root(events.map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) })
        let misnamed = Tail(
            head: try Head(publicKey: mine.publicKey, size: 3, root: root).signed(by: mine), start: 0,
            events: Array(events))
        #expect { _ = try Self.importBundle(try forged(.init(tails: [misnamed])), other.ledger) } throws: {
            ($0 as? Fault)?.message == "An event cannot be read: it names an author whose log this is not."
        }
        let stranger = try ledger(5, person: [UInt8](repeating: 9, count: 32))
        _ = try stranger.append(Draft.log("z"))
        #expect { _ = try Self.importBundle(try Self.bundle(stranger.ledger), other.ledger) } throws: {
            ($0 as? Rejection)?.code == "origin.unknown"
        }
        #expect(try other.observe() == before)
    }

    @Test("a bundle that announces events without end is refused at the end of the file")
    func endless() throws {
        let one = try ledger(1)
        _ = try one.append(Draft.log("a"))
        let path = try LedgerReplica(one.ledger).paths[0]
        let tail = try #require(try LedgerReplica(one.ledger).tail(of: path, from: 0))
        let key = try #require(try one.key(of: path.origin))
        let edge = try MerkleEdge(size: 1 << 60, hashes: [tail.head.head.root])
        let head = try Head(publicKey: key.publicKey, size: 1 << 60, root: edge.root).signed(by: key)
        let list = CargoCoding.List(tails: [.init(head: head, start: 0)], blobs: [])
        var bytes = BundleHeader(
            principal: try one.ledger.principal, list: list,
            places: [.init(rootBefore: SHA256Hasher.emptyRoot, edge: edge)]
        ).encoded
        for event in tail.events { CargoCoding.append(event, to: &bytes) }
        let other = try ledger(2)
        #expect { _ = try Self.importBundle(bytes, other.ledger) } throws: { ($0 as? Fault) == BundleFaults.cut }
    }

    @Test("a bundle carries both branches of a forked log")
    func forked() throws {
        let one = try ledger(1)
        _ = try one.append(Draft.log("a"))
        let files = one.snapshot()
        _ = try one.append(Draft.log("b"))
        let other = try ledger(2)
        _ = try Self.importBundle(try Self.bundle(one.ledger), other.ledger)
        try one.rollBack(to: files)
        one.clock.step(seconds: 1)
        _ = try one.append(Draft.log("c"))
        _ = try Self.importBundle(try Self.bundle(one.ledger), other.ledger)
        _ = try Self.importBundle(try Self.bundle(other.ledger), one.ledger)
        #expect(try one.ledger.digest() == other.ledger.digest())
        let third = try ledger(3)
        _ = try Self.importBundle(try Self.bundle(one.ledger), third.ledger)
        #expect(try third.ledger.digest() == one.ledger.digest())
        // A peer of one branch finds the events it lacks of the other without asking.
        #expect(
            try Self.importBundle(try Self.bundle(one.ledger, for: other.ledger), other.ledger)
                == BundleImportOutcome(received: 0, duplicates: 0))
    }

    @Test(
        "a bundle for a peer whose log forked from ours holds the whole log, so that the peer finds the fork; then both are one"
    )
    func forkForAPeer() throws {
        let (one, other) = (try ledger(1), try ledger(2))
        _ = try one.append(Draft.log("a"))
        let files = one.snapshot()
        _ = try one.append(Draft.log("b"), Draft.log("c"))
        _ = try Self.importBundle(try Self.bundle(one.ledger), other.ledger)
        try one.rollBack(to: files)
        one.clock.step(seconds: 1)
        _ = try one.append(Draft.log("d"))
        // Two rounds of bundles for each other's frontier, and no word in between.
        for _ in 0..<2 {
            _ = try Self.importBundle(try Self.bundle(other.ledger, for: one.ledger), one.ledger)
            _ = try Self.importBundle(try Self.bundle(one.ledger, for: other.ledger), other.ledger)
        }
        #expect(try one.ledger.digest() == other.ledger.digest())
        #expect(try one.observe().events.count == 5)
        _ = try one.append(Draft.log("e"))
        #expect(try one.observe().events.last?.envelope.sequence.value == 1)
    }
}
