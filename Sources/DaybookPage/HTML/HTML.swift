/// A piece of HTML, written element by element.
///
/// Text gets in by ``text(_:)`` and by the value of an ``Attribute`` alone, both of which escape it. Tags and names of
/// attributes are literals of this program.
///
/// A control that turns the direction of letters is shown as U+FFFD. What a form sends back keeps it: the attribute
/// `value` and the text of a text area.
struct HTML: Sendable {
    private(set) var bytes: [UInt8] = []

    /// An element that this program writes.
    enum Tag: String {
        case a, article, bdi, body, button, canvas, caption, circle, code, datalist, dd, del, details, dialog, div, dl
        case dt, fieldset, footer, form, h1, h2, h3, head, header, html, img, input, ins, kbd, label, legend, li, line
        case link, main, meta, nav, noscript, ol, option, output, p, path, pre, progress, rect, script, section, select
        case small, span, strong, summary, svg, table, tbody, td, text, textarea, th, thead, time, title, tr, ul

        /// Without content and without an end tag.
        var isVoid: Bool {
            switch self {
            case .img, .input, .link, .meta: true
            default: false
            }
        }
    }

    /// An attribute; its value is always written in double quotes.
    struct Attribute {
        fileprivate let name: StaticString
        fileprivate let value: String?

        static func named(_ name: StaticString, _ value: String) -> Attribute { Attribute(name: name, value: value) }
        /// One without a value, such as `disabled`; nil where it is off.
        static func flag(_ name: StaticString, _ isOn: Bool = true) -> Attribute? {
            isOn ? Attribute(name: name, value: nil) : nil
        }
        static func `class`(_ value: String) -> Attribute { .named("class", value) }
        static func id(_ value: String) -> Attribute { .named("id", value) }
        static func href(_ address: PageAddress) -> Attribute { .named("href", address.text) }
        static func label(_ value: String) -> Attribute { .named("aria-label", value) }
    }

    mutating func element(
        _ tag: Tag, _ attributes: Attribute?..., content: (inout HTML) throws -> Void
    ) rethrows {
        open(tag, attributes)
        try content(&self)
        close(tag)
    }

    /// An element that holds one text.
    mutating func element(_ tag: Tag, _ attributes: Attribute?..., text: String) {
        open(tag, attributes)
        append(escaped: text, isSent: tag == .textarea)
        close(tag)
    }

    /// An element without content.
    mutating func element(_ tag: Tag, _ attributes: Attribute?...) {
        open(tag, attributes)
        if !tag.isVoid { close(tag) }
    }

    private mutating func open(_ tag: Tag, _ attributes: [Attribute?]) {
        bytes.append(UInt8(ascii: "<"))
        bytes.append(contentsOf: tag.rawValue.utf8)
        for case let attribute? in attributes { append(attribute) }
        bytes.append(UInt8(ascii: ">"))
        // A parser drops a line feed that begins a text area.
        if tag == .textarea { bytes.append(UInt8(ascii: "\n")) }
    }

    private mutating func close(_ tag: Tag) {
        bytes.append(contentsOf: "</".utf8)
        bytes.append(contentsOf: tag.rawValue.utf8)
        bytes.append(UInt8(ascii: ">"))
        if HTML.linesEnd.contains(tag) { bytes.append(UInt8(ascii: "\n")) }
    }

    /// Behind these a line feed means nothing, and a person who reads the source finds lines.
    private static let linesEnd: Set<Tag> = [
        .article, .dl, .div, .footer, .form, .h1, .h2, .h3, .head, .header, .li, .main, .nav, .p, .section, .table,
        .title, .tr, .ul, .ol,
    ]

    /// A text of which nothing becomes markup.
    ///
    /// It goes over bytes: as a `Character`, `"` with U+0301 behind it is no `"`.
    mutating func text(_ text: String) { append(escaped: text, isSent: false) }

    /// Text of the ledger: letters that go from right to left turn nothing around it.
    mutating func isolated(_ text: String) { element(.bdi) { $0.text(text) } }

    /// Appends a part that was written apart.
    mutating func append(_ other: HTML) { bytes.append(contentsOf: other.bytes) }

    /// Appends the bytes of a part that was written apart.
    mutating func append(written other: ArraySlice<UInt8>) { bytes.append(contentsOf: other) }

    /// The line before the document.
    mutating func documentType() { bytes.append(contentsOf: "<!DOCTYPE html>\n".utf8) }

    private mutating func append(_ attribute: Attribute) {
        bytes.append(UInt8(ascii: " "))
        let name = "\(attribute.name)"
        bytes.append(contentsOf: name.utf8)
        guard let value = attribute.value else { return }
        bytes.append(contentsOf: "=\"".utf8)
        append(escaped: value, isSent: name == "value")
        bytes.append(UInt8(ascii: "\""))
    }

    /// - Parameter isSent: Whether a form sends the text back.
    private mutating func append(escaped text: String, isSent: Bool) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
            case UInt8(ascii: "'"): bytes.append(contentsOf: "&#39;".utf8)
            // A parser reads a carriage return as a line feed, and has no place for U+0000.
            case 0x0D: bytes.append(contentsOf: "&#13;".utf8)
            case 0: bytes.append(contentsOf: "\u{FFFD}".utf8)
            default:
                bytes.append(byte)
                if !isSent, byte >= 0x80 { replaceTurningControl() }
            }
        }
    }

    /// Replaces a control of the direction of letters that ends the bytes: U+061C, U+200E, U+200F, U+202A to U+202E,
    /// U+2066 to U+2069.
    private mutating func replaceTurningControl() {
        let length: Int
        switch bytes[bytes.count - 1] {
        case 0x9C where bytes.suffix(2).elementsEqual([0xD8, 0x9C]): length = 2
        case 0x8E...0x8F, 0xAA...0xAE: length = bytes.suffix(3).dropLast().elementsEqual([0xE2, 0x80]) ? 3 : 0
        case 0xA6...0xA9: length = bytes.suffix(3).dropLast().elementsEqual([0xE2, 0x81]) ? 3 : 0
        default: length = 0
        }
        if length == 0 { return }
        bytes.removeLast(length)
        bytes.append(contentsOf: "\u{FFFD}".utf8)
    }
}
