import EventModel
import LedgerTestSupport
import Testing

@Suite struct TimesTests {
    @Test func everyDayOfFourHundredYearsRoundTrips() {
        var expected = CivilDate(year: 1800, month: 1, day: 1)!
        for year in 1800..<2201 {
            for month in 1...12 {
                for day in 1...CivilDate.daysInMonth(year: year, month: month) {
                    let date = CivilDate(year: year, month: month, day: day)!
                    #expect(date == expected)
                    let parts = date.components
                    #expect(parts == (year, month, day))
                    expected = expected.adding(days: 1)
                }
            }
        }
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "0000-01-01", "2026-1-1", "2026/01/01", "+026-01-01", "2026-01-01 ", "",
    ])
    func aDateThatDoesNotExistIsRefused(text: String) { #expect(CivilDate(text) == nil) }

    @Test func knownDays() {
        #expect(CivilDate("1970-01-01")!.day == 0)
        #expect(CivilDate("2024-02-29")!.adding(days: 90).description == "2024-05-29")
        #expect(CivilDate("2026-02-10")!.weekday == 3)
        #expect(CivilDate("0001-01-01") == CivilDate.earliest)
        #expect(CivilDate("9999-12-31") == CivilDate.latest)
    }

    @Test func instantsAreReadStrictlyAndWrittenOneWay() {
        #expect(Instant("2026-02-10T13:00:00Z")!.description == "2026-02-10T13:00:00Z")
        #expect(Instant("2026-02-10T08:00:00-05:00") == Instant("2026-02-10T13:00:00Z"))
        #expect(Instant("2026-02-10T13:00:00.120Z")!.description == "2026-02-10T13:00:00.12Z")
        #expect(Instant("1969-12-31T23:59:59.999Z")!.milliseconds == -1)
        for bad in [
            "2026-02-10T13:00:00", "2026-02-10 13:00:00Z", "2026-02-10T24:00:00Z", "2026-02-10T13:00:00.Z",
            "2026-02-10T13:00:00.1234Z", "2026-02-10T13:00:60Z", "2026-02-10t13:00:00Z", "2026-02-10T13:00:00+5:00",
        ] { #expect(Instant(bad) == nil, "\(bad)") }
    }

    @Test func tenthsAreWrittenWithoutFloatingPoint() {
        #expect(Digits.tenths(15) == "1.5")
        #expect(Digits.tenths(-3) == "-0.3")
        #expect(Digits.tenths(3376) == "337.6")
    }

    /// Digits are made several at a time: every length, each digit at every place, and numbers around every power of
    /// ten.
    @Test func digitsMadeAtOnceAreThoseOfTheNumber() {
        var numbers: [UInt64] = Array(0..<20_000)
        var power: UInt64 = 1
        while power < 100_000_000 {
            for digit: UInt64 in 1...9 { numbers += [power * digit - 1, power * digit, power * digit + 1] }
            power *= 10
        }
        // A step without a factor of ten comes by every digit at every place.
        numbers += stride(from: UInt64(0), to: 100_000_000, by: 4_931)
        numbers.append(99_999_999)
        for number in numbers {
            let (word, count) = Digits.word(number)
            let text = withUnsafeBytes(of: word) { String(decoding: $0[..<count], as: UTF8.self) }
            guard text == String(number) else {
                Issue.record("\(number) is written \(text)")
                return
            }
        }
    }

    /// An instant in UTC is written word by word; at an offset, and in years that no event may name, part by part. Both
    /// say the same.
    @Test func instantsAreWrittenAlikeInWordsAndInParts() {
        let days: [Int64] = [0, -1, 59, 60, 11_016, 20_494, 2_932_896, -719_162, -719_528]
        let times: [Int64] = [0, 1, 10, 100, 999, 990, 900, 1_000, 1_500, 59_999, 3_599_120, 43_200_003, 86_399_999]
        for day in days {
            for time in times {
                let instant = Instant(milliseconds: day * 86_400_000 + time)
                let atOffset = RFC3339.text(
                    Instant(milliseconds: instant.milliseconds - 3_600_000), offsetSeconds: 3_600)
                var bytes: [UInt8] = []
                instant.write(into: &bytes)
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(text.dropLast() == atOffset.dropLast(6) && text.last == "Z")
                #expect(text == instant.description)
            }
        }
        #expect(Instant(milliseconds: 1_500).digitWords?.count == 22)
        #expect(Instant(milliseconds: Int64(3_000_000) * 86_400_000).digitWords == nil)
        #expect(Instant(milliseconds: Int64(3_000_000) * 86_400_000 + 5).description == "10183-09-21T00:00:00.005Z")
    }

    @Test func whatIsAppendedIsWhatTheTextsSay() {
        func appended(_ write: (inout [UInt8]) -> Void) -> String {
            var bytes: [UInt8] = []
            write(&bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        for number in [0, 7, 10, 99, 100, 1_234_567, 99_999_999, 100_000_000, Int.max, -1, -120, Int.min] {
            #expect(appended { Digits.write(number, into: &$0) } == String(number))
            #expect(appended { Digits.writeTenths(number, into: &$0) } == Digits.tenths(number))
            for width in [1, 2, 4] {
                #expect(appended { Digits.write(number, width: width, into: &$0) } == Digits.text(number, width: width))
            }
        }
        #expect(CivilDate(year: 987, month: 6, day: 5)!.description == "0987-06-05")
        let id = EventID(
            Bytes32(first: Bytes16(high: 1, low: 0xFEDC_BA98_7654_3210), second: Bytes16(high: 0, low: UInt64.max)))
        #expect(
            appended { id.words.writeHex(into: &$0) }
                == "0000000000000001fedcba98765432100000000000000000ffffffffffffffff")
        let stream = StreamID("flight/0192-f0c1")!
        #expect(
            appended { stream.writeID(into: &$0) } == "0192-f0c1"
                && appended { stream.writeID(atMost: 4, into: &$0) } == "0192")
    }

    @Test(arguments: [Int.min, -100_000, 200_000, .max]) func aSecondOutsideOfTheDay(second: Int) {
        let day = CivilDate(day: 100)
        let held = second < 0 ? -86_400 : 172_800
        #expect(UniversalTime().instant(of: day, secondOfDay: second).secondsRoundedDown == Int64(8_640_000 + held))
        for last in [CivilDate(day: .min), CivilDate(day: .max)] {
            _ = UniversalTime().instant(of: last, secondOfDay: second)
        }
    }

    @Test func anOffsetOfMoreThanADay() {
        let instant = Instant(milliseconds: 0)
        #expect(RFC3339.text(instant, offsetSeconds: .max) == "1970-01-02T00:00:00+24:00")
        #expect(RFC3339.text(instant, offsetSeconds: .min) == "1969-12-31T00:00:00-24:00")
    }
}
