import DaybookDomains
import LedgerTestSupport
import Testing

@testable import DaybookPage

/// The pages of a ledger whose passenger currency follows FCL.060(b).
@Suite final class AuthorityPageTests {
    private let path = Scratch.path()
    private let identity: PageIdentity
    private let site: PageSite

    init() throws {
        let clock = Instant("2026-02-10T13:00:00Z")!
        let environment = LedgerEnvironment.daybook(clock: { clock })
        let ledger = try Ledger.create(at: path, environment: environment)
        let data: JSONValue = .object(pairs: [
            "date": .string("2026-01-05"), "from": .string("EDDB"), "to": .string("EDDB"), "hobbs": .number("1.5"),
            "allLandings": .integer(3), "dayLandings": .integer(0), "nightLandings": .integer(1),
        ])
        _ = try ledger.logFlight(data)
        try ledger.set(.logbookAuthority, to: .string("easa"))
        ledger.close()
        identity = PageIdentity(secret: Array(0..<32), folder: path)
        site = PageSite(ledger: path, environment, identity, token: "once")
    }

    deinit { Scratch.remove(path) }

    private func page(_ target: String) -> String {
        let headers = [("Host", identity.host), ("Cookie", "\(identity.cookieName)=\(identity.cookie)")]
        let response = site.respond(
            to: PageRequest(
                method: "GET", target: target, headers: headers.map { PageRequest.Header($0.0, $0.1) }))
        #expect(response.status == 200)
        return String(decoding: response.body, as: UTF8.self)
    }

    @Test("D-5: the verdict names FCL.060, its regulation and what it assumes; the past keeps 61.57") func verdict() {
        let now = page("/")
        for words in [
            "You are current on 2026-02-10", "Readings of FCL.060", "General, FCL.060(b)(1)", "Night, FCL.060(b)(2)",
            "Regulation (EU) No 1178/2011 Annex I FCL.060(b)(1), since 2020-04-08 (Regulation (EU) 2020/359).",
            "Assumed: Each landing had its approach; the approaches of an entry are those by instruments.",
            "a student pilot flies with an instructor, or alone under supervision. (FCL.020(a))",
        ] { #expect(now.contains(words), "\(words)") }
        let before = page("/?known=2")
        #expect(before.contains("Readings of 61.57") && !before.contains("FCL.060"))
    }

    @Test("D-5: bands and progress follow the same authority") func others() {
        let bands = page("/bands?reading=night&at=2026-01-05")
        #expect(bands.contains("Night, FCL.060(b)(2)") && bands.contains("These flights carry it:"))
        #expect(
            page("/progress").contains(
                "This follows 14 CFR 61.109(a), a rule of the FAA; logbook.authority is easa."))
    }

    @Test("D-5: a band that an instrument rating carries names its check") func rating() throws {
        let clock = Instant("2026-02-11T13:00:00Z")!
        let ledger = try Ledger.open(at: path, environment: LedgerEnvironment.daybook(clock: { clock }))
        try ledger.addReview(PassedReview(kind: .ipc, date: CivilDate("2025-11-03")!))
        ledger.close()
        #expect(page("/").contains("By an instrument rating, proficiency check of 2025-11-03"))
        #expect(
            page("/bands?reading=night&at=2025-11-03").contains(
                "An instrument rating carries it, by the proficiency check of 2025-11-03."))
    }
}
