import EventModel

/// How iCalendar writes (RFC 5545 §3.1, §3.3).
enum CalendarText {
    /// `20260210T090000`.
    static func local(_ date: CivilDate, _ second: Int) -> String {
        let (year, month, day) = date.components
        let time =
            Digits.text(second / 3600, width: 2) + Digits.text(second / 60 % 60, width: 2)
            + Digits.text(second % 60, width: 2)
        return "\(Digits.text(year, width: 4))\(Digits.text(month, width: 2))\(Digits.text(day, width: 2))T\(time)"
    }

    /// `20260210T130000Z`.
    static func instant(_ instant: Instant) -> String {
        let (date, millisecond) = instant.local(offsetSeconds: 0)
        return local(date, millisecond / 1000) + "Z"
    }

    /// A text value: its separators escaped, other control characters left out.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\t": result += "\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A line with its end, broken so that no part is longer than 75 bytes and no character is cut.
    static func folded(_ line: String) -> String {
        var result = ""
        var count = 0
        for scalar in line.unicodeScalars {
            let bytes = UTF8.width(scalar)
            if count + bytes > 75 {
                result += "\r\n "
                count = 1
            }
            result.unicodeScalars.append(scalar)
            count += bytes
        }
        return result + "\r\n"
    }
}
