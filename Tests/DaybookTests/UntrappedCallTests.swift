import Daybook
import DaybookTestKit
import EventCodec
import Foundation
import Testing

/// Public calls with input that fits no rule: each has a typed outcome and ends no program.
@Suite struct UntrappedCallTests {
    @Test func datesPastTheTypeAreItsNearest() throws {
        let day = try #require(CivilDate("2026-02-10"))
        #expect(day.adding(days: .max) == CivilDate(day: .max))
        #expect(day.adding(days: .min) == CivilDate(day: .min))
        #expect(CivilDate(day: .max).adding(days: 1) == CivilDate(day: .max))
        #expect(day.adding(days: -10).description == "2026-01-31")
        #expect(CivilDate(day: .max).days(since: CivilDate(day: .min)) == Int(UInt32.max))
    }

    @Test func instantsPastTheDatesAreTheNearest() throws {
        for offset in [Int.min, -90_000, 0, 90_000, .max] {
            for milliseconds in [Int64.min, -1, 0, 1, .max] {
                let local = Instant(milliseconds: milliseconds).local(offsetSeconds: offset)
                #expect((0..<86_400_000).contains(local.millisecondOfDay))
            }
        }
        let local = Instant(milliseconds: -1).local(offsetSeconds: 3_600)
        #expect(local.date == CivilDate(day: 0) && local.millisecondOfDay == 3_599_999)
        // An offset of more than a day counts as a day.
        #expect(Instant(milliseconds: 0).local(offsetSeconds: .max).date == CivilDate(day: 1))
        #expect(Instant(milliseconds: 0).local(offsetSeconds: .min).date == CivilDate(day: -1))
    }

    @Test(arguments: [Int.min, 0, .max]) func aMapOfAnotherSize(bytes: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)").path()
        // A folder that stays in the temporary files harms nothing.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var environment = LedgerEnvironment()
        environment.mapByteCount = bytes
        #expect(environment.mapByteCount == (bytes > 0 ? 1 << 46 : 1 << 16))
        do { try Ledger.open(at: folder, domains: [medication], environment: environment).close() } catch {
            #expect(error is Fault)
        }
    }

    @Test func aTestThatGoesToTheEndOfTime() throws {
        let test = try DomainTest(medication, now: Instant(milliseconds: .max))
        for duration in [Duration.seconds(Int64.max), .seconds(1), .seconds(Int64.min), .seconds(-1)] {
            test.advance(by: duration)
        }
        #expect(test.today == .earliest)
    }

    @Test(arguments: [Int64.min, .max]) func aZoneAtTheEndOfTime(second: Int64) throws {
        let zone = try #require(SystemZone("Europe/Zurich"))
        #expect(abs(zone.offsetSeconds(at: Instant(milliseconds: second))) < 86_400)
        let bytes = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Zurich"))
        let file = try #require(ZoneFile([UInt8](bytes)))
        #expect(abs(file.offsetSeconds(at: second)) < 86_400)
    }

    @Test(arguments: [0, 64, UInt64.max]) func aKeyThatIsNoneHasNoValue(key: UInt64) {
        let scan = FieldScan()
        #expect(scan.integer(key) == nil && scan.date(key) == nil && scan.bool(key) == nil)
        #expect(scan.offset(key) == nil && !scan.contains(key))
    }

    @Test func anUpcastCannotSetTheFieldOfTheEngine() {
        var fields = BodyFields(body: [0xA0])
        fields[0] = [0x01]
        fields.set(0, integer: 1)
        #expect(fields.body == [0xA0] && fields[0] == nil && fields.keys.isEmpty)
    }

    @Test(arguments: ["", "a b", "ä", "a/b", String(repeating: "a", count: 65)]) func aTextThatIsNoID(text: String) {
        #expect(RecordID<Medicine>(text) == nil)
        #expect(StreamID("medicine/" + text) == nil)
        #expect(RecordID<Medicine>(json: .string(text)) == nil)
    }

    @Test func aRehearsalOfDomainsThatDoNotFit() {
        let fault = #expect(throws: Fault.self) {
            try Rehearsal(of: medication, medication, now: DomainTest.start)
        }
        #expect(fault?.code == "domains.unusable" && fault?.kind == .usage)
    }

    @Test(arguments: [(1, 1), (0, 1), (-1, 1), (2, 0), (2, -1)]) func devicesThatCannotDiffer(
        devices: Int, acts: Int
    ) {
        let fault = #expect(throws: Fault.self) {
            try assertConverges(medication, seeds: 1...1, devices: devices, acts: acts) { _, _ in }
        }
        #expect(fault?.code == "test.devices")
        #expect(
            fault?.message == "Devices can differ only where there are two or more and one command or more.")
        #expect(fault?.hint == "Give devices: 2 and acts: 1, or more.")
    }

    @Test func anErasureOfNothing() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)").path()
        // A folder that stays in the temporary files harms nothing.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Ledger.open(at: folder, domains: [medication]).close()
        let stream = try #require(StreamID("medicine/ibu"))
        for targets in [[], [EraseTarget(stream, events: [])]] {
            let rejection = #expect(throws: Rejection.self) { try Ledger.erase(targets, reason: "test", at: folder) }
            #expect(rejection?.code == "erase.noTarget")
            #expect(rejection?.message == "An erasure needs a record or an event.")
            #expect(rejection?.hint == "Name one or more.")
        }
    }

    @Test(arguments: [0, 1, 100_000]) func aSourceOfEntropyThatGivesAnotherNumberOfBytes(count: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)").path()
        // A folder that stays in the temporary files harms nothing.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var environment = LedgerEnvironment(domains: [LedgerDomain(medication)])
        environment.entropy = { _ in [UInt8](repeating: 0, count: count) }
        #expect(environment.entropy(32).count == 32)
        let ledger = try Ledger.create(at: folder, environment: environment)
        defer { ledger.close() }
        try ledger.write { try $0.create(Medicine(name: "Ibuprofen", dailyMilligrams: 1_200), id: "ibu") }
        #expect(ledger.newID() != ledger.newID())
        #expect(try ledger.verify().isSound)
    }

    struct Tags: Record {
        static let schema = RecordSchema<Tags>(kind: "tags", created: "tags.made", limits: [.words: .text(0)])
        var words: [String]
        enum CodingKeys: Int, CodingKey, CaseIterable { case words = 1 }
    }

    @Test func aLimitThatNoTextKeeps() {
        let fault = #expect(throws: Fault.self) { try DomainTest(Domain("tags", records: Tags.self)) }
        #expect(fault?.code == "domains.unusable")
    }
}
