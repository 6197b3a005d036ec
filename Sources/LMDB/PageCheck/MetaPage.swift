/// Little-endian numbers out of a page that came from disk; reading past its end traps.
struct PageBytes {
    let bytes: [UInt8]

    func number(at offset: Int, byteCount: Int) -> UInt64 {
        var result: UInt64 = 0
        for index in (0..<byteCount).reversed() { result = result << 8 | UInt64(bytes[offset + index]) }
        return result
    }

    func short(at offset: Int) -> Int { Int(number(at: offset, byteCount: 2)) }
    func word(at offset: Int) -> UInt32 { UInt32(number(at: offset, byteCount: 4)) }
    func long(at offset: Int) -> UInt64 { number(at: offset, byteCount: 8) }
}

/// The root of one B+tree in a meta page: LMDB's `MDB_db`.
///
///      0   4  padding; in the tree of free pages: the page size
///      4   2  flags
///      6   2  depth
///      8   8  branch pages
///     16   8  leaf pages
///     24   8  overflow pages
///     32   8  entries
///     40   8  root page; all ones when empty
struct TreeRoot: Equatable {
    static let byteCount = 48
    static let none = UInt64.max

    let padding: UInt32
    let flags: Int
    let depth: Int
    let branchPages: UInt64
    let leafPages: UInt64
    let overflowPages: UInt64
    let entries: UInt64
    let page: UInt64

    init(_ bytes: PageBytes, at offset: Int) {
        padding = bytes.word(at: offset)
        flags = bytes.short(at: offset + 4)
        depth = bytes.short(at: offset + 6)
        branchPages = bytes.long(at: offset + 8)
        leafPages = bytes.long(at: offset + 16)
        overflowPages = bytes.long(at: offset + 24)
        entries = bytes.long(at: offset + 32)
        page = bytes.long(at: offset + 40)
    }

    /// A contradiction in a tree of a file of so many pages; nil when there is none.
    func fault(pageCount: UInt64) -> String? {
        guard page != TreeRoot.none else {
            return depth == 0 && branchPages == 0 && leafPages == 0 && overflowPages == 0 && entries == 0
                ? nil : "an empty tree with pages or entries"
        }
        guard page >= 2, page < pageCount else { return "root page \(page) of \(pageCount)" }
        guard (1...32).contains(depth) else { return "depth \(depth)" }
        guard leafPages >= 1, entries >= 1 else { return "a root without leaves or entries" }
        guard (depth == 1) == (branchPages == 0) else { return "depth \(depth) with \(branchPages) branch pages" }
        guard branchPages < pageCount, leafPages < pageCount, overflowPages < pageCount,
            branchPages + leafPages + overflowPages <= pageCount - 2
        else { return "more pages in a tree than in the file" }
        return nil
    }
}

/// One of the two meta pages at the start of `data.mdb`: 16 bytes of page header, then LMDB's `MDB_meta`.
///
///      0   8  page number (0 or 1)
///     10   2  page flags: 0x08, meta
///     16   4  0xBEEFC0DE
///     20   4  format, 1
///     24   8  fixed address, 0
///     32   8  size of the map
///     40  48  tree of free pages
///     88  48  tree of tables
///    136   8  last page ever used
///    144   8  transaction
struct MetaPage: Equatable {
    static let byteCount = 152
    /// The sizes of page that liblmdb 0.9.24 writes: that of the machine's memory, and 32 KiB where that is larger
    /// (`MAX_PAGESIZE` of mdb.c). A file keeps its own on every machine.
    static let pageByteCounts = [4_096, 8_192, 16_384, 32_768]
    static let magic: UInt32 = 0xBEEF_C0DE
    static let format: UInt32 = 1

    let pageNumber: UInt64
    let pageFlags: Int
    let magic: UInt32
    let format: UInt32
    let address: UInt64
    let mapByteCount: UInt64
    let free: TreeRoot
    let main: TreeRoot
    let lastPage: UInt64
    let transaction: UInt64

    init(_ bytes: PageBytes) {
        pageNumber = bytes.long(at: 0)
        pageFlags = bytes.short(at: 10)
        magic = bytes.word(at: 16)
        format = bytes.word(at: 20)
        address = bytes.long(at: 24)
        mapByteCount = bytes.long(at: 32)
        free = TreeRoot(bytes, at: 40)
        main = TreeRoot(bytes, at: 88)
        lastPage = bytes.long(at: 136)
        transaction = bytes.long(at: 144)
    }

    var pageByteCount: Int { Int(free.padding) }

    /// Whether it bears the marks of a meta page of the one format, with a size that a page may have.
    var isMarked: Bool {
        magic == MetaPage.magic && format == MetaPage.format && MetaPage.pageByteCounts.contains(pageByteCount)
    }

    /// A contradiction in this meta page by itself (its page size is checked already); nil when there is none.
    ///
    /// - Parameter isOlder: Nothing is read from the older one. Where writing it failed, LMDB left the roots of the
    ///   commit that failed in it, under the number and the last page of the commit before (`mdb_env_write_meta`).
    func fault(number: UInt64, isOlder: Bool) -> String? {
        guard pageNumber == number, pageFlags == 0x08 else { return "not a meta page" }
        guard address == 0 else { return "a fixed map address" }
        // 0x08, integer keys, is what the tree of free pages has; no environment flag that lasts may be set beside it.
        guard free.flags == 0x08, main.flags == 0, main.padding == 0 else {
            return "flags \(free.flags), \(main.flags)"
        }
        guard mapByteCount < 1 << 47, lastPage >= 1, lastPage < (1 << 47) / UInt64(pageByteCount)
        else { return "last page \(lastPage), map size \(mapByteCount)" }
        // LMDB writes transaction n to page n mod 2; a new file has 0 in both.
        guard transaction % 2 == number || transaction == 0 else { return "transaction \(transaction)" }
        let pageCount = isOlder ? (1 << 47) / UInt64(pageByteCount) : lastPage + 1
        if let fault = free.fault(pageCount: pageCount) { return "free pages: \(fault)" }
        if let fault = main.fault(pageCount: pageCount) { return "tables: \(fault)" }
        return nil
    }

    /// A contradiction between the two; nil when there is none.
    static func fault(_ first: MetaPage, _ second: MetaPage) -> String? {
        let (older, newer) = first.transaction < second.transaction ? (first, second) : (second, first)
        let isNew = older.transaction == 0 && newer.transaction == 0
        guard isNew || newer.transaction - older.transaction == 1
        else { return "transactions \(first.transaction) and \(second.transaction)" }
        guard older.lastPage <= newer.lastPage else { return "last pages \(older.lastPage) and \(newer.lastPage)" }
        return nil
    }
}
