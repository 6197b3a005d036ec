internal import CLMDB

/// One unchanging state of the store, lent by ``Environment/read(_:)``, which begins and ends it.
///
/// It has no `deinit`: the entry point ends it, after everything lent from it has died.
public struct ReadTransaction: ~Copyable, Transaction {
    let environment: Environment
    let handle: OpaquePointer
    /// See ``Transaction``.
    public var companion: (any Sendable)? { environment.companion }

    /// The value under the key, in place, or nil when there is none. See ``Transaction``.
    @_lifetime(borrow self)
    public borrowing func value(in table: Table, at key: RawSpan) throws(LMDBError) -> RawSpan? {
        guard key.byteCount > 0 else { return nil }
        // The bytes stay where they are until the transaction ends, and the span cannot outlive its borrow.
        let found = unsafe key.withUnsafeBytes { unsafe Raw.value(handle, table.handle, $0) }
        if found.code == 0 { return unsafe _overrideLifetime(RawSpan(_unsafeBytes: found.value), borrowing: self) }
        if found.code == MDB_NOTFOUND { return nil }
        throw environment.error(found.code, "get")
    }

    /// The number of rows of the table.
    public borrowing func count(in table: Table) throws(LMDBError) -> Int {
        let (code, information) = Raw.statistics(handle, table.handle)
        if code != 0 { throw environment.error(code, "count") }
        return information.rows
    }

    /// Lends a cursor over the table, standing before its first row.
    public borrowing func withCursor<Result: ~Copyable>(
        in table: Table, _ body: (inout Cursor) throws -> Result
    ) throws -> Result {
        try Cursor.lend(environment, handle, table, isStill: true, body)
    }
}
