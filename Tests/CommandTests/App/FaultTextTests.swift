import DaybookCommands
import DaybookDomains
import EventStore
import Foundation
import Glibc
import Testing

/// The words for what the disk and the system do to a ledger.
@Suite struct FaultTextTests {
    private struct Expectation {
        let error: StoreError
        let code: String
        let message: String
        let hint: String
        var kind = Fault.Kind.damaged
    }

    private static let expectations: [Expectation] = [
        Expectation(
            error: .io(operation: "The store's commit", code: EIO, reason: "the device failed"), code: "store.io",
            message: "The store's commit failed: the device failed.",
            hint: "Nothing was acknowledged. Check the disk, then run \"daybook verify\"."),
        Expectation(
            error: .io(operation: "Reading /x", code: EMFILE, reason: "Too many open files"),
            code: "process.tooManyFiles",
            message: "Reading /x failed: Too many open files.",
            hint: "Nothing was changed. Let this process open more files (ulimit -n), or close other programs."),
        Expectation(
            error: .io(operation: "The store's open", code: ENOMEM, reason: "Cannot allocate memory"),
            code: "memory.short",
            message: "Memory is short: the system gave this program no more.",
            hint: "What was committed before stays. Let this process have more memory and address space (ulimit -v), "
                + "or close other programs.", kind: .busy),
        Expectation(
            error: .io(operation: "Reading /x", code: ENAMETOOLONG, reason: "File name too long"), code: "store.io",
            message: "Reading /x failed: File name too long.", hint: "Nothing was changed. Check the folder's name."),
        Expectation(
            error: .noSpace(operation: "An earlier commit"), code: "disk.full",
            message: "The disk is full. An earlier commit failed.",
            hint: "Nothing was written. Make room, then run the same command again."),
        Expectation(
            error: .fileLimit(operation: "Writing /x"), code: "process.fileLimit",
            message: "Writing /x failed: a file may not become that large here.",
            hint: "Nothing was written. Raise the limit (ulimit -f), then run the same command again."),
        Expectation(
            error: .contradictsCheckpoint, code: "store.contradictsCheckpoint",
            message: "The store and its checkpoint file record different histories.",
            hint: "Nothing was changed. \"daybook repair --as-is\" goes on with what is here, under a new origin. An "
                + "import or a sync then brings the rest from a copy that has it."),
        setBack(3, 2, "its last 3 events, of 2 commits, are missing"),
        setBack(1, 1, "its last event, of one commit, is missing"),
        setBack(0, 2, "its last 2 commits are missing, which added no event"),
        setBack(0, 1, "its last commit is missing, which added no event"),
        Expectation(
            error: .forked, code: "ledger.forked",
            message: "This process was forked after it had opened the ledger.",
            hint: "Nothing was changed. Open the ledger again in this process.", kind: .usage),
        Expectation(
            error: .readingWaits, code: "store.readingWaits",
            message: "The ledger's file must grow, and a reading that waits for this write prevents it.",
            hint: "Nothing was written. Write when the reading has ended, or open the ledger with a larger map.",
            kind: .busy),
        Expectation(
            error: .newerFormat(found: 7, known: 1), code: "store.newer",
            message: "This ledger has format 7; this program knows formats up to 1.",
            hint: "Use a newer program; nothing was changed."),
        Expectation(
            error: .checkpointUnwritten(reason: "The disk is full. Writing /x failed."), code: "checkpoint.unwritten",
            message:
                "The events are kept, but the checkpoint beside them could not be written. The disk is full. Writing /x failed.",
            hint: "Do not enter them again. The next write renews the checkpoint."),
    ]

    private static func setBack(_ events: UInt64, _ commits: UInt64, _ lost: String) -> Expectation {
        Expectation(
            error: .rolledBack(events: events, commits: commits), code: "store.rolledBack",
            message: "The store was set back to an older state: \(lost).",
            hint: "Nothing was changed. \"daybook repair --from FILE\" brings the events back. FILE is a backup, an "
                + "export, a bundle or the folder of another device's ledger. Without one, \"daybook repair --as-is\" "
                + "goes on with what is here, under a new origin.")
    }

