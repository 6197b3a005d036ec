/// The banks that a program has: the universal one, and those of states, each read when it is first asked for.
public struct BankShelf: Sendable {
    /// Read when it is first asked for.
    public var universal: QuestionBank { loadUniversal() }
    private let loadUniversal: @Sendable () -> QuestionBank
    /// The states whose banks were added to the ledger, but whose files are not here.
    public let awaited: Set<StateCode>
    private let load: @Sendable (StateCode) -> QuestionBank?
    /// Whether all of it is what the program carries.
    public let isBuiltIn: Bool

    /// `load` is asked for a state's bank every time, and keeps what it has read.
    package init(
        universal: QuestionBank, awaited: Set<StateCode> = [], load: @escaping @Sendable (StateCode) -> QuestionBank?
    ) {
        precondition(universal.state == nil, "the universal bank is of no state")
        self.init(universal: { universal }, awaited: awaited, load: load)
    }

    /// A shelf that also loads the universal bank on every access. The closures keep what they have read.
    init(
        universal: @escaping @Sendable () -> QuestionBank, awaited: Set<StateCode> = [], isBuiltIn: Bool = false,
        load: @escaping @Sendable (StateCode) -> QuestionBank?
    ) {
        loadUniversal = universal
        self.isBuiltIn = isBuiltIn
        self.awaited = awaited
        self.load = load
    }

    /// The bank of a state; nil where there is none.
    public func bank(of state: StateCode) -> QuestionBank? { load(state) }

    /// A question by its id; nil where no bank has it.
    public func question(_ id: QuestionID) -> Question? {
        guard let state = id.state else { return universal[id] }
        return bank(of: state)?[id]
    }
}
