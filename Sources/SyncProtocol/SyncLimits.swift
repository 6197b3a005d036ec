import EventCodec
import EventModel

/// The limits of one exchange. Readers refuse more, so that a hostile peer costs little; writers refuse it before the
/// first byte.
package enum SyncLimits {
    /// Paths of all logs together, and tails of one message or bundle. A ledger takes fewer of other persons
    /// (`LogRoom`).
    package static let pathsMaximum = 65_536
    /// Bytes of the header of a message or bundle.
    package static let headerBytesMaximum = 32 << 20
    /// Bytes of the header of a message before both sides of a stream have proved themselves.
    package static let proofHeaderBytesMaximum = 1_024
    /// Sizes that one probe asks for.
    package static let probeSizesMaximum = 64
    /// Paths that one message asks about.
    package static let probesMaximum = 4_096
    /// Paths that one message asks for.
    package static let requestsMaximum = pathsMaximum
    /// Blobs of one bundle.
    package static let blobsPerBundleMaximum = 65_536
    /// Blobs that one message asks for, and that one carries.
    package static let blobsPerMessageMaximum = 64
    /// A piece of an exchange ends with the blob that exceeds this.
    package static let blobBytesPerMessage = 8 << 20
    /// Bytes of blobs that a received message may carry: earlier versions put four of the largest into one.
    package static let blobBytesMaximum = 40 << 20
    /// Bytes of the events of one tail.
    package static let tailBytesMaximum = 1 << 30
    /// Bytes of the attachments in a bundle that no event names: they are read past.
    package static let unnamedBytesMaximum = 64 << 20
}

extension SyncLimits {
    /// Refuses a header that no program reads. Throws `Rejection` `exchange.tooLarge`.
    package static func check(headerBytes count: Int) throws {
        guard count <= headerBytesMaximum else {
            throw tooLarge("a list of \(mebibytes(count)) MiB", "\(mebibytes(headerBytesMaximum)) MiB")
        }
    }

    /// Refuses more paths, tails or requests than any program reads. Throws `Rejection` `exchange.tooLarge`.
    package static func check(paths count: Int) throws {
        guard count <= pathsMaximum else { throw tooLarge("\(count) paths of logs", "\(pathsMaximum)") }
    }

    /// Refuses more attachments than one message or bundle may have. Throws `Rejection` `exchange.tooLarge`.
    package static func check(blobs count: Int, maximum: Int) throws {
        guard count <= maximum else { throw tooLarge("\(count) attachments", "\(maximum)") }
    }

    /// Refuses a search for forks that no program answers, given the number of sizes of each path.
    /// Throws `Rejection` `exchange.tooLarge`.
    package static func check(probes: [Int]) throws {
        guard probes.count <= probesMaximum else {
            throw tooLarge("\(probes.count) searched paths", "\(probesMaximum)")
        }
        let sizes = probes.max() ?? 0
        guard sizes <= probeSizesMaximum else {
            throw tooLarge("\(sizes) sizes of a searched path", "\(probeSizesMaximum)")
        }
    }

    /// Refuses a cargo that no program reads. Throws `Rejection` `exchange.tooLarge`.
    package static func check(_ tails: [Tail], blobCount: Int, blobsMaximum: Int) throws {
        try check(paths: tails.count)
        try check(blobs: blobCount, maximum: blobsMaximum)
        for tail in tails where tail.lentCount == nil {
            try check(tailBytes: tail.events.reduce(0) { $0 + $1.byteCount })
        }
    }

    /// Refuses more bytes of one tail than any program reads. Throws `Rejection` `exchange.tooLarge`.
    package static func check(tailBytes count: Int) throws {
        guard count <= tailBytesMaximum else {
            throw tooLarge("\(mebibytes(count)) MiB of one log", "\(mebibytes(tailBytesMaximum)) MiB")
        }
    }

    /// Rounded up: what exceeds a limit is more than it in words, too.
    private static func mebibytes(_ count: Int) -> Int { count >> 20 + (count & 0xF_FFFF == 0 ? 0 : 1) }

    private static func tooLarge(_ what: String, _ maximum: String) -> Rejection {
        Rejection(
            code: "exchange.tooLarge",
            message: "The other side would be given \(what); at most \(maximum) can be read.",
            hint:
                "Nothing was written. \"daybook bundle export FILE --for FRONTIER\" writes what one ledger lacks; \"daybook backup\" has no such limit."
        )
    }
}

extension SyncMessage {
    /// The bytes, where the other side reads them. Throws `Rejection` `exchange.tooLarge` for what exceeds
    /// `SyncLimits`.
    package func checkedBytes() throws -> [UInt8] {
        try checkLimits()
        return encoded
    }

    /// Throws `Rejection` `exchange.tooLarge` for what exceeds `SyncLimits`, lent events aside.
    func checkLimits() throws {
        switch self {
        case .hello(let hello): try SyncLimits.check(paths: hello.frontier.marks.count)
        case .answer(let answer): try SyncLimits.check(paths: max(answer.frontier.marks.count, answer.missing.count))
        case .fetch(let request):
            try SyncLimits.check(paths: request.parts.count)
            try SyncLimits.check(blobs: request.blobs.count, maximum: SyncLimits.blobsPerMessageMaximum)
        case .probe(_, let probes): try SyncLimits.check(probes: probes.map(\.sizes.count))
        case .probed(let marks): try SyncLimits.check(probes: marks.map(\.count))
        case .receipt(let receipts): try SyncLimits.check(paths: receipts.count)
        case .cargo, .push, .refused: break
        }
        if let cargo {
            let maximum = SyncLimits.blobsPerMessageMaximum
            try SyncLimits.check(cargo.tails, blobCount: cargo.blobs.count, blobsMaximum: maximum)
            try SyncLimits.check(paths: cargo.heldBack.count)
        }
        try SyncLimits.check(headerBytes: encodedFront.count - 5)
    }
}
