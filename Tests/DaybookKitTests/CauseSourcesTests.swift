import DaybookDomains
@testable import DaybookKit
@testable import Engine
import EventCodec
import EventModel
import EventStore
import LedgerTestSupport
import Testing

/// The questions of figures about records, in numbers, and those whose answer an event changed.
@Suite struct CauseSourcesTests {
    private static let seed: UInt64 = 20_261_126

    @Test("a set of sides holds what was put into it, in its order, however many there are") func sides() {
        var random = SeededRandom(seed: Self.seed)
        for round in 0..<500 {
            let most = [3, 63, 64, 65, 400].randomElement(using: &random) ?? 3
            let lists = (0..<2).map { _ in
                (0..<Int.random(in: 0...30, using: &random)).map { _ in Int.random(in: 0...most, using: &random) }
            }
            let sets = lists.map { list in
                var set = SideSet()
                for side in list { set.insert(side) }
                return set
            }
            var union = sets[0]
            union.formUnion(sets[1])
            for (set, list) in [(sets[0], lists[0]), (sets[1], lists[1]), (union, lists[0] + lists[1])] {
                var stated: [Int] = []
                set.forEach { stated.append($0) }
                #expect(stated == Set(list).sorted(), "seed \(Self.seed), round \(round)")
            }
        }
    }

    @Test("rows are the same to a question where they come to the same on each day that counts") func questions() {
        var random = SeededRandom(seed: Self.seed)
        for round in 0..<5_000 {
            let first = CivilDate(day: Int32.random(in: 100...104, using: &random))
            let days = first...first.adding(days: Int.random(in: 0...3, using: &random))
            let measures = (0..<3).filter { _ in Bool.random(using: &random) }
            let source = DaySource(
                kind: "flight", table: LogbookDomain.flights, measures: measures, days: days, unit: .count)
            let question = DayQuestion(source)
            // None, one or several rows, some on one day and some that come to nothing.
            let rows = (0..<2).map { _ in
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    LoadedStream.DatedRow(
                        day: CivilDate(day: Int32.random(in: 99...108, using: &random)),
                        values: (0..<3).map { _ in Int64.random(in: -1...1, using: &random) })
                }
            }
            func sums(_ rows: [LoadedStream.DatedRow]) -> [CivilDate: Int64] {
                var sums: [CivilDate: Int64] = [:]
                for row in rows where days.contains(row.day) {
                    let amount = measures.reduce(0) { $0 + row.values[$1] }
                    if amount != 0 { sums[row.day, default: 0] += amount }
                }
                return sums
            }
            #expect(
                question.areSame(rows[0], rows[1]) == (sums(rows[0]) == sums(rows[1])),
                "seed \(Self.seed), round \(round)")
            for row in rows.joined() { #expect(question.sum(row.values.span) == source.sum(row.values)) }
        }
    }

    @Test("of more figures than a word has bits each has the causes of its own") func manyFigures() throws {
        try Scratch.with { path in
            let ledger = try Ledger.create(at: path, environment: .test(TestClock("2026-11-21T12:00:00Z")))
            defer { ledger.close() }
            func append(_ stream: StreamID, _ type: String, _ data: String) throws {
                _ = try ledger.append([
                    EventDraft(stream: stream, type: type, data: .json(try JSONParser.parse(Array(data.utf8))))
                ])
            }
            try append(StreamID(kind: "profile", id: "alarms"), "tier.changed", #"{"tier":"plus"}"#)
            let schedule = #"{"kind":"weekly","days":[1],"times":["09:00"],"zone":"UTC"}"#
            let alarms = (0..<70).map { StreamID(kind: "alarm", id: "a\(100 + $0)") }
            for alarm in alarms { try append(alarm, "alarm.created", #"{"title":"before","schedule":\#(schedule)}"#) }
            let before = try ledger.answered(.now).position
            for alarm in alarms { try append(alarm, "alarm.edited", #"{"title":"\#(alarm.id)"}"#) }
            let changes = try ledger.diff([.alarms], from: AsOf(known: .position(before)), to: .now).changes
            for (number, alarm) in alarms.enumerated() {
                let own = changes.filter { $0.title == alarm.id }
                #expect(!own.isEmpty)
                for change in own {
                    #expect(change.causes.map(\.position.value) == [before.value + UInt64(number) + 1], "\(change.id)")
                }
            }
        }
    }
}
