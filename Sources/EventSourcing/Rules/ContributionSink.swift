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
        /// The key of the sums beside the day; nil: the day alone.
        package var key: [UInt8]?
    }

    public private(set) var rows: [Row] = []
    /// The measures of the rows, and of rows that were removed.
    public private(set) var values: [Int64] = []

    /// Why a row was left out, as a part of a sentence; nil where none was.
    package private(set) var problem: String?

    public init() {}

    public mutating func removeAll() {
        while !rows.isEmpty { rows.removeLast() }
        problem = nil
        // Rows name their values; what no row names any more is cleared away once in a while.
        if values.count > ContributionSink.valuesKept { values.removeAll(keepingCapacity: true) }
    }

    private static let valuesKept = 2_048

    /// Adds a row; the closure appends exactly the ledger's measures, in their order.
    ///
    /// `ledger` is its place among those of the kind's domain. A row of no such ledger, with another number of measures
    /// or a measure beyond ±2⁴⁰ is left out. A commit with such a row is refused: `Fault` `projection.row`.
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

    /// Adds a row of one measure on a key.
    package mutating func add(day: CivilDate, to ledger: Int, key: [UInt8], _ measure: Int64) {
        let first = rows.count
        add(day: day, to: ledger, measure)
        setKey(key, from: first)
    }

    /// Gives the rows from an index on a key.
    package mutating func setKey(_ key: [UInt8]?, from start: Int) {
        for index in rows[start...].indices { rows[index].key = key }
    }

    /// The places in the registry of the contributing domain's ledgers; all places until it is set.
    package var ledgers = 0..<Int.max
    /// How many measures each of these ledgers has; empty until it is set.
    package var widths: [Int] = []

    /// So that no sum of a day overflows.
    private static let measureMaximum: Int64 = 1 << 40

    @usableFromInline var pending: [Int64] {
        get { values }
        _modify { yield &values }
    }

    @usableFromInline mutating func begin() { start = values.count }
    @usableFromInline var start = 0
    @usableFromInline mutating func finish(_ ledger: Int, _ day: CivilDate) {
        if let problem = problem(ledger) {
            self.problem = problem
            return values.removeSubrange(start...)
        }
        rows.append(Row(ledger: ledgers.lowerBound + ledger, day: day, range: start..<values.count))
    }

    private func problem(_ ledger: Int) -> String? {
        guard ledger >= 0 && ledger < ledgers.count else { return "adds to a day ledger \(ledger), which is not there" }
        let count = values.count - start
        if ledger < widths.count, widths[ledger] != count {
            return "adds a row of \(count) measures to a day ledger of \(widths[ledger])"
        }
        if values[start...].contains(where: { $0.magnitude > ContributionSink.measureMaximum.magnitude }) {
            return "adds a measure beyond 2^40"
        }
        return nil
    }
}
