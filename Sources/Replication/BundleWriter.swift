import DaybookKit
import EventCodec
package import EventModel
package import SyncProtocol
import TransparencyLog

/// Writes parts of what a ledger holds as one bundle, event by event (docs/sync.md §5).
package struct BundleWriter {
    private let replica: LedgerReplica

    init(_ replica: LedgerReplica) { self.replica = replica }

    /// Memory: the list, a few events, and one blob.
    func write(
        _ giving: [OriginComparison.Giving], blobs: [Bytes32], _ progress: (ExchangeStep) -> Void = { _ in },
        to output: ([UInt8]) throws -> Void
    ) throws -> (outcome: BundleOutcome, digest: Bytes32) {
        let ordered = giving.sorted {
            ($0.path.origin, $0.start, $0.path.mark) < ($1.path.origin, $1.start, $1.path.mark)
        }
        var given: [OriginComparison.Giving] = []
        var entries: [CargoCoding.List.TailEntry] = []
        var places: [BundleHeader.Place] = []
        var leftOut: [StrandedLog] = []
        for giving in ordered {
            guard let head = try replica.head(of: giving.path) else {
                leftOut.append(StrandedLog(origin: giving.path.origin, events: giving.path.size - giving.start))
                continue
            }
            given.append(giving)
            entries.append(.init(head: head, start: giving.start))
            places.append(BundleHeader.Place(rootBefore: try rootBefore(giving), edge: giving.path.edge))
        }
        let found = try blobs.compactMap { digest in
            try replica.blob(digest).map { CargoCoding.List.BlobEntry(digest: digest, byteCount: $0.count) }
        }
        let header = BundleHeader(
            principal: replica.principal, list: .init(tails: entries, blobs: found), places: places)
        var count = 0
        var written = try BundleWriter.write(header, to: output) { number, sequence in
            let events = try replica.events(of: given[number].path, from: sequence)
            if (count + events.count) >> 13 > count >> 13 { progress(.written(count + events.count)) }
            count += events.count
            return events
        } blob: { number in
            guard let bytes = try replica.blob(found[number].digest), bytes.count == found[number].byteCount else {
                throw SyncRefusal(
                    code: "sync.changed", message: "An attachment was erased meanwhile. Run the command again.")
            }
            return bytes
        }
        written.outcome.leftOut = leftOut
        return written
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
        let header = BundleHeader(principal: principal, list: CargoCoding.list(cargo), places: places)
        return try write(header, to: output) { number, sequence in
            Array(cargo.tails[number].events.dropFirst(Int(sequence - cargo.tails[number].start)))
        } blob: {
            cargo.blobs[$0]
        }
    }

    /// Events of which no number exceeds what one tail may have.
    private static let eventsOfAnySize = UInt64(SyncLimits.tailBytesMaximum / Limits.eventBytesMaximum)

    /// Writes what a header announces. Whether any program reads so much is known before the first byte.
    ///
    /// - Parameter events: The next events of a tail from a sequence on; none: the tail has no more.
    private static func write(
        _ header: BundleHeader, to output: ([UInt8]) throws -> Void,
        events: (Int, UInt64) throws -> [StoredEvent], blob: (Int) throws -> [UInt8]
    ) throws -> (outcome: BundleOutcome, digest: Bytes32) {
        let list = header.list
        try SyncLimits.check(paths: list.tails.count)
        try SyncLimits.check(blobs: list.blobs.count, maximum: SyncLimits.blobsPerBundleMaximum)
        for (number, tail) in list.tails.enumerated() where tail.count > eventsOfAnySize {
            var (count, next) = (0, tail.start)
            while next < tail.head.head.size {
                let read = try events(number, next)
                if read.isEmpty { break }
                count += read.reduce(0) { $0 + $1.byteCount }
                next += UInt64(read.count)
            }
            try SyncLimits.check(tailBytes: count)
        }
        try SyncLimits.check(headerBytes: header.encoded.count)
        var outcome = BundleOutcome(events: header.eventCount)
        var hasher = SHA256Hasher()
        var pending = header.encoded
        func flush() throws {
            hasher.update(pending)
            outcome.bytes += pending.count
            try output(pending)
            pending.removeAll(keepingCapacity: true)
        }
        for (number, tail) in list.tails.enumerated() {
            var next = tail.start
            while next < tail.head.head.size {
                let read = try events(number, next)
                if read.isEmpty { break }
                for event in read {
                    CargoCoding.append(event, to: &pending)
                    if pending.count > 1 << 16 { try flush() }
                }
                next += UInt64(read.count)
            }
        }
        for number in list.blobs.indices {
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
