import EventCodec
import EventModel
import EventStore
import Foundation
import LedgerTestSupport
import ReadModels
import Testing
import TransparencyLog

@Suite struct CheckpointTests {
    /// Both slots, bit by bit: a slot that was changed is not believed, and the other one is.
    @Test func everyBitOfASlotCounts() throws {
        try Scratch.with { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try everyBit(LedgerFolder(path: folder))
        }
    }

    private func everyBit(_ folder: LedgerFolder) throws {
        let path = folder.checkpoint
        let (older, newer) = (checkpoint(commit: 4), checkpoint(commit: 5))
        let writer = try CheckpointWriter(folder)
        try writer.write(older)
        try writer.write(newer)
        func expect(_ newest: Checkpoint, badSlots: Int, _ comment: String) throws {
            let reading = try CheckpointFile(folder).read()
            #expect(reading.newest == newest && reading.badSlots == badSlots, "\(comment)")
        }
        try expect(newer, badSlots: 0, "as written")
        for bit in 0..<96 * 8 {
            try flip(path, byte: 4_096 + bit / 8, bit: bit % 8)
            try expect(older, badSlots: 1, "bit \(bit) of the newer slot")
            try flip(path, byte: 4_096 + bit / 8, bit: bit % 8)
            try flip(path, byte: bit / 8, bit: bit % 8)
            try expect(newer, badSlots: 1, "bit \(bit) of the older slot")
            try flip(path, byte: bit / 8, bit: bit % 8)
        }
        let missing = try CheckpointFile(LedgerFolder(path: folder.path + "-none")).read()
        #expect(missing.newest == nil && missing.badSlots == 0)
    }

    private func checkpoint(commit: UInt64) -> Checkpoint {
        Checkpoint(
            commit: commit, position: commit * 2, arrivalChain: Bytes32(hex: hex("0a", times: 32))!,
            logsDigest: Bytes32(hex: hex("0b", times: 32))!)
    }
}
