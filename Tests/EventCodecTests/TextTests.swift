import EventCodec
import EventModel
import Foundation
import LedgerTestSupport
import Testing

/// The rules of stored text: UTF-8, Normalization Form C, no U+0000; checked eight bytes at a time.
@Suite struct TextTests {
    private func textFault(_ utf8: [UInt8]) -> CBORError.Reason? {
        var writer = CBORWriter()
        writer.data(utf8)
        var item = writer.bytes
        item[0] |= 0x20  // A byte string's head, made that of a text.
        return fault(item)?.reason
    }

    /// Every place of one wrong byte, in texts of every length around one, two and three words.
    @Test func aFaultIsFoundWhereverItStands() {
        for count in 1...26 {
            let plain = [UInt8](repeating: 0x61, count: count)
            #expect(textFault(plain) == nil, "\(count) letters")
            for place in 0..<count {
                for (byte, expected) in [
                    (UInt8(0x00), CBORError.Reason.textHoldsNUL), (0x80, .textNotUTF8), (0xFF, .textNotUTF8),
                    (0xC3, .textNotUTF8),
                ] {
                    var text = plain
                    text[place] = byte
                    #expect(textFault(text) == expected, "byte \(byte) at \(place) of \(count)")
                }
                var control = plain
                control[place] = 0x01
                #expect(textFault(control) == nil, "U+0001 at \(place) of \(count)")
                control[place] = 0x7F
                #expect(textFault(control) == nil, "U+007F at \(place) of \(count)")
            }
        }
    }

    /// U+0000 is found although bytes before it are not ASCII, and an ASCII word with high bits next to it is no fault.
    @Test func zeroIsFoundBesideOtherBytes() {
        #expect(textFault(Array("é".utf8) + [0]) == .textHoldsNUL)
        #expect(textFault([0] + Array("é".utf8)) == .textHoldsNUL)
        #expect(textFault(Array("1234567é".utf8)) == nil)
        #expect(textFault(Array("12345678é".utf8)) == nil)
        #expect(textFault([0x01, 0x00, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01]) == .textHoldsNUL)
        #expect(textFault([UInt8](repeating: 0x01, count: 8)) == nil)
    }

    @Test(arguments: [
        ("c3a9", true), ("65cc81", false), ("cc81", true), ("e284aa", false), ("e284a6", false), ("cd84", false),
        ("ea b0 80", true),
        ("e18480e185a1", false), ("eab080e186a8", false), ("ed9598e186ab", false), ("e18493e185a9e186ab", true),
        ("71cca7cc81", true), ("71cc81cca7", false),
        ("e0a495e0a4bc", true), ("e0a598", false), ("f09d859e", false), ("efbfbf", true), ("f48fbfbf", true),
        ("e1ba9be0a3a3", true),
    ])
    func onlyFormCIsText(utf8: String, isFormC: Bool) {
        #expect(textFault(bytes(utf8)) == (isFormC ? nil : .textNotNFC), "\(utf8)")
    }

    @Test(arguments: [
        "c080", "c1bf", "e08080", "eda080", "edbfbf", "f0808080", "f4908080", "f8888080", "80", "bf", "c3", "e28a",
        "f09f9b", "c328", "fe", "ff",
    ])
    func onlyUTF8IsText(utf8: String) {
        #expect(textFault(bytes(utf8)) == .textNotUTF8, "\(utf8)")
    }

    @Test func storableStringsAreThoseThatCanBeRead() {
        #expect(TextCheck.isStorable(""))
        #expect(TextCheck.isStorable("Zürich"))
        #expect(!TextCheck.isStorable("Zu\u{308}rich"))
        #expect(!TextCheck.isStorable("a\u{0}"))
        #expect(!TextCheck.isStorable("\u{212A}"))
    }

    /// A text that a program normalises must be storable, or a person's text is refused for no fault of theirs.
    @Test func everySingleScalarIsStorableOnceItIsComposed() {
        var refused: [UInt32] = []
        for value in UInt32(1)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if !TextCheck.isStorable(String(scalar).precomposedStringWithCanonicalMapping) { refused.append(value) }
        }
        #expect(refused.isEmpty, "\(refused.prefix(10).map { String($0, radix: 16) })")
    }
}
