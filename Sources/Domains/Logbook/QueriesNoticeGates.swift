public import EventModel

/// What holds a notice back; the raw value is that of the event. In the order in which they are asked.
public enum NoticeGate: String, Hashable, Sendable, CaseIterable {
    case permission, threshold, dailyCap, globalCooldown, categoryCooldown, onceOnly
}

/// A notice that was sent.
public struct SentNotice: Hashable, Sendable {
    public let at: Instant
    public let category: String
    public let key: String

    public init(at: Instant, category: String, key: String) {
        self.at = at
        self.category = category
        self.key = key
    }
}

/// Which notices go out at an instant, and what holds the others: the most urgent is tried first, and one that goes out holds those after it.
public struct NoticeGates: Sendable {
    /// Hundredths; a notice below it is not worth an interruption.
    public static let threshold = 50
    /// In one civil day.
    public static let perDay = 2
    private static let hour: Int64 = 3_600_000
    /// Between any two.
    public static let globalCooldown = 4 * hour

    /// Between two of one kind, in milliseconds; nil for what comes once only.
    public static func cooldown(_ kind: Notice.Kind) -> Int64? {
        switch kind {
        case .currencyCliff: 7 * 24 * hour
        case .milestone: 24 * hour
        case .momentumStall: 14 * 24 * hour
        case .checkrideReady: nil
        }
    }

    private let now: Instant
    private let today: CivilDate
    private let dateOf: @Sendable (Instant) -> CivilDate
    private let isPermitted: Bool
    private var sent: [SentNotice]

    /// `dateOf` gives the civil date of an instant in the person's zone; what was sent after `now` counts as sent now.
    public init(now: Instant, isPermitted: Bool, sent: [SentNotice], dateOf: @escaping @Sendable (Instant) -> CivilDate) {
        self.now = now
        self.isPermitted = isPermitted
        self.sent = sent
        self.dateOf = dateOf
        today = dateOf(now)
    }

    /// The gate that holds a notice now; nil when it may go out. Elapsed exactly as long as a cool-down passes.
    public func gate(of notice: Notice) -> NoticeGate? {
        if !isPermitted { return .permission }
        if notice.score < NoticeGates.threshold { return .threshold }
        if sent.count(where: { dateOf($0.at) == today }) >= NoticeGates.perDay { return .dailyCap }
        if let last = sent.map(\.at).max(), elapsed(since: last) < NoticeGates.globalCooldown { return .globalCooldown }
        let same = sent.filter { $0.category == notice.category }
        if let last = same.map(\.at).max() {
            guard let cooldown = NoticeGates.cooldown(notice.kind) else { return .onceOnly }
            if elapsed(since: last) < cooldown { return .categoryCooldown }
        }
        return notice.isOnceOnly && sent.contains { $0.key == notice.key } ? .onceOnly : nil
    }

    private func elapsed(since instant: Instant) -> Int64 { max(0, now.milliseconds - instant.milliseconds) }

    /// What goes out, and what is held with its gate; both in the order of the notices.
    public mutating func sort(_ notices: [Notice]) -> (due: [Notice], held: [(notice: Notice, gate: NoticeGate)]) {
        var due: [Notice] = []
        var held: [(notice: Notice, gate: NoticeGate)] = []
        for notice in notices {
            if let gate = gate(of: notice) {
                held.append((notice, gate))
            } else {
                due.append(notice)
                sent.append(SentNotice(at: now, category: notice.category, key: notice.key))
            }
        }
        return (due, held)
    }
}
