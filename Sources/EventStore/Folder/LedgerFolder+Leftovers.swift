import Glibc
import GuardedFiles

/// A file in a ledger's folder that is no part of the ledger in use, and that can hold bytes of it.
package struct Leftover: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The store that a repair set aside.
        case setAside
        /// The rest of a command that was stopped.
        case stopped
        /// This program did not make it.
        case foreign
    }

    /// As in "data.mdb.damaged-1", in `keys/` with that folder.
    package let name: String
    package let kind: Kind
}

extension LedgerFolder {
    /// The files in the folder and in its `keys/` that can hold bytes of the ledger beside the ledger itself, ascending
    /// by name.
    ///
    /// None where this user may not look. Cost: O(names).
    package func leftovers() -> [Leftover] {
        guard let root = try? GuardedFolder(path) else { return [] }  // Said in the docstring.
        var found = leftovers(in: root, "", LedgerFolder.isOfLedger)
        if let keys = try? root.folder("keys") {  // A copy without keys has no such folder.
            found += leftovers(in: keys, "keys/") { $0.hasSuffix(".key") || $0 == "kept" }
        }
        return found.sorted { $0.name < $1.name }
    }

    /// Removes what this program left beside the ledger; returns the names of what went.
    ///
    /// Files that another process is writing stay, and so do those that this user may not remove. The caller keeps all
    /// others out of the ledger.
    /// - Parameter setAside: Removes the stores that repairs set aside, too.
    package func removeLeftovers(setAside: Bool) -> [String] {
        let before = leftovers().filter { $0.kind == .stopped || setAside && $0.kind == .setAside }
        guard !before.isEmpty, let root = try? GuardedFolder(path) else { return [] }  // Nothing was removed then.
        for leftover in before {
            switch leftover.name {
            case "making": clearMaking()
            case let name where name.hasPrefix("keys/"):
                try? root.folder("keys").removeUnlocked(LedgerFolder.name(name))  // It stays, and is named.
            case let name: root.removeUnlocked(name)
            }
        }
        return before.map(\.name).filter { !Set(leftovers().map(\.name)).contains($0) }
    }

    private func leftovers(in folder: GuardedFolder, _ prefix: String, _ isOfLedger: (String) -> Bool) -> [Leftover] {
        let names = (try? folder.names()) ?? []  // Who may not list it finds nothing.
        return names.filter { !isOfLedger($0) }.compactMap { name in
            let kind = LedgerFolder.kind(of: name)
            // An empty file holds nothing; what is gone since does not either.
            guard let status = try? folder.status(name), status.st_mode & S_IFMT != S_IFREG || status.st_size > 0
            else { return nil }
            return Leftover(name: prefix + name, kind: kind)
        }
    }

    /// The files that a ledger consists of, and the notes about shared folders, which hold no event.
    private static func isOfLedger(_ name: String) -> Bool {
        storeFiles.contains(name) || lockFiles.contains(name) || name == "keys"
            || name.wholeMatch(of: #/shared-[0-9a-f]{16}\.seen/#) != nil
    }

    private static func kind(of name: String) -> Leftover.Kind {
        if name.wholeMatch(of: #/data\.mdb\.damaged-[0-9]+/#) != nil { return .setAside }
        let isStopped =
            name == "making" || name.wholeMatch(of: #/.+\.(new|partial)-[0-9a-f]{1,16}|\.spool-[0-9a-f]{1,16}/#) != nil
        return isStopped ? .stopped : .foreign
    }
}
