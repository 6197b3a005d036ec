import Alarms
import DaybookDomains
import EventModel
import Foundation
import LedgerTestSupport

/// `08:00;21:30` as seconds since midnight.
func times(_ text: String) -> [Int] {
    text.split(separator: ";").map { time in
        let parts = time.split(separator: ":").compactMap { Int($0) }
        return parts[0] * 3600 + parts[1] * 60
    }
}

/// As the card with the default clock and zone of the requirements: 08:00 on 10 February 2026 in New York.
let defaultClock = instant("2026-02-10T13:00:00Z")
let newYork = zone("America/New_York")

/// A weekly alarm on these days, 1 is Sunday.
func weekly(_ days: [Int], every interval: Int = 1, from start: String = "2026-02-02", at time: String = "09:00")
    -> Schedule
{
    Schedule(.weekly(DaySet(days), weekStart: 2), interval: interval, start: day(start), times: times(time))
}

func monthly(_ days: [Int], every interval: Int = 1, from start: String = "2026-02-10", at time: String = "08:00")
    -> Schedule
{
    Schedule(.monthlyDate(DaySet(days)), interval: interval, start: day(start), times: times(time))
}

func annual(
    _ month: Int, _ dayOfMonth: Int, every interval: Int = 1, from start: String = "2026-02-10",
    at time: String = "08:00"
) -> Schedule {
    Schedule(.annual(month: month, day: dayOfMonth), interval: interval, start: day(start), times: times(time))
}

func everyDays(_ interval: Int, from start: String = "2026-02-10", at time: String = "08:00") -> Schedule {
    Schedule(.customDays, interval: interval, start: day(start), times: times(time))
}
