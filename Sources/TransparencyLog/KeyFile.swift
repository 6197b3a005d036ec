import EventModel

/// A file with one secret key, which names its kind: a person's key is not taken for an origin's, and neither for a key
/// of an app.
///
///     daybook-key 1
///     kind person
///     public 5f…
///     secret 9a…
///
/// Each line is a name and a value. A reader skips names it does not know. Versions before this form wrote the 32 bytes
/// of the seed alone; such a file has no kind.
public struct KeyFile: Hashable, Sendable {
    /// The purpose of a key, one word of up to 32 small letters; a domain adds kinds of its own.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public static let person = Kind("person")
        public static let origin = Kind("origin")

        public let rawValue: String

        public init?(rawValue: String) {
            guard (1...32).contains(rawValue.utf8.count),
                rawValue.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
            else { return nil }
            self.rawValue = rawValue
        }

        /// A kind that the program itself names.
        public init(_ name: StaticString) { rawValue = name.description }
    }

    /// Nil in a file of 32 bytes.
    public let kind: Kind?
    /// The 32 bytes of which Ed25519 makes the key (RFC 8032 §5.1.5).
    public let seed: [UInt8]
    public let publicKey: VerifyingKey

    /// More than a key file ever has.
    public static let bytesMaximum = 4_096
    private static let mark = "daybook-key"
    private static let version = "1"

    public init(_ kind: Kind, seed: [UInt8]) throws(KeyError) {
        publicKey = try SigningKey(seed: seed).publicKey
        (self.kind, self.seed) = (kind, seed)
    }

    /// Reads a key file.
    ///
    /// - Throws: ``KeyFileError`` for a file of another form, where the public key is not that of the secret one, and
    ///   where libcrypto gets no memory.
    public init(_ bytes: [UInt8]) throws(KeyFileError) {
        if bytes.count == 32 {
            (kind, seed) = (nil, bytes)
            publicKey = try KeyFile.publicKey(of: bytes)
            return
        }
        let fields = try KeyFile.fields(bytes)
        guard let word = fields["kind"], let kind = Kind(rawValue: word) else { throw .unknownKind }
        guard let seed = fields["secret"].flatMap(Hex.decode), seed.count == 32 else { throw .noSecret }
        let key = try KeyFile.publicKey(of: seed)
        guard fields["public"] == key.hex else { throw .altered }
        (self.kind, self.seed, publicKey) = (kind, seed, key)
    }

    private static func publicKey(of seed: [UInt8]) throws(KeyFileError) -> VerifyingKey {
        do throws(KeyError) { return try SigningKey(seed: seed).publicKey } catch {
            throw error == .shortMemory ? KeyFileError.shortMemory : .noSecret
        }
    }

    /// Whether bytes begin as a key file does, or are 32 bytes that no text has.
    public static func isKeyFile(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: (mark + " ").utf8) { return true }
        return bytes.count == 32 && !bytes.allSatisfy { (0x20...0x7E).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
    }

    private static func fields(_ bytes: [UInt8]) throws(KeyFileError) -> [String: String] {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map {
            $0.split(separator: " ", maxSplits: 1)
        }
        guard bytes.count <= bytesMaximum, let first = lines.first, first.count == 2, first[0] == mark else {
            throw .notAKey(byteCount: bytes.count)
        }
        guard first[1] == version else { throw .newer }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() where line.count == 2 { fields[String(line[0])] = String(line[1]) }
        return fields
    }

    /// The file's bytes, in today's form; those of a key without a kind are its seed.
    public var bytes: [UInt8] {
        guard let kind else { return seed }
        return Array(
            "\(KeyFile.mark) \(KeyFile.version)\nkind \(kind.rawValue)\npublic \(publicKey.hex)\nsecret \(Hex.encode(seed))\n"
                .utf8)
    }
}

/// Why a file is no key file.
public enum KeyFileError: Error, Hashable, Sendable {
    case notAKey(byteCount: Int)
    case newer
    case unknownKind
    case noSecret
    /// The public key is another one's.
    case altered
    /// The system gave libcrypto no more memory: nothing is known of the file.
    case shortMemory

    /// As in "it is no key file".
    public var reason: String {
        switch self {
        case .notAKey(let count): "it is no key file (\(count) bytes)"
        case .newer: "a newer version of the program wrote it"
        case .unknownKind: "it names no kind of key"
        case .noSecret: "it has no secret key of 32 bytes"
        case .altered: "its public key is not that of its secret key"
        case .shortMemory: "memory is short"
        }
    }
}
