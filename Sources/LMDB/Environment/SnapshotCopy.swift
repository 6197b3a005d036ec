internal import CIntegrity
internal import Glibc
internal import GuardedFiles
internal import Synchronization

/// One state of a store's file, copied by a process that no writer can see, since it opens no lock file.
///
/// A writer takes a page again once no reader that it sees stands on a state with that page. Transaction n takes pages
/// that transactions up to n − 2 freed (`mdb_find_oldest` and `mdb_page_alloc` in mdb.c 0.9.24), and so none of state s
/// while n ≤ s + 2. The meta page of state s is written again by transaction s + 2, after all pages of it. So the copy
/// of state s is whole if its meta page has the same bytes before and after the other pages were read: by then
/// transaction s + 3, the first that takes such a page, has not begun. What is read while pages change is
/// compared, not believed: nothing of it is mapped before that proof.
///
/// Memory, not a file: bytes of another user's ledger, erased ones among them, reach no disk.
final class SnapshotCopy: Sendable {
    /// Holds the copy; the kernel frees it with its last map and descriptor.
    let descriptor: Int32
    private let source: GuardedFile
    private let state = Mutex(State())

    private struct State {
        /// Of the state that the copy holds whole; nil while it holds none.
        var metaPages: MetaPages?
        /// Readings of this process that stand on the copy, which stays as it is meanwhile.
        var readings = 0
    }

    /// Takes the first copy.
    ///
    /// - Throws: ``LMDBError``: of opening the file; `missing` for an empty one; `moved` where writers were faster.
    init(folder: String) throws(LMDBError) {
        source = try SnapshotCopy.opened(folder)
        descriptor = daybook_memory_file()
        guard descriptor >= 0 else { throw LMDBError.system("copy", path: source.path) }
        try begin()
        end()
    }

    deinit { close(descriptor) }

    private static func opened(_ folder: String) throws(LMDBError) -> GuardedFile {
        let file: GuardedFile
        do throws(GuardedFileError) { file = try GuardedFolder(folder).open("data.mdb") } catch {
            throw LMDBError(error, operation: "open")
        }
        guard file.byteCount > 0 else { throw LMDBError(.missing, operation: "open", path: folder) }
        return file
    }

    /// Copies the newest state of a store into a file.
    ///
    /// - Throws: ``LMDBError`` as ``init(folder:)`` does, and of writing. Cost: O(bytes of the file).
    static func copy(_ folder: String, to descriptor: Int32) throws(LMDBError) {
        _ = try SnapshotPass.run(from: try opened(folder), to: descriptor)
    }

    /// Begins a reading: the copy becomes that of the newest state, unless another reading stands on it.
    ///
    /// - Throws: ``LMDBError`` `moved` where writers were faster, `replaced` where the name leads to another file.
    func begin() throws(LMDBError) {
        let failure: LMDBError? = state.withLock { state in
            do throws(LMDBError) {
                if state.readings == 0 { try refresh(&state) }
                state.readings += 1
                return nil
            } catch { return error }
        }
        if let failure { throw failure }
    }

    func end() { state.withLock { $0.readings -= 1 } }

    private func refresh(_ state: inout State) throws(LMDBError) {
        var (named, ours) = (stat(), stat())
        guard unsafe lstat(source.path, &named) == 0, unsafe fstat(source.descriptor, &ours) == 0,
            FileIdentity(named) == FileIdentity(ours)
        else { throw LMDBError(.replaced, operation: "read", path: source.path) }
        if let held = state.metaPages, held == MetaPages(source.descriptor) { return }
        state.metaPages = nil
        state.metaPages = try SnapshotPass.run(from: source, to: descriptor)
    }
}

/// Both meta pages of a file, as bytes.
private struct MetaPages: Equatable {
    let pages: [[UInt8]?]
    let pageByteCount: Int
    /// Which of them is of the newest state, and that state's last page; nil where they are no two meta pages of one
    /// file, which the reader of the copy reports.
    let newest: (number: Int, lastPage: UInt64)?

