extension Ledger {
    /// The version of this program, wherever it is shown.
    package static let programVersion = "0.1.0"
}
