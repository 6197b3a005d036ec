import EventCodec
import EventModel
import GuardedFiles
import SyncProtocol
import TransparencyLog

/// The bundles of a shared folder that this ledger has read, by name, size and times. A bundle with unchanged size and
/// times is not read again.
///
/// It only saves reading. An event that is taken is read from the bundle, and checked as any other. Kept in the
/// ledger's folder as `shared-<16 hex digits>.seen`; a missing or altered file, or one of another version, costs a
/// reading of the folder.
struct SeenBundles {
    private static let magic = Array("daybook/seen/2".utf8)
    private static let bytesMaximum = 64 << 20

    private let ledger: String
    private let name: String?
    private var kept: [String: Seen] = [:]
    private var used: [String: Seen] = [:]

    private struct Seen: Equatable {
        let stamp: FileStamp
        let contents: BundleContents
    }

    /// Reads what is kept about a folder.
    ///
    /// - Parameters:
    ///   - ledger: The path of the ledger's folder.
    ///   - folder: The path of the shared folder, without links; nil: nothing is kept.
    init(_ ledger: String, of folder: String?) {
        self.ledger = ledger
        name = folder.map { "shared-\(SHA256Hasher.hash(Array($0.utf8)).hex.prefix(16)).seen" }
        // An unreadable file means reading the bundles again.
        kept = (try? read()) ?? [:]
    }

    /// The contents read of a bundle with unchanged size and times.
    mutating func contents(_ name: String, _ stamp: FileStamp) -> BundleContents? {
        guard let seen = kept[name], seen.stamp == stamp else { return nil }
        used[name] = seen
        return seen.contents
    }

    /// Keeps what was read of a bundle.
    ///
    /// - Parameter stamp: How the file looked before it was read.
    mutating func keep(_ contents: BundleContents, _ name: String, _ stamp: FileStamp) {
        used[name] = Seen(stamp: stamp, contents: contents)
    }

    /// Writes what was kept or used since it was read; what the folder no longer holds is forgotten.
    func save() {
        guard let name, used != kept else { return }
        let bytes = encoded
        if bytes.count > SeenBundles.bytesMaximum { return }
        // Without it the next exchange reads the bundles again.
        try? GuardedFolder(ledger).replace(name, with: bytes)
    }

    // MARK: - Bytes

    private var encoded: [UInt8] {
        var writer = CBORWriter(capacity: 1 << 12)
        writer.array(count: used.count)
        for (name, seen) in used.sorted(by: { $0.key < $1.key }) {
            writer.array(count: 5)
            writer.data(Array(name.utf8))
            for word in seen.stamp.words { writer.integer(word) }
            seen.contents.write(&writer)
        }
        let bytes = SeenBundles.magic + writer.bytes
        return bytes + SHA256Hasher.hash(bytes).bytes
    }

    private func read() throws -> [String: Seen] {
        guard let name, let all = try GuardedFolder(ledger).open(name).bytes(atMost: SeenBundles.bytesMaximum) else {
            return [:]
        }
        let bytes = Array(all.dropLast(32))
        guard bytes.starts(with: SeenBundles.magic), SHA256Hasher.hash(bytes).bytes == Array(all.suffix(32)) else {
            return [:]
        }
        let list = Array(bytes.dropFirst(SeenBundles.magic.count))
        var reader = CBORReader(list.span.bytes)
        var seen: [String: Seen] = [:]
        for _ in 0..<(try reader.array()) {
            guard try reader.array() == 5 else { throw CBORError(.fieldMissing, at: reader.offset) }
            // A name of a file need not be in Normalization Form C.
            let name = String(decoding: try reader.data().array, as: UTF8.self)
            let stamp = FileStamp(try reader.integer(), try reader.integer(), try reader.integer())
            seen[name] = Seen(stamp: stamp, contents: try BundleContents(&reader))
        }
        try reader.finish()
        return seen
    }
}
