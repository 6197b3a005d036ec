import DaybookDomains
import EventModel
import LedgerTestSupport
import SyncProtocol
import Testing
import TransparencyLog

/// The proofs at the ends of a stream: nothing but the words of this stream, of the right side, by a key that is known.
@Suite struct PeerProofTests {
    private static let (person, guest) = (TestPerson(7).key, TestPerson(9).key)

    private static let asking = ProofSide(role: .asking, nonce: 1)
    private static let answering = ProofSide(role: .answering, nonce: 2)

    private static func code(_ proved: Result<VerifyingKey, any Error>) -> String {
        switch proved {
        case .success: "proved"
        case .failure(let refusal as SyncRefusal): refusal.code
        case .failure(let fault as Fault): fault.code
        case .failure(let error): "\(error)"
        }
    }

    @Test("two devices of a person, and two linked persons, prove themselves: the one who asks first")
    func proves() throws {
        let person = Self.person.publicKey
        let guest = Self.guest.publicKey
        for other in [Self.person, Self.guest] {
            let asking = ProofSide(role: .asking, key: other, known: [guest, person], nonce: 1)
            let answering = ProofSide(role: .answering, known: [person, guest], nonce: 2)
            let (asked, answered) = ProofSide.talk(asking, answering)
            #expect(try asking.hearing(answered.flatMap(\.self)).proved.get() == person)
            #expect(try answering.hearing(asked.flatMap(\.self)).proved.get() == other.publicKey)
            #expect(asked.map { $0[0] } == [11, 12] && answered.map { $0[0] } == [11, 12])
            // Nothing of a side is in what it says but what it chose and signed.
            for bytes in asked + answered {
                #expect(!Self.holds(bytes, person.bytes) && !Self.holds(bytes, guest.bytes))
            }
        }
    }

