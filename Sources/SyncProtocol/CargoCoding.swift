package import EventCodec
package import EventModel
package import TransparencyLog

/// The bytes of tails and blobs: their list, which stands in a header, and what follows it (docs/sync.md §4).
///
///     event = length of the envelope (2) ‖ length of the body (2) ‖ envelope ‖ salt (16) ‖ body
package enum CargoCoding {
    /// Bytes that an event needs besides its own.
    package static let eventOverhead = 4

    /// What a header says of a cargo.
    package struct List: Equatable, Sendable {
        package struct TailEntry: Equatable, Sendable {
            package let head: SignedHead
            package let start: UInt64
            package var count: UInt64 { head.head.size - start }
        }

        package struct BlobEntry: Hashable, Sendable {
            package let digest: Bytes32
            package let byteCount: Int
        }

        package let tails: [TailEntry]
        package let blobs: [BlobEntry]

        package init(tails: [TailEntry], blobs: [BlobEntry]) {
            self.tails = tails
            self.blobs = blobs
        }
    }

    /// The bytes that follow the list.
    package static func byteCount(_ cargo: SyncMessage.Cargo) -> Int {
        cargo.tails.reduce(0) { $0 + $1.events.reduce(0) { $0 + $1.byteCount + eventOverhead } } + cargo.blobs.reduce(0) { $0 + $1.count }
    }

    package static func list(_ cargo: SyncMessage.Cargo) -> List {
        List(
            tails: cargo.tails.map { .init(head: $0.head, start: $0.start) },
            blobs: cargo.blobs.map { .init(digest: SHA256Hasher.hash($0), byteCount: $0.count) })
    }

    static func write(_ list: List, _ writer: inout CBORWriter) {
        writer.array(count: list.tails.count * 2)
        for tail in list.tails {
            writer.data(HeadFields(tail.head).encoded)
            writer.unsigned(tail.start)
        }
        writer.array(count: list.blobs.count * 2)
        for blob in list.blobs {
            writer.data(blob.digest)
            writer.unsigned(UInt64(blob.byteCount))
        }
    }

    static func read(_ reader: inout CBORReader) throws -> List {
        let start = reader.offset
        let tailCount = try reader.array()
        guard tailCount.isMultiple(of: 2), tailCount / 2 <= SyncLimits.pathsMaximum else { throw CBORError(.tooLong, at: start) }
        var tails: [List.TailEntry] = []
        for _ in 0..<tailCount / 2 {
            let head = try SignedHead(try HeadFields(try reader.data()))
            let start = try reader.unsigned()
            guard start <= head.head.size else { throw CBORError(.fieldValue, at: reader.offset) }
            tails.append(.init(head: head, start: start))
        }
        let blobCount = try reader.array()
        guard blobCount.isMultiple(of: 2) else { throw CBORError(.fieldMissing, at: reader.offset) }
        var blobs: [List.BlobEntry] = []
        for _ in 0..<blobCount / 2 {
            let digest = try reader.bytes32()
            let count = try reader.unsigned()
            guard count <= UInt64(Limits.blobBytesMaximum) else { throw CBORError(.tooLong, at: reader.offset) }
            blobs.append(.init(digest: digest, byteCount: Int(count)))
        }
        return List(tails: tails, blobs: blobs)
    }

    package static func append(_ event: StoredEvent, to bytes: inout [UInt8]) {
        appendLength(event.envelope.count, to: &bytes)
        appendLength(event.body.count, to: &bytes)
        bytes += event.envelope
        bytes += event.salt
        bytes += event.body
    }

    private static func appendLength(_ length: Int, to bytes: inout [UInt8]) {
        precondition(length <= 0xFFFF, "a stored event has at most 65,535 bytes")
        bytes.append(UInt8(length >> 8))
        bytes.append(UInt8(length & 0xFF))
    }

    /// Reads what a list announces from a source that gives the number of bytes asked for, or throws.
    package static func read(_ list: List, from next: (Int) throws -> [UInt8]) throws -> SyncMessage.Cargo {
        var tails: [Tail] = []
        for entry in list.tails {
            var events: [StoredEvent] = []
            // The list may announce more than there is: no room is made for what has not come.
            for _ in 0..<entry.count { events.append(try event(next)) }
            tails.append(Tail(head: entry.head, start: entry.start, events: events))
        }
        var blobs: [[UInt8]] = []
        for entry in list.blobs {
            let bytes = try next(entry.byteCount)
            guard SHA256Hasher.hash(bytes) == entry.digest else { throw SyncFaults.blobAltered(entry.digest) }
            blobs.append(bytes)
        }
        return SyncMessage.Cargo(tails: tails, blobs: blobs)
    }

    private static func event(_ next: (Int) throws -> [UInt8]) throws -> StoredEvent {
        let lengths = try next(eventOverhead)
        let envelope = Int(lengths[0]) << 8 | Int(lengths[1])
        let body = Int(lengths[2]) << 8 | Int(lengths[3])
        let bytes = try next(envelope + Limits.saltBytes + body)
        return StoredEvent(
            envelope: Array(bytes[..<envelope]), salt: Array(bytes[envelope..<envelope + Limits.saltBytes]),
            body: Array(bytes[(envelope + Limits.saltBytes)...]))
    }
}

extension HeadFields {
    package init(_ signed: SignedHead) {
        self.init(
            origin: signed.head.origin, publicKey: signed.head.publicKey.words, size: signed.head.size, root: signed.head.root,
            signature: signed.signature.bytes)
    }
}

extension SignedHead {
    /// A head as it was read. Throws `Fault` `head.forged` for one whose key is none or names another origin; the signature is not looked at.
    package init(_ fields: HeadFields) throws {
        guard let signature = Signature(bytes: fields.signature) else { preconditionFailure("checked by HeadFields") }
        do {
            self.init(
                head: try Head(origin: fields.origin, publicKey: try VerifyingKey(fields.publicKey), size: fields.size, root: fields.root),
                signature: signature)
        } catch {
            throw Fault(.unreadable, code: "head.forged", message: "A signed head is not one: \(error)", hint: "Nothing was stored.")
        }
    }
}
