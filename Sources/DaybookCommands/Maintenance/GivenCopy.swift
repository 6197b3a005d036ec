import DaybookDomains

/// The copy that a repair reads, opened from its beginning each time. Input other than a file can be read only once, so
/// it is kept.
struct GivenCopy {
    private static let bundleStart = Array("daybook/bundle/".utf8)
    /// More than the memory should hold of what can be read only once.
    private static let bytesMaximum = 1 << 30

    /// The bytes of a pipe; nil for a file or a folder.
    let held: [UInt8]?
    private let path: String
    private let session: Session

    /// - Throws: `Fault` for the ledger itself, and for a pipe that cannot be read.
    init(_ path: String, _ session: Session) throws {
        self.path = path
        self.session = session
        if path != "-", Files.isFolder(path) {
            guard try !Files.isSameFolder(path, session.ledgerPath) else {
                throw Fault(
                    .usage, code: "repair.itself", message: "\(path) is the ledger that is to be repaired.",
                    hint: "Name another copy: a backup, an export, a bundle, or the folder of another device's ledger.")
            }
            held = nil
        } else if Files.isRegular(path) {
            held = nil
        } else {
            let source = try Files.source(path, session.console)
            var start: [UInt8] = []
            while start.count < GivenCopy.bundleStart.count, let more = try source() { start += more }
            // No end is waited for where the beginning is that of nothing with events, as of /dev/zero.
            guard start.isEmpty || start.starts(with: GivenCopy.bundleStart) || !start.contains(0) else {
                throw Fault(
                    .unreadable, code: "repair.noCopy",
                    message: "\(path == "-" ? "Standard input" : path) is no export and no bundle.",
                    hint: "Nothing was changed. Name a backup, an export, a bundle, or the folder of another ledger.")
            }
            held = try Files.bytes(path, bytesMaximum: GivenCopy.bytesMaximum, after: start, from: source)
        }
    }

    /// - Throws: `Fault` for a file that cannot be read.
    var source: RepairSource {
        get throws {
            if held == nil, Files.isFolder(path) { return .ledger(path: path) }
            var start: [UInt8] = []
            let bytes = try open()
            while start.count < GivenCopy.bundleStart.count, let more = try bytes() { start += more }
            if start.starts(with: GivenCopy.bundleStart) { return .bundle(open) }
            return .lines {
                var reader = LineReader(try open())
                return { try reader.next() }
            }
        }
    }

    private func open() throws -> Console.Source {
        guard let held else { return try Files.source(path, session.console) }
        var start = 0
        return {
            guard start < held.count else { return nil }
            let piece = Array(held[start..<min(start + 65_536, held.count)])
            start += piece.count
            return piece
        }
    }
}
