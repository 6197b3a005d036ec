/// Reads one of LMDB's trees with plain reads, trusting nothing in it.
///
///     page header   0 8 page number · 10 2 flags (0x01 branch, 0x02 leaf, 0x04 overflow) · 12 2 end of offsets · 14 2
///     start of nodes offsets      16 2 each node          0 4 size of data, or low half of the page number · 4 2
///     flags, or its high part · 6 2 size of key · 8 key · data
struct TreeWalk {
    enum Fault: Error, Equatable {
        /// A page in use lies beyond the end of the file.
        case pastEnd(page: UInt64)
        case wrong(page: UInt64)
    }

    /// One row of a leaf page.
    struct Row {
        let page: UInt64
        /// 0x01: the data stands on overflow pages; 0x02: the data is the root of a table.
        let flags: Int
        let keyByteCount: Int
        let dataByteCount: Int
        fileprivate let source: PageBytes
        fileprivate let start: Int
    }

    let pageByteCount: Int
    /// How many whole pages the file holds.
    let pageCount: UInt64
    /// The bytes at an offset of the file, or nil when they are not all there.
    let read: (_ offset: Int, _ byteCount: Int) -> [UInt8]?

    /// Calls back for every row of the tree.
    func rows(of root: TreeRoot, _ found: (Row) throws(Fault) -> Void) throws(Fault) {
        guard root.page != TreeRoot.none else { return }
        // Pages the tree may have, so that one that points to itself ends.
        var budget = root.branchPages + root.leafPages
        try visit(root.page, depth: root.depth, budget: &budget, found)
    }

    /// That the page is the root of a tree of this depth.
    func checkRoot(_ root: TreeRoot) throws(Fault) {
        _ = try page(root.page, byteCount: 16, isLeaf: root.depth == 1)
    }

    /// The bytes of a row's data, from overflow pages where they stand there.
    func data(_ row: Row) throws(Fault) -> (bytes: PageBytes, start: Int) {
        guard row.flags & 0x01 != 0 else {
            guard row.start + row.dataByteCount <= pageByteCount else { throw .wrong(page: row.page) }
            return (row.source, row.start)
        }
        guard row.start + 8 <= pageByteCount, UInt64(row.dataByteCount) < pageCount * UInt64(pageByteCount)
        else { throw .wrong(page: row.page) }
        let first = row.source.long(at: row.start)
        let bytes = try bytes(ofPage: first, byteCount: 16 + row.dataByteCount)
        guard bytes.long(at: 0) == first, bytes.short(at: 10) & 0x0F == 0x04 else { throw .wrong(page: first) }
        return (bytes, 16)
    }

    private func bytes(ofPage number: UInt64, byteCount: Int) throws(Fault) -> PageBytes {
        guard number >= 2, number < 1 << 40 else { throw .wrong(page: number) }
        guard let bytes = read(Int(number) * pageByteCount, byteCount) else { throw .pastEnd(page: number) }
        return PageBytes(bytes: bytes)
    }

    private func page(_ number: UInt64, byteCount: Int, isLeaf: Bool) throws(Fault) -> PageBytes {
        let page = try bytes(ofPage: number, byteCount: byteCount)
        let (lower, upper) = (page.short(at: 12), page.short(at: 14))
        guard page.long(at: 0) == number, page.short(at: 10) & 0x0F == (isLeaf ? 0x02 : 0x01),
            lower > 16, lower % 2 == 0, lower <= upper, upper <= pageByteCount
        else { throw .wrong(page: number) }
        return page
    }

    /// That the nodes of a page fill it: liblmdb moves as many bytes as they state, unchecked (mdb.c, `mdb_node_del`).
    private func checkNodes(of page: PageBytes, _ number: UInt64, isLeaf: Bool) throws(Fault) {
        var byteCount = 0
        for slot in stride(from: 16, to: page.short(at: 12), by: 2) {
            let node = page.short(at: slot)
            guard node + 8 <= pageByteCount else { throw .wrong(page: number) }
            let data = !isLeaf ? 0 : page.short(at: node + 4) & 0x01 != 0 ? 8 : Int(page.word(at: node))
            byteCount += (8 + page.short(at: node + 6) + data + 1) / 2 * 2
        }
        guard byteCount == pageByteCount - page.short(at: 14) else { throw .wrong(page: number) }
    }

