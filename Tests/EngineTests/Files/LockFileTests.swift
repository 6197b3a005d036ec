import Engine
import EventModel
import EventStore
import Foundation
import LMDB
import Testing

/// `lock.mdb` names the readers to the writers.
///
/// Where it is deleted while a ledger is open, a program must open the ledger anew.
@Suite struct LockFileTests {
    private func withStore(_ change: (String) throws -> Void, _ body: (EventStore) throws -> Void) throws {
        let ledger = try CountedLedger(CountedDomain(program: 1))
        try change(ledger.path + "/lock.mdb")
        try body(ledger.engine.store)
    }

    private func read(_ store: EventStore, finding error: StoreError) throws {
        try store.read { _ throws in throw error }
    }

    @Test("deleted or replaced: what looks like damage is stated as that; a writer refuses", arguments: [false, true])
    func changed(isReplaced: Bool) throws {
        try withStore({ path in
            try FileManager.default.removeItem(atPath: path)
            if isReplaced { try Data(count: 8_192).write(to: URL(fileURLWithPath: path)) }
        }) { store in
            #expect(throws: StoreError.replaced) { try read(store, finding: .inconsistent("event 6 is missing")) }
            #expect(throws: StoreError.replaced) { try store.write(stamp: Instant(milliseconds: 0)) { _, _ in } }
            #expect(throws: StoreError.replaced) { try read(store, finding: .damagedRow(table: .heads, reason: "x")) }
            #expect(throws: StoreError.noSpace(operation: "x")) { try read(store, finding: .noSpace(operation: "x")) }
        }
    }

    @Test("in place: damage is damage") func unchanged() throws {
        try withStore({ _ in }) { store in
            #expect(throws: StoreError.inconsistent("x")) { try read(store, finding: .inconsistent("x")) }
            try store.write(stamp: Instant(milliseconds: 0)) { _, _ in }
        }
    }
}
