import Foundation

/// Unicode normalisation as Foundation does it: what the programs hand to the codec.
enum Normal {
    static func formC(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }
}
