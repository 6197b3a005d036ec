import SyncProtocol

/// The bytes of a part of a file in a shared folder, read in pieces as they are asked for.
struct FileBytes {
    private static let pieceBytes = 1 << 18

    private let name: String
    private let files: FolderFiles
    /// The range that was not read yet.
    private var rest: Range<Int>
    private var piece: [UInt8] = []
    private var offset = 0

    init(_ name: String, _ range: Range<Int>, _ files: FolderFiles) {
        (self.name, self.files, rest) = (name, files, range)
    }

    /// The next bytes. Throws `Fault` `bundle.cut` where the part has fewer, and what the disk says.
    mutating func next(_ count: Int) throws -> [UInt8] {
        if piece.count - offset < count {
            let wanted = max(count - (piece.count - offset), FileBytes.pieceBytes)
            let read = rest.prefix(wanted)
            let more = try files.bytes(name, read)
            rest = rest.dropFirst(wanted)
            piece = Array(piece[offset...]) + more
            offset = 0
        }
        guard count <= piece.count - offset else { throw BundleFaults.cut }
        defer { offset += count }
        return Array(piece[offset..<offset + count])
    }
}
