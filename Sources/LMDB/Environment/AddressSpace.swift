internal import Glibc

/// The address space that this process may still map (setrlimit(2), RLIMIT_AS; some systems set a limit of their own).
enum AddressSpace {
    /// The size of a map: what is wanted, or a half, a quarter … of it, so that as much again stays free for the
    /// program; never less than the file takes.
    ///
    /// - Parameter held: the size of the map that the new one takes the place of.
    static func mapByteCount(upTo wanted: Int, forFile fileByteCount: Int, inPlaceOf held: Int = 0) -> Int {
        var byteCount = wanted
        while byteCount > fileByteCount, !isFree(2 * byteCount - held) { byteCount /= 2 }
        if byteCount >= max(fileByteCount, byteCountMinimum) { return byteCount }
        // Little is left beside the file: first with room for commits, then without.
        let roomy = max(2 * fileByteCount, byteCountMinimum)
        return min(wanted, isFree(roomy - held) ? roomy : max(fileByteCount, byteCountMinimum))
    }

    /// Whether so many bytes could be mapped in one piece; it maps them for a moment and touches none.
    static func isFree(_ byteCount: Int) -> Bool {
        if byteCount <= 0 { return true }
        let probe = unsafe mmap(nil, byteCount, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let probe = unsafe probe, unsafe probe != MAP_FAILED else { return false }
        unsafe munmap(probe, byteCount)
        return true
    }

    private static let byteCountMinimum = 1 << 20
}
