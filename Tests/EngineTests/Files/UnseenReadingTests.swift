import EventModel
import EventStore
import Foundation
import LedgerTestSupport
import Testing

/// A reader that no writer can see, and a writer: never both at work.
@Suite struct UnseenReadingTests {
    private func inFolder(_ body: (LedgerFolder) throws -> Void) throws {
        try Scratch.with { path in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try body(LedgerFolder(path: path))
        }
    }

    @Test("it holds the writers' lock for as long as any of its readings lasts") func writersWait() throws {
        try inFolder { folder in
            let writer = try FileLock.ofWriters(folder)
            let reading = UnseenReading(folder)
            try reading.during {
                #expect(try !writer.tryLock(.exclusive))
                let isHeldOff = try reading.during { try !writer.tryLock(.exclusive) }
                #expect(isHeldOff)
                #expect(try !writer.tryLock(.exclusive), "the outer one lasts")
            }
            #expect(try writer.tryLock(.exclusive))
            writer.unlock()
        }
    }

    @Test("it waits for the writer that is at work") func readersWait() throws {
        try inFolder { folder in
            let writer = try FileLock.ofWriters(folder)
            #expect(try writer.tryLock(.exclusive))
            let isReading = TestBox(false)
            let reader = StoreThread()
            #expect(
                reader.enqueue {
                    // A lock that cannot be taken leaves the box false, which fails below.
                    try? UnseenReading(folder).during { isReading.set(true) }
                })
            Scratch.sleep(milliseconds: 50)
            #expect(!isReading.get())
            writer.unlock()
            reader.stop()
            #expect(isReading.get())
        }
    }

    @Test("where no program has written yet, the first one to come is told to try again") func noLockFile() throws {
        try inFolder { folder in
            try UnseenReading(folder).during {
                #expect(throws: StoreError.busy("a program reads it that may not write there")) {
                    _ = try FileLock.ofWriters(folder)
                }
                #expect(!FileManager.default.fileExists(atPath: folder.writerLock))
            }
            let writer = try FileLock.ofWriters(folder)
            let isHeldOff = try UnseenReading(folder).during { try !writer.tryLock(.exclusive) }
            #expect(isHeldOff)
            #expect(
                StoreError.busy("a program reads it that may not write there").fault.message
                    == "The ledger is in use: a program reads it that may not write there.")
        }
    }
}
