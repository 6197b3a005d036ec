public import EventSourcing

/// What all ledgers share: settings, permissions, onboarding, tours and notices.
public enum SharedDomain {
    public static let domain = Domain(
        evaluator: "shared/1", kinds: [PlainKind("settings"), PlainKind("profile"), PlainKind("notices")],
        schemas: SharedSchemas.all, ledgers: [])
}
