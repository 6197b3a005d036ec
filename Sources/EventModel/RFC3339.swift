/// RFC 3339 date-times, read strictly and written one way.
public enum RFC3339 {
    /// Reads `2026-02-10T08:00:00-05:00`; `T` and `Z` upper case, seconds 0–59, at most three decimals. Nil otherwise.
    public static func parse(_ utf8: [UInt8]) -> (instant: Instant, offsetSeconds: Int)? {
        guard utf8.count >= 20, utf8[10] == UInt8(ascii: "T"), utf8[13] == UInt8(ascii: ":"),
            utf8[16] == UInt8(ascii: ":"),
            let date = CivilDate(String(decoding: utf8[0..<10], as: UTF8.self)),
            let hour = Digits.value(utf8[11..<13]), hour <= 23,
            let minute = Digits.value(utf8[14..<16]), minute <= 59,
            let second = Digits.value(utf8[17..<19]), second <= 59
        else { return nil }
        var index = 19
        var milliseconds = 0
        if utf8[index] == UInt8(ascii: ".") {
            index += 1
            var scale = 100
            while index < utf8.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(utf8[index]) {
                guard scale > 0 else { return nil }
                milliseconds += Int(utf8[index] - UInt8(ascii: "0")) * scale
                scale /= 10
                index += 1
            }
            guard index > 20 else { return nil }
        }
        guard let offset = offset(utf8[index...]) else { return nil }
        let dayMilliseconds = ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds
        let total = Int64(date.day) * 86_400_000 + Int64(dayMilliseconds) - Int64(offset) * 1000
        let instant = Instant(milliseconds: total)
        // An offset may carry the text of a year into one that no fact may name.
        guard (Instant.earliest...Instant.latest).contains(instant) else { return nil }
        return (instant, offset)
    }

    /// Writes the instant at an offset from UTC in seconds (whole minutes are shown), `Z` for 0.
    ///
    /// An offset of more than a day counts as one of a day.
    public static func text(_ instant: Instant, offsetSeconds: Int) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        write(instant, offsetSeconds: offsetSeconds, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends what `text` gives.
    public static func write(_ instant: Instant, offsetSeconds: Int, into bytes: inout [UInt8]) {
        let (date, millisecondOfDay) = instant.local(offsetSeconds: offsetSeconds)
        let second = millisecondOfDay / 1000
        date.write(into: &bytes)
        bytes.append(UInt8(ascii: "T"))
        Digits.write(second / 3600, width: 2, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Digits.write(second / 60 % 60, width: 2, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Digits.write(second % 60, width: 2, into: &bytes)
        var (rest, width) = (millisecondOfDay % 1000, 3)
        if rest != 0 {
            while rest % 10 == 0 { (rest, width) = (rest / 10, width - 1) }
            bytes.append(UInt8(ascii: "."))
            Digits.write(rest, width: width, into: &bytes)
        }
        if offsetSeconds == 0 { return bytes.append(UInt8(ascii: "Z")) }
        // `local` clamps the offset to a day, too.
        let minutes = min(offsetSeconds.magnitude, 86_400) / 60
        bytes.append(offsetSeconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        Digits.write(Int(minutes / 60), width: 2, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Digits.write(Int(minutes % 60), width: 2, into: &bytes)
    }

    private static func offset(_ utf8: ArraySlice<UInt8>) -> Int? {
        if utf8.count == 1, utf8.first == UInt8(ascii: "Z") { return 0 }
        let start = utf8.startIndex
        guard utf8.count == 6, utf8[start + 3] == UInt8(ascii: ":"),
            let hour = Digits.value(utf8[start + 1..<start + 3]), hour <= 23,
            let minute = Digits.value(utf8[start + 4..<start + 6]), minute <= 59
        else { return nil }
        let seconds = (hour * 60 + minute) * 60
        switch utf8[start] {
        case UInt8(ascii: "+"): return seconds
        case UInt8(ascii: "-"): return -seconds
        default: return nil
        }
    }
}

/// Decimal digits without a locale.
public enum Digits {
    /// The value of a run of ASCII digits; nil when it is empty, longer than 18, or holds anything else.
    public static func value(_ utf8: ArraySlice<UInt8>) -> Int? {
        guard !utf8.isEmpty, utf8.count <= 18 else { return nil }
        var result = 0
        for byte in utf8 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            result = result * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return result
    }

    /// A non-negative number with leading zeros up to the width.
    public static func text(_ value: Int, width: Int) -> String {
        var digits = String(value)
        while digits.utf8.count < width { digits = "0" + digits }
        return digits
    }

    /// Appends what `text` gives.
    public static func write(_ value: Int, width: Int = 1, into bytes: inout [UInt8]) {
        guard value >= 0 else { return bytes.append(contentsOf: text(value, width: width).utf8) }
        // Most are parts of a date or a time, and are spared divisions by what is not constant.
        if value < 100, width <= 2 {
            if value >= 10 || width == 2 { bytes.append(UInt8(ascii: "0") + UInt8(value / 10)) }
            return bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
        }
        if value < 100_000_000 {
            let (word, count) = word(UInt64(value))
            for _ in count..<max(count, width) { bytes.append(UInt8(ascii: "0")) }
            return withUnsafeBytes(of: word) { bytes.append(contentsOf: $0[..<count]) }
        }
        bytes.append(contentsOf: text(value, width: width).utf8)
    }

    /// The digits of a number below 100,000,000 (a `precondition`): the first `count` bytes of the word as it lies in
    /// memory.
    package static func word(_ value: UInt64) -> (word: UInt64, count: Int) {
        precondition(value < 100_000_000)
        // Four, two and one digits to each part of a word at a time.
        let fours = (value / 10_000) << 32 | value % 10_000
        let hundreds = (fours &* 10_486) >> 20 & 0x7F_0000_007F
        let twos = hundreds << 16 | (fours &- hundreds &* 100)
        let tens = (twos &* 103) >> 10 & 0xF_000F_000F_000F
        let digits = tens << 8 | (twos &- tens &* 10)
        let leading = min(digits.leadingZeroBitCount / 8, 7)
        return (((digits | 0x3030_3030_3030_3030) << UInt64(leading * 8)).bigEndian, 8 - leading)
    }

    /// The two digits of a number below 100, as the two low bytes of a word.
    static func pair(_ value: Int) -> UInt64 { UInt64(value / 10) << 8 + UInt64(value % 10) + 0x3030 }

    /// Appends what `tenths` gives.
    public static func writeTenths(_ value: Int, into bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        // A tenth of a magnitude fits.
        write(Int(value.magnitude / 10), into: &bytes)
        bytes.append(UInt8(ascii: "."))
        bytes.append(UInt8(ascii: "0") + UInt8(value.magnitude % 10))
    }

    /// Tenths as a decimal with one digit: 15 → "1.5".
    public static func tenths(_ value: Int) -> String {
        (value < 0 ? "-" : "") + String(value.magnitude / 10) + "." + String(value.magnitude % 10)
    }

    /// Hundredths as a decimal with two digits: 125 → "1.25".
    public static func hundredths(_ value: Int) -> String {
        (value < 0 ? "-" : "") + String(value.magnitude / 100) + "." + text(Int(value.magnitude % 100), width: 2)
    }
}
