public import EventModel

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

/// The history of the notices of a domain: sent, seen, held.
public struct NoticeHistory: Hashable, Sendable {
    /// Oldest first.
    public private(set) var sent: [SentNotice] = []
    /// The notices sent after the moment of the question, oldest first: each counts when its time comes.
    public private(set) var ahead: [SentNotice] = []
    /// Keys that were sent or seen.
    public private(set) var acknowledged: Set<String> = []
    private var held: [Held] = []

    private struct Held: Hashable, Sendable {
        let at: Instant
        let gate: String
        let key: String
    }

    public init() {}

    public mutating func addSent(_ notice: SentNotice) {
        sent.append(notice)
        acknowledged.insert(notice.key)
    }

    public mutating func addAcknowledged(_ key: String) { acknowledged.insert(key) }
    public mutating func addAhead(_ notice: SentNotice) { ahead.append(notice) }
    public mutating func addHeld(_ key: String, gate: String, at instant: Instant) {
        held.append(Held(at: instant, gate: gate, key: key))
    }

    /// Whether a notice was sent, seen or held.
    public func contains(_ key: String) -> Bool { acknowledged.contains(key) || held.contains { $0.key == key } }

    /// The candidates but those that come once only and have come.
    public func open(_ candidates: [NoticeCandidate]) -> [NoticeCandidate] {
        candidates.filter { !($0.isOnceOnly && acknowledged.contains($0.key)) }
    }

    /// The held ones that were not noted as held by the same gate on that day. O(held).
    public func unnoted(_ notices: [HeldNotice], on day: CivilDate, dateOf: (Instant) -> CivilDate) -> [HeldNotice] {
        let noted = Set(held.filter { dateOf($0.at) == day }.map { "\($0.gate) \($0.key)" })
        return notices.filter { !noted.contains("\($0.gate.rawValue) \($0.notice.key)") }
    }
}
