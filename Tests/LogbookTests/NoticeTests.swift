import EventModel
import EventSourcing
import Logbook
import Testing

@Suite struct NoticeTests {
    private static let now = Instant("2026-02-10T20:00:00Z")!
    private static let today = day("2026-02-10")

    /// Flights that give a situation of the vectors, and the stage of training.
    private static func situation(_ text: String) -> (flights: [Flight], stage: TrainingStage?) {
        let number = text.split(separator: " ").compactMap { Int($0) }.first
        func landings(daysLeft: Int, night: Bool = false) -> [Flight] {
            [
                flight("2026-02-10") {
                    $0.hobbs = 1; $0.dayLandings = 0; $0.allLandings = 0
                },
                flight(today.adding(days: daysLeft - 90).description) {
                    $0.dayLandings = night ? 0 : 3
                    $0.nightLandings = night ? 3 : 0
                    $0.nightHours = 0
                },
            ]
        }
        func hours(_ change: (inout Flight) -> Void) -> Flight {
            flight("2026-02-10") {
                $0.dayLandings = 1
                change(&$0)
            }
        }
        let solo = hours {
            $0.hobbs = 100; $0.solo = true
        }
        let all = [
            hours {
                $0.hobbs = 120; $0.dual = true
            },
            hours {
                $0.hobbs = 120; $0.dual = true; $0.nightHours = 30; $0.instrumentHours = 30
            },
            hours {
                $0.hobbs = 120; $0.solo = true; $0.crossCountry = true
            }, hours { $0.hobbs = 40 },
        ]
        switch text {
        case _ where text.hasPrefix("night currencyCliff"): return (landings(daysLeft: 20, night: true), nil)
        case _ where text.hasPrefix("currencyCliff again after 6"),
            _ where text.hasPrefix("currencyCliff again after 7"):
            return (landings(daysLeft: 5), nil)
        case "currency expired": return (landings(daysLeft: -1), nil)
        case _ where text.hasPrefix("currencyCliff"): return (landings(daysLeft: number ?? 0), nil)
        case "third event of the day", "second event one hour later": return (landings(daysLeft: 2), nil)
        case _ where text.hasPrefix("checkrideReady"), _ where text.hasPrefix("same save"): return (all, nil)
        case _ where text.hasPrefix("momentumStall"):
            let days = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }.first ?? 0
            return (
                [flight(today.adding(days: -days).description)], text.contains("checkride-prep") ? .checkridePrep : nil
            )
        default: return ([solo], text.contains("checkride-prep") ? .checkridePrep : nil)
        }
    }

    private static func kind(_ text: String) -> Notice.Kind {
        if text.contains("urrency") || text.hasSuffix("of the day") || text.hasSuffix("one hour later") {
            return .currencyCliff
        }
        if text.hasPrefix("checkrideReady") { return .checkrideReady }
        return text.hasPrefix("momentumStall") ? .momentumStall : .milestone
    }

    /// The notices sent before, as a row counts them.
    private static func sent(_ row: [String: String], _ kind: Notice.Kind) -> [SentNotice] {
        func at(_ hours: Int64) -> Instant { Instant(milliseconds: now.milliseconds - hours * 3_600_000) }
        var sent: [SentNotice] = []
        if let same = row["hours_since_same_category"].flatMap({ Int64($0) }) {
            sent.append(SentNotice(at: at(same), category: kind.rawValue, key: "earlier"))
        }
        if let any = row["hours_since_any"].flatMap({ Int64($0) }), sent.isEmpty {
            sent.append(SentNotice(at: at(any), category: "other", key: "earlier"))
        }
        let today = row["sent_today"].flatMap { Int($0) } ?? 0
        while sent.count(where: { UniversalTime().date(at: $0.at) == self.today }) < today {
            sent.append(SentNotice(at: at(Int64(10 + sent.count)), category: "other", key: "earlier \(sent.count)"))
        }
        return sent
    }

    @Test("S-TC-060..064: every row of the vectors", arguments: Fixture.rows("notification-gate-vectors.csv"))
    func vectors(_ row: [String: String]) throws {
        let id = row["id"] ?? ""
        let text = row["situation"] ?? ""
        let kind = Self.kind(text)
        let (flights, stage) = Self.situation(text)
        let acknowledged: Set<String> =
            row["already_acknowledged"] == "yes" ? ["milestone.solo", "checkrideReady"] : []
        let reasons = NoticeReasons(on: Self.today, stage: stage, in: FlightDays(flights))
        let notice = reasons.notices(acknowledged: acknowledged).first { $0.kind == kind }
        if row["outcome"] == "none" { return #expect(notice == nil, "\(id)") }
        let found = try #require(notice, "\(id)")
        #expect(
            "0.\(found.score)" == row["score"] || found.score == 100 && row["score"] == "1.00", "\(id): \(found.score)")
        let gates = NoticeGates(Notice.policy, now: Self.now, isPermitted: true, sent: Self.sent(row, kind)) {
            UniversalTime().date(at: $0)
        }
        let expected: NoticeGate? =
            switch row["blocking_gate"] {
            case "daily cap": .dailyCap
            case "global cooldown": .globalCooldown
            case "category cooldown": .categoryCooldown
            default: nil
            }
        #expect(gates.gate(of: found.candidate) == expected, "\(id)")
        #expect((expected == nil) == (row["outcome"] == "send"), "\(id)")
    }

    private func notices(_ flights: [Flight], stage: TrainingStage? = nil, acknowledged: Set<String> = []) -> [Notice] {
        NoticeReasons(on: Self.today, stage: stage, in: FlightDays(flights)).notices(acknowledged: acknowledged)
    }

    @Test(
        "S-TC-060, S-TC-041: the words of a cliff by the days left",
        arguments: [
            (31, nil), (30, "Currency Heads-Up 60"), (8, "Currency Heads-Up 60"), (7, "Day Currency: 7 Days Left 85"),
            (4, "Day Currency: 4 Days Left 85"),
            (3, "Day Currency Expires in 3d 95"), (0, "Day Currency Expires in 0d 95"), (-1, nil),
        ] as [(Int, String?)])
    func cliff(_ left: Int, _ expected: String?) {
        let all = notices([flight(Self.today.adding(days: left - 90).description) { $0.dayLandings = 3 }])
        let cliff = all.first { $0.kind == .currencyCliff }
        #expect(cliff.map { "\($0.title) \($0.score)" } == expected)
        if let cliff {
            #expect(
                cliff.key == "currencyCliff.day.\(Self.today.adding(days: left))" && cliff.category == "currencyCliff")
        }
    }

    @Test("S-TC-061: the tenth solo hour; acknowledged it does not come again") func milestone() throws {
        func solo(_ tenths: Int) -> [Flight] {
            [
                flight("2026-02-09") {
                    $0.hobbs = Hours(tenths: tenths); $0.solo = true
                }
            ]
        }
        #expect(notices(solo(99)).filter { $0.kind == .milestone } == [])
        let milestone = try #require(notices(solo(100)).first)
        #expect(
            milestone.title == "Solo Flight — Complete" && milestone.key == "milestone.solo" && milestone.score == 75
                && milestone.paragraph == "61.109(a)(5)")
        #expect(
            Notice.paragraph(ofKey: "milestone.solo") == "61.109(a)(5)"
                && Notice.paragraph(ofKey: "checkrideReady") == nil)
        #expect(notices(solo(100), acknowledged: ["milestone.solo"]) == [])
        #expect(notices(solo(100), stage: .checkridePrep).first?.score == 85)
    }

    @Test("S-TC-064: all requirements met comes first, and the milestones after it are held") func ready() {
        let (flights, _) = Self.situation("checkrideReady first time")
        let all = notices(flights)
        #expect(all.first?.title == "All PPL Requirements Met" && all.first?.score == 100 && all.count == 7)
        var gates = NoticeGates(Notice.policy, now: Self.now, isPermitted: true, sent: []) {
            UniversalTime().date(at: $0)
        }
        let sorted = gates.sort(all.map(\.candidate))
        #expect(sorted.due.map(\.key) == ["checkrideReady"])
        #expect(sorted.held.map(\.gate) == Array(repeating: .globalCooldown, count: 6))
        #expect(notices(flights, acknowledged: ["checkrideReady"]).count == 6)
    }

    @Test("S-TC-062, S-TC-063: two on one civil day; four hours between any two; the next day is another") func caps()
        throws
    {
        let stall = try #require(notices([flight("2026-01-27")]).first { $0.kind == .momentumStall })
        #expect(stall.title == "14 Days Since Your Last Flight" && stall.key == "momentumStall.2026-01-27")
        func gate(_ sent: [String], now: String = "2026-02-10T20:00:00Z") -> NoticeGate? {
            NoticeGates(
                Notice.policy, now: Instant(now)!, isPermitted: true,
                sent: sent.map { SentNotice(at: Instant($0)!, category: "other", key: $0) }
            ) { UniversalTime().date(at: $0) }.gate(of: stall.candidate)
        }
        #expect(gate([]) == nil)
        #expect(
            gate(["2026-02-10T19:00:00Z"]) == .globalCooldown && gate(["2026-02-10T16:00:00.001Z"]) == .globalCooldown
                && gate(["2026-02-10T16:00:00Z"]) == nil)
        #expect(gate(["2026-02-10T01:00:00Z", "2026-02-10T06:00:00Z"]) == .dailyCap)
        #expect(gate(["2026-02-10T01:00:00Z", "2026-02-10T06:00:00Z"], now: "2026-02-11T00:00:00Z") == nil)
        #expect(gate(["2026-02-10T21:00:00Z"]) == nil, "what a clock ahead of ours sent counts when its time comes")
        #expect(gate(["2026-02-10T21:00:00Z"], now: "2026-02-10T21:00:01Z") == .globalCooldown)
        #expect(gate(["2026-02-10T20:01:00Z"]) == .globalCooldown, "clocks that agree differ by seconds")
        #expect(gate(["2026-02-10T20:01:01Z", "2026-02-10T20:02:00Z"]) == nil && gate(["2036-01-01T00:00:00Z"]) == nil)
    }

    @Test("S-TC-072: without permission nothing goes out, and nothing is counted") func permission() throws {
        let all = notices([flight("2026-01-27")])
        var gates = NoticeGates(Notice.policy, now: Self.now, isPermitted: false, sent: []) {
            UniversalTime().date(at: $0)
        }
        let sorted = gates.sort((all + all).map(\.candidate))
        #expect(sorted.due == [] && sorted.held.map(\.gate) == [.permission, .permission])
    }

    @Test("without a flight there is nothing to say") func empty() {
        #expect(notices([]) == [])
        // A ground lesson is no flight.
        #expect(
            notices([
                flight("2026-01-01") {
                    $0.hobbs = 0; $0.dayLandings = 0
                }
            ]) == [])
    }
}
