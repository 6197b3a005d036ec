import Alarms
import DaybookDomains
import EventModel
import LedgerTestSupport
import Testing

/// An alarm as a calendar event; Tests/alarm_calendar_test.py compares its fires with python-dateutil.
@Suite struct CalendarTests {
    private func lines(_ schedule: String, _ change: (inout Alarm) -> Void = { _ in }, zone: (any ZoneRules)? = nil)
        throws -> [String]
    {
        var alarm = Alarm()
        alarm.title = "Rent"
        alarm.schedule = try Ledger.schedule(AlarmBook.json(schedule))
        change(&alarm)
        var calendar = AlarmCalendar(now: defaultClock, today: day("2026-02-10"))
        _ = calendar.add(.init(id: "a", alarm: alarm, isEnabled: true, zone: zone))
        return calendar.text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("a weekly alarm, whole") func whole() throws {
        let found = try lines(
            #"{"kind":"weekly","days":[2,6],"interval":2,"start":"2026-02-10","times":["09:00"]}"#,
            { alarm in
                alarm.title = #"Rent; due, a\b"#
                alarm.note = "one\ntwo\u{7}"
                alarm.category = .home
                alarm.preAlarms = ["1h", "3d", "soon"]
            })
        #expect(
            found == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Daybook//Alarms//EN", "CALSCALE:GREGORIAN", "BEGIN:VEVENT",
                "UID:a-0900@daybook",
                "DTSTAMP:20260210T130000Z", "DTSTART:20260213T090000",
                "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=MO", #"SUMMARY:Rent\; due\, a\\b"#,
                #"DESCRIPTION:one\ntwo"#, "CATEGORIES:home", "TRANSP:TRANSPARENT", "BEGIN:VALARM", "ACTION:DISPLAY",
                #"DESCRIPTION:Rent\; due\, a\\b"#, "TRIGGER:PT0S",
                "END:VALARM", "BEGIN:VALARM", "ACTION:DISPLAY", #"DESCRIPTION:Rent\; due\, a\\b"#, "TRIGGER:-PT1H",
                "END:VALARM", "BEGIN:VALARM",
                "ACTION:DISPLAY", #"DESCRIPTION:Rent\; due\, a\\b"#, "TRIGGER:-P3D", "END:VALARM", "END:VEVENT",
                "END:VCALENDAR", "",
            ])
    }

    /// The starts, rules and lines of this program's own.
    private func ends(_ schedule: String, zone: (any ZoneRules)? = nil) throws -> [String] {
        try lines(schedule, zone: zone).filter { line in
            ["DTSTART", "RRULE:", "X-"].contains { line.hasPrefix($0) }
        }
    }

    @Test("an end: COUNT of one event; of several UNTIL, and the number in a line of this program's own")
    func ended() throws {
        let daily = #""kind":"customDays","start":"2026-02-10""#
        #expect(
            try ends(#"{\#(daily),"times":["08:00"],"timesInAll":4}"#) == [
                "DTSTART:20260210T080000", "RRULE:FREQ=DAILY;COUNT=4",
            ])
        #expect(
            try ends(#"{\#(daily),"times":["08:00","20:00"],"timesInAll":3}"#) == [
                "DTSTART:20260210T080000", "RRULE:FREQ=DAILY;UNTIL=20260211T080000", "X-DAYBOOK-TIMES-IN-ALL:3",
                "DTSTART:20260210T200000", "RRULE:FREQ=DAILY;UNTIL=20260211T080000", "X-DAYBOOK-TIMES-IN-ALL:3",
            ])
        #expect(
            try ends(#"{\#(daily),"times":["08:00","20:00"],"startAfter":"08:00","until":"2026-02-12"}"#) == [
                "DTSTART:20260211T080000", "RRULE:FREQ=DAILY;UNTIL=20260212T235959", "X-DAYBOOK-START-AFTER:08:00",
                "DTSTART:20260210T200000", "RRULE:FREQ=DAILY;UNTIL=20260212T235959", "X-DAYBOOK-START-AFTER:08:00",
            ])
        // A time that comes not once has no event.
        #expect(
            try ends(#"{\#(daily),"times":["08:00","20:00"],"startAfter":"08:00","timesInAll":1}"#) == [
                "DTSTART:20260210T200000", "RRULE:FREQ=DAILY;COUNT=1",
            ])
        let tokyo = try lines(#"{\#(daily),"times":["08:00"],"until":"2026-02-12"}"#, zone: zone("Asia/Tokyo"))
        #expect(tokyo.contains("RRULE:FREQ=DAILY;UNTIL=20260212T145959Z"), "\(tokyo)")
    }

    @Test(
        "each rule, and days that no month is long enough for",
        arguments: [
            (
                #"{"kind":"customDays","interval":5,"start":"2026-02-10","times":["08:00"]}"#,
                ["20260210 FREQ=DAILY;INTERVAL=5"]
            ),
            (
                #"{"kind":"monthlyRelative","weekday":6,"week":-1,"times":["08:00"]}"#,
                ["20260227 FREQ=MONTHLY;BYDAY=-1FR"]
            ),
            (
                #"{"kind":"monthlyDate","days":[31],"times":["08:00"]}"#,
                ["20260228 FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"]
            ),
            (
                #"{"kind":"monthlyDate","days":[31,30,15],"times":["08:00"]}"#,
                [
                    "20260215 FREQ=MONTHLY;BYMONTHDAY=15", "20260228 FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1",
                    "20260331 FREQ=MONTHLY;BYMONTHDAY=31",
                ]
            ),
            (
                #"{"kind":"monthlyDate","days":[28,29],"interval":12,"start":"2026-02-01","times":["08:00"]}"#,
                ["20260228 FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=28", "20280229 FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=29"]
            ),
            // The 31st never comes after the 30th in a month of 30 days.
            (
                #"{"kind":"monthlyDate","days":[30,31],"interval":12,"start":"2026-04-01","times":["08:00"]}"#,
                ["20260430 FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=28,29,30;BYSETPOS=-1"]
            ),
            (
                #"{"kind":"annual","month":2,"day":29,"times":["08:00"]}"#,
                ["20260228 FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"]
            ),
            (
                #"{"kind":"annual","month":9,"day":31,"interval":10,"start":"2029-10-01","times":["08:00"]}"#,
                ["20390930 FREQ=YEARLY;INTERVAL=10;BYMONTH=9;BYMONTHDAY=30"]
            ),
            (#"{"kind":"annual","month":1,"day":1,"interval":9999,"start":"2026-02-01","times":["08:00"]}"#, []),
        ])
    func rules(schedule: String, expected: [String]) throws {
        let found = try lines(schedule)
        let starts = found.filter { $0.hasPrefix("DTSTART:") }.map { $0.dropFirst(8).prefix(8) }
        let rules = found.filter { $0.hasPrefix("RRULE:") }.map { $0.dropFirst(6) }
        #expect(zip(starts, rules).map { "\($0) \($1)" } == expected)
        #expect(Set(found.filter { $0.hasPrefix("UID:") }).count == expected.count)
    }

    @Test("an alarm that is fixed brings its zone: yearly rules where it keeps to some, else each change") func zones()
        throws
    {
        let daily = #"{"kind":"customDays","start":"2026-02-10","times":["08:00"]}"#
        let found = try lines(daily, zone: newYork)
        #expect(found.contains("DTSTART;TZID=America/New_York:20260210T080000"))
        #expect(
            found[4...22].elementsEqual([
                "BEGIN:VTIMEZONE", "TZID:America/New_York", "BEGIN:STANDARD", "DTSTART:20260101T000000",
                "TZOFFSETFROM:-0500", "TZOFFSETTO:-0500", "END:STANDARD",
                "BEGIN:DAYLIGHT", "DTSTART:20260308T020000", "TZOFFSETFROM:-0500", "TZOFFSETTO:-0400",
                "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", "END:DAYLIGHT",
                "BEGIN:STANDARD", "DTSTART:20261101T020000", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500",
                "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU", "END:STANDARD",
            ]))
        #expect(
            try lines(daily, zone: zone("Asia/Kathmandu")).filter { $0.hasPrefix("TZOFFSET") } == [
                "TZOFFSETFROM:+0545", "TZOFFSETTO:+0545",
            ])
        // Chile changed its rules; from 2023 on they hold. The last Sunday of March is the rule of Berlin.
        let early = daily.replacing("2026-02-10", with: "2021-06-01")
        #expect(
            try lines(early, zone: zone("America/Santiago")).filter { $0.hasPrefix("RRULE:FREQ=Y") } == [
                "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=SU;BYMONTHDAY=2,3,4,5,6,7,8",
                "RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=SU;BYMONTHDAY=2,3,4,5,6,7,8",
            ])
        #expect(try lines(daily, zone: zone("Europe/Berlin")).contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"))
    }

    @Test("lines are broken at 75 bytes, never within a character") func folding() throws {
        let title = String(repeating: "ü", count: 60)
        let text = try lines(#"{"kind":"customDays","times":["08:00"]}"#, { $0.title = title })
        let start = try #require(text.firstIndex { $0.hasPrefix("SUMMARY:") })
        #expect(
            text[start] == "SUMMARY:" + String(repeating: "ü", count: 33)
                && text[start + 1] == " " + String(repeating: "ü", count: 27))
        #expect(text.allSatisfy { $0.utf8.count <= 75 })
    }
}
