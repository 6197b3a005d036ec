import EventCodec
import EventModel
import Testing

@Suite struct CBORReaderTests {
    @Test(arguments: [
        ("00", 0), ("17", 23), ("1818", 24), ("18ff", 255), ("190100", 256), ("19ffff", 65_535), ("1a00010000", 65_536),
        ("1affffffff", 4_294_967_295), ("1b0000000100000000", 4_294_967_296), ("1b7fffffffffffffff", Int64.max),
        ("20", -1), ("37", -24), ("3818", -25), ("38ff", -256), ("390100", -257), ("39ffff", -65_536),
        ("3a00010000", -65_537),
        ("3b7fffffffffffffff", Int64.min),
    ])
    func integersAreReadAtEveryWidth(hex: String, expected: Int64) {
        #expect(reading(bytes(hex)) { reader throws(CBORError) in try reader.integer() } == .value(expected))
    }

    @Test(arguments: [
        ("1b8000000000000000", CBORError.Reason.integerRange), ("3b8000000000000000", .integerRange),
        ("1bffffffffffffffff", .integerRange),
        ("3bffffffffffffffff", .integerRange), ("1817", .headNotShortest), ("1900ff", .headNotShortest),
        ("1a0000ffff", .headNotShortest),
        ("1b00000000ffffffff", .headNotShortest), ("3817", .headNotShortest), ("1c", .reservedHead),
        ("1d", .reservedHead), ("1e", .reservedHead),
        ("1f", .indefiniteLength), ("40", .typeExpected), ("f4", .typeExpected), ("fb0000000000000000", .typeExpected),
        ("c000", .tag), ("", .endsEarly),
        ("18", .endsEarly), ("1b00000000000000", .endsEarly),
    ])
    func noOtherFormIsAnInteger(hex: String, reason: CBORError.Reason) {
        #expect(reading(bytes(hex)) { reader throws(CBORError) in try reader.integer() } == .refused(reason, at: 0))
    }

