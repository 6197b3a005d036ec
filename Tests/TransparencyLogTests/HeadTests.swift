import EventModel
import Testing
import TransparencyLog

/// The origin key has the seed 00 01 … 1f, the principal key 20 21 … 3f; ids and signatures were made by an independent
/// program.
@Suite("Origins, certificates, heads")
struct HeadTests {
    let originKey: SigningKey
    let principalKey: SigningKey
    static let replaced = origin("a0a1a2a3a4a5a6a7a8a9aaabacadaeaf")
    static let originHex = "9e66107099b804109668f43b32831ef6"

    init() throws {
        originKey = try SigningKey(seed: [UInt8](0..<32))
        principalKey = try SigningKey(seed: [UInt8](32..<64))
    }

    @Test("Ids are the hash of the key, each in its own domain")
    func ids() {
        #expect(OriginID(publicKey: originKey.publicKey).hex == Self.originHex)
        #expect(PrincipalID(publicKey: principalKey.publicKey).hex == "f48c374b0c6667a926a68ffd3458a6ce")
        #expect(PrincipalID(publicKey: originKey.publicKey).hex == "6b2cc461ea8ec8776912d583b970e0dd")
    }

    @Test(
        "A certificate says origin key, principal and what was replaced",
        arguments: [
            (
                nil,
                "5e083398122d21dc637d1763795874054eaa4c712132de36eb715f8439165dab1a781370aa23f972810aa8f3e1bc239833468b7e190b8f04d42466d6bbcce107"
            ),
            (
                replaced,
                "6160e74e7916a004a1aa3ba299b27e2914c745602ee4d57f54980a426c450871438d78a0ccc31d6f32c828d220700ff4ccd7494624e6aa5faa0a7964d1574b0f"
            ),
        ] as [(OriginID?, String)])
    func certificate(replaced: OriginID?, expected: String) throws {
        let certificate = try OriginCertificate(
            originKey: originKey.publicKey, replaced: replaced, signedBy: principalKey)
        #expect(
            Hex.encode(
                OriginCertificate.message(
                    originKey: originKey.publicKey, principalKey: principalKey.publicKey, replaced: replaced))
                == "646179626f6f6b2f636572746966792f31"
                + "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
                + "f48c374b0c6667a926a68ffd3458a6ce" + (replaced == nil ? "" : "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf"))
        #expect(Hex.encode(certificate.signature.bytes) == expected)
        #expect(try certificate.isValid())
        #expect(certificate.origin.hex == Self.originHex)
        #expect(certificate.principal.hex == "f48c374b0c6667a926a68ffd3458a6ce")
    }

    @Test("A certificate holds for nothing but what it says")
    func changedCertificate() throws {
        let good = try OriginCertificate(
            originKey: originKey.publicKey, replaced: Self.replaced, signedBy: principalKey)
        func verifies(origin: SigningKey? = nil, principal: SigningKey? = nil, replaced: OriginID?) throws -> Bool {
            try OriginCertificate(
                originKey: origin?.publicKey ?? good.originKey, principalKey: principal?.publicKey ?? good.principalKey,
                replaced: replaced, signature: good.signature
            ).isValid()
        }
        #expect(try verifies(replaced: Self.replaced))
        #expect(try !verifies(replaced: nil))
        #expect(try !verifies(replaced: origin("a0a1a2a3a4a5a6a7a8a9aaabacadaeae")))
        #expect(try !verifies(origin: principalKey, replaced: Self.replaced))
        #expect(try !verifies(principal: originKey, replaced: Self.replaced))
    }

    @Test("A head signs origin, size and root")
    func head() throws {
        let head = Head(publicKey: originKey.publicKey, size: 258, root: SHA256Hasher.emptyRoot)
        #expect(head.origin.hex == Self.originHex)
        #expect(
            Hex.encode(head.message) == "646179626f6f6b2f686561642f31" + Self.originHex + "0000000000000102"
                + "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        let signed = try head.signed(by: originKey)
        #expect(
            Hex.encode(signed.signature.bytes)
                == "deef1e483a49c5ebc5a9932e2a9e0c8ad68fec53596bf7d66b2bb3c0469a052d941d5dc7df335f0949b74a884d1821848950cf9d0e5bee50890beeec15d0640e"
        )
        try signed.verify()
    }

    @Test("A head with another size or root, or signed by another key, does not verify")
    func changedHead() throws {
        let root = SHA256Hasher.emptyRoot
        let signature = try Head(publicKey: originKey.publicKey, size: 258, root: root).signed(by: originKey).signature
        let changed = [
            Head(publicKey: originKey.publicKey, size: 257, root: root),
            Head(publicKey: originKey.publicKey, size: 258, root: root.flipping(bit: 255)),
            Head(publicKey: principalKey.publicKey, size: 258, root: root),
        ]
        for head in changed {
            #expect(throws: HeadError.signatureInvalid(origin: head.origin, size: head.size)) {
                try SignedHead(head: head, signature: signature).verify()
            }
        }
    }

    @Test("A head whose key does not name its origin is not a head")
    func keyOfOtherOrigin() throws {
        let key = originKey.publicKey
        let good = try Head(origin: origin(Self.originHex), publicKey: key, size: 1, root: SHA256Hasher.emptyRoot)
        #expect(good == Head(publicKey: key, size: 1, root: SHA256Hasher.emptyRoot))
        #expect(throws: HeadError.keyOfOtherOrigin(claimed: Self.replaced, keyNames: origin(Self.originHex))) {
            try Head(origin: Self.replaced, publicKey: key, size: 1, root: SHA256Hasher.emptyRoot)
        }
    }

    @Test("The sentences of the errors")
    func sentences() {
        let claimed = Self.replaced
        let other = origin(Self.originHex)
        #expect(
            HeadError.keyOfOtherOrigin(claimed: claimed, keyNames: other).description
                == "The head claims origin a0a1a2a3a4a5a6a7a8a9aaabacadaeaf, but its key names 9e66107099b804109668f43b32831ef6."
        )
        #expect(
            HeadError.signatureInvalid(origin: other, size: 7).description
                == "The signature of the head of origin 9e66107099b804109668f43b32831ef6 at size 7 is not by its key.")
        #expect(HeadError.key(.smallOrder).description == KeyError.smallOrder.description)
    }
}

