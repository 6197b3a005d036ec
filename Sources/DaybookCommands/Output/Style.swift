import DaybookDomains

/// Colours for a terminal; none in a pipe or under NO_COLOR.
struct Style: Sendable {
    let isOn: Bool

    /// Not where NO_COLOR says so (no-color.org), nor on a terminal that knows no colours.
    static func isWanted(_ variables: [String: String]) -> Bool {
        (variables["NO_COLOR"] ?? "").isEmpty && variables["TERM"] != "dumb"
    }

    /// The meaning of a colour; the raw value is the code of ECMA-48 §8.3.117.
    enum Paint: UInt8 { case strong = 1, faint = 2, bad = 31, good = 32, warning = 33 }

    func strong(_ text: String) -> String { paint(text, .strong) }
    func faint(_ text: String) -> String { paint(text, .faint) }
    func good(_ text: String) -> String { paint(text, .good) }
    func warning(_ text: String) -> String { paint(text, .warning) }
    func bad(_ text: String) -> String { paint(text, .bad) }

    /// Appends the UTF-8 of a text.
    func paint(_ text: some Collection<UInt8>, _ paint: Paint?, into bytes: inout [UInt8]) {
        guard isOn, let paint else { return bytes.append(contentsOf: text) }
        bytes.append(contentsOf: "\u{1B}[\(paint.rawValue)m".utf8)
        bytes.append(contentsOf: text)
        bytes.append(contentsOf: "\u{1B}[0m".utf8)
    }

    func paint(_ text: String, _ paint: Paint?) -> String {
        guard isOn, let paint else { return text }
        return "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
    }
}

/// Texts from events on their way to a screen.
enum Text {
    /// Without what a terminal must not get (``UnshownCharacters``).
    static func shown(_ text: String) -> String {
        if isPlain(text) { return text }
        guard UnshownCharacters.isIn(text) else { return text }
        return UnshownCharacters.replaced(in: text) { $0 == "\n" || $0 == "\t" ? " " : "\u{FFFD}" }
    }

    /// A line on its way out, with its line feeds and its colors, but without anything else that `shown` takes away.
    ///
    /// Every line passes here, so that a text that a command puts into a line unseen cannot steer a terminal.
    static func printed(_ line: String) -> String {
        guard line.utf8.contains(where: { $0 >= 0x7F || $0 < 0x20 && $0 != 0x0A && $0 != 0x1B }) else { return line }
        let mayPass: (Unicode.Scalar) -> Bool = { $0 == "\n" || $0 == "\t" || $0 == "\u{1B}" }
        guard UnshownCharacters.contains(line, except: mayPass) else { return line }
        return UnshownCharacters.replaced(in: line) { mayPass($0) ? $0 : "\u{FFFD}" }
    }

    /// Whether it is printable ASCII alone, so that each byte is one character.
    static func isPlain(_ text: String) -> Bool { plainCount(text, atMost: Int.max) == text.utf8.count }

    /// How many bytes it begins with, of those asked about, that are printable ASCII.
    static func plainCount(_ text: String, atMost most: Int) -> Int {
        let units = text.utf8.span
        let end = min(units.count, most)
        var count = 0
        while count < end, (0x20..<0x7F).contains(units[count]) { count += 1 }
        return count
    }

    /// Cut to a width, with an ellipsis.
    static func cut(_ text: String, to width: Int) -> String {
        // A character takes at least one byte.
        if text.utf8.count <= width { return text }
        // Where all are one byte each, up to what follows the cut, nothing joins there.
        let start = text.utf8.prefix(width + 1)
        if start.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
            return String(decoding: start.prefix(width - 1), as: UTF8.self) + "…"
        }
        return Text.width(text) <= width ? text : String(text.prefix(width - 1)) + "…"
    }

    /// How many characters it has, where all are simple ones: none of them joins another or moves the cursor.
    static func simpleWidth(_ text: String) -> Int? {
        let units = text.utf8.span
        var (count, index) = (0, 0)
        while index < units.count {
            switch units[index] {
            case 0x20..<0x7F: index += 1
            // U+00A0 to U+02FF: two bytes.
            case 0xC2 where units[index + 1] >= 0xA0 && units[index + 1] != 0xAD, 0xC3...0xCB: index += 2
            // U+2010 to U+2027 (dashes, quotes, points) and U+2180 to U+21BF (arrows): three bytes.
            case 0xE2
            where units[index + 1] == 0x86 || units[index + 1] == 0x80 && (0x90...0xA7).contains(units[index + 2]):
                index += 3
            default: return nil
            }
            count += 1
        }
        return count
    }

    /// How many characters it has. Where all are simple ones, each its own scalar, without looking for what joins them.
    static func width(_ text: String) -> Int { simpleWidth(text) ?? text.count }

    /// How many times an alarm was missed: more than are counted are not said to be so many.
    static func missed(_ count: Int) -> String { AlarmRules.isCap(count) ? "at least \(count)" : "\(count)" }

    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// A count with a comma before each three digits.
    static func thousands(_ number: Int) -> String {
        let digits = Array(String(number))
        return String(
            digits.indices.flatMap { index -> [Character] in
                index > 0 && (digits.count - index).isMultiple(of: 3) ? [",", digits[index]] : [digits[index]]
            })
    }

    /// For a member `warnings`, which is there when there are any.
    static func warnings(_ warnings: [String]) -> JSONValue? {
        warnings.isEmpty ? nil : .array(warnings.map { .string($0) })
    }

    /// A value of a field as a person reads it.
    static func value(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null?: "–"
        case .string(let text)?: text.isEmpty ? "\"\"" : shown(text)
        case .bool(let flag)?: flag ? "yes" : "no"
        case let other?: shown(other.text)
        }
    }

    /// An instant on the wall clock of a zone, to the minute.
    static func time(_ instant: Instant, _ zone: any ZoneRules) -> String {
        var bytes: [UInt8] = []
        writeTime(instant, zone, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends what `time` gives.
    static func writeTime(_ instant: Instant, _ zone: any ZoneRules, into bytes: inout [UInt8]) {
        let (date, millisecond) = instant.local(offsetSeconds: zone.offsetSeconds(at: instant))
        let minute = millisecond / 60_000
        date.write(into: &bytes)
        bytes.append(UInt8(ascii: " "))
        Digits.write(minute / 60, width: 2, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Digits.write(minute % 60, width: 2, into: &bytes)
    }
}
