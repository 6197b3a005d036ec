import EventStore
import Glibc
import GuardedFiles
import SyncProtocol

/// The attachments of a bundle until the bundle was found whole: the first ones in memory, the others in a file
/// without a name.
///
/// Memory: what one message carries, and the attachment that is added.
final class BlobSpool {
    /// Those that are stored with the events.
    private(set) var first: [[UInt8]] = []
    private var firstByteCount = 0
    private let folder: String
    private var file: GuardedFile?
    private var byteCounts: [Int] = []

    /// - Parameter folder: The ledger's folder: what is on the way there needs its room anyway.
    init(in folder: String) { self.folder = folder }

    func add(_ blob: [UInt8]) throws {
        if byteCounts.isEmpty, firstByteCount < SyncLimits.blobBytesPerMessage {
            first.append(blob)
            firstByteCount += blob.count
            return
        }
        do throws(GuardedFileError) {
            try opened().write(blob)
        } catch { throw StoreError(writing: error, "the attachments of the bundle") }
        byteCounts.append(blob.count)
    }

    /// Gives the others, as many at a time as one message carries.
    func forEachPiece(_ body: ([[UInt8]]) throws -> Void) throws {
        guard let file else { return }
        var (piece, byteCount, offset): ([[UInt8]], Int, Int) = ([], 0, 0)
        for (number, count) in byteCounts.enumerated() {
            piece.append(try BlobSpool.bytes(file, offset..<offset + count))
            offset += count
            byteCount += count
            guard byteCount >= SyncLimits.blobBytesPerMessage || number == byteCounts.count - 1 else { continue }
            try body(piece)
            (piece, byteCount) = ([], 0)
        }
    }

    private static func bytes(_ file: GuardedFile, _ range: Range<Int>) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        do throws(GuardedFileError) {
            let count = range.isEmpty ? 0 : try file.read(&bytes, at: range.lowerBound)
            // A file on a disk of this machine gives all that was written.
            guard count == range.count else { throw .system(path: file.path, code: EIO) }
        } catch { throw StoreError(reading: error) }
        return bytes
    }

    /// The file, which loses its name at once: nothing of it stays, however the process ends.
    private func opened() throws(GuardedFileError) -> GuardedFile {
        if let file { return file }
        let place = try GuardedFolder(folder)
        let (name, made) = try place.createTemporary(".bundle-")
        place.remove(name)
        file = made
        return made
    }
}
