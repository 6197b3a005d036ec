import DaybookKit
import Engine
import EventCodec
import EventModel
import SyncProtocol
import TransparencyLog

/// A bundle of a shared folder that was found as it was written, and where each part of it stands in its file.
///
/// The events stay in the file. A tail is read again when it is asked for, and nothing else of the bundle with it: a
/// bundle of a thousand logs
/// costs two readings at the most, whatever is asked for in which order.
struct FolderBundle {
    /// A tail of the bundle.
    struct Part {
        /// The bytes of its events in the file.
        let bytes: Range<Int>
        /// The leaves of its events.
        let leaves: [Bytes32]
        /// The author of its first event; nil where it has none.
        let author: PrincipalID?
        /// Its events of link streams, each as a tail of its own: they decide whose logs are taken.
        let links: [ReceivedTail]
        /// The stream of the link that its last event ends.
        let end: StreamID?
    }

    let name: String
    let digest: Bytes32
    let header: BundleHeader
    let parts: [Part]
    /// The bytes of each attachment in the file.
    let blobs: [Bytes32: Range<Int>]
    private let files: FolderFiles

    /// Reads a bundle wholly and checks every byte: one that only seems sound would stand in the way of those who
    /// hold its events.
    ///
    /// - Throws: `Fault` for what is no whole bundle, and what its disk says.
    /// - Complexity: O(bytes of the file); memory: the events of one tail, and 32 bytes for each event.
    init(_ name: String, _ files: FolderFiles, _ ledger: LedgerReplica) throws {
        (self.name, self.files) = (name, files)
        var found: [Part] = []
        let (header, digest, blobsStart) = try files.withFile(name) { source in
            var reader = BundleReader(source)
            let header = try reader.readList()
            var names = BundleNames(header, ledger)
            for (entry, place) in zip(header.list.tails, header.places) {
                let start = reader.position
                let tail = try reader.readTail(entry)
                names.add(tail)
                found.append(try FolderBundle.part(tail, place, start..<reader.position))
            }
            let blobsStart = reader.position
            try reader.readBlobs(of: header, isNamed: { try names.use(of: $0) != nil }, keeps: { _ in false }) { _ in }
            return (header, reader.digest, blobsStart)
        }
        guard let digest else { throw BundleFaults.unreadable("it has no digest") }
        self.digest = digest
        self.header = header
        parts = found
        var (blobs, offset): ([Bytes32: Range<Int>], Int) = ([:], blobsStart)
        for entry in header.list.blobs {
            blobs[entry.digest] = offset..<offset + entry.byteCount
            offset += entry.byteCount
        }
        self.blobs = blobs
    }

    /// The file's name of a bundle with that digest.
    static func name(_ digest: Bytes32) -> String { String(digest.hex.prefix(32)) + FolderFiles.suffix }

    private static func part(_ tail: Tail, _ place: BundleHeader.Place, _ bytes: Range<Int>) throws -> Part {
        var author: PrincipalID?
        var links: [ReceivedTail] = []
        do {
            var sequence = tail.start
            try ReceivedTail(tail).checkEvents { envelope in
                author = author ?? envelope.actor
                if envelope.stream.isOfLinks {
                    links.append(
                        ReceivedTail(
                            head: tail.head, start: sequence, events: [tail.events[Int(sequence - tail.start)]]))
                }
                sequence += 1
            }
        } catch { throw BundleFaults.unreadable((error as? Fault)?.message ?? "\(error)") }
        guard place.edge.root == tail.head.head.root else {
            throw BundleFaults.unreadable("its list announces other events than were signed")
        }
        let leaves = tail.events.map { SHA256Hasher.leafHash(envelope: $0.envelope) }
        return Part(bytes: bytes, leaves: leaves, author: author, links: links, end: ReceivedTail(tail).endOfLink)
    }

    /// Whether it holds one log up to the end of a link and nothing else: what the two persons of an ended link still
    /// leave each other.
    var isEndAlone: Bool { parts.count == 1 && parts[0].end != nil && blobs.isEmpty }

    // MARK: - Reading again

    /// The events of a tail. Throws `Fault` `folder.changed` where they are not those that were read before.
    func tail(_ number: Int) throws -> Tail {
        let (entry, part) = (header.list.tails[number], parts[number])
        var rest = try files.bytes(name, part.bytes)[...]
        do {
            let tail = try CargoCoding.readTail(entry) { count in
                guard count <= rest.count else { throw BundleFaults.cut }
                defer { rest = rest.dropFirst(count) }
                return Array(rest.prefix(count))
            }
            try ReceivedTail(tail).checkEvents { _ in }
            if tail.events.map({ SHA256Hasher.leafHash(envelope: $0.envelope) }) == part.leaves { return tail }
        } catch let fault as Fault where fault.kind == .unreadable {}
        throw FolderFiles.changed("\(files.path)/\(name)")
    }

    /// An attachment; nil where the bundle has none of that name. Throws `Fault` `folder.changed` where it is not
    /// what was read before.
    func blob(_ digest: Bytes32) throws -> [UInt8]? {
        guard let range = blobs[digest] else { return nil }
        let bytes = try files.bytes(name, range)
        guard SHA256Hasher.hash(bytes) == digest else { throw FolderFiles.changed("\(files.path)/\(name)") }
        return bytes
    }
}
