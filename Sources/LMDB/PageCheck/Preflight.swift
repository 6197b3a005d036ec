internal import Glibc
internal import GuardedFiles

/// Looks at a store with plain reads before LMDB maps it.
///
/// liblmdb 0.9.24 trusts what it maps: a short file is a SIGBUS, a crafted one overwrites memory (CVE-2019-16224 …
/// 16228), and a flipped bit in the transaction number opens an older state without a word. This look reads the two
/// meta pages, the list of free pages and the roots of the tables, and refuses what cannot be true; it says nothing of
/// the pages below, which carry no checksum.
struct Preflight {
    /// A file that may be mapped.
    struct File {
        let identity: FileIdentity
        /// The size of the map its last writer had.
        let mapByteCount: Int
        let fileByteCount: Int
    }

    let folder: String
    let isReadOnly: Bool
    var anyOwner = false
    private var dataPath: String { folder + "/data.mdb" }
    private var lockPath: String { folder + "/lock.mdb" }

    /// Nil when there is no file yet, or an empty one, as a crash during the very first open leaves behind.
    func inspect() throws(LMDBError) -> File? {
        guard let file = try guarded() else { return nil }
        return try inspect(settling: file.descriptor)
    }

    /// The same of an open file.
    func inspect(settling descriptor: Int32) throws(LMDBError) -> File {
        // Another process may be committing: pages read one after the other may belong to different moments. Damage
        // stays as it is.
        var last: LMDBError?
        for _ in 0..<20 {
            let before = metaPages(descriptor)
            do throws(LMDBError) {
                return try inspect(descriptor)
            } catch {
                last = error
                // The same meta pages before and after: what they lead to has not been overwritten meanwhile.
                if before == metaPages(descriptor) { break }
                usleep(1_000)
            }
        }
        // Set: the loop returns or catches.
        throw last!
    }

    /// The open data file; nil when there is none, or an empty one. The lock file is looked at alone: closing it would
    /// drop the locks of this process on it.
    private func guarded() throws(LMDBError) -> GuardedFile? {
        do throws(GuardedFileError) {
            let folder = try GuardedFolder(folder)
            if let lock = try folder.status("lock.mdb"), let refusal = GuardedFile.refusal(of: lock, lockPath) {
                throw refusal
            }
            guard let data = try folder.status("data.mdb") else { return nil }
            if data.st_mode & S_IFMT == S_IFREG, data.st_size == 0 { return nil }
            return try folder.open("data.mdb", isReadOnly ? .read : .readWrite, anyOwner: anyOwner)
        } catch {
            throw LMDBError(error, operation: "open")
        }
    }

    /// The bytes of both meta pages, wherever the second one may lie.
    private func metaPages(_ descriptor: Int32) -> [[UInt8]?] {
        ([0] + MetaPage.pageByteCounts).map { read(descriptor, $0, MetaPage.byteCount) }
    }

    private func inspect(_ descriptor: Int32) throws(LMDBError) -> File {
        guard let head = read(descriptor, 0, MetaPage.byteCount) else { throw fault(.truncated, "no meta page") }
        let first = MetaPage(PageBytes(bytes: head))
        guard first.magic == MetaPage.magic, first.format == MetaPage.format else {
            // The second page decides whether this ever was one of ours.
            let isOurs = MetaPage.pageByteCounts.contains { size in
                guard let bytes = read(descriptor, size, MetaPage.byteCount) else { return false }
                return MetaPage(PageBytes(bytes: bytes)).magic == MetaPage.magic
            }
            throw fault(isOurs ? .damagedMeta : .foreign, "meta page 0 has no mark of format 1")
        }
        guard MetaPage.pageByteCounts.contains(first.pageByteCount)
        else { throw fault(.damagedMeta, "page size \(first.pageByteCount)") }
        guard let tail = read(descriptor, first.pageByteCount, MetaPage.byteCount) else {
            throw fault(.truncated, "one meta page")
        }
        let second = MetaPage(PageBytes(bytes: tail))
        guard second.magic == MetaPage.magic, second.format == MetaPage.format
        else { throw fault(.damagedMeta, "meta page 1 has no mark of format 1") }
        guard second.pageByteCount == first.pageByteCount else {
            throw fault(.damagedMeta, "page size \(second.pageByteCount)")
        }
        for (number, meta) in [first, second].enumerated() {
            let isOlder = meta.transaction < max(first.transaction, second.transaction)
            if let found = meta.fault(number: UInt64(number), isOlder: isOlder) {
                throw fault(.damagedMeta, "meta page \(number): \(found)")
            }
        }
        if let found = MetaPage.fault(first, second) { throw fault(.damagedMeta, found) }

        let newest = first.transaction < second.transaction ? second : first
        // The length after the meta pages: the file only grows, so a running commit cannot make it look short.
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw LMDBError.system("open", path: dataPath) }
        try checkPages(descriptor, newest, fileByteCount: Int(status.st_size))
        return File(
            identity: FileIdentity(status), mapByteCount: Int(newest.mapByteCount), fileByteCount: Int(status.st_size))
    }

    /// That the pages in use are there, that the list of free pages is one, and that every table has a root.
    private func checkPages(_ descriptor: Int32, _ meta: MetaPage, fileByteCount: Int) throws(LMDBError) {
        let pageByteCount = meta.pageByteCount
        let pageCount = UInt64(fileByteCount / pageByteCount)
        guard pageCount >= 2 else { throw fault(.truncated, "\(fileByteCount) bytes") }
        let walk = TreeWalk(pageByteCount: pageByteCount, pageCount: pageCount) { read(descriptor, $0, $1) }
        do throws(TreeWalk.Fault) {
            let roots = try walk.tableRoots(of: meta.main, lastPage: meta.lastPage)
            try walk.checkFreePages(of: meta.free, lastPage: meta.lastPage, roots: roots.union([meta.free.page]))
        } catch {
            switch error {
            case .pastEnd(let page): throw fault(.truncated, "page \(page) is in use, the file has \(pageCount)")
            case .wrong(let page): throw fault(.damaged, "page \(page)")
            }
        }
    }

    private func fault(_ reason: LMDBError.Reason, _ detail: String) -> LMDBError {
        LMDBError(reason, operation: "open", path: dataPath, detail: detail)
    }

    /// The bytes at an offset, nil when they are not all there.
    private func read(_ descriptor: Int32, _ offset: Int, _ byteCount: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        var done = 0
        while done < byteCount {
            let step = bytes.withUnsafeMutableBytes { buffer in
                // Within the buffer: done < byteCount.
                unsafe pread(descriptor, buffer.baseAddress! + done, byteCount - done, off_t(offset + done))
            }
            if step < 0 && errno == EINTR { continue }
            guard step > 0 else { return nil }
            done += step
        }
        return bytes
    }
}

extension Environment {
    /// Looks at a store's file with plain reads, as opening does before it maps anything; maps and locks nothing.
    ///
    /// - Throws: ``LMDBError``, `missing` where there is no file or an empty one.
    public static func inspect(folder: String) throws(LMDBError) {
        guard try Preflight(folder: folder, isReadOnly: true).inspect() != nil else {
            throw LMDBError(.missing, operation: "open", path: folder)
        }
    }
}
