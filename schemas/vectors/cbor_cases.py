"""Cases of plain CBOR: what a decoder of docs/format.md section 1 refuses, each for one reason, and what it reads.

The reasons carry the names that the ledger's own errors have.
"""


def nested(count, inner=""):
    """Arrays of one item inside each other; the innermost holds `inner` or nothing."""
    return "81" * (count - 1) + ("81" + inner if inner else "80")


def text(hex_digits):
    """A text of fewer than 24 bytes."""
    return f"{0x60 + len(hex_digits) // 2:02x}{hex_digits}"


REFUSED = [
    # Cut short.
    ("", "endsEarly", "nothing at all"),
    ("18", "endsEarly", "a head without its one byte"),
    ("19ff", "endsEarly", "a head with one of its two bytes"),
    ("1affffff", "endsEarly", "a head with three of its four bytes"),
    ("1b7fffffffffffff", "endsEarly", "a head with seven of its eight bytes"),
    ("42ff", "endsEarly", "a byte string with one of its two bytes"),
    ("6361c3", "endsEarly", "a text with two of its three bytes"),
    ("58ff00", "endsEarly", "a byte string of 255 bytes that holds one"),
    ("8201", "endsEarly", "an array with one of its two items"),
    ("a101", "endsEarly", "a map with a key and no value"),
    ("a2010102", "endsEarly", "a map with a key and no value at its end"),
    ("9b7fffffffffffffff", "endsEarly", "an array of more items than there are bytes"),
    ("bb7fffffffffffffff", "endsEarly", "a map of more pairs than there are bytes"),
    ("5b7fffffffffffffff", "endsEarly", "a byte string longer than any memory"),
    # More than one item.
    ("0000", "trailingBytes", "two integers"),
    ("a000", "trailingBytes", "an integer after the map"),
    ("f6f6", "trailingBytes", "two nulls"),
    # Heads that are longer than they need be.
    ("1800", "headNotShortest", "0 in one byte"),
    ("1817", "headNotShortest", "23 in one byte"),
    ("1900ff", "headNotShortest", "255 in two bytes"),
    ("1a0000ffff", "headNotShortest", "65,535 in four bytes"),
    ("1b00000000ffffffff", "headNotShortest", "4,294,967,295 in eight bytes"),
    ("3800", "headNotShortest", "-1 in one byte"),
    ("3900ff", "headNotShortest", "-256 in two bytes"),
    ("580100", "headNotShortest", "the length of a byte string in one byte"),
    ("780161", "headNotShortest", "the length of a text in one byte"),
    ("790001" + "61", "headNotShortest", "the length of a text in two bytes"),
    ("980101", "headNotShortest", "the count of an array in one byte"),
    ("b8010101", "headNotShortest", "the count of a map in one byte"),
    ("a1180100", "headNotShortest", "a map key in one byte more"),
    # Lengths that are not told.
    ("5f4100ff", "indefiniteLength", "a byte string in pieces"),
    ("7f6161ff", "indefiniteLength", "a text in pieces"),
    ("9f01ff", "indefiniteLength", "an array with an end mark"),
    ("bf0101ff", "indefiniteLength", "a map with an end mark"),
    ("ff", "indefiniteLength", "an end mark alone"),
    ("81ff", "indefiniteLength", "an end mark inside an array"),
    ("1f", "indefiniteLength", "an integer without a length"),
    # Heads that mean nothing.
    ("1c", "reservedHead", "additional information 28"),
    ("1d", "reservedHead", "additional information 29"),
    ("5e", "reservedHead", "additional information 30 in a byte string"),
    ("fc", "reservedHead", "additional information 28 in major type 7"),
    # Tags, floating point, other simple values.
    ("c000", "tag", "tag 0"),
    ("c249010000000000000000", "tag", "a big number"),
    ("d9d9f700", "tag", "the mark of CBOR"),
    ("81c100", "tag", "tag 1 inside an array"),
    ("f93c00", "floatingPoint", "1.0 in two bytes"),
    ("fa3fc00000", "floatingPoint", "1.5 in four bytes"),
    ("fb3ff8000000000000", "floatingPoint", "1.5 in eight bytes"),
    ("f97e00", "floatingPoint", "not a number"),
    ("a101f93c00", "floatingPoint", "1.0 as a value of a map"),
    ("f7", "simpleValue", "undefined"),
    ("e0", "simpleValue", "simple value 0"),
    ("f3", "simpleValue", "simple value 19"),
    ("f814", "simpleValue", "false in two bytes"),
    ("f8ff", "simpleValue", "simple value 255"),
    ("81f7", "simpleValue", "undefined inside an array"),
    # Integers beyond 64 bits with a sign.
    ("1b8000000000000000", "integerRange", "2^63"),
    ("1bffffffffffffffff", "integerRange", "2^64 - 1"),
    ("3b8000000000000000", "integerRange", "-2^63 - 1"),
    ("3bffffffffffffffff", "integerRange", "-2^64"),
    ("a11b800000000000000000", "integerRange", "2^63 as a map key"),
    # Texts that are not UTF-8.
    (text("80"), "textNotUTF8", "a continuation byte alone"),
    (text("c3"), "textNotUTF8", "a first byte alone"),
    (text("c0af"), "textNotUTF8", "an overlong form of two bytes"),
    (text("e080af"), "textNotUTF8", "an overlong form of three bytes"),
    (text("f08080af"), "textNotUTF8", "an overlong form of four bytes"),
    (text("eda080"), "textNotUTF8", "half of a surrogate pair"),
    (text("edbfbf"), "textNotUTF8", "the other half of a surrogate pair"),
    (text("f4908080"), "textNotUTF8", "a character beyond U+10FFFF"),
    (text("fe"), "textNotUTF8", "the byte FE"),
    (text("61626364656667686980"), "textNotUTF8", "a bad byte after eight good ones"),
    ("a161ff01", "textNotUTF8", "a map key that is not UTF-8"),
    # Texts that are not in Normalization Form C.
    (text("65cc81"), "textNotNFC", "e and an acute accent, which compose"),
    (text("e284ab"), "textNotNFC", "the angstrom sign, which is the letter A with a ring"),
    (text("e284a6"), "textNotNFC", "the ohm sign, which is the letter omega"),
    (text("e18492e185a1e186ab"), "textNotNFC", "a Hangul syllable in three parts"),
    (text("ed9598e186ab"), "textNotNFC", "a Hangul syllable in two parts"),
    (text("71cc81cca7"), "textNotNFC", "two marks, the one above before the one below"),
    (text("e0a598"), "textNotNFC", "a letter that is never composed, in its composed form"),
    (text("efac9d"), "textNotNFC", "a Hebrew presentation form, which decomposes"),
    (text("61626364656667686965cc81"), "textNotNFC", "an accent after eight good letters"),
    ("a16365cc8101", "textNotNFC", "a map key that is not composed"),
    # U+0000.
    (text("00"), "textHoldsNUL", "U+0000 alone"),
    (text("610062"), "textHoldsNUL", "U+0000 between letters"),
    (text("6162636465666700"), "textHoldsNUL", "U+0000 as the eighth byte"),
    (text("c3a900"), "textHoldsNUL", "U+0000 after a letter that is not ASCII"),
    ("a1610001", "textHoldsNUL", "a map key that is U+0000"),
    # Map keys.
    ("a202000100", "keyOrder", "2 before 1"),
    ("a201000100", "keyOrder", "1 twice"),
    ("a21818001700", "keyOrder", "24 before 23"),
    ("a2190100001818" + "00", "keyOrder", "256 before 24"),
    ("a2616200616100", "keyOrder", "b before a"),
    ("a262616100616200", "keyOrder", "the longer text first"),
    ("a2616100616100", "keyOrder", "a twice"),
    ("81a201000100", "keyOrder", "a key twice in a map inside an array"),
    ("a12000", "keyType", "a negative key"),
    ("a1410100", "keyType", "a key of bytes"),
    ("a1f500", "keyType", "a key that is true"),
    ("a1f600", "keyType", "a key that is null"),
    ("a18000", "keyType", "a key that is an array"),
    ("a1a000", "keyType", "a key that is a map"),
    ("a20100616100", "keyType", "an integer and a text as keys of one map"),
    # Depth: an item inside eight others is too deep, whatever it is.
    (nested(9), "nesting", "nine arrays"),
    (nested(8, "00"), "nesting", "an integer inside eight arrays"),
    ("a101" * 8 + "00", "nesting", "an integer inside eight maps"),
    ("81" * 300 + "80", "nesting", "three hundred arrays"),
]

