import EventCodec
import EventModel
import EventStore
import Foundation
import LedgerTestSupport
import ReadModels
import Testing
import TransparencyLog

@Suite struct RowNumberTests {
    @Test(arguments: [
        (UInt64(0), "00"), (127, "7f"), (128, "8001"), (300, "ac02"), (UInt64(Int64.max), "ffffffffffffffff7f"),
        (UInt64.max, "ffffffffffffffffff01"),
    ])
    func variableNumbersAreLEB128(value: UInt64, expected: String) throws {
        var writer = RowWriter()
        writer.variable(value)
        #expect(Hex.encode(writer.bytes) == expected)
        let row = writer.bytes
        var reader = RowReader(row.span.bytes, table: .log)
        let read = try reader.variable()
        let isAtEnd = reader.isAtEnd
        #expect(read == value && isAtEnd)
    }

    @Test(arguments: [
        (Int64(0), "00"), (-1, "01"), (1, "02"), (-64, "7f"), (64, "8001"), (Int64.max, "feffffffffffffffff01"),
        (Int64.min, "ffffffffffffffffff01"),
    ])
    func signedNumbersAreZigzag(value: Int64, expected: String) throws {
        var writer = RowWriter()
        writer.signed(value)
        #expect(Hex.encode(writer.bytes) == expected)
        let row = writer.bytes
        var reader = RowReader(row.span.bytes, table: .log)
        let read = try reader.signed()
        #expect(read == value)
    }

    @Test(arguments: [
        "", "80", "ffffffffffffffffff02", "ffffffffffffffffff7f", "ffffffffffffffffffff01", "80808080808080808080 00",
    ])
    func numbersBeyond64BitsAreDamage(text: String) {
        let row = bytes(text)
        var reader = RowReader(row.span.bytes, table: .log)
        do {
            _ = try reader.variable()
            Issue.record("\(text) is a number")
        } catch {
            #expect("\(error)" == "\(StoreError.damagedRow(table: .log, reason: "a row of table log cannot be read"))")
        }
    }

    @Test func aCountIsNeverMoreThanTheRestHolds() throws {
        var writer = RowWriter()
        writer.variable(3)
        writer.append([1, 2, 3])
        let row = writer.bytes
        var reader = RowReader(row.span.bytes, table: .log)
        let count = try reader.count(itemBytesMinimum: 1)
        #expect(count == 3)
        #expect(throws: StoreError.self) {
            var reader = RowReader(row.span.bytes, table: .log)
            _ = try reader.count(itemBytesMinimum: 2)
        }
    }
}
