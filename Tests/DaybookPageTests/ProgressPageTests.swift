import DaybookDomains
import LedgerTestSupport
import Testing

@testable import DaybookPage

/// The page of progress without a network.
@Suite final class ProgressPageTests {
    private let path = Scratch.path()
    private let identity: PageIdentity
    private let environment = LedgerEnvironment.daybook(clock: { Instant("2026-02-10T13:00:00Z")! })
    private let site: PageSite

    init() throws {
        let ledger = try Ledger.create(at: path, environment: environment)
        try ledger.onboard(stage: .postSolo, intent: .logFresh)
        ledger.close()
        identity = PageIdentity(secret: Array(0..<32), folder: path)
        site = PageSite(ledger: path, environment, identity, token: "once")
    }

    deinit { Scratch.remove(path) }

    private func ask(_ target: String) -> String {
        let headers = [("Host", identity.host), ("Cookie", "\(identity.cookieName)=\(identity.cookie)")]
        let response = site.respond(
            to: PageRequest(
                method: "GET", target: target, headers: headers.map { PageRequest.Header($0.0, $0.1) }))
        #expect(response.status == 200)
        return String(decoding: response.body, as: UTF8.self)
    }

    private func log(_ members: KeyValuePairs<String, JSONValue>) throws {
        let ledger = try Ledger.open(at: path, .readWrite, environment: environment)
        defer { ledger.close() }
        let fields = members.map { JSONValue.Member($0.key, $0.value) }
        _ = try ledger.logFlight(
            .object([.init("date", .string("2026-02-01")), .init("dayLandings", .integer(1))] + fields))
    }

    @Test("S-TC-044: without a flight all is 0, with the call to log the first") func empty() {
        let page = ask("/progress")
        #expect(page.contains("No Progress Yet") && page.contains("Log Your First Flight"))
        #expect(page.matches(of: /<progress max="100" value="0"/).count == 6)
        #expect(page.contains("0 % in all, 0 of 6 requirements met."))
    }

    @Test("S-TC-042, S-X.4: each requirement has its figure and its flights; what is unknown is not recorded")
    func dual() throws {
        try log(["from": .string("<b>KSJC"), "hobbs": .number("2.0"), "dual": .bool(true)])
        let page = ask("/progress")
        #expect(page.contains("Dual Instruction: 2.0 / 20.0 hours, 10 percent"))
        #expect(page.contains("10 %, 18.0 hrs to go") && page.contains("2 % in all, 0 of 6 requirements met."))
        #expect(page.contains("Because of 1 event") && page.contains("&lt;b&gt;KSJC") && !page.contains("<b>"))
        #expect(page.contains("– not recorded") && page.contains("61.109(a)(5)(iii)"))
        #expect(ask("/progress?known=0").contains("No Progress Yet"))
        #expect(ask("/progress?on=2026-01-31").contains("No Progress Yet"))
        #expect(!ask("/progress?known=0").contains("/flight/new"))
    }

    @Test("S-TC-043, S-TC-045: a requirement is complete at its goal; beyond it the bar stays at 100")
    func complete() throws {
        try log(["hobbs": .number("50.0"), "accepted": .array([.string("hobbs.over12")])])
        let page = ask("/progress")
        #expect(page.contains("Total Flight Time: 50.0 / 40.0 hours, 100 percent"))
        #expect(page.contains("max=\"100\" value=\"100\"") && page.contains("100 %, Complete"))
    }
}
