import DaybookDomains
import EventCodec
import EventModel
import Foundation
import Glibc
import LedgerTestSupport
import Testing

/// An open `Ledger` on a disk that fills up.
@Suite struct FullDiskTests {
    @Test(
        "after a full disk an open ledger answers, and once there is room it writes again",
        .enabled(if: geteuid() == 0, "mounting a small file system needs root"))
    func goesOn() throws {
        try Scratch.with { path in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try #require(mount("tmpfs", path, "tmpfs", 0, "size=2m") == 0, "mount: errno \(errno)")
            defer { umount2(path, Int32(MNT_DETACH)) }
            let clock = TestClock("2026-02-10T12:00:00Z")
            var ledger = try Ledger.create(at: path + "/ledger", environment: .test(clock))
            var written = 0
            for round in 0..<3 {
                let refusal = try #require(fill(ledger, &written), "the disk never filled up")
                #expect(refusal.code == "disk.full", "round \(round): \(refusal)")
                #expect(try ledger.flights().value.count == written, "round \(round)")
            }
            try #require(written > 0)
            try #require(mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=64m") == 0, "errno \(errno)")
            try log(ledger, written)
            #expect(try ledger.flights().value.count == written + 1)
            #expect(try ledger.verify().isSound)
            #expect(try ledger.replay().isEqual)
            ledger.close()
            ledger = try Ledger.open(at: path + "/ledger", environment: .test(clock))
            defer { ledger.close() }
            #expect(try ledger.flights().value.count == written + 1)
        }
    }

    private func log(_ ledger: Ledger, _ number: Int) throws {
        let flight = JSONValue.object(pairs: [
            "date": .string("2026-02-01"), "hobbs": .number("1.0"), "dayLandings": .integer(1), "solo": .bool(true),
            "remarks": .string(String(repeating: "a", count: 1_000)),
        ])
        _ = try ledger.append([
            EventDraft(stream: Draft.stream("flight/f\(number)"), type: "flight.logged", data: .json(flight))
        ])
    }

    /// Logs flights until the disk is full; nil where it never is.
    private func fill(_ ledger: Ledger, _ written: inout Int) -> Fault? {
        for _ in 0..<5_000 {
            do { try log(ledger, written) } catch { return error as? Fault }
            written += 1
        }
        return nil
    }
}
