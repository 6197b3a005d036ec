import DaybookDomains
import EventModel
import Foundation
import LedgerTestSupport
import Logbook
import Synchronization
import Testing

/// Two imports of one file that do not know of each other when they begin.
@Suite struct ImportRaceTests {
    @Test("the import that loses finds everything there already") func sameFileTwice() throws {
        try Scratch.with { path in
            let clock = TestClock("2026-11-21T12:00:00Z")
            let ledger = try Ledger.create(at: path, environment: .test(clock))
            defer { ledger.close() }
            let reading = try ForeFlightImport.read(
                Array(
                    FileManager.default.contents(atPath: "Tests/Fixtures/samples/own-sample-foreflight.csv") ?? Data()),
                today: ledger.today)
            let outcomes = Mutex<[ImportOutcome]>([])
            let errors = Mutex<[String]>([])
            let (held, go, done) = (
                DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
            )
            let isFirst = Atomic(true)
            // The writer waits within the first commit, until the second import has looked at what is there and asks to
            // write.
            clock.onRead.set {
                guard Thread.current.name != "importer", isFirst.exchange(false, ordering: .relaxed) else { return }
                held.signal()
                go.wait()
            }
            func start() {
                let thread = Thread {
                    do {
                        let outcome = try ledger.importFlights(reading, format: "foreflight", file: "a.csv")
                        outcomes.withLock { $0.append(outcome) }
                    } catch { errors.withLock { $0.append("\(error)") } }
                    done.signal()
                }
                thread.name = "importer"
                thread.start()
            }
            start()
            held.wait()
            start()
            Scratch.sleep(milliseconds: 300)
            go.signal()
            done.wait()
            done.wait()
            #expect(errors.withLock { $0 } == [])
            #expect(
                outcomes.withLock { $0.map { "\($0.flights) new, \($0.duplicates) known" } }.sorted() == [
                    "0 new, 10 known", "10 new, 0 known",
                ])
            var types: [String: Int] = [:]
            try ledger.events(.init()) {
                types[$0.envelope.type, default: 0] += 1; return true
            }
            #expect(types["flight.logged"] == 10 && types["batch.imported"] == 1, "\(types)")
        }
    }

    @Test(
        "D-10: of four undos of one import at once one undoes it, and an import at the same time brings each flight back once"
    ) func undosAtOnce() throws {
        try Scratch.with { path in
            let ledger = try Ledger.create(at: path, environment: .test(TestClock("2026-11-21T12:00:00Z")))
            defer { ledger.close() }
            let reading = try ForeFlightImport.read(
                Array(
                    FileManager.default.contents(atPath: "Tests/Fixtures/samples/own-sample-foreflight.csv") ?? Data()),
                today: ledger.today)
            let batch = try ledger.importFlights(reading, format: "foreflight", file: "a.csv").batch
            let said = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let word: String
                do { word = "\(try ledger.undoBatch(batch).takenBack.count)" } catch {
                    word = (error as? Rejection)?.code ?? "\(error)"
                }
                said.withLock { $0.append(word) }
            }
            #expect(said.withLock { $0.sorted() } == ["10", "batch.nothing", "batch.nothing", "batch.nothing"])
            #expect(try ledger.events(of: batch, ofType: "batch.undone").count == 1)
            said.withLock { $0 = [] }
            DispatchQueue.concurrentPerform(iterations: 3) { _ in
                let word: String
                do {
                    let outcome = try ledger.importFlights(reading, format: "foreflight", file: "a.csv")
                    word = "\(outcome.flights) new, \(outcome.restored.reduce(0) { $0 + $1.flights }) back"
                } catch { word = "\(error)" }
                said.withLock { $0.append(word) }
            }
            #expect(said.withLock { $0.sorted() } == ["0 new, 0 back", "0 new, 0 back", "10 new, 10 back"])
        }
    }
}
