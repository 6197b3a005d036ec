import EventModel

/// The keys that signed under each certificate number, in whatever spelling.
struct CertificateKeys {
    private typealias Held = [String: [KeySignature]]

    // Two signatures at most under each name, with different keys.
    /// Numbers in ASCII, by their text.
    private var plain: Held = [:]
    /// Numbers with other letters, by their digits.
    private var foreign: Held = [:]
    /// All, by their digits.
    private var all: Held = [:]

    /// An earlier signature under the same number by another key; nil for the first key. Notes this signature.
    ///
    /// - Complexity: O(characters of the number).
    mutating func other(than signature: KeySignature) -> KeySignature? {
        let number = CertificateNumber(signature.certificate)
        let earlier =
            number.hasOtherLetters
            ? all[number.digits, default: []]
            : plain[number.text, default: []].prefix(1) + foreign[number.digits, default: []]
        CertificateKeys.note(signature, in: &all[number.digits, default: []])
        if number.hasOtherLetters {
            CertificateKeys.note(signature, in: &foreign[number.digits, default: []])
        } else {
            CertificateKeys.note(signature, in: &plain[number.text, default: []])
        }
        return earlier.first { $0.key != signature.key }
    }

    /// Two with different keys show a second key to every later one.
    private static func note(_ signature: KeySignature, in held: inout [KeySignature]) {
        if held.count < 2, held.allSatisfy({ $0.key != signature.key }) { held.append(signature) }
    }
}
