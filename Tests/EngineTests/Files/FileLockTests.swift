import EventModel
import EventStore
import Foundation
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
            _ = try thread.enqueue {
                Scratch.sleep(milliseconds: 30)
                theirs.unlock()
            }
            try mine.lock(.exclusive)
            thread.stop()
            #expect(try !theirs.tryLock(.shared))
        }
    }

    @Test("another process that keeps it is named") func named() throws {
        try Scratch.with { path in
            let lock = try FileLock(path: path + "-lock")
            let other = Process()
            other.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
            other.arguments = ["-x", path + "-lock", "sleep", "60"]
            try other.run()
            defer { other.terminate() }
            while try lock.tryLock(.exclusive) {
                lock.unlock()
                Scratch.sleep(milliseconds: 5)
            }
            let stated = #expect(throws: StoreError.self) { try lock.lock(.exclusive, waitingAtMost: 1) }
            let message = stated?.fault.message ?? ""
            // flock opens the file, and the program that it starts has it open as well.
            #expect(
                message.wholeMatch(
                    of: /The ledger is in use: process \d+ \((flock|sleep)\) has held it for 1 seconds\./) != nil,
                "\(message)")
        }
    }
}
