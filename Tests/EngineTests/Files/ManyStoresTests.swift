import DaybookDomains
import EventModel
import EventStore
import Foundation
import Glibc
import LedgerTestSupport
import Testing

/// A server has a ledger open for each of its people: more than the 1,024 pthread keys of a process.
@Suite struct ManyStoresTests {
    @Test("1,100 ledgers are open in one process, and each is read and written") func many() throws {
        try allowFiles(12_000)
        let model = try StoreLedger(seed: 1)
        _ = try model.append(Draft.log("a"))
        try Scratch.with { folder in
            var ledgers: [Ledger] = []
            defer { for ledger in ledgers { ledger.close() } }
            for number in 0..<1_100 {
                let path = "\(folder)/\(number)"
                try Scratch.clone(model.path, to: path)
                ledgers.append(try Ledger.open(at: path, environment: .test(model.clock, seed: UInt64(number))))
            }
            for ledger in ledgers.prefix(3) + ledgers.suffix(3) { _ = try ledger.append([Draft.log("b")]) }
            // One thread is inside readings of all of them.
            func read(from index: Int) throws -> Int {
                if index == ledgers.count { return 0 }
                return try ledgers[index].engine.read { transaction in
                    let position = try transaction.storeRecord().position
                    return try Int(position.value) + read(from: index + 1)
                }
            }
            // The copies that were written to have an origin of their own.
            #expect(try read(from: 0) == 1_100 * 2 + 6 * 2)
        }
    }

    private func allowFiles(_ count: UInt64) throws {
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        try #require(limit.rlim_max >= count, "this machine allows \(limit.rlim_max) open files")
        if limit.rlim_cur >= count { return }
        limit.rlim_cur = rlim_t(count)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    }
}
