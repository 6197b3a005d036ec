import EventCodec
import EventModel
import LedgerTestSupport
import Logbook
import Testing

/// A document is the same whether written as bytes or as a value.
@Suite struct JSONSinkTests {
    private func write(_ sink: inout some JSONSink) {
        sink.beginObject()
        sink.text(named: "a", "one \"two\"\n")
        sink.name("list")
        sink.beginArray()
        sink.integer(-7)
        sink.beginArray()
        sink.endArray()
        sink.beginObject()
        sink.endObject()
        sink.bool(true)
        sink.null()
        sink.tenths(-5)
        sink.unsigned(.max)
        sink.integer(.min)
        sink.endArray()
        sink.name("inner")
        sink.beginObject()
        sink.name("date")
        sink.date(CivilDate("2026-02-10")!)
        sink.instant(named: "moment", Instant("2026-02-10T13:00:00.5Z")!)
        sink.name("short")
        sink.hex(Bytes16(high: 1, low: .max))
        sink.hex(named: "long", EventID(Bytes32(first: Bytes16(high: 0xAB, low: 0), second: Bytes16(high: 2, low: 3))))
        sink.text(named: "none", nil)
        sink.endObject()
        let read = sink.body(named: "body", ([0xA1, 0x01, 0x82, 0x41, 0xFF, 0x61, 0x61] as [UInt8]).span.bytes, nil)
        #expect(read.isRead && read.key == nil)
        #expect(!sink.body(named: "broken", ([0xA1, 0x01, 0x82, 0x41] as [UInt8]).span.bytes, nil).isRead)
        sink.text(named: "last", "")
        sink.endObject()
    }

