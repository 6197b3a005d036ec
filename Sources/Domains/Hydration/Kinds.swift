public import EventSourcing

/// Hydration as the engine takes it.
public enum HydrationDomain {
    /// `firstLedger` is the place of this domain's ledgers in the registry.
    public static func domain(firstLedger: Int) -> Domain {
        Domain(evaluator: "hydration/1", kinds: [], schemas: [], ledgers: [])
    }

    /// What stands in `profile/water`.
    public static let profile = ProfileRules(id: "water", types: [])
}