    @Test func anUnsignedNumberIsNeverNegative() {
        #expect(
            reading(bytes("20")) { reader throws(CBORError) in try reader.unsigned() } == .refused(.typeExpected, at: 0)
        )
        #expect(
            reading(bytes("1b8000000000000000")) { reader throws(CBORError) in try reader.unsigned() }
                == .refused(.integerRange, at: 0))
        #expect(
            reading(bytes("1b7fffffffffffffff")) { reader throws(CBORError) in try reader.unsigned() }
                == .value(UInt64(Int64.max)))
    }

    @Test func falseTrueAndNullAreTheOnlySimpleValues() {
        #expect(reading(bytes("f4")) { reader throws(CBORError) in try reader.bool() } == .value(false))
        #expect(reading(bytes("f5")) { reader throws(CBORError) in try reader.bool() } == .value(true))
        #expect(
            reading(bytes("f6")) { reader throws(CBORError) in try reader.bool() } == .refused(.typeExpected, at: 0))
        #expect(reading([]) { reader throws(CBORError) in try reader.bool() } == .refused(.endsEarly, at: 0))
        #expect(
            reading(bytes("f4")) { reader throws(CBORError) in
                try reader.null(); return 0
            } == .refused(.typeExpected, at: 0))
        #expect(fault(bytes("f7"))?.reason == .simpleValue)
        #expect(fault(bytes("e0"))?.reason == .simpleValue)
        #expect(fault(bytes("f814"))?.reason == .simpleValue)
        #expect(fault(bytes("fc"))?.reason == .reservedHead)
        #expect(fault(bytes("ff"))?.reason == .indefiniteLength)
        for float in ["f97e00", "fa00000000", "fb0000000000000000"] {
            #expect(fault(bytes(float))?.reason == .floatingPoint, "\(float)")
        }
    }

    @Test func fixedBytesHaveTheirLength() {
        let sixteen = bytes("50" + hex("ab", times: 16))
        #expect(
            reading(sixteen) { reader throws(CBORError) in try reader.bytes16().hex } == .value(hex("ab", times: 16)))
        #expect(
            reading(bytes("4f" + hex("ab", times: 15))) { reader throws(CBORError) in try reader.bytes16() }
                == .refused(.fieldValue, at: 0))
        #expect(
            reading(bytes("5820" + hex("01", times: 32))) { reader throws(CBORError) in try reader.bytes32().hex }
                == .value(hex("01", times: 32)))
        #expect(
            reading(bytes("581f" + hex("01", times: 31))) { reader throws(CBORError) in try reader.bytes32() }
                == .refused(.fieldValue, at: 0))
        #expect(
            reading(bytes("5820" + hex("01", times: 31))) { reader throws(CBORError) in try reader.bytes32() }
                == .refused(.endsEarly, at: 0))
        #expect(
            reading(bytes("43010203")) { reader throws(CBORError) in try reader.data(count: 3) } == .value([1, 2, 3]))
        #expect(
            reading(bytes("43010203")) { reader throws(CBORError) in try reader.data(count: 2) }
                == .refused(.fieldValue, at: 0))
    }

    /// A length that the bytes cannot hold is refused before anything is reserved for it.
    @Test(arguments: [
        "5b7fffffffffffffff", "7b7fffffffffffffff", "9b7fffffffffffffff", "bb7fffffffffffffff", "9bffffffffffffffff",
        "bb8000000000000000", "9a00ffffff00", "a100",
    ])
    func impossibleLengthsAreRefusedAtOnce(hex: String) {
        #expect(fault(bytes(hex)) == CBORError(.endsEarly, at: hex == "a100" ? 0 : 0))
    }

    @Test func mapKeysAreOfOneKindAndAscending() {
        #expect(fault(bytes("a201000200")) == nil)
        #expect(fault(bytes("a202000100")) == CBORError(.keyOrder, at: 3))
        #expect(fault(bytes("a201000100")) == CBORError(.keyOrder, at: 3))
        #expect(fault(bytes("a2616200616100"))?.reason == .keyOrder)
        #expect(fault(bytes("a2626161 00 6162 00")) == CBORError(.keyOrder, at: 5), "the shorter text comes first")
        #expect(fault(bytes("a2010061 6100")) == CBORError(.keyType, at: 3))
        #expect(fault(bytes("a12000")) == CBORError(.keyType, at: 1), "a negative key")
        #expect(fault(bytes("a1410000")) == CBORError(.keyType, at: 1), "a byte string as key")
        #expect(fault(bytes("a1f400")) == CBORError(.keyType, at: 1))
        #expect(fault(bytes("a11b800000000000000000")) == CBORError(.integerRange, at: 1))
    }

    @Test func nestingEndsAtEight() {
        #expect(fault(bytes(hex("81", times: 7) + "80")) == nil)
        #expect(fault(bytes(hex("81", times: 8) + "80")) == CBORError(.nesting, at: 8))
        #expect(fault(bytes(hex("81", times: 7) + "00")) == nil)
        #expect(
            fault(bytes(hex("81", times: 8) + "00")) == CBORError(.nesting, at: 8),
            "an item inside eight others, whatever it is")
        #expect(fault(bytes(hex("a100", times: 7) + "a0")) == nil)
        #expect(fault(bytes(hex("a100", times: 8) + "a0")) == CBORError(.nesting, at: 16))
        #expect(
            fault([UInt8](repeating: 0x81, count: 65_535)) == CBORError(.nesting, at: 8),
            "no recursion beyond the limit")
    }

    @Test func nothingFollowsTheItem() {
        #expect(fault(bytes("0000")) == CBORError(.trailingBytes, at: 1))
        #expect(fault([]) == CBORError(.endsEarly, at: 0))
    }

    @Test func contentIDsAreAscendingAndFew() {
        let two = bytes("82 5820" + hex("01", times: 32) + "5820" + hex("02", times: 32))
        #expect(
            reading(two) { reader throws(CBORError) in try reader.contentIDs(maximum: 2) }
                == .value([eventID(1), eventID(2)]))
        #expect(
            reading(two) { reader throws(CBORError) in try reader.contentIDs(maximum: 1) } == .refused(.tooLong, at: 0))
        let falling = bytes("82 5820" + hex("02", times: 32) + "5820" + hex("01", times: 32))
        #expect(
            reading(falling) { reader throws(CBORError) in try reader.contentIDs(maximum: 2) }
                == .refused(.keyOrder, at: 69))
        let twice = bytes("82 5820" + hex("02", times: 32) + "5820" + hex("02", times: 32))
        #expect(
            reading(twice) { reader throws(CBORError) in try reader.contentIDs(maximum: 2) }
                == .refused(.keyOrder, at: 69))
        #expect(reading(bytes("80")) { reader throws(CBORError) in try reader.contentIDs(maximum: 0) } == .value([]))
    }

    @Test func everyReasonIsASentenceAndSaysWhere() {
        #expect(CBORError(.textNotNFC, at: 12).description == "text that is not in Normalization Form C at byte 12")
        #expect(Set(CBORError.Reason.allCases.map(\.rawValue)).count == CBORError.Reason.allCases.count)
        #expect(CBORError.Reason.allCases.count == 20)
    }
}
