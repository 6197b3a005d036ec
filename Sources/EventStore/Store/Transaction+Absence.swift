import EventModel
package import LMDB

/// A row that damage has hidden is simply not found. These prove that what was not found was never written, so that
/// "there is none" is an answer like any other.
extension Transaction where Self: ~Copyable {
    /// Throws unless it is certain that the table holds no row with the key that it did not show.
    package borrowing func proveAbsent(_ key: [UInt8], in table: StoreTable) throws {
        try proveComplete(from: key, through: key, in: table)
    }

    /// Throws unless it is certain that the rows found between two keys (nil: from the first, through the last) are all
    /// there are, their own checksums aside. In a write transaction: all that it began with.
    package borrowing func proveComplete(from first: [UInt8]?, through last: [UInt8]?, in table: StoreTable) throws {
        try proveComplete(of: table.lmdb, from: first, through: last) { entry in try Self.check(entry, table) }
    }

    private static func check(_ entry: borrowing Entry, _ table: StoreTable) throws {
        guard RowChecksum.isValid(table: table.number, key: entry.key, row: entry.value) else {
            throw StoreError.damagedRow(table: table, reason: "the checksum of a row of table \(table.name) is wrong")
        }
    }

    /// Throws unless the trees of all tables are whole, page by page. Reads every page.
    package borrowing func proveAllComplete() throws {
        for table in StoreTable.allCases { try proveComplete(from: nil, through: nil, in: table) }
    }
}
