public import EventModel

/// A gate that holds a notice back; the raw value is that of the event. In the order in which they are asked.
public enum NoticeGate: String, Hashable, Sendable, CaseIterable {
    case permission, threshold, dailyCap, globalCooldown, categoryCooldown, onceOnly
}

/// Which notices go out at an instant, and what holds the others: the most urgent is tried first, and one that goes out
/// holds those after it.
public struct NoticeGates: Sendable {
    private let policy: NoticePolicy
    private let now: Instant
    private let today: CivilDate
    private let dateOf: @Sendable (Instant) -> CivilDate
    private let isPermitted: Bool
    private var sent: [SentNotice]

    /// Clocks that agree differ by seconds: what one of them sent counts on another as sent now.
    public static let skewMilliseconds: Int64 = 60_000

    /// `dateOf` gives the civil date of an instant in the person's zone. A notice sent more than a minute after `now`,
    /// by a clock that was ahead, holds nothing back until its time comes.
    public init(
        _ policy: NoticePolicy, now: Instant, isPermitted: Bool, sent: [SentNotice],
        dateOf: @escaping @Sendable (Instant) -> CivilDate
    ) {
        self.policy = policy
        self.now = now
        self.isPermitted = isPermitted
        self.sent = sent.filter { $0.at.milliseconds - now.milliseconds <= NoticeGates.skewMilliseconds }
        self.dateOf = dateOf
        today = dateOf(now)
    }

    /// The gate that holds a notice now; nil when it may go out. Elapsed exactly as long as a cool-down passes.
    /// O(sent).
    public func gate(of notice: NoticeCandidate) -> NoticeGate? {
        if !isPermitted { return .permission }
        if notice.score < policy.threshold { return .threshold }
        if let most = policy.perDay, sent.count(where: { dateOf($0.at) == today }) >= most { return .dailyCap }
        if let last = sent.map(\.at).max(), elapsed(since: last) < policy.globalCooldown { return .globalCooldown }
        if let cooldown = policy.cooldowns[notice.category],
            let last = sent.filter({ $0.category == notice.category }).map(\.at).max(),
            elapsed(since: last) < cooldown
        {
            return .categoryCooldown
        }
        return notice.isOnceOnly && sent.contains { $0.key == notice.key } ? .onceOnly : nil
    }

    private func elapsed(since instant: Instant) -> Int64 { max(0, now.milliseconds - instant.milliseconds) }

    /// The notices to send, and those held with their gates; both in the order of the candidates. A notice for a later
    /// instant is in neither.
    public mutating func sort(_ notices: [NoticeCandidate]) -> (due: [NoticeCandidate], held: [HeldNotice]) {
        var due: [NoticeCandidate] = []
        var held: [HeldNotice] = []
        for notice in notices where notice.notBefore.map({ $0 <= now }) ?? true {
            if let gate = gate(of: notice) {
                held.append(HeldNotice(notice: notice, gate: gate))
            } else {
                due.append(notice)
                sent.append(SentNotice(at: now, category: notice.category, key: notice.key))
            }
        }
        return (due, held)
    }
}

/// A notice that does not go out, and what holds it.
public struct HeldNotice: Hashable, Sendable {
    public let notice: NoticeCandidate
    public let gate: NoticeGate
}
