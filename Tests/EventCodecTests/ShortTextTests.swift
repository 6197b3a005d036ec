import EventCodec
import EventModel
import LedgerTestSupport
import Testing

@Suite struct ShortTextTests {
    @Test(arguments: [
        ("0", 0), ("1", 10), ("1.5", 15), ("-1.0", -10), ("-0.1", -1), ("-0", 0), ("0.0", 0),
        ("999999999999.9", 9_999_999_999_999), ("007.5", 75),
    ])
    func tenthsAreRead(text: String, tenths: Int) {
        #expect(Tenths.parse(text) == tenths)
    }

    @Test(arguments: [
        "", ".", "-", "1.", ".5", "-.5", "1,5", "1.55", "1..5", "1.5.5", "NaN", "inf", "1e3", "1E3", "+1", "--1", " 1",
        "1 ", "1.-5", "1000000000000", "0x1", "１", "1.５", "٣",
    ])
    func nothingElseIsTenths(text: String) {
        #expect(Tenths.parse(text) == nil)
    }

    /// RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func base64IsAsPublished(plain: String, text: String) {
        #expect(Base64.encode(Array(plain.utf8)) == text)
        #expect(Base64.decode(text) == Array(plain.utf8))
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zm8", "Zh==", "Zm9=", "====", "A===", "Zg==Zg==", "Zm9v\n", " Zm9v", "Zm-_", "Zm9v=", "=AAA",
        "Zé==", "Zm\u{0}v",
    ])
    func oneTextForOneValueInBase64(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func everyByteComesBackFromBase64AndHexadecimal() {
        let seed: UInt64 = 104
        var random = SeededRandom(seed: seed)
        for count in 0..<300 {
            let data = random.bytes(count)
            #expect(Base64.decode(Base64.encode(data)) == data, "seed \(seed), \(count) bytes")
            #expect(Hex.decode(Hex.encode(data)) == data, "seed \(seed), \(count) bytes")
        }
        #expect(Base64.encode(Array(0xF8...0xFF)) == "+Pn6+/z9/v8=")
    }

    @Test(arguments: ["0", "0g", "0G", "AB", "aB", "0x", " 0", "é0", "０0"])
    func hexadecimalIsLowerCaseAndWhole(text: String) {
        #expect(Hex.decode(text) == nil)
    }

    @Test func idsHaveTheirLength() {
        #expect(EventID(hex: hex("ab", times: 32))?.short == "abababababab")
        #expect(EventID(hex: hex("ab", times: 31)) == nil)
        #expect(EventID(bytes: [UInt8](repeating: 0, count: 33)) == nil)
        #expect(OriginID(hex: hex("ab", times: 16))?.hex == hex("ab", times: 16))
        #expect(OriginID(hex: hex("ab", times: 17)) == nil)
        #expect(PrincipalID(bytes: [UInt8](repeating: 0, count: 15)) == nil)
        #expect(eventID(1) < eventID(2))
        #expect(Bytes32(hex: "00" + hex("ff", times: 31))! < Bytes32(hex: "01" + hex("00", times: 31))!)
        #expect(Bytes16(high: 1, low: 0) > Bytes16(high: 0, low: .max))
        #expect(Bytes16(high: 0x0102_0304_0506_0708, low: 9).hex == "01020304050607080000000000000009")
    }

    @Test func streamsAreAKindAndAnId() {
        let id = String(repeating: "Z", count: 64)
        for text in ["a/b", "flight/0190-a_b.C", "abcdefghijklmnopqrstuvwxyzabcdef/9", "a/\(id)"] {
            #expect(StreamID(text)?.text == text)
        }
        for text in [
            "", "/", "a/", "/b", "ab", "A/b", "a1/b", "a/b/c", "a/b c", "a/é", "é/b", "a/b\u{0}",
            "abcdefghijklmnopqrstuvwxyzabcdefg/9", "a/\(id)Z", "a//b",
        ] {
            #expect(StreamID(text) == nil, "\(text)")
        }
        #expect(StreamID("flight/a.b")?.kind == "flight")
        #expect(StreamID("flight/a.b")?.id == "a.b")
        #expect(StreamID("a/b")! < StreamID("a/c")!)
        #expect(StreamID("a/Z")! < StreamID("a/a")!, "by bytes")
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.001Z", 1), ("1970-01-01T05:45:00+05:45", 0),
        ("1969-12-31T14:30:00-09:30", 0), ("1970-01-01T23:59:00+23:59", 0),
        ("1969-12-31T00:01:00-23:59", 0), ("1970-01-01T00:00:00+00:00", 0), ("1970-01-01T00:00:00-00:00", 0),
        ("1970-01-01T00:00:00.5Z", 500), ("1969-12-31T23:59:59.999Z", -1),
        ("0001-01-01T00:00:00Z", -62_135_596_800_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ])
    func instantsAreReadAtAnyOffset(text: String, milliseconds: Int64) {
        #expect(Instant(text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "1970-01-01", "1970-01-01T00:00:00", "1970-01-01t00:00:00Z", "1970-01-01T00:00:00z", "1970-01-01 00:00:00Z",
        "1970-01-01T24:00:00Z", "1970-01-01T00:60:00Z", "1970-01-01T00:00:60Z",
        "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00.0001Z", "1970-01-01T00:00:00,5Z", "1970-01-01T00:00Z",
        "1970-01-01T00:00:00+5:45", "1970-01-01T00:00:00+0545", "1970-01-01T00:00:00+24:00",
        "1970-01-01T00:00:00+05:60", "1970-01-01T00:00:00Z ", "1970-02-30T00:00:00Z", "0000-01-01T00:00:00Z",
        "1970-01-01T00:00:00ZZ", "1970-01-01T00:00:00.", "1970-01-01T00:00:00.5", "1970-01-01T0:00:000Z",
        "+970-01-01T00:00:00Z", "1970-01-01T00:00:00*00:00",
    ])
    func nothingElseIsAnInstant(text: String) {
        #expect(Instant(text) == nil)
    }

    @Test func offsetsAreWrittenInMinutes() {
        let start = Instant(milliseconds: 0)
        #expect(RFC3339.text(start, offsetSeconds: 20_700) == "1970-01-01T05:45:00+05:45")
        #expect(RFC3339.text(start, offsetSeconds: -34_200) == "1969-12-31T14:30:00-09:30")
        #expect(RFC3339.text(Instant(milliseconds: -1), offsetSeconds: 0) == "1969-12-31T23:59:59.999Z")
        #expect(RFC3339.text(Instant(milliseconds: 120), offsetSeconds: 0) == "1970-01-01T00:00:00.12Z")
    }

    /// Found by fuzzing: the smallest inputs of the target `text`.
    @Test(arguments: ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.9-23:59"])
    func anInstantIsOneOfTheYears1To9999(text: String) {
        #expect(Instant(text) == nil)
    }
}
