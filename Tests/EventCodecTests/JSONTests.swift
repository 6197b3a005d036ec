import EventCodec
import Foundation
import Testing

private func parse(_ text: String) throws(JSONError) -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

private func error(_ bytes: [UInt8]) -> String? {
    do throws(JSONError) {
        _ = try JSONParser.parse(bytes)
        return nil
    } catch { return error.description }
}

private func lines(_ name: String) throws -> [[UInt8]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/corpora")
    return Array(try Data(contentsOf: folder.appending(path: name))).split(separator: 0x0A).map { Array($0) }
}

@Suite struct JSONTests {
    @Test func theCorpusIsReadAndRefused() throws {
        let accepted = try lines("json-accepted.txt")
        let refused = try lines("json-refused.txt")
        #expect(accepted.count == 35 && refused.count == 65)
        for text in accepted { #expect(error(text) == nil, "\(String(decoding: text, as: UTF8.self))") }
        for text in refused { #expect(error(text) != nil, "\(String(decoding: text, as: UTF8.self))") }
    }

    @Test(arguments: [
        ("", "the text ends early at byte 0"), ("{\"a\":1,\"a\":2}", "the name \"a\" stands twice at byte 10"),
        ("{\"a\":1,\"\\u0061\":2}", "the name \"a\" stands twice at byte 15"),
        ("{\"a\" 1}", "a colon is missing at byte 5"), ("{1:2}", "a member's name is missing at byte 1"),
        ("{\"a\":1]", "a comma or a closing brace is missing at byte 6"),
        ("[1}", "a comma or a closing bracket is missing at byte 2"),
        ("[1,]", "neither a value nor a number at byte 3"), ("01", "a number with a leading zero at byte 2"),
        ("1.", "neither a value nor a number at byte 2"), ("nul", "an unknown word at byte 3"),
        ("\"a", "text that does not end at byte 2"), ("\"\\", "text that does not end at byte 2"),
        ("\"\\x\"", "an unknown escape at byte 3"), ("\"\\ud83d\"", "half a surrogate pair at byte 7"),
        ("\"\\udc00\"", "half a surrogate pair at byte 7"),
        ("\"\\u12g4\"", "an escape with a wrong digit at byte 5"), ("\"\\u12", "an escape that ends early at byte 3"),
        ("\"\u{1}\"", "a control character in text at byte 1"),
        ("1 2", "text after the value at byte 2"),
        (String(repeating: "[", count: 33), "nesting deeper than 32 at byte 32"),
        (String(repeating: "1", count: 65), "a number longer than 64 characters at byte 65"),
    ])
    func everyFaultIsNamedWithItsPlace(text: String, expected: String) {
        #expect(error(Array(text.utf8)) == expected)
    }

    @Test func textMustBeUTF8() {
        for utf8 in ["22c08022", "22eda08022", "22ff22", "22c322", "22f490808022"] {
            #expect(error(bytes(utf8))?.hasPrefix("text that is not UTF-8") == true, "\(utf8)")
        }
    }

    @Test func escapesBecomeTheirCharacters() throws {
        #expect(try parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"") == .string("\"\\/\u{8}\u{C}\n\r\t"))
        #expect(try parse("\"\\u00e9\\uD83D\\uDe00\\uFFFF\\u0000\"") == .string("é\u{1F600}\u{FFFF}\u{0}"))
    }

    @Test func numbersKeepTheirText() throws {
        for text in ["0", "-0", "1.50", "1e3", "1E-02", "123456789012345678901234567890"] {
            #expect(try parse(text) == .number(text))
        }
        #expect(try parse("9223372036854775807").integerValue == .max)
        #expect(try parse("9223372036854775808").integerValue == nil)
        #expect(try parse("1.0").integerValue == nil)
        #expect(try parse("1e3").integerValue == nil)
    }

    @Test func membersKeepTheirOrder() throws {
        let value = try parse(" { \"b\" : 1 , \"a\" : [ ] } ")
        #expect(value == .object([.init("b", .number("1")), .init("a", .array([]))]))
        #expect(value["a"] == .array([]))
        #expect(value["c"] == nil)
        #expect(JSONValue.null["a"] == nil)
    }

    @Test func textIsWrittenOnOneLineWithoutNeedlessEscapes() throws {
        let value = JSONValue.object(pairs: [
            "s": .string("\"\\/\u{8}\n\r\t\u{1F}\u{7F}é\u{2028}"), "n": .number("1.50"), "left out": nil, "null": .null,
            "l": .array([.bool(true), .bool(false), .integer(-3)]),
        ])
        let text =
            "{\"s\":\"\\\"\\\\/\\u0008\\n\\r\\t\\u001f\\u007fé\u{2028}\",\"n\":1.50,\"null\":null,\"l\":[true,false,-3]}"
        #expect(value.text == text)
        #expect(try parse(text) == value)
    }
}
