/// A day of the proleptic Gregorian calendar, without a zone, as days since 1970-01-01; years 0001 to 9999.
public struct CivilDate: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let day: Int32

    @inlinable public init(day: Int32) { self.day = day }

    public static let earliest = CivilDate(year: 1, month: 1, day: 1)!
    public static let latest = CivilDate(year: 9999, month: 12, day: 31)!

    /// Nil for a day that does not exist. Source: H. Hinnant, "chrono-compatible low-level date algorithms",
    /// days_from_civil.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDate.daysInMonth(year: year, month: month)
        else { return nil }
        let y = month <= 2 ? year - 1 : year
        let era = y / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.day = Int32(era * 146_097 + dayOfEra - 719_468)
    }

    /// From `YYYY-MM-DD`, exactly; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let utf8 = Array(text.utf8)
        guard utf8.count == 10, utf8[4] == UInt8(ascii: "-"), utf8[7] == UInt8(ascii: "-"),
            let year = Digits.value(utf8[0..<4]), let month = Digits.value(utf8[5..<7]),
            let day = Digits.value(utf8[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month (1–12) and day of the month (1–31). O(1).
    public var components: (year: Int, month: Int, day: Int) {
        let shifted = Int(day) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// 1 (Sunday) to 7.
    public var weekday: Int { ((Int(day) + 4) % 7 + 7) % 7 + 1 }

    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(10)
        write(into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the description.
    public func write(into bytes: inout [UInt8]) {
        if let (start, end) = digitWords {
            withUnsafeBytes(of: start.bigEndian) { bytes.append(contentsOf: $0) }
            return withUnsafeBytes(of: end.bigEndian) { bytes.append(contentsOf: $0) }
        }
        let (year, month, day) = components
        if year >= 0 {
            Digits.write(year / 100, width: 2, into: &bytes)
            Digits.write(year % 100, width: 2, into: &bytes)
        } else {
            Digits.write(year, width: 4, into: &bytes)
        }
        bytes.append(UInt8(ascii: "-"))
        Digits.write(month, width: 2, into: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Digits.write(day, width: 2, into: &bytes)
    }

    /// The description's "YYYY-MM-" and "DD" as words, the first character in the highest byte: lists write very many
    /// dates. Nil outside the years of four digits.
    public var digitWords: (UInt64, UInt16)? {
        let (year, month, day) = components
        guard (0...9_999).contains(year) else { return nil }
        let start =
            Digits.pair(year / 100) << 48 | Digits.pair(year % 100) << 32 | 0x2D00_002D | Digits.pair(month) << 8
        return (start, UInt16(Digits.pair(day)))
    }

    @inlinable public static func < (left: CivilDate, right: CivilDate) -> Bool { left.day < right.day }
    /// The date so many days later, or the nearest one that the type holds.
    @inlinable public func adding(days: Int) -> CivilDate {
        let (sum, isTooLarge) = Int(day).addingReportingOverflow(days)
        return CivilDate(day: isTooLarge ? (days < 0 ? .min : .max) : Int32(clamping: sum))
    }
    /// The seconds from 1970-01-01T00:00 to a second of this day by the same clock.
    ///
    /// A second that is more than a day before or after this day counts as the nearest that is not.
    package func wallSeconds(_ secondOfDay: Int) -> Int64 {
        Int64(day) * 86_400 + Int64(min(max(secondOfDay, -86_400), 2 * 86_400))
    }

    /// The date, or the nearest one in the years 1 to 9999.
    package var inYears: CivilDate { min(max(self, .earliest), .latest) }

    /// Whole days from the other date to this one.
    @inlinable public func days(since other: CivilDate) -> Int { Int(day) - Int(other.day) }

    public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    public static func daysInMonth(year: Int, month: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// A point in time as milliseconds since 1970-01-01T00:00:00Z, without leap seconds (POSIX time).
public struct Instant: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let milliseconds: Int64

    @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static let earliest = Instant(milliseconds: Int64(CivilDate.earliest.day) * 86_400_000)
    public static let latest = Instant(milliseconds: Int64(CivilDate.latest.day) * 86_400_000 + 86_399_999)

    /// From RFC 3339 §5.6 with `Z` or a numeric offset, at most three digits of a second; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard let parsed = RFC3339.parse(Array(text.utf8)) else { return nil }
        self = parsed.instant
    }

    /// In UTC, `2026-02-10T13:00:00Z`, with milliseconds only where they are not zero.
    public var description: String { RFC3339.text(self, offsetSeconds: 0) }

    /// Appends the description.
    public func write(into bytes: inout [UInt8]) {
        guard let (words, count) = digitWords else { return RFC3339.write(self, offsetSeconds: 0, into: &bytes) }
        words.span.bytes.withUnsafeBytes { bytes.append(contentsOf: $0[..<count]) }
    }

    /// The first bytes of these words, as they lie in memory, are the description; nil outside the years of four
    /// digits.
    public var digitWords: (words: InlineArray<3, UInt64>, count: Int)? {
        let (date, millisecondOfDay) = local(offsetSeconds: 0)
        guard let (start, day) = date.digitWords else { return nil }
        let (second, rest) = (millisecondOfDay / 1000, millisecondOfDay % 1000)
        // "DDTHH:MM", and ":SS" with what follows.
        let middle =
            UInt64(day) << 48 | 0x5400_003A_0000 | Digits.pair(second / 3600) << 24 | Digits.pair(second / 60 % 60)
        let end = 0x3A << 56 | Digits.pair(second % 60) << 40
        func words(_ end: UInt64, _ count: Int) -> (InlineArray<3, UInt64>, Int) {
            ([start.bigEndian, middle.bigEndian, end.bigEndian], count)
        }
        if rest == 0 { return words(end | 0x5A << 32, 20) }
        // ".mmm", without the zeros at its end.
        let decimals = end | 0x2E << 32 | (Digits.pair(rest / 10) << 8 | UInt64(0x30 + rest % 10)) << 8
        if rest % 10 != 0 { return words(decimals | 0x5A, 24) }
        if rest % 100 != 0 { return words(decimals & ~0xFFFF | 0x5A << 8, 23) }
        return words(decimals & ~0xFF_FFFF | 0x5A << 16, 22)
    }

    @inlinable public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// The instant, or the nearest one in the years 1 to 9999.
    package var inYears: Instant { min(max(self, .earliest), .latest) }

    /// Whole seconds since 1970, rounded towards the past.
    public var secondsRoundedDown: Int64 { milliseconds.floorDivided(by: 1000) }

    /// The civil date and the milliseconds since its midnight at an offset from UTC in seconds.
    ///
    /// An offset of more than a day counts as one of a day. An instant outside the dates that the type holds counts as
    /// the nearest one inside.
    public func local(offsetSeconds: Int) -> (date: CivilDate, millisecondOfDay: Int) {
        let day: Int64 = 86_400_000
        let limit = Int64(Int32.max - 1) * day
        let offset = Int64(min(max(offsetSeconds, -86_400), 86_400)) * 1000
        let shifted = min(max(milliseconds, -limit), limit) + offset
        let number = shifted.floorDivided(by: day)
        return (CivilDate(day: Int32(number)), Int(shifted - number * day))
    }
}

/// When something happened: a civil date, or an instant with the offset and zone its author gave it.
public enum ValidTime: Hashable, Sendable, CustomStringConvertible {
    case date(CivilDate)
    /// Offset from UTC in seconds, and the IANA name, both fixed by the author: no stored answer depends on tzdata.
    case instant(Instant, offsetSeconds: Int, zone: String)

    /// The civil date on the author's clock.
    public var date: CivilDate {
        switch self {
        case .date(let date): date
        case .instant(let instant, let offset, _): instant.local(offsetSeconds: offset).date
        }
    }

    public var description: String {
        switch self {
        case .date(let date): date.description
        case .instant(let instant, let offset, _): RFC3339.text(instant, offsetSeconds: offset)
        }
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
