import DaybookDomains
import LedgerTestSupport
import Testing

@testable import DaybookPage

/// The bands of currency without a network.
@Suite final class BandsTests {
    private let path = Scratch.path()
    private let identity: PageIdentity
    private let site: PageSite

    /// Three landings in 2024, and three in 2025 of which the last is by night.
    init() throws {
        let clock = Instant("2026-02-10T13:00:00Z")!
        let environment = LedgerEnvironment.daybook(clock: { clock })
        let ledger = try Ledger.create(at: path, environment: environment)
        for (day, landings, night) in [("2024-06-01", 3, 0), ("2025-12-01", 1, 0), ("2025-12-20", 1, 1)] {
            let data: JSONValue = .object(pairs: [
                "date": .string(day), "from": .string("<b>KSJC"), "to": .string("KRHV"), "hobbs": .number("1.5"),
                "dayLandings": .integer(landings), "nightLandings": .integer(night),
            ])
            _ = try ledger.logFlight(data)
        }
        ledger.close()
        identity = PageIdentity(secret: Array(0..<32), folder: path)
        site = PageSite(ledger: path, environment, identity, token: "once")
    }

    deinit { Scratch.remove(path) }

    private func ask(_ target: String, status: Int = 200) -> String {
        let headers = [("Host", identity.host), ("Cookie", "\(identity.cookieName)=\(identity.cookie)")]
        let response = site.respond(
            to: PageRequest(
                method: "GET", target: target, headers: headers.map { PageRequest.Header($0.0, $0.1) }))
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(response.status == status, "\(text)")
        return text
    }

    @Test("S-TC-037, S-TC-038, S-TC-041: each reading has its bands, as a chart and as a table") func bands() {
        let page = ask("/bands")
        #expect(page.contains("aria-label=\"General, 61.57(a): 5 bands\""))
        #expect(page.contains("aria-label=\"valid, 2024-06-01 through 2024-07-30\""))
        #expect(page.contains("aria-label=\"caution, 2024-07-31 through 2024-08-30\""))
        #expect(page.contains("aria-label=\"expired, 2024-08-31 through 2025-12-19\""))
        #expect(page.contains("aria-label=\"valid, 2025-12-20 through 2026-01-29\""))
        #expect(page.contains("aria-label=\"caution, 2026-01-30 through 2026-03-01\""))
        #expect(page.contains("Current on 144 of 620 days, from 2024-06-01 through 2026-02-10."))
        #expect(page.contains("Table of 5 bands") && page.contains("<p class=\"empty\">Never current.</p>"))
        #expect(!page.contains("<b>"))
    }

    @Test("S-TC-037: a band shows the flights that carry it; a gap, those that came before it") func evidence() {
        let valid = ask("/bands?reading=general&at=2026-01-05")
        #expect(valid.contains("These flights carry it:"))
        #expect(valid.contains("2025-12-20 <bdi>&lt;b&gt;KSJC → KRHV</bdi></a>, 2 landings, counts through 2026-03-20"))
        #expect(valid.contains("2025-12-01 <bdi>") && !valid.contains("2024-06-01 <bdi>"))
        let gap = ask("/bands?reading=general&at=2025-01-01")
        #expect(gap.contains("The last flights that made current counted through 2024-08-30."))
        #expect(gap.contains("2024-06-01 <bdi>") && !gap.contains("2025-12-01 <bdi>"))
        #expect(ask("/bands?reading=general&at=2023-01-01").contains("No band holds 2023-01-01."))
        #expect(!ask("/bands?reading=night&at=2026-01-05").contains("because-title"))
    }

    @Test("the years that are shown are chosen; what is known, and the day, are those of the page") func choice() {
        let year = ask("/bands?years=1")
        #expect(year.contains("aria-label=\"General, 61.57(a): 3 bands\""))
        #expect(year.contains("from 2025-02-10 through 2026-02-10."))
        #expect(year.contains("aria-current=\"true\">1 year</a>"))
        #expect(ask("/bands?years=all").contains("General, 61.57(a): 5 bands"))
        #expect(ask("/bands?known=2").contains("General, 61.57(a): 3 bands"))
        let then = ask("/bands?on=2024-08-01&reading=general&at=2024-08-01&years=3")
        #expect(then.contains("General, 61.57(a): 2 bands"))
        #expect(then.contains("/bands?on=2024-08-01&amp;years=3&amp;reading=general&amp;at=2024-06-01#because"))
        #expect(ask("/bands?known=0").contains("Never current."))
    }

