import Glibc
import GuardedFiles
import LMDB

/// A process that has a ledger open.
package struct LockHolder: Hashable, Sendable {
    package let process: Int32
    /// The name of its program.
    package let program: String

    init(_ process: Int32) {
        let name = SystemFile.bytes("/proc/\(process)/comm", atMost: 64).prefix { $0 != UInt8(ascii: "\n") }
        let word = String(decoding: name, as: UTF8.self)
        // A program that started itself by /proc/self/exe has the name of that link.
        let target = word == "exe" ? SystemFile.target(ofLink: "/proc/\(process)/exe") : nil
        let file = target?.split(separator: "/").last.map { String($0).replacing(" (deleted)", with: "") }
        (self.process, program) = (process, file ?? word)
    }

    /// As in "process 4711 (python3)".
    var text: String { program.isEmpty ? "process \(process)" : "process \(process) (\(program))" }

    /// The other processes that hold a lock on a file, ascending; those that this user may not look at are not among
    /// them.
    ///
    /// Linux lists locks by inode in `/proc/locks` (proc(5)); the open files of a process settle which file is meant.
    static func all(of file: String) -> [LockHolder] {
        var lock = stat()
        guard stat(file, &lock) == 0 else { return [] }
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
        return found.sorted().filter { hasOpen($0, lock) }.map { LockHolder($0) }
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

extension LedgerFolder {
    /// The other processes that hold `ledger.lock`, ascending.
    package func lockHolders() -> [LockHolder] { LockHolder.all(of: ledgerLock) }

    /// Takes `ledger.lock` alone and looks whether a program that does not know it has the store open.
    ///
    /// - Throws: `StoreError.busy` with a process that has the store open, where the system states one.
    package func lockAlone() throws(StoreError) -> FileLock {
        let lock = try FileLock(path: ledgerLock)
        guard try lock.tryLock(.exclusive) else {
            throw .busy("\(lockHolders().first?.text ?? "another program") has it open")
        }
        try withLockFileClaimed {}
        return lock
    }

    /// Runs the body while no program has the store open, whether it knows Daybook's locks or LMDB's alone; this
    /// process has it open neither.
    ///
    /// Whatever puts another `data.mdb` in its place does so in here.
    func withLockFileClaimed<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        let claim: LockFileClaim
        do throws(LMDBError) { claim = try LockFileClaim(folder: path, anyOwner: allowsOthers) } catch {
            throw StoreError(error)
        }
        if let process = claim.otherProcess {
            throw .busy("\(process == 0 ? "another program" : LockHolder(process).text) has it open")
        }
        defer { withExtendedLifetime(claim) {} }
        return try body()
    }
}
