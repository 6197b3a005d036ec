import EventModel
import EventStore
import LedgerTestSupport
import Testing

/// The lock of one writer among all programs.
@Suite struct FileLockTests {
    @Test("a lock that somebody keeps is waited for, but not for ever; given back, it is taken") func kept() throws {
        try Scratch.with { path in
            let (mine, theirs) = (try FileLock(path: path + "-lock"), try FileLock(path: path + "-lock"))
            try theirs.lock(.exclusive)
            let stated = #expect(throws: StoreError.self) { try mine.lock(.exclusive, waitingAtMost: 1) }
            let fault = Fault(
                .busy, code: "store.busy", message: "The ledger is in use: another program has held it for 1 seconds.",
                hint: "Try again in a moment.")
            #expect(stated?.fault == fault)
            let thread = StoreThread()
            _ = thread.enqueue {
                Scratch.sleep(milliseconds: 30)
                theirs.unlock()
            }
            try mine.lock(.exclusive)
            thread.stop()
            #expect(try !theirs.tryLock(.shared))
        }
    }
}
