import EventCodec
import EventModel
import SyncProtocol
import TransparencyLog

/// The form in which a ledger keeps what it has read of a bundle. The form may change with any version: what cannot
/// be decoded is read from the bundle again.
extension BundleContents {
    func write(_ writer: inout CBORWriter) {
        writer.array(count: 5)
        writer.data(digest)
        leftOut.write(&writer)
        writer.data(header.encoded)
        writer.unsigned(UInt64(blobsStart))
        writer.array(count: parts.count)
        for part in parts { BundleContents.write(part, &writer) }
    }

    private static func write(_ part: Part, _ writer: inout CBORWriter) {
        writer.array(count: 4)
        writer.array(count: part.pieces.count)
        for piece in part.pieces {
            writer.array(count: 4)
            writer.unsigned(UInt64(piece.bytes.lowerBound))
            writer.unsigned(UInt64(piece.bytes.upperBound))
            writer.unsigned(piece.span.count)
            writer.array(count: piece.span.hashes.count)
            for hash in piece.span.hashes { writer.data(hash) }
        }
        if let author = part.author { writer.data(author.words) } else { writer.null() }
        writer.array(count: part.links.count)
        for link in part.links { link.write(&writer) }
        if let end = part.end { writer.text(end.text) } else { writer.null() }
    }

    /// Throws for bytes that `write` does not make. It does not check the signatures of the heads: the code that takes
    /// the events does.
    init(_ reader: inout CBORReader) throws {
        try BundleContents.array(5, &reader)
        let digest = try reader.bytes32()
        let leftOut = try LeftOut(&reader)
        var rest = try reader.data().array[...]
        let header = try BundleHeader.read(
            from: { count in
                guard count <= rest.count else { throw CBORError(.endsEarly, at: 0) }
                defer { rest = rest.dropFirst(count) }
                return Array(rest.prefix(count))
            }, checksHeads: false)
        let blobsStart = try BundleContents.place(&reader)
        try BundleContents.array(header.list.tails.count, &reader)
        let parts = try header.list.tails.map { try BundleContents.part($0, &reader) }
        self.init(digest: digest, header: header, parts: parts, blobsStart: blobsStart)
        self.leftOut = leftOut
    }

    private static func part(_ entry: CargoCoding.List.TailEntry, _ reader: inout CBORReader) throws -> Part {
        try array(4, &reader)
        var (pieces, next): ([Piece], UInt64) = ([], entry.start)
        for _ in 0..<(try reader.array()) {
            pieces.append(try piece(from: next, &reader))
            next = pieces[pieces.count - 1].span.end
        }
        guard next == entry.head.head.size else { throw CBORError(.fieldValue, at: reader.offset) }
        let author = try isNull(&reader) ? nil : PrincipalID(try reader.bytes16())
        let links = try (0..<(try reader.array())).map { _ in try LinkEvent(&reader) }
        guard links.allSatisfy({ entry.start..<entry.head.head.size ~= $0.sequence }) else {
            throw CBORError(.fieldValue, at: reader.offset)
        }
        let ended = try isNull(&reader) ? nil : try StreamID(reader.string())
        return Part(pieces: pieces, author: author, links: links, end: ended)
    }

    private static func piece(from sequence: UInt64, _ reader: inout CBORReader) throws -> Piece {
        try array(4, &reader)
        let (start, end) = (try place(&reader), try place(&reader))
        let count = try reader.unsigned()
        let hashes = try (0..<(try reader.array())).map { _ in try reader.bytes32() }
        guard start <= end, let span = MerkleSpan(start: sequence, count: count, hashes: hashes) else {
            throw CBORError(.fieldValue, at: reader.offset)
        }
        return Piece(bytes: start..<end, span: span)
    }

    /// A place in a file. Throws for one beyond any file, so that no sum of places overflows.
    private static func place(_ reader: inout CBORReader) throws -> Int {
        let place = try reader.unsigned()
        guard place < 1 << 56 else { throw CBORError(.fieldValue, at: reader.offset) }
        return Int(place)
    }

    /// Whether nothing stands where something may, which is then read past.
    private static func isNull(_ reader: inout CBORReader) throws -> Bool {
        let isNull = reader.nextIsNull()
        if isNull { try reader.null() }
        return isNull
    }

    private static func array(_ count: Int, _ reader: inout CBORReader) throws {
        guard try reader.array() == count else { throw CBORError(.fieldMissing, at: reader.offset) }
    }
}

extension BundleContents.LinkEvent {
    func write(_ writer: inout CBORWriter) {
        writer.array(count: 4)
        writer.unsigned(sequence)
        writer.data(event.envelope)
        writer.data(event.salt)
        writer.data(event.body)
    }

    init(_ reader: inout CBORReader) throws {
        guard try reader.array() == 4 else { throw CBORError(.fieldMissing, at: reader.offset) }
        self.init(
            sequence: try reader.unsigned(),
            event: StoredEvent(
                envelope: try reader.data().array, salt: try reader.data().array, body: try reader.data().array))
    }
}
