public import EventModel

/// The rules of a domain's own register stream, whose kind other domains share: its types, and their rules.
///
/// A type that stands in one domain's stream is refused in another's: it would have no effect there.
public struct ProfileRules: Sendable {
    /// The id of the stream.
    public let id: String
    /// The types that stand in that stream alone.
    public let types: Set<String>
    /// The refusal of an event of these, by what stands around it; nil when there is none.
    let refuse: @Sendable (EventContent, Surroundings, DecideContext) -> Rejection?
    let request: @Sendable (EventContent, Surroundings) -> Surroundings.Request?
    /// The blob that an event names; nil for most.
    let blob: @Sendable (EventContent) -> Bytes32?

    public init(
        id: String, types: Set<String>, blob: @escaping @Sendable (EventContent) -> Bytes32? = { _ in nil },
        request: @escaping @Sendable (EventContent, Surroundings) -> Surroundings.Request? = { _, _ in nil },
        refuse: @escaping @Sendable (EventContent, Surroundings, DecideContext) -> Rejection? = { _, _, _ in nil }
    ) {
        self.id = id
        self.types = types
        self.blob = blob
        self.request = request
        self.refuse = refuse
    }
}

/// The profiles of all domains: registers, with the rules of those that have some.
public struct ProfileKind: StreamKind {
    public let name = "profile"
    public let mayBeErased = false
    private let profiles: [ProfileRules]

    public init(_ profiles: [ProfileRules]) { self.profiles = profiles }

    public var looksAround: Bool { !profiles.isEmpty }

    public func request(for event: EventContent, having seen: Surroundings) -> Surroundings.Request? {
        profile(of: event)?.request(event, seen)
    }

    public func refuse(_ event: EventContent, in surroundings: Surroundings, _ context: DecideContext) -> Rejection? {
        guard let profile = profile(of: event) else { return nil }
        guard surroundings.own.stream.id == profile.id else {
            return Rejection(
                code: "stream.other", message: "\(event.type) has no effect in \(surroundings.own.stream.text).",
                hint: "It stands in profile/\(profile.id).")
        }
        return profile.refuse(event, surroundings, context)
    }

    public func blobs(namedBy event: EventContent) -> [Bytes32] {
        (profile(of: event)?.blob(event)).map { [$0] } ?? []
    }

    private func profile(of event: EventContent) -> ProfileRules? { profiles.first { $0.types.contains(event.type) } }
}
