import EventCodec
import EventModel
import SyncProtocol
import TransparencyLog

/// Why a file of a shared folder is no whole bundle, and what it would still fill.
struct BundleFailure: Equatable {
    /// Heads that are listed; of more there are the first.
    private static let headsMaximum = 64

    let reason: String
    /// Signed heads of logs that the ledger takes.
    var heads: [SignedHead]
    /// Whether it may hold anything else that the ledger takes.
    var mayHoldMore: Bool
    /// The digests of the admission under which this was found.
    let under: [Bytes32]

    /// - Parameters:
    ///   - heads: The heads that its header lists; a file without a header announces nothing.
    ///   - strangers: Logs that do not begin with the certificate of a linked person.
    init(_ reason: String, heads: [SignedHead], strangers: Set<OriginID>, _ admission: FolderAdmission) {
        self.reason = reason
        under = admission.digests
        var (found, isOpen): ([SignedHead], Bool) = ([], false)
        for head in heads {
            if !admission.admits(head) {
                if admission.persons[head.head.origin] == nil, !strangers.contains(head.head.origin) { isOpen = true }
                // A head without a signature announces nothing; it may have rotted.
            } else if (try? head.checkSignature()) == nil {
                isOpen = true
            } else if found.count < BundleFailure.headsMaximum {
                found.append(head)
            }
        }
        (self.heads, mayHoldMore) = (found, isOpen)
    }

    func write(_ writer: inout CBORWriter) {
        writer.array(count: 4)
        writer.data(Array(reason.utf8))
        writer.array(count: heads.count)
        for head in heads { writer.data(HeadFields(head).encoded) }
        writer.unsigned(mayHoldMore ? 1 : 0)
        writer.array(count: under.count)
        for digest in under { writer.data(digest) }
    }

    init(_ reader: inout CBORReader) throws {
        guard try reader.array() == 4 else { throw CBORError(.fieldMissing, at: reader.offset) }
        reason = String(decoding: try reader.data().array, as: UTF8.self)
        heads = try (0..<(try reader.array())).map { _ in try SignedHead(try HeadFields(try reader.data())) }
        mayHoldMore = try reader.unsigned() == 1
        under = try (0..<(try reader.array())).map { _ in try reader.bytes32() }
    }
}
