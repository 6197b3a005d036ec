import DaybookDomains
import LedgerTestSupport
import Testing

@testable import DaybookPage

/// Water without a network: what is shown, what its forms write, how often, and what is refused.
@Suite final class WaterPageTests {
    private let path = Scratch.path()
    private let identity: PageIdentity
    private let environment = LedgerEnvironment.daybook(clock: { Instant("2026-02-10T13:00:00Z")! })
    private var site: PageSite

    init() throws {
        try Ledger.create(at: path, environment: environment).close()
        identity = PageIdentity(secret: Array(0..<32), folder: path)
        site = PageSite(ledger: path, environment, identity, token: "once")
    }

    deinit { Scratch.remove(path) }

    // MARK: - Requests

    private func ask(_ target: String, _ body: String? = nil) -> PageResponse {
        var headers = [("Host", identity.host), ("Cookie", "\(identity.cookieName)=\(identity.cookie)")]
        if body != nil {
            headers += [
                ("Content-Type", "application/x-www-form-urlencoded"), ("Origin", identity.origin),
                ("Sec-Fetch-Site", "same-origin"),
            ]
        }
        return site.respond(
            to: PageRequest(
                method: body == nil ? "GET" : "POST", target: target,
                headers: headers.map { PageRequest.Header($0.0, $0.1) }, body: Array((body ?? "").utf8)))
    }

    private func text(_ response: PageResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    private func place(_ response: PageResponse) throws -> String {
        let place = response.headers.first { $0.name == "Location" }?.value
        return try #require(response.status == 303 ? place : nil, "\(text(response))")
    }

    /// The beginning of the form of a page that is sent to a path: its hidden fields.
    private func hidden(_ page: PageResponse, _ path: String) throws -> String {
        let text = text(page)
        let start = try #require(text.firstRange(of: "action=\"\(path)\""), "\(path) is not in \(text)")
        let end = try #require(text[start.upperBound...].firstRange(of: "</form>"))
        return text[start.upperBound..<end.lowerBound]
            .matches(of: /type="hidden" name="([a-z]+)" value="([^"]*)"/).map { "\($0.1)=\($0.2)" }
            .joined(separator: "&")
    }

    /// Sends a drink by a fresh form.
    private func add(_ fields: String) throws -> PageResponse {
        ask("/water/add", try hidden(ask("/water"), "/water/add") + "&" + fields)
    }

