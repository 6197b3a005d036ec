import DaybookDomains
import Engine
import EventModel
import Foundation
import LedgerTestSupport
import Replication
import SyncSimulation
import Testing
import TransparencyLog

/// A folder that several ledgers share: a stick, a synced drive.
@Suite struct FolderTests {
    private func ledger(_ seed: UInt64, person: [UInt8] = Machine.person) throws -> StoreLedger {
        try StoreLedger(seed: seed, person: person)
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        try Scratch.with { path in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try body(path)
        }
    }

    @Test("D-8: three ledgers over one folder, in any order and with repeats, are one")
    func threeOfThem() throws {
        for order in [[0, 1, 2, 0, 1], [2, 2, 1, 0, 1, 2], [1, 0, 1, 2, 0, 0, 1]] {
            try withFolder { folder in
                let ledgers = [try ledger(1), try ledger(2), try ledger(3)]
                for (number, ledger) in ledgers.enumerated() { _ = try ledger.append(Draft.log("f\(number)")) }
                for index in order { _ = try ledgers[index].ledger.sync(folder: folder) }
                for ledger in ledgers { _ = try ledger.ledger.sync(folder: folder) }
                for ledger in ledgers { _ = try ledger.ledger.sync(folder: folder) }
                let digests = try ledgers.map { try $0.ledger.digest() }
                #expect(Set(digests).count == 1)
                #expect(digests[0].events == 6)
                let again = try ledgers[0].ledger.sync(folder: folder)
                #expect(again == SyncOutcome(roundTrips: 1))
            }
        }
    }

    @Test("events are written once: what the folder holds is not written again")
    func writtenOnce() throws {
        try withFolder { folder in
            let (one, other) = (try ledger(1), try ledger(2))
            _ = try one.append(Draft.log("a"))
            #expect(try one.ledger.sync(folder: folder).sent == 2)
            _ = try one.append(Draft.log("b"))
            #expect(try one.ledger.sync(folder: folder).sent == 1)
            #expect(try other.ledger.sync(folder: folder).received == 3)
            #expect(try other.ledger.sync(folder: folder) == SyncOutcome(roundTrips: 1))
            #expect(Scratch.files(folder).count == 2)
        }
    }

    @Test("a bundle that is not whole yet is passed over and told; whoever holds its events writes them again")
    func damaged() throws {
        try withFolder { folder in
            let (one, other) = (try ledger(1), try ledger(2))
            _ = try one.append(Draft.log("a"))
            _ = try one.ledger.sync(folder: folder)
            let name = try #require(Scratch.files(folder).first)
            let whole = Scratch.bytes("\(folder)/\(name)")
            for bytes in [
                Array(whole.dropLast(10)), Array(whole[..<200]), [], whole.dropLast() + [whole[whole.count - 1] ^ 1],
            ] {
                try Scratch.overwrite("\(folder)/\(name)", bytes)
                let stated = try other.ledger.sync(folder: folder)
                #expect(stated.received == 0)
                #expect(stated.notes.count == 1)
                #expect(stated.notes[0].text.hasPrefix("\(name) was passed over: The bundle "))
                // The same events under the same name.
                #expect(try one.ledger.sync(folder: folder).sent == 2)
                #expect(Scratch.bytes("\(folder)/\(name)") == whole)
            }
            #expect(try other.ledger.sync(folder: folder).received == 2)
            #expect(try one.ledger.digest() == other.ledger.digest())
        }
    }

    @Test("a later bundle that is there before the earlier one waits for it")
    func outOfOrder() throws {
        try withFolder { folder in
            let (one, other) = (try ledger(1), try ledger(2))
            _ = try one.append(Draft.log("a"))
            _ = try one.ledger.sync(folder: folder)
            let first = try #require(Scratch.files(folder).first)
            let bytes = Scratch.bytes("\(folder)/\(first)")
            _ = try one.append(Draft.log("b"))
            _ = try one.ledger.sync(folder: folder)
            Scratch.remove("\(folder)/\(first)")
            #expect(try other.ledger.sync(folder: folder).received == 0)
            try Scratch.overwrite("\(folder)/\(first)", bytes)
            #expect(try other.ledger.sync(folder: folder).received == 3)
        }
    }

