import EventStore
import Glibc
import GuardedFiles

/// Bytes that are written once and read again at any place: a little in memory, more in a file without a name.
///
/// Memory: 1 MiB.
package final class ByteSpool {
    private static let memoryMaximum = 1 << 20

    private let folder: String
    private let contents: String
    private var file: GuardedFile?
    private var fileCount = 0
    /// The bytes that are not in the file yet.
    private var tail: [UInt8] = []

    /// - Parameters:
    ///   - folder: The ledger's folder: what is on the way there needs its room anyway.
    ///   - contents: What the file holds, as messages name it.
    package init(in folder: String, _ contents: String) { (self.folder, self.contents) = (folder, contents) }

    package var count: Int { fileCount + tail.count }

    /// Adds bytes at the end. Throws `StoreError` of the disk.
    package func append(_ bytes: [UInt8]) throws {
        tail += bytes
        if tail.count >= ByteSpool.memoryMaximum { try flush() }
    }

    /// Throws `StoreError` of the disk.
    package func bytes(_ range: Range<Int>) throws -> [UInt8] {
        precondition(range.upperBound <= count, "what was never written is not read")
        if range.lowerBound >= fileCount {
            return Array(tail[range.lowerBound - fileCount..<range.upperBound - fileCount])
        }
        if range.upperBound > fileCount { try flush() }
        guard let file, !range.isEmpty else { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        do throws(GuardedFileError) {
            while bytes.count < range.count {
                var piece = [UInt8](repeating: 0, count: range.count - bytes.count)
                let count = try file.read(&piece, at: range.lowerBound + bytes.count)
                // A file on a disk of this machine gives all that was written.
                guard count > 0 else { throw .system(path: file.path, code: EIO) }
                bytes += piece.prefix(count)
            }
        } catch { throw StoreError(reading: error) }
        return bytes
    }

    private func flush() throws {
        do throws(GuardedFileError) {
            try opened().write(tail)
        } catch { throw StoreError(writing: error, contents) }
        fileCount += tail.count
        tail.removeAll(keepingCapacity: true)
    }

    /// The file, which loses its name at once: nothing of it stays, however the process ends.
    private func opened() throws(GuardedFileError) -> GuardedFile {
        if let file { return file }
        let place = try GuardedFolder(folder)
        let (name, made) = try place.createTemporary(".spool-")
        place.remove(name)
        file = made
        return made
    }
}

/// Bytes of a spool, given out in order.
struct SpoolReader {
    private static let pieceBytes = 1 << 18

    private let spool: ByteSpool
    /// The ranges that were not read yet, the next last.
    private var rest: [Range<Int>]
    private var piece: [UInt8] = []
    private var offset = 0

    init(_ spool: ByteSpool, _ ranges: [Range<Int>]) { (self.spool, rest) = (spool, ranges.reversed()) }

    /// The next bytes; fewer at the end.
    mutating func next(_ count: Int) throws -> [UInt8] {
        while piece.count - offset < count, let range = rest.popLast() {
            let read = range.prefix(max(SpoolReader.pieceBytes, count))
            if read.count < range.count { rest.append(read.endIndex..<range.upperBound) }
            piece = Array(piece[offset...]) + (try spool.bytes(read))
            offset = 0
        }
        let end = min(offset + count, piece.count)
        defer { offset = end }
        return Array(piece[offset..<end])
    }
}
