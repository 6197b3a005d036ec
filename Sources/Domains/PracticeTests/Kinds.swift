public import EventSourcing

/// Practice tests as the engine takes them.
public enum PracticeTestsDomain {
    public static let domain = Domain(evaluator: "practiceTests/1", kinds: [], schemas: PracticeTestsSchemas.all, ledgers: [])

    /// What stands in `profile/quiz`.
    public static let profile = ProfileRules(id: "quiz", types: ["bank.added"], blob: AddedBank.blob)
}
