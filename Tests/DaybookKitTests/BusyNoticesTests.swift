import DaybookDomains
import Engine
import EventCodec
import EventModel
import Glibc
import LedgerTestSupport
import Synchronization
import Testing
import TransparencyLog

@Suite struct BusyNoticesTests {
    @Test("notices that others write at every try end in being busy, not in being sent twice") func busy() throws {
        try Scratch.with { path in
            let clock = TestClock("2026-02-10T12:00:00Z")
            let ledger = try Ledger.create(at: path, environment: .test(clock))
            defer { ledger.close() }
            let solo = JSONValue.object(pairs: [
                "date": .string("2026-02-01"), "hobbs": .number("10.0"), "dayLandings": .integer(1),
                "solo": .bool(true),
            ])
            _ = try ledger.append([
                EventDraft(stream: Draft.stream("flight/a"), type: "flight.logged", data: .json(solo))
            ])
            let asker = pthread_self()
            let isWriting = Mutex(false)
            // Whenever the one that asks looks at the clock, another writes to the same stream.
            clock.onRead.set {
                guard pthread_self() == asker,
                    isWriting.withLock({ state in
                        defer { state = true }
                        return !state
                    })
                else { return }
                do { try ledger.acknowledgeNotice("checkrideReady") } catch { Issue.record(error) }
                isWriting.withLock { $0 = false }
            }
            let stated = #expect(throws: Fault.self) { _ = try ledger.evaluateNotices() }
            clock.onRead.set {}
            #expect(
                stated
                    == Fault(
                        .busy, code: "notices.busy", message: "Other programs kept writing notices at the same time.",
                        hint: "Try again."))
            var types: Set<String> = []
            try ledger.events(.init(stream: StreamID("notices/logbook"))) {
                types.insert($0.envelope.type); return true
            }
            #expect(types == ["notice.acknowledged"])
            #expect(try ledger.evaluateNotices().receipt.appended == 1)
        }
    }

    @Test("a key that the library refuses") func unusableKey() {
        let stated = translation(of: KeyError.smallOrder) as? Fault
        #expect(
            stated
                == Fault(
                    .damaged, code: "key.unusable",
                    message:
                        "A key cannot be used: This Ed25519 public key has small order, so that anyone could sign for it.",
                    hint: "Put the key's file back from a backup."))
    }
}