    /// A ledger of a nosewheel airplane and a tailwheel, each with its landings, and a flight in neither.
    private func ofTwoClasses() throws -> PageVisitor {
        let visitor = try PageVisitor()
        try visitor.ledger { ledger in
            for (id, gear) in [("NOSE", "fixed_tricycle"), ("TAIL", "fixed_tailwheel")] {
                let line =
                    #"{"stream":"aircraft/\#(id)","type":"aircraft.described","data":{"registration":"\#(id)","#
                    + #""class":"airplane_single_engine_land","gear":"\#(gear)"}}"#
                _ = try ledger.append([EventLine.draft(Array(line.utf8), zone: ledger.zone)])
            }
            for (day, aircraft, landings, all) in [
                ("2025-06-01", "NOSE", 3, 3), ("2025-12-01", "TAIL", 3, 3), ("2025-12-20", "TAIL", 1, 5),
                ("2026-01-10", "OTHER", 1, 1),
            ] {
                let data: JSONValue = .object(pairs: [
                    "date": .string(day), "from": .string("KSJC"), "to": .string("KRHV"), "hobbs": .number("1.5"),
                    "aircraft": .string(aircraft), "dayLandings": .integer(landings), "allLandings": .integer(all),
                ])
                _ = try ledger.logFlight(data)
            }
        }
        return visitor
    }

    @Test("S-TC-037: a class has the bands of its own landings, and its own flights; the address chooses it")
    func classes() throws {
        let visitor = try ofTwoClasses()
        let all = visitor.text("/bands")
        #expect(all.contains("in all aircraft together. What comes"))
        #expect(all.contains("aria-current=\"true\">All aircraft</a>"))
        let nose = "airplane-singleEngineLand-nosewheel"
        for (key, title) in [
            (nose, "airplane single-engine land, nosewheel"),
            ("airplane-singleEngineLand-tailwheel", "airplane single-engine land, tailwheel"),
            ("undescribed", "aircraft that are not described"),
        ] {
            #expect(all.contains("<a href=\"/bands?class=\(key)\"><bdi>\(title)</bdi></a>"))
            let page = visitor.text("/bands?class=\(key)&years=3")
            #expect(page.contains("in <bdi>\(title)</bdi> alone. What comes"))
            #expect(page.contains("<a href=\"/bands?years=3&amp;class=\(key)\" aria-current=\"true\"><bdi>\(title)"))
            #expect(page.contains("<a href=\"/bands?class=\(key)&amp;years=1\">1 year</a>"))
        }
        // A tailwheel is of the class of a nosewheel; its own currency rests on full stops in one.
        let tail = visitor.text("/bands?class=airplane-singleEngineLand-tailwheel&reading=general&at=2025-12-25")
        #expect(tail.contains("2025-12-01 <bdi>KSJC → KRHV</bdi></a>, 3 landings, counts through 2026-03-01"))
        #expect(tail.contains("2025-12-20 <bdi>KSJC → KRHV</bdi></a>, 1 landing, counts through 2026-03-20"))
        #expect(!tail.contains("2025-06-01") && !tail.contains("2026-01-10 <bdi>"))
        let own = visitor.text("/bands?class=\(nose)&reading=general&at=2025-06-10")
        #expect(own.contains("2025-06-01 <bdi>") && own.contains("/bands?class=\(nose)&amp;reading=general&amp;at="))
        #expect(visitor.text("/bands?class=undescribed").contains("Never current."))
        let verdict = visitor.text("/")
        #expect(verdict.contains("<a href=\"/bands?class=\(nose)\"><bdi>airplane single-engine land, nosewheel"))
    }

    @Test("a class that was not flown by then is named as such, and the choice stays") func unflown() throws {
        let visitor = try ofTwoClasses()
        let words = "No aircraft of this class was flown on or before"
        for address in ["/bands?class=x", "/bands?class=airplane-singleEngineLand-tailwheel&on=2025-07-01"] {
            let page = visitor.text(address)
            #expect(page.contains(words) && page.contains("All aircraft</a>"), "\(address)")
        }
        #expect(!ask("/bands").contains("Class of aircraft"))
        #expect(ask("/bands?class=undescribed").contains("\(words) 2026-02-10, as far as is known."))
    }

    @Test(
        "an address of bands that cannot be read states what to write",
        arguments: [
            ("/bands?years=0", "is no number of years."), ("/bands?years=x", "Write 1 to 100, or &quot;all&quot;."),
            ("/bands?reading=best&at=2026-01-01", "It names no band of a reading."),
            ("/bands?reading=general", "Follow a link of the chart or of its table."),
            ("/bands?at=2026-01-01", "It names no band of a reading."),
        ])
    func unreadable(target: String, words: String) {
        #expect(ask(target, status: 400).contains(words))
    }
}
