import Foundation

/// Normalization Form C (Unicode UAX #15), as what is stored must have it.
///
/// Foundation's normalisation of Swift 6.3.1 is wrong for conjoining Hangul (it leaves U+D558 U+11AB apart, and makes
/// U+FFFD of U+1113 U+1169 U+11AB), so runs of Hangul are composed here, by the arithmetic of The Unicode Standard
/// §3.12. Hangul composes with nothing else and all of it is of combining class 0, so a text may be cut around it.
enum Normal {
    static func formC(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var run = String.UnicodeScalarView()
        var isHangulRun = false
        func finish() {
            if run.isEmpty { return }
            let composed = isHangulRun ? hangul(run) : String(run).precomposedStringWithCanonicalMapping.unicodeScalars
            result.append(contentsOf: composed)
            run = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            let isHangul = (0x1100...0x11FF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
            if isHangul != isHangulRun {
                finish()
                isHangulRun = isHangul
            }
            run.append(scalar)
        }
        finish()
        return String(result)
    }

    private static func hangul(_ run: String.UnicodeScalarView) -> String.UnicodeScalarView {
        var result: [UInt32] = []
        for value in run.map(\.value) {
            guard let last = result.last else {
                result.append(value)
                continue
            }
            let isPairOfLetters = (0x1100...0x1112).contains(last) && (0x1161...0x1175).contains(value)
            let isOpenSyllable = (0xAC00...0xD7A3).contains(last) && (last - 0xAC00) % 28 == 0
            if isPairOfLetters {
                result[result.count - 1] = 0xAC00 + ((last - 0x1100) * 21 + (value - 0x1161)) * 28
            } else if isOpenSyllable, (0x11A8...0x11C2).contains(value) {
                result[result.count - 1] = last + (value - 0x11A7)
            } else {
                result.append(value)
            }
        }
        var scalars = String.UnicodeScalarView()
        for value in result { scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}") }
        return scalars
    }
}
