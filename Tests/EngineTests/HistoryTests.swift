import EventModel
import Foundation
import LedgerTestSupport
import Testing

/// How many histories the long run takes, and where it begins; without `DAYBOOK_HISTORIES` a few, in seconds.
enum HistoryRun {
    static let count = ProcessInfo.processInfo.environment["DAYBOOK_HISTORIES"].flatMap { Int($0) } ?? 300
    static let seed = ProcessInfo.processInfo.environment["DAYBOOK_SEED"].flatMap { UInt64($0) } ?? 1
    static let workers = 2
}

/// One history: its devices, their steps, and every check after each.
func violation(ofSeed seed: UInt64, mutation: ModelMutation? = nil) -> (what: String?, events: Int, steps: Int, refusals: Int) {
    do {
        var world = try World(seed: seed, mutation: mutation)
        var random = SeededRandom(seed: ~seed)
        do {
            try world.run(steps: 4 + random.below(20), thorough: random.oneIn(16))
        } catch {
            return ("at step \(world.steps): \(error)", world.eventCount, world.steps, world.refusals)
        }
        return (nil, world.eventCount, world.steps, world.refusals)
    } catch {
        return ("the world could not be made: \(error)", 0, 0, 0)
    }
}

@Suite struct HistoryTests {
    @Test(
        "P2, P3, P4, P5, D-2, D-8: random histories of devices that write, exchange, are copied and set back; the store is the model",
        arguments: 0..<HistoryRun.workers)
    func histories(worker: Int) throws {
        let began = Date()
        var (events, steps, refusals, count) = (0, 0, 0, 0)
        for index in stride(from: worker, to: HistoryRun.count, by: HistoryRun.workers) {
            let seed = HistoryRun.seed &* 1_000_003 &+ UInt64(index)
            let found = violation(ofSeed: seed)
            #expect(found.what == nil, "seed \(seed): \(found.what ?? "")")
            if found.what != nil { break }
            count += 1
            events += found.events
            steps += found.steps
            refusals += found.refusals
        }
        // A run in which nothing happens proves nothing.
        #expect(events > count * 4 && refusals > count / 2)
        if let path = ProcessInfo.processInfo.environment["DAYBOOK_HISTORIES_REPORT"] {
            let seconds = Date().timeIntervalSince(began)
            let line = "{\"histories\":\(count),\"steps\":\(steps),\"events\":\(events),\"refusals\":\(refusals),\"seconds\":\(seconds)}\n"
            try Data(line.utf8).write(to: URL(fileURLWithPath: "\(path).\(worker)"))
        }
    }
}
