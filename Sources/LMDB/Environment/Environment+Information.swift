internal import CLMDB
internal import Glibc

/// The size and state of an environment, at one moment.
public struct EnvironmentInformation: Hashable, Sendable {
    /// The number of the last committed transaction.
    public let lastTransaction: UInt64
    /// The size of the map: how large the file may become.
    public let mapByteCount: Int
    /// The length of `data.mdb`.
    public let fileByteCount: Int
    /// The size of a page.
    public let pageByteCount: Int
    /// Pages ever used, with the two meta pages; those beyond the file's end are free.
    public let pageCount: Int
    /// Pages that the next commits may use again.
    public let freePageCount: Int
    /// Slots for readers of all processes.
    public let readersMax: Int
    /// Read transactions active now, in all processes, without the one that asked.
    public let readerCount: Int
    /// The oldest transaction a reader stands on; pages freed since then wait for it. Nil without readers.
    public let oldestReader: UInt64?
    /// In the order of the names the environment was opened with.
    public let tables: [TableInformation]
}

extension Environment {
    /// The size of the environment. Cost: one read transaction and a walk over the list of free pages.
    ///
    /// - Throws: ``LMDBError``, like ``read(_:)``.
    @available(*, noasync)
    public func information() throws -> EnvironmentInformation {
        let readers = try readers()
        return try read { transaction in
            var found = MDB_envinfo()
            var statistics = MDB_stat()
            var descriptor: Int32 = -1
            var status = stat()
            let codes = unsafe [
                mdb_env_info(handle, &found), mdb_env_stat(handle, &statistics), mdb_env_get_fd(handle, &descriptor),
            ]
            if let code = codes.first(where: { $0 != 0 }) { throw error(code, "information") }
            guard unsafe fstat(descriptor, &status) == 0 else { throw LMDBError.system("information", path: path) }
            return EnvironmentInformation(
                lastTransaction: UInt64(found.me_last_txnid), mapByteCount: Int(found.me_mapsize),
                fileByteCount: Int(status.st_size), pageByteCount: Int(statistics.ms_psize),
                pageCount: Int(found.me_last_pgno) + 1, freePageCount: try freePageCount(transaction.handle),
                readersMax: Int(found.me_maxreaders), readerCount: readers.count, oldestReader: readers.min(),
                tables: tableNames.indices.map { Raw.statistics(transaction.handle, Table($0).handle).information })
        }
    }

    /// The free pages as LMDB lists them: table 0, one row for each transaction that freed some, its first word the
    /// count.
    private func freePageCount(_ transaction: OpaquePointer) throws(LMDBError) -> Int {
        var cursor: OpaquePointer?
        let code = unsafe mdb_cursor_open(transaction, 0, &cursor)
        guard code == 0, let cursor else { throw error(code, "information") }
        defer { mdb_cursor_close(cursor) }
        var count = 0
        while true {
            let row = unsafe Raw.step(cursor, MDB_NEXT, UnsafeRawBufferPointer(start: nil, count: 0))
            if row.code == MDB_NOTFOUND { return count }
            guard row.code == 0 else { throw error(row.code, "information") }
            guard unsafe row.value.count >= 8 else { throw LMDBError(.damaged, operation: "information", path: path) }
            // The read transaction is open, so the row is still in place.
            count += Int(unsafe row.value.loadUnaligned(as: UInt.self))
        }
    }

    /// The transaction each active reader stands on.
    private func readers() throws(LMDBError) -> [UInt64] {
        try checkNotForked("information")
        gate.enter(nested: threadDepth.value > 0)
        defer { gate.leave() }
        try checkUsable("information")
        let text = Box()
        let code = withExtendedLifetime(text) {
            // LMDB calls back before it returns, with a string that lives as long as the call and the box we passed.
            unsafe mdb_reader_list(
                handle,
                { line, context in
                    guard let line = unsafe line, let context = unsafe context else { return 0 }
                    unsafe Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().lines.append(String(cString: line))
                    return 0
                }, Unmanaged.passUnretained(text).toOpaque())
        }
        if code < 0 { throw error(code, "information") }
        // Each line: process, thread, transaction; a reader between transactions has "-". The first line is the
        // heading.
        return text.lines.flatMap { $0.split(separator: "\n") }.compactMap { line in
            line.split(separator: " ").last.flatMap { UInt64($0) }
        }
    }
}

private final class Box {
    var lines: [String] = []
}
