import Alarms
import DaybookDomains
import EventModel
import LedgerTestSupport
import Testing

@Suite struct NextFireTests {
    private func schedule(_ row: [String: String]) -> Schedule {
        func number(_ column: String) -> Int { Int(row[column] ?? "") ?? 0 }
        func days(_ column: String) -> DaySet {
            DaySet((row[column] ?? "").split(separator: ";").compactMap { Int($0) })
        }
        let rule: Schedule.Rule
        switch row["kind"] ?? "" {
        case "weekly": rule = .weekly(days("days"), weekStart: row["wkst"] == "SU" ? 1 : 2)
        case "monthlyDate": rule = .monthlyDate(days("days"))
        case "monthlyRelative": rule = .monthlyRelative(week: number("week"), weekday: number("dow"))
        case "annual": rule = .annual(month: number("month"), day: number("day"))
        default: rule = .customDays
        }
        return Schedule(
            rule, interval: number("interval"), start: day(row["series_start"] ?? ""), times: times(row["times"] ?? ""))
    }

    @Test(
        "C-F-U, C-F-3.5, C-F-4.7, C-F-6.4, C-F-12.1, C-F-12.2, C-F-12.3, C-F-12.4, C-F-12.5, C-P-7.2, C-P-8.4, C-P-8.6, C-P-8.8, C-P-8.9, C-P-9.5, C-P-16.1, C-P-16.2, C-P-16.3, C-P-16.4, C-P-16.5, C-X.1: every row of the next-fire vectors"
    )
    func everyVector() throws {
        let rows = vectors("alarm-next-fire-vectors.csv")
        #expect(rows.count == 164)
        for row in rows {
            let id = try #require(row["id"])
            let found = schedule(row).nextFire(after: instant(row["now_utc"] ?? ""), in: zone(row["zone"] ?? ""))
            #expect(found?.description == row["next_fire_utc"], "\(id)")
        }
    }

    private func fires(_ schedule: Schedule, after now: String, in zone: some ZoneRules, count: Int) -> [String] {
        var all: [String] = []
        var now = instant(now)
        while all.count < count, let next = schedule.nextFire(after: now, in: zone) {
            all.append(next.description)
            now = next
        }
        return all
    }

