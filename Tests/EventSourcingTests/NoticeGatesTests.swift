import EventModel
import EventSourcing
import Testing

@Suite struct NoticeGatesTests {
    private static let now = Instant("2026-02-10T20:00:00Z")!

    private func candidate(
        _ key: String, _ category: String = "c", score: Int = 60, once: Bool = false, notBefore: String? = nil
    ) -> NoticeCandidate {
        NoticeCandidate(
            kind: "k", key: key, category: category, score: score, title: key, isOnceOnly: once,
            notBefore: notBefore.flatMap { Instant($0) })
    }

    private func gates(_ policy: NoticePolicy, permitted: Bool = true, sent: [(String, String, String)] = [])
        -> NoticeGates
    {
        let sent = sent.map { SentNotice(at: Instant($0.0)!, category: $0.1, key: $0.2) }
        return NoticeGates(policy, now: Self.now, isPermitted: permitted, sent: sent) { UniversalTime().date(at: $0) }
    }

    @Test("the first gate that holds is the one that is told, in the order in which they are asked") func order() {
        let hour: Int64 = 3_600_000
        let all = NoticePolicy(threshold: 50, perDay: 1, globalCooldown: 4 * hour, cooldowns: ["c": 24 * hour])
        let sent = [("2026-02-10T19:00:00Z", "c", "a")]
        #expect(gates(all, permitted: false, sent: sent).gate(of: candidate("a", score: 1, once: true)) == .permission)
        #expect(gates(all, sent: sent).gate(of: candidate("a", score: 49, once: true)) == .threshold)
        #expect(gates(all, sent: sent).gate(of: candidate("a", once: true)) == .dailyCap)
        let uncapped = NoticePolicy(threshold: 50, globalCooldown: 4 * hour, cooldowns: ["c": 24 * hour])
        #expect(gates(uncapped, sent: sent).gate(of: candidate("a", once: true)) == .globalCooldown)
        let byCategory = NoticePolicy(cooldowns: ["c": 24 * hour])
        #expect(gates(byCategory, sent: sent).gate(of: candidate("a", once: true)) == .categoryCooldown)
        #expect(gates(byCategory, sent: sent).gate(of: candidate("a", "other", once: true)) == .onceOnly)
        #expect(gates(.unlimited, sent: sent).gate(of: candidate("a", once: true)) == .onceOnly)
        #expect(gates(.unlimited, sent: sent).gate(of: candidate("a", score: 0)) == nil)
    }

    @Test("without limits all goes out, but nothing before its time") func unlimited() {
        var gates = gates(.unlimited)
        let sorted = gates.sort([
            candidate("a"), candidate("b", notBefore: "2026-02-10T20:00:00Z"),
            candidate("c", notBefore: "2026-02-10T20:00:00.001Z"), candidate("d", once: true),
            candidate("d", once: true),
        ])
        #expect(sorted.due.map(\.key) == ["a", "b", "d"])
        #expect(sorted.held.map { "\($0.notice.key) \($0.gate)" } == ["d onceOnly"], "equal keys are one notice")
    }

    @Test("what was sent or seen comes no more where it comes once; what is held is noted once a day by each gate")
    func history() {
        var history = NoticeHistory()
        history.addSent(SentNotice(at: Self.now, category: "c", key: "sent"))
        history.addAcknowledged("seen")
        history.addHeld("held", gate: "dailyCap", at: Self.now)
        let keys = ["sent", "seen", "held", "new"]
        #expect(history.open(keys.map { candidate($0, once: true) }).map(\.key) == ["held", "new"])
        #expect(history.open(keys.map { candidate($0) }).map(\.key) == keys)
        #expect(keys.map(history.contains) == [true, true, true, false])
        var capped = gates(NoticePolicy(perDay: 0))
        let held = capped.sort([candidate("held"), candidate("new")]).held
        let today = UniversalTime().date(at: Self.now)
        #expect(history.unnoted(held, on: today) { UniversalTime().date(at: $0) }.map(\.notice.key) == ["new"])
        #expect(
            history.unnoted(held, on: today.adding(days: 1)) { UniversalTime().date(at: $0) }.map(\.notice.key) == [
                "held", "new",
            ])
    }
}
