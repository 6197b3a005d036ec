internal import CLMDB

/// A table of an environment, known by its place in the list of names the environment was opened with.
///
/// Because tables are opened once, in that order, a table can be a constant: `static let heads = Table(0)`.
public struct Table: Hashable, Sendable {
    /// The place in the list of names, from 0.
    public let number: Int

    /// - Parameter number: From 0 to `countMax` − 1 (a `precondition`). The first use finds out whether the environment
    ///   has it.
    public init(_ number: Int) {
        precondition(number >= 0 && number < Table.countMax, "no such table")
        self.number = number
    }

    /// The most tables of one environment.
    public static let countMax = 128

    /// LMDB's handles 0 and 1 are its free list and the table of tables; ours follow in the order of opening.
    var handle: MDB_dbi { MDB_dbi(number + 2) }
}
