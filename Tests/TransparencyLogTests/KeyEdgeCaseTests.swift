import EventModel
import Testing
import TransparencyLog

/// The cases in which Ed25519 libraries disagree; RFC 8032 leaves some of them open, so our rule is fixed here. The
/// points and signatures were made by an independent program from the curve's definition.
@Suite("Ed25519, the edges")
struct KeyEdgeCaseTests {
    /// The key of the seed 00 01 … 1f.
    static let honest = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
    static let message = Array("daybook".utf8)

    private func isValid(key: String, signature: String, message: [UInt8] = message) throws -> Bool {
        let signature = try #require(Signature(bytes: bytes(signature)))
        return try VerifyingKey(bytes: bytes(key)).isValid(signature: signature, for: message)
    }

    @Test(
        "Keys of small order are refused, in both spellings where x is 0",
        arguments: [
            "0100000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000080",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0000000000000000000000000000000000000000000000000000000000000080",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        ])
    func smallOrder(key: String) {
        #expect(throws: KeyError.smallOrder) { try VerifyingKey(bytes: bytes(key)) }
    }

    @Test("Keys with y ≥ p are refused, all 19 with either sign")
    func notCanonical() {
        for lowest in UInt8(0xED)...0xFF {
            for highest in [UInt8(0x7F), 0xFF] {
                let key = [lowest] + [UInt8](repeating: 0xFF, count: 30) + [highest]
                #expect(throws: KeyError.notCanonical, "\(Hex.encode(key))") { try VerifyingKey(bytes: key) }
            }
        }
    }

    @Test(
        "The neighbours of what is refused are keys",
        arguments: [
            "0200000000000000000000000000000000000000000000000000000000000000",
            "ebffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "ebffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "edfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe7f",
        ])
    func neighbours(key: String) throws {
        #expect(try VerifyingKey(bytes: bytes(key)).hex == key)
    }

    @Test("A key that is no point of the curve verifies nothing")
    func offTheCurve() throws {
        // y = 2 has no x. R = 7·B, S = 7 would hold for a key that vanished.
        let key = "0200000000000000000000000000000000000000000000000000000000000000"
        let signature =
            "b862409fb5c4c4123df2abf7462b88f041ad36dd6864ce872fd5472be363c5b1" + "07"
            + String(repeating: "0", count: 62)
        #expect(try !isValid(key: key, signature: signature))
    }

    @Test("S + L is refused: one message and R, one signature")
    func malleable() throws {
        let point = "c392a5651e59961a39fc33398c33d708f537b57750fd8ac659c7a5f1b9f475ef"
        #expect(
            try isValid(
                key: Self.honest, signature: point + "6abde28f677aff3c8a12f97d27377116a75fdad662452532340a11070c1b090e")
        )
        #expect(
            try !isValid(
                key: Self.honest, signature: point + "5791d8ec81dd119560aff0200631502ba75fdad662452532340a11070c1b091e")
        )
    }

    @Test(
        "S ends below L, by our own check too",
        arguments: [
            ("ecd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010", true),
            ("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010", false),
            ("eed3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010", false),
            ("ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0f", true),
            ("00000000000000000000000000000000000000000000000000000000000000e0", false),
        ])
    func reducedScalar(scalar: String, expected: Bool) throws {
        let signature = try #require(Signature(bytes: bytes(Self.honest + scalar)))
        #expect(signature.hasReducedScalar == expected)
    }

    @Test("R = 0 by the key's owner holds, but not in its second spelling")
    func identityPoint() throws {
        let zero = String(repeating: "0", count: 62)
        #expect(
            try isValid(
                key: Self.honest,
                signature: "01" + zero + "d513c9a3a0e4b950a2be8394015d592b8939433c3b4222d8cbd9d03ff250b103"))
        #expect(
            try !isValid(
                key: Self.honest,
                signature: "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
                    + "8a2ce3c03df771f061ab82e6641c01f4fc4dab84517d6e3ec8e06be6b8682f0e"))
    }

    @Test("The equation is checked without the cofactor")
    func mixedOrder() throws {
        // The honest key plus a point of order 8; the challenge of message 46 is a multiple of 8, that of message 0 is
        // not.
        let key = "b502ff3d92e31d8190b4aa4ea0414005167fad089c4de9dac8a2fc850fed4f58"
        let point = "7767a3242dc9b58bbc68488c1265cc6cc5f26c6f3c88a5d55e901b0734dca572"
        #expect(
            try isValid(
                key: key, signature: point + "8922bdcc4c4770bee95d868b59d60ee2fac69f9417785c0962a66f0d8b1b9309",
                message: Array("daybook 46".utf8)))
        #expect(
            try !isValid(
                key: key, signature: point + "c8e73295e4cda1af25f9a7278879b2b52e0d79d3c43d69e5943a9472df71260e",
                message: Array("daybook 0".utf8)))
    }
}