@Suite("The digest of the logs")
struct LogsDigestTests {
    private func entry(_ originByte: UInt8, branch: UInt8?, size: UInt64, root: UInt8) throws -> LogsDigest.Entry {
        LogsDigest.Entry(
            origin: try #require(OriginID(bytes: [UInt8](repeating: originByte, count: 16))),
            branch: try branch.map { try #require(Bytes32(bytes: [UInt8](repeating: $0, count: 32))) },
            size: size, root: try #require(Bytes32(bytes: [UInt8](repeating: root, count: 32))))
    }

    @Test("Is the same in every order, and not when anything differs")
    func orderless() throws {
        let logs = [
            try entry(0x22, branch: nil, size: 1, root: 1),
            try entry(0x11, branch: 0x99, size: 3, root: 3),
            try entry(0x11, branch: nil, size: 2, root: 2),
        ]
        let expected = "dc1e8f2269eacf900bb6c6d8fc3380cb768980f7980a13399f13908a41568a26"
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            #expect(LogsDigest.digest(of: order.map { logs[$0] }).hex == expected, "order \(order)")
        }
        #expect(LogsDigest.digest(of: logs.dropLast()).hex != expected)
        #expect(
            LogsDigest.digest(of: [logs[0], logs[1], try entry(0x11, branch: nil, size: 4, root: 2)]).hex != expected)
        #expect(
            LogsDigest.digest(of: [logs[0], logs[1], try entry(0x11, branch: nil, size: 2, root: 4)]).hex != expected)
        #expect(
            LogsDigest.digest(of: [logs[0], logs[1], try entry(0x11, branch: 0x98, size: 2, root: 2)]).hex != expected)
    }

    @Test("A log given twice is our bug")
    func twice() async {
        await #expect(processExitsWith: .failure) {
            let words = SHA256Hasher.emptyRoot
            let entry = LogsDigest.Entry(origin: OriginID(words.first), branch: nil, size: 1, root: words)
            _ = LogsDigest.digest(of: [entry, entry])
        }
    }

    @Test("Of no logs is the hash of nothing")
    func none() {
        #expect(LogsDigest.digest(of: []) == SHA256Hasher.emptyRoot)
    }
}
