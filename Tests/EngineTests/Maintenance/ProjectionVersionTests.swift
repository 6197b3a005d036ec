import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LMDB
import LedgerTestSupport
import ReadModels
import Testing

/// Kept ledgers of another version, of none, half built: the answers are those of the fold, and what is built is what
/// would have been kept.
@Suite struct ProjectionVersionTests {
    private static let old = CountedDomain(program: 1, ledger: 1)
    private static let new = CountedDomain(program: 1, ledger: 2)

    /// Twelve records on five days of two months and two years; one changed, one sealed, one with more events than a
    /// chunk of places.
    private func filled(_ domain: CountedDomain = old) throws -> CountedLedger {
        let ledger = try CountedLedger(domain)
        let days = ["2025-12-30", "2025-12-31", "2026-01-01", "2026-01-15", "2026-01-31"]
        for number in 0..<12 {
            try ledger.append(Counted.dozens("r\(number)", Int64(number + 1), day: days[number % 5]))
        }
        try ledger.append(
            Counted.draft("r3", "changed", ["dozens": .integer(40)]),
            Counted.draft("r7", "titled", ["title": .string("seven")]))
        try ledger.append(Counted.draft("r5", "sealed"))
        for number in 0..<130 { try ledger.append(Counted.draft("r9", "changed", ["dozens": .integer(Int64(number))])) }
        return ledger
    }

    private let oldDays = [
        "2025-12-30 3 [216]", "2025-12-31 3 [252]", "2026-01-01 2 [132]", "2026-01-15 2 [588]", "2026-01-31 2 [1608]",
    ]
    private let newDays = [
        "2025-12-30 3 [216, 3]", "2025-12-31 3 [252, 3]", "2026-01-01 2 [132, 2]", "2026-01-15 2 [588, 2]",
        "2026-01-31 2 [1608, 2]",
    ]

    /// All that is kept of ledgers, without the slots they happen to lie in and without checksums, which cover the
    /// slots.
    private func keptRows(_ ledger: CountedLedger) throws -> [Row] {
        try ledger.engine.read { transaction in
            var rows: [Row] = []
            for table in [StoreTable.projections, .heads, .streams, .flagged] {
                try transaction.withCursor(in: table.lmdb) { cursor in
                    while let entry = try cursor.next() {
                        let (key, value) = (
                            entry.key.withUnsafeBytes { Array($0) },
                            entry.value.withUnsafeBytes { Array($0.dropLast(4)) }
                        )
                        switch table {
                        // How the past is cut into rows depends on the commits; `PastChecks` compares its content.
                        case .projections where key[1] > 3: continue
                        case .projections where key[1] == 1: rows.append(Row(key: Array(key[1...]), value: value))
                        // Rows above the contributions name checksums of rows with slots in their keys.
                        case .projections:
                            rows.append(Row(key: Array(key[1...]), value: key[1] == 2 ? value : [UInt8(value.count)]))
                        case .heads where key[0] == 2 && key.count == 2:
                            let head = try LedgerHead(row: entry.value, key: entry.key)
                            rows.append(
                                Row(
                                    key: Array(head.name.utf8),
                                    value: [UInt8(head.version), UInt8(head.rows), UInt8(head.years.count)]))
                        case .streams where StreamRecord.isRecordKey(entry.key):
                            let record = try StreamRecord(row: entry.value, key: entry.key)
                            let kept = try KeptRows(bytes: record.kept)
                            rows.append(
                                Row(
                                    key: key,
                                    value: kept.rows.flatMap { [UInt8($0.anchor)] } + (kept.registers?.bytes ?? []) + [
                                        record.flags.rawValue
                                    ]))
                        case .flagged: rows.append(Row(key: key, value: value))
                        default: break
                        }
                    }
                }
            }
            return rows
        }
    }

    private struct Row: Hashable {
        let key: [UInt8]
        let value: [UInt8]
    }

    private func slots(_ ledger: CountedLedger) throws -> [UInt8] {
        try ledger.engine.read { try $0.ledgerHeads().map(\.slot) }
    }

    @Test("a ledger of a new version is built from all streams at the first open for writing, and the old one goes")
    func newVersion() throws {
        let ledger = try filled()
        #expect(try ledger.days() == oldDays)
        let old = try slots(ledger)
        try ledger.reopen(Self.new)
        #expect(try ledger.days() == newDays)
        #expect(try ledger.check() == [])
        let slots = try slots(ledger)
        #expect(slots.count == 1 && slots != old)
        // Nothing is left of the old one.
        let strange = try ledger.engine.read { transaction in
            try transaction.withCursor(in: StoreTable.projections.lmdb) { cursor in
                var strange = 0
                while let entry = try cursor.next() {
                    if !entry.key.extracting(0..<1).withUnsafeBytes({ slots.contains($0[0]) }) { strange += 1 }
                }
                return strange
            }
        }
        #expect(strange == 0)
        // And it is kept on.
        try ledger.append(
            Counted.dozens("more", 1, day: "2026-01-31"), Counted.draft("r0", "changed", ["day": .string("2026-01-31")])
        )
        #expect(try ledger.days().last == "2026-01-31 4 [1632, 4]")
        #expect(try ledger.check() == [])
    }

    @Test("what is built is what would have been kept from the beginning, row for row")
    func builtIsKept() throws {
        let grown = try filled(Self.new)
        let built = try filled(Self.old)
        try built.reopen(Self.new)
        #expect(try keptRows(built) == keptRows(grown))
        // In many commits as in one.
        for events in [1, 2, 7, 100] {
            let ledger = try filled(Self.old)
            var commits = 1
            try ledger.beside(Self.new).buildKept(eventsPerCommit: events) { commits += 1 }
            #expect(commits > 1, "\(events) events a commit")
            try ledger.reopen(Self.new)
            #expect(try keptRows(ledger) == keptRows(grown), "\(events) events a commit")
            #expect(try ledger.check() == [], "\(events) events a commit")
        }
    }

