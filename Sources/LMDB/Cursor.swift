internal import CLMDB
internal import Glibc

/// A row where it lies in the store.
public struct Entry: ~Escapable {
    /// The key, in place.
    public let key: RawSpan
    /// The value, in place.
    public let value: RawSpan

    @_lifetime(copy key, copy value)
    init(key: RawSpan, value: RawSpan) {
        self.key = key
        self.value = value
    }
}

/// A place in a table, lent by `withCursor`. Every step ends the life of the entry the step before returned.
///
/// All steps throw ``LMDBError`` `damaged` when a page cannot be what it should be; none allocates.
public struct Cursor: ~Copyable, ~Escapable {
    private let environment: Environment
    private let handle: OpaquePointer

    @_lifetime(immortal)
    private init(environment: Environment, handle: OpaquePointer) {
        self.environment = environment
        self.handle = handle
    }

    /// Opens a cursor, lends it, closes it.
    static func lend<Result: ~Copyable>(
        _ environment: Environment, _ transaction: OpaquePointer, _ table: Table,
        _ body: (inout Cursor) throws -> Result
    ) throws -> Result {
        let handle = try open(environment, transaction, table)
        defer { mdb_cursor_close(handle) }
        var cursor = Cursor(environment: environment, handle: handle)
        return try body(&cursor)
    }

    private static func open(
        _ environment: Environment, _ transaction: OpaquePointer, _ table: Table
    ) throws(LMDBError) -> OpaquePointer {
        var handle: OpaquePointer?
        let code = unsafe mdb_cursor_open(transaction, table.handle, &handle)
        guard code == 0, let handle else { throw environment.error(code, "cursor") }
        return handle
    }

    /// The first row of the table.
    @_lifetime(&self)
    public mutating func first() throws(LMDBError) -> Entry? { try step(MDB_FIRST) }

    /// The last row of the table.
    @_lifetime(&self)
    public mutating func last() throws(LMDBError) -> Entry? { try step(MDB_LAST) }

    /// The row after the one it stands on; the first, when it has not been placed yet; nil after the last.
    @_lifetime(&self)
    public mutating func next() throws(LMDBError) -> Entry? { try step(MDB_NEXT) }

    /// The row before the one it stands on; the last, when it has not been placed yet; nil before the first.
    @_lifetime(&self)
    public mutating func previous() throws(LMDBError) -> Entry? { try step(MDB_PREV) }

    /// The row it stands on.
    @_lifetime(&self)
    public mutating func current() throws(LMDBError) -> Entry? { try step(MDB_GET_CURRENT) }

    /// The first row whose key is not below the given one. An empty key means the first row.
    @_lifetime(&self)
    public mutating func seek(atOrAfter key: RawSpan) throws(LMDBError) -> Entry? {
        if key.byteCount == 0 { return try step(MDB_FIRST) }
        return try step(MDB_SET_RANGE, key)
    }

    /// The row with this key.
    @_lifetime(&self)
    public mutating func seek(exactly key: RawSpan) throws(LMDBError) -> Entry? {
        if key.byteCount == 0 { return nil }
        return try step(MDB_SET_KEY, key)
    }

    /// The last row whose key is not above the given one.
    @_lifetime(&self)
    public mutating func seek(atOrBefore key: RawSpan) throws(LMDBError) -> Entry? {
        if key.byteCount == 0 { return nil }
        let found = rawStep(MDB_SET_RANGE, key)
        if found.code == MDB_NOTFOUND { return try step(MDB_LAST) }
        let isSame = found.code == 0 && key.withUnsafeBytes { unsafe $0.elementsEqual(found.key) }
        if found.code == 0 && !isSame { return try step(MDB_PREV) }
        return try entry(found)
    }

    /// The first row whose key is not below the given one.
    @_lifetime(&self)
    public mutating func seek(atOrAfter key: [UInt8]) throws(LMDBError) -> Entry? {
        try seek(atOrAfter: key.span.bytes)
    }

    /// The row with this key.
    @_lifetime(&self)
    public mutating func seek(exactly key: [UInt8]) throws(LMDBError) -> Entry? { try seek(exactly: key.span.bytes) }

    /// The last row whose key is not above the given one.
    @_lifetime(&self)
    public mutating func seek(atOrBefore key: [UInt8]) throws(LMDBError) -> Entry? {
        try seek(atOrBefore: key.span.bytes)
    }

    @inline(__always)
    @_lifetime(&self)
    private mutating func step(_ operation: MDB_cursor_op) throws(LMDBError) -> Entry? {
        unsafe try entry(Raw.step(handle, operation, UnsafeRawBufferPointer(start: nil, count: 0)))
    }

    @_lifetime(&self)
    private mutating func step(_ operation: MDB_cursor_op, _ key: RawSpan) throws(LMDBError) -> Entry? {
        try entry(rawStep(operation, key))
    }

    private func rawStep(_ operation: MDB_cursor_op, _ key: RawSpan) -> Raw.FoundEntry {
        unsafe key.withUnsafeBytes { unsafe Raw.step(handle, operation, $0) }
    }

    /// Wraps what a step found. The bytes stay where they are until the transaction changes or ends, and the entry dies before.
    @inline(__always)
    @_lifetime(&self)
    private mutating func entry(_ found: Raw.FoundEntry) throws(LMDBError) -> Entry? {
        if found.code == 0 {
            let entry = unsafe Entry(key: RawSpan(_unsafeBytes: found.key), value: RawSpan(_unsafeBytes: found.value))
            return unsafe _overrideLifetime(entry, mutating: &self)
        }
        // EINVAL: `current` on a cursor that has not been placed.
        if found.code == MDB_NOTFOUND || found.code == EINVAL { return nil }
        throw environment.error(found.code, "cursor")
    }
}
