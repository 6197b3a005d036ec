import EventModel
import LedgerTestSupport
import Testing
import TransparencyLog

@Suite("SHA-256 and its domains")
struct HashTests {
    @Test(
        "FIPS 180-4 examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("616263", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "6162636462636465636465666465666765666768666768696768696a68696a6b696a6b6c6a6b6c6d6b6c6d6e6c6d6e6f6d6e6f706e6f7071",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func knownHashes(input: String, expected: String) {
        #expect(SHA256Hasher.hash(bytes(input)).hex == expected)
    }

    @Test("A million times the letter a, in pieces")
    func longInput() {
        var hasher = SHA256Hasher()
        for _ in 0..<1_000 { hasher.update([UInt8](repeating: 0x61, count: 1_000)) }
        #expect(hasher.finalize().hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("A message hashed in one call is the one hashed in pieces, of every length around the blocks")
    func lengths() {
        let long = (0..<2_200).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        var wrong: [Int] = []
        for count in Array(0..<300) + Array(950..<1_100) + [2_200] {
            let message = Array(long[..<count])
            let middle = count / 3
            let (first, second) = (Array(message[..<middle]), Array(message[middle...]))
            var pieces = SHA256Hasher()
            pieces.update(7)
            pieces.update(message)
            let expected = pieces.finalize()
            if SHA256Hasher.hash(prefix: 7, message) != expected { wrong.append(count) }
            if SHA256Hasher.hash(prefix: 7, first.span.bytes, second.span.bytes) != expected { wrong.append(-count) }
        }
        #expect(wrong == [])
    }

    @Test("Bytes that are hashed as they are written are those that were written, through the buffer and past it")
    func written() {
        var random = SeededRandom(seed: 20_261_124)
        var writer = HashedBytes()
        var bytes: [UInt8] = []
        func variable(_ value: UInt64) {
            var rest = value
            while rest >= 0x80 {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        func signed(_ value: Int64) {
            variable(value < 0 ? UInt64(bitPattern: ~(value << 1)) : UInt64(bitPattern: value << 1))
        }
        for round in 0..<900 {
            let small = (0..<random.below(70)).map { _ in Int64(random.below(63)) }
            let large = (0..<random.below(60)).map { index in
                [Int64(index) - 30, Int64.max, Int64.min, 64, 63, -1][random.below(6)]
            }
            writer.byte(UInt8(round & 255))
            bytes.append(UInt8(round & 255))
            writer.signed(small.span)
            small.forEach(signed)
            writer.signed(large.span)
            large.forEach(signed)
            let run = random.bytes([3, 511, 512, 513, 20_000][round % 200 == 0 ? 4 : random.below(4)])
            writer.append(run.span.bytes)
            bytes += run
            writer.variable(UInt64.max - UInt64(round))
            variable(UInt64.max - UInt64(round))
            writer.signed(-Int64(round))
            signed(-Int64(round))
            writer.text("é\(round)")
            variable(UInt64("é\(round)".utf8.count))
            bytes += Array("é\(round)".utf8)
            writer.append(Bytes32(bytes: [UInt8](repeating: 9, count: 32))!)
            bytes += [UInt8](repeating: 9, count: 32)
        }
        #expect(writer.finish() == SHA256Hasher.hash(bytes), "seed 20261124")
    }

    @Test("Every domain has its own bytes in front")
    func domains() {
        let salt = (0..<16).map { UInt8($0) }
        #expect(SHA256Hasher.emptyRoot.hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            SHA256Hasher.leafHash(envelope: []).hex
                == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d")
        #expect(
            SHA256Hasher.nodeHash(
                left: words("6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
                right: words("96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7")
            ).hex == "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125")
        #expect(
            SHA256Hasher.bodyDigest(salt: salt, body: Array("body".utf8)).hex
                == "b26e8be09c83d4c520bd413cb6010f715e2461849a7f55556d9a3be861338ace")
        #expect(
            SHA256Hasher.labelled("daybook/content/1", [0xA1, 0x01, 0x02]).hex
                == "b71a7f06e549b1ba48e83916b57d2409c36a972d556a30540db4a5678143e291")
    }

    @Test("However the input is cut, the hash is the same", arguments: [1, 2, 3, 4, 5] as [UInt64])
    func pieces(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for length in [0, 1, 31, 32, 55, 56, 63, 64, 65, 119, 120, 128, 300] {
            let input = random.bytes(length)
            let expected = SHA256Hasher.hash(input)
            let cut = random.below(length + 1)
            let head = Array(input[..<cut])
            let tail = Array(input[cut...])

            var hasher = SHA256Hasher()
            hasher.update(head)
            let saved = hasher
            hasher.update(tail)
            #expect(hasher.finalize() == expected, "seed \(seed), length \(length), cut \(cut)")
            #expect(hasher.finalize() == expected, "seed \(seed): finalize leaves the hasher as it was")
            #expect(saved.finalize() == SHA256Hasher.hash(head), "seed \(seed): a copy is a state of its own")
            #expect(SHA256Hasher.hash(head.span.bytes, tail.span.bytes) == expected, "seed \(seed), two spans")
            #expect(SHA256Hasher.labelled("", head, tail) == expected, "seed \(seed), parts")
            #expect(SHA256Hasher.labelled("", input.span.bytes) == expected, "seed \(seed), no label")
            guard let first = input.first else { continue }
            #expect(SHA256Hasher.hash(prefix: first, Array(input.dropFirst())) == expected, "seed \(seed), prefix")
        }
    }

    @Test("Words and numbers go in as their bytes, most significant first")
    func wordsAndNumbers() {
        let value = words("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
        var hasher = SHA256Hasher()
        hasher.update(value)
        hasher.update(value.first)
        hasher.update(bigEndian: 0x2021_2223_2425_2627)
        hasher.update(0x28 as UInt8)
        #expect(
            hasher.finalize()
                == SHA256Hasher.hash(
                    bytes(
                        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
                            + "000102030405060708090a0b0c0d0e0f"
                            + "2021222324252627" + "28")))
    }

    @Test("A salt of another length is our bug")
    func saltLength() async {
        await #expect(processExitsWith: .failure) {
            _ = SHA256Hasher.bodyDigest(salt: [UInt8](repeating: 0, count: 15), body: [])
        }
    }
}