    @Test("no bare numbers: words, and what to do", arguments: expectations.indices) func texts(index: Int) {
        let expectations = FaultTextTests.expectations[index]
        let fault = expectations.error.fault
        #expect(
            fault.kind == expectations.kind && fault.code == expectations.code && fault.message == expectations.message
                && fault.hint == expectations.hint, "\(fault)")
    }

    @Test("a checkpoint file that tells nothing is a warning, not damage, and the next write mends it")
    func checkpoint() throws {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5")
        shell.must("principal", "export", shell.file("me.key"))
        let file = URL(fileURLWithPath: shell.ledger + "/checkpoint")
        let bytes = try Data(contentsOf: file)
        let end = "so a rollback of the store cannot be detected here. The next write makes it anew."
        func broken(_ slots: Int...) -> Data {
            var bytes = bytes
            for slot in slots { bytes[slot * 4_096 + 20] ^= 1 }
            return bytes
        }
        let cases: [(content: Data, checkpoint: String, warning: String)] = [
            (broken(0, 1), "unreadable", "No slot of the checkpoint file can be read, " + end),
            (Data(), "missing", "The checkpoint file is missing or empty, " + end),
        ]
        for (content, checkpoint, warning) in cases {
            try content.write(to: file)
            let json = shell.run("verify", "--json")
            #expect(
                json.status == 0 && json.json["ok"] == .bool(true) && json.json["checkpoint"] == .string(checkpoint))
            #expect(json.json["warnings"]?.text == "[\"\(warning)\"]")
            #expect(shell.run("verify").lines.last == "Warning: " + warning)
        }
        try broken(shell.position % 2 == 0 ? 1 : 0).write(to: file)
        _ = shell.log("--hobbs", "1.5")
        _ = shell.log("--hobbs", "1.5")
        #expect(
            shell.run("verify", "--json").json["warnings"] == nil
                && shell.run("verify", "--json").json["checkpoint"] == .string("agrees"))
    }

    @Test(
        "a full disk is told as such, and so is every later write",
        .enabled(if: geteuid() == 0, "mounting a small file system needs root"))
    func fullDisk() throws {
        let shell = Shell()
        let folder = shell.folder + "/small"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try #require(mount("tmpfs", folder, "tmpfs", 0, "size=1m") == 0, "mount: errno \(errno)")
        defer { umount2(folder, Int32(MNT_DETACH)) }
        shell.must("init", "--ledger", folder + "/ledger")
        let lines = (0..<8_000).map { flightLine("f\($0)") }.joined()
        let full = shell.run("append", "--ledger", folder + "/ledger", "--batch", "500", "--json", input: lines)
        #expect(full.status == 74 && full.code == "disk.full", "\(full.err)")
        #expect(full.error["error"]?["message"] == .string("The disk is full. Writing the store (commit) failed."))
        let kept = full.error["appended"]?.integerValue ?? 0
        #expect(kept > 0 && kept % 500 == 0)
        #expect(
            full.error["error"]?["hint"] == .string("Make room, then run the same command again."),
            "batches were kept")
        #expect(shell.run("verify", "--ledger", folder + "/ledger").status == 0)
        // One program that goes on after the failure.
        let ledger = try Ledger.open(at: folder + "/ledger", environment: .daybook())
        defer { ledger.close() }
        var codes: [String] = []
        for attempt in 0..<4 {
            let drafts = (0..<2_000).map {
                EventDraft(
                    stream: StreamID(kind: "flight", id: "g\(attempt)-\($0)"), type: "flight.logged",
                    data: .json(
                        .object(pairs: [
                            "date": .string("2026-02-01"), "hobbs": .number("1.0"), "dayLandings": .integer(1),
                        ])))
            }
            do { _ = try ledger.append(drafts) } catch { codes.append((error as? Fault)?.message ?? "\(error)") }
        }
        #expect(
            codes.first == "The disk is full. Writing the store (commit) failed."
                && codes.last == codes.first, "\(codes)")
    }
}
