import Glibc

/// The size of a file and the times of its last changes: what a directory states without the file being opened.
struct FileStamp: Hashable {
    /// Bytes, and nanoseconds since 1970 of the last change of the contents and of the file's entry.
    let words: [Int64]

    var byteCount: Int64 { words[0] }

    init(_ byteCount: Int64, _ written: Int64, _ changed: Int64) { words = [byteCount, written, changed] }

    /// Whether the contents were last changed more than so many seconds before those of another file of the folder.
    ///
    /// Both times are of the clock that stamps the folder's files.
    func isOlder(than other: FileStamp, bySeconds seconds: Int64) -> Bool {
        let (limit, overflows) = other.words[1].subtractingReportingOverflow(seconds * 1_000_000_000)
        return !overflows && words[1] < limit
    }

    init(_ status: stat) {
        func nanoseconds(_ time: timespec) -> Int64 {
            let (seconds, overflows) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
            return overflows ? .max : seconds &+ Int64(time.tv_nsec)
        }
        self.init(Int64(status.st_size), nanoseconds(status.st_mtim), nanoseconds(status.st_ctim))
    }
}
