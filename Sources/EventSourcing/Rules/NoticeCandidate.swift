public import EventModel

/// A possible notice. A domain gives the reasons; the gates decide whether it is sent.
public struct NoticeCandidate: Hashable, Sendable {
    public let kind: String
    /// Equal keys are one notice.
    public let key: String
    /// Those that share a cool-down.
    public let category: String
    /// Urgency in hundredths.
    public let score: Int
    public let title: String
    /// Once sent or acknowledged, never again.
    public let isOnceOnly: Bool
    /// When there is reason to say it; nil: since whenever it is asked.
    public let notBefore: Instant?
    /// The record that it is about, where it is about one.
    public let stream: StreamID?

    public init(
        kind: String, key: String, category: String, score: Int, title: String, isOnceOnly: Bool,
        notBefore: Instant? = nil, stream: StreamID? = nil
    ) {
        self.kind = kind
        self.key = key
        self.category = category
        self.score = score
        self.title = title
        self.isOnceOnly = isOnceOnly
        self.notBefore = notBefore
        self.stream = stream
    }
}

/// How a domain rations its notices.
public struct NoticePolicy: Hashable, Sendable {
    /// Hundredths; a notice below it is not worth an interruption.
    public let threshold: Int
    /// In one civil day; nil: any number.
    public let perDay: Int?
    /// Between any two, in milliseconds.
    public let globalCooldown: Int64
    /// Between two of one category, in milliseconds; a category that is not named has none.
    public let cooldowns: [String: Int64]

    public init(threshold: Int = 0, perDay: Int? = nil, globalCooldown: Int64 = 0, cooldowns: [String: Int64] = [:]) {
        self.threshold = threshold
        self.perDay = perDay
        self.globalCooldown = globalCooldown
        self.cooldowns = cooldowns
    }

    /// Everything goes out at once.
    public static let unlimited = NoticePolicy()
}
