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
    /// Whether rows stay where they are as long as the cursor is lent: in a transaction that only reads.
    private let isStill: Bool
    private var ahead = RowsAhead()
    private var jumps = 0
    /// Where the row was that was stepped to last.
    private var latest: UnsafeRawPointer?

    @_lifetime(immortal)
    private init(environment: Environment, handle: OpaquePointer, isStill: Bool) {
        self.environment = environment
        self.handle = handle
        self.isStill = isStill
    }

    /// Opens a cursor, lends it, closes it.
    static func lend<Result: ~Copyable>(
        _ environment: Environment, _ transaction: OpaquePointer, _ table: Table, isStill: Bool,
        _ body: (inout Cursor) throws -> Result
    ) throws -> Result {
        let handle = try open(environment, transaction, table)
        defer { mdb_cursor_close(handle) }
        var cursor = Cursor(environment: environment, handle: handle, isStill: isStill)
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

    /// The value at this key, for keys one after another: a step where it follows the last, else where it was found
    /// ahead, else a descent.
    @_lifetime(&self)
    public mutating func value(at key: RawSpan) throws(LMDBError) -> RawSpan? {
        // The bytes stay where they are until the transaction ends, by `isStill`.
        if let row = unsafe ahead.find(key) {
            return unsafe _overrideLifetime(RawSpan(_unsafeBytes: row), mutating: &self)
        }
        // Now and then it is tried again whether most keys follow each other.
        if jumps < 2 || jumps.isMultiple(of: 32) {
            let following = unsafe Raw.step(handle, MDB_NEXT, UnsafeRawBufferPointer(start: nil, count: 0))
            if following.code == 0, key.withUnsafeBytes({ unsafe $0.elementsEqual(following.key) }) {
                jumps = 0
                unsafe sendForFollowing(following.value)
                return try entry(following)?.value
            }
        }
        jumps += 1
        return try seek(exactly: key)?.value
    }

    /// The most keys for which reading ahead pays.
    ///
    /// 0 where the keys asked for follow each other, or where too few of the rows read ahead were used.
    public var worthAhead: Int {
        isStill && jumps >= 2 && ahead.isOver && ahead.taken * 4 >= ahead.count * 3 ? Cursor.aheadMost : 0
    }

    /// Finds the rows at these keys, of so many bytes each, that `value(at:)` will be asked for in this order; what is
    /// not there is not found.
    ///
    /// - Cost: some 40 bytes of memory and about 0.1 µs a key, less than a descent for each where there are many in the
    ///   same pages.
    public mutating func readAhead(_ keys: [UInt8], width: Int) throws(LMDBError) {
        precondition(isStill, "rows move where a transaction writes")
        ahead.begin(keys, width: width)
        for index in ahead.order() {
            try find(Int(index), keys.span.bytes.extracting(Int(index) * width..<(Int(index) + 1) * width))
        }
    }

    private mutating func find(_ index: Int, _ key: RawSpan) throws(LMDBError) {
        for _ in 0..<Cursor.stepsMost {
            let found = rawStep(MDB_NEXT, key)
            guard found.code == 0 else { break }
            unsafe sendForFollowing(found.value)
            if unsafe found.key.count == key.byteCount
                && RowsAhead.matches(RawSpan(_unsafeBytes: found.key), from: 0, key)
            {
                return unsafe ahead.found(index, found.value)
            }
            if unsafe !Cursor.isBelow(found.key, key) { break }
        }
        let found = rawStep(MDB_SET_KEY, key)
        if found.code == 0 { return unsafe ahead.found(index, found.value) }
        if found.code != MDB_NOTFOUND { throw environment.error(found.code, "cursor") }
    }

    private mutating func sendForFollowing(_ row: UnsafeRawBufferPointer) {
        unsafe daybook_prefetch_following(row.baseAddress, row.count, latest)
        latest = row.baseAddress
    }

    private static func isBelow(_ found: UnsafeRawBufferPointer, _ key: RawSpan) -> Bool {
        unsafe key.withUnsafeBytes { unsafe found.lexicographicallyPrecedes($0) }
    }

    private static let aheadMost = 524_288
    private static let stepsMost = 8

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

    /// Wraps what a step found. The bytes stay where they are until the transaction changes or ends, and the entry dies
    /// before.
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
