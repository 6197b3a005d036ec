public import EventModel

/// A date with a time of day, as a calendar writes it: `20260210T090000`, with a `Z` in UTC.
struct CalendarTime: Hashable {
    let date: CivilDate
    let minute: Int
    /// Seconds past the minute, which no alarm has.
    let seconds: Int
    let isUniversal: Bool

    /// Nil for a whole day, and for what no calendar has.
    init?(_ text: String) {
        let utf8 = Array(text.utf8)
        guard utf8.count >= 15, utf8[8] == UInt8(ascii: "T"), let date = CalendarTime.date(utf8[..<8]),
            let hour = Digits.value(utf8[9..<11]), let minute = Digits.value(utf8[11..<13]), hour < 24, minute < 60
        else { return nil }
        self.date = date
        self.minute = hour * 60 + minute
        seconds = Digits.value(utf8[13..<15]) ?? 0
        isUniversal = text.hasSuffix("Z")
    }

    /// `09:00`.
    var text: String { CalendarTime.text(minute) }

    static func text(_ minute: Int) -> String {
        "\(Digits.text(minute / 60, width: 2)):\(Digits.text(minute % 60, width: 2))"
    }

    /// The date of `20260210`.
    static func date(_ utf8: ArraySlice<UInt8>) -> CivilDate? {
        guard utf8.count == 8, let year = Digits.value(utf8.prefix(4)),
            let month = Digits.value(utf8.dropFirst(4).prefix(2)), let day = Digits.value(utf8.suffix(2))
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }
}

/// An occurrence that a calendar leaves out.
public enum CalendarOmission: Hashable, Sendable {
    case instant(Instant)
    /// On the clock of the alarm.
    case local(CivilDate, minute: Int)
    /// All occurrences of a day.
    case day(CivilDate)
}
