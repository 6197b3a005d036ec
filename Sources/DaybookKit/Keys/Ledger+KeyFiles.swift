import EventModel
import EventStore
import GuardedFiles
package import TransparencyLog

extension KeyFile.Kind {
    package static let instructor = KeyFile.Kind("instructor")
}

extension Ledger {
    /// The purpose of a key. A key file names it; 32 bytes that an older version wrote do not.
    public enum KeyKind: String, Sendable, CaseIterable {
        case person, origin, instructor

        var file: KeyFile.Kind {
            switch self {
            case .person: .person
            case .origin: .origin
            case .instructor: .instructor
            }
        }

        /// As in "it is a person's key".
        public var words: String {
            switch self {
            case .person: "a person's key"
            case .origin: "the key of an origin"
            case .instructor: "an instructor's key"
            }
        }
    }

    /// A secret key out of a file.
    public struct SecretKey: Sendable {
        /// Nil for 32 bytes, and for a kind that this version does not know.
        public let kind: KeyKind?
        /// Whether the file is 32 bytes, as older versions wrote keys of all kinds.
        public let isPlain: Bool
        public let seed: [UInt8]
        /// 64 hexadecimal digits.
        public let publicKey: String

        /// Reads a key file.
        ///
        /// - Throws: `Fault` `key.unreadable`.
        public init(file bytes: [UInt8], named name: String) throws {
            do throws(KeyFileError) {
                let key = try KeyFile(bytes)
                (kind, isPlain, seed, publicKey) = (
                    key.kind.flatMap { KeyKind(rawValue: $0.rawValue) }, key.kind == nil, key.seed, key.publicKey.hex
                )
            } catch {
                if error == .shortMemory { throw Fault.shortMemory }
                throw Fault(
                    .unreadable, code: "key.unreadable",
                    message: "\(name) is not a key that can be used: \(error.reason).",
                    hint:
                        "\"daybook key new FILE\" makes an instructor's key, \"daybook principal export FILE\" writes a person's."
                )
            }
        }

        /// More bytes than a key file has.
        package static let fileBytesMaximum = KeyFile.bytesMaximum

        /// Whether bytes are a key file of some version, or begin like one.
        public static func isKeyFile(_ bytes: [UInt8]) -> Bool { KeyFile.isKeyFile(bytes) }

        /// The seed, where the key is for that or where the file cannot say so.
        ///
        /// - Throws: `Rejection` `key.otherKind`.
        public func seed(as wanted: KeyKind, named name: String) throws -> [UInt8] {
            if isPlain || kind == wanted { return seed }
            throw Rejection(
                code: "key.otherKind",
                message: "\(name) is \(kind?.words ?? "a key of another kind"), and \(wanted.words) is needed.",
                hint: wanted == .person
                    ? "\"daybook principal export FILE\" on another device writes the person's key."
                    : "\"daybook key new FILE\" makes an instructor's key.")
        }
    }

    /// The bytes of a key file.
    ///
    /// - Throws: `Fault` where the seed is none.
    public static func keyFile(_ kind: KeyKind, seed: [UInt8]) throws -> [UInt8] {
        try translated { try KeyFile(kind.file, seed: seed).bytes }
    }

    /// The key in the `keys/` of a ledger's folder that makes its person; nil when there is none. The folder is looked
    /// at, and nothing in it followed.
    ///
    /// - Throws: `Fault`.
    public static func personKey(ofLedgerAt path: String) throws -> [UInt8]? {
        try translated {
            let folder = LedgerFolder(path: path)
            return try folder.readKey(folder.principalKey, .person)
        }
    }
}

extension Ledger {
    /// Notes that the person's key was written to a second place; `verify` warns until then. Where the folder cannot be
    /// written nothing is noted.
    public func noteKeyKept() throws {
        let key = try principalPublicKey
        // A ledger on a read-only medium keeps its warning.
        try? engine.store.folder.noteKept(key)
    }

    /// The warnings about the keys of a sound ledger, in sentences.
    var keyWarnings: [String] { get throws { try keyFindings.map(\.text) } }

