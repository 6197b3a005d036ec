/// What a file of another program cannot tell of some entries.
public struct LeftOut: Hashable, Sendable {
    public enum How: Hashable, Sendable {
        /// There is no column for it.
        case noColumn
        /// The entries themselves are not written.
        case noRow
        /// It is written as something else.
        case changed
    }

    public let what: String
    public let how: How
    /// How many entries tell it; at least one.
    public let flights: Int
}

extension [ExportedFlight] {
    /// How many of the entries tell something; nil where none does.
    func leftOut(_ what: String, _ how: LeftOut.How = .noColumn, where isTold: (ExportedFlight) -> Bool) -> LeftOut? {
        let flights = count(where: isTold)
        return flights > 0 ? LeftOut(what: what, how: how, flights: flights) : nil
    }
}
