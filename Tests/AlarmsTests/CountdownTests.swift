import Alarms
import EventModel
import LedgerTestSupport
import Testing

@Suite struct CountdownTests {
    @Test(
        "C-F-U, C-P-8.7, C-P-9.7, C-P-11.1, C-P-11.2, C-P-11.3, C-P-11.4, C-P-11.5, C-P-11.6, C-P-11.7, C-P-11.8: every row of the countdown vectors"
    )
    func everyVector() throws {
        let rows = vectors("alarm-countdown-vectors.csv")
        #expect(rows.count == 78)
        for row in rows {
            let id = try #require(row["id"])
            let countdown = Countdown(
                from: instant(row["now_utc"] ?? ""), to: instant(row["fire_utc"] ?? ""), in: newYork)
            #expect(countdown.compact == row["compact"], "\(id)")
            #expect(countdown.text() == row["card_text"], "\(id)")
        }
    }

    @Test(
        "C-F-3.10, C-F-9.1, C-P-8.7, C-P-9.7, C-P-11.1 … C-P-11.8: the words of the requirements",
        arguments: [
            ("2026-02-10T13:00:00Z", "2026-02-13T14:00:00Z", "Alarm in 3d 1h"),
            ("2026-02-10T13:00:00Z", "2029-09-10T12:00:00Z", "Alarm in 3y 7mo"),
            ("2026-02-10T13:01:00Z", "2029-09-10T12:00:00Z", "Alarm in 3y 6mo"),
            ("2026-02-10T13:00:00Z", "2026-09-10T12:00:00Z", "Alarm in 7mo"),
            ("2026-06-01T12:00:00Z", "2027-08-01T12:00:00Z", "Alarm in 1y 2mo"),
            ("2026-06-01T12:00:00Z", "2026-08-16T12:00:00Z", "Alarm in 2mo 15d"),
            ("2026-06-01T12:00:00Z", "2026-06-04T17:00:00Z", "Alarm in 3d 5h"),
            ("2026-06-01T12:00:00Z", "2026-06-01T14:30:00Z", "Alarm in 2h 30m"),
            ("2026-06-01T12:00:00Z", "2026-06-01T12:12:00Z", "Alarm in 12m"),
            ("2026-06-01T12:00:00Z", "2026-06-01T12:01:00Z", "Alarm in 1m"),
            ("2026-06-01T12:00:00Z", "2026-06-01T12:00:59.999Z", "Alarm in <1m"),
            ("2026-02-10T14:00:00Z", "2026-09-10T13:00:00Z", "Alarm in 7mo"),
            ("2026-06-01T12:00:00Z", "2026-06-01T12:00:00Z", ""), ("2026-06-01T12:00:00Z", "2026-06-01T11:00:00Z", ""),
        ])
    func words(from: String, to: String, expected: String) {
        #expect(Countdown(from: instant(from), to: instant(to), in: newYork).text() == expected)
    }

    @Test("What is snoozed fires in")
    func snoozed() {
        #expect(
            Countdown(from: instant("2026-06-01T12:00:00Z"), to: instant("2026-06-01T13:00:00Z"), in: newYork).text(
                isSnoozed: true) == "Fires in 1h 0m")
    }

    @Test("In the hour that comes twice the second is the second")
    func repeatedHour() {
        // 01:30 a second time, and half an hour later.
        let now = instant("2026-11-01T06:30:00Z")
        #expect(Countdown(from: now, to: instant("2026-11-01T07:00:00Z"), in: newYork).compact == "30m")
        #expect(Countdown(from: now, to: instant("2026-11-02T06:30:00Z"), in: newYork).compact == "1d 0h")
    }
}
