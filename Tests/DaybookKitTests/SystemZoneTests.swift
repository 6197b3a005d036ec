import DaybookDomains
import EventModel
import Foundation
import Testing

@Suite struct SystemZoneTests {
    /// A zone remembers midnights: whatever was asked before, each is the one that a zone says that was asked nothing
    /// else.
    @Test(arguments: ["America/New_York", "Asia/Tokyo", "Atlantic/Azores", "Pacific/Apia", "Africa/Monrovia", "UTC"])
    func midnightsThatAreRememberedAreThoseOfTheZone(name: String) throws {
        let zone = try #require(SystemZone(name))
        // Days at one place of the memory, neighbours, days of change, and the first day of the count.
        let days: [Int32] = [
            0, 64, 128, -64, 20_520, 20_521, 20_584, 20_759, 20_760, -12_000, 15_338, 15_339, 15_340,
            CivilDate.earliest.day, CivilDate.latest.day,
        ]
        for day in days + days.reversed() + days {
            let date = CivilDate(day: day)
            let fresh = try #require(SystemZone(name))
            let stated = zone.instant(of: date, secondOfDay: 0)
            #expect(stated == fresh.instant(of: date, secondOfDay: 0), "\(date)")
            #expect(stated == zone.instant(of: date, secondOfDay: 0), "\(date)")
            #expect(zone.date(at: stated) == date || name == "Pacific/Apia", "\(date)")
        }
    }

    @Test(
        "an edition of the tz files that came out more than twelve months before is named",
        arguments: [
            ("2025b", "2026-10-31", false), ("2025b", "2026-11-01", true), ("2025a", "2026-05-01", true),
            ("2025c", "2026-12-31", false), ("2025c", "2027-01-01", true), ("2026b", "2026-11-29", false),
            ("unknown", "2036-01-01", false),
        ])
    func age(version: String, day: String, isOld: Bool) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A folder that stays is removed with the machine's others.
        defer { try? FileManager.default.removeItem(at: folder) }
        try "# version \(version)\n".write(
            to: folder.appendingPathComponent("tzdata.zi"), atomically: true, encoding: .utf8)
        let text = ZoneDatabase(path: folder.path).ageText(on: try #require(CivilDate(day)))
        #expect((text != nil) == isOld && text?.contains("edition \(version),") ?? true)
    }

    @Test func twoThreadsMayAskAtOnce() async throws {
        let zone = try #require(SystemZone("Europe/Paris"))
        let expected = try (0..<2_000).map { day in
            try #require(SystemZone("Europe/Paris")).instant(of: CivilDate(day: Int32(day * 7)), secondOfDay: 0)
        }
        await withTaskGroup(of: Bool.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    (0..<2_000).allSatisfy {
                        zone.instant(of: CivilDate(day: Int32(($0 + thread * 500) % 2_000 * 7)), secondOfDay: 0)
                            == expected[($0 + thread * 500) % 2_000]
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
