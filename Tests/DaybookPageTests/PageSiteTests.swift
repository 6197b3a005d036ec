import DaybookDomains
import LedgerTestSupport
import Synchronization
import Testing

@testable import DaybookPage

/// The page of a ledger without a network: what is let in, and what is shown.
@Suite final class PageSiteTests {
    private let path = Scratch.path()
    private let identity: PageIdentity
    private let site: PageSite

    init() throws {
        let clock = Instant("2026-02-10T13:00:00Z")!
        let environment = LedgerEnvironment.daybook(clock: { clock })
        let ledger = try Ledger.create(at: path, environment: environment)
        for (day, remarks) in [("2026-02-07", "<script>alert(1)</script>"), ("2026-02-08", "\"\u{301}")] {
            let data: JSONValue = .object(pairs: [
                "date": .string(day), "from": .string("KSJC"), "to": .string("KRHV"), "hobbs": .number("1.5"),
                "dayLandings": .integer(2), "remarks": .string(remarks),
            ])
            _ = try ledger.logFlight(data)
        }
        ledger.close()
        identity = PageIdentity(secret: Array(0..<32), folder: path)
        site = PageSite(ledger: path, environment, identity, token: "once")
    }

    deinit { Scratch.remove(path) }

    private func ask(
        _ target: String, method: String = "GET", host: [String]? = nil, cookie: String? = nil,
        _ more: [PageRequest.Header] = []
    ) -> PageResponse {
        let hosts = (host ?? [identity.host]).map { PageRequest.Header("Host", $0) }
        let cookie = cookie ?? "\(identity.cookieName)=\(identity.cookie)"
        return site.respond(
            to: PageRequest(
                method: method, target: target, headers: hosts + [PageRequest.Header("Cookie", cookie)] + more))
    }

