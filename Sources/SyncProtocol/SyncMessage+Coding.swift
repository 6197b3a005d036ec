import EventCodec
package import EventModel

/// The bytes of a message (docs/sync.md §4): kind (1) ‖ length of the header (4) ‖ header, a CBOR array ‖ the cargo it
/// announces.
extension SyncMessage {
    package var kind: UInt8 {
        switch self {
        case .hello: 1
        case .answer: 2
        case .probe: 3
        case .probed: 4
        case .fetch: 5
        case .cargo: 6
        case .push: 7
        case .receipt: 8
        case .refused: 9
        }
    }

    /// The version of these bytes; the first word of `hello`.
    package static let version: UInt64 = 1

    /// The bytes of a message without lent tails.
    package var encoded: [UInt8] {
        var bytes = encodedFront
        if let cargo {
            precondition(cargo.tails.allSatisfy { $0.lentCount == nil }, "a lent tail is written, not encoded")
            for tail in cargo.tails { for event in tail.events { CargoCoding.append(event, to: &bytes) } }
            for blob in cargo.blobs { bytes += blob }
        }
        return bytes
    }

    /// The bytes before the cargo.
    package var encodedFront: [UInt8] {
        var writer = CBORWriter(capacity: 256)
        writeHeader(&writer)
        return SyncMessage.front(kind, writer.bytes)
    }

    static func front(_ kind: UInt8, _ header: [UInt8]) -> [UInt8] {
        [kind] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: header.count >> $0) } + header
    }

    /// The length of the header, from the five bytes before it.
    static func headerLength(_ start: [UInt8]) -> Int { start[1...].reduce(0) { $0 << 8 | Int($1) } }

    /// The person whose ledger the message claims to come from; nil where it names none.
    package var principal: PrincipalID? {
        switch self {
        case .hello(let hello): hello.principal
        case .answer(let answer): answer.principal
        case .fetch(let request): request.principal
        case .probe(let principal, _), .push(let principal, _): principal
        case .probed, .cargo, .receipt, .refused: nil
        }
    }

    package var cargo: Cargo? {
        switch self {
        case .answer(let answer): answer.cargo
        case .cargo(let cargo), .push(_, let cargo): cargo
        case .hello, .probe, .probed, .fetch, .receipt, .refused: nil
        }
    }

    private func writeHeader(_ writer: inout CBORWriter) {
        switch self {
        case .hello(let hello):
            writer.array(count: 6)
            writer.unsigned(SyncMessage.version)
            writer.data(hello.principal.words)
            hello.frontier.write(&writer)
            writer.unsigned(UInt64(hello.foldedCount))
            SyncMessage.write(hello.folded, &writer)
            SyncMessage.write(hello.blobs, &writer)
        case .answer(let answer):
            writer.array(count: answer.cargo.heldBack.isEmpty ? 8 : 9)
            writer.data(answer.principal.words)
            writer.bool(answer.isStranger)
            answer.frontier.write(&writer)
            writer.array(count: answer.missing.count)
            for origin in answer.missing { writer.data(origin.words) }
            writer.bool(answer.foldedDiffers)
            if let blobs = answer.blobs { SyncMessage.write(blobs, &writer) } else { writer.null() }
            CargoCoding.write(CargoCoding.list(answer.cargo), &writer)
            SyncMessage.write(answer.cargo.heldBack, &writer)
        case .probe(let principal, let probes):
            writer.array(count: probes.count * 2 + 1)
            writer.data(principal.words)
            for probe in probes {
                Frontier([probe.path]).write(&writer)
                writer.array(count: probe.sizes.count)
                for size in probe.sizes { writer.unsigned(size) }
            }
        case .probed(let marks):
            writer.array(count: marks.count)
            for list in marks {
                writer.array(count: list.count)
                for mark in list { writer.data(mark) }
            }
        case .fetch(let request):
            writer.array(count: 3)
            writer.data(request.principal.words)
            writer.array(count: request.parts.count * 2)
            for part in request.parts {
                Frontier([part.path]).write(&writer)
                writer.unsigned(part.start)
            }
            SyncMessage.write(request.blobs, &writer)
        case .push(let principal, let cargo):
            writer.array(count: 3)
            writer.data(principal.words)
            CargoCoding.write(CargoCoding.list(cargo), &writer)
        case .cargo(let cargo):
            writer.array(count: cargo.heldBack.isEmpty ? 2 : 3)
            CargoCoding.write(CargoCoding.list(cargo), &writer)
            SyncMessage.write(cargo.heldBack, &writer)
        case .receipt(let receipts):
            writer.array(count: receipts.count)
            for receipt in receipts { SyncMessage.write(receipt, &writer) }
        case .refused(let refusal):
            writer.array(count: 2)
            writer.text(refusal.code)
            writer.text(refusal.message)
        }
    }

    private static func write(_ digest: Bytes16?, _ writer: inout CBORWriter) {
        if let digest { writer.data(digest) } else { writer.null() }
    }

    private static func write(_ digests: [Bytes32], _ writer: inout CBORWriter) {
        writer.array(count: digests.count)
        for digest in digests { writer.data(digest) }
    }

    /// Nothing where nothing is held back: such an answer is what it always was.
    private static func write(_ heldBack: [HeldBack], _ writer: inout CBORWriter) {
        if heldBack.isEmpty { return }
        writer.array(count: heldBack.count * 4)
        for held in heldBack {
            writer.data(held.origin.words)
            writer.unsigned(held.events)
            writer.text(held.why.code)
            writer.text(held.why.message)
        }
    }

    private static func write(_ receipt: TailReceipt, _ writer: inout CBORWriter) {
        switch receipt {
        case .stored(let new):
            writer.array(count: 2)
            writer.unsigned(0)
            writer.unsigned(UInt64(new))
        case .diverged:
            writer.array(count: 1)
            writer.unsigned(1)
        case .refused(let refusal):
            writer.array(count: 3)
            writer.unsigned(2)
            writer.text(refusal.code)
            writer.text(refusal.message)
        }
    }
}

