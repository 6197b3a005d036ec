import DaybookDomains
import Glibc
import GuardedFiles

/// The secret that a ledger's page is opened with, in its folder of keys, for this user alone.
enum PageSecret {
    private static let name = "page.key"

    static func bytes(in folder: String, _ entropy: (Int) -> [UInt8]) throws -> [UInt8] {
        do {
            let keys = try GuardedFolder(folder).folder("keys")
            if let kept = try kept(in: keys) { return kept }
            let made = entropy(32)
            let file = try keys.create(name)
            try file.write(made)
            try file.sync()
            try keys.sync()
            return made
        } catch let error as GuardedFileError {
            throw Files.unwritable(error.path, error.code)
        }
    }

    private static func kept(in keys: GuardedFolder) throws -> [UInt8]? {
        do {
            guard let bytes = try keys.open(name).bytes(atMost: 32), bytes.count == 32 else {
                throw Fault(
                    .damaged, code: "page.secretUnreadable",
                    message: "\(keys.path)/\(name) is not a secret of a page.",
                    hint: "Remove this file; browsers that know the page must then open its address anew.")
            }
            return bytes
        } catch let error as GuardedFileError where error.code == ENOENT { return nil }
    }
}
