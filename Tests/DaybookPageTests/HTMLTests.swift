import Testing

@testable import DaybookPage

@Suite struct HTMLTests {
    /// The text that a parser reads without markup: the reverse of the five names, by bytes.
    private func read(_ bytes: ArraySlice<UInt8>) -> String? {
        var result: [UInt8] = []
        var rest = bytes
        let names: [(String, UInt8)] = [
            ("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&#39;", 0x27), ("&#13;", 0x0D),
        ]
        while let byte = rest.first {
            if byte == 0x26 {
                guard let name = names.first(where: { rest.starts(with: $0.0.utf8) }) else { return nil }
                result.append(name.1)
                rest = rest.dropFirst(name.0.utf8.count)
            } else {
                if [0x3C, 0x3E, 0x22, 0x27].contains(byte) { return nil }
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(validating: result, as: UTF8.self)
    }

    @Test(
        "no sign of U+0000 to U+FFFF becomes markup, whatever mark stands behind it, in a text and in an attribute"
    ) func escaping() {
        let turning = Set<UInt32>([0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069))
        let marks = ["", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{FE00}", "\u{20DD}"]
        var count = 0
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for mark in marks {
                let text = "a\(Character(scalar))\(mark)z"
                var raw = "a"
                raw.unicodeScalars.append(scalar)
                raw += mark + "z"
                // The text as scalars: string interpolation may join characters.
                let expected = value == 0 || turning.contains(value) ? "a\u{FFFD}\(mark)z" : raw
                var html = HTML()
                html.text(raw)
                html.element(.p, .label(raw))
                let inText = html.bytes.prefix { $0 != UInt8(ascii: "<") }
                let behind = html.bytes[inText.endIndex...]
                let opening = Array("<p aria-label=\"".utf8)
                let inAttribute = behind.dropFirst(opening.count).prefix { $0 != UInt8(ascii: "\"") }
                guard behind.starts(with: opening), read(inText)?.utf8.elementsEqual(expected.utf8) == true,
                    read(inAttribute)?.utf8.elementsEqual(expected.utf8) == true,
                    behind.dropFirst(opening.count + inAttribute.count).elementsEqual("\"></p>\n".utf8)
                else {
                    Issue.record("U+\(String(value, radix: 16)) with \(mark.unicodeScalars.map(\.value)) in \(text)")
                    return
                }
                count += 1
            }
        }
        #expect(count == (0x10000 - 0x800) * marks.count)
    }

    @Test("a quote with an accent behind it is escaped, though it is one character") func joinedQuote() {
        var html = HTML()
        html.element(.input, .named("value", "\"\u{301}><script>alert(1)</script>"))
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(text == "<input value=\"&quot;\u{301}&gt;&lt;script&gt;alert(1)&lt;/script&gt;\">")
    }

    @Test("a control of the direction of letters is shown as U+FFFD, and a form sends it back") func turningControls() {
        let text = "\u{202E}KABC \u{2066}gnp.exe\u{2069}\u{200F}\u{061C}"
        let shown = "\u{FFFD}KABC \u{FFFD}gnp.exe\u{FFFD}\u{FFFD}\u{FFFD}"
        var html = HTML()
        html.text(text)
        html.isolated(text)
        html.element(.a, .label(text))
        html.element(.input, .named("value", text))
        html.element(.textarea, text: text)
        let fields = "<input value=\"\(text)\"><textarea>\n\(text)</textarea>"
        #expect(
            String(decoding: html.bytes, as: UTF8.self)
                == "\(shown)<bdi>\(shown)</bdi><a aria-label=\"\(shown)\"></a>\(fields)")
    }

    @Test("a text area keeps the line feed that begins its text") func textArea() {
        var html = HTML()
        html.element(.textarea, text: "\nsecond line")
        #expect(String(decoding: html.bytes, as: UTF8.self) == "<textarea>\n\nsecond line</textarea>")
    }
}
