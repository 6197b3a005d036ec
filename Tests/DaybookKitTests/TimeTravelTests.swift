import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import Foundation
import LedgerTestSupport
import Logbook
import Testing

/// The rows of a vector file, column name → text.
private func rows(_ name: String, source: String = #filePath) throws -> [[String: String]] {
    let tests = URL(fileURLWithPath: source).deletingLastPathComponent().deletingLastPathComponent()
    let bytes = try Data(contentsOf: tests.appendingPathComponent("Fixtures/vectors/\(name)"))
    let records = try CSVReader.records(Array(bytes))
    return records.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(records[0].fields, $0.fields)) }
}

@Suite struct TimeTravelTests {
    private func text(_ reading: CurrencyReading) -> [String] {
        [reading.state.rawValue, reading.goodThrough?.description ?? "", reading.daysLeft.map(String.init) ?? ""]
    }

    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    @Test(
        "D-5, S-TC-029, S-TC-037, S-TC-038, S-TC-041: every row of the currency vectors through a ledger, by all three readings"
    )
    func currencyVectors() throws {
        let rows = try rows("currency-vectors.csv")
        #expect(rows.count == 112)
        for (number, row) in rows.enumerated() {
            let ledger = try StoreLedger(seed: UInt64(number), clock: TestClock("2030-01-01T12:00:00Z"))
            let drafts = (row["flights"] ?? "").split(separator: " ").enumerated().map { index, entry -> EventDraft in
                let parts = entry.split(separator: ":d")
                let counts = parts[1].split(separator: "n").compactMap { Int($0) }
                // Entries without a landing are those of a file: a person's needs one.
                return counts[0] + counts[1] > 0
                    ? Draft.log("f\(index)", date: String(parts[0]), day: counts[0], night: counts[1])
                    : EventDraft(
                        stream: Draft.stream("flight/f\(index)"), type: "flight.logged",
                        data: .json(
                            Draft.object([
                                "date": .string(String(parts[0])), "hobbs": .number("1.5"), "dayLandings": .integer(0),
                                "nightLandings": .integer(0),
                                "accepted": .array([.string("landings.required")]), "batch": .string("batch/b"),
                            ])))
            }
            if !drafts.isEmpty { _ = try store(ledger, drafts) }
            let asOf = AsOf(on: try day(row["query_date"] ?? ""))
            let answer = try ledger.ledger.currency(asOf).value
            for (prefix, reading) in [
                ("all", answer.answer.general), ("day", answer.answer.day), ("night", answer.answer.night),
            ] {
                let expected = ["state", "good_through", "days_left"].map { row["\(prefix)_\($0)"] ?? "?" }
                #expect(text(reading) == expected, "\(row["id"] ?? "") \(prefix)")
            }
            // The same from nothing kept.
            let replayed = try ledger.ledger.currency(
                AsOf(on: asOf.on, known: .position(Position(UInt64(drafts.isEmpty ? 0 : drafts.count + 1)))))
            #expect(
                replayed.value.general == answer.general && replayed.value.answer == answer.answer, "\(row["id"] ?? "")"
            )
        }
    }

    private func store(_ ledger: StoreLedger, _ drafts: [EventDraft]) throws -> AppendReceipt {
        try ledger.append(drafts, condition: nil)
    }

    @Test("D-5, S-TC-042, S-TC-043, S-TC-044, S-TC-045: every row of the progress vectors through a ledger")
    func progressVectors() throws {
        let rows = try rows("ppl-progress-vectors.csv")
        #expect(rows.count == 12)
        for (number, row) in rows.enumerated() {
            let id = row["id"] ?? ""
            let ledger = try StoreLedger(seed: UInt64(number))
            func tenths(_ column: String) -> Int { Int((row[column] ?? "").replacing(".", with: "")) ?? -1 }
            func hours(_ tenths: Int) -> JSONValue { .number("\(tenths / 10).\(tenths % 10)") }
            // One entry of a file whose hours are those of the row; each kind is stated by itself.
            let (total, dual, solo) = (tenths("total_h"), tenths("dual_h"), tenths("solo_h"))
            if total > 0 {
                _ = try ledger.append(
                    EventDraft(
                        stream: Draft.stream("flight/f"), type: "flight.logged",
                        data: .json(
                            Draft.object([
                                "date": .string("2026-02-01"), "hobbs": hours(total), "dayLandings": .integer(1),
                                "dualHours": hours(dual),
                                "soloHours": hours(solo), "crossCountryHours": hours(tenths("solo_xc_h")),
                                "nightHours": hours(tenths("night_h")),
                                "instrumentHours": hours(tenths("instrument_h")),
                                "accepted": .array([.string("hobbs.over12")]),
                            ]))))
            }
            let progress = try ledger.ledger.progress().value
            let percents = ["total", "dual", "solo", "solo_xc", "night", "instrument"].map { row["pct_\($0)"] }
            #expect(progress.requirements.map { String($0.percent) } == percents, "\(id)")
            #expect(String(progress.overallPercent) == row["overall_percent"], "\(id)")
            #expect(String(progress.met) == row["met_of_6"], "\(id)")
            #expect(progress.next?.requirement.title ?? "" == row["next_milestone"], "\(id)")
        }
    }

    @Test("D-6: a flight entered late changes the answer for a past date only where known-at lies after its entry")
    func lateEntry() throws {
        let clock = TestClock("2026-02-10T10:00:00Z")
        let store = try StoreLedger(seed: 1, clock: clock)
        _ = try store.append(Draft.log("a", date: "2026-02-08", day: 2))
        clock.set("2026-02-20T10:00:00Z")
        let late = try store.append(Draft.log("late", date: "2026-02-09", day: 1))
        let on = try day("2026-02-15")
        func answer(_ known: AsOf.Known) throws -> [String] {
            text(try store.ledger.currency(AsOf(on: on, known: known)).value.answer.general)
        }
        let current = ["valid", "2026-05-09", "83"]
        let never = ["never", "", ""]
        #expect(try answer(.latest) == current)
        #expect(try answer(.at(Instant("2026-02-19T10:00:00Z")!)) == never)
        #expect(try answer(.at(Instant("2026-02-20T09:59:59Z")!)) == never)
        #expect(try answer(.at(Instant("2026-02-20T10:00:00Z")!)) == current)
        #expect(try answer(.position(Position(late.position.value - 1))) == never)
        #expect(try answer(.position(late.position)) == current)
        // The answer about the day before the landing stays the same at every position.
        #expect(text(try store.ledger.currency(AsOf(on: try day("2026-02-08"))).value.answer.general) == never)
        let asOf = try store.ledger.currency(AsOf(on: on, known: .at(Instant("2026-02-19T10:00:00Z")!))).asOf
        #expect(
            [asOf.on.description, asOf.position.description, asOf.knownAt?.description] == [
                "2026-02-15", "2", "2026-02-10T10:00:00Z",
            ])
        #expect(
            try store.ledger.currency(AsOf(on: on)).value.general == [late.ids[0], try store.observe().events[1].id])
    }

    @Test("D-2: rebuilt from nothing equals what is kept, after every event of a history, and for every prefix of it")
    func everyPrefix() throws {
        let store = try StoreLedger(seed: 1)
        let steps: [[EventDraft]] = [
            [Draft.log("a"), Draft.log("b", date: "2026-02-02")], [Draft.amend("a", ["date": .string("2026-01-31")])],
            [Draft.sign("a")], [Draft.remove("b")],
            [Draft.void("a")], [Draft.restore("b")],
            [Draft.amend("b", ["hobbs": .number("2.5"), "solo": .bool(true)]), Draft.log("c")], [Draft.remove("c")],
        ]
        var states: [UInt64: ReplayReport] = [:]
        for step in steps {
            let position = try store.append(step, condition: nil).position
            let replay = try store.ledger.replay()
            #expect(replay.isEqual, "after \(position)")
            states[position.value] = replay
        }
        let seen = try store.observe()
        for position in 0...seen.events.count {
            let stated = try store.observe(knownAt: Position(UInt64(position)))
            #expect(LedgerChecks.equalsRefold(stated, ModelLedger.registry) == nil, "at \(position)")
            #expect(stated.events.count == position)
            let replay = try store.ledger.replay(until: Position(UInt64(position)))
            #expect(replay.events == UInt64(position) && replay.isEqual, "at \(position)")
            for projection in Registry.daybook.projections {
                #expect(
                    try store.ledger.replay(projection, until: Position(UInt64(position))).isEqual,
                    "\(projection) at \(position)")
            }
            if let then = states[UInt64(position)] { #expect(replay.state == then.state, "at \(position)") }
        }
    }
}
