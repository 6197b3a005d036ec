public import PracticeTests

extension Ledger {
    /// The banks of questions that this ledger has.
    public func questionShelf(_ asOf: AsOf = .now) throws -> BankShelf { .builtIn }
}
