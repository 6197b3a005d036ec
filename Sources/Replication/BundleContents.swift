import DaybookKit
import Engine
import EventCodec
import EventModel
import SyncProtocol
import TransparencyLog

/// The contents of a bundle without its events: where each part of it stands in its file, and the part of its tails in
/// the trees of their logs.
struct BundleContents: Equatable {
    /// A run of events of a tail, up to the end of a unit.
    struct Piece: Equatable {
        /// The bytes of its events in the file.
        let bytes: Range<Int>
        /// The part of its events in the tree of their log.
        let span: MerkleSpan
    }

    /// A tail of the bundle.
    struct Part: Equatable {
        let pieces: [Piece]
        /// The author whom its first event names; nil where it has none.
        let author: PrincipalID?
        /// Its events of link streams: they decide whose logs are taken.
        let links: [LinkEvent]
        /// The stream of the link that its last event ends.
        let end: StreamID?

        /// The part of consecutive pieces in the tree of their log; nil for none.
        func span(_ numbers: Range<Int>) -> MerkleSpan? {
            guard var span = pieces[numbers].first?.span else { return nil }
            for piece in pieces[numbers].dropFirst() { span.append(piece.span) }
            return span
        }
    }

    /// An event of a link stream and its place in its log.
    struct LinkEvent: Equatable {
        let sequence: UInt64
        let event: StoredEvent
    }

    /// An event whose bytes were found right.
    struct CheckedEvent {
        let stored: StoredEvent
        let envelope: Envelope
        let id: EventID
        /// Its bytes in the file.
        let bytes: Range<Int>
    }

    let digest: Bytes32
    let header: BundleHeader
    let parts: [Part]
    /// Where the attachments begin in the file.
    let blobsStart: Int
    /// The part of it that is left out, because no link admits whose it is.
    var leftOut = LeftOut()

    init(digest: Bytes32, header: BundleHeader, parts: [Part], blobsStart: Int) {
        (self.digest, self.header, self.parts, self.blobsStart) = (digest, header, parts, blobsStart)
    }

    /// Reads a bundle wholly and checks every byte: one that only seems sound would stand in the way of those who
    /// hold its events.
    ///
    /// - Parameters:
    ///   - eachHeader: Gets the header before the first event. With it, the signatures of the heads are left unchecked.
    ///   - eachEvent: Gets each event with the number of its tail.
    /// - Returns: The contents, and the attachments that an event names.
    /// - Throws: `Fault` for what is no whole bundle, and what its disk says.
    /// - Complexity: O(bytes of the file); memory: the header, and the events of link streams.
    static func read(
        _ source: @escaping () throws -> [UInt8]?, _ ledger: LedgerReplica, eachHeader: ((BundleHeader) -> Void)? = nil,
        eachEvent: (CheckedEvent, Int) throws -> Void = { _, _ in }
    ) throws -> (contents: BundleContents, named: Set<Bytes32>) {
        var reader = BundleReader(source)
        let header = try reader.readList(checksHeads: eachHeader == nil)
        eachHeader?(header)
        var names = BundleNames(header, ledger)
        var (parts, fault): ([Part], (any Error)?) = ([], nil)
        for (number, entry) in header.list.tails.enumerated() {
            parts.append(
                try part(entry, header.places[number], &reader, &names, &fault) { try eachEvent($0, number) })
        }
        let blobsStart = reader.position
        let uses = try names.uses()
        try reader.readBlobs(of: header, isNamed: { uses[$0] != nil }, keeps: { _ in false }) { _ in }
        guard let digest = reader.digest else { throw BundleFaults.unreadable("it has no digest") }
        if let fault { throw fault }
        let contents = BundleContents(digest: digest, header: header, parts: parts, blobsStart: blobsStart)
        return (contents, Set(uses.keys))
    }

    private static func part(
        _ entry: CargoCoding.List.TailEntry, _ place: BundleHeader.Place, _ reader: inout BundleReader,
        _ names: inout BundleNames, _ fault: inout (any Error)?, eachEvent: (CheckedEvent) throws -> Void
    ) throws -> Part {
        let origin = entry.head.head.origin
        var (author, last): (PrincipalID?, StoredEvent?)
        var (links, pieces, end) = ([LinkEvent](), EventPieces(start: entry.start), reader.position)
        try reader.readEvents(entry) { event in
            names.add(event)
            let (envelope, id): (Envelope, EventID)
            do { (envelope, id) = try event.checked(origin, pieces.next) } catch {
                // A file that was altered is refused as that, so its digest is checked first.
                fault = fault ?? error
                return
            }
            author = author ?? envelope.actor
            if envelope.stream.isOfLinks { links.append(LinkEvent(sequence: pieces.next, event: event)) }
            let bytes = end..<end + CargoCoding.byteCount(event)
            end = bytes.upperBound
            try eachEvent(CheckedEvent(stored: event, envelope: envelope, id: id, bytes: bytes))
            pieces.add(leaf: id.words, at: bytes, endsUnit: envelope.flags.contains(.lastOfUnit))
            last = event
        }
        let size = pieces.next
        guard place.edge.root == entry.head.head.root else {
            throw BundleFaults.unreadable("its list announces other events than were signed")
        }
        let endOfLink = last.map { ReceivedTail(head: entry.head, start: size - 1, events: [$0]) }?.endOfLink
        // The events of a bundle follow each other, so a piece is one range.
        let ranges = pieces.finished().map { Piece(bytes: $0.ranges[0], span: $0.span) }
        return Part(pieces: ranges, author: author, links: links, end: endOfLink)
    }

    /// The bytes of each attachment in the file.
    var blobs: [Bytes32: Range<Int>] {
        var (blobs, offset): ([Bytes32: Range<Int>], Int) = ([:], blobsStart)
        for entry in header.list.blobs {
            blobs[entry.digest] = offset..<offset + entry.byteCount
            offset += entry.byteCount
        }
        return blobs
    }

    /// Its events of link streams, each as a tail of its own.
    var linkTails: [ReceivedTail] {
        leftOut.links.map { ReceivedTail(head: $0.head, start: $0.event.sequence, events: [$0.event.event]) }
            + zip(header.list.tails, parts).flatMap { entry, part in
                part.links.map { ReceivedTail(head: entry.head, start: $0.sequence, events: [$0.event]) }
            }
    }

    /// Whether nothing of it is taken.
    var isEmpty: Bool { parts.isEmpty && header.list.blobs.isEmpty }

    /// The contents without the tails and attachments that an admission leaves out.
    func admitted(by admission: FolderAdmission) -> BundleContents {
        let kept = parts.indices.filter { admission.admits(header.list.tails[$0].head) }
        let keepsBlobs = !kept.isEmpty || admission.linked.contains(header.principal)
        let list = CargoCoding.List(
            tails: kept.map { header.list.tails[$0] }, blobs: keepsBlobs ? header.list.blobs : [])
        var admitted = BundleContents(
            digest: digest,
            header: BundleHeader(principal: header.principal, list: list, places: kept.map { header.places[$0] }),
            parts: kept.map { parts[$0] }, blobsStart: blobsStart)
        admitted.leftOut = LeftOut(of: self, admission, holdsBlobs: !keepsBlobs && !header.list.blobs.isEmpty)
        return admitted
    }
}
