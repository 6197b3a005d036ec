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
    mutating func keep(in handle: OpaquePointer, fileByteCount: Int) {
        var information = MDB_envinfo()
        var statistics = MDB_stat()
        var descriptor: Int32 = -1
        guard unsafe mdb_env_info(handle, &information) == 0, unsafe mdb_env_stat(handle, &statistics) == 0 else {
            return
        }
        let last = Int(information.me_last_pgno)
        defer { lastPage = last }
        guard let lastPage, (0...Self.growthMax).contains(last - lastPage) else { return }
        let pageByteCount = Int(statistics.ms_psize)
        let byteCount = Self.zeros.count
        guard fileByteCount - (last + 1) * pageByteCount < Self.pageCountMin * pageByteCount,
            fileByteCount >= (last + 1) * pageByteCount,
            fileByteCount + byteCount <= Int(information.me_mapsize), unsafe mdb_env_get_fd(handle, &descriptor) == 0
        else { return }
        _ = unsafe Self.zeros.withUnsafeBytes {
            unsafe pwrite(descriptor, $0.baseAddress, byteCount, off_t(fileByteCount))
        }
    }
}
