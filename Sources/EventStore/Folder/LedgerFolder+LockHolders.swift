import Glibc
import GuardedFiles

/// A process that has a ledger open.
package struct LockHolder: Hashable, Sendable {
    package let process: Int32
    /// The name of its program.
    package let program: String
}

extension LedgerFolder {
    /// The other processes that hold `ledger.lock`, ascending; those that this user may not look at are not among them.
    ///
    /// Linux lists locks by inode in `/proc/locks` (proc(5)); the open files of a process settle which file is meant.
    package func lockHolders() -> [LockHolder] {
        var lock = stat()
        guard stat(ledgerLock, &lock) == 0 else { return [] }
        let locks = String(decoding: SystemFile.bytes("/proc/locks", atMost: 1 << 20), as: UTF8.self)
        var found: Set<Int32> = []
        for line in locks.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count >= 6, fields[1] == "FLOCK", let process = Int32(fields[4]), process > 0,
                process != getpid(),
                fields[5].split(separator: ":").last.flatMap({ UInt($0) }) == lock.st_ino
            else { continue }
            found.insert(process)
        }
        return found.sorted().filter { LedgerFolder.hasOpen($0, lock) }.map { process in
            let name = SystemFile.bytes("/proc/\(process)/comm", atMost: 64).prefix { $0 != UInt8(ascii: "\n") }
            return LockHolder(process: process, program: String(decoding: name, as: UTF8.self))
        }
    }

    private static func hasOpen(_ process: Int32, _ file: stat) -> Bool {
        let path = "/proc/\(process)/fd"
        // A process that has ended, or is another user's, shows none.
        let names = (try? GuardedFolder(path).names()) ?? []
        return names.contains { name in
            var open = stat()
            return stat("\(path)/\(name)", &open) == 0 && open.st_dev == file.st_dev && open.st_ino == file.st_ino
        }
    }
}
