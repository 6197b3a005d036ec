package import EventModel

/// The sums of a day ledger that a rule asks for: those of one key on one day.
public struct SumRequest: Hashable, Sendable {
    /// The name of the day ledger.
    package let ledger: String
    package let day: CivilDate
    package let key: [UInt8]

    package init(ledger: String, day: CivilDate, key: [UInt8]) {
        (self.ledger, self.day, self.key) = (ledger, day, key)
    }
}

/// How many rows there are, and their sums.
package struct KeyedSum: Hashable, Sendable {
    package private(set) var rows = 0
    /// In the order of the ledger's measures; empty where there was never a row.
    package private(set) var sums: [Int64] = []

    package init() {}

    package init(rows: Int, sums: [Int64]) { (self.rows, self.sums) = (rows, sums) }

    /// Adds a row, or takes it back.
    package mutating func add(_ values: some Collection<Int64>, sign: Int = 1) {
        rows += sign
        if sums.isEmpty { sums = [Int64](repeating: 0, count: values.count) }
        for (index, value) in zip(sums.indices, values) { sums[index] &+= Int64(sign) &* value }
    }

    /// Adds a row of a sink where it is of the day and the key that are asked for.
    package mutating func add(
        _ row: ContributionSink.Row, of sink: ContributionSink, to request: SumRequest, in registry: Registry
    ) {
        guard row.day == request.day, row.key == request.key, registry.ledger(named: request.ledger) == row.ledger
        else { return }
        add(sink.values[row.range])
    }
}
