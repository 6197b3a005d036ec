public import DaybookKit
public import Engine
public import EventModel

extension Ledger {
    /// Signs an endorsement: it cannot be withdrawn until the signature is voided.
    ///
    /// Throws `DraftRefusal`, also with `cfi.other` for another number than the endorsement's, and `Fault`
    /// `key.unreadable`, or `image.unused` for a picture; nothing was written then.
    @discardableResult @available(*, noasync)
    public func signEndorsement(_ stream: StreamID, by instructor: SigningInstructor) throws -> AppendReceipt {
        if instructor.image != nil {
            throw Fault(
                .usage, code: "image.unused", message: "The signature of an endorsement has no picture.",
                hint: "Sign without the picture. Nothing was changed.")
        }
        return try sign([stream], by: instructor)
    }

    /// Signs an endorsement with an instructor's response; throws the errors of `signFlight(_:with:)`.
    @discardableResult @available(*, noasync)
    public func signEndorsement(_ stream: StreamID, with response: SignResponse) throws -> AppendReceipt {
        try sign(stream, with: response)
    }

    /// Voids the signatures that stand on an endorsement, or one of them.
    @discardableResult @available(*, noasync)
    public func voidEndorsement(_ stream: StreamID, reason: String, signature: EventID? = nil) throws -> AppendReceipt {
        try voidSignatures(of: stream, reason: reason, signature: signature)
    }
}
