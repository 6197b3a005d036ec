import EventModel
import EventSourcing
import LedgerTestSupport
import Testing

/// The rules of supersession by the sets that they speak of, each built as a whole.
private struct Naive {
    struct Record {
        var stream: StreamID
        var created: EventID
        var time: Int64
        var counts: Bool
        var supersedes: [EventID]
        /// Every event of the stream with those in its past, itself included.
        var pasts: [EventID: Set<EventID>]
        var standing: [EventID]
        var keys: [EventID: OrderKey]
    }

    let records: [Record]

    private func holder(_ id: EventID) -> Int? { records.firstIndex { $0.pasts[id] != nil } }

    private func direct(_ index: Int) -> Set<Int> {
        Set(records[index].supersedes.compactMap(holder)).subtracting([index])
    }

    private func targets(_ index: Int) -> Set<Int> {
        var found: Set<Int> = []
        var open = direct(index)
        while let next = open.popFirst() {
            if next != index, found.insert(next).inserted { open.formUnion(direct(next)) }
        }
        return found
    }

    var answer: [StreamID: Supersession] {
        var result: [StreamID: Supersession] = [:]
        let order = records.indices.filter { records[$0].counts && !targets($0).isEmpty }
            .sorted { records[$0].keys[records[$0].created]! < records[$1].keys[records[$1].created]! }
        var accepted: [Int] = []
        for index in order {
            let reach = targets(index)
            let names = Set(reach.union([index]).flatMap { records[$0].supersedes })
            let unseen = reach.flatMap { target -> [OrderKey] in
                let seen = names.reduce(into: Set<EventID>()) { $0.formUnion(records[target].pasts[$1] ?? []) }
                return records[target].standing.filter { !seen.contains($0) }.compactMap { records[target].keys[$0] }
            }
            let rival = accepted.first { other in
                let (there, here) = (targets(other).contains(index), reach.contains(other))
                return there == here && (there || !targets(other).isDisjoint(with: reach))
            }
            if let lock = unseen.min() {
                result[records[index].stream, default: .init()].heldBack = EventOutcome(
                    .pending, reason: "signature.unseen", because: lock.id)
            } else if let rival {
                result[records[index].stream, default: .init()].heldBack = EventOutcome(
                    .pending, reason: "record.superseded", because: records[rival].created)
            } else {
                accepted.append(index)
            }
        }
        for isDirect in [true, false] {
            for index in accepted {
                for target in isDirect ? direct(index) : targets(index)
                where result[records[target].stream]?.supersededBy == nil {
                    result[records[target].stream, default: .init()].supersededBy = records[index].created
                }
            }
        }
        return result
    }
}

@Suite struct SupersessionOracleTests {
    /// Some records whose creates name events of any others, in circles too; some are signed, some do not count, clocks
    /// lie.
    private static func world(_ seed: UInt64) -> (records: [LinkedRecord], naive: Naive) {
        var random = SeededRandom(seed: seed)
        let count = Int.random(in: 2...9, using: &random)
        let shape = Int.random(in: 0...3, using: &random)
        var records: [LinkedRecord] = []
        var naive: [Naive.Record] = []
        for index in 0..<count {
            var named: [Int] = []
            for _ in 0..<[0, 1, 1, 2, 3][Int.random(in: 0...4, using: &random)] {
                // A shape of only earlier ones, of the one before, of any.
                let target =
                    shape == 0
                    ? Int.random(in: 0..<count, using: &random)
                    : shape == 1 ? index - 1 : Int.random(in: 0...index, using: &random) - 1
                if target >= 0 { named.append(target * 10 + Int.random(in: 1...4, using: &random)) }
            }
            let isSigned = Int.random(in: 0...2, using: &random) == 0
            let time = Int64.random(in: 0...20, using: &random)
            var chronicle = Chronicle()
            chronicle.add(
                index * 10 + 1, .create, ["x": index], links: EngineLinks(supersedes: named.map(Chronicle.id)), at: time
            )
            chronicle.edit(index * 10 + 2, on: [index * 10 + 1], ["x": index])
            if isSigned {
                chronicle.lock(
                    index * 10 + 3, on: [index * 10 + 2], covers: [index * 10 + 1, index * 10 + 2], ToyState(x: index))
                chronicle.add(index * 10 + 4, .note, on: [index * 10 + 3])
            }
            let fold = fold(chronicle.events, rules: ToyRules())
            let counts = Int.random(in: 0...7, using: &random) > 0
            let stream = StreamID(kind: "toy", id: "r\(index)")
            records.append(LinkedRecord(stream, chronicle.events, fold, counts: counts))
            let bases = Dictionary(uniqueKeysWithValues: chronicle.events.map { ($0.id, $0.basis) })
            var pasts: [EventID: Set<EventID>] = [:]
            var keys: [EventID: OrderKey] = [:]
            for event in chronicle.events {
                pasts[event.id] = event.basis.reduce(into: [event.id]) { $0.formUnion(pasts[$1] ?? []) }
                let before = event.basis.compactMap { keys[$0] }
                keys[event.id] = OrderKey(
                    timeMilliseconds: before.map(\.timeMilliseconds).reduce(event.recordedMilliseconds, max),
                    height: 1 + (before.map(\.height).max() ?? 0),
                    id: event.id)
            }
            naive.append(
                Naive.Record(
                    stream: stream, created: Chronicle.id(index * 10 + 1), time: time, counts: counts,
                    supersedes: named.map(Chronicle.id).filter { bases[$0] == nil }, pasts: pasts,
                    standing: Array(fold.standing), keys: keys))
        }
        return (records, Naive(records: naive))
    }

    @Test("20,000 small worlds, circles and lying clocks among them, are decided as by the sets themselves")
    func random() {
        for seed in 0..<20_000 as Range<UInt64> {
            let (records, naive) = Self.world(seed)
            let answer = Supersession.decide(records).filter { $0.value != Supersession() }
            if answer != naive.answer { Issue.record("seed \(seed): \(answer) and not \(naive.answer)") }
        }
    }
}
