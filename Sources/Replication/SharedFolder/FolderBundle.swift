import DaybookKit
import Engine
import EventCodec
import EventModel
import SyncProtocol
import TransparencyLog

/// A bundle of a shared folder that was found as it was written.
///
/// The events stay in the file. A tail is read again when it is asked for, and nothing else of the bundle with it: a
/// bundle of a thousand logs
/// costs two readings at the most, whatever is asked for in which order.
struct FolderBundle {
    let name: String
    let contents: BundleContents
    /// The bytes of each attachment in the file.
    let blobs: [Bytes32: Range<Int>]
    private let files: FolderFiles

    init(_ name: String, _ contents: BundleContents, in files: FolderFiles) {
        (self.name, self.contents, self.files) = (name, contents, files)
        blobs = contents.blobs
    }

    var digest: Bytes32 { contents.digest }
    var header: BundleHeader { contents.header }
    var parts: [BundleContents.Part] { contents.parts }

    /// The file's name of a bundle with that digest.
    static func name(_ digest: Bytes32) -> String { String(digest.hex.prefix(32)) + FolderFiles.suffix }

    /// Whether it holds one log up to the end of a link and nothing else: what the two persons of an ended link still
    /// leave each other.
    var isEndAlone: Bool { parts.count == 1 && parts[0].end != nil && blobs.isEmpty }

    // MARK: - Reading again

    /// The events of a tail. Throws `Fault` `folder.changed` where they are not those that were read before.
    func tail(_ number: Int) throws -> Tail {
        var events: [StoredEvent] = []
        try forEachEvent(ofTail: number) { event, _ in events.append(event) }
        let entry = header.list.tails[number]
        return Tail(head: entry.head, start: entry.start, events: events)
    }

    /// Lends the events of a tail, or of some of its pieces, with their leaves. Throws `Fault` `folder.changed` at the
    /// end where they are not those that were read before.
    func forEachEvent(
        ofTail number: Int, pieces numbers: Range<Int>? = nil, _ body: (StoredEvent, Bytes32) throws -> Void
    ) throws {
        let (origin, part) = (header.list.tails[number].head.head.origin, parts[number])
        let numbers = numbers ?? part.pieces.indices
        guard let expected = part.span(numbers), let last = part.pieces[numbers].last else { return }
        var span = MerkleSpan(start: expected.start)
        var source = FileBytes(name, part.pieces[numbers.lowerBound].bytes.lowerBound..<last.bytes.upperBound, files)
        do {
            try CargoCoding.readEvents(of: origin, span.start..<expected.end, from: { try source.next($0) }) { event in
                let leaf = try event.checked(origin, span.end).id.words
                span.append(leaf: leaf)
                try body(event, leaf)
            }
        } catch let fault as Fault where fault.kind == .unreadable { throw changed }
        if span != expected { throw changed }
    }

    private var changed: Fault { FolderFiles.changed("\(files.path)/\(name)") }

    /// An attachment; nil where the bundle has none of that name. Throws `Fault` `folder.changed` where it is not
    /// what was read before.
    func blob(_ digest: Bytes32) throws -> [UInt8]? {
        guard let range = blobs[digest] else { return nil }
        let bytes = try files.bytes(name, range)
        guard SHA256Hasher.hash(bytes) == digest else { throw changed }
        return bytes
    }
}
