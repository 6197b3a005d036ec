import DaybookDomains
import Glibc
import GuardedFiles

/// The secret that a ledger's page is opened with, in its folder of keys, for this user alone.
struct PageSecret: Sendable {
    private static let name = "page.key"

    /// The path of the ledger's folder.
    let folder: String
    let entropy: @Sendable (Int) -> [UInt8]

    /// The secret; one is made where there is none.
    ///
    /// - Throws: `Fault`.
    func bytes() throws -> [UInt8] {
        try withKeys { keys in
            if let kept = try kept(in: keys) { return kept }
            try keys.replace(PageSecret.name, with: entropy(32))
            // Another process may have made one at the same time: what is kept counts.
            return try kept(in: keys) ?? []
        }
    }

    /// Puts another secret in its place: no browser is let in that was before.
    ///
    /// - Throws: `Fault`.
    func renew() throws { try withKeys { try $0.replace(PageSecret.name, with: entropy(32)) } }

    /// Whether the ledger is where it was.
    var isReachable: Bool { access(folder, F_OK) == 0 }

    private func withKeys<Result>(_ body: (GuardedFolder) throws -> Result) throws -> Result {
        do { return try body(try GuardedFolder(folder).folder("keys")) } catch let error as GuardedFileError {
            throw Files.unwritable(error.path, error.code)
        }
    }

    private func kept(in keys: GuardedFolder) throws -> [UInt8]? {
        do {
            guard let bytes = try keys.open(PageSecret.name).bytes(atMost: 32), bytes.count == 32 else {
                throw Fault(
                    .damaged, code: "page.secretUnreadable",
                    message: "\(keys.path)/\(PageSecret.name) is not a secret of a page.",
                    hint: "Run \"daybook serve --log-out\": it makes a new one, and each browser opens the page anew.")
            }
            return bytes
        } catch let error as GuardedFileError where error.code == ENOENT { return nil }
    }
}
