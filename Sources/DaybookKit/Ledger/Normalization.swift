import EventCodec
import Foundation

/// Texts in Normalization Form C (Unicode UAX #15), as they are stored.
enum Text {
    /// From Foundation, but for Hangul: Foundation of Swift 6.3.1 on Linux leaves a syllable and its final letter
    /// apart, and makes U+FFFD of letters that no longer compose. Hangul composes by arithmetic and with nothing else.
    static let normalize: @Sendable (String) -> String = { text in
        if TextCheck.isStorable(text) { return text }
        var result = String.UnicodeScalarView()
        var others = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if Hangul.contains(scalar) {
                result.append(contentsOf: String(others).precomposedStringWithCanonicalMapping.unicodeScalars)
                others.removeAll()
                Hangul.append(scalar, to: &result)
            } else {
                others.append(scalar)
            }
        }
        result.append(contentsOf: String(others).precomposedStringWithCanonicalMapping.unicodeScalars)
        return String(result)
    }
}

/// The Unicode Standard, section 3.12: conjoining letters and syllables.
private enum Hangul {
    private static let (syllables, leads, vowels, tails): (UInt32, UInt32, UInt32, UInt32) = (
        0xAC00, 0x1100, 0x1161, 0x11A7
    )
    private static let (leadCount, vowelCount, tailCount): (UInt32, UInt32, UInt32) = (19, 21, 28)

    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xD7B0...0xD7FF: true
        default: false
        }
    }

    /// Adds a scalar, composed with the one before it where they are one syllable.
    static func append(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
        if let last = text.last, let composed = compose(last.value, scalar.value) {
            text.removeLast()
            text.append(composed)
        } else {
            text.append(scalar)
        }
    }

    private static func compose(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
        if (leads..<leads + leadCount).contains(first), (vowels..<vowels + vowelCount).contains(second) {
            return Unicode.Scalar(syllables + ((first - leads) * vowelCount + (second - vowels)) * tailCount)
        }
        let isOpen =
            (syllables..<syllables + leadCount * vowelCount * tailCount).contains(first)
            && (first - syllables).isMultiple(of: tailCount)
        if isOpen, (tails + 1..<tails + tailCount).contains(second) { return Unicode.Scalar(first + second - tails) }
        return nil
    }
}
