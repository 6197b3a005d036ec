import EventModel
import LedgerTestSupport
import Testing
import TransparencyLog

/// One Ed25519 signature, written out.
struct SignatureCase: Sendable, CustomTestStringConvertible {
    let name: String
    let seed: String
    let publicKey: String
    let message: String
    let signature: String
    var testDescription: String { name }
}

@Suite("Ed25519")
struct KeyTests {
    /// RFC 8032 §7.1.
    static let published = [
        SignatureCase(
            name: "TEST 1", seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
            signature:
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        SignatureCase(
            name: "TEST 2", seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", message: "72",
            signature:
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        SignatureCase(
            name: "TEST 3", seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            publicKey: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", message: "af82",
            signature:
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
        SignatureCase(
            name: "TEST SHA(abc)", seed: "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
            publicKey: "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
            message:
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            signature:
                "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
        ),
        // Not from the RFC: 1,023 bytes, signed by an independent program that follows RFC 8032 §6.
        SignatureCase(
            name: "long message", seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            publicKey: "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8",
            message: Hex.encode((0..<1_023).map { UInt8($0 * 7 % 256) }),
            signature:
                "1b19566f135c0d7fc82def7282eb2420dda2dd08cfd5ed723c5c8647f1e74edb262265db80e628cd8404294be4be4b167403b78ece9c163fcc1f9883c8509e09"
        ),
    ]

    @Test("Known keys and signatures", arguments: published)
    func known(known: SignatureCase) throws {
        let key = try SigningKey(seed: bytes(known.seed))
        #expect(key.publicKey.hex == known.publicKey)
        let signature = try key.sign(bytes(known.message))
        #expect(Hex.encode(signature.bytes) == known.signature)
        #expect(try key.sign(bytes(known.message)) == signature)
        let publicKey = try VerifyingKey(bytes: bytes(known.publicKey))
        #expect(try publicKey.isValid(signature: signature, for: bytes(known.message)))
        #expect(try !publicKey.isValid(signature: signature, for: bytes(known.message) + [0]))
    }

    @Test("A signature with any bit changed is refused")
    func flippedBits() throws {
        let key = try SigningKey(seed: bytes(Self.published[2].seed))
        let message = bytes("af82")
        let good = bytes(Self.published[2].signature)
        for bit in 0..<512 {
            var changed = good
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            let signature = try #require(Signature(bytes: changed))
            #expect(try !key.publicKey.isValid(signature: signature, for: message), "bit \(bit)")
        }
    }

    @Test("What one seeded key signs no other verifies", arguments: [31, 32, 33] as [UInt64])
    func generated(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let (key, keySeed) = try SigningKey.generate(using: &random)
        let (other, otherSeed) = try SigningKey.generate(using: &random)
        #expect(keySeed.count == 32)
        #expect(keySeed != otherSeed)
        #expect(try SigningKey(seed: keySeed).publicKey == key.publicKey)
        let message = random.bytes(random.below(200))
        let signature = try key.sign(message)
        #expect(try key.publicKey.isValid(signature: signature, for: message), "seed \(seed)")
        #expect(try !other.publicKey.isValid(signature: signature, for: message), "seed \(seed)")
    }

    @Test("Seeds, keys and signatures of another length are refused", arguments: [0, 31, 33, 64])
    func lengths(count: Int) {
        let some = [UInt8](repeating: 1, count: count)
        #expect(throws: KeyError.byteCount(expected: 32, found: count)) { try SigningKey(seed: some) }
        #expect(throws: KeyError.byteCount(expected: 32, found: count)) { try VerifyingKey(bytes: some) }
        for wrong in [0, 32, 63, 65, 128] { #expect(Signature(bytes: [UInt8](repeating: 1, count: wrong)) == nil) }
        #expect(Signature(bytes: [UInt8](0..<64))?.bytes == [UInt8](0..<64))
    }

    @Test("A key signs from many tasks at once")
    func concurrent() async throws {
        let key = try SigningKey(seed: bytes(Self.published[0].seed))
        let expected = try (0..<16).map { try key.sign([UInt8($0)]) }
        try await withThrowingTaskGroup(of: (Int, Signature).self) { group in
            for task in 0..<64 { group.addTask { (task % 16, try key.sign([UInt8(task % 16)])) } }
            for try await (message, signature) in group {
                #expect(signature == expected[message], "message \(message)")
            }
        }
    }

    @Test("The sentences of the errors")
    func sentences() {
        #expect(KeyError.byteCount(expected: 32, found: 31).description == "An Ed25519 key has 32 bytes, not 31.")
        #expect(KeyError.notCanonical.description == "These bytes are not the canonical form of an Ed25519 public key.")
        #expect(
            KeyError.smallOrder.description
                == "This Ed25519 public key has small order, so that anyone could sign for it.")
        #expect(
            KeyError.library(operation: "EVP_DigestSign", code: 7).description
                == "EVP_DigestSign of libcrypto failed with error 7.")
    }
}
