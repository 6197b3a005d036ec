import EventCodec
import EventModel
import TransparencyLog

extension OriginCertificate {
    /// From the body of an origin.started that its schema describes.
    init(body: [UInt8]) throws {
        func bytes(_ key: UInt64, _ count: Int) throws -> [UInt8] {
            let value = RecordFields.value(of: key, inBody: body) ?? []
            var reader = CBORReader(value.span.bytes)
            return try reader.data(count: count)
        }
        guard let signature = Signature(bytes: try bytes(4, 64)) else { throw ReceiveFaults.noCertificate }
        self.init(
            originKey: try VerifyingKey(bytes: try bytes(1, 32)),
            principalKey: try VerifyingKey(bytes: try bytes(2, 32)),
            replaced: RecordFields.value(of: 3, inBody: body) == nil ? nil : OriginID(bytes: try bytes(3, 16)),
            signature: signature)
    }
}