    @Test("C-X.1: Lord Howe's half hour that is skipped moves 02:15 to 02:45, and no day is lost")
    func lordHowe() {
        #expect(
            fires(
                everyDays(1, from: "2026-10-01", at: "02:15"), after: "2026-10-02T00:00:00Z",
                in: zone("Australia/Lord_Howe"), count: 3)
                == ["2026-10-02T15:45:00Z", "2026-10-03T15:45:00Z", "2026-10-04T15:15:00Z"])
    }

    @Test("C-X.1: a time that comes twice fires once, the first time")
    func repeated() {
        #expect(
            fires(everyDays(1, at: "01:30"), after: "2026-10-31T12:00:00Z", in: newYork, count: 2) == [
                "2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z",
            ])
    }

    /// Samoa had no 30 December 2011: its 08:00 is that of the 31st, and both fire as one.
    @Test("C-X.1: a day that a zone leaves out fires a day later, once")
    func apia() {
        let zone = zone("Pacific/Apia")
        #expect(
            fires(everyDays(1, from: "2011-12-01"), after: "2011-12-29T10:00:00Z", in: zone, count: 3)
                == ["2011-12-29T18:00:00Z", "2011-12-30T18:00:00Z", "2011-12-31T18:00:00Z"])
        // 23:00 of the day left out comes after 08:00 of the next, though it stands before it on the calendar.
        #expect(
            fires(
                everyDays(1, from: "2011-12-01", at: "08:00;23:00"), after: "2011-12-30T09:30:00Z", in: zone, count: 3)
                == ["2011-12-30T18:00:00Z", "2011-12-31T09:00:00Z", "2011-12-31T18:00:00Z"])
    }

    @Test("C-X.1: times whose order a skipped hour turns round fire in the order of their instants")
    func turnedRound() {
        #expect(
            fires(
                everyDays(1, from: "2026-03-01", at: "02:45;03:15"), after: "2026-03-08T05:00:00Z", in: newYork,
                count: 3)
                == ["2026-03-08T07:15:00Z", "2026-03-08T07:45:00Z", "2026-03-09T06:45:00Z"])
    }

    @Test("The schedule is read in the zone it is given: 09:00 is 09:00 there")
    func zones() {
        #expect(
            weekly([2]).nextFire(after: instant("2026-02-09T13:30:00Z"), in: newYork)?.description
                == "2026-02-09T14:00:00Z")
        #expect(
            weekly([2]).nextFire(after: instant("2026-02-09T14:30:00Z"), in: zone("America/Los_Angeles"))?.description
                == "2026-02-09T17:00:00Z")
    }

    @Test("C-X.5: the interval is counted from the first occurrence, whenever it is asked")
    func anchored() {
        let schedule = annual(9, 10, every: 10, from: "2029-09-10")
        for now in ["1999-01-01T00:00:00Z", "2026-02-10T13:00:00Z", "2029-09-10T11:59:59Z"] {
            #expect(schedule.nextFire(after: instant(now), in: newYork)?.description == "2029-09-10T12:00:00Z")
        }
        #expect(
            schedule.nextFire(after: instant("2034-01-01T00:00:00Z"), in: newYork)?.description
                == "2039-09-10T12:00:00Z")
    }

    @Test func afterTheLastYearNothingFires() {
        #expect(
            annual(9, 10, from: "9990-01-01").nextFire(after: instant("9999-10-01T00:00:00Z"), in: UniversalTime())
                == nil)
        #expect(
            monthly([31], every: 9999, from: "9998-01-01").nextFire(
                after: instant("9999-10-01T00:00:00Z"), in: UniversalTime()) == nil)
        #expect(
            weekly([2], every: 9999, from: "9990-01-01").nextFire(
                after: instant("9999-10-01T00:00:00Z"), in: UniversalTime()) == nil)
        #expect(
            everyDays(9999, from: "9990-01-01").nextFire(after: instant("9999-10-01T00:00:00Z"), in: UniversalTime())
                == nil)
        #expect(
            everyDays(1, from: "0001-01-01").nextFire(after: .earliest, in: UniversalTime())?.description
                == "0001-01-01T08:00:00Z")
    }

    @Test("Warnings come an hour or whole calendar days before, strictly after now")
    func warnings() throws {
        let schedule = everyDays(10, from: "2026-03-10")
        for (lead, expected) in [
            (PreAlarm.hour, "2026-03-10T11:00:00Z"), (.day, "2026-03-09T12:00:00Z"),
            (.threeDays, "2026-03-07T13:00:00Z"), (.week, "2026-03-03T13:00:00Z"),
        ] {
            let found = try #require(schedule.warning(lead, after: instant("2026-03-01T00:00:00Z"), in: newYork))
            #expect(found.instant.description == expected, "\(lead)")
            #expect(found.occurrence.date == day("2026-03-10"))
            #expect(
                found.occurrence.secondOfDay == 28_800 && found.occurrence.instant == instant("2026-03-10T12:00:00Z"))
            let next = try #require(schedule.warning(lead, after: found.instant, in: newYork))
            #expect(next.occurrence.date == day("2026-03-20"), "\(lead)")
        }
    }

    /// The promise is 20 µs of an optimised build with a zone of the system; this program may be built without, and
    /// share its machine.
    @Test("A next fire is found in a few steps, however far it is")
    func cost() {
        let clock = ContinuousClock()
        let lordHowe = zone("Australia/Lord_Howe")
        let schedules = [
            weekly([2, 6], every: 10), monthly([31], every: 5), annual(2, 29, every: 10), everyDays(45),
            Schedule(
                .monthlyRelative(week: -1, weekday: 6), start: day("2026-02-10"), times: (0..<24).map { $0 * 3600 }),
        ]
        var best = schedules.map { _ in Duration.seconds(1) }
        for round in 0..<200 {
            let now = Instant(milliseconds: defaultClock.milliseconds + Int64(round) * 86_400_000 * 17)
            for (index, schedule) in schedules.enumerated() {
                best[index] = min(best[index], clock.measure { _ = schedule.nextFire(after: now, in: lordHowe) })
            }
        }
        print("next fire, best of 200: \(best)")
        for time in best { #expect(time < .microseconds(200)) }
    }
}