    @Test("two machines that went on with one log find each other's branch in a folder")
    func forked() throws {
        try withFolder { folder in
            let (one, other) = (try ledger(1), try ledger(2))
            _ = try one.append(Draft.log("a"))
            _ = try one.ledger.sync(folder: folder)
            let files = one.snapshot()
            _ = try one.append(Draft.log("b"), Draft.log("c"))
            _ = try one.ledger.sync(folder: folder)
            try one.rollBack(to: files)
            one.clock.step(seconds: 1)
            _ = try one.append(Draft.log("d"))
            _ = try one.ledger.sync(folder: folder)
            _ = try other.ledger.sync(folder: folder)
            #expect(try one.ledger.digest() == other.ledger.digest())
            #expect(try one.observe().events.count == 5)
            #expect(try one.observe().logs.count { $0.name.branch != nil } == 2)
            // Nothing is written twice once both branches are there.
            #expect(try one.ledger.sync(folder: folder) == SyncOutcome(roundTrips: 1))
        }
    }

    @Test("another person's bundles are not taken, and nothing is put beside them")
    func strangers() throws {
        try withFolder { folder in
            let (one, other) = (try ledger(1), try ledger(2, person: [UInt8](repeating: 9, count: 32)))
            _ = try one.append(Draft.log("a"))
            _ = try other.append(Draft.log("b"))
            _ = try one.ledger.sync(folder: folder)
            #expect { _ = try other.ledger.sync(folder: folder) } throws: {
                ($0 as? Rejection)?.code == "origin.unknown"
            }
            #expect(Scratch.files(folder).count == 1)
            #expect(try other.observe().events.count == 2)
        }
    }

    @Test("pictures travel with the events")
    func blobs() throws {
        try withFolder { folder in
            let (one, other) = (try ledger(1), try ledger(2))
            _ = try one.append(Draft.log("a"))
            _ = try one.ledger.setProfilePhoto(
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 5, count: 200_000))
            _ = try one.ledger.sync(folder: folder)
            _ = try other.ledger.sync(folder: folder)
            #expect(try LedgerReplica(other.ledger).blobs == LedgerReplica(one.ledger).blobs)
            #expect(try LedgerReplica(other.ledger).blobs.count == 1)
            #expect(try other.ledger.sync(folder: folder) == SyncOutcome(roundTrips: 1))
        }
    }

    @Test("a folder that is missing, is a file or may not be written is told, and the ledger is unharmed")
    func faults() throws {
        try withFolder { folder in
            let one = try ledger(1)
            _ = try one.append(Draft.log("a"))
            let before = try one.ledger.digest()
            #expect { _ = try one.ledger.sync(folder: folder + "/missing") } throws: {
                ($0 as? Fault)
                    == Fault(
                        .missing, code: "folder.missing",
                        message: "There is no \(folder)/missing, or it was removed.",
                        hint: "Plug it in, or make the folder, and run the command again.")
            }
            try Scratch.overwrite("\(folder)/file", [1])
            #expect { _ = try one.ledger.sync(folder: folder + "/file") } throws: {
                ($0 as? Fault)?.message == "\(folder)/file is no folder."
            }
            #expect(try one.ledger.digest() == before)
        }
    }

    @Test("what is no file, and what only seems a sound bundle, is passed over and told, and stands in nobody's way")
    func oddEntries() throws {
        try withFolder { folder in
            let (one, other) = (try ledger(1), try ledger(2))
            _ = try one.append(Draft.log("a"))
            try FileManager.default.createDirectory(atPath: folder + "/0.daybook", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: folder + "/1.daybook", withDestinationPath: "nowhere")
            #expect(mkfifo(folder + "/2.daybook", 0o600) == 0)
            let first = try one.ledger.sync(folder: folder)
            #expect(first.sent == 2)
            #expect(first.notes.map { String($0.text.prefix(9)) } == ["0.daybook", "1.daybook", "2.daybook"])
            // The same list over another body, its digest made right.
            let name = try #require(Scratch.files(folder).first { $0.count > 20 })
            var bytes = Array(Scratch.bytes("\(folder)/\(name)").dropLast(32))
            bytes[bytes.count - 120] ^= 1
            let digest = SHA256Hasher.hash(bytes)
            Scratch.remove("\(folder)/\(name)")
            let forged = String(digest.hex.prefix(32)) + ".daybook"
            try Scratch.overwrite("\(folder)/\(forged)", bytes + digest.bytes)
            #expect(try other.ledger.sync(folder: folder).received == 0)
            #expect(try one.ledger.sync(folder: folder).sent == 2)
            #expect(try other.ledger.sync(folder: folder).received == 2)
            #expect(try one.ledger.digest() == other.ledger.digest())
        }
    }
}
