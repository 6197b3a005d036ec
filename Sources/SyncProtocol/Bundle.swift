package import EventCodec
package import EventModel
package import TransparencyLog

/// A self-contained file of tails and blobs (docs/sync.md §5):
///
///     "daybook/bundle/1" (16) ‖ length of the header (4) ‖ header ‖ cargo ‖ SHA-256 of all before (32)
package struct BundleHeader: Equatable, Sendable {
    /// The person whose ledger wrote it; a ledger without events that takes it becomes that person's.
    package let principal: PrincipalID
    package let list: CargoCoding.List
    /// Of each tail, in their order, what comes before it and how it can be continued.
    package let places: [Place]

    package struct Place: Equatable, Sendable {
        /// The root of the events before the tail.
        package let rootBefore: Bytes32
        /// The edge of the tree with the tail; its root is that of the signed head.
        package let edge: MerkleEdge

        package init(rootBefore: Bytes32, edge: MerkleEdge) {
            self.rootBefore = rootBefore
            self.edge = edge
        }
    }

    package init(principal: PrincipalID, list: CargoCoding.List, places: [Place]) {
        precondition(places.count == list.tails.count)
        self.principal = principal
        self.list = list
        self.places = places
    }

    package static let magic = Array("daybook/bundle/1".utf8)
    package static let family = Array("daybook/bundle/".utf8)

    /// The events that the list announces. A forged list may announce more than can be counted.
    package var eventCount: Int {
        list.tails.reduce(0) { sum, tail in
            let (total, overflows) = sum.addingReportingOverflow(Int(clamping: tail.count))
            return overflows ? .max : total
        }
    }

    /// Everything before the cargo.
    package var encoded: [UInt8] {
        var writer = CBORWriter(capacity: 256)
        writer.array(count: 4)
        writer.data(principal.words)
        CargoCoding.write(list, &writer)
        writer.array(count: places.count * 2)
        for place in places {
            writer.data(place.rootBefore)
            writer.data(place.edge.bytes)
        }
        var bytes = BundleHeader.magic
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: writer.bytes.count >> shift)) }
        return bytes + writer.bytes
    }

    /// Reads what stands before the cargo from a source that gives the number of bytes asked for, or throws.
    ///
    /// - Parameter checksHeads: Whether the signature of every head is checked, as it is before an event is read.
    package static func read(
        from next: (Int) throws -> [UInt8], checksHeads: Bool = true
    ) throws -> BundleHeader {
        let start = try next(20)
        guard start.starts(with: magic) else {
            throw start.starts(with: family) ? BundleFaults.newer : BundleFaults.noBundle
        }
        let length = start[16...].reduce(0) { $0 << 8 | Int($1) }
        guard length <= SyncLimits.headerBytesMaximum else {
            throw BundleFaults.unreadable("its list is longer than the limit")
        }
        let bytes = try next(length)
        do {
            var reader = CBORReader(bytes.span.bytes)
            guard try reader.array() == 4 else { throw CBORError(.fieldMissing, at: 0) }
            let principal = PrincipalID(try reader.bytes16())
            let list = try CargoCoding.read(&reader)
            let start = reader.offset
            guard try reader.array() == list.tails.count * 2 else { throw CBORError(.fieldMissing, at: start) }
            var places: [Place] = []
            for tail in list.tails {
                let root = try reader.bytes32()
                let edge = try MerkleEdge(bytes: try reader.data())
                guard edge.size == tail.head.head.size, edge.root == tail.head.head.root else {
                    throw CBORError(.fieldValue, at: reader.offset)
                }
                places.append(Place(rootBefore: root, edge: edge))
            }
            try reader.finish()
            if checksHeads { try list.checkHeads() }
            guard Set(list.blobs.map(\.digest)).count == list.blobs.count else {
                throw BundleFaults.unreadable("an attachment stands in its list twice")
            }
            return BundleHeader(principal: principal, list: list, places: places)
        } catch is MerkleEdgeError {
            throw BundleFaults.unreadable("an edge in its list is none")
        } catch let error as CBORError { throw BundleFaults.unreadable("\(error)") }
    }
}

