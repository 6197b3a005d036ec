import EventCodec
import EventModel
import TransparencyLog

/// The receipt that a signer keeps: everything that the key signed, its public half and the signature, in one line of
/// base64 (docs/format.md §3).
package struct SignatureReceipt: Hashable, Sendable {
    package let statement: WitnessStatement
    package let key: Bytes32
    package let signature: [UInt8]

    package init(statement: WitnessStatement, key: Bytes32, signature: [UInt8]) {
        self.statement = statement
        self.key = key
        self.signature = signature
    }

    /// The line, without its end. At most 400 characters with one log, one covered event and a stream that is named by
    /// a UUID.
    package var text: String { Base64.encode(bytes) }

    /// From the line, blanks around it allowed; nil for anything else, and for a signature that is not by the key.
    package init?(text: String) {
        let line = text.filter { !$0.isWhitespace }
        guard !line.isEmpty, let bytes = Base64.decode(line) else { return nil }
        // Why the bytes are none does not matter: the caller says what was expected.
        guard let receipt = try? SignatureReceipt(bytes: bytes), receipt.holds else { return nil }
        self = receipt
    }

    /// Whether the key signed it.
    package var holds: Bool {
        // Why a key is none does not matter: it signed nothing.
        guard let key = try? VerifyingKey(key), let signature = Signature(bytes: signature) else { return false }
        // A library that cannot work at all verifies nothing.
        return (try? key.isValid(signature: signature, for: statement.message(SignatureReceipt.label))) ?? false
    }

    /// The label before the text that a signer's key signs.
    package static let label = "daybook/instructor/2"

    /// The name of a response to a request for a signature, which holds a receipt.
    package static let responseName = "sign-response/2"

    // MARK: - Bytes

    private static let version: UInt64 = 2

    /// An array of 12: version, principal, stream, form, content, covers, logs, closed logs, certificate, instant, key,
    /// signature.
    private var bytes: [UInt8] {
        var writer = CBORWriter(capacity: 400)
        writer.array(count: 12)
        writer.unsigned(SignatureReceipt.version)
        writer.data(statement.principal.words)
        SignatureReceipt.encode(statement.stream, into: &writer)
        writer.unsigned(statement.form)
        writer.data(statement.content)
        writer.contentIDs(statement.covers)
        statement.signed.encode(into: &writer)
        writer.data(key)
        writer.data(signature)
        return writer.bytes
    }

    private init(bytes: [UInt8]) throws(CBORError) {
        var reader = CBORReader(bytes.span.bytes)
        guard try reader.array() == 12, try reader.unsigned() == SignatureReceipt.version else {
            throw CBORError(.fieldValue, at: 0)
        }
        let principal = PrincipalID(try reader.bytes16())
        let stream = try SignatureReceipt.stream(&reader)
        let (form, content) = (try reader.unsigned(), try reader.bytes32())
        let covers = try reader.contentIDs(maximum: Limits.idsMaximum)
        let signed = try Witness.Signed(&reader)
        key = try reader.bytes32()
        signature = try reader.data(count: 64)
        try reader.finish()
        statement = WitnessStatement(
            stream: stream, principal: principal, form: form, content: content, covers: covers, signed: signed)
    }

    /// The name as text; where its id is a UUID in lower case an array of the kind and its 16 bytes; where the id is 32
    /// hexadecimal digits, as ids of imports are, an array of the 16 bytes and the kind.
    private static func encode(_ stream: StreamID, into writer: inout CBORWriter) {
        let digits = stream.id.filter { $0 != "-" }
        guard let bytes = Hex.decode(digits), bytes.count == 16 else { return writer.text(stream.text) }
        if Hex.encode(bytes) == stream.id {
            writer.array(count: 2)
            writer.data(bytes)
            return writer.text(stream.kind)
        }
        guard uuid(bytes) == stream.id else { return writer.text(stream.text) }
        writer.array(count: 2)
        writer.text(stream.kind)
        writer.data(bytes)
    }

    private static func stream(_ reader: inout CBORReader) throws(CBORError) -> StreamID {
        let start = reader.offset
        let text: String
        if try reader.peekMajor() == 4 {
            guard try reader.array() == 2 else { throw CBORError(.fieldValue, at: start) }
            if try reader.peekMajor() == 2 {
                let id = Hex.encode(try reader.data(count: 16))
                text = try reader.string() + "/" + id
            } else {
                text = try reader.string() + "/" + uuid(try reader.data(count: 16))
            }
        } else {
            text = try reader.string()
        }
        guard let stream = StreamID(text) else { throw CBORError(.fieldValue, at: start) }
        return stream
    }

    private static func uuid(_ bytes: [UInt8]) -> String {
        let digits = Hex.encode(bytes)
        var (parts, rest) = ([Substring](), digits[...])
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.joined(separator: "-")
    }
}
