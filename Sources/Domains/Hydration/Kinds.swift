public import EventSourcing

/// Hydration as the engine takes it.
public enum HydrationDomain {
    public static let domain = Domain(evaluator: "hydration/1", kinds: [], schemas: [], ledgers: [])

    /// What stands in `profile/water`.
    public static let profile = ProfileRules(id: "water", types: [])
}
