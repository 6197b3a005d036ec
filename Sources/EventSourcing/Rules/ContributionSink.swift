public import EventModel

/// A projection of dated rows: each record adds rows of whole numbers to days, and every question is about sums over
/// days.
///
/// The engine keeps the rows and their sums; a domain asks them. Rows of different streams commute, so no answer
/// depends on the order between streams.
public struct DayLedgerDefinition: Hashable, Sendable {
    /// Stable, such as `domain.records`.
    public let name: String
    /// A new version is built beside the old one and swapped in.
    public let version: Int
    /// The names of the measures, in the order in which a row gives them; from 1 to 32 of them.
    public let measures: [String]

    public init(name: String, version: Int, measures: [String]) {
        self.name = name
        self.version = version
        self.measures = measures
    }
}

/// The rows that one record adds; reused from record to record, so that a fold allocates nothing for it.
public struct ContributionSink: Sendable {
    public struct Row: Hashable, Sendable {
        /// Index of the ledger in the registry.
        public let ledger: Int
        public let day: CivilDate
        /// Where the row's measures stand in `values`.
        public let range: Range<Int>
    }

    public private(set) var rows: [Row] = []
    /// The measures of the rows, and of rows that were removed.
    public private(set) var values: [Int64] = []

    public init() {}

    public mutating func removeAll() {
        while !rows.isEmpty { rows.removeLast() }
        // Rows name their values; what no row names any more is cleared away once in a while.
        if values.count > ContributionSink.valuesKept { values.removeAll(keepingCapacity: true) }
    }

    private static let valuesKept = 2_048

    /// Adds a row; the closure appends exactly the ledger's measures, in their order. `ledger` is its place among those
    /// of the kind's domain.
    @inlinable
    public mutating func add(day: CivilDate, to ledger: Int = 0, _ fill: (inout [Int64]) -> Void) {
        begin()
        fill(&pending)
        finish(ledger, day)
    }

    /// Adds a row of few measures, given in the order of the ledger.
    public mutating func add(day: CivilDate, to ledger: Int = 0, _ measures: Int64...) {
        add(day: day, to: ledger) { $0 += measures }
    }

    /// The places in the registry of the contributing domain's ledgers; all places until it is set.
    package var ledgers = 0..<Int.max

    @usableFromInline var pending: [Int64] {
        get { values }
        _modify { yield &values }
    }

    @usableFromInline mutating func begin() { start = values.count }
    @usableFromInline var start = 0
    @usableFromInline mutating func finish(_ ledger: Int, _ day: CivilDate) {
        precondition(ledger >= 0 && ledger < ledgers.count, "the domain has no day ledger \(ledger)")
        rows.append(Row(ledger: ledgers.lowerBound + ledger, day: day, range: start..<values.count))
    }
}