    /// The findings about the keys of a sound ledger, each with its remedy.
    var keyFindings: [HealthFinding] {
        get throws {
            let folder = engine.store.folder
            let putBack = "cp FILE \(ShellWord.quoted(folder.principalKey))"
            let unusable = try translated { try engine.read { try engine.unusableOriginKeys($0) } }
            let stranded =
                try strandedLogs.map { HealthFinding("log.stranded", $0.warning, command: putBack) }
                + unusable.map { path, reason in
                    let command = Ledger.settingAside(path)
                    return HealthFinding("key.unusable", Ledger.unusableWarning(path, reason), command: command)
                }
            let ids = try translated { try engine.read { engine.unusableIDSecret(try $0.storeRecord()) } }
            let unusableIDs = ids.map { path, reason in
                HealthFinding(
                    "key.unusable", Ledger.unusableIDsWarning(path, reason), command: Ledger.settingAside(path))
            }
            var found = unusableIDs.map { [$0] } ?? []
            if let warning = try keyWarning {
                return [HealthFinding("key.missing", warning, command: putBack)] + stranded + found
            }
            if try position.value > 0, folder.hasKey(folder.principalKey), try !folder.isKept(principalPublicKey) {
                let command = "daybook principal export FILE"
                found.append(HealthFinding("key.unkept", Ledger.unkeptWarning, command: command))
            }
            let loose = folder.looseKeys().map(Ledger.looseWarning)
            return found + stranded + loose.map { HealthFinding("keys.loose", $0, command: "daybook keys fix") }
        }
    }

    private static let unkeptWarning =
        "No second copy of the person's key is known. Without this key, no event can be added. "
        + "Keep it elsewhere with \"daybook principal export FILE\" or \"daybook backup DIR --with-keys\"."

    private static func unusableWarning(_ path: String, _ reason: String) -> String {
        "The key file \(path) cannot be used: \(reason). The events of its log cannot leave this ledger. "
            + "Put it back from a backup, or remove it: then the person's key signs, "
            + "and the next write begins a new log."
    }

    private static func unusableIDsWarning(_ path: String, _ reason: String) -> String {
        "The key file \(path) cannot be used: \(reason). No file can be imported. "
            + "Put it back from a backup, or remove it: the next import derives it from the person's key."
    }

    private static func settingAside(_ path: String) -> String {
        "mv \(ShellWord.quoted(path)) \(ShellWord.quoted(path + ".unusable"))"
    }

    private static func looseWarning(_ loose: LedgerFolder.LooseFile) -> String {
        if loose.isNoFile {
            return "\(loose.path) is no regular file, and no key is read from it. Remove it, and put the key file back."
        }
        let what =
            loose.otherOwner.map { "belongs to another user (uid \($0))" }
            ?? "is open to other users (mode \(String(loose.mode, radix: 8)))"
        return
            "\(loose.path) \(what): a reader of this key can write in this person's name. \"daybook keys fix\" mends modes; a key that was open may be known to others."
    }

    /// The result of `keys fix`.
    package struct KeysFix: Hashable, Sendable {
        package struct Fixed: Hashable, Sendable {
            package let path: String
            package let from: UInt32
            package let to: UInt32
        }

        package struct Left: Hashable, Sendable {
            package let path: String
            package let reason: String
        }

        package let fixed: [Fixed]
        /// The keys that stay as they are.
        package let left: [Left]
    }

    /// Closes a ledger's folder, its `keys/` and its key files to other users, without opening the ledger.
    ///
    /// - Throws: `Fault` where there is no ledger, or the folder cannot be opened.
    package static func fixKeys(at path: String) throws -> KeysFix {
        try translated {
            let folder = LedgerFolder(path: path)
            guard folder.holdsLedgerFiles else { throw StoreError.noLedger(path: path) }
            let done = try folder.fixKeys()
            return KeysFix(
                fixed: done.fixed.map { .init(path: $0.path, from: $0.from, to: $0.to) },
                left: done.left.map { .init(path: $0.path, reason: $0.reason) })
        }
    }
}