    private func visit(
        _ number: UInt64, depth: Int, budget: inout UInt64, _ found: (Row) throws(Fault) -> Void
    ) throws(Fault) {
        guard budget > 0 else { throw .wrong(page: number) }
        budget -= 1
        let page = try page(number, byteCount: pageByteCount, isLeaf: depth == 1)
        let (end, upper) = (page.short(at: 12), page.short(at: 14))
        try checkNodes(of: page, number, isLeaf: depth == 1)
        for slot in stride(from: 16, to: end, by: 2) {
            let node = page.short(at: slot)
            guard node >= upper, node + 8 <= pageByteCount else { throw .wrong(page: number) }
            if depth > 1 {
                try visit(page.number(at: node, byteCount: 6), depth: depth - 1, budget: &budget, found)
            } else {
                let keyByteCount = page.short(at: node + 6)
                try found(
                    Row(
                        page: number, flags: page.short(at: node + 4), keyByteCount: keyByteCount,
                        dataByteCount: Int(page.word(at: node)), source: page, start: node + 8 + keyByteCount))
            }
        }
    }
}

extension TreeWalk {
    /// That every row of the list of free pages is such a row, that none of the roots is free, and that the file holds
    /// all pages but free ones.
    ///
    /// A root that is free is an older state of its tree: whole in itself, and wrong. A healthy `data.mdb` may end
    /// before its last page: a page taken and given back within one transaction is counted in `lastPage` but never
    /// written (mdb.c, loose pages). So a short file is whole exactly when every page beyond its end is free.
    func checkFreePages(of root: TreeRoot, lastPage: UInt64, roots: Set<UInt64>) throws(Fault) {
        // Bounded by what a list in this file could hold: a made-up `lastPage` must not ask for memory.
        var missing: Set<UInt64> = []
        if lastPage >= pageCount {
            guard lastPage - pageCount < pageCount * UInt64(pageByteCount / 8) else { throw .pastEnd(page: lastPage) }
            missing = Set(pageCount...lastPage)
        }
        try rows(of: root) { (row) throws(Fault) in
            guard row.keyByteCount == 8, row.dataByteCount >= 8, row.dataByteCount % 8 == 0 else {
                throw .wrong(page: row.page)
            }
            let (bytes, start) = try data(row)
            let count = bytes.long(at: start)
            guard count <= UInt64(row.dataByteCount / 8 - 1) else { throw .wrong(page: row.page) }
            for index in 0..<Int(count) {
                let free = bytes.long(at: start + 8 + index * 8)
                guard free >= 2, free <= lastPage, !roots.contains(free) else { throw .wrong(page: row.page) }
                if !missing.isEmpty { missing.remove(free) }
            }
        }
        if let page = missing.min() { throw .pastEnd(page: page) }
    }

    /// The roots of all tables, and of the table of them; throws unless every row of it is a table with a root within
    /// the file.
    func tableRoots(of root: TreeRoot, lastPage: UInt64) throws(Fault) -> Set<UInt64> {
        var roots: Set<UInt64> = [root.page]
        try rows(of: root) { (row) throws(Fault) in
            guard row.flags == 0x02, row.dataByteCount == TreeRoot.byteCount else { throw .wrong(page: row.page) }
            let (bytes, start) = try data(row)
            let table = TreeRoot(bytes, at: start)
            guard table.flags == 0, table.fault(pageCount: lastPage + 1) == nil else { throw .wrong(page: row.page) }
            guard table.page != TreeRoot.none else { return }
            try checkRoot(table)
            guard roots.insert(table.page).inserted else { throw .wrong(page: table.page) }
        }
        return roots
    }
}