    init(_ descriptor: Int32) {
        let first = Bytes.read(descriptor, 0, MetaPage.byteCount)
        let stated = first.map { MetaPage(PageBytes(bytes: $0)) }.flatMap { $0.isMarked ? $0.pageByteCount : nil }
        pageByteCount = stated ?? MetaPage.pageByteCounts[0]
        pages = [first, Bytes.read(descriptor, pageByteCount, MetaPage.byteCount)]
        let found = pages.map { $0.map { MetaPage(PageBytes(bytes: $0)) } }
        let newestTransaction = found.compactMap { $0?.transaction }.max() ?? 0
        let metas = found.enumerated().compactMap { number, meta -> MetaPage? in
            guard let meta, meta.isMarked,
                meta.fault(number: UInt64(number), isOlder: meta.transaction < newestTransaction) == nil
            else { return nil }
            return meta
        }
        guard metas.count == 2, MetaPage.fault(metas[0], metas[1]) == nil else {
            newest = nil
            return
        }
        let number = metas[0].transaction < metas[1].transaction ? 1 : 0
        newest = (number, metas[number].lastPage)
    }

    static func == (left: MetaPages, right: MetaPages) -> Bool { left.pages == right.pages }

    /// Whether the newest state of these is still whole while the file has those.
    func isWhole(beside later: MetaPages) -> Bool {
        guard let newest else { return self == later }
        return pages[newest.number] == later.pages[newest.number]
    }
}

/// The passes over a file until a copy of it is whole.
private enum SnapshotPass {
    private static let attempts = 40
    private static let pieceByteCount = 1 << 20

    /// Writes what differs from the copy, again and again, until the newest state of a moment is in it whole. A pass
    /// after the first one mostly compares, and so takes a fraction of its time.
    ///
    /// - Returns: The meta pages of that state.
    static func run(from source: GuardedFile, to copy: Int32) throws(LMDBError) -> MetaPages {
        for attempt in 0..<attempts {
            let before = MetaPages(source.descriptor)
            try pass(before, source, copy)
            if before.isWhole(beside: MetaPages(source.descriptor)) { return before }
            // Not in step with a program that writes at regular times.
            usleep(UInt32(attempt * 1_000 + Int.random(in: 0..<3_000)))
        }
        throw LMDBError(.moved, operation: "read", path: source.path)
    }

    private static func pass(_ metaPages: MetaPages, _ source: GuardedFile, _ copy: Int32) throws(LMDBError) {
        var status = stat()
        guard unsafe fstat(source.descriptor, &status) == 0 else { throw LMDBError.system("read", path: source.path) }
        var byteCount = Int(status.st_size)
        if let newest = metaPages.newest {
            // A file may end before its last page, where that is free.
            byteCount = min(byteCount, Int(newest.lastPage + 1) * metaPages.pageByteCount)
        }
        guard ftruncate(copy, off_t(byteCount)) == 0 else { throw LMDBError.system("copy", path: source.path) }
        var (read, held) = ([UInt8](repeating: 0, count: pieceByteCount), [UInt8](repeating: 0, count: pieceByteCount))
        var offset = 0
        while offset < byteCount {
            let count: Int
            do throws(GuardedFileError) { count = min(try source.read(&read, at: offset), byteCount - offset) } catch {
                throw LMDBError(error, operation: "read")
            }
            // Cut since it was looked at.
            if count == 0 { break }
            let same = pread(copy, &held, count, off_t(offset)) == count && memcmp(read, held, count) == 0
            if !same { try Bytes.write(read[..<count], to: copy, at: offset, source.path) }
            offset += count
        }
        for (number, page) in metaPages.pages.enumerated() {
            guard let page, metaPages.newest != nil else { continue }
            try Bytes.write(page[...], to: copy, at: number * metaPages.pageByteCount, source.path)
        }
    }
}

/// Plain reads and writes at an offset.
private enum Bytes {
    /// Nil where they are not all there.
    static func read(_ descriptor: Int32, _ offset: Int, _ byteCount: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        return pread(descriptor, &bytes, byteCount, off_t(offset)) == byteCount ? bytes : nil
    }

    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, at offset: Int, _ path: String)
        throws(LMDBError)
    {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                // Within the buffer: done < count.
                unsafe pwrite(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw LMDBError.system("copy", path: path) }
            done += count
        }
    }
}