ACCEPTED = [
    ("00", "0"), ("17", "23"), ("1818", "24"), ("18ff", "255"), ("190100", "256"), ("19ffff", "65,535"), ("1a00010000", "65,536"),
    ("1affffffff", "4,294,967,295"), ("1b0000000100000000", "4,294,967,296"), ("1b7fffffffffffffff", "2^63 - 1"),
    ("20", "-1"), ("37", "-24"), ("3818", "-25"), ("38ff", "-256"), ("390100", "-257"), ("3b7fffffffffffffff", "-2^63"),
    ("40", "no bytes"), ("4100", "one byte"), ("5818" + "00" * 24, "24 bytes"),
    ("60", "an empty text"), ("6161", "a"), (text("c3a9"), "e with an acute accent, composed"), (text("cea9"), "omega"),
    (text("ed959c"), "a Hangul syllable, composed"), (text("f09f9ba9efb88f"), "an aeroplane and a variation selector"),
    (text("e0a495e0a4bc"), "a letter that is never composed, in its two parts"), (text("71cca7cc81"), "q with two marks in order"),
    (text("cc81"), "a mark alone"), (text("f48fbfbf"), "U+10FFFF"), (text("efbfbf"), "U+FFFF"), (text("7f"), "U+007F"),
    ("7818" + "61" * 24, "24 letters"),
    ("80", "an empty array"), ("83010203", "three integers"), ("9818" + "00" * 24, "24 integers"),
    ("a0", "an empty map"), ("a2010017f6", "keys 1 and 23"), ("a31700181800" + "190100f5", "keys 23, 24 and 256"),
    ("a2616100616200", "keys a and b"), ("a2616200" + "62616100", "the shorter text first"), ("a1606178", "the empty text as key"),
    ("f4", "false"), ("f5", "true"), ("f6", "null"),
    (nested(8), "eight arrays, the innermost empty"), (nested(7, "00"), "an integer inside seven arrays"),
    ("a101" * 7 + "a0", "eight maps, the innermost empty"),
]
