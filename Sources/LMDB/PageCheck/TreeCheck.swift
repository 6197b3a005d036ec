internal import CLMDB
internal import Glibc

extension ReadTransaction {
    /// Proves that the rows with keys between two (nil: from the first, through the last) are all that were written:
    /// throws ``LMDBError`` `damaged` unless every page on which such a key may lie is whole and in its place.
    ///
    /// LMDB has no checksums, and a row that a flipped bit has hidden is simply not found. A page holds more than LMDB
    /// reads of it: its rows fill it to the byte and ascend, and they lie between the keys of the page above. It does
    /// not reveal a flipped bit within a key that keeps the order; check the checksums of the rows next to the range
    /// for that.
    /// - Cost: about ten pages for one key; each page of the range once.
    public borrowing func checkTree(of table: Table, from first: [UInt8]?, through last: [UInt8]?) throws(LMDBError) {
        try checkTree(of: table, from: first, through: last, known: nil)
    }

    /// Proves the same, and does not look again at pages that `known` has seen.
    borrowing func checkTree(of table: Table, from first: [UInt8]?, through last: [UInt8]?, known: SoundPages?)
        throws(LMDBError)
    {
        guard let root = try root(of: table) else { return }
        var information = MDB_envinfo()
        var statistics = MDB_stat()
        var descriptor: Int32 = -1
        let codes = unsafe [
            mdb_env_info(environment.handle, &information), mdb_env_stat(environment.handle, &statistics),
            mdb_env_get_fd(environment.handle, &descriptor),
        ]
        if let code = codes.first(where: { $0 != 0 }) { throw environment.error(code, "check") }
        let (pageByteCount, pageCount) = (Int(statistics.ms_psize), UInt64(information.me_last_pgno) + 1)
        // A whole table is read where it lies; of a few pages each costs less than a map of all.
        let map =
            first == nil && last == nil && known == nil
            ? PageMap(descriptor, byteCount: Int(pageCount) * pageByteCount) : nil
        let check = TreeCheck(
            descriptor: descriptor, pageByteCount: pageByteCount, pageCount: pageCount, first: first, last: last,
            known: known,
            mapped: map?.bytes)
        let place = SoundPages.Place(page: root.page, parent: 0, index: table.number)
        defer { withExtendedLifetime(map) {} }
        do throws(TreeCheck.Fault) { try check.visit(place, depth: root.depth, low: nil, high: nil) } catch {
            throw LMDBError(.damaged, operation: "check", path: environment.path, detail: "page \(error.page)")
        }
    }

    /// Where the table's tree begins in this transaction's state; nil for an empty one.
    private borrowing func root(of table: Table) throws(LMDBError) -> TreeRoot? {
        let name = Array(environment.tableNames[table.number].utf8)
        // 1 is LMDB's handle of the table of tables; its values are `MDB_db` structures.
        let found = name.withUnsafeBytes { unsafe Raw.value(handle, 1, $0) }
        if found.code != 0 { throw environment.error(found.code, "check") }
        guard found.value.count == TreeRoot.byteCount else {
            throw LMDBError(.damaged, operation: "check", path: environment.path)
        }
        let root = TreeRoot(PageBytes(bytes: unsafe Array(found.value)), at: 0)
        return root.page == TreeRoot.none ? nil : root
    }
}

/// A walk over the pages of a committed tree, which stay as they are while the transaction lasts.
///
/// Read, not through LMDB's map: a page number that leads nowhere is an error here, and a signal there. A map of our
/// own, for whole tables, is as long as the file is, and page numbers are held against it.
private struct TreeCheck {
    struct Fault: Error { let page: UInt64 }

    /// LMDB's own: another one, closed, would take its locks with it.
    let descriptor: Int32
    let pageByteCount: Int
    let pageCount: UInt64
    let first: [UInt8]?
    let last: [UInt8]?
    let known: SoundPages?
    /// All pages, one after another, where they are mapped; they live as long as the walk.
    let mapped: UnsafeRawPointer?

