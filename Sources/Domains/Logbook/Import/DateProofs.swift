import EventModel

/// The rows of a file that show in which order its dates are written.
public struct DateProofs {
    public struct Proof: Hashable, Sendable {
        public let line: Int
        public let cell: String
    }

    private let order: DateOrder?
    private var first: [DateOrder: Proof] = [:]

    /// - Parameter order: what the caller states; nil where it states nothing.
    init(order: DateOrder?) { self.order = order }

    mutating func add(_ cell: String, line: Int) {
        // In the order of year, month and day no number above 12 shows which of the others comes first.
        guard order != .yearMonthDay, case .numbers(let numbers) = DateText(cell), let shown = DateText.proof(numbers),
            first[shown] == nil
        else { return }
        first[shown] = Proof(line: line, cell: cell)
    }

    /// Throws where two rows, or a row and the stated order, contradict each other.
    func check() throws(ImportFault) {
        if let month = first[.monthDayYear], let day = first[.dayMonthYear] {
            throw .datesOfBothOrders(monthFirst: month, dayFirst: day)
        }
        for (shown, proof) in first where order != nil && order != shown {
            throw .datesContradict(proof, stated: order ?? shown)
        }
    }

    /// The remedy for dates whose order is not stated.
    var remedy: Remedy {
        if let proof = first[.dayMonthYear] {
            return Remedy(
                "import.dayFirst", "Line \(proof.line) shows that the day comes first: import in that order.",
                values: [String(proof.line)])
        }
        if let proof = first[.monthDayYear] {
            return Remedy(
                "import.monthFirst", "Line \(proof.line) shows that the month comes first: import in that order.",
                values: [String(proof.line)])
        }
        return Remedy(
            "import.dateOrder",
            "A spreadsheet may have changed the dates: name their order, or import the file as the logbook program "
                + "wrote it.")
    }
}