    private func ledger<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
        let ledger = try Ledger.open(at: path, .readWrite, environment: environment)
        defer { ledger.close() }
        return try body(ledger)
    }

    private func events() throws -> UInt64 { try ledger { try $0.position.value } }
    private func today() throws -> WaterToday { try ledger { try $0.waterToday().value } }

    // MARK: - What is shown

    @Test("H-6.1, H-6.2: without a drink the list is empty, the ring at 0 of the goal, the bars are seven of zero")
    func empty() throws {
        let page = text(ask("/water"))
        #expect(page.contains("aria-valuemin=\"0\" aria-valuemax=\"2500\" aria-valuenow=\"0\""))
        #expect(page.contains("aria-valuetext=\"0 percent, 0 of 2500 mL\""))
        #expect(page.contains("No drink was noted on 2026-02-10.") && page.contains("No streak yet."))
        #expect(page.matches(of: /<rect class="none"[^>]*height="0.00em"/).count == 7)
        #expect(page.contains("Without a profile the goal is 2500 mL."))
        #expect(try events() == 0)
    }

    @Test("H-C8.3, H-C9.2, H-C4.2: the ring has value and words; beyond the goal it stays within its box")
    func ring() throws {
        for ml in [1750, 750, 5000] { try ledger { _ = try $0.addDrink(.water, Volume(ml: ml)) } }
        let page = text(ask("/water"))
        #expect(page.contains("aria-valuenow=\"2500\" aria-valuetext=\"300 percent, 7500 of 2500 mL\""))
        #expect(page.contains("stroke-dasharray=\"100 100\"") && page.contains("class=\"ring green\""))
        #expect(page.contains("✓ goal reached"))
        let month = text(ask("/water"))
        #expect(month.contains("<td class=\"green\">") && month.contains("10, 7500 of 2500 mL, goal reached"))
    }

    @Test("H-C4.5, H-P.4: a month at a time, February 2028 with 29 days, and no mark after the day of the page")
    func month() throws {
        try ledger { _ = try $0.addDrink(.water, Volume(ml: 1250)) }
        let page = text(ask("/water"))
        #expect(page.contains("10, 1250 of 2500 mL, half of the goal") && !page.contains("11, 0 of 2500"))
        #expect(page.contains("month=2026-01#month") && page.contains("month=2026-03#month"))
        let february = text(ask("/water?month=2028-02&on=2028-02-29"))
        #expect(february.contains("29, 0 of 2500 mL, less than half of the goal") && !february.contains(">30 <"))
        #expect(february.matches(of: /less than half of the goal">/).count == 29)
        #expect(text(ask("/water?month=2026-03")).matches(of: /<td class="faint">/).count == 31)
        for target in ["/water?month=13", "/water?month=2026-13", "/water?month=2026-2"] {
            #expect(ask(target).status == 400 && text(ask(target)).contains("is no month."))
        }
    }

    @Test("H-C1.5, H-C5.3: the goal has its breakdown, and a goal of one's own wins") func goal() throws {
        try ledger { _ = try $0.setWaterProfile(age: 40, weightTenths: 700, activity: "moderately") }
        let page = text(ask("/water"))
        for part in ["30 mL × 70 kg", "2100 mL", "700 mL", "2800 mL", "0 of 2800 mL"] { #expect(page.contains(part)) }
        try ledger { _ = try $0.setWaterGoal(Volume(ml: 3000)) }
        #expect(text(ask("/water")).contains("A goal of your own, which wins over the computed one."))
        try ledger { _ = try $0.setWaterProfile(age: 40, weightTenths: 300, activity: "sedentary") }
        #expect(text(ask("/water")).contains("A goal is at least 1500 mL and at most 4500 mL."))
    }

    @Test("H-C5.5, H-3.1: ounces change the texts and no event") func ounces() throws {
        try ledger {
            _ = try $0.addDrink(.water, Volume(ml: 250))
            _ = try $0.set(try #require(SettingName.named("water.unit")), to: .string("oz"))
        }
        let page = text(ask("/water"))
        #expect(page.contains("8 oz Water") && page.contains("Water 8 oz</button>") && page.contains("Volume (oz)"))
        _ = try place(try add("kind=tea&volume=8&at="))
        // Drinks of one moment stand in the order of their ids.
        #expect(try Set(today().drinks.map(\.drink.volume)) == [Volume(ml: 250), Volume(ounces: 800)])
    }

    // MARK: - What is written

    @Test("H-C2.7, H-C8.2: each preset adds its drink, and the page states it") func presets() throws {
        let page = text(ask("/water"))
        let buttons = page.matches(of: /name="preset" value="([^"]*)">([^<]*)</).map { String($0.2) }
        #expect(
            buttons == [
                "Water 250 mL", "Coffee 200 mL", "Latte 240 mL", "Tea 200 mL", "Juice 200 mL", "Milk 250 mL",
                "Boba 500 mL", "Gatorade 350 mL", "Protein Shake 414 mL",
            ])
        let first = text(ask(try place(try add("preset=Water"))))
        #expect(first.contains("Added 250 mL Water. 250 of 2500 mL, 10 %. To undo it, remove the drink."))
        for name in DrinkPreset.all.map(\.name).dropFirst() {
            _ = try place(try add("preset=" + name.replacing(" ", with: "+")))
        }
        #expect(try today().drinks.count == 9)
        #expect(try today().drinks.map(\.drink.volumeMl).reduce(0, +) == 2604)
    }

    @Test("H-C2.5, H-1.2: what a drink counts for is shown before it is added, for a volume that can be read")
    func question() throws {
        let page = try add("kind=juice&volume=33&at=&do=count")
        #expect(page.status == 200)
        #expect(text(page).contains("33 mL Juice would count for 29 mL. Nothing was written."))
        #expect(text(page).contains("name=\"volume\" id=\"volume\" value=\"33\""))
        #expect(text(page).contains("value=\"juice\" selected"))
        #expect(try events() == 0)
        for volume in ["0", "-1", "x", ""] {
            let refused = try add("kind=juice&volume=\(volume)&at=&do=count")
            #expect(refused.status == 422 && !text(refused).contains("id=\"counts\""), "\(volume)")
        }
    }

    @Test(
        "H-1.2, H-C2.3: what is no drink is refused at its field, and nothing is written",
        arguments: [
            ("volume=&at=", "A drink needs its volume."), ("volume=0&at=", "A drink has a volume above zero"),
            ("volume=-1&at=", "A drink has a volume above zero, and at most 1,000 litres."),
            ("volume=%3Cb%3E&at=", "&quot;&lt;b&gt;&quot; is no volume."),
            ("volume=9999999&at=", "A drink has a volume above zero, and at most 1,000 litres."),
            ("volume=250&at=2026-02-11T08:00", "is in the future"),
            ("volume=250&at=soon", "&quot;soon&quot; is no time. Write it like 2026-02-10T08:30."),
        ])
    func refused(fields: String, words: String) throws {
        let response = try add("kind=water&" + fields)
        #expect(response.status == 422 && text(response).contains(words), "\(text(response))")
        #expect(text(response).contains("Nothing was written.") && text(response).contains("aria-invalid=\"true\""))
        #expect(try events() == 0)
    }

    @Test("H-C2.8, H-A.13: a drink is removed and restored, and the total follows") func removal() throws {
        _ = try place(try add("kind=coffee&volume=200&at=2026-02-10T07:30"))
        let noted = try #require(try today().drinks.first)
        #expect(noted.drink.effectiveMl == 170 && text(ask("/water")).contains("<span>07:30</span>"))
        let drink = "/\(noted.stream.text)"
        let removal = try hidden(ask("/water"), drink + "/remove")
        let removed = ask(try place(ask(drink + "/remove", removal)))
        #expect(text(removed).contains("Drink removed. 0 of 2500 mL, 0 %."))
        #expect(try today().drinks.isEmpty)
        let restored = text(ask(try place(ask(drink + "/restore", try hidden(removed, drink + "/restore")))))
        #expect(restored.contains("Drink restored. To undo it, remove the drink."))
        // An earlier form does not repeat an act that was undone since.
        let end = try events()
        let again = text(ask(try place(ask(drink + "/remove", removal))))
        #expect(again.contains("Nothing was written: the drink changed after the page was opened."))
        #expect(try events() == end)
        #expect(try today().drinks.count == 1)
    }

    @Test("each form of water that is sent again, to a server that was started again, is written once")
    func once() throws {
        _ = try place(try add("preset=Tea"))
        func twice(_ target: String, _ body: String) throws {
            let before = try events()
            let first = try place(ask(target, body))
            #expect(try events() == before + 1)
            site = PageSite(ledger: path, environment, identity, token: "twice")
            #expect(try place(ask(target, body)) == first)
            #expect(try events() == before + 1)
        }
        let other = try hidden(ask("/water"), "/water/add") + "&kind=milk&volume=300&at="
        try twice("/water/add", other)
        let changed = ask("/water/add", other.replacing("volume=300", with: "volume=400"))
        #expect(changed.status == 422)
        #expect(text(changed).contains("This form was sent before, with another drink. That drink was added."))
        let presets = try hidden(ask("/water"), "/water/add")
        try twice("/water/add", presets + "&preset=Coffee")
        try twice("/water/add", presets + "&preset=Latte")
        let drink = "/\(try today().drinks[0].stream.text)"
        try twice(drink + "/remove", try hidden(ask("/water"), drink + "/remove"))
        #expect(try today().drinks.count == 3)
    }

    @Test("the past and other days offer no form, and a form of elsewhere is refused") func past() throws {
        _ = try place(try add("preset=Tea"))
        let body = try hidden(ask("/water"), "/water/add") + "&preset=Tea"
        let end = try events()
        #expect(!text(ask("/water?known=1")).contains("method=\"post\""))
        let yesterday = text(ask("/water?on=2026-02-09"))
        #expect(!yesterday.contains("/water/add") && yesterday.contains("A drink is added on the page of today."))
        #expect(ask("/water/add?known=1", body).status == 409)
        #expect(ask("/water/add", body.replacing("form=\(identity.formToken)", with: "form=1")).status == 403)
        #expect(ask("/water/add", body.replacing("preset=Tea", with: "preset=Lava")).status == 400)
        #expect(ask("/water/add", body.replacing("preset=Tea", with: "kind=lava&volume=1")).status == 400)
        #expect(ask("/drink/none/remove", body + "&seen=").status == 404)
        #expect(ask("/drink/none/remove", body).status == 400 && ask("/drink/none/drown", body).status == 404)
        #expect(try events() == end)
    }
}
