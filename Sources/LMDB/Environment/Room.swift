internal import CLMDB
internal import Glibc

/// Blocks of the file that are written before they are needed, so that a small commit does not make the file longer.
///
/// A flush after which the file is longer waits for the file system's own journal too: on ext4 it takes 1.4 times as
/// long as one that only overwrites. Commits that grow the file by much do not gain from it, and a program's first
/// commit does not wait for it.
struct Room {
    /// How many pages are written at a time, and how few may be left before more are.
    private static let pageCount = 64, pageCountMin = 24
    /// A commit that grows the file by more pages than this is not small.
    private static let growthMax = 16
    /// Written from; 4 KiB pages are the smallest that LMDB makes.
    private static let zeros = [UInt8](repeating: 0, count: pageCount * 4_096)

    /// The last page that was in use when the write before this one began; nil before the first.
    private var lastPage: Int?

    /// Writes zeros behind the end of the file when the commits are small and the next ones would reach it.
    ///
    /// Only while the write transaction's lock is held, so that no other process extends the file. The commit reports
    /// what cannot be written.
    /// - Returns: Whether the commits since the last call took pages that were never used before.
    mutating func keep(in handle: OpaquePointer, fileByteCount: Int) -> Bool {
        var information = MDB_envinfo()
        var statistics = MDB_stat()
        guard unsafe mdb_env_info(handle, &information) == 0, unsafe mdb_env_stat(handle, &statistics) == 0 else {
            return false
        }
        let last = Int(information.me_last_pgno)
        defer { lastPage = last }
        guard let lastPage else { return false }
        let (used, least) = ((last + 1) * Int(statistics.ms_psize), Self.pageCountMin * Int(statistics.ms_psize))
        if (0...Self.growthMax).contains(last - lastPage), (used..<used + least).contains(fileByteCount),
            fileByteCount + Self.zeros.count <= Int(information.me_mapsize)
        {
            Self.extend(handle, fileByteCount)
        }
        return last > lastPage
    }

    private static func extend(_ handle: OpaquePointer, _ fileByteCount: Int) {
        var descriptor: Int32 = -1
        guard unsafe mdb_env_get_fd(handle, &descriptor) == 0 else { return }
        _ = unsafe zeros.withUnsafeBytes {
            unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(fileByteCount))
        }
    }
}
