extension Ledger {
    /// The version of this program, wherever it is shown.
    public static let programVersion = "0.1.0"
}
