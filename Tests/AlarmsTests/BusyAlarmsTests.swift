import DaybookDomains
import Engine
import EventCodec
import EventModel
import Glibc
import LedgerTestSupport
import Synchronization
import Testing

@Suite struct BusyAlarmsTests {
    @Test("Alarms that others write to at every try end in being busy, not in firing twice") func busy() throws {
        let store = try StoreLedger(seed: 1)
        let ledger = store.ledger
        let schedule = JSONValue.object(pairs: ["kind": .string("customDays"), "times": .array([.string("09:00")])])
        let stream = try ledger.addAlarm(.object(pairs: ["title": .string("x"), "schedule": schedule]), id: "a").stream
        store.clock.set("2026-03-03T09:00:00Z")
        let asker = pthread_self()
        let isWriting = Mutex(false)
        let number = Mutex(0)
        // Whenever the one that looks reads the clock, another writes to the same stream.
        store.clock.onRead.set {
            guard pthread_self() == asker,
                isWriting.withLock({ state in
                    defer { state = true }
                    return !state
                })
            else { return }
            let title = number.withLock { number in
                number += 1
                return "x\(number)"
            }
            do { try ledger.editAlarm(stream, .object(pairs: ["title": .string(title)])) } catch { Issue.record(error) }
            isWriting.withLock { $0 = false }
        }
        let busy = Fault(
            .busy, code: "alarms.busy", message: "Other programs kept writing to the alarms at the same time.",
            hint: "Try again.")
        #expect(#expect(throws: Fault.self) { _ = try ledger.tickAlarms() } == busy)
        #expect(#expect(throws: Fault.self) { _ = try ledger.completeAlarm(stream) } == busy)
        store.clock.onRead.set {}
        #expect(number.withLock { $0 } > 30)
        let fired = try ledger.tickAlarms().fired
        #expect(fired.map(\.due.occurrence.description) == ["2026-03-03T09:00:00Z"])
        #expect(try ledger.tickAlarms().fired.isEmpty)
    }
}
