import EventSourcing
import LedgerTestSupport
import Foundation
import EventCodec
import EventModel
import Testing
@Suite struct TmpDump {
    @Test(.enabled(if: ProcessInfo.processInfo.environment["DUMP_SEED"] != nil)) func dump() throws {
        let seed = UInt64(ProcessInfo.processInfo.environment["DUMP_SEED"]!)!
        var world = try World(seed: seed)
        var random = SeededRandom(seed: ~seed)
        do { try world.run(steps: 4 + random.below(20), thorough: random.oneIn(16)) } catch { print("ERR", error) }
        for r in world.replicas {
            print("==", r.name)
            for e in try r.store.observe().events {
                print(e.position, e.envelope.origin.hex.prefix(4), e.envelope.sequence, e.stream, e.envelope.type, e.id.short, "basis", e.fold.basis.map(\.short), "sup", e.fold.links.supersedes.map(\.short), "undoes", e.fold.links.undoes.map(\.short), "cut", (e.fold.payload?.engine.cut ?? []).map { "\($0.log.origin.hex.prefix(4))~\($0.log.branch?.short ?? "") \($0.size)" }, e.fold.recordedMilliseconds)
            }
            print("LOGS", try r.store.observe().logs.map { "\($0.name.origin.hex.prefix(4))~\($0.name.branch?.short ?? "") \($0.size)" })
            for (s, rec) in try r.store.observe().records { print(s, rec.mask as Any, rec.created?.short ?? "", rec.standing.map(\.short), rec.outcomes.map { "\($0.key.short) \($0.value)" }) }
        }
    }
}
