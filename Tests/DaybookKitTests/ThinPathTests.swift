import DaybookDomains
import Engine
import EventCodec
import EventModel
import Foundation
import Logbook
import Testing

@Suite struct ThinPathTests {
    @Test func aRealLogbookIsImportedAskedSignedVoided() throws {
        let folder = NSTemporaryDirectory() + "daybook-thin-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let clock = Instant("2026-02-10T13:00:00Z")!
        let ledger = try Ledger.create(at: folder, zone: "America/New_York", environment: .daybook(clock: { clock }))
        defer { ledger.close() }
        let file = try Data(contentsOf: URL(fileURLWithPath: "Tests/Fixtures/samples/foreflight-real-deidentified.csv"))
        let reading = try ForeFlightImport.read(Array(file), today: ledger.today)
        let outcome = try ledger.importFlights(reading, format: "foreflight", file: "real.csv")
        #expect(outcome.flights == 243)
        let summary = try ledger.flightSummary()
        #expect(summary.value.flights == 243)
        let again = try ledger.importFlights(reading, format: "foreflight", file: "real.csv")
        #expect(again.flights == 0 && again.duplicates == 243)
        let flights = try ledger.flights().value
        let newest = try #require(flights.first)
        try ledger.signFlight(newest.stream, cfiNumber: "1234567")
        #expect(throws: DraftRefusal.self) { try ledger.removeFlight(newest.stream) }
        try ledger.voidFlight(newest.stream, reason: "wrong day")
        try ledger.amendFlight(newest.stream, .object(pairs: ["remarks": .string("again")]))
        let picture = (0..<200_000).map { UInt8($0 % 251) }
        let photo: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + picture
        try ledger.setProfilePhoto(photo)
        let digest = try #require(try ledger.profilePhoto()).digest
        #expect(try ledger.supplyAttachment(photo))
        #expect(try !ledger.supplyAttachment(picture))
        #expect(try ledger.attachment(digest) == photo)
        #expect(try ledger.attachment(Bytes32(first: digest.second, second: digest.first)) == nil)
        let report = try ledger.verify()
        #expect(report.isSound, "\(report.damage)")
        let replay = try ledger.replay()
        #expect(replay.isEqual && replay.events == report.events)
        var lines: [[UInt8]] = []
        _ = try ledger.exportLines { lines.append(Array($0.utf8)) }
        let other = try Ledger.create(at: folder + "-other", environment: .daybook(clock: { clock }))
        defer { other.close(); try? FileManager.default.removeItem(atPath: folder + "-other") }
        var index = 0
        let taken = try other.importLines {
            defer { index += 1 }
            return index < lines.count ? lines[index] : nil
        }
        #expect(taken.received == Int(report.events))
        #expect(try other.digest() == ledger.digest())
        #expect(try other.verify().isSound)
        let backup = folder + "-backup"
        defer {
            try? FileManager.default.removeItem(atPath: backup);
            try? FileManager.default.removeItem(atPath: backup + "-restored")
        }
        #expect(try ledger.backup(to: backup, includingKeys: true).isSound)
        let restored = try Ledger.restore(
            from: backup, to: backup + "-restored", environment: .daybook(clock: { clock }))
        defer { restored.close() }
        #expect(try restored.digest() == ledger.digest())
        try restored.amendFlight(newest.stream, .object(pairs: ["remarks": .string("on the copy")]))
        #expect(try restored.verify().logs.count == 2)
        print(try ledger.currency().value, summary.value, try ledger.progress().value.met)
    }
}
