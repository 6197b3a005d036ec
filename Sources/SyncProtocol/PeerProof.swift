import EventCodec
package import EventModel
package import TransparencyLog

/// The two sides of a stream. Each signs its own words, so a proof that is sent back to its author proves nothing.
package enum PeerRole: UInt8, CaseIterable, Sendable {
    case asking = 1
    case answering = 2

    var other: PeerRole { self == .asking ? .answering : .asking }
}

/// The proofs of two persons at the ends of a stream, before either end names a person, a log or an event
/// (docs/sync.md §4).
///
/// A proof is a signature over what both sides chose for this stream. It does not name its key: the other side tries
/// those that it knows. The asking side proves itself first, so a ledger that waits for callers shows a stranger
/// nothing.
package struct PeerProof {
    /// The version of what is said over a stream.
    package static let version: UInt64 = 2
    /// The keys that are tried: each costs a tenth of a millisecond, which a stranger can ask for.
    package static let keysMaximum = 256
    private static let (challengeKind, proofKind, refusedKind): (UInt8, UInt8, UInt8) = (11, 12, 9)
    /// The first messages of programs that prove no person.
    private static let earlierKinds: ClosedRange<UInt8> = 1...8

    /// The key with which this side proves its person.
    private let key: SigningKey
    /// The keys that this side takes, in the order in which they are tried.
    private let known: [VerifyingKey]
    private let nonce: Bytes32

    /// - Parameter nonce: 32 bytes that no one can foresee, of this stream alone.
    package init(_ key: SigningKey, known: [VerifyingKey], nonce: Bytes32) {
        (self.key, self.nonce) = (key, nonce)
        self.known = Array(known.prefix(PeerProof.keysMaximum))
    }

    /// Proves this side's person to the other side, and returns the key with which that one has proved its own.
    ///
    /// - Parameters:
    ///   - next: Gives the number of bytes asked for, at most a kilobyte, or throws.
    ///   - write: Takes the bytes for the other side.
    /// - Throws: `SyncRefusal` `peer.unproven` and those of the other side; `Fault` (65) for what is no proof and for
    ///   another version.
    package func prove(
        _ role: PeerRole, from next: (Int) throws -> [UInt8], to write: ([UInt8]) throws -> Void
    ) throws -> VerifyingKey {
        let challenge = PeerProof.message(PeerProof.challengeKind) { writer in
            writer.array(count: 2)
            writer.unsigned(PeerProof.version)
            writer.data(nonce)
        }
        if role == .asking { try write(challenge) }
        let theirs = try PeerProof.nonce(of: role.other, from: next)
        if role == .answering { try write(challenge) }
        let nonces = role == .asking ? (nonce, theirs) : (theirs, nonce)
        if role == .asking { try write(try proof(role, nonces)) }
        let theirProof = try PeerProof.signature(of: role.other, from: next)
        let words = PeerProof.words(role.other, nonces)
        guard let proved = try known.first(where: { try $0.isValid(signature: theirProof, for: words) }) else {
            throw PeerProof.unproven(role.other)
        }
        if role == .answering { try write(try proof(role, nonces)) }
        return proved
    }

    private func proof(_ role: PeerRole, _ nonces: (asking: Bytes32, answering: Bytes32)) throws -> [UInt8] {
        let signature = try key.sign(PeerProof.words(role, nonces))
        return PeerProof.message(PeerProof.proofKind) { writer in
            writer.array(count: 1)
            writer.data(signature.bytes)
        }
    }

    /// The words that a side signs: "daybook/peer/2" ‖ its role (1) ‖ the nonce of the asking side (32) ‖ that of the
    /// answering side (32).
    package static func words(_ role: PeerRole, _ nonces: (asking: Bytes32, answering: Bytes32)) -> [UInt8] {
        Array("daybook/peer/\(version)".utf8) + [role.rawValue] + nonces.asking.bytes + nonces.answering.bytes
    }

    /// The code with which an exchange over a stream is refused when a side has not proved a person.
    package static let unprovenCode = "peer.unproven"

    /// Names nothing of either side. Both sides read it.
    package static func unproven(_ role: PeerRole) -> SyncRefusal {
        SyncRefusal(
            code: unprovenCode,
            message: "The \(role) side has not proved a person with whom the other side exchanges. "
                + "Nothing was exchanged.")
    }

    /// The last message of an answering side that ends before both have proved themselves.
    package static func refusal(for error: any Error) -> SyncRefusal {
        switch error {
        case let refusal as SyncRefusal: refusal
        case let fault as Fault where fault == SyncFaults.newer: refusal(SyncFaults.earlier(.answering))
        case let fault as Fault where fault.code.hasPrefix("sync."): refusal(fault)
        // A fault of this side is no stranger's business.
        default: unproven(.answering)
        }
    }

    private static func refusal(_ fault: Fault) -> SyncRefusal {
        SyncRefusal(code: fault.code, message: fault.message)
    }

    // MARK: - Bytes

    private static func message(_ kind: UInt8, _ items: (inout CBORWriter) -> Void) -> [UInt8] {
        var writer = CBORWriter(capacity: 80)
        items(&writer)
        return SyncMessage.front(kind, writer.bytes)
    }

    private static func nonce(of role: PeerRole, from next: (Int) throws -> [UInt8]) throws -> Bytes32 {
        try read(challengeKind, of: role, from: next) { reader in
            let count = try reader.array()
            let theirs = try reader.unsigned()
            if theirs > version { throw SyncFaults.newer }
            guard theirs == version, count == 2 else { throw SyncFaults.earlier(role) }
            return try reader.bytes32()
        }
    }

    private static func signature(of role: PeerRole, from next: (Int) throws -> [UInt8]) throws -> Signature {
        try read(proofKind, of: role, from: next) { reader in
            guard try reader.array() == 1, let signature = Signature(bytes: try reader.data(count: 64)) else {
                throw SyncFaults.unreadable("it is no proof of a person")
            }
            return signature
        }
    }

    private static func read<Value>(
        _ kind: UInt8, of role: PeerRole, from next: (Int) throws -> [UInt8],
        _ items: (inout CBORReader) throws -> Value
    ) throws -> Value {
        let start = try next(5)
        if earlierKinds.contains(start[0]) { throw SyncFaults.earlier(role) }
        guard start[0] == kind || start[0] == refusedKind else {
            throw SyncFaults.unreadable("it is no proof of a person")
        }
        let length = SyncMessage.headerLength(start)
        guard length <= SyncLimits.proofHeaderBytesMaximum else {
            throw SyncFaults.unreadable("its header is longer than the limit")
        }
        let header = try next(length)
        do {
            var reader = CBORReader(header.span.bytes)
            if start[0] == refusedKind {
                let refusal = try SyncMessage.refusal(&reader)
                // An earlier program does not know the challenge, and answers that it cannot read it.
                let isEarlier = kind == challengeKind && refusal.code == SyncFaults.unreadable("").code
                throw isEarlier ? SyncFaults.earlier(role) : refusal
            }
            let value = try items(&reader)
            try reader.finish()
            return value
        } catch let error as CBORError { throw SyncFaults.unreadable("\(error)") }
    }
}