// MARK: - Reading

extension SyncMessage {
    /// Reads one message from a source that gives the number of bytes asked for, or throws.
    ///
    /// - Parameters:
    ///   - next: Gives the next bytes.
    ///   - check: Throws for a message, still without its cargo, whose cargo is not to be read.
    ///   - readTail: Reads the events of a tail; nil: they stay in memory.
    /// - Throws: `Fault` (65) for what is none, before anything is made of it.
    /// - Complexity: Memory: the message, without what `readTail` keeps elsewhere.
    package static func read(
        from next: (Int) throws -> [UInt8], check: (SyncMessage) throws -> Void = { _ in },
        readTail: ((CargoCoding.List.TailEntry) throws -> Tail)? = nil
    ) throws -> SyncMessage {
        let start = try next(5)
        let length = headerLength(start)
        guard length <= SyncLimits.headerBytesMaximum else {
            throw SyncFaults.unreadable("its header is longer than the limit")
        }
        let header = try next(length)
        do {
            var reader = CBORReader(header.span.bytes)
            let (message, list) = try read(kind: start[0], &reader)
            try reader.finish()
            try check(message)
            guard let list else { return message }
            try list.checkHeads()
            guard list.blobs.count <= SyncLimits.blobsPerMessageMaximum,
                list.blobByteCount <= SyncLimits.blobBytesMaximum
            else {
                throw SyncFaults.unreadable("it carries more attachments than a message may")
            }
            let given = try CargoCoding.read(list, from: next, readTail: readTail)
            let cargo = Cargo(tails: given.tails, blobs: given.blobs, heldBack: message.cargo?.heldBack ?? [])
            return message.carrying(cargo)
        } catch let error as CBORError { throw SyncFaults.unreadable("\(error)") }
    }

    private func carrying(_ cargo: Cargo) -> SyncMessage {
        switch self {
        case .answer(let answer):
            .answer(
                Answer(
                    principal: answer.principal, isStranger: answer.isStranger, frontier: answer.frontier,
                    missing: answer.missing, foldedDiffers: answer.foldedDiffers,
                    blobs: answer.blobs, cargo: cargo))
        case .cargo: .cargo(cargo)
        case .push(let principal, _): .push(principal, cargo)
        case .hello, .probe, .probed, .fetch, .receipt, .refused: self
        }
    }

    private static func read(kind: UInt8, _ reader: inout CBORReader) throws -> (SyncMessage, CargoCoding.List?) {
        switch kind {
        case 1: return (.hello(try hello(&reader)), nil)
        case 2:
            let (answer, list) = try answer(&reader)
            return (.answer(answer), list)
        case 3:
            let (principal, probes) = try probes(&reader)
            return (.probe(principal, probes), nil)
        case 4: return (.probed(try probed(&reader)), nil)
        case 5: return (.fetch(try request(&reader)), nil)
        case 6:
            let items = try count(2...3, &reader)
            let list = try CargoCoding.read(&reader)
            return (.cargo(Cargo(heldBack: items == 3 ? try heldBack(&reader) : [])), list)
        case 7:
            try count(3, &reader)
            return (.push(PrincipalID(try reader.bytes16()), Cargo()), try CargoCoding.read(&reader))
        case 8:
            let count = try limited(&reader, SyncLimits.pathsMaximum)
            return (.receipt(try (0..<count).map { _ in try receipt(&reader) }), nil)
        case 9: return (.refused(try refusal(&reader)), nil)
        default: throw SyncFaults.unreadable("its kind \(kind) is not known here: it may be of a newer version")
        }
    }

    private static func hello(_ reader: inout CBORReader) throws -> Hello {
        try count(6, &reader)
        guard try reader.unsigned() == version else { throw SyncFaults.newer }
        return Hello(
            principal: PrincipalID(try reader.bytes16()), frontier: try Frontier(&reader),
            foldedCount: Int(try reader.unsigned()),
            folded: try digest(&reader), blobs: try digest(&reader))
    }

