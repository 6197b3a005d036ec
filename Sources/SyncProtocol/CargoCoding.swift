package import EventCodec
package import EventModel
package import TransparencyLog

/// The bytes of tails and blobs: their list, which stands in a header, and what follows it (docs/sync.md §4).
///
///     event = length of what follows (LEB128) ‖ envelope (one CBOR item) ‖ salt (16) ‖ body
package enum CargoCoding {
    /// The header of a cargo.
    package struct List: Equatable, Sendable {
        package struct TailEntry: Equatable, Sendable {
            package let head: SignedHead
            package let start: UInt64
            package var count: UInt64 { head.head.size - start }
            package var mark: PathMark {
                PathMark(origin: head.head.origin, size: head.head.size, root: head.head.root)
            }

            package init(head: SignedHead, start: UInt64) {
                self.head = head
                self.start = start
            }
        }

        package struct BlobEntry: Hashable, Sendable {
            package let digest: Bytes32
            package let byteCount: Int

            package init(digest: Bytes32, byteCount: Int) {
                self.digest = digest
                self.byteCount = byteCount
            }
        }

        package let tails: [TailEntry]
        package let blobs: [BlobEntry]

        package init(tails: [TailEntry], blobs: [BlobEntry]) {
            self.tails = tails
            self.blobs = blobs
        }

        /// Bytes of all blobs.
        var blobByteCount: Int { blobs.reduce(0) { $0 + $1.byteCount } }

        /// Checks the signature of every head, before any event is read. Throws `Fault` `head.forged`.
        func checkHeads() throws { for tail in tails { try tail.head.checkSignature() } }
    }

    /// The bytes that follow the list.
    package static func byteCount(_ cargo: SyncMessage.Cargo) -> Int {
        cargo.tails.reduce(0) { $0 + $1.events.reduce(0) { $0 + byteCount($1) } }
            + cargo.blobs.reduce(0) { $0 + $1.count }
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
        guard tailCount.isMultiple(of: 2), tailCount / 2 <= SyncLimits.pathsMaximum else {
            throw CBORError(.tooLong, at: start)
        }
        var tails: [List.TailEntry] = []
        for _ in 0..<tailCount / 2 {
            let head = try SignedHead(try HeadFields(try reader.data()))
            let start = try reader.unsigned()
            guard start <= head.head.size else { throw CBORError(.fieldValue, at: reader.offset) }
            tails.append(.init(head: head, start: start))
        }
        let blobCount = try reader.array()
        guard blobCount.isMultiple(of: 2) else { throw CBORError(.fieldMissing, at: reader.offset) }
        guard blobCount / 2 <= SyncLimits.blobsPerBundleMaximum else { throw CBORError(.tooLong, at: reader.offset) }
        var blobs: [List.BlobEntry] = []
        for _ in 0..<blobCount / 2 {
            let digest = try reader.bytes32()
            let count = try reader.unsigned()
            guard count <= UInt64(Limits.blobBytesMaximum) else { throw CBORError(.tooLong, at: reader.offset) }
            blobs.append(.init(digest: digest, byteCount: Int(count)))
        }
        return List(tails: tails, blobs: blobs)
    }

    /// The bytes of an event with its length.
    package static func byteCount(_ event: StoredEvent) -> Int {
        event.byteCount + (event.byteCount < 0x80 ? 1 : event.byteCount < 0x4000 ? 2 : 3)
    }

    package static func append(_ event: StoredEvent, to bytes: inout [UInt8]) {
        appendLength(event.byteCount, to: &bytes)
        bytes += event.envelope
        bytes += event.salt
        bytes += event.body
    }

    private static func appendLength(_ length: Int, to bytes: inout [UInt8]) {
        precondition(length <= 0xFFFF, "a stored event has at most 65,535 bytes")
        var rest = length
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func length(_ next: (Int) throws -> [UInt8]) throws -> Int {
        var length = 0
        for shift in [0, 7, 14] {
            let byte = Int(try next(1)[0])
            length |= (byte & 0x7F) << shift
            guard byte >= 0x80 else {
                // One form for one length.
                guard length <= 0xFFFF, shift == 0 || byte != 0 else { break }
                return length
            }
        }
        throw SyncFaults.unreadable("the length of an event is none")
    }

    /// Reads what a list announces from a source that gives the number of bytes asked for, or throws.
    static func read(
        _ list: List, from next: (Int) throws -> [UInt8], readTail: ((List.TailEntry) throws -> Tail)?
    ) throws -> SyncMessage.Cargo {
        let tails = try list.tails.map { try readTail?($0) ?? self.readTail($0, from: next) }
        var blobs: [[UInt8]] = []
        for entry in list.blobs {
            let bytes = try next(entry.byteCount)
            guard SHA256Hasher.hash(bytes) == entry.digest else { throw SyncFaults.blobAltered(entry.digest) }
            blobs.append(bytes)
        }
        return SyncMessage.Cargo(tails: tails, blobs: blobs)
    }

    /// Reads the events of a tail that a list announces.
    ///
    /// - Throws: `Fault` (65) at the first event that is none or stands at another place than it states, and for a tail
    ///   beyond `SyncLimits`.
    package static func readTail(
        _ entry: List.TailEntry, bytesMaximum: Int = SyncLimits.tailBytesMaximum, from next: (Int) throws -> [UInt8]
    ) throws -> Tail {
        var events: [StoredEvent] = []
        // The list may announce more than there is: no room is made for what has not come.
        try readEvents(
            of: entry.head.head.origin, entry.start..<entry.head.head.size, bytesMaximum: bytesMaximum, from: next
        ) { events.append($0) }
        return Tail(head: entry.head, start: entry.start, events: events)
    }

    /// Lends the events of a run of a log, one after another. Throws the errors of `readTail`.
    ///
    /// - Parameter origin: The log in which each event must stand at its place; nil: the caller checks that.
    package static func readEvents(
        of origin: OriginID?, _ sequences: Range<UInt64>, bytesMaximum: Int = SyncLimits.tailBytesMaximum,
        from next: (Int) throws -> [UInt8], _ body: (StoredEvent) throws -> Void
    ) throws {
        var byteCount = 0
        for sequence in sequences {
            let event = try event(of: origin, at: sequence, next)
            byteCount += event.byteCount
            if let origin, byteCount > bytesMaximum { throw SyncFaults.tailTooLarge(origin) }
            try body(event)
        }
    }

    private static func event(of origin: OriginID?, at sequence: UInt64, _ next: (Int) throws -> [UInt8]) throws
        -> StoredEvent
    {
        let bytes = try next(try length(next))
        let envelope: Int
        do {
            var reader = CBORReader(bytes.span.bytes)
            try reader.skip()
            envelope = reader.offset
            let view = try EnvelopeView(bytes.span.bytes.extracting(0..<envelope))
            guard origin.map({ view.origin == $0 && view.sequence.value == sequence }) ?? true else {
                throw SyncFaults.eventMisplaced
            }
        } catch let error as CBORError { throw SyncFaults.unreadable("the envelope of an event is none: \(error)") }
        let body = envelope + Limits.saltBytes
        guard body <= bytes.count else { throw SyncFaults.unreadable("an event has no salt") }
        return StoredEvent(
            envelope: Array(bytes[..<envelope]), salt: Array(bytes[envelope..<body]), body: Array(bytes[body...]))
    }

    /// Passes over what a list announces.
    static func skip(_ list: List, _ next: (Int) throws -> [UInt8]) throws {
        for entry in list.tails {
            for _ in 0..<entry.count { _ = try next(try length(next)) }
        }
        for blob in list.blobs { _ = try next(blob.byteCount) }
    }
}

extension HeadFields {
    package init(_ signed: SignedHead) {
        self.init(
            origin: signed.head.origin, publicKey: signed.head.publicKey.words, size: signed.head.size,
            root: signed.head.root,
            signature: signed.signature.bytes, certifier: signed.certifier?.words)
    }
}

extension SignedHead {
    /// Checks the signature. Throws `Fault` `head.forged`.
    package func checkSignature() throws {
        do { try verify() } catch {
            throw Fault(
                .unreadable, code: "head.forged",
                message:
                    "The key of the log \(head.origin.hex.prefix(12)) has not signed the head that comes with its events.",
                hint: "Nothing was stored. Ask for the events again.")
        }
    }

    /// A head as it was read. Throws `Fault` `head.forged` for one whose key is none or names another origin; the
    /// signature is not looked at.
    package init(_ fields: HeadFields) throws {
        guard let signature = Signature(bytes: fields.signature) else { preconditionFailure("checked by HeadFields") }
        do {
            self.init(
                head: try Head(
                    origin: fields.origin, publicKey: try VerifyingKey(fields.publicKey), size: fields.size,
                    root: fields.root),
                signature: signature, certifier: try fields.certifier.map { try VerifyingKey($0) })
        } catch {
            throw Fault(
                .unreadable, code: "head.forged", message: "A signed head is not one: \(error)",
                hint: "Nothing was stored.")
        }
    }
}