/// Reads a bundle from pieces of any size, and checks at its end whether it is whole.
package struct BundleReader {
    private var hasher = SHA256Hasher()
    private var pending: [UInt8] = []
    private var offset = 0
    private let source: () throws -> [UInt8]?
    /// The hash of the whole bundle, once it was read.
    package private(set) var digest: Bytes32?

    /// How many bytes of the bundle were read.
    package private(set) var position = 0

    package init(_ source: @escaping () throws -> [UInt8]?) { self.source = source }

    /// The header. `readTail` reads the events that it announces, `readBlobs` the rest.
    ///
    /// - Parameter checksHeads: Whether the signature of every head is checked now; else the caller does it.
    /// - Throws: `Fault` (65) for a file that is cut, of a newer version or none.
    package mutating func readList(checksHeads: Bool = true) throws -> BundleHeader {
        try BundleHeader.read(from: { try next($0) }, checksHeads: checksHeads)
    }

    /// The events of the next tail of the list.
    ///
    /// - Throws: `Fault` (65) for a file that is cut, or whose events are none.
    package mutating func readTail(_ entry: CargoCoding.List.TailEntry) throws -> Tail {
        try CargoCoding.readTail(entry) { try next($0) }
    }

    /// Lends the events of the next tail of the list, one after another. Throws the errors of `readTail`.
    package mutating func readEvents(
        _ entry: CargoCoding.List.TailEntry, _ body: (StoredEvent) throws -> Void
    ) throws {
        let head = entry.head.head
        try CargoCoding.readEvents(of: head.origin, entry.start..<head.size, from: { try next($0) }, body)
    }

    /// The header and all the events that it announces.
    ///
    /// - Throws: `Fault` (65) for a file that is cut, of a newer version or none.
    /// - Complexity: O(bytes of the events), in time and memory.
    package mutating func readTails() throws -> (header: BundleHeader, tails: [Tail]) {
        let header = try readList()
        var tails: [Tail] = []
        for entry in header.list.tails { tails.append(try readTail(entry)) }
        return (header, tails)
    }

    /// Gives the blobs that the caller keeps, one after another, after the events; then holds the whole file against
    /// its digest.
    ///
    /// - Parameters:
    ///   - isNamed: Whether an event names the blob. Where more than 64 MiB of blobs have no name, none is read.
    ///   - keeps: Whether its bytes are wanted. Those of the others are read in pieces and dropped.
    ///   - receive: Receives the bytes of a blob. The bundle is known to be whole when this function returns.
    /// - Throws: `Fault` (65) for a file that is cut or altered, and `bundle.unnamed`.
    package mutating func readBlobs(
        of header: BundleHeader, isNamed: (Bytes32) throws -> Bool, keeps: (Bytes32) throws -> Bool,
        _ receive: ([UInt8]) throws -> Void
    ) throws {
        let unnamed = try header.list.blobs.reduce(0) { $0 + (try isNamed($1.digest) ? 0 : $1.byteCount) }
        guard unnamed <= SyncLimits.unnamedBytesMaximum else { throw BundleFaults.unnamedBlobs(unnamed) }
        for entry in header.list.blobs {
            if try keeps(entry.digest) {
                let bytes = try next(entry.byteCount)
                guard SHA256Hasher.hash(bytes) == entry.digest else { throw SyncFaults.blobAltered(entry.digest) }
                try receive(bytes)
            } else {
                try skip(entry)
            }
        }
        try finish()
    }

    /// Reads past a blob, in pieces.
    private mutating func skip(_ entry: CargoCoding.List.BlobEntry) throws {
        var (rest, blob) = (entry.byteCount, SHA256Hasher())
        while rest > 0 {
            let piece = try next(min(rest, 1 << 18))
            blob.update(piece)
            rest -= piece.count
        }
        guard blob.finish() == entry.digest else { throw SyncFaults.blobAltered(entry.digest) }
    }

    /// The header alone, once the whole file was found to be as it was written. Memory: the header.
    package mutating func readHeader() throws -> BundleHeader {
        let header = try readList()
        try CargoCoding.skip(header.list) { try next($0) }
        try finish()
        return header
    }

    private mutating func finish() throws {
        let digest = hasher.finish()
        let stated = try readBytes(32)
        guard digest.bytes == stated else { throw BundleFaults.altered }
        self.digest = digest
        guard try !fill(1) else { throw BundleFaults.unreadable("something stands behind its end") }
    }

    private mutating func next(_ count: Int) throws -> [UInt8] {
        let bytes = try readBytes(count)
        hasher.update(bytes)
        return bytes
    }

    private mutating func readBytes(_ count: Int) throws -> [UInt8] {
        guard try fill(count) else { throw BundleFaults.cut }
        defer {
            offset += count
            position += count
        }
        return Array(pending[offset..<offset + count])
    }

    /// Whether so many bytes are there.
    private mutating func fill(_ count: Int) throws -> Bool {
        while pending.count - offset < count {
            guard let more = try source() else { return false }
            pending.removeFirst(offset)
            offset = 0
            pending += more
        }
        return true
    }
}

/// The faults of a bundle; nothing of it was stored.
package enum BundleFaults {
    private static let again = "Nothing was stored. Copy the file again, or have it written anew."

    package static let cut = Fault(
        .unreadable, code: "bundle.cut", message: "The bundle ends early: its list names more events.", hint: again)
    package static let altered = Fault(
        .unreadable, code: "bundle.altered", message: "The bundle is not as it was written: its digest differs.",
        hint: again)
    package static let newer = Fault(
        .unreadable, code: "bundle.newer", message: "The bundle was written by a newer version of daybook.",
        hint: "Nothing was stored. Update daybook here.")
    package static let noBundle = Fault(
        .unreadable, code: "bundle.unreadable", message: "This is no bundle: it does not begin like one.",
        hint:
            "Nothing was stored. \"daybook bundle export FILE\" writes one; other files are taken by \"daybook import\"."
    )

    package static func unnamedBlobs(_ byteCount: Int) -> Fault {
        Fault(
            .unreadable, code: "bundle.unnamed",
            message:
                "The bundle carries \(byteCount) bytes of attachments that no event names; at most \(SyncLimits.unnamedBytesMaximum >> 20) MiB of such are read.",
            hint: "Nothing was stored. Have the bundle written anew by the ledger that holds the events.")
    }

    package static func unreadable(_ reason: String) -> Fault {
        Fault(.unreadable, code: "bundle.unreadable", message: "The bundle cannot be read: \(reason).", hint: again)
    }
}