    /// Visits the pages below one that the range leads to, and their neighbours: a key of the page above that was
    /// changed sends a search to the neighbour.
    func visit(
        _ place: SoundPages.Place, depth: Int, low: UnsafeRawBufferPointer?, high: UnsafeRawBufferPointer?
    ) throws(Fault) {
        let number = place.page
        guard number >= 2, number < pageCount, depth >= 1 else { throw Fault(page: number) }
        if depth == 1, known?.hasLeaf(place) == true { return }
        if let page = unsafe known?.branch(place) {
            return unsafe try descend(page, number, nodes: nodeCount(page), depth: depth, low: low, high: high)
        }
        if let mapped = unsafe mapped {
            let page = unsafe mapped + Int(number) * pageByteCount
            let nodes = unsafe try check(page, number, isLeaf: depth == 1, low: low, high: high)
            return depth == 1 ? () : unsafe try descend(page, number, nodes: nodes, depth: depth, low: low, high: high)
        }
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: pageByteCount, alignment: 8)
        var isKept = false
        defer { if !isKept { unsafe buffer.deallocate() } }
        guard unsafe pread(descriptor, buffer, pageByteCount, off_t(number) * off_t(pageByteCount)) == pageByteCount
        else { throw Fault(page: number) }
        let page = UnsafeRawPointer(buffer)
        let nodes = try check(page, number, isLeaf: depth == 1, low: low, high: high)
        if depth == 1 {
            known?.add(leaf: place)
            return
        }
        if let known {
            unsafe known.add(branch: place, buffer)
            isKept = true
        }
        try descend(page, number, nodes: nodes, depth: depth, low: low, high: high)
    }

    /// The children that the range leads to, and one more on each side.
    private func descend(
        _ page: UnsafeRawPointer, _ number: UInt64, nodes: Int, depth: Int, low: UnsafeRawBufferPointer?,
        high: UnsafeRawBufferPointer?
    ) throws(Fault) {
        var (from, through) = (0, nodes - 1)
        if let first { while from < through, unsafe compare(key(page, from + 1), first) <= 0 { from += 1 } }
        if let last { while through > from, unsafe compare(key(page, through), last) > 0 { through -= 1 } }
        for index in max(0, from - 1)...min(nodes - 1, through + 1) {
            try visit(
                SoundPages.Place(page: child(page, index), parent: number, index: index), depth: depth - 1,
                low: index == 0 ? low : unsafe key(page, index),
                high: index + 1 < nodes ? unsafe key(page, index + 1) : high)
        }
    }

    private func nodeCount(_ page: UnsafeRawPointer) -> Int { (short(page, 12) - 16) / 2 }

    /// That the page is the one its number says, that its nodes fill it without a gap, ascend, and lie between the two
    /// keys.
    private func check(
        _ page: UnsafeRawPointer, _ number: UInt64, isLeaf: Bool, low: UnsafeRawBufferPointer?,
        high: UnsafeRawBufferPointer?
    ) throws(Fault) -> Int {
        let fault = Fault(page: number)
        let (lower, upper) = unsafe (short(page, 12), short(page, 14))
        guard unsafe page.loadUnaligned(as: UInt64.self) == number,
            unsafe short(page, 10) & 0x6F == (isLeaf ? 0x02 : 0x01),
            lower > 16, lower % 2 == 0, lower <= upper, upper <= pageByteCount
        else { throw fault }
        let nodes = (lower - 16) / 2
        var filled = 0
        for index in 0..<nodes {
            let node = unsafe short(page, 16 + 2 * index)
            guard node >= upper, node % 2 == 0, node + 8 <= pageByteCount else { throw fault }
            let byteCount = unsafe nodeByteCount(page + node, isLeaf: isLeaf)
            guard node + byteCount <= pageByteCount else { throw fault }
            filled += byteCount
            // The first key of a page above the leaves is never looked at.
            guard isLeaf || index > 0 else { continue }
            let own = unsafe key(page, index)
            // The keys ascend: comparing the first with the lower bound and the last with the upper one covers all.
            if index > (isLeaf ? 0 : 1) {
                if unsafe compare(own, key(page, index - 1)) <= 0 { throw fault }
            } else if let low, unsafe compare(own, low) < 0 {
                throw fault
            }
            if index == nodes - 1, let high, unsafe compare(own, high) >= 0 { throw fault }
        }
        guard filled == pageByteCount - upper else { throw fault }
        return nodes
    }

    /// As LMDB counts it: head, key and data (or the number of the page that holds it), rounded to two bytes.
    private func nodeByteCount(_ node: UnsafeRawPointer, isLeaf: Bool) -> Int {
        let keyByteCount = unsafe short(node, 6)
        guard isLeaf else { return (8 + keyByteCount + 1) & ~1 }
        let dataByteCount = unsafe Int(node.loadUnaligned(as: UInt32.self))
        let isElsewhere = unsafe short(node, 4) & 0x01 != 0
        return (8 + keyByteCount + (isElsewhere ? 8 : dataByteCount) + 1) & ~1
    }

    private func key(_ page: UnsafeRawPointer, _ index: Int) -> UnsafeRawBufferPointer {
        let node = unsafe page + short(page, 16 + 2 * index)
        return unsafe UnsafeRawBufferPointer(start: node + 8, count: short(node, 6))
    }

    private func child(_ page: UnsafeRawPointer, _ index: Int) -> UInt64 {
        let node = unsafe page + short(page, 16 + 2 * index)
        return unsafe UInt64(node.loadUnaligned(as: UInt32.self)) | UInt64(short(node, 4)) << 32
    }

    private func short(_ bytes: UnsafeRawPointer, _ offset: Int) -> Int {
        unsafe Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// Bytewise, shorter first: below 0, 0, above 0.
    private func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        // Both buffers lie within their pages. Eight bytes at a time while both have them; `memcmp` looks at the
        // shorter count of bytes.
        let words = min(left.count, right.count) & ~7
        var offset = 0
        while offset < words {
            let first = unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let second = unsafe right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if first != second { return first.bigEndian < second.bigEndian ? -1 : 1 }
            offset += 8
        }
        let order = unsafe memcmp(left.baseAddress!, right.baseAddress!, min(left.count, right.count))
        return order == 0 ? left.count - right.count : Int(order)
    }

    private func compare(_ left: UnsafeRawBufferPointer, _ right: [UInt8]) -> Int {
        right.withUnsafeBytes { compare(left, $0) }
    }
}

/// The file's pages as they lie in memory, for one walk over many of them: a page costs no call and no copy.
private final class PageMap {
    let bytes: UnsafeRawPointer
    private let byteCount: Int

    /// Nil where the file is shorter than that, or cannot be mapped. Reading the pages then finds what is missing.
    init?(_ descriptor: Int32, byteCount: Int) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, Int(status.st_size) >= byteCount,
            let memory = unsafe mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor, 0), unsafe memory != MAP_FAILED
        else { return nil }
        unsafe bytes = UnsafeRawPointer(memory)
        self.byteCount = byteCount
    }

    deinit { unsafe munmap(UnsafeMutableRawPointer(mutating: bytes), byteCount) }
}
