internal import Glibc
internal import GuardedFiles

/// Every row that the pages of a `data.mdb` hold, read page by page with plain reads, wherever its trees lead.
///
/// Damage on a page hides rows of that page and of no other; nothing is mapped, so that no damage ends the process.
/// Free pages hold rows of earlier states. LMDB has no checksums: what a row is, its reader proves.
public struct PageScan {
    /// Where the value of a row stands in the file.
    public struct Place: Hashable, Sendable {
        public let offset: Int
        public let byteCount: Int
    }

    private let file: GuardedFile
    /// The copy that is read in place of the file.
    private let snapshot: SnapshotCopy?
    private let pageByteCount: Int
    private let pageCount: Int

    /// - Parameter isWritten: Programs may write to the file meanwhile: a copy of one state is read.
    /// - Throws: ``LMDBError`` where the file cannot be opened, and as ``Environment/copyUnseen(folder:to:)`` does.
    public init(folder: String, isWritten: Bool) throws(LMDBError) {
        snapshot = isWritten ? try SnapshotCopy(folder: folder) : nil
        do throws(GuardedFileError) {
            file =
                if let snapshot { try GuardedFile(copyOf: snapshot.descriptor, folder + "/data.mdb") } else {
                    try GuardedFolder(folder).open("data.mdb")
                }
        } catch {
            throw LMDBError(error, operation: "open")
        }
        pageByteCount = PageScan.pageByteCount(of: file)
        pageCount = file.byteCount / pageByteCount
    }

    /// Calls with the key and the value of each row; `isInUse` where the newest state of the store leads to its page.
    ///
    /// - Throws: The error of the body. A page that the disk refuses is passed over. Cost: O(bytes of the file).
    public func forEachRow(_ body: (_ key: RawSpan, _ value: RawSpan, Place, _ isInUse: Bool) throws -> Void) throws {
        let uses = pageUses()
        for number in 2..<max(2, pageCount) where uses[number] == .unknown || uses[number] == .leaf {
            guard let page = page(number) else { continue }
            // A page that nothing leads to names itself, or is no leaf.
            let isLeaf = page.long(at: 0) == UInt64(number) && page.short(at: 10) & 0x0F == 0x02
            guard uses[number] == .leaf || isLeaf else { continue }
            try visitRows(of: page, number, isInUse: uses[number] == .leaf, body)
        }
    }

    /// The bytes of a value; nil where the disk refuses them.
    public func value(at place: Place) -> [UInt8]? { bytes(place.offset, place.byteCount) }

    // MARK: - Rows

    private func visitRows(
        of page: PageBytes, _ number: Int, isInUse: Bool, _ body: (RawSpan, RawSpan, Place, Bool) throws -> Void
    ) throws {
        let bytes = page.bytes.span.bytes
        for node in nodes(of: page, beyondEnd: true) {
            let start = node.start + 8 + node.keyByteCount
            let key = bytes.extracting(node.start + 8..<start)
            let count = Int(page.word(at: node.start))
            if node.flags & 0x02 != 0 || count == 0 { continue }
            if node.flags & 0x01 == 0 {
                guard start + count <= pageByteCount else { continue }
                let place = Place(offset: number * pageByteCount + start, byteCount: count)
                try body(key, bytes.extracting(start..<start + count), place, isInUse)
            } else if let place = overflow(of: page, start, count), let value = value(at: place) {
                try body(key, value.span.bytes, place, isInUse)
            }
        }
    }

    /// Where a value stands that has pages of its own; nil where that cannot be.
    private func overflow(of page: PageBytes, _ start: Int, _ count: Int) -> Place? {
        guard start + 8 <= pageByteCount, count <= pageCount * pageByteCount else { return nil }
        let first = page.long(at: start)
        guard first >= 2, first < UInt64(pageCount),
            Int(first) * pageByteCount + 16 + count <= pageCount * pageByteCount
        else { return nil }
        return Place(offset: Int(first) * pageByteCount + 16, byteCount: count)
    }

    private struct Node {
        let start: Int
        let flags: Int
        let keyByteCount: Int
    }

    /// The nodes that the offsets of a page lead to. An offset that leads nowhere is passed over, the others hold.
    ///
    /// `beyondEnd`: up to where the nodes begin, because the end of the offsets may be damaged, too.
    private func nodes(of page: PageBytes, beyondEnd: Bool = false) -> [Node] {
        let (lower, upper) = (page.short(at: 12), page.short(at: 14))
        let isPlausible = lower > 16 && lower <= upper && upper <= pageByteCount
        let end = isPlausible ? (beyondEnd ? upper : lower) : pageByteCount
        var nodes: [Node] = []
        var seen: Set<Int> = []
        for slot in stride(from: 16, to: end - 1, by: 2) {
            let start = page.short(at: slot)
            guard start >= 16, start + 8 <= pageByteCount else { continue }
            let keyByteCount = page.short(at: start + 6)
            guard keyByteCount <= 511, start + 8 + keyByteCount <= pageByteCount, seen.insert(start).inserted
            else { continue }
            nodes.append(Node(start: start, flags: page.short(at: start + 4), keyByteCount: keyByteCount))
        }
        return nodes
    }

