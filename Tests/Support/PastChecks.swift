package import DaybookDomains
import Engine
import EventModel
import EventSourcing
import EventStore

/// Whether kept rows give the same answers about every earlier position as a fold of that prefix: whole tables, windows
/// of them, and the events behind days.
package enum PastChecks {
    /// The first difference, at up to so many positions up to the newest; nil: there is none.
    package static func difference(_ ledger: Ledger, at newest: Int, seed: UInt64, positions count: Int = 6) throws
        -> String?
    {
        var random = SeededRandom(seed: seed &+ UInt64(newest))
        for _ in 0..<count {
            if let what = try difference(ledger, at: Position(UInt64(random.below(newest + 1))), &random) {
                return what
            }
        }
        return nil
    }

    /// The first difference at one position.
    package static func difference(_ ledger: Ledger, at position: Position, _ random: inout SeededRandom) throws
        -> String?
    {
        let engine = ledger.engine
        let pick = random.below(1_000)
        return try engine.read { transaction in
            guard let known = try engine.known(at: position, transaction) else { return "no position \(position)" }
            for index in ledger.registry.ledgers.indices {
                let folded = try engine.foldedTable(index, knownAt: known, transaction)
                let kept = try engine.dayTable(index, knownAt: known, transaction)
                if kept != folded {
                    return "ledger \(index) at \(position): \(describe(kept)) kept, \(describe(folded)) folded"
                }
                if folded.days.isEmpty { continue }
                let middle = folded.days[pick % folded.days.count].date
                if let what = try windows(engine, index, around: middle, folded, known, transaction) {
                    return "ledger \(index) at \(position): \(what)"
                }
                let days = folded.days.map(\.date)
                let stated = try engine.contributions(index, days: days, in: kept, knownAt: known, transaction).map {
                    "\($0.event.hex) \($0.stream) \($0.day) \($0.values)"
                }
                let meant = try engine.foldedContributions(index, days: days, knownAt: known, transaction).map {
                    "\($0.event.hex) \($0.stream) \($0.day) \($0.values)"
                }
                if stated != meant { return "ledger \(index) at \(position): the events behind its days are others" }
            }
            return try streams(engine, at: position, transaction)
        }
    }

    /// The earlier state of a stream is the same read anew and folded from a later reading.
    private static func streams(_ engine: EngineCore, at position: Position, _ transaction: borrowing StoreRead) throws
        -> String?
    {
        var all: [LoadedStream] = []
        try engine.forEachStream(kind: nil, knownAt: try engine.latest(transaction), transaction) {
            all.append($0)
            return true
        }
        let (known, latest) = (
            try KnownStreams(engine, knownAt: position, transaction),
            try KnownStreams(engine, knownAt: nil, transaction)
        )
        for later in all {
            let (anew, within) = (
                try known.stream(later.stream, transaction), try known.stream(within: later, transaction)
            )
            if describe(anew) != describe(within) {
                return
                    "\(later.stream) at \(position): \(describe(anew)) read anew, \(describe(within)) within what came later"
            }
            let beside = try latest.stream(within: later, knownAt: position, transaction)
            if describe(anew) != describe(beside) {
                return "\(later.stream) at \(position) by who reads what is known now: \(describe(beside))"
            }
        }
        return nil
    }

    private static func describe(_ stream: LoadedStream?) -> String {
        guard let stream else { return "nothing" }
        let fold = stream.fold
        return [
            "\(stream.positions) \(stream.places) \(stream.events.map(\.id.hex)) \(fold.order.map(\.self)) \(stream.events.indices.map { fold.outcomes[$0] })",
            "\(fold.heads) \(fold.standing) \(fold.standingRemoves) \(fold.isDisputed) \(fold.clockFloorMilliseconds) \(String(describing: fold.state)) \(stream.links)",
        ].joined(separator: " ")
    }

    private static func windows(
        _ engine: EngineCore, _ index: Int, around day: CivilDate, _ folded: DayTable, _ known: KnownAt,
        _ transaction: borrowing StoreRead
    ) throws -> String? {
        let first = day.adding(days: -40)
        let part = try engine.dayTable(index, .days(first...day, withSumBefore: false), knownAt: known, transaction)
        if part.days.filter({ (first...day).contains($0.date) })
            != folded.days.filter({ (first...day).contains($0.date) })
        {
            return "\(first)…\(day) differs"
        }
        let sums = try engine.dayTable(index, .days(day...day, withSumBefore: true), knownAt: known, transaction)
        if sums.sums(from: .earliest, through: day) != folded.sums(from: .earliest, through: day) {
            return "the sums through \(day) differ"
        }
        if sums.rows(on: day) != folded.rows(on: day) { return "the rows on \(day) differ" }
        for measure in 0..<folded.width {
            func newest(_ table: DayTable) -> [DayTable.Day] {
                table.days.filter { $0.date <= day && $0.sums[measure] > 0 }.suffix(3)
            }
            let stated = try engine.newestDays(index, through: day, knownAt: known, transaction) {
                newest($0).count < 3 ? [measure] : []
            }
            if newest(stated) != newest(folded) { return "the newest days of measure \(measure) up to \(day) differ" }
        }
        return nil
    }

    private static func describe(_ table: DayTable) -> String {
        table.days.map { "\($0.date) \($0.rows) \($0.sums)" }.joined(separator: ", ")
    }
}