    @Test func bytesAndValuesSayTheSame() throws {
        var bytes = JSONBytes(Array("before\n".utf8))
        write(&bytes)
        bytes.endLine()
        bytes.integer(1)
        var tree = JSONTree()
        write(&tree)
        let expected = #"""
            {"a":"one \"two\"\n","list":[-7,[],{},true,null,-0.5,18446744073709551615,-9223372036854775808],"inner":{"date":"2026-02-10",\#
            "moment":"2026-02-10T13:00:00.5Z","short":"0000000000000001ffffffffffffffff",\#
            "long":"00000000000000ab000000000000000000000000000000020000000000000003"},"body":{"1":["ff","a"]},"last":""}
            """#
        #expect(tree.value.text == expected)
        #expect(String(decoding: bytes.bytes, as: UTF8.self) == "before\n" + expected + "\n1")
        #expect(try JSONParser.parse(Array(expected.utf8)) == tree.value)
    }

    /// Numbers of every length, and each kind of value behind another one, behind a name and at the beginning.
    @Test func numbersAndCommasStandWhereTheyBelong() throws {
        let numbers: [UInt64] = [0, 9, 10, 99, 100, 99_999_999, 100_000_000, 12_345_678_901, .max]
        let tenths = [0, 5, 10, 15, 999, 99_999_999, 100_000_000, -1, -15]
        func write(_ sink: inout some JSONSink) {
            sink.beginArray()
            for number in numbers { sink.unsigned(number) }
            for number in tenths { sink.tenths(number) }
            sink.integer(.max)
            sink.text(plain: ("plain" as String).utf8.span.bytes)
            sink.text(plain: ("" as String).utf8.span.bytes)
            sink.hex(([0, 0xFF] as [UInt8]).span.bytes)
            sink.beginObject()
            sink.name("é\n")
            sink.date(CivilDate("0001-01-01")!)
            sink.endObject()
            sink.date(CivilDate(day: 3_000_000))
            sink.instant(Instant(milliseconds: 3_000_000 * 86_400_000))
            sink.endArray()
        }
        var tree = JSONTree()
        write(&tree)
        var bytes = JSONBytes()
        write(&bytes)
        let stated: [String] = numbers.map { String($0) } + tenths.map { Digits.tenths($0) }
        let expected: String =
            "[" + stated.joined(separator: ",")
            + #",9223372036854775807,"plain","","00ff",{"é\n":"0001-01-01"},"10183-09-21","10183-09-21T00:00:00Z"]"#
        #expect(tree.value.text == expected)
        #expect(String(decoding: bytes.bytes, as: UTF8.self) == expected)
        // Parts taken away, and bytes of others, leave the commas where they were.
        var parts = JSONBytes()
        parts.beginArray()
        parts.integer(1)
        let first = parts.drain()
        parts.value(written: Array("x[2,3]y".utf8)[1...5])
        parts.text { $0 += Array("four".utf8) }
        parts.endArray()
        #expect(String(decoding: first + parts.bytes, as: UTF8.self) == #"[1,[2,3],"four"]"#)
        var line = Array("before ".utf8)
        JSONBytes.write(to: &line) { $0.null() }
        #expect(String(decoding: line, as: UTF8.self) == "before null")
    }

    /// The search for the fields of a body begins at the last one. It finds fields in any order, and names others by
    /// their keys.
    @Test func fieldsAreFoundInAnyOrder() throws {
        let schema = try #require(LogbookSchemas.all.first { $0.type == "flight.logged" })
        let (date, from, to) = (
            schema.field(named: "date")!.key, schema.field(named: "from")!.key, schema.field(named: "to")!.key
        )
        #expect(Set([date, from, to]).isSubset(of: 1...23))
        let bodies: [([UInt8], String)] = [
            (
                [0xA3, UInt8(to), 0x61, 0x42, UInt8(from), 0x61, 0x41, UInt8(date), 0x00],
                #"{"to":"B","from":"A","date":"1970-01-01"}"#
            ),
            ([0xA3, UInt8(from), 0x61, 0x41, 0x18, 0x3F, 0x01, UInt8(to), 0xF6], #"{"from":"A","63":1,"to":null}"#),
            ([0xA2, UInt8(from), 0x61, 0x41, UInt8(from), 0x61, 0x42], #"{"from":"A","from":"B"}"#), ([0xA0], "{}"),
        ]
        for (body, expected) in bodies { #expect(try BodyView.json(body.span.bytes, schema).data.text == expected) }
    }

    /// Texts are looked through eight bytes at a time: every character at every place of short ones.
    @Test func everyCharacterIsEscapedWhereverItStands() throws {
        for scalar in (0...0xFF).map({ Unicode.Scalar($0)! }) + ["\u{2028}", "é", "漢", "😀"] {
            for count in 0...17 {
                for place in 0...count {
                    let text =
                        String(repeating: "x", count: place) + String(scalar)
                        + String(repeating: "y", count: count - place)
                    var bytes: [UInt8] = []
                    JSONValue.write(text, into: &bytes)
                    let mustBe: String
                    switch scalar {
                    case "\"", "\\": mustBe = "\\" + String(scalar)
                    case "\n": mustBe = "\\n"
                    case "\r": mustBe = "\\r"
                    case "\t": mustBe = "\\t"
                    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                        mustBe = "\\u00" + Hex.encode([UInt8(scalar.value)])
                    default: mustBe = String(scalar)
                    }
                    let expected =
                        "\"" + String(repeating: "x", count: place) + mustBe
                        + String(repeating: "y", count: count - place) + "\""
                    guard Array(expected.utf8) == bytes else {
                        Issue.record(
                            "\(scalar.value) at \(place) of \(count): \(String(decoding: bytes, as: UTF8.self))")
                        return
                    }
                }
            }
        }
    }

    @Test func base64IsThatOfTheStandard() throws {
        // RFC 4648 §10.
        for (text, encoded) in [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            #expect(Base64.encode(Array(text.utf8)) == encoded)
            #expect(Base64.decode(encoded) == Array(text.utf8))
        }
        // Every value of six bits at every place of a group, written several groups at a time.
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        let all = try #require(Base64.decode(alphabet))
        #expect(Base64.encode(all) == alphabet && all.count == 48)
        for turn in 0..<16 {
            let turned = String(alphabet.dropFirst(turn * 4) + alphabet.prefix(turn * 4))
            let shifted = String(turned.dropFirst(turn % 4) + turned.prefix(turn % 4))
            #expect(Base64.decode(shifted).map(Base64.encode) == shifted)
        }
        for count in 0...40 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ 250) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }
}
