/// What a file of another program cannot tell of the entries in it.
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

/// What one format cannot tell, asked of each entry while it is written.
struct LeftOutTable: Sendable {
    struct Kind: Sendable {
        let what: String
        let how: LeftOut.How
        let isTold: @Sendable (ExportedFlight) -> Bool

        init(_ what: String, _ how: LeftOut.How = .noColumn, isTold: @escaping @Sendable (ExportedFlight) -> Bool) {
            (self.what, self.how, self.isTold) = (what, how, isTold)
        }

        /// A text that begins as a formula does. It is kept as it is: the file is another program's, to which an apostrophe is an apostrophe.
        static func formulas(_ holdsFormula: @escaping @Sendable (ExportedFlight, (String?) -> Bool) -> Bool) -> Kind {
            Kind("texts that begin with =, +, - or @", .formula) { entry in holdsFormula(entry) { $0.map(isFormula) ?? false } }
        }

        private static func isFormula(_ text: String) -> Bool {
            switch text.utf8.first {
            case UInt8(ascii: "="), UInt8(ascii: "@"): true
            // A figure with a sign is none.
            case UInt8(ascii: "+"), UInt8(ascii: "-"): !text.utf8.dropFirst().allSatisfy { "0123456789.:".utf8.contains($0) }
            default: false
            }
        }
    }

    /// At most 32.
    let kinds: [Kind]

    /// The kinds that an entry tells, a bit each.
    func told(by entry: ExportedFlight) -> UInt32 {
        var bits: UInt32 = 0
        for (number, kind) in kinds.enumerated() where kind.isTold(entry) { bits |= 1 << number }
        return bits
    }

    /// The kinds that any of the entries tells, in the order of the table.
    func counted(_ told: [UInt32]) -> [LeftOut] {
        kinds.enumerated().compactMap { number, kind in
            let flights = told.count { $0 & 1 << number != 0 }
            return flights > 0 ? LeftOut(what: kind.what, how: kind.how, flights: flights) : nil
        }
    }
}
