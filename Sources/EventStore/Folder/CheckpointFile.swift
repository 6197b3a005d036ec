import CIntegrity
package import EventModel
import Glibc
import GuardedFiles
import TransparencyLog

/// The content of the checkpoint file: it lies outside the store, so it knows when the store was rolled back.
package struct Checkpoint: Hashable, Sendable {
    package var commit: UInt64
    package var position: UInt64
    package var arrivalChain: Bytes32
    package var logsDigest: Bytes32

    package init(commit: UInt64, position: UInt64, arrivalChain: Bytes32, logsDigest: Bytes32) {
        self.commit = commit
        self.position = position
        self.arrivalChain = arrivalChain
        self.logsDigest = logsDigest
    }

    static let bytes = 96
    private static let mark = Array("DAYBOOKC".utf8)

    /// The slot's bytes (docs/format.md §6).
    var encoded: [UInt8] {
        var writer = RowWriter(capacity: Checkpoint.bytes)
        writer.append(Checkpoint.mark)
        writer.word32(1)
        writer.word64(commit)
        writer.word64(position)
        writer.append(arrivalChain)
        writer.append(logsDigest)
        writer.word32(writer.bytes.withUnsafeBytes { unsafe daybook_crc32c(0, $0.baseAddress, $0.count) })
        return writer.bytes
    }

    /// Nil when the slot was torn, is empty or of a form we do not know.
    init?(slot: [UInt8]) {
        guard slot.count == Checkpoint.bytes, Array(slot[0..<8]) == Checkpoint.mark else { return nil }
        let crc = slot.withUnsafeBytes { unsafe daybook_crc32c(0, $0.baseAddress, Checkpoint.bytes - 4) }
        let bytes = slot.span.bytes
        var reader = RowReader(bytes, table: .heads)
        do throws(StoreError) {
            _ = try reader.word64()
            let format = try reader.word32()
            commit = try reader.word64()
            position = try reader.word64()
            arrivalChain = try reader.bytes32()
            logsDigest = try reader.bytes32()
            let stored = try reader.word32()
            guard format == 1, stored == crc else { return nil }
        } catch {
            return nil
        }
    }
}

extension Checkpoint {
    /// The error of a store that is behind this checkpoint, or that has another history; nil where it agrees, or is
    /// newer. `logs` are all logs of the store.
    package func refusal(of head: StoreRecord, logs: () throws -> [LogRecord]) rethrows -> StoreError? {
        if head.commit > commit { return nil }
        if head.commit == commit {
            let agrees = head.arrivalChain == arrivalChain && head.position.value == position
            return agrees ? nil : .contradictsCheckpoint
        }
        // Where commits are missing and no event is, the logs decide.
        if head.position.value >= position, LogsDigest.of(try logs()) != logsDigest { return .contradictsCheckpoint }
        return .rolledBack(
            events: position - min(position, head.position.value), commits: commit - head.commit)
    }
}

/// The result of reading both slots.
package struct CheckpointReading: Hashable, Sendable {
    package var newest: Checkpoint?
    /// Slots that could not be read although something stands in them.
    package var badSlots: Int
}

/// The file of two slots, written in turn by one `pwrite` each, without fsync: a slot that a power loss tore is covered
/// by the other.
package struct CheckpointFile: Sendable {
    private let folder: LedgerFolder
    private var path: String { folder.checkpoint }
    private static let slotOffset = 4_096

    package init(_ folder: LedgerFolder) { self.folder = folder }

    /// Both slots; a file that is missing reads as two empty ones.
    package func read() throws(StoreError) -> CheckpointReading {
        let file: GuardedFile
        do throws(GuardedFileError) { file = try folder.open(path) } catch {
            if error.isMissing { return CheckpointReading(newest: nil, badSlots: 0) }
            throw StoreError(reading: error)
        }
        var reading = CheckpointReading(newest: nil, badSlots: 0)
        for slot in 0..<2 {
            let bytes = try Self.readSlot(file.descriptor, slot, path)
            if let checkpoint = Checkpoint(slot: bytes) {
                if reading.newest.map({ $0.commit < checkpoint.commit }) ?? true { reading.newest = checkpoint }
            } else if bytes.contains(where: { $0 != 0 }) {
                reading.badSlots += 1
            }
        }
        return reading
    }

    private static func readSlot(_ descriptor: Int32, _ slot: Int, _ path: String) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Checkpoint.bytes)
        let count = bytes.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, $0.count, slot * slotOffset)
        }
        if count < 0 { throw StoreError.ofReading(path) }
        return bytes
    }
}

/// The checkpoint file open for writing, by the one that holds the writer lock.
package final class CheckpointWriter: Sendable {
    private let file: GuardedFile
    private var path: String { file.path }

    package init(_ folder: LedgerFolder) throws(StoreError) {
        do throws(GuardedFileError) {
            file = try folder.open(folder.checkpoint, .readWriteOrCreate)
            try file.checkOneName()
        } catch { throw StoreError(opening: error) }
    }

    /// One `pwrite` to the slot of the commit's parity.
    package func write(_ checkpoint: Checkpoint) throws(StoreError) {
        let bytes = checkpoint.encoded
        let offset = Int(checkpoint.commit % 2) * 4_096
        let written = bytes.withUnsafeBytes { unsafe pwrite(file.descriptor, $0.baseAddress, $0.count, offset) }
        // Fewer bytes than given, and no error: there was no more room.
        if written >= 0, written < bytes.count { errno = ENOSPC }
        if written != bytes.count { throw StoreError.ofSystem("Writing \(path)", path: path) }
    }
}

extension StoreError {
    /// The error that `errno` states after making or writing a file.
    package static func ofSystem(_ operation: String, path: String) -> StoreError {
        let code = errno
        switch code {
        case ENOSPC, EDQUOT: return .noSpace(operation: operation)
        case EFBIG: return .fileLimit(operation: operation)
        case EROFS, EACCES, EPERM: return .readOnly(path: path)
        case ENOTDIR: return .notAFolder(path: path)
        default: return .io(operation: operation, code: code, reason: String(cString: strerror(code)))
        }
    }

    /// The error that `errno` states after examining or reading a file.
    package static func ofReading(_ path: String) -> StoreError {
        let code = errno
        switch code {
        case EACCES, EPERM: return .notPermitted(path: path)
        default: return .io(operation: "Reading \(path)", code: code, reason: String(cString: strerror(code)))
        }
    }
}
