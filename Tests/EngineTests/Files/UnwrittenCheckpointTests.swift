import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventStore
import Foundation
import LedgerTestSupport
import Synchronization
import Testing

/// A checkpoint file that cannot be written after the commit: the events are kept, and so is all that belongs to them.
@Suite struct UnwrittenCheckpointTests {
    /// Another name of the file: no program writes to it then, as root either. A ledger that is open looks at
    /// its first write.
    private func spoil(_ ledger: StoreLedger) throws {
        try ledger.reopen { mend(ledger) }
        try FileManager.default.linkItem(atPath: ledger.path + "/checkpoint", toPath: other(ledger))
    }

    private func mend(_ ledger: StoreLedger) { Scratch.remove(other(ledger)) }

    private func other(_ ledger: StoreLedger) -> String { ledger.path + ".other" }

    private func originKeys(_ ledger: StoreLedger) -> [String] {
        Scratch.files(ledger.path + "/keys").filter { $0.hasPrefix("origin-") }
    }

    private func fault(_ body: () throws -> Void) -> Fault? { #expect(throws: Fault.self) { try body() } }

    @Test("the key of a new origin stays: the next write goes on under it") func key() throws {
        let ledger = try StoreLedger(seed: 1)
        defer { mend(ledger) }
        for number in 0..<3 {
            try spoil(ledger)
            let stated = fault { _ = try ledger.append(Draft.log("f\(number)")) }
            #expect(stated?.code == "checkpoint.unwritten")
            #expect(stated?.message.hasPrefix("The events are kept, but the checkpoint beside them could not") == true)
            #expect(originKeys(ledger).count == 1)
        }
        mend(ledger)
        _ = try ledger.append(Draft.log("last"))
        // A verification compares with the checkpoint that it found when the ledger was opened.
        try ledger.reopen {}
        let report = try ledger.ledger.verify()
        #expect(report.isSound && report.events == 5 && report.logs.count == 1 && report.checkpoint == "agrees")
    }

    @Test("a copy's new origin is known, and the key of the one before is gone") func copy() throws {
        let ledger = try StoreLedger(seed: 2)
        _ = try ledger.append(Draft.log("a"))
        let copy = try ledger.copied(seed: 3)
        let before = originKeys(copy)
        try spoil(copy)
        defer { mend(copy) }
        #expect(fault { _ = try copy.append(Draft.log("b")) }?.code == "checkpoint.unwritten")
        #expect(copy.ledger.newOrigins.map(\.cause) == [.copied])
        #expect(originKeys(copy).count == 1 && originKeys(copy) != before)
        mend(copy)
        try copy.reopen()
        _ = try copy.append(Draft.log("c"))
        #expect(try copy.ledger.verify().logs.count == 2)
    }

    @Test("of callers in one commit each gets its own answer: kept, or its refusal") func group() throws {
        let ledger = try StoreLedger(seed: 4)
        _ = try ledger.append(Draft.log("a"))
        try spoil(ledger)
        defer { mend(ledger) }
        // Another program writes meanwhile, so that all of them wait and go into one commit.
        let lock = try FileLock(path: ledger.path + "/writer.lock")
        try lock.lock(.exclusive)
        let found = Mutex<[String: Result<AppendReceipt, any Error>]>([:])
        let engine = ledger.ledger.engine
        let threads = ["b", "a", "c", "a2"].map { id in
            let thread = Thread {
                let result = Result { try engine.append([Draft.log(id == "a2" ? "a" : id)]) }
                found.withLock { $0[id] = result }
            }
            thread.start()
            Scratch.sleep(milliseconds: 60)
            return thread
        }
        lock.unlock()
        while !threads.allSatisfy(\.isFinished) { Scratch.sleep(milliseconds: 1) }
        let answers = found.withLock { $0.mapValues(word) }
        #expect(answers == ["a": "record.exists", "a2": "record.exists", "b": "kept 1", "c": "kept 1"])
        #expect(try ledger.ledger.position == Position(4))
    }

    private func word(_ answer: Result<AppendReceipt, any Error>) -> String {
        do { return "taken \(try answer.get().appended)" } catch let kept as KeptUnit {
            guard case .checkpointUnwritten = kept.error else { return "\(kept.error)" }
            return "kept \(kept.receipt.appended)"
        } catch { return Refused(error).code }
    }

    @Test("what is received is kept, too, and rows that are built anew deny nothing") func received() throws {
        let person = [UInt8](repeating: 7, count: 32)
        let (ledger, other) = (try StoreLedger(seed: 5, person: person), try StoreLedger(seed: 6, person: person))
        _ = try other.append(Draft.log("a"))
        try spoil(ledger)
        defer { mend(ledger) }
        #expect(throws: KeptUnit.self) { try ledger.receive(try other.tails()) }
        #expect(try ledger.ledger.position == Position(2))
        #expect(throws: Never.self) { try ledger.ledger.engine.rebuildKept() }
        #expect(try ledger.ledger.replay().isEqual)
        mend(ledger)
        _ = try ledger.append(Draft.log("b"))
        try ledger.reopen {}
        #expect(try ledger.ledger.verify().checkpoint == "agrees")
    }
}