    // MARK: - What the newest state uses

    private enum PageUse { case unknown, leaf, branch, data }

    /// The pages that the trees of the newest state lead to, as far as damage lets them.
    private func pageUses() -> [PageUse] {
        var uses = [PageUse](repeating: .unknown, count: max(2, pageCount))
        let metas = (0..<2).compactMap { number -> MetaPage? in
            guard let bytes = bytes(number * pageByteCount, MetaPage.byteCount) else { return nil }
            let meta = MetaPage(PageBytes(bytes: bytes))
            let isMeta = meta.isMarked && meta.pageByteCount == pageByteCount
            return isMeta && meta.fault(number: UInt64(number), isOlder: false) == nil ? meta : nil
        }
        guard let newest = metas.max(by: { $0.transaction < $1.transaction }) else { return uses }
        walk(newest.main.page, isOfTables: true, depth: 0, &uses)
        return uses
    }

    /// LMDB makes no deeper tree (`CURSOR_STACK` of mdb.c); what damage makes deeper must not end the process.
    private static let depthMaximum = 32

    private func walk(_ number: UInt64, isOfTables: Bool, depth: Int, _ uses: inout [PageUse]) {
        guard depth < PageScan.depthMaximum, number >= 2, number < UInt64(pageCount), uses[Int(number)] == .unknown,
            let page = page(Int(number))
        else { return }
        if page.short(at: 10) & 0x01 != 0 {
            uses[Int(number)] = .branch
            for node in nodes(of: page) {
                walk(page.number(at: node.start, byteCount: 6), isOfTables: isOfTables, depth: depth + 1, &uses)
            }
            return
        }
        uses[Int(number)] = .leaf
        for node in nodes(of: page) {
            let start = node.start + 8 + node.keyByteCount
            if node.flags & 0x01 != 0, let place = overflow(of: page, start, Int(page.word(at: node.start))) {
                // Bytes of a value may look like a page.
                let last = (place.offset + place.byteCount - 1) / pageByteCount
                for data in place.offset / pageByteCount...last where uses[data] == .unknown { uses[data] = .data }
            }
            if isOfTables, node.flags & 0x02 != 0, start + TreeRoot.byteCount <= pageByteCount {
                walk(TreeRoot(page, at: start).page, isOfTables: false, depth: 0, &uses)
            }
        }
    }

    // MARK: - Bytes

    /// The size of the pages of a file: the one that a meta page states, or where both are lost the one by which most
    /// pages lie where their own number says.
    private static func pageByteCount(of file: GuardedFile) -> Int {
        let stated = MetaPage.pageByteCounts.first { size in
            [0, size].contains { offset in
                guard let bytes = bytes(file, offset, MetaPage.byteCount) else { return false }
                let meta = MetaPage(PageBytes(bytes: bytes))
                return meta.isMarked && meta.pageByteCount == size
            }
        }
        if let stated { return stated }
        func pagesInPlace(_ size: Int) -> Int {
            (2..<max(2, file.byteCount / size)).count { number in
                bytes(file, number * size, 8).map { PageBytes(bytes: $0).long(at: 0) == UInt64(number) } ?? false
            }
        }
        let counts = MetaPage.pageByteCounts.map { (size: $0, count: pagesInPlace($0)) }
        return counts.reduce(counts[0]) { $1.count > $0.count ? $1 : $0 }.size
    }

    private func page(_ number: Int) -> PageBytes? {
        bytes(number * pageByteCount, pageByteCount).map { PageBytes(bytes: $0) }
    }

    private func bytes(_ offset: Int, _ byteCount: Int) -> [UInt8]? { PageScan.bytes(file, offset, byteCount) }

    private static func bytes(_ file: GuardedFile, _ offset: Int, _ byteCount: Int) -> [UInt8]? {
        var piece = [UInt8](repeating: 0, count: byteCount)
        var (result, at) = ([UInt8](), offset)
        while result.count < byteCount {
            // A page that the disk refuses counts as lost.
            guard let count = try? file.read(&piece, at: at), count > 0 else { return nil }
            if result.isEmpty, count == byteCount { return piece }
            result += piece.prefix(min(count, byteCount - result.count))
            at += count
        }
        return result
    }
}
