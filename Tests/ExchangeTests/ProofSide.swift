import EventModel
import LedgerTestSupport
import SyncProtocol
import TransparencyLog

/// One side of a stream at its beginning, which hears what is given. With the same nonce it says the same again.
struct ProofSide {
    let role: PeerRole
    var key = TestPerson(7).key
    var known = [TestPerson(7).key.publicKey]
    var nonce: UInt8

    /// The messages it says when it hears these bytes, the key that it takes for proved, and the most bytes that it
    /// asks for.
    func hearing(_ bytes: [UInt8]) -> (said: [[UInt8]], proved: Result<VerifyingKey, any Error>, most: Int) {
        var (said, offset, most): ([[UInt8]], Int, Int) = ([], 0, 0)
        let half = UInt64(repeating: nonce)
        let words = Bytes16(high: half, low: half)
        let proof = PeerProof(key, known: known, nonce: Bytes32(first: words, second: words))
        let proved = Result {
            try proof.prove(
                role,
                from: { count in
                    most = max(most, count)
                    guard bytes.count - offset >= count else { throw SyncFaults.ended }
                    defer { offset += count }
                    return Array(bytes[offset..<offset + count])
                }, to: { said.append($0) })
        }
        return (said, proved, most)
    }

    /// The messages of both sides until the end: each time, one of them hears a little more.
    static func talk(_ asking: ProofSide, _ answering: ProofSide) -> (asking: [[UInt8]], answering: [[UInt8]]) {
        let answered = answering.hearing(asking.hearing([]).said[0]).said[0]
        let asked = asking.hearing(answered).said
        return (asked, answering.hearing(asked.flatMap(\.self)).said)
    }
}

extension UInt64 {
    fileprivate init(repeating byte: UInt8) { self = UInt64(byte) &* 0x0101_0101_0101_0101 }
}
