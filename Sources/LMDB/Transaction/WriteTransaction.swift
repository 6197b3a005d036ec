internal import CLMDB

/// The changes of one commit, lent by ``Environment/write(_:)``, which commits or takes them back.
///
/// Any span or entry lent from it must be dead before the next change; the compiler sees to it.
/// Keys are 1 … 511 bytes (a `precondition`).
public struct WriteTransaction: ~Copyable, Transaction {
    let environment: Environment
    let handle: OpaquePointer
    /// See ``Transaction``.
    public var companion: (any Sendable)? { environment.companion }
    /// The first change that failed: LMDB's transaction is unusable then, whatever the body makes of the error.
    private(set) var failure: LMDBError?
    /// A cursor for each table that is being written to; LMDB frees them with the transaction (lmdb.h,
    /// `mdb_cursor_open`).
    ///
    /// A kept cursor knows where it stands: an append behind its place costs 0.66 of the instructions of one that looks
    /// for the end, and a put near its place no descent. It may not see what a change that goes past it does, so those
    /// close it.
    private var writers: [OpaquePointer?] = []
    /// The proofs about the state that the transaction began with.
    let proofs = BaseProofs()

    /// The longest key, in bytes.
    public static let keyByteCountMax = 511

    init(environment: Environment, handle: OpaquePointer) {
        self.environment = environment
        self.handle = handle
    }

    /// Writes a row, over the one with this key if there is one.
    ///
    /// - Throws: ``LMDBError`` (`mapFull`, `noSpace`, `io`, `damaged`, `transactionFull`); the whole write is taken
    ///   back then.
    /// - Cost: one descent of the tree and the copy of each page it touches first.
    public mutating func put(_ value: RawSpan, in table: Table, at key: RawSpan) throws(LMDBError) {
        precondition((1...Self.keyByteCountMax).contains(key.byteCount), "a key is 1 … 511 bytes")
        let writer = try writer(table)
        // LMDB copies both before it returns.
        let code = unsafe key.withUnsafeBytes { key in
            unsafe value.withUnsafeBytes { unsafe Raw.put(writer, key, $0) }
        }
        try check(code, "put")
    }

    /// Writes a row behind the last one of the table; fills pages to the end, where `put` leaves them partly empty.
    ///
    /// - Throws: as `put`; `notAscending`, and the whole write is taken back, when the key is not above the last key.
    public mutating func append(_ value: RawSpan, in table: Table, at key: RawSpan) throws(LMDBError) {
        precondition((1...Self.keyByteCountMax).contains(key.byteCount), "a key is 1 … 511 bytes")
        let writer = try writer(table)
        // As in `put`.
        let code = unsafe key.withUnsafeBytes { key in
            unsafe value.withUnsafeBytes { unsafe Raw.append(writer, key, $0) }
        }
        try check(code, "append")
    }

    /// `put` with the value written in place: the body fills exactly `byteCount` bytes (a `precondition`).
    ///
    /// - Throws: The errors of `put`, and those of the body; the row is half written then and the whole write is taken
    ///   back.
    public mutating func reserve(
        in table: Table, at key: RawSpan, byteCount: Int, _ body: (inout OutputRawSpan) throws -> Void
    ) throws {
        precondition((1...Self.keyByteCountMax).contains(key.byteCount), "a key is 1 … 511 bytes")
        closeWriter(table)
        let (code, space) = unsafe key.withUnsafeBytes { unsafe Raw.reserve(handle, table.handle, $0, byteCount) }
        try check(code, "reserve")
        try unsafe fill(space, body)
    }

    /// `append` with the value written in place, like `reserve`.
    public mutating func reserveAppending(
        in table: Table, at key: RawSpan, byteCount: Int, _ body: (inout OutputRawSpan) throws -> Void
    ) throws {
        precondition((1...Self.keyByteCountMax).contains(key.byteCount), "a key is 1 … 511 bytes")
        let writer = try writer(table)
        let (code, space) = unsafe key.withUnsafeBytes { unsafe Raw.reserveAppending(writer, $0, byteCount) }
        try check(code, "append")
        try unsafe fill(space, body)
    }

    /// Removes the row with this key; false when there is none.
    public mutating func delete(in table: Table, at key: RawSpan) throws(LMDBError) -> Bool {
        guard key.byteCount > 0 else { return false }
        closeWriter(table)
        let code = unsafe key.withUnsafeBytes { unsafe Raw.delete(handle, table.handle, $0) }
        if code == MDB_NOTFOUND { return false }
        try check(code, "delete")
        return true
    }

    /// Removes all rows of the table. Cost: one read of its branch pages.
    public mutating func deleteAll(in table: Table) throws(LMDBError) {
        closeWriter(table)
        try check(mdb_drop(handle, table.handle, 0), "delete all")
    }

    private mutating func fill(
        _ space: UnsafeMutableRawBufferPointer, _ body: (inout OutputRawSpan) throws -> Void
    ) throws {
        do {
            // The space is ours until the next change of the transaction, which cannot happen inside the body: `self`
            // is taken.
            var output = unsafe OutputRawSpan(buffer: space, initializedCount: 0)
            try body(&output)
            let filled = unsafe output.finalize(for: space)
            precondition(filled == space.count, "reserved \(space.count) bytes, filled \(filled)")
        } catch {
            failure = failure ?? LMDBError(.abandoned, operation: "reserve", path: environment.path)
            throw error
        }
    }

    private mutating func writer(_ table: Table) throws(LMDBError) -> OpaquePointer {
        if table.number < writers.count, let kept = writers[table.number] { return kept }
        if writers.isEmpty { writers = Array(repeating: nil, count: environment.tableNames.count) }
        var opened: OpaquePointer?
        try check(unsafe mdb_cursor_open(handle, table.handle, &opened), "append")
        writers[table.number] = opened
        // Set by mdb_cursor_open, checked above.
        return opened!
    }

    private mutating func closeWriter(_ table: Table) {
        guard table.number < writers.count, let kept = writers[table.number] else { return }
        mdb_cursor_close(kept)
        writers[table.number] = nil
    }

    private mutating func check(_ code: Int32, _ operation: StaticString) throws(LMDBError) {
        guard code != 0 else { return }
        let error = environment.error(code, operation)
        failure = failure ?? error
        throw error
    }
}

extension WriteTransaction {
    /// The value under the key, in place, or nil when there is none. See ``Transaction``.
    @_lifetime(borrow self)
    public borrowing func value(in table: Table, at key: RawSpan) throws(LMDBError) -> RawSpan? {
        guard key.byteCount > 0 else { return nil }
        // The bytes stay where they are until the next change, which needs the transaction back from this borrow.
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
        try Cursor.lend(environment, handle, table, isStill: false, body)
    }

    /// Writes a row, over the one with this key if there is one.
    public mutating func put(_ value: [UInt8], in table: Table, at key: [UInt8]) throws(LMDBError) {
        try put(value.span.bytes, in: table, at: key.span.bytes)
    }

    /// Writes a row behind the last one of the table.
    public mutating func append(_ value: [UInt8], in table: Table, at key: [UInt8]) throws(LMDBError) {
        try append(value.span.bytes, in: table, at: key.span.bytes)
    }

    /// Removes the row with this key; false when there is none.
    public mutating func delete(in table: Table, at key: [UInt8]) throws(LMDBError) -> Bool {
        try delete(in: table, at: key.span.bytes)
    }
}
