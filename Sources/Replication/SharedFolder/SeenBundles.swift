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
    private static let magic = Array("daybook/seen/4".utf8)
    private static let bytesMaximum = 64 << 20

    private let ledger: String
    private let name: String?
    /// As it is on disk.
    private var stored: [String: Seen] = [:]
    private var kept: [String: Seen] = [:]
    private var used: [String: Seen] = [:]
    /// The bundles that turned out to be unreadable in this exchange, as they were known before.
    private var lost: [String: Seen] = [:]

    /// The memory of a bundle.
    struct Seen: Equatable {
        let stamp: FileStamp
        /// Nil for a file that is no whole bundle.
        let contents: BundleContents?
        /// Why it is none.
        var failure: BundleFailure?
        /// The number of the reading, of all of the folder, in which it was read wholly the last time.
        var reading: UInt64 = 0
        /// Whether it was read again because another ledger could not read it.
        var isAnswered = false
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
        stored = (try? read()) ?? [:]
        kept = stored
    }

    /// The memory of a file with unchanged size and times; it is kept on.
    mutating func seen(_ name: String, _ stamp: FileStamp) -> Seen? {
        guard let seen = used[name] ?? kept[name], seen.stamp == stamp else { return nil }
        used[name] = seen
        return seen
    }

    /// The contents of a bundle before it became unreadable, and whether its size and times did not show it.
    func former(_ name: String, _ stamp: FileStamp) -> (contents: BundleContents, isRotten: Bool)? {
        let seen = lost[name] ?? kept[name]
        return seen.flatMap { seen in seen.contents.map { ($0, seen.stamp == stamp) } }
    }

    /// Keeps what was read of a bundle.
    mutating func keep(_ seen: Seen, _ name: String) { used[name] = seen }

    /// Forgets a bundle that cannot be read any more.
    mutating func lose(_ name: String) {
        if let seen = used[name] ?? kept[name], seen.contents != nil { lost[name] = seen }
        used[name] = nil
        kept[name] = nil
    }

    /// Begins another look at the same folder.
    mutating func beginAgain() { (kept, used) = (used, [:]) }

    /// Writes what was kept or used since it was read; what the folder no longer holds is forgotten.
    mutating func save() {
        guard let name, used != stored else { return }
        let bytes = encoded
        if bytes.count > SeenBundles.bytesMaximum { return }
        // Without it the next exchange reads the bundles again.
        try? GuardedFolder(ledger).replace(name, with: bytes)
        stored = used
    }

    // MARK: - Bytes

    private var encoded: [UInt8] {
        var writer = CBORWriter(capacity: 1 << 12)
        writer.array(count: used.count)
        for (name, seen) in used.sorted(by: { $0.key < $1.key }) {
            writer.array(count: 8)
            writer.data(Array(name.utf8))
            for word in seen.stamp.words { writer.integer(word) }
            writer.unsigned(seen.reading)
            writer.unsigned(seen.isAnswered ? 1 : 0)
            if let failure = seen.failure { failure.write(&writer) } else { writer.null() }
            if let contents = seen.contents { contents.write(&writer) } else { writer.null() }
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
            guard try reader.array() == 8 else { throw CBORError(.fieldMissing, at: reader.offset) }
            // A name of a file need not be in Normalization Form C.
            let name = String(decoding: try reader.data().array, as: UTF8.self)
            let stamp = FileStamp(try reader.integer(), try reader.integer(), try reader.integer())
            let (reading, isAnswered) = (try reader.unsigned(), try reader.unsigned() == 1)
            let failure = try SeenBundles.optional(&reader) { try BundleFailure(&$0) }
            let contents = try SeenBundles.optional(&reader) { try BundleContents(&$0) }
            guard (failure == nil) != (contents == nil) else { throw CBORError(.fieldValue, at: reader.offset) }
            seen[name] = Seen(
                stamp: stamp, contents: contents, failure: failure, reading: reading, isAnswered: isAnswered)
        }
        try reader.finish()
        return seen
    }

    private static func optional<Value>(
        _ reader: inout CBORReader, _ read: (inout CBORReader) throws -> Value
    ) throws -> Value? {
        if reader.nextIsNull() {
            try reader.null()
            return nil
        }
        return try read(&reader)
    }
}
