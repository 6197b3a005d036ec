import EventModel
import LedgerTestSupport
import Testing

@Suite struct HoursTests {
    @Test(
        "decimals with two places, and hours and minutes, are read to the second",
        arguments: [
            ("0", 0), ("1", 3_600), ("1.5", 5_400), ("1.50", 5_400), ("1.25", 4_500), ("0.01", 36), ("1:15", 4_500),
            ("1+15", 4_500), ("0:00:01", 1),
            ("999999:59:59", 3_599_999_999), ("007.0", 25_200),
        ])
    func reading(text: String, seconds: Int) { #expect(Hours(text)?.seconds == seconds) }

    @Test(
        "any other text is none",
        arguments: [
            "", ".", "1.", ".5", "1.555", "-1", "+1", "1e3", "1:5", "1:60", "1:00:60", "1+00+00", ":30", "1:", "1.5:00",
            "1:30.5", "1,5", "١", "0x1",
            "1000000000", "1000000000:00",
        ])
    func otherText(text: String) { #expect(Hours(text) == nil) }

    @Test(
        "what is shown has one place where that is exact, else two, half up",
        arguments: [
            (5_400, "1.5", "1:30", "1.5"), (4_500, "1.25", "1:15", "1.25"), (4_800, "1.33", "1:20", "1:20"),
            (0, "0.0", "0:00", "0.0"),
            (1, "0.00", "0:00:01", "0:00:01"), (18, "0.01", "0:00:18", "0:00:18"),
            (3_599, "1.00", "0:59:59", "0:59:59"), (-5_400, "-1.5", "-1:30", "-1.5"),
            (360_000_000, "100000.0", "100000:00", "100000.0"),
        ])
    func showing(seconds: Int, text: String, clock: String, exact: String) {
        let hours = Hours(seconds: seconds)
        var bytes: [UInt8] = []
        hours.write(into: &bytes)
        #expect(hours.text == text && hours.clock == clock && hours.exactText == exact && hours.description == exact)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test("the exact form of any time is read back as the same time") func exact() {
        let seed: UInt64 = 20_261_126
        var random = SeededRandom(seed: seed)
        for _ in 0..<20_000 {
            let hours = Hours(seconds: random.below(3_599_999_641))
            #expect(Hours(hours.exactText) == hours && Hours(hours.clock) == hours, "seed \(seed): \(hours)")
        }
    }

    @Test("sums are exact: sixty times a minute is an hour") func sums() {
        let sum = (0..<60).reduce(Hours.zero) { sum, _ in sum + Hours(seconds: 60) }
        #expect(sum == Hours(tenths: 10) && sum.text == "1.0" && Hours(seconds: 60).text == "0.02")
        #expect(
            Hours(seconds: 180).tenthsRounded == 1 && Hours(seconds: 179).tenthsRounded == 0
                && Hours(seconds: 54).hundredthsRounded == 2)
    }

    @Test func noSumOverflows() {
        let (most, least) = (Hours(seconds: .max), Hours(seconds: .min))
        #expect(most + most == most && least + least == least && least - most == least)
        #expect(most.seconds == 1 << 48 && least.seconds == -(1 << 48))
        #expect(Hours(tenths: .max) > Hours(tenths: 1 << 38) && Hours(tenths: .min) < .zero)
    }
}
