import DaybookDomains
import EventModel
import EventStore
import Foundation
import Glibc
import LedgerTestSupport
import Synchronization
import Testing

/// Writers of one ledger while it is closed, and one that would wait for itself.
@Suite struct ClosingTests {
    private func draft(_ id: String) -> EventDraft {
        EventDraft(
            stream: StreamID(kind: "flight", id: id), type: "flight.logged",
            data: .json(
                .object(pairs: ["date": .string("2026-01-01"), "hobbs": .number("1.0"), "dayLandings": .integer(1)])))
    }

    @Test("a clock that writes to the ledger it serves is refused, and what it was asked for is kept")
    func withinItself() throws {
        try Scratch.with { path in
            let clock = TestClock("2026-02-01T12:00:00Z")
            let ledger = try Ledger.create(at: path, environment: .test(clock))
            defer { ledger.close() }
            let stated = Mutex<[Fault]>([])
            clock.onRead.set {
                do { _ = try ledger.append([draft("inner")]) } catch let fault as Fault {
                    stated.withLock { $0.append(fault) }
                } catch { Issue.record(error) }
            }
            _ = try ledger.append([draft("outer")])
            clock.onRead.set {}
            let busy = Fault(
                .busy, code: "store.busy", message: "The ledger is in use: this thread writes to it already.",
                hint: "Try again in a moment.")
            #expect(Set(stated.withLock { $0.map(\.message) }) == [busy.message])
            #expect(stated.withLock { $0.first } == busy)
            #expect(try ledger.streamNames(kind: "flight") == ["outer"])
        }
    }

    @Test(
        "a ledger that is closed while many append ends each with its receipt or the reason, and keeps what it acknowledged",
        .timeLimit(.minutes(2)))
    func closing() throws {
        for round in 0..<20 {
            try Scratch.with { path in
                let ledger = try Ledger.create(at: path, environment: .test(TestClock("2026-02-01T12:00:00Z")))
                let acknowledged = Mutex<Set<String>>([])
                let refused = Mutex<Set<String>>([])
                let writers = (0..<4).map { _ in StoreThread() }
                for (number, writer) in writers.enumerated() {
                    _ = try writer.enqueue {
                        for event in 0..<200 {
                            let id = "w\(number)-\(event)"
                            do {
                                _ = try ledger.append([draft(id)])
                                acknowledged.withLock { _ = $0.insert(id) }
                            } catch {
                                refused.withLock { _ = $0.insert((error as? Fault)?.code ?? "\(error)") }
                                return
                            }
                        }
                    }
                }
                usleep(UInt32(500 * round))
                ledger.close()
                for writer in writers { writer.stop() }
                #expect(
                    refused.withLock { $0 }.isSubset(of: ["store.busy", "ledger.closed", "store.closed"]),
                    "\(refused.withLock { $0 })")
                // A ledger that is closed answers every append, not only the first.
                for _ in 0..<2 { #expect(throws: Fault.self) { _ = try ledger.append([draft("late")]) } }
                let again = try Ledger.open(at: path, environment: .test(TestClock("2026-02-01T12:00:00Z")))
                defer { again.close() }
                let kept = Set(try again.streamNames(kind: "flight"))
                #expect(acknowledged.withLock { $0 }.isSubset(of: kept))
                #expect(try again.verify().isSound)
            }
        }
    }
}
