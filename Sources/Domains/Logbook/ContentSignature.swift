import EventCodec
public import EventModel
public import EventSourcing

/// The text that an instructor's key signs since version 2: the engine's statement of a lock under this label.
public enum InstructorStatement {
    public static let label = "daybook/instructor/2"
}

/// An instructor's signature of version 1: over the content of an entry and over the state of one log, and over nothing
/// else of the entry.
public struct ContentSignature: Hashable, Sendable {
    public let key: Bytes32
    public let log: OriginID
    public let size: UInt64
    public let root: Bytes32
    public let signature: [UInt8]

    /// From the body of a `flight.signed` of version 1; nil where it holds none.
    public init?(inBody body: [UInt8]) {
        guard let fields = RecordFields.value(of: FlightSignedV1Key.instructor, inBody: body) else { return nil }
        var reader = CBORReader(fields.span.bytes)
        do throws(CBORError) {
            guard try reader.map() == 5 else { return nil }
            func key(_ expected: UInt64, _ reader: inout CBORReader) throws(CBORError) {
                let start = reader.offset
                guard try reader.unsigned() == expected else { throw CBORError(.fieldUnknown, at: start) }
            }
            try key(FlightSignedV1InstructorKey.key, &reader)
            self.key = try reader.bytes32()
            try key(FlightSignedV1InstructorKey.log, &reader)
            log = OriginID(try reader.bytes16())
            try key(FlightSignedV1InstructorKey.size, &reader)
            size = try reader.unsigned()
            try key(FlightSignedV1InstructorKey.root, &reader)
            root = try reader.bytes32()
            try key(FlightSignedV1InstructorKey.signature, &reader)
            signature = try reader.data(count: 64)
        } catch {
            // The schema was held before; what is none of its maps is no signature.
            return nil
        }
    }

    /// The signature with what it signs: "daybook/instructor/1" ‖ content (32) ‖ log (16) ‖ size (8, big-endian) ‖ root
    /// (32).
    public func signature(over content: Bytes32) -> BodySignature {
        var message = Array("daybook/instructor/1".utf8) + content.bytes + log.bytes
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: size >> UInt64(shift)))
        }
        return BodySignature(
            key: key, message: message + root.bytes, signature: signature,
            frontier: SignedFrontier(logs: [.init(origin: log, size: size, root: root)], closed: nil))
    }
}
