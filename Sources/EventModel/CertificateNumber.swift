/// The number of a signer's certificate: what may be entered, and when two spellings are one number (docs/trust.md §7).
public struct CertificateNumber: Hashable, Sendable {
    /// Its ASCII letters in upper case and its digits, in order.
    public let text: String
    /// Its digits alone.
    public let digits: String
    /// Whether it holds letters outside ASCII, of which many look like others.
    public let hasOtherLetters: Bool

    /// Reads any spelling, also one that cannot be entered. O(scalars).
    public init(_ spelling: String) {
        var (text, digits, hasOtherLetters) = ("", "", false)
        for scalar in spelling.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            if let value = CertificateNumber.digits(scalar) {
                text += value
                digits += value
            } else if let letter = CertificateNumber.letter(scalar) {
                text.unicodeScalars.append(letter)
            } else if CertificateNumber.isLetter(scalar) {
                hasOtherLetters = true
            }
        }
        (self.text, self.digits, self.hasOtherLetters) = (text, digits, hasOtherLetters)
    }

    /// Whether both are spellings of one number: where one holds letters outside ASCII, the digits alone decide.
    public func isSame(as other: CertificateNumber) -> Bool {
        hasOtherLetters || other.hasOtherLetters ? digits == other.digits : text == other.text
    }

    // MARK: - Entry

    /// A number as a command or an import takes it: without blanks around it.
    public static func trimmed(_ entered: String) -> String {
        let scalars = entered.unicodeScalars
        let start = scalars.drop { $0.properties.isWhitespace }
        let end = start.lastIndex { !$0.properties.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }

    /// Why a number cannot be entered; nil where it can.
    ///
    /// - Returns: `certificate.characters`.
    public static func refusal(of number: String) -> Rejection? {
        let scalars = number.unicodeScalars
        if let wrong = scalars.first(where: { !mayStand($0) }) {
            let code = String(wrong.value, radix: 16, uppercase: true)
            return characters("it holds U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)")
        }
        return scalars.first == " " || scalars.last == " " ? characters("a space stands at its end") : nil
    }

    private static func characters(_ fault: String) -> Rejection {
        Rejection(
            code: "certificate.characters",
            message:
                "A certificate number holds letters, digits, spaces between them, and the signs - . / only: \(fault).",
            hint: "Type the number as it is printed on the certificate.")
    }

    private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        if [" ", "-", ".", "/"].contains(scalar) { return true }
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return scalar.properties.generalCategory == .decimalNumber || isLetter(scalar)
    }

    // MARK: - Characters

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    /// An ASCII letter in upper case, also of one in full width.
    private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let value = (0xFF01...0xFF5E).contains(scalar.value) ? scalar.value - 0xFEE0 : scalar.value
        switch value {
        case 0x41...0x5A: return Unicode.Scalar(value)
        case 0x61...0x7A: return Unicode.Scalar(value - 0x20)
        default: return nil
        }
    }

    /// The ASCII digits of a character that stands for a whole number, in any script and form.
    private static func digits(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: break
        default: return nil
        }
        guard let value = scalar.properties.numericValue, let whole = Int(exactly: value), whole >= 0 else {
            return nil
        }
        return String(whole)
    }
}
