import Alarms
import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport
import Testing

/// A long alarm in a ledger that stays open, and in one that is opened anew for each unit and so keeps nothing.
private final class LongAlarm {
    private let path = Scratch.path()
    private let clock: TestClock
    private(set) var ledger: Ledger

    init(_ clock: TestClock) throws {
        self.clock = clock
        ledger = try Ledger.create(at: path, zone: "UTC", person: .new, environment: .daybook(clock: { clock.now }))
    }

    deinit {
        ledger.close()
        Scratch.remove(path)
    }

    func openAnew() throws {
        ledger.close()
        let clock = clock
        ledger = try Ledger.open(at: path, environment: .daybook(clock: { clock.now }))
    }

    /// The refusal of a unit; nil where there is none.
    func refusal(of drafts: [EventDraft]) throws -> String? {
        do {
            _ = try ledger.append(drafts)
            return nil
        } catch let refusal as DraftRefusal {
            return "\(refusal.index) \(refusal.reason)"
        }
    }

    /// The ledger's answers about the alarm.
    func answers(at moment: Instant) throws -> [String] {
        let card = try ledger.alarms(.now, at: moment).value.map { "\($0.card)" }
        return card + (try ledger.alarm(Draft.stream("alarm/a"), at: moment).value.occurrences.map { "\($0)" })
    }
}

@Suite struct LongAlarmTests {
    private static func draft(_ type: String, _ data: JSONValue, at moment: Instant? = nil) -> EventDraft {
        EventDraft(
            stream: Draft.stream("alarm/a"), type: type, data: .json(data),
            occurred: moment.map { .instant($0, offsetSeconds: 0, zone: "UTC") })
    }

    private static let begin = instant("2026-01-01T00:00:00Z")

    private static func hour(_ number: Int, seconds: Int = 0) -> Instant {
        Instant(milliseconds: begin.milliseconds + Int64(3_600 * number + seconds) * 1_000)
    }

    /// The schedule of an hourly alarm, which may end with an occurrence.
    private static func hourly(times count: Int? = nil) -> JSONValue {
        let times = (0..<24).map { JSONValue.string($0 < 10 ? "0\($0):00" : "\($0):00") }
        return .object(pairs: [
            "kind": .string("customDays"), "start": .string("2026-01-01"), "times": .array(times),
            "timesInAll": count.map { .integer(Int64($0)) },
        ])
    }

    /// An event that the rules may refuse.
    private static func draft(_ random: inout SeededRandom, now: Int) -> EventDraft {
        let number = max(1, now - 4 + random.below(7))
        let occurrence = JSONValue.string(hour(number).description)
        let moment = random.oneIn(3) ? hour(number) : nil
        switch random.below(16) {
        case 0: return draft("alarm.disabled", .object(pairs: ["cause": .string("user")]))
        case 1: return draft("alarm.enabled", .object(pairs: ["cause": .string("user")]))
        case 2: return draft("alarm.edited", .object(pairs: ["note": .string("note \(number)")]))
        case 3, 4:
            return draft("alarm.snoozed", .object(pairs: ["occurrence": occurrence, "seconds": .integer(3_600)]))
        case 5: return draft("alarm.missed", .object(pairs: ["occurrence": occurrence]), at: moment)
        case 6: return draft("occurrence.skipped", .object(pairs: ["occurrence": occurrence]))
        case 7, 8: return draft("occurrence.reopened", .object(pairs: ["occurrence": occurrence]))
        case 9: return draft("alarm.fired", .object(pairs: ["occurrence": occurrence]), at: moment)
        case 10, 11: return draft("alarm.paused", .object(pairs: ["until": .string("2026-01-\(24 + random.below(8))")]))
        case 12:
            return draft(
                "alarm.edited", .object(pairs: ["schedule": hourly(times: [nil, 605, 620, 650][random.below(4)])]))
        case 13: return draft(random.oneIn(3) ? "alarm.removed" : "alarm.restored", .object(pairs: [:]))
        default: return draft("alarm.completed", .object(pairs: ["occurrence": occurrence]), at: moment)
        }
    }

    @Test("Rules that are continued from unit to unit refuse what rules that read the whole stream refuse")
    func continued() throws {
        var refused = 0
        for seed in UInt64(0)..<6 {
            var random = SeededRandom(seed: seed)
            let clock = TestClock(LongAlarmTests.hour(600).description)
            // Given: an hourly alarm with more events than a ledger reads anew for each commit.
            let (open, anew) = (try LongAlarm(clock), try LongAlarm(clock))
            let created = LongAlarmTests.draft(
                "alarm.created", .object(pairs: ["title": .string("Hourly"), "schedule": LongAlarmTests.hourly()]),
                at: LongAlarmTests.hour(0))
            let past = (1...560).map { number in
                LongAlarmTests.draft(
                    number % 3 == 0 ? "alarm.completed" : "alarm.fired",
                    .object(pairs: ["occurrence": .string(LongAlarmTests.hour(number).description)]),
                    at: LongAlarmTests.hour(number))
            }
            for ledger in [open, anew] { #expect(try ledger.refusal(of: [created] + past) == nil) }
            // When: small units come, some of them refused, by a clock that goes forward and back.
            for step in 0..<40 {
                let now = 600 + step + (random.oneIn(5) ? -20 : 0)
                clock.set(LongAlarmTests.hour(now, seconds: random.below(3_000)))
                let unit = (0...random.below(3)).map { _ in LongAlarmTests.draft(&random, now: now) }
                try anew.openAnew()
                let expected = try anew.refusal(of: unit)
                if expected != nil { refused += 1 }
                #expect(try open.refusal(of: unit) == expected, "seed \(seed), step \(step): \(unit.map(\.type))")
            }
            // Then: both answer the same, and the open one holds what a replay gives.
            for hours in [600, 640, 700] {
                let moment = LongAlarmTests.hour(hours)
                #expect(try open.answers(at: moment) == anew.answers(at: moment), "seed \(seed)")
            }
            #expect(try open.ledger.replay().isEqual, "seed \(seed)")
            #expect(try open.ledger.verify().isSound, "seed \(seed)")
        }
        #expect(refused > 20 && refused < 220)
    }
}