    private func text(_ response: PageResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    // MARK: - Access

    @Test("the address of a ledger is its own, on the loopback network, and stays") func address() {
        let again = PageIdentity(secret: Array(0..<32), folder: path)
        let other = PageIdentity(secret: Array(0..<32), folder: path + "2")
        #expect(again.address == identity.address && again.cookie == identity.cookie)
        #expect(other.address != identity.address && identity.address.hasPrefix("127."))
        #expect(!identity.address.hasPrefix("127.0."))
    }

    @Test("the token opens the page once, and the cookie then") func token() throws {
        #expect(ask("/", cookie: "").status == 401)
        #expect(ask("/?token=wrong", cookie: "").status == 401)
        let opened = ask("/?token=once", cookie: "")
        let set = try #require(opened.headers.first { $0.name == "Set-Cookie" }?.value)
        #expect(opened.status == 200 && set.hasPrefix("\(identity.cookieName)=\(identity.cookie); Path=/; HttpOnly;"))
        #expect(set.contains("SameSite=Strict"))
        #expect(ask("/?token=once", cookie: "").status == 401)
        #expect(ask("/").status == 200)
    }

    @Test("a log-out makes every cookie and every form invalid at once, whoever made it") func logOut() throws {
        let kept = KeptSecret(Array(0..<32))
        let environment = LedgerEnvironment.daybook(clock: { Instant("2026-02-10T13:00:00Z")! })
        let site = PageSite(ledger: path, environment, PageGuard(identity, kept.secrets, token: "once"))
        func ask(_ target: String, _ identity: PageIdentity, body: String? = nil) -> PageResponse {
            var headers = [("Host", identity.host), ("Cookie", "\(identity.cookieName)=\(identity.cookie)")]
            if body != nil {
                headers += [
                    ("Origin", identity.origin), ("Sec-Fetch-Site", "same-origin"),
                    ("Content-Type", "application/x-www-form-urlencoded"),
                ]
            }
            return site.respond(
                to: PageRequest(
                    method: body == nil ? "GET" : "POST", target: target,
                    headers: headers.map { PageRequest.Header($0.0, $0.1) }, body: Array((body ?? "").utf8)))
        }
        #expect(text(ask("/ledger", identity)).contains("<button>Log out every browser</button>"))
        #expect(ask("/ledger/log-out", identity, body: "form=\(String(repeating: "0", count: 64))&key=k").status == 403)
        #expect(ask("/", identity).status == 200)
        let answer = ask("/ledger/log-out", identity, body: "form=\(identity.formToken)&key=k")
        #expect(answer.status == 200 && text(answer).contains("Every browser is logged out"))
        #expect(text(answer).contains("No browser is let in any more, this one included."))
        #expect(ask("/", identity).status == 401 && ask("/position", identity).status == 401)
        let second = identity.with(Array(0..<32) + [1])
        #expect(ask("/", second).status == 200)
        // By another process.
        kept.bytes.withLock { $0 = Array(32..<64) }
        #expect(ask("/", second).status == 401 && ask("/", identity.with(Array(32..<64))).status == 200)
        // A ledger that is gone for a moment logs no browser out.
        kept.bytes.withLock { $0 = nil }
        #expect(ask("/", second).status == 401 && ask("/", identity.with(Array(32..<64))).status == 200)
    }

    @Test("a request for another host, for none or for two gets nothing") func hosts() {
        #expect(ask("/", host: ["evil.example"]).status == 421)
        #expect(ask("/", host: ["localhost:7310"]).status == 421)
        #expect(ask("/", host: [identity.address]).status == 421)
        #expect(ask("/", host: []).status == 400)
        #expect(ask("/", host: [identity.host, "evil.example"]).status == 400)
        #expect(ask("/?token=once", host: ["evil.example"], cookie: "").status == 421)
    }

    @Test("a cookie that is wrong, missing, longer or there twice lets nobody in") func cookies() {
        let right = "\(identity.cookieName)=\(identity.cookie)"
        #expect(ask("/", cookie: "\(identity.cookieName)=").status == 401)
        #expect(ask("/", cookie: right + "0").status == 401)
        #expect(ask("/", cookie: "\(right); \(right)").status == 401)
        #expect(ask("/", cookie: "other=1; \(right)").status == 200)
        #expect(ask("/position", cookie: "").status == 401)
        #expect(ask(PageFile.script.address.text, cookie: "").status == 401)
    }

    @Test("a secret equals itself alone: all pairs of two hexadecimal digits, and one digit changed at each place")
    func secrets() {
        let digits = Array("0123456789abcdef")
        let pairs = digits.flatMap { first in digits.map { String([first, $0]) } }
        for given in pairs {
            for expected in pairs { #expect(PageGuard.isEqual(given, expected) == (given == expected)) }
        }
        for place in identity.cookie.indices {
            for digit in digits where digit != identity.cookie[place] {
                let changed =
                    identity.cookie[..<place] + [digit] + identity.cookie[identity.cookie.index(after: place)...]
                #expect(ask("/", cookie: "\(identity.cookieName)=\(changed)").status == 401)
            }
        }
    }

    @Test(
        "a write from another site, another port, or an unknown place is refused",
        arguments: [
            [], [("Origin", "http://evil.example"), ("Sec-Fetch-Site", "cross-site")],
            [("Origin", "ORIGIN"), ("Sec-Fetch-Site", "same-site")], [("Origin", "ORIGIN")],
            [("Sec-Fetch-Site", "same-origin")], [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")],
        ])
    func origins(headers: [(String, String)]) {
        let given = headers.map { PageRequest.Header($0.0, $0.1 == "ORIGIN" ? identity.origin : $0.1) }
        #expect(ask("/flight/new", method: "POST", given).status == 403)
    }

    @Test("other methods are refused", arguments: ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH"])
    func methods(method: String) { #expect(ask("/", method: method).status == 405) }

    @Test("each answer states its policy and is not kept") func policy() {
        for target in ["/", "/logbook", "/no-such-page", "/%00", "/position"] {
            let headers = ask(target).headers
            func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }
            #expect(value("Content-Security-Policy")?.hasPrefix("default-src 'none'; script-src 'self';") == true)
            #expect(value("Cache-Control") == "no-store" && value("X-Content-Type-Options") == "nosniff")
            #expect(!headers.contains { $0.name.lowercased().hasPrefix("access-control") })
        }
    }

    // MARK: - Pages

    @Test("S-TC-083: the pages load nothing from elsewhere, and hold nothing inline") func nothingElsewhere() {
        for target in ["/", "/logbook", "/changes", "/help"] {
            let page = text(ask(target))
            #expect(!page.contains("http://") && !page.contains("https://") && !page.contains(" style=\""), "\(target)")
            #expect(!page.contains(" onclick=") && page.matches(of: /<script/).count == 1, "\(target)")
        }
        #expect(PageScript.text.utf8.count <= 10 << 10 && FormScript.text.utf8.count <= 10 << 10)
    }

    @Test("S-TC-037, S-X.3: the verdict has both readings of 61.57 with the flights behind them") func verdict() {
        let page = text(ask("/"))
        #expect(page.contains("You are current"))
        #expect(page.contains("aria-label=\"General currency: Current — 87 days remaining\""))
        #expect(page.contains("aria-label=\"Day currency: Current — 87 days remaining\""))
        #expect(page.contains("aria-label=\"Night currency: Never current\""))
        #expect(page.contains("Because of 2 flights"))
    }

    @Test("text of the ledger never becomes markup") func markup() {
        let page = text(ask("/logbook"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && page.contains("<bdi>&quot;\u{301}</bdi>"))
    }

    @Test("a page of the past states it and shows what was known then") func past() {
        let page = text(ask("/?known=0"))
        #expect(page.contains("as known before the first event") && page.contains("class=\"past\""))
        #expect(page.contains("Welcome to SoloTrack"))
        #expect(!text(ask("/")).contains("class=\"past\""))
    }

    @Test(
        "a time or a place that cannot be read is an answer that says what to write",
        arguments: [
            ("/?on=yesterday", 400, "is no day"), ("/?known=later", 400, "is no time that was known at"),
            ("/?known=999999", 422, "lies past the end of the ledger"), ("/?known=2027-01-01", 422, "is in the future"),
            ("/logbook?before=x", 400, "names no place in the list"), ("/logbook?month=13", 400, "is no month"),
            ("/flight/none", 404, "No flight has the id none"), ("/flight/..", 404, "No flight has the id .."),
            ("/..%2F..%2Fetc%2Fpasswd", 404, "Nothing is shown at"), ("/%00", 400, "well-formed"),
        ])
    func badInput(target: String, status: Int, words: String) {
        let response = ask(target)
        #expect(response.status == status && text(response).contains(words), "\(text(response))")
    }

    @Test("a ledger that is gone is a page that says so") func gone() throws {
        Scratch.remove(path)
        let response = ask("/")
        #expect(response.status == 503 && text(response).contains("The ledger cannot be found"))
    }
}
