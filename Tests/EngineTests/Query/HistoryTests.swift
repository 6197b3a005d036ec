import EventModel
import Foundation
import LedgerTestSupport
import Testing

/// How many histories the long run takes, and where it begins; without `DAYBOOK_HISTORIES` a few, in seconds.
enum HistoryRun {
    static let count = ProcessInfo.processInfo.environment["DAYBOOK_HISTORIES"].flatMap { Int($0) } ?? 200
    static let seed = ProcessInfo.processInfo.environment["DAYBOOK_SEED"].flatMap { UInt64($0) } ?? 1_000_003
    static let workers = 2
    /// Where a long run writes its progress, so that a stopped run reports what it has seen; nil: nowhere.
    private static let path = ProcessInfo.processInfo.environment["DAYBOOK_HISTORIES_REPORT"]

    static func report(_ text: String, _ name: String) throws {
        if let path { try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: "\(path).\(name)"), options: .atomic) }
    }

    static func report(_ sights: [String: Int], since began: Date, _ worker: Int) throws {
        var members = sights.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
        members.append("\"seconds\":\(Date().timeIntervalSince(began))")
        try report("{\(members.joined(separator: ","))}", "worker.\(worker)")
    }
}

/// One history: its devices, their steps, and every check after each.
func violation(ofSeed seed: UInt64, mutation: ModelMutation? = nil) -> (what: String?, sights: [String: Int]) {
    do {
        var world = try World(seed: seed, mutation: mutation)
        var random = SeededRandom(seed: ~seed)
        do {
            try world.run(steps: 4 + random.below(20), thorough: random.oneIn(16))
        } catch {
            return ("at step \(world.steps): \(error)", world.sights)
        }
        return (nil, world.sights)
    } catch {
        return ("the world could not be made: \(error)", [:])
    }
}

@Suite struct HistoryTests {
    /// A body that lacks what the ledger computes, under a key that was used; twice, with other drafts · a draft
    /// repeated in its unit · a refused command that replaced the token of a folder · a key used again for a signature
    /// of other content.
    @Test(
        "seeds that once broke something",
        arguments: [2_026_112_342, 2_026_112_521, 555_860, 2_026_112_795, 2_026_123_474, 2_026_138_741, 2_026_146_764]
            as [UInt64])
    func found(seed: UInt64) {
        let found = violation(ofSeed: seed)
        #expect(found.what == nil, "seed \(seed): \(found.what ?? "")")
    }

    @Test(
        "P2, P3, P4, P5, P10, D-2, D-8: random histories of devices that write, exchange, are copied and set back; the store is the model",
        arguments: 0..<HistoryRun.workers)
    func histories(worker: Int) throws {
        let began = Date()
        var sights: [String: Int] = ["histories": 0]
        for index in stride(from: worker, to: HistoryRun.count, by: HistoryRun.workers) {
            let seed = HistoryRun.seed &+ UInt64(index)
            let found = violation(ofSeed: seed)
            #expect(found.what == nil, "seed \(seed): \(found.what ?? "")")
            if let what = found.what {
                try HistoryRun.report("seed \(seed): \(what)", "found.\(worker)")
                return
            }
            sights["histories", default: 0] += 1
            sights.merge(found.sights, uniquingKeysWith: +)
            if sights["histories", default: 0].isMultiple(of: 500) {
                try HistoryRun.report(sights, since: began, worker)
            }
        }
        try HistoryRun.report(sights, since: began, worker)
        // A run in which these never happen proves nothing; one that repeats a few seeds need not see them all.
        let expected =
            HistoryRun.count < 200
            ? ["events"]
            : [
                "events", "refused", "branches", "changes", "locked", "signature.locked", "signature.disputed",
                "record.exists", "void.dropped",
                "settle.dropped", "field.overwritten", "key.duplicate", "basis.missing",
                "signature.unseen", "record.superseded", "mask superseded", "mask heldBack", "mask takenBack",
            ]
        for sight in expected {
            #expect(sights[sight, default: 0] > 0, "no \(sight) in \(sights["histories"] ?? 0) histories")
        }
    }
}