    private static func answer(_ reader: inout CBORReader) throws -> (Answer, CargoCoding.List) {
        let items = try count(8...9, &reader)
        let principal = PrincipalID(try reader.bytes16())
        let isStranger = try reader.bool()
        let frontier = try Frontier(&reader)
        let missing = try (0..<(try limited(&reader, SyncLimits.pathsMaximum))).map { _ in
            OriginID(try reader.bytes16())
        }
        let foldedDiffers = try reader.bool()
        var blobs: [Bytes32]?
        if reader.nextIsNull() { try reader.null() } else { blobs = try digests(&reader) }
        let list = try CargoCoding.read(&reader)
        return (
            Answer(
                principal: principal, isStranger: isStranger, frontier: frontier, missing: missing,
                foldedDiffers: foldedDiffers, blobs: blobs,
                cargo: Cargo(heldBack: items == 9 ? try heldBack(&reader) : [])),
            list
        )
    }

    private static func probes(_ reader: inout CBORReader) throws -> (PrincipalID, [Probe]) {
        let start = reader.offset
        let count = try limited(&reader, SyncLimits.probesMaximum * 2 + 1)
        guard !count.isMultiple(of: 2) else { throw CBORError(.fieldMissing, at: start) }
        let principal = PrincipalID(try reader.bytes16())
        let probes = try (0..<count / 2).map { _ in
            let path = try path(&reader)
            let sizes = try (0..<(try limited(&reader, SyncLimits.probeSizesMaximum))).map { _ in try reader.unsigned()
            }
            return Probe(path: path, sizes: sizes)
        }
        // Each costs a walk along its path.
        guard Set(probes.map(\.path)).count == probes.count else {
            throw SyncFaults.unreadable("it asks for roots of one path twice")
        }
        return (principal, probes)
    }

    private static func probed(_ reader: inout CBORReader) throws -> [[Bytes16]] {
        try (0..<(try limited(&reader, SyncLimits.probesMaximum))).map { _ in
            try (0..<(try limited(&reader, SyncLimits.probeSizesMaximum))).map { _ in try reader.bytes16() }
        }
    }

    private static func request(_ reader: inout CBORReader) throws -> Request {
        try count(3, &reader)
        let principal = PrincipalID(try reader.bytes16())
        let count = try limited(&reader, SyncLimits.requestsMaximum * 2)
        let parts = try (0..<count / 2).map { _ in Request.Part(path: try path(&reader), start: try reader.unsigned()) }
        let blobs = try digests(&reader)
        guard blobs.count <= SyncLimits.blobsPerMessageMaximum else { throw CBORError(.tooLong, at: reader.offset) }
        return Request(principal: principal, parts: parts, blobs: blobs)
    }

    static func refusal(_ reader: inout CBORReader) throws -> SyncRefusal {
        try count(2, &reader)
        return SyncRefusal(code: try reader.string(), message: try reader.string())
    }

    private static func receipt(_ reader: inout CBORReader) throws -> TailReceipt {
        let start = reader.offset
        let count = try reader.array()
        switch (try reader.unsigned(), count) {
        case (0, 2): return .stored(new: Int(try reader.unsigned()))
        case (1, 1): return .diverged
        case (2, 3): return .refused(SyncRefusal(code: try reader.string(), message: try reader.string()))
        default: throw CBORError(.fieldValue, at: start)
        }
    }

    private static func path(_ reader: inout CBORReader) throws -> PathMark {
        let start = reader.offset
        let marks = try Frontier(&reader).marks
        guard marks.count == 1 else { throw CBORError(.fieldValue, at: start) }
        return marks[0]
    }

    private static func digest(_ reader: inout CBORReader) throws -> Bytes16? {
        if reader.nextIsNull() {
            try reader.null()
            return nil
        }
        return try reader.bytes16()
    }

    private static func digests(_ reader: inout CBORReader) throws -> [Bytes32] {
        let count = try reader.array()
        return try (0..<count).map { _ in try reader.bytes32() }
    }

    private static func count(_ expected: Int, _ reader: inout CBORReader) throws {
        let start = reader.offset
        guard try reader.array() == expected else { throw CBORError(.fieldMissing, at: start) }
    }

    private static func count(_ range: ClosedRange<Int>, _ reader: inout CBORReader) throws -> Int {
        let start = reader.offset
        let found = try reader.array()
        guard range.contains(found) else { throw CBORError(.fieldMissing, at: start) }
        return found
    }

    private static func heldBack(_ reader: inout CBORReader) throws -> [HeldBack] {
        let start = reader.offset
        let count = try limited(&reader, SyncLimits.pathsMaximum * 4)
        guard count > 0, count.isMultiple(of: 4) else { throw CBORError(.fieldMissing, at: start) }
        return try (0..<count / 4).map { _ in
            HeldBack(
                origin: OriginID(try reader.bytes16()), events: try reader.unsigned(),
                why: SyncRefusal(code: try reader.string(), message: try reader.string()))
        }
    }

    private static func limited(_ reader: inout CBORReader, _ maximum: Int) throws -> Int {
        let start = reader.offset
        let count = try reader.array()
        guard count <= maximum else { throw CBORError(.tooLong, at: start) }
        return count
    }
}
