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

    /// As in "data.mdb.damaged-1", in `keys/` and `making/` with that folder.
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
        let (keys, making) = (try? root.folder("keys"), try? root.folder("making"))  // Nil: there is no such folder.
        var found = leftovers(in: root, "", LedgerFolder.isOfLedger).filter { $0.name != "making" || making == nil }
        if let keys { found += leftovers(in: keys, "keys/", LedgerFolder.isKey) }
        if let making { found += LedgerFolder.parts(of: making) }
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
            case let name where name == "making" || name.hasPrefix("making/"): clearMaking()
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
            let kind: Leftover.Kind =
                prefix.isEmpty && LedgerFolder.isSetAside(name)
                ? .setAside : LedgerFolder.isMade(name, of: isOfLedger) ? .stopped : .foreign
            // An empty file holds nothing; what is gone since does not either.
            guard let status = try? folder.status(name), status.st_mode & S_IFMT != S_IFREG || status.st_size > 0
            else { return nil }
            return Leftover(name: prefix + name, kind: kind)
        }
    }

    /// The folder `making/`; where it holds a thing of others, all that it holds.
    private static func parts(of making: GuardedFolder) -> [Leftover] {
        let keys = try? making.folder("keys")  // A copy of the store alone has none.
        let names = (try? making.names()) ?? []  // Who may not list it finds nothing.
        var all = names.filter { $0 != "keys" || keys == nil }
            .map { (name: "making/" + $0, isMade: isMade($0, of: isOfStore)) }
        for name in (try? keys?.names()) ?? [] {  // Same reason.
            all.append((name: "making/keys/" + name, isMade: isMade(name, of: isKey)))
        }
        if all.allSatisfy({ $0.isMade }) { return [Leftover(name: "making", kind: .stopped)] }
        return all.map { Leftover(name: $0.name, kind: $0.isMade ? .stopped : .foreign) }
    }

    /// The files that a ledger consists of, and the notes about shared folders and about commands of watches, which
    /// hold no record.
    private static func isOfLedger(_ name: String) -> Bool {
        isOfStore(name) || name == "keys" || name == commandNotes
            || name.utf8.count == 28 && name.hasPrefix("shared-") && name.hasSuffix(".seen")
                && name.utf8.dropFirst(7).prefix(16).areHexadecimalDigits
    }

    /// The notes about the commands that watches began and ended: keys of things that were due.
    package static let commandNotes = "watch.commands"

    static func isOfStore(_ name: String) -> Bool { storeFiles.contains(name) || lockFiles.contains(name) }
    static func isKey(_ name: String) -> Bool { name.hasSuffix(".key") || name == "kept" }

    /// True for one of the ledger's files, and for the beginning of one, or of a spool, under the name that
    /// ``GuardedFolder`` gives while it is written.
    static func isMade(_ name: String, of isOfLedger: (String) -> Bool) -> Bool {
        if isOfLedger(name) { return true }
        guard let prefix = GuardedFolder.temporaryPrefix(of: name) else { return false }
        return prefix == ".spool-" || prefix.hasSuffix(".new-") && isOfLedger(String(prefix.dropLast(5)))
    }

    /// True for a name that ``replaceStore()`` gives to the former store.
    private static func isSetAside(_ name: String) -> Bool {
        let start = "data.mdb.damaged-"
        guard name.hasPrefix(start) else { return false }
        let digits = name.utf8.dropFirst(start.utf8.count)
        return (1...9).contains(digits.count) && digits.first != 0x30
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
}
