package import Engine
import EventStore
public import EventModel
import TransparencyLog

extension Ledger {
    /// Stores the bytes of an attachment that an event of this ledger names and that is missing here.
    /// `append(_:attachments:)` stores new ones.
    ///
    /// - Returns: Whether the attachment is here now; false where no record has it.
    /// - Throws: `Rejection` `blob.tooLarge`, or a `Fault`. The ledger is as it was then.
    @available(*, noasync)
    public func supplyAttachment(_ bytes: [UInt8]) throws -> Bool {
        try translated { try engine.receive([], blobs: [bytes]).blobs.kept == 1 }
    }

    /// The bytes of an attachment, held against their SHA-256; nil when it is not here.
    public func attachment(_ digest: Bytes32) throws -> [UInt8]? {
        try translated { try engine.read { try $0.blob(digest) } }
    }
}

extension BlobReceipt {
    /// The attachments left out and the reasons, in sentences.
    package var notes: [String] {
        var notes: [String] = []
        if unnamed > 0 {
            notes.append(
                unnamed == 1
                    ? "1 attachment was left out: no event in this ledger names it."
                    : "\(unnamed) attachments were left out: no event in this ledger names them.")
        }
        if letGo > 0 {
            notes.append(
                letGo == 1
                    ? "1 attachment was left out: its record in this ledger has removed it."
                    : "\(letGo) attachments were left out: their records in this ledger have removed them.")
        }
        return notes
    }
}
