internal import CLMDB

/// The readable state of any transaction: the state it began with, and in a write transaction also its own changes.
///
/// Spans and cursors point into the store and die with the transaction (or with its next change); the compiler sees to
/// it. Keys compare as bytes, shorter first. A key is 1 … 511 bytes; one of another length is never found.
public protocol Transaction: ~Copyable {
    /// The value given when the environment was opened (``Environment/Options/companion``).
    var companion: (any Sendable)? { get }

    /// The value under the key, in place, or nil when there is none.
    ///
    /// - Throws: ``LMDBError`` `damaged` when a page cannot be what it should be.
    /// - Cost: one descent of the tree, about 0.1 µs when cached; no allocation.
    @_lifetime(borrow self)
    borrowing func value(in table: Table, at key: RawSpan) throws(LMDBError) -> RawSpan?

    /// The number of rows of the table. O(1).
    borrowing func count(in table: Table) throws(LMDBError) -> Int

    /// Lends a cursor over the table, standing before its first row.
    borrowing func withCursor<Result: ~Copyable>(
        in table: Table, _ body: (inout Cursor) throws -> Result
    ) throws -> Result

    /// Throws unless it is certain that the rows found between two keys (nil: from the first, through the last) are all
    /// that were written, their own bytes aside. `check` holds the rows next to the range against their checksums, and
    /// throws.
    ///
    /// A write transaction proves it of the state that it began with: what it changed since is its own.
    borrowing func proveComplete(
        of table: Table, from first: [UInt8]?, through last: [UInt8]?, _ check: (borrowing Entry) throws -> Void
    ) throws
}

extension Transaction where Self: ~Copyable {
    /// The value under the key, in place, or nil when there is none.
    @inlinable
    @_lifetime(borrow self)
    public borrowing func value(in table: Table, at key: [UInt8]) throws(LMDBError) -> RawSpan? {
        try value(in: table, at: key.span.bytes)
    }
}

/// The size and shape of one table, as LMDB counts it.
public struct TableInformation: Hashable, Sendable {
    /// Rows of the table.
    public let rows: Int
    /// Levels of its tree; 0 when empty.
    public let depth: Int
    /// Pages above the leaves.
    public let branchPages: Int
    /// Pages that hold rows.
    public let leafPages: Int
    /// Pages of values too long for a leaf (above 2,022 bytes with keys of 8).
    public let overflowPages: Int
}

/// The calls of LMDB that move bytes, each in its own function that returns plain buffers.
///
/// A local passed `&` to C and turned into a span in the same function is moved to the heap by Swift 6.3, on every
/// call. So the raw step stays here and the method that lends the span only wraps its result.
enum Raw {
    /// A step's LMDB code and, when it is 0, the bytes it found; valid until the transaction changes the store or ends.
    struct Found {
        let code: Int32
        let value: UnsafeRawBufferPointer
    }

    /// `Found` with the key.
    struct FoundEntry {
        let code: Int32
        let key: UnsafeRawBufferPointer
        let value: UnsafeRawBufferPointer
    }

    static func value(_ transaction: OpaquePointer, _ table: MDB_dbi, _ key: UnsafeRawBufferPointer) -> Found {
        // LMDB does not write through the key's pointer.
        var key = unsafe MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
        var value = unsafe MDB_val()
        let code = unsafe mdb_get(transaction, table, &key, &value)
        return unsafe Found(code: code, value: code == 0 ? bytes(value) : UnsafeRawBufferPointer(start: nil, count: 0))
    }

    static func step(_ cursor: OpaquePointer, _ operation: MDB_cursor_op, _ key: UnsafeRawBufferPointer) -> FoundEntry {
        // LMDB does not write through the key's pointer; `key` is empty for the operations that need none.
        var key = unsafe MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
        var value = unsafe MDB_val()
        let code = unsafe mdb_cursor_get(cursor, &key, &value, operation)
        guard code == 0 else {
            let none = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
            return unsafe FoundEntry(code: code, key: none, value: none)
        }
        return unsafe FoundEntry(code: 0, key: bytes(key), value: bytes(value))
    }

    static func put(_ cursor: OpaquePointer, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Int32 {
        // LMDB copies from both and writes through neither.
        var key = unsafe MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
        var value = unsafe MDB_val(mv_size: value.count, mv_data: UnsafeMutableRawPointer(mutating: value.baseAddress))
        return unsafe mdb_cursor_put(cursor, &key, &value, 0)
    }

    static func append(_ cursor: OpaquePointer, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Int32
    {
        // As in `put`.
        var key = unsafe MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
        var value = unsafe MDB_val(mv_size: value.count, mv_data: UnsafeMutableRawPointer(mutating: value.baseAddress))
        return unsafe mdb_cursor_put(cursor, &key, &value, UInt32(MDB_APPEND))
    }

    /// The space lies in a dirty page of the transaction and is ours until its next change.
    static func reserve(
        _ transaction: OpaquePointer, _ table: MDB_dbi, _ key: UnsafeRawBufferPointer, _ byteCount: Int
    ) -> (code: Int32, space: UnsafeMutableRawBufferPointer) {
        var key = unsafe MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
        var value = unsafe MDB_val(mv_size: byteCount, mv_data: nil)
        let code = unsafe mdb_put(transaction, table, &key, &value, UInt32(MDB_RESERVE))
        return unsafe (
            code,
            UnsafeMutableRawBufferPointer(start: code == 0 ? value.mv_data : nil, count: code == 0 ? byteCount : 0)
        )
    }

    /// `reserve` at a cursor, behind the last row.
    static func reserveAppending(
        _ cursor: OpaquePointer, _ key: UnsafeRawBufferPointer, _ byteCount: Int
    ) -> (code: Int32, space: UnsafeMutableRawBufferPointer) {
        var key = unsafe MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
        var value = unsafe MDB_val(mv_size: byteCount, mv_data: nil)
        let code = unsafe mdb_cursor_put(cursor, &key, &value, UInt32(MDB_APPEND | MDB_RESERVE))
        return unsafe (
            code,
            UnsafeMutableRawBufferPointer(start: code == 0 ? value.mv_data : nil, count: code == 0 ? byteCount : 0)
        )
    }

    static func delete(_ transaction: OpaquePointer, _ table: MDB_dbi, _ key: UnsafeRawBufferPointer) -> Int32 {
        var key = unsafe MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
        return unsafe mdb_del(transaction, table, &key, nil)
    }

    static func statistics(_ transaction: OpaquePointer, _ table: MDB_dbi) -> (
        code: Int32, information: TableInformation
    ) {
        var found = MDB_stat()
        let code = unsafe mdb_stat(transaction, table, &found)
        return (
            code,
            TableInformation(
                rows: Int(found.ms_entries), depth: Int(found.ms_depth), branchPages: Int(found.ms_branch_pages),
                leafPages: Int(found.ms_leaf_pages), overflowPages: Int(found.ms_overflow_pages))
        )
    }

    private static func bytes(_ value: MDB_val) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
    }
}
