import Tables

/// A kind of field that another program's file cannot express.
public struct LeftOut: Hashable, Sendable {
    public enum How: Hashable, Sendable {
        /// There is no column for it.
        case noColumn
        /// The entries themselves are not written.
        case noRow
        /// It is written as something else.
        case changed
        /// It is written with a guard before it (``FormulaGuard``), or as it is where that was asked for.
        case formula
    }

    public let what: String
    public let how: How
    /// The number of entries that state it; at least one.
    public let flights: Int
}

/// The fields that one format cannot express, checked for each entry as it is written.
struct LeftOutTable: Sendable {
    struct Kind: Sendable {
        let what: String
        let how: LeftOut.How
        let isStated: @Sendable (ExportedFlight) -> Bool

        init(_ what: String, _ how: LeftOut.How = .noColumn, isStated: @escaping @Sendable (ExportedFlight) -> Bool) {
            (self.what, self.how, self.isStated) = (what, how, isStated)
        }

        /// A text that a spreadsheet would run as a formula.
        static func formulas(_ holdsFormula: @escaping @Sendable (ExportedFlight, (String?) -> Bool) -> Bool) -> Kind {
            Kind("texts that begin as formulas do", .formula) { entry in
                holdsFormula(entry) { $0.map { FormulaGuard.isNeeded($0.utf8) } ?? false }
            }
        }
    }

    /// At most 32.
    let kinds: [Kind]

    /// The kinds that an entry states, a bit each.
    func columns(statedBy entry: ExportedFlight) -> UInt32 {
        var bits: UInt32 = 0
        for (number, kind) in kinds.enumerated() where kind.isStated(entry) { bits |= 1 << number }
        return bits
    }

    /// The kinds that any of the entries states, in the order of the table.
    func counted(_ stated: [UInt32]) -> [LeftOut] {
        kinds.enumerated().compactMap { number, kind in
            let flights = stated.count { $0 & 1 << number != 0 }
            return flights > 0 ? LeftOut(what: kind.what, how: kind.how, flights: flights) : nil
        }
    }
}