    @Test("with an old version reading folds, and writes nothing")
    func reading() throws {
        let ledger = try filled()
        let before = Scratch.bytes(ledger.path + "/data.mdb")
        try ledger.reopen(Self.new, .readOnly)
        #expect(try ledger.days() == newDays)
        #expect(try ledger.kept() == nil)
        #expect(Scratch.bytes(ledger.path + "/data.mdb") == before)
    }

    private struct Stopped: Error {}

    /// Builds until so many commits are done, and stops as a kill between two commits does.
    private func build(_ ledger: CountedLedger, _ domain: CountedDomain, stoppingAfter commits: Int) throws {
        var left = commits
        #expect(throws: Stopped.self) {
            try ledger.beside(domain).buildKept(eventsPerCommit: 2) {
                left -= 1
                if left == 0 { throw Stopped() }
            }
        }
    }

    @Test("a build that is cut short goes on where it stopped; meanwhile both versions answer", arguments: [1, 3, 5])
    func resumed(commits: Int) throws {
        let ledger = try filled()
        try build(ledger, Self.new, stoppingAfter: commits)
        let progress = try #require(try ledger.engine.read { try $0.keptState()?.building })
        #expect(progress.position == Position(146))
        #expect(try slots(ledger).count == 2)
        // The program of the old version still reads its rows; it folds for what both write.
        #expect(try ledger.days() == oldDays)
        #expect(try ledger.engine.read { try ledger.engine.keptIsCurrent($0) } == false)
        try ledger.reopen(Self.new, .readOnly)
        #expect(try ledger.days() == newDays)
        #expect(ledger.engine.isSound)
        // As many commits as were left, not as a build from nothing takes.
        try ledger.reopenUnbuilt()
        let whole = try filled()
        var all = 0
        try whole.beside(Self.new).buildKept(eventsPerCommit: 2) { all += 1 }
        var rest = 0
        try ledger.beside(Self.new).buildKept(eventsPerCommit: 2) { rest += 1 }
        #expect(rest == all - commits)
        try ledger.reopen(Self.new)
        #expect(try ledger.days() == newDays)
        #expect(try ledger.check() == [])
        #expect(try keptRows(ledger) == keptRows(filled(Self.new)))
    }

    @Test("a build that is cut short and written over by the old program begins anew")
    func overtaken() throws {
        let ledger = try filled()
        try build(ledger, Self.new, stoppingAfter: 4)
        // The old program finds its rows spoilt, builds them, and writes.
        try ledger.append(
            Counted.dozens("r00", 5, day: "2025-12-30"), Counted.draft("r1", "changed", ["dozens": .integer(1)]))
        #expect(try ledger.days().prefix(2) == ["2025-12-30 4 [276]", "2025-12-31 3 [240]"])
        #expect(try ledger.check() == [])
        try build(ledger, Self.new, stoppingAfter: 2)
        try ledger.reopen(Self.new)
        #expect(try ledger.days().prefix(2) == ["2025-12-30 4 [276, 4]", "2025-12-31 3 [240, 3]"])
        #expect(try ledger.check() == [])
    }

    @Test("two programs of two versions may write in turn: each finds its own answers")
    func inTurn() throws {
        let ledger = try filled()
        let other = ledger.beside(Self.new)
        for number in 0..<3 {
            _ = try other.append([Counted.dozens("new\(number)", 1, day: "2025-12-30")])
            #expect(
                try ledger.days(other).first == "2025-12-30 \(4 + 2 * number) [\(228 + 24 * number), \(4 + 2 * number)]"
            )
            #expect(try ledger.days().first == "2025-12-30 \(4 + 2 * number) [\(228 + 24 * number)]")
            try ledger.append(Counted.dozens("old\(number)", 1, day: "2025-12-30"))
            #expect(try ledger.days().first == "2025-12-30 \(5 + 2 * number) [\(240 + 24 * number)]")
            #expect(try ledger.check() == [])
        }
    }

    @Test("kept rows are a cache: deleted, the answers are the same, folded and built again", arguments: [false, true])
    func deleted(onlyState: Bool) throws {
        let ledger = try filled()
        let rows = try keptRows(ledger)
        try ledger.engine.store.write(stamp: ledger.clock.now) { session, transaction in
            session.headChanged = true
            if onlyState {
                _ = try transaction.delete(in: StoreTable.heads.lmdb, at: KeptState.key)
            } else {
                try transaction.dropLedgers()
            }
        }
        try ledger.reopen(Self.old, .readOnly)
        #expect(try ledger.days() == oldDays)
        try ledger.reopen(Self.old)
        #expect(try ledger.days() == oldDays)
        #expect(try ledger.check() == [])
        #expect(try keptRows(ledger) == rows)
    }

    @Test("a ledger that is added, and one that is taken away, are built and dropped alike")
    func addedAndTaken() throws {
        let ledger = try filled()
        try ledger.reopen(Self.new)
        try ledger.reopen(Self.old)
        #expect(try ledger.days() == oldDays)
        #expect(try slots(ledger).count == 1)
        #expect(try ledger.check() == [])
    }
}

extension EngineCore {
    fileprivate var isSound: Bool { (try? read { verify($0).damage.isEmpty }) ?? false }  // A thrown error is not sound either.
}
