import Alarms
import DaybookDomains
import EventCodec
import EventModel
import Testing

extension CalendarReading {
    fileprivate init?(_ bytes: [UInt8]) { self.init(bytes, zone: { SystemZone($0) }, here: newYork, normalize: { $0 }) }
}

/// Other programs' calendars as alarms.
@Suite struct CalendarReadingTests {
    private func file(_ lines: [String]) -> String {
        (["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:u1@example.org", "SUMMARY:Rent"] + lines + [
            "END:VEVENT", "END:VCALENDAR", "",
        ]).joined(separator: "\r\n")
    }

    private func read(_ lines: String...) throws -> CalendarReading {
        try #require(CalendarReading(Array(file(lines).utf8)))
    }

    private func texts(_ notes: [CalendarReading.Note]) -> [String] {
        notes.map { "\($0.line) \($0.code): \($0.text)" }
    }

    @Test(
        "each rule as a schedule, beginning on Tuesday 10 February 2026 at nine",
        arguments: [
            ("FREQ=DAILY", "customDays 1"), ("FREQ=DAILY;INTERVAL=5", "customDays 5"),
            ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "weekly 1 [2, 3, 4, 5, 6]"),
            ("FREQ=WEEKLY", "weekly 1 [3]"), ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU", "weekly 2 [2, 6] from 1"),
            ("FREQ=MONTHLY", "monthlyDate 1 [10]"),
            ("FREQ=MONTHLY;BYMONTHDAY=15,1", "monthlyDate 1 [1, 15]"),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "monthlyDate 1 [31]"),
            ("FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "monthlyDate 3 [31]"),
            ("FREQ=MONTHLY;BYDAY=2MO", "monthlyRelative 1 2/2"),
            ("FREQ=MONTHLY;BYDAY=-1FR", "monthlyRelative 1 -1/6"),
            ("FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1", "monthlyRelative 1 -1/6"), ("FREQ=YEARLY", "annual 1 2-10"),
            ("FREQ=YEARLY;INTERVAL=10;BYMONTH=9;BYMONTHDAY=30", "annual 10 9-30"),
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", "annual 1 2-29"),
            ("freq=yearly;bymonth=2;bymonthday=28,29;bysetpos=-1", "annual 1 2-29"),
            ("FREQ=YEARLY;BYMONTH=2;BYDAY=4TH", "monthlyRelative 12 4/5"),
            ("FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYDAY=MO;BYSETPOS=-1", "monthlyRelative 24 -1/2"),
            ("FREQ=YEARLY;BYMONTH=2,5,8,11;BYMONTHDAY=1", "monthlyDate 3 [1]"),
            ("FREQ=YEARLY;BYMONTH=8,2", "monthlyDate 6 [10]"),
            ("FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0", "customDays 1"),
            ("FREQ=MONTHLY;BYDAY=MO,TU", "weekly 1 [2, 3]"), ("FREQ=YEARLY;BYDAY=FR", "weekly 1 [6]"),
            ("FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=8,9,10,11,12,13,14", "monthlyRelative 1 2/3"),
            ("FREQ=DAILY;BYMONTHDAY=1,15", "monthlyDate 1 [1, 15]"),
            ("FREQ=DAILY;BYMONTH=9;BYMONTHDAY=30", "annual 1 9-30"),
            ("FREQ=MONTHLY;BYMONTH=2,8;BYMONTHDAY=10", "monthlyDate 6 [10]"),
            // Outlook's last and first day, Apple's order, redundant parts, positions among one day.
            ("FREQ=MONTHLY;INTERVAL=1;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=-1", "monthlyDate 1 [31]"),
            ("FREQ=MONTHLY;INTERVAL=2;BYSETPOS=10;BYDAY=SU,MO,TU,WE,TH,FR,SA", "monthlyDate 2 [10]"),
            ("FREQ=MONTHLY;BYDAY=2TU;BYSETPOS=1", "monthlyRelative 1 2/3"),
            ("FREQ=MONTHLY;BYMONTHDAY=10;BYSETPOS=1", "monthlyDate 1 [10]"),
            ("FREQ=MONTHLY;BYMONTHDAY=10,11,12;BYSETPOS=1", "monthlyDate 1 [10]"),
            ("FREQ=MONTHLY;BYMONTHDAY=1,15;BYSETPOS=-1", "monthlyDate 1 [15]"),
            ("FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=-7,-6,-5,-4,-3,-2,-1", "monthlyRelative 1 -1/3"),
            ("FREQ=MONTHLY;INTERVAL=3;BYMONTH=2,5,8,11;BYMONTHDAY=10", "monthlyDate 3 [10]"),
            ("FREQ=DAILY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12", "customDays 1"),
            ("FREQ=DAILY;BYSETPOS=1", "customDays 1"),
            ("FREQ=WEEKLY;BYDAY=TU,WE,TH;BYSETPOS=1;WKST=MO", "weekly 1 [3]"),
            ("FREQ=WEEKLY;BYDAY=SU,TU;BYSETPOS=-1;WKST=MO", "weekly 1 [1]"),
            ("FREQ=YEARLY;BYMONTH=2,5,8,11;BYDAY=-1FR", "monthlyRelative 3 -1/6"),
            ("FREQ=MONTHLY;BYMONTH=2,8;BYDAY=FR;BYSETPOS=-1", "monthlyRelative 6 -1/6"),
            ("FREQ=YEARLY;BYYEARDAY=41", "annual 1 2-10"), ("FREQ=YEARLY;BYYEARDAY=-1", "annual 1 12-31"),
            // RFC 7529: what is the default, and what an alarm does by itself.
            ("RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=OMIT", "annual 1 2-10"),
            ("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31", "monthlyDate 1 [31]"),
            ("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=10", "monthlyDate 1 [10]"),
            ("FREQ=HOURLY;INTERVAL=24", "customDays 1"), ("FREQ=HOURLY;INTERVAL=48", "customDays 2"),
            ("FREQ=MINUTELY;INTERVAL=1440", "customDays 1"),
            ("FREQ=HOURLY;BYHOUR=9;BYDAY=MO,TU", "weekly 1 [2, 3]"),
            ("FREQ=MINUTELY;BYHOUR=9;BYMINUTE=0", "customDays 1"),
        ])
    func rules(rule: String, expected: String) throws {
        let reading = try read("DTSTART:20260210T090000", "RRULE:\(rule)")
        let schedule = try #require(reading.alarms.first).alarm.schedule
        let days = schedule.days.isEmpty ? "" : " \(schedule.days)"
        let relative =
            schedule.kind == .monthlyRelative
            ? " \(schedule.week)/\(schedule.weekday)"
            : schedule.kind == .annual ? " \(schedule.month)-\(schedule.day)" : ""
        #expect(
            "\(schedule.kind.rawValue) \(schedule.interval)\(days)\(relative)\(schedule.weekStart == 2 ? "" : " from \(schedule.weekStart)")"
                == expected)
        #expect(schedule.start?.description == "2026-02-10" && schedule.times == ["09:00"] && schedule.floating == true)
        #expect(reading.skipped == [] && reading.assumed == [])
    }

    @Test(
        "a rule by the hour or the minute is several times a day",
        arguments: [
            ("FREQ=HOURLY;INTERVAL=6", "03:00 09:00 15:00 21:00"),
            ("FREQ=MINUTELY;INTERVAL=480", "01:00 09:00 17:00"),
            ("FREQ=HOURLY;INTERVAL=12;BYMINUTE=0,30", "09:00 09:30 21:00 21:30"),
            ("FREQ=HOURLY;BYHOUR=9,13", "09:00 13:00"),
        ])
    func hours(rule: String, times: String) throws {
        let reading = try read("DTSTART:20260210T090000", "RRULE:\(rule)")
        let schedule = try #require(reading.alarms.first).alarm.schedule
        #expect(schedule.kind == .customDays && schedule.times.joined(separator: " ") == times)
        #expect(reading.skipped == [] && reading.assumed == [])
    }

    @Test(
        "zones by the names that programs write, without and with a definition",
        arguments: [
            ("tzone://Microsoft/Utc", "UTC"), ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
            ("Eastern Time (US & Canada)", "America/New_York"), ("GMT+0100", "Etc/GMT-1"), ("UTC-5", "Etc/GMT+5"),
            ("+05:30", "Asia/Colombo"), ("utc", "UTC"),
            ("(UTC+00:00) Dublin, Edinburgh, Lisbon, London", "Europe/London"),
            ("(UTC+00:00) Dublin\\, Edinburgh\\, Lisbon\\, London", "Europe/London"),
        ])
    func zoneNames(name: String, zone: String) throws {
        let reading = try read("DTSTART;TZID=\"\(name)\":20260210T090000", "RRULE:FREQ=DAILY")
        let found = try #require(reading.alarms.first, "\(texts(reading.skipped))").alarm.schedule
        #expect(found.zone == zone)
        #expect(reading.assumed.map(\.code) == ["zone.otherName"])
    }

    @Test("RFC 5545 §3.8.3.1: a name with commas is escaped in VTIMEZONE, and quoted in a parameter") func commas()
        throws
    {
        func calendar(_ offset: String) -> [String] {
            [
                "BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:Here\\, there\\; elsewhere", "BEGIN:STANDARD",
                "DTSTART:16010101T000000", "TZOFFSETFROM:\(offset)", "TZOFFSETTO:\(offset)", "END:STANDARD",
                "END:VTIMEZONE", "BEGIN:VEVENT", "UID:\(offset)@x",
                "DTSTART;TZID=\"Here, there; elsewhere\":20260210T090000", "RRULE:FREQ=DAILY", "END:VEVENT",
                "END:VCALENDAR",
            ]
        }
        let lines = calendar("+0800") + calendar("-0300") + [""]
        let reading = try #require(CalendarReading(Array(lines.joined(separator: "\r\n").utf8)))
        #expect(reading.alarms.map(\.alarm.schedule.zone) == ["Etc/GMT-8", "Etc/GMT+3"], "each calendar has its own")
    }

    @Test("a definition decides, also for a name that Microsoft gives another zone") func ownZone() throws {
        let definition = [
            "BEGIN:VTIMEZONE", "TZID:Central Standard Time", "BEGIN:STANDARD", "DTSTART:16010101T000000",
            "TZOFFSETFROM:+0930", "TZOFFSETTO:+0930", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:a@x",
            "DTSTART;TZID=Central Standard Time:20260210T090000", "RRULE:FREQ=DAILY", "END:VEVENT", "END:VCALENDAR", "",
        ]
        let bytes = Array((["BEGIN:VCALENDAR"] + definition).joined(separator: "\r\n").utf8)
        #expect(try #require(CalendarReading(bytes)).alarms.first?.alarm.schedule.zone == "Australia/Darwin")
    }

    @Test("what a reminder holds besides its time is named, and that a task is completed") func reminders() throws {
        let reading = try read(
            "DTSTART:20260210T090000", "RRULE:FREQ=DAILY", "STATUS:COMPLETED", "BEGIN:VALARM", "ACTION:EMAIL",
            "TRIGGER:-PT1H", "REPEAT:2", "DURATION:PT15M", "ATTACH;VALUE=URI:Basso", "DESCRIPTION:Reminder",
            "SUMMARY:By mail", "END:VALARM", "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Rent", "END:VALARM",
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-P1D", "DESCRIPTION:This is an event reminder", "END:VALARM")
        #expect(try #require(reading.alarms.first).warnings == ["1h", "1d"])
        #expect(
            texts(reading.assumed) == [
                "3 event.completed: It is completed, so its alarm is off.",
                "3 warning.partly: Of its reminder -PT1H is left out: "
                    + "ACTION:EMAIL, REPEAT:2, ATTACH:Basso, SUMMARY:By mail.",
                "3 warning.unsaid: A reminder of it has no TRIGGER and is left out.",
            ])
    }

    @Test(
        "the end of a rule: a number of times, or a last day",
        arguments: [
            ("FREQ=DAILY;COUNT=3", "3 times"), ("FREQ=DAILY;COUNT=1000", "1000 times"),
            // More than an alarm counts: by the day of the last.
            ("FREQ=DAILY;COUNT=1001", "until 2028-11-06"),
            ("FREQ=DAILY;BYHOUR=9,21;COUNT=2000", "until 2028-11-05"),
            ("FREQ=WEEKLY;UNTIL=20270101T000000Z", "until 2026-12-31"),
            ("FREQ=WEEKLY;UNTIL=20260217T140000Z", "until 2026-02-17"),
            // A second before the occurrence: the day does not count.
            ("FREQ=WEEKLY;UNTIL=20260217T135959Z", "until 2026-02-16"),
            ("FREQ=WEEKLY;UNTIL=20260217T085959", "until 2026-02-16"),
            ("FREQ=DAILY;UNTIL=20260217", "until 2026-02-17"),
            // Between the times of its last day.
            ("FREQ=DAILY;BYHOUR=9,21;UNTIL=20260212T120000", "5 times"),
            ("FREQ=DAILY;BYHOUR=9,21;UNTIL=20260212T210000", "until 2026-02-12"),
            // The times of the first day before DTSTART do not count.
            ("FREQ=DAILY;BYHOUR=7,9,21;COUNT=4", "4 times after 07:00"),
            ("FREQ=DAILY;BYHOUR=7,9", "no end after 07:00"),
        ])
    func ends(rule: String, expected: String) throws {
        let reading = try read("DTSTART:20260210T090000", "RRULE:\(rule)")
        let schedule = try #require(reading.alarms.first).alarm.schedule
        let end = schedule.until.map { "until \($0)" } ?? schedule.timesInAll.map { "\($0) times" } ?? "no end"
        #expect(end + (schedule.startAfter.map { " after \($0)" } ?? "") == expected)
        let note = "Its rule ends with a day and no time; the alarm also fires on that day."
        let notes = reading.assumed.map { "\($0.code): \($0.text)" }
        #expect(reading.skipped == [] && notes == (rule.hasSuffix("UNTIL=20260217") ? ["rule.lastDay: \(note)"] : []))
    }

    @Test(
        "of several times a day BYSETPOS selects one",
        arguments: [
            ("BYDAY=MO;BYHOUR=6,11;BYSETPOS=-1", "-1/2 11:00"), ("BYDAY=MO;BYHOUR=6,11;BYSETPOS=-2", "-1/2 06:00"),
            ("BYDAY=MO;BYHOUR=6,11;BYSETPOS=1", "1/2 06:00"), ("BYDAY=FR;BYHOUR=6,11,20;BYSETPOS=5", "2/6 11:00"),
            ("BYDAY=-1FR;BYHOUR=6,11", "-1/6 06:00,11:00"),
        ])
    func positions(rule: String, expected: String) throws {
        let reading = try read("DTSTART:20260209T060000", "RRULE:FREQ=MONTHLY;\(rule)")
        let schedule = try #require(reading.alarms.first).alarm.schedule
        #expect("\(schedule.week)/\(schedule.weekday) \(schedule.times.joined(separator: ","))" == expected)
        for far in ["0", "15", "-9", "9223372036854775807"] {
            let refused = try read(
                "DTSTART:20260209T060000", "RRULE:FREQ=MONTHLY;BYDAY=MO;BYHOUR=6,11,20;BYSETPOS=\(far)")
            #expect(refused.alarms.isEmpty && refused.skipped.first?.code == "rule.unsaid", "\(far)")
        }
    }

    @Test("an end in UTC is read on the clock of the event's zone; one that floats on that of the reader")
    func endsInZones() throws {
        let start = "DTSTART;TZID=Asia/Tokyo:20260210T080000"
        let tokyo = try read(start, "RRULE:FREQ=DAILY;UNTIL=20260211T225959Z")
        #expect(tokyo.alarms.first?.alarm.schedule.until == CivilDate("2026-02-11"))
        let atIt = try read(start, "RRULE:FREQ=DAILY;UNTIL=20260211T230000Z")
        #expect(atIt.alarms.first?.alarm.schedule.until == CivilDate("2026-02-12"))
        let floating = try read("DTSTART:20260210T080000", "RRULE:FREQ=DAILY;UNTIL=20260212T030000Z")
        #expect(floating.alarms.first?.alarm.schedule.until == CivilDate("2026-02-11"))
    }

    @Test("a zone behind a slash alone") func slash() throws {
        let reading = try read("DTSTART;TZID=/Europe/Stockholm:20260210T080000", "RRULE:FREQ=DAILY")
        #expect(reading.alarms.first?.alarm.schedule.zone == "Europe/Stockholm" && reading.assumed == [])
    }

    @Test(
        "what no alarm can say is named",
        arguments: [
            ("RRULE:FREQ=DAILY;COUNT=0", "rule.unsaid: Its rule has COUNT=0 as no alarm can say it."),
            ("RRULE:FREQ=DAILY;COUNT=x", "rule.unsaid: Its rule has COUNT=X as no alarm can say it."),
            ("RRULE:FREQ=DAILY;COUNT=3;UNTIL=20260301", "rule.unsaid: Its rule has COUNT=3 as no alarm can say it."),
            ("RRULE:FREQ=YEARLY;COUNT=9000", "rule.unsaid: Its rule has COUNT=9000 as no alarm can say it."),
            ("RRULE:FREQ=WEEKLY;UNTIL=soon", "rule.unsaid: Its rule has UNTIL=SOON as no alarm can say it."),
            ("RRULE:FREQ=SECONDLY", "rule.unsaid: Its rule has FREQ=SECONDLY as no alarm can say it."),
            ("RRULE:FREQ=HOURLY;INTERVAL=5", "rule.unsaid: Its rule has INTERVAL=5 as no alarm can say it."),
            ("RRULE:FREQ=MINUTELY;INTERVAL=30", "rule.unsaid: Its rule has FREQ=MINUTELY as no alarm can say it."),
            ("RRULE:FREQ=YEARLY;BYYEARDAY=100", "rule.unsaid: Its rule has BYYEARDAY=100 as no alarm can say it."),
            ("RRULE:RSCALE=CHINESE;FREQ=YEARLY", "rule.unsaid: Its rule has RSCALE=CHINESE as no alarm can say it."),
            (
                "RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=31",
                "rule.unsaid: Its rule has SKIP=FORWARD as no alarm can say it."
            ),
            (
                "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
                "rule.unsaid: Its rule has BYDAY=MO,TU,WE,TH,FR as no alarm can say it."
            ),
            ("RRULE:FREQ=DAILY;INTERVAL=2;BYDAY=MO", "rule.unsaid: Its rule has BYDAY=MO as no alarm can say it."),
            ("RRULE:FREQ=WEEKLY;BYMONTH=1", "rule.unsaid: Its rule has BYMONTH=1 as no alarm can say it."),
            ("RRULE:FREQ=MONTHLY;BYDAY=5MO", "rule.unsaid: Its rule has BYDAY=5MO as no alarm can say it."),
            (
                "RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,TU",
                "rule.unsaid: Its rule has BYDAY=MO,TU as no alarm can say it."
            ),
            ("RRULE:FREQ=YEARLY;BYDAY=MO;BYMONTH=3", "rule.unsaid: Its rule has BYDAY=MO as no alarm can say it."),
            (
                "RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
                "rule.unsaid: Its rule has BYMONTHDAY=13 as no alarm can say it."
            ),
            (
                "RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=9223372036854775807",
                "rule.unsaid: Its rule has BYMONTHDAY=9223372036854775807 as no alarm can say it."
            ),
            (
                "RRULE:FREQ=YEARLY;BYDAY=1FR;BYMONTH=1;INTERVAL=9223372036854775807",
                "rule.unsaid: Its rule has INTERVAL=9223372036854775807 as no alarm can say it."
            ),
            (
                "RRULE:FREQ=YEARLY;BYMONTH=2,5,8,11;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
                "rule.unsaid: Its rule has BYMONTH=2,5,8,11 as no alarm can say it."
            ),
            ("RRULE:FREQ=MONTHLY;BYMONTHDAY=-2", "rule.unsaid: Its rule has BYMONTHDAY=-2 as no alarm can say it."),
            (
                "RRULE:FREQ=MONTHLY;BYMONTHDAY=1,30;BYSETPOS=-1",
                "rule.unsaid: Its rule has BYSETPOS=-1 as no alarm can say it."
            ),
            (
                "RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31",
                "rule.unsaid: Its rule has BYMONTHDAY=31 as no alarm can say it."
            ),
            ("RRULE:FREQ=YEARLY;BYMONTH=1,6", "rule.unsaid: Its rule has BYMONTH=1,6 as no alarm can say it."),
            ("RRULE:FREQ=WEEKLY;INTERVAL=x", "rule.unsaid: Its rule has INTERVAL=X as no alarm can say it."),
            ("RRULE:FREQ=WEEKLY;WKST=XX", "rule.unsaid: Its rule has WKST=XX as no alarm can say it."),
            ("X-NOTHING:x", "event.once: It does not recur."),
            (
                "RRULE:FREQ=DAILY\r\nRECURRENCE-ID:20260211T090000",
                "event.exception: It changes one occurrence of another event."
            ),
        ])
    func skipped(line: String, expected: String) throws {
        let reading = try read("DTSTART:20260210T090000", line)
        #expect(texts(reading.skipped) == ["3 \(expected)"] && reading.alarms.isEmpty)
    }

    @Test("an event without its end is named wherever the calendar goes on, and a calendar without its own end")
    func cut() throws {
        let whole = ["BEGIN:VEVENT", "UID:2", "DTSTART:20260210T090000", "RRULE:FREQ=DAILY", "END:VEVENT"]
        func read(_ lines: [String]) throws -> CalendarReading {
            try #require(
                CalendarReading(
                    Array(
                        (["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTART:20260210T090000", "RRULE:FREQ=DAILY"]
                            + lines).joined(separator: "\r\n").utf8)))
        }
        for rest in [
            ["END:VCALENDAR"], whole + ["END:VCALENDAR"], ["BEGIN:VALARM", "END:VCALENDAR"], ["END:VEVEN"],
            ["BEGIN:VALARM", "TRIGGER:-PT1H"],
        ] {
            let reading = try read(rest)
            #expect(
                texts(reading.skipped) == ["2 event.cut: It has no END:VEVENT; the file may have been cut."], "\(rest)")
            #expect(reading.alarms.map(\.uid) == (rest.contains("UID:2") ? ["2"] : []), "\(rest)")
            #expect(reading.assumed.map(\.code) == (rest.last == "END:VCALENDAR" ? [] : ["calendar.cut"]), "\(rest)")
        }
        // A component without an end within an event ends with it.
        let unended = try read(["BEGIN:VALARM", "TRIGGER:-PT1H", "END:VEVENT"] + whole + ["END:VCALENDAR"])
        #expect(unended.alarms.map(\.uid) == ["1", "2"] && unended.skipped == [] && unended.assumed == [])
        let ended = try read(["END:VEVENT"])
        #expect(ended.alarms.count == 1 && ended.skipped == [])
        #expect(
            texts(ended.assumed) == [
                "6 calendar.cut: The file ends here, without END:VCALENDAR; it may have been cut, and have held more events."
            ])
    }

    @Test("starts that no alarm has") func starts() throws {
        let rule = "RRULE:FREQ=DAILY"
        #expect(texts(try read(rule).skipped) == ["3 event.unreadable: It has no start."])
        #expect(
            texts(try read("DTSTART;VALUE=DATE:20260210", rule).skipped) == [
                "3 event.wholeDay: It is of whole days and has no time."
            ])
        #expect(
            texts(try read("DTSTART:20260230T090000", rule).skipped) == [
                "3 event.unreadable: Its start cannot be read."
            ]
        )
        #expect(
            texts(try read("DTSTART;TZID=Moon:20260210T090000", rule).skipped) == [
                "3 zone.unknown: \"Moon\" is not a zone of the tz database."
            ])
        let fixed = try #require(try read("DTSTART;TZID=\"Europe/Berlin\":20260210T090000", rule).alarms.first).alarm
            .schedule
        #expect(fixed.zone == "Europe/Berlin" && fixed.floating == false)
        #expect(try #require(try read("DTSTART:20260210T090000Z", rule).alarms.first).alarm.schedule.zone == "UTC")
    }

    @Test("titles, notes, categories, reminders; what is taken otherwise is named") func contents() throws {
        let long = String(repeating: "é", count: 61)
        let reading = try read(
            "DTSTART:20260131T090000", "RRULE:FREQ=MONTHLY", "SUMMARY:x", "DESCRIPTION:one\\, two\\nthr",
            " ee \\\\ \\;", "CATEGORIES:HOME", "EXDATE:20260228T090000",
            "STATUS:CANCELLED", "BEGIN:VALARM", "TRIGGER:PT0S", "END:VALARM", "BEGIN:VALARM", "TRIGGER:-PT60M",
            "END:VALARM", "BEGIN:VALARM", "TRIGGER:-P1W", "END:VALARM",
            "BEGIN:VALARM", "TRIGGER:-PT15M", "DESCRIPTION:of the reminder", "END:VALARM")
        let found = try #require(reading.alarms.first)
        #expect(
            found.alarm.title == "Rent" && found.alarm.note == "one, two\nthree \\ ;" && found.alarm.category == .home)
        #expect(
            found.warnings == ["1h", "7d"] && !found.isEnabled && found.ownID == nil && found.uid == "u1@example.org")
        #expect(found.omissions == [.local(CivilDate(year: 2026, month: 2, day: 28)!, minute: 540)])
        #expect(
            texts(reading.assumed) == [
                "3 rule.shortMonths: Where a month is too short for its day, the alarm fires on the month's last.",
                "3 warning.unsaid: Its reminder -PT15M is left out: an alarm warns 1h, 1d, 3d or 7d before.",
            ])
        let cut = try #require(
            CalendarReading(
                Array(file(["DTSTART:20260210T090000", "RRULE:FREQ=DAILY"]).replacing("Rent", with: long).utf8)))
        #expect(cut.alarms.first?.alarm.title == String(long.dropLast()))
        #expect(texts(cut.assumed) == ["3 title.tooLong: Its title is cut to 60 characters."])
    }

    @Test("any bytes are read without a crash") func anything() throws {
        #expect(CalendarReading([]) == nil && CalendarReading(Array("BEGIN:VCARD\nEND:VCARD\n".utf8)) == nil)
        for text in [
            "BEGIN:VCALENDAR", "BEGIN:VCALENDAR\nEND:VEVENT\n", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT",
            "BEGIN:VCALENDAR\nEND:\n:\n;\n\"\nBEGIN:VEVENT\nBEGIN:VEVENT\nEND:VEVENT",
        ] {
            #expect(CalendarReading(Array(text.utf8))?.alarms.isEmpty == true, "\(text)")
        }
        let whole = Array(
            file([
                "DTSTART;TZID=UTC:20260210T090000", "RRULE:FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1", "BEGIN:VALARM",
                "TRIGGER:-P999999999999W9W", "END:VALARM",
            ]).utf8)
        for length in 0..<whole.count { _ = CalendarReading(Array(whole[..<length])) }
    }
}
