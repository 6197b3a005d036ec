import EventCodec
import EventModel
import Testing

/// Bytes from hexadecimal that a test writes out; blanks may part it.
func bytes(_ hex: String) -> [UInt8] {
    guard let bytes = Hex.decode(String(hex.filter { $0 != " " })) else {
        preconditionFailure("not hexadecimal: \(hex)")
    }
    return bytes
}

/// The value that a reader gives, or why and where it refuses.
enum Reading<Value: Equatable>: Equatable {
    case value(Value)
    case refused(CBORError.Reason, at: Int)
}

/// Reads from the start of the bytes and expects nothing about their end.
func reading<Value: Equatable>(_ bytes: [UInt8], _ body: (inout CBORReader) throws(CBORError) -> Value) -> Reading<
    Value
> {
    var reader = CBORReader(bytes.span.bytes)
    do throws(CBORError) { return .value(try body(&reader)) } catch { return .refused(error.reason, at: error.offset) }
}

/// Why and where the bytes are no item of the profile; nil when they are one.
func fault(_ bytes: [UInt8]) -> CBORError? {
    do throws(CBORError) {
        try CBORReader.validate(bytes.span.bytes)
        return nil
    } catch { return error }
}

func written(_ body: (inout CBORWriter) -> Void) -> [UInt8] {
    var writer = CBORWriter()
    body(&writer)
    return writer.bytes
}

/// An id whose bytes are all the same.
func eventID(_ byte: UInt8) -> EventID { EventID(bytes: [UInt8](repeating: byte, count: 32))! }

/// So many bytes of one value, in hexadecimal.
func hex(_ digits: String, times count: Int) -> String { String(repeating: digits, count: count) }
