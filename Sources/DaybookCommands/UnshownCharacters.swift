/// Characters that are not written to a terminal as they are: they steer it, or show nothing, or turn the direction of what follows.
enum UnshownCharacters {
    static func holds(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // C0, DEL and C1.
        case 0..<0x20, 0x7F..<0xA0: true
        // Marks, embeddings, overrides and isolates of direction; the separators of lines and paragraphs.
        case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F: true
        // Without width: the zero-width space, invisible operators, byte order mark, marks of annotations, tags. Joiners stay: scripts and emoji need them.
        case 0x180E, 0x200B, 0x2060...0x2064, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }

    /// Whether a text holds any, by its UTF-8: most texts hold none.
    static func isIn(_ text: String) -> Bool {
        let units = text.utf8.span
        for index in units.indices {
            let unit = units[index]
            if unit < 0x20 || unit == 0x7F { return true }
            guard mayBegin(unit), let scalar = scalar(at: index, units.count, { units[$0] }) else { continue }
            if holds(scalar) { return true }
        }
        return false
    }

    /// Whether the UTF-8 of one of them, of more than one byte, can begin so.
    static func mayBegin(_ unit: UInt8) -> Bool {
        switch unit {
        case 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF3: true
        default: false
        }
    }

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
            if let scalar = UnshownCharacters.scalar(at: index, bytes.count, { bytes[$0] }), UnshownCharacters.holds(scalar) {
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
        return Array("\\u".utf8) + Array(repeating: UInt8(ascii: "0"), count: 4 - digits.utf8.count) + Array(digits.utf8)
    }
}
