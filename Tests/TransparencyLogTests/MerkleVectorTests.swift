import EventModel
import Testing
import TransparencyLog

/// The eight leaves and roots that certificate-transparency's own tests use; the roots and proofs were computed again
/// by an independent program that follows the recursive definitions of RFC 6962 §2.1 word by word.
@Suite("RFC 6962 vectors")
struct MerkleVectorTests {
    static let leaves = [
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
    ]
    .map { SHA256Hasher.leafHash(envelope: bytes($0)) }

    static let roots = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]

    @Test("Roots of 0 … 8 leaves", arguments: 0...8)
    func roots(size: Int) {
        var edge = MerkleEdge()
        for leaf in Self.leaves.prefix(size) { edge.append(leaf: leaf) }
        #expect(edge.root.hex == Self.roots[size])
        #expect(MerkleTree.root(of: 0..<UInt64(size)) { Self.leaves[Int($0)] }.hex == Self.roots[size])
    }

    @Test(
        "Inclusion proofs",
        arguments: [
            (0, 1, []),
            (
                0, 8,
                [
                    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
                ]
            ),
            (
                5, 8,
                [
                    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                ]
            ),
            (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
            (
                1, 5,
                [
                    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
                    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                ]
            ),
        ] as [(UInt64, UInt64, [String])])
    func inclusion(index: UInt64, size: UInt64, expected: [String]) {
        let proof = MerkleTree.inclusionProof(index: index, size: size) { Self.leaves[Int($0)] }
        #expect(proof.map(\.hex) == expected)
        #expect(
            MerkleTree.isIncluded(
                leaf: Self.leaves[Int(index)], index: index, size: size, root: words(Self.roots[Int(size)]),
                proof: proof))
    }

    @Test(
        "Consistency proofs",
        arguments: [
            (0, 8, []),
            (1, 1, []),
            (
                1, 8,
                [
                    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
                ]
            ),
            (
                6, 8,
                [
                    "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                ]
            ),
            (
                2, 5,
                [
                    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                ]
            ),
            (
                3, 7,
                [
                    "0298d122906dcfc10892cb53a73992fc5b9f493ea4c9badb27b791b4127a7fe7",
                    "07506a85fd9dd2f120eb694f86011e5bb4662e5c415a62917033d4a9624487e7",
                    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
                    "837dbb152e9b079010717e84e865da4ebc0fa198a806d59d31bf15accef22d0e",
                ]
            ),
        ] as [(UInt64, UInt64, [String])])
    func consistency(oldSize: UInt64, size: UInt64, expected: [String]) {
        let proof = MerkleTree.consistencyProof(from: oldSize, to: size) { Self.leaves[Int($0)] }
        #expect(proof.map(\.hex) == expected)
        #expect(
            MerkleTree.isConsistent(
                oldSize: oldSize, oldRoot: words(Self.roots[Int(oldSize)]), size: size,
                root: words(Self.roots[Int(size)]),
                proof: proof))
    }
}
