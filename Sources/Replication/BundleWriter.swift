import DaybookKit
package import EventModel
package import SyncProtocol
import TransparencyLog

/// Writes parts of what a replica holds as one bundle (docs/sync.md §5).
package struct BundleWriter<Replica: ReplicaReading> {
    private let replica: Replica

    init(_ replica: Replica) { self.replica = replica }

    func write(_ giving: [OriginComparison.Giving], blobs: [Bytes32], to output: ([UInt8]) throws -> Void) throws
        -> BundleOutcome
    {
        let ordered = giving.sorted {
            ($0.path.origin, $0.start, $0.path.mark) < ($1.path.origin, $1.start, $1.path.mark)
        }
        var tails: [Tail] = []
        var places: [BundleHeader.Place] = []
        var leftOut: [StrandedLog] = []
        for giving in ordered {
            guard let tail = try replica.tail(of: giving.path, from: giving.start) else {
                leftOut.append(StrandedLog(origin: giving.path.origin, events: giving.path.size - giving.start))
                continue
            }
            tails.append(tail)
            places.append(BundleHeader.Place(rootBefore: try rootBefore(giving), edge: giving.path.edge))
        }
        let found = try blobs.compactMap { digest in
            try replica.blob(digest).map { CargoCoding.List.BlobEntry(digest: digest, byteCount: $0.count) }
        }
        var outcome = try BundleWriter.write(
            tails, found, places: places, principal: replica.principal, to: output
        ) { number in
            guard let bytes = try replica.blob(found[number].digest), bytes.count == found[number].byteCount else {
                throw SyncRefusal(
                    code: "sync.changed", message: "An attachment was erased meanwhile. Run the command again.")
            }
            return bytes
        }.outcome
        outcome.leftOut = leftOut
        return outcome
    }

    private func rootBefore(_ giving: OriginComparison.Giving) throws -> Bytes32 {
        if giving.start == 0 { return SHA256Hasher.emptyRoot }
        guard let root = try replica.roots(of: giving.path, at: [giving.start])[giving.start] else {
            preconditionFailure("a path has a root at every size up to its own")
        }
        return root
    }

    /// Writes a cargo that is there already; `places` are those of its tails.
    package static func write(
        _ cargo: SyncMessage.Cargo, places: [BundleHeader.Place], principal: PrincipalID,
        to output: ([UInt8]) throws -> Void
    ) throws -> (outcome: BundleOutcome, digest: Bytes32) {
        try write(
            cargo.tails, CargoCoding.list(cargo).blobs, places: places, principal: principal, to: output
        ) { cargo.blobs[$0] }
    }

    /// Writes tails, and blobs that are read one after another.
    private static func write(
        _ tails: [Tail], _ blobs: [CargoCoding.List.BlobEntry], places: [BundleHeader.Place], principal: PrincipalID,
        to output: ([UInt8]) throws -> Void, blob: (Int) throws -> [UInt8]
    ) throws -> (outcome: BundleOutcome, digest: Bytes32) {
        try SyncLimits.hold(tails, blobCount: blobs.count, blobsMaximum: SyncLimits.blobsPerBundleMaximum)
        let header = BundleHeader(
            principal: principal, list: .init(tails: tails.map { .init(head: $0.head, start: $0.start) }, blobs: blobs),
            places: places)
        try SyncLimits.hold(headerBytes: header.encoded.count)
        var outcome = BundleOutcome(events: tails.reduce(0) { $0 + $1.events.count })
        var hasher = SHA256Hasher()
        var pending = header.encoded
        func flush() throws {
            hasher.update(pending)
            outcome.bytes += pending.count
            try output(pending)
            pending.removeAll(keepingCapacity: true)
        }
        for tail in tails {
            for event in tail.events {
                CargoCoding.append(event, to: &pending)
                if pending.count > 1 << 16 { try flush() }
            }
        }
        for number in blobs.indices {
            pending += try blob(number)
            try flush()
        }
        try flush()
        let digest = hasher.finalize()
        outcome.bytes += 32
        try output(digest.bytes)
        return (outcome, digest)
    }
}
