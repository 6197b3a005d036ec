/// Characters that are not written to a terminal as they are.
///
/// They steer it, show nothing, or turn the direction of what follows.
///
/// Unicode's properties decide: controls, formats, separators of lines and paragraphs, private use, noncharacters and
/// everything that is ignored where it has no glyph; and U+2800, which is a blank that is none.
enum UnshownCharacters {
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F: return false
        // C0, DEL and C1.
        case 0..<0xA0: return true
        case 0xA0..<0x300: return scalar.value == 0xAD
        case 0x2800, 0xFDD0...0xFDEF: return true
        case let value where value & 0xFFFE == 0xFFFE: return true
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .format, .privateUse, .lineSeparator, .paragraphSeparator, .surrogate: return true
        default: return properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether a character that `holds` is one that ordinary text needs where it stands: what it does there is seen.
    ///
    /// The presentation selector and the joiner of emoji; joiners after an Indic virama; the non-joiner between Arabic
    /// letters of which the first would join.
    static func isNeeded(_ scalar: Unicode.Scalar, after: Unicode.Scalar?, before: Unicode.Scalar?) -> Bool {
        guard let after else { return false }
        switch scalar.value {
        case 0xFE0F: return isEmoji(after)
        case 0x200D:
            guard let before else { return false }
            if isVirama(after) { return before.properties.isAlphabetic }
            return (isEmoji(after) || after.value == 0xFE0F) && isEmoji(before)
        case 0x200C:
            guard let before else { return false }
            return (isVirama(after) || joinsForward(after) && isArabic(before)) && before.properties.isAlphabetic
        default: return false
        }
    }

    /// Digits and signs of ASCII are emoji, too, for Unicode.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0xFF && scalar.properties.isEmoji }
    private static func isVirama(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass == .virama
    }
    private static func isArabic(_ scalar: Unicode.Scalar) -> Bool { (0x0620...0x06D3).contains(scalar.value) }

    /// Whether an Arabic letter joins the one after it (ArabicShaping.txt: dual-joining).
    private static func joinsForward(_ scalar: Unicode.Scalar) -> Bool {
        guard isArabic(scalar), scalar.properties.generalCategory == .otherLetter else { return false }
        switch scalar.value {
        case 0x0621...0x0625, 0x0627, 0x0629, 0x062F...0x0632, 0x0648, 0x0671...0x0677, 0x0688...0x0699, 0x06C0,
            0x06C3...0x06CB, 0x06CD, 0x06CF, 0x06D2...0x06D3:
            return false
        default: return true
        }
    }

    /// Whether a text holds any that it does not need, by its UTF-8: most texts hold none.
    static func isIn(_ text: String) -> Bool {
        guard text.utf8.contains(where: { !(0x20..<0x7F).contains($0) }) else { return false }
        return contains(text) { _ in false }
    }

    /// Whether a text holds any that it does not need, other than those let pass.
    static func contains(_ text: String, except isLetPass: (Unicode.Scalar) -> Bool) -> Bool {
        var found = false
        walk(text) { scalar, isShown in found = found || !isShown && !isLetPass(scalar) }
        return found
    }

    /// A text with a sign in the place of each that it does not need.
    static func replaced(in text: String, _ sign: (Unicode.Scalar) -> Unicode.Scalar) -> String {
        var result = String.UnicodeScalarView()
        walk(text) { scalar, isShown in result.append(isShown ? scalar : sign(scalar)) }
        return String(result)
    }

    private static func walk(_ text: String, _ body: (_ scalar: Unicode.Scalar, _ isShown: Bool) -> Void) {
        let scalars = text.unicodeScalars
        var before: Unicode.Scalar?
        for index in scalars.indices {
            let scalar = scalars[index]
            var isShown = !contains(scalar)
            if !isShown, before != nil {
                let next = scalars.index(after: index)
                isShown = isNeeded(scalar, after: before, before: next < scalars.endIndex ? scalars[next] : nil)
            }
            body(scalar, isShown)
            before = scalar
        }
    }

    /// Whether the UTF-8 of more than one byte begins so.
    static func mayBegin(_ unit: UInt8) -> Bool { unit >= 0xC2 }

    /// The scalar of a valid sequence of two bytes or more; nil where it ends beyond the bytes.
    static func scalar(at start: Int, _ count: Int, _ unit: (Int) -> UInt8) -> Unicode.Scalar? {
        let first = unit(start)
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard start + length <= count else { return nil }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for index in start + 1..<start + length { value = value << 6 | UInt32(unit(index)) & 0x3F }
        return Unicode.Scalar(value)
    }
}

/// Writes such characters of JSON as escapes (RFC 8259 §7), so that the values stay what they are.
struct TerminalJSON {
    /// The beginning of a character whose other bytes come later.
    private var rest: [UInt8] = []

    mutating func escaped(_ more: [UInt8]) -> [UInt8] {
        let bytes = rest + more
        rest = []
        guard bytes.contains(where: { $0 >= 0x7F }) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let unit = bytes[index]
            if unit == 0x7F { result += TerminalJSON.escape(0x7F) }
            guard UnshownCharacters.mayBegin(unit) else {
                if unit != 0x7F { result.append(unit) }
                index += 1
                continue
            }
            let length = unit < 0xE0 ? 2 : unit < 0xF0 ? 3 : 4
            guard index + length <= bytes.count else {
                rest = Array(bytes[index...])
                break
            }
            if let scalar = UnshownCharacters.scalar(at: index, bytes.count, { bytes[$0] }),
                UnshownCharacters.contains(scalar)
            {
                for unit in String(scalar).utf16 { result += TerminalJSON.escape(unit) }
            } else {
                result += bytes[index..<index + length]
            }
            index += length
        }
        return result
    }

    private static func escape(_ unit: UInt16) -> [UInt8] {
        let digits = String(unit, radix: 16)
        return Array("\\u".utf8) + Array(repeating: UInt8(ascii: "0"), count: 4 - digits.utf8.count)
            + Array(digits.utf8)
    }
}
