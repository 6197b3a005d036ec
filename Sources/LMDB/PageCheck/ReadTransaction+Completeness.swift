internal import Glibc

/// Proofs that a table holds what was written and nothing is hidden by damage.
extension ReadTransaction {
    /// See ``Transaction``. Cost: about ten pages for one key; each page of a range once.
    public borrowing func proveComplete(
        of table: Table, from first: [UInt8]?, through last: [UInt8]?, _ check: (borrowing Entry) throws -> Void
    ) throws {
        try checkTree(of: table, from: first, through: last)
        // A key that was changed within its place now stands next to the range: its row's checksum covers the key.
        try withCursor(in: table) { cursor in
            if let last { _ = try Self.neighbour(&cursor, atOrAfter: last, check) }
            if let first {
                if last != first { _ = try Self.neighbour(&cursor, atOrAfter: first, check) }
                _ = try Self.neighbour(&cursor, atOrBefore: first, check)
            }
        }
    }

    /// Proves that the table holds no row with the key.
    ///
    /// - Returns: The gap around the key; nil where there is such a row.
    borrowing func proveGap(
        around key: [UInt8], of table: Table, known: SoundPages, _ check: (borrowing Entry) throws -> Void
    ) throws -> BaseProofs.Gap? {
        try checkTree(of: table, from: key, through: key, known: known)
        return try withCursor(in: table) { cursor in
            let after = try Self.neighbour(&cursor, atOrAfter: key, check)
            let before = try Self.neighbour(&cursor, atOrBefore: key, check)
            return after == key ? nil : BaseProofs.Gap(low: before, high: after)
        }
    }

    private static func neighbour(
        _ cursor: inout Cursor, atOrAfter key: [UInt8], _ check: (borrowing Entry) throws -> Void
    ) throws -> [UInt8]? {
        if let entry = try cursor.seek(atOrAfter: key) { return try checked(entry, check) }
        return nil
    }

    private static func neighbour(
        _ cursor: inout Cursor, atOrBefore key: [UInt8], _ check: (borrowing Entry) throws -> Void
    ) throws -> [UInt8]? {
        if let entry = try cursor.seek(atOrBefore: key) { return try checked(entry, check) }
        return nil
    }

    private static func checked(_ entry: borrowing Entry, _ check: (borrowing Entry) throws -> Void) throws -> [UInt8] {
        try check(entry)
        return entry.key.withUnsafeBytes { unsafe Array($0) }
    }
}

extension WriteTransaction {
    /// See ``Transaction``. Read in a read transaction beside this one, whose state is the one this one began with.
    ///
    /// - Cost: keys that fall into one gap between two rows (those that ascend behind the last row do) are proved
    ///   together, and each page is looked at once in a transaction: for a key in order nothing, for one anywhere at
    ///   most three leaves.
    public borrowing func proveComplete(
        of table: Table, from first: [UInt8]?, through last: [UInt8]?, _ check: (borrowing Entry) throws -> Void
    ) throws {
        guard let key = first, first == last else {
            return try environment.read { base in try base.proveComplete(of: table, from: first, through: last, check) }
        }
        if wasAbsent(key.span.bytes, in: table) { return }
        let gap = try environment.read { base in try base.proveGap(around: key, of: table, known: proofs.pages, check) }
        proofs.remember(gap, table)
    }
}

extension WriteTransaction {
    /// Whether this transaction has proved already that the state it began with holds no row with the key. Its own
    /// changes aside.
    public borrowing func wasAbsent(_ key: RawSpan, in table: Table) -> Bool { proofs.contains(key, table) }
}

/// The proofs of a write transaction about the state it began with, which stays as it is while it lasts. Used by its
/// thread only.
final class BaseProofs {
    /// No row stands between the two keys, themselves excluded; nil: from the first, through the last.
    struct Gap {
        let low: [UInt8]?
        let high: [UInt8]?
    }

    let pages = SoundPages()
    /// The gap that was found last, by table.
    @exclusivity(unchecked) private var gaps: [Gap?] = []

    /// Whether the key lies in a gap.
    func contains(_ key: RawSpan, _ table: Table) -> Bool {
        guard table.number < gaps.count, let gap = gaps[table.number] else { return false }
        if let low = gap.low, BaseProofs.order(low.span.bytes, key) >= 0 { return false }
        if let high = gap.high, BaseProofs.order(key, high.span.bytes) >= 0 { return false }
        return true
    }

    /// Bytewise, shorter first: below 0, 0, above 0.
    private static func order(_ left: RawSpan, _ right: RawSpan) -> Int {
        left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                // `memcmp` looks at the shorter count of bytes; keys are never empty.
                let order = unsafe memcmp(left.baseAddress!, right.baseAddress!, min(left.count, right.count))
                return order == 0 ? left.count - right.count : Int(order)
            }
        }
    }

    func remember(_ gap: Gap?, _ table: Table) {
        while gaps.count <= table.number { gaps.append(nil) }
        gaps[table.number] = gap
    }
}

/// Pages of one state of the store that were found whole and in their place.
final class SoundPages {
    /// A page where another one refers to it: only there its keys are known to lie between the right ones.
    struct Place: Hashable {
        let page: UInt64
        let parent: UInt64
        let index: Int
    }

    private var leaves: Set<Place> = []
    private var branches: [Place: UnsafeMutableRawPointer] = [:]

    deinit { for page in branches.values { unsafe page.deallocate() } }

    func hasLeaf(_ place: Place) -> Bool { leaves.contains(place) }
    func add(leaf place: Place) { leaves.insert(place) }

    /// The bytes of a branch page; they live as long as this.
    func branch(_ place: Place) -> UnsafeRawPointer? { unsafe branches[place].map { UnsafeRawPointer($0) } }

    /// Takes the bytes over.
    func add(branch place: Place, _ page: UnsafeMutableRawPointer) {
        if let old = unsafe branches.updateValue(page, forKey: place) { unsafe old.deallocate() }
    }
}
