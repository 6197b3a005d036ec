import EventCodec
@_spi(_Unicode) import Swift

/// Texts in Normalization Form C (Unicode UAX #15), as they are stored.
package enum Text {
    /// By the tables of the standard library. It offers them to Foundation under `@_spi(_Unicode)`; Foundation itself
    /// would bring 60 MB of ICU (docs/decisions/0053-zones-of-the-machine.md).
    package static let normalize: @Sendable (String) -> String = { text in
        if TextCheck.isStorable(text) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text._nfc { result.append(scalar) }
        return String(result)
    }
}
