import CProcess
import DaybookDomains
import Glibc
import GuardedFiles

/// Notes in the ledger's folder about the commands that watches began and ended. Each line is a sign, a domain and the
/// key of a thing; no text of a record is in it.
final class CommandNotes {
    /// The things of the commands that began, by domain, and of those among them that are done with.
    struct Read {
        var begun: [String: Set<String>] = [:]
        var ended: Set<String> = []
    }

    private static let begins: Character = "+"
    private static let ends: Character = "-"
    /// The notes are written anew where they are longer.
    private static let bytesKept = 1 << 16

    private let file: GuardedFile
    /// The keys whose commands this watch has claimed.
    private var claimed: Set<String> = []

    /// Opens the notes in a ledger's folder, and makes them where there are none.
    init(in folder: String) throws {
        let opened: GuardedFile
        do throws(GuardedFileError) {
            opened = try GuardedFolder(folder).open(Ledger.commandNotes, .readWriteOrCreate)
            // Several watches add their lines.
            try opened.writeAtEnd()
        } catch {
            throw Files.unwritable(error.path, error.code)
        }
        file = opened
    }

    func read() throws -> Read {
        var read = Read()
        for line in try lines() {
            let parts = line.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            switch line.first {
            case CommandNotes.begins: read.begun[parts[0], default: []].insert(parts[1])
            case CommandNotes.ends: read.ended.insert(parts[1])
            default: continue
            }
        }
        return read
    }

    /// Claims a thing for this watch, and notes that its command begins. False where another watch runs it, or where
    /// it is done with.
    func begin(_ thing: DueThing, isAgain: Bool = false) throws -> Bool {
        if claimed.contains(thing.key) { return false }
        guard daybook_lock_byte(file.descriptor, CommandNotes.offset(thing.key)) == 0 else {
            if errno == EAGAIN || errno == EACCES { return false }
            throw Files.unwritable(file.path, errno)
        }
        claimed.insert(thing.key)
        // Another watch may have done it between the look and the claim.
        if !isAgain, try read().ended.contains(thing.key) {
            leave(thing)
            return false
        }
        try add(CommandNotes.begins, thing)
        return true
    }

    /// Notes that a thing is done with.
    func end(_ thing: DueThing) throws {
        try add(CommandNotes.ends, thing)
        leave(thing)
    }

    /// Leaves a thing to the next watch that starts.
    func leave(_ thing: DueThing) {
        claimed.remove(thing.key)
        _ = daybook_unlock_byte(file.descriptor, CommandNotes.offset(thing.key))
    }

    /// Writes long notes anew without what concerns none of these things.
    func shorten(keeping things: [DueThing]) throws {
        let all = try lines()
        guard all.reduce(0, { $0 + $1.utf8.count }) > CommandNotes.bytesKept else { return }
        let kept = Set(things.map(\.key))
        let rest = all.filter { line in
            line.split(separator: " ", maxSplits: 1).last.map { kept.contains(String($0)) } ?? false
        }
        guard ftruncate(file.descriptor, 0) == 0 else { throw Files.unwritable(file.path, errno) }
        try write(rest.map { $0 + "\n" }.joined())
    }

    private func add(_ sign: Character, _ thing: DueThing) throws {
        try write("\(sign)\(thing.domain) \(thing.key)\n")
    }

    private func write(_ text: String) throws {
        do throws(GuardedFileError) { try file.write(Array(text.utf8)) } catch {
            throw Files.unwritable(error.path, error.code)
        }
    }

    private func lines() throws -> [String] {
        var (all, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        do throws(GuardedFileError) {
            while true {
                let count = try file.read(&piece, at: all.count)
                if count == 0 { break }
                all += piece[..<count]
            }
        } catch {
            throw Files.unwritable(error.path, error.code)
        }
        return String(decoding: all, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// A byte of its own for each key, by the hash FNV-1a; no file is so long.
    private static func offset(_ key: String) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int64(hash >> 2)
    }
}
