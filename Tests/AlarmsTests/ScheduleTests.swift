import Alarms
import EventModel
import LedgerTestSupport
import Testing

@Suite struct ScheduleTests {
    @Test("C-P-10.1, C-P-10.2, C-P-10.3, C-P-10.4, C-P-10.5, C-P-10.6, C-P-10.7, C-F-4.6, C-P-8.7, C-P-9.6: badges")
    func badges() {
        #expect(weekly([2]).badge == "Weekly")
        #expect(weekly([2], every: 2).badge == "Every 2 Weeks")
        #expect(monthly([15]).badge == "Monthly")
        #expect(monthly([10], every: 3).badge == "Every 3 Months")
        #expect(
            Schedule(.monthlyRelative(week: 1, weekday: 2), start: day("2026-02-10"), times: [0]).badge == "Monthly")
        #expect(annual(9, 10).badge == "Annual")
        #expect(annual(9, 10, every: 10).badge == "Every 10 Years")
        #expect(everyDays(5).badge == "Every 5 Days")
        #expect(everyDays(1).badge == "Daily")
    }

    @Test("C-P-7.1, C-P-7.2, C-P-7.4, C-P-7.6, C-P-8.5: interval texts")
    func intervals() {
        #expect([1, 2].map { weekly([2], every: $0).intervalText } == ["1 week", "2 weeks"])
        #expect([1, 3].map { monthly([10], every: $0).intervalText } == ["1 month", "3 months"])
        #expect([1, 10].map { annual(9, 10, every: $0).intervalText } == ["1 year", "10 years"])
        #expect([1, 5].map { everyDays($0).intervalText } == ["1 day", "5 days"])
    }

    @Test("C-F-3.10: the times of a card")
    func timeTexts() {
        #expect(weekly([2], at: "09:00").timeText == "9:00 AM")
        #expect(weekly([2], at: "21:05;00:00;12:30;09:00").timeText == "12:00 AM, 9:00 AM, 12:30 PM, 9:05 PM")
    }

    @Test("C-P-7.8, C-F-3.5, C-P-8.3: what a schedule must keep")
    func refusals() {
        func spelled(_ rule: Schedule.Rule, interval: Int = 1, times: [Int] = [0]) -> String? {
            ScheduleRules.refusal(of: rule, interval: interval, times: times).map {
                "\($0.description) \($0.hint ?? "")"
            }
        }
        let monday = Schedule.Rule.weekly(DaySet([2]), weekStart: 2)
        let interval =
            "interval.range: The interval is a whole number from 1 to 9999. 1 is every week, month, year or day."
        for bad in [0, -1, 10_000] { #expect(spelled(monday, interval: bad) == interval) }
        #expect(
            spelled(.weekly(DaySet([]), weekStart: 2))
                == "days.required: Please select at least one day. Select the weekdays, or of monthlyDate the days of the month."
        )
        #expect(
            spelled(.monthlyDate(DaySet([])))
                == "days.required: Please select at least one day. Select the weekdays, or of monthlyDate the days of the month."
        )
        let weekday = "weekday.range: A weekday is 1 (Sunday) to 7 (Saturday). "
        #expect(spelled(.weekly(DaySet([2, 8]), weekStart: 2)) == weekday)
        #expect(spelled(.weekly(DaySet([2]), weekStart: 0)) == weekday)
        #expect(spelled(.monthlyRelative(week: 1, weekday: 8)) == weekday)
        for week in [0, 5, -2] {
            #expect(
                spelled(.monthlyRelative(week: week, weekday: 2))
                    == "week.range: The week of a month is 1 to 4, or -1 for the last. ")
        }
        #expect(spelled(.annual(month: 13, day: 1)) == "month.range: A month is 1 to 12. ")
        #expect(spelled(.annual(month: 1, day: 32)) == "day.range: A day of the month is 1 to 31. ")
        #expect(spelled(monday, times: []) == "times.required: An alarm needs a time of day. Write it like 08:00.")
        #expect(spelled(monday, times: [86_400]) == "time.range: A time of day is 00:00 to 23:59. Write it like 08:00.")
        #expect(
            spelled(monday, times: Array(0...24))
                == "times.range: An alarm has at most 24 times a day. Make a second alarm for the others.")
        #expect(spelled(.annual(month: 4, day: 31)) == nil)
    }

    @Test("C-F-12.2: days past a month's end are its last, once")
    func clamping() {
        #expect(DaySet([28, 30, 31]).clamped(to: 28).days == [28])
        #expect(DaySet([1, 30, 31]).clamped(to: 30).days == [1, 30])
        #expect(DaySet([31]).clamped(to: 31).days == [31])
        #expect(DaySet([3, 9]).first(from: 4) == 9)
        #expect(DaySet([3, 9]).first(from: 10) == nil)
    }
}
