import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventStore
import Foundation
import LedgerTestSupport
import Synchronization
import Testing

/// Writes inside a reading of the same thread: the reading holds the map in place, which a write may have to enlarge.
@Suite struct WaitingReadingTests {
    private func environment(_ clock: TestClock) -> LedgerEnvironment {
        var environment = LedgerEnvironment.test(clock, seed: 8)
        environment.mapByteCount = 1 << 20
        return environment
    }

    private func long(_ id: String) -> EventDraft {
        let data = JSONValue.object(pairs: [
            "date": .string("2026-02-01"), "hobbs": .number("1.0"), "dayLandings": .integer(1),
            "remarks": .string(String(repeating: "x", count: 9_000)),
        ])
        return EventDraft(stream: StreamID(kind: "flight", id: id), type: "flight.logged", data: .json(data))
    }

    @Test("small writes are taken; one that must enlarge the file is refused, and taken after the reading",
        .timeLimit(.minutes(1)))
    func inside() throws {
        try Scratch.with { path in
            let ledger = try Ledger.create(at: path, environment: environment(TestClock()))
            defer { ledger.close() }
            _ = try ledger.append([long("first")])
            var (taken, stated) = (0, nil as Fault?)
            try ledger.records(kind: "flight") { _ in
                do {
                    for number in 0..<500 {
                        _ = try ledger.append([long("f\(number)")])
                        taken += 1
                    }
                } catch let fault as Fault { stated = fault }
                return true
            }
            #expect(taken > 0 && taken < 500)
            #expect(stated?.kind == .busy && stated?.code == "store.readingWaits")
            #expect(
                stated?.message
                    == "The ledger's file must grow, and a reading that waits for this write prevents it.")
            #expect(
                stated?.hint
                    == "Nothing was written. Write when the reading has ended, or open the ledger with a larger map.")
            #expect(try ledger.position == Position(UInt64(2 + taken)))
            for number in taken..<200 { _ = try ledger.append([long("f\(number)")]) }
            let report = try ledger.verify()
            #expect(report.isSound && report.logs.count == 1 && report.events == 202)
        }
    }

    @Test("others in the same commit, or before it, are not refused for it", .timeLimit(.minutes(1))) func others()
        throws
    {
        try Scratch.with { path in
            let ledger = try Ledger.create(at: path, environment: environment(TestClock()))
            defer { ledger.close() }
            _ = try ledger.append([long("first")])
            let failures = Mutex<[String]>([])
            // Writes all the time, more than the map holds, while the readings below write, too.
            let thread = Thread {
                for number in 0..<300 {
                    do { _ = try ledger.append([long("o\(number)")]) } catch {
                        failures.withLock { $0.append("\(error)") }
                    }
                }
            }
            thread.start()
            var (taken, refused) = (0, 0)
            for round in 0..<60 {
                try ledger.records(kind: "flight") { _ in
                    do {
                        _ = try ledger.append([long("i\(round)")])
                        taken += 1
                    } catch let fault as Fault where fault.code == "store.readingWaits" { refused += 1 }
                    return false
                }
            }
            while !thread.isFinished { Scratch.sleep(milliseconds: 1) }
            #expect(failures.withLock { $0 } == [])
            #expect(taken + refused == 60)
            let report = try ledger.verify()
            #expect(report.isSound && report.events == UInt64(302 + taken))
        }
    }
}
