/// What a file of another program cannot tell of some entries.
public struct LeftOut: Hashable, Sendable {
    public enum How: Hashable, Sendable {
        /// There is no column for it.
        case noColumn
        /// The entries themselves are not written.
        case noRow
        /// It is written as something else.
        case changed
        /// It is written as it is, and a spreadsheet may run it.
        case formula
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

    /// The entries of which a text begins as a formula does. It is kept as it is: the file is another program's, which reads an apostrophe as an apostrophe.
    func formulas(_ texts: (ExportedFlight) -> [String?]) -> LeftOut? {
        leftOut("texts that begin with =, +, - or @", .formula) { entry in
            texts(entry).contains { text in text?.utf8.first.map { "=+-@\t".utf8.contains($0) } ?? false }
        }
    }
}