    private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part.prefix(8)) }
    }

    @Test("a caller without a known key gets a challenge and nothing more, and the same words whoever he is")
    func stranger() {
        let (asked, answered) = ProofSide.talk(ProofSide(role: .asking, key: Self.guest, nonce: 1), Self.answering)
        #expect(answered.count == 1)
        let proved = Self.answering.hearing(asked.flatMap(\.self)).proved
        guard case .failure(let refusal as SyncRefusal) = proved else {
            Issue.record("\(proved)")
            return
        }
        #expect(
            refusal.message == "The asking side has not proved a person with whom the other side exchanges. "
                + "Nothing was exchanged.")
        #expect(refusal == PeerProof.unproven(.asking))
    }

    @Test("every changed bit and every cut of what a side hears leaves the other unproved")
    func changed() {
        let (asked, answered) = ProofSide.talk(Self.asking, Self.answering)
        var codes: Set<String> = []
        for (side, heard) in [
            (Self.asking, answered.flatMap(\.self)), (Self.answering, asked.flatMap(\.self)),
        ] {
            #expect(Self.code(side.hearing(heard).proved) == "proved")
            for bit in 0..<heard.count * 8 {
                var bytes = heard
                bytes[bit / 8] ^= UInt8(1 << (bit % 8))
                codes.insert(Self.code(side.hearing(bytes).proved))
            }
            for end in 0..<heard.count {
                #expect(Self.code(side.hearing(Array(heard[..<end])).proved) == "sync.ended")
            }
        }
        #expect(codes == ["peer.unproven", "sync.ended", "sync.earlier", "sync.newer", "sync.unreadable"])
    }

    @Test("what was said on another stream proves nothing on this one")
    func replayed() {
        let (asked, answered) = ProofSide.talk(Self.asking, Self.answering)
        let laterAnswering = ProofSide(role: .answering, nonce: 3)
        let laterAsking = ProofSide(role: .asking, nonce: 4)
        #expect(Self.code(laterAnswering.hearing(asked.flatMap(\.self)).proved) == "peer.unproven")
        #expect(Self.code(laterAsking.hearing(answered.flatMap(\.self)).proved) == "peer.unproven")
    }

    @Test("a side that gets its own words back, or those of a side like itself, is not deceived")
    func reflected() {
        let (asked, answered) = ProofSide.talk(Self.asking, Self.answering)
        #expect(Self.code(Self.asking.hearing(asked.flatMap(\.self)).proved) == "peer.unproven")
        #expect(Self.code(Self.answering.hearing(answered.flatMap(\.self)).proved) == "peer.unproven")
        // An answering side's signature does not serve as that of an asking one.
        #expect(Self.code(Self.answering.hearing(asked[0] + answered[1]).proved) == "peer.unproven")
        // Two that ask.
        let other = ProofSide(role: .asking, nonce: 2)
        let heard = Self.asking.hearing(other.hearing([]).said[0]).said.flatMap(\.self)
        #expect(Self.code(other.hearing(heard).proved) == "peer.unproven")
    }

    @Test("a challenge that is passed on to another stream is answered for that stream alone")
    func relayed() {
        // A man in the middle has an honest asking side sign what an honest answering side chose for him.
        let middle = ProofSide(role: .asking, nonce: 5)
        let challenge = Self.answering.hearing(middle.hearing([]).said[0]).said[0]
        let signed = Self.asking.hearing(challenge).said[1]
        #expect(Self.code(Self.answering.hearing(middle.hearing([]).said[0] + signed).proved) == "peer.unproven")
        // Nor does it fit a second stream of that side, even with the challenge of the first.
        let second = ProofSide(role: .answering, nonce: 6)
        #expect(Self.code(second.hearing(Self.asking.hearing([]).said[0] + signed).proved) == "peer.unproven")
    }

    @Test("programs of another version end with the side that is to be updated")
    func versions() throws {
        let challenge = Self.asking.hearing([]).said[0]
        #expect(challenge[6] == 2)
        func version(_ number: UInt8) -> [UInt8] { Array(challenge[..<6]) + [number] + challenge[7...] }
        func fault(_ side: ProofSide, _ heard: [UInt8]) throws -> Fault {
            switch side.hearing(heard).proved {
            case .success: throw Violation("proved")
            case .failure(let error): return try #require(error as? Fault)
            }
        }
        #expect(try fault(Self.answering, version(1)) == SyncFaults.earlier(.asking))
        #expect(try fault(Self.asking, version(1)) == SyncFaults.earlier(.answering))
        for side in [Self.asking, Self.answering] { #expect(try fault(side, version(3)) == SyncFaults.newer) }
        // A program of before the proofs begins with hello, and cannot read a challenge.
        #expect(try fault(Self.answering, [1, 0, 0, 0, 23]) == SyncFaults.earlier(.asking))
        let unread = SyncFaults.unreadable("its kind 11 is not known here: it may be of a newer version")
        let refused = SyncMessage.refused(SyncRefusal(code: unread.code, message: unread.message)).encoded
        #expect(try fault(Self.asking, refused) == SyncFaults.earlier(.answering))
        let earlier = SyncFaults.earlier(.answering)
        #expect(earlier.kind == .unreadable && earlier.code == "sync.earlier")
        #expect(earlier.message == "The answering side runs an earlier version of daybook, which proves no person.")
        #expect(earlier.hint == "Nothing was exchanged. Update daybook on the answering side.")
        #expect(PeerProof.refusal(for: SyncFaults.newer).message == earlier.message)
    }

    @Test("a header that is too long is refused before it is read, and other messages at their first bytes")
    func oversize() {
        for kind: UInt8 in [9, 11] {
            for length: [UInt8] in [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 4, 1]] {
                let heard = Self.answering.hearing([kind] + length)
                #expect(Self.code(heard.proved) == "sync.unreadable" && heard.most == 5)
            }
        }
        let most = Self.answering.hearing([11, 0, 0, 4, 0]).most
        #expect(most == SyncLimits.proofHeaderBytesMaximum && most == 1_024)
        for kind: UInt8 in [0, 10, 12, 13, 255] {
            #expect(Self.code(Self.answering.hearing([kind, 0, 0, 0, 1]).proved) == "sync.unreadable")
        }
        for kind: UInt8 in 1...8 {
            #expect(Self.code(Self.answering.hearing([kind, 0xFF, 0xFF, 0xFF, 0xFF]).proved) == "sync.earlier")
        }
    }

    @Test("at most 256 keys are tried")
    func bound() {
        let asked = ProofSide.talk(Self.asking, Self.answering).asking.flatMap(\.self)
        func proved(after others: Int) -> String {
            let known = [VerifyingKey](repeating: Self.guest.publicKey, count: others) + [Self.person.publicKey]
            return Self.code(ProofSide(role: .answering, known: known, nonce: 2).hearing(asked).proved)
        }
        #expect(proved(after: 255) == "proved")
        #expect(proved(after: 256) == "peer.unproven")
    }
}
