import DaybookDomains
import GuardedFiles

/// A file for another program of this user, which no other user can read, in a folder for such files.
struct PrivateFile {
    private let folder: GuardedFolder
    private let name: String
    let path: String

    /// - Throws: `Fault` `file.unwritable`.
    init(_ bytes: [UInt8], ending: String, _ variables: [String: String]) throws {
        let places = [variables["XDG_RUNTIME_DIR"], variables["TMPDIR"], "/tmp"]
        let place = places.compactMap(\.self).first { $0.hasPrefix("/") } ?? "/tmp"
        let name = "daybook-\(Hex.encode(LedgerEnvironment.systemEntropy(16))).\(ending)"
        let folder: GuardedFolder
        do throws(GuardedFileError) {
            folder = try GuardedFolder(place)
            try folder.create(name).write(bytes)
        } catch {
            throw Files.unwritable(error.path, error.code)
        }
        (self.folder, self.name, path) = (folder, name, "\(place)/\(name)")
    }

    func remove() { folder.remove(name) }
}
