import DaybookDomains
import EventCodec
import LedgerTestSupport
import Synchronization
import Testing

@testable import DaybookPage

/// A ledger with alarms and its page, without a network, at a clock that a test moves.
final class AlarmBench: Sendable {
    let path = Scratch.path()
    let identity: PageIdentity
    let site: PageSite
    private let environment: LedgerEnvironment
    private let clock: MovedClock

    /// - Parameter onboards: Whether the first pages are behind it.
    init(at text: String = "2026-02-10T13:00:00Z", onboards: Bool = true) throws {
        let clock = MovedClock(Instant(text)!)
        self.clock = clock
        environment = LedgerEnvironment.daybook(clock: { clock.now })
        identity = PageIdentity(secret: Array(0..<32), folder: path)
        let ledger = try Ledger.create(at: path, zone: "America/New_York", environment: environment)
        if onboards { try ledger.skipAlarmOnboarding() }
        ledger.close()
        site = PageSite(ledger: path, environment, identity, token: "once")
    }

    deinit { Scratch.remove(path) }

    private final class MovedClock: Sendable {
        private let instant: Mutex<Instant>
        init(_ instant: Instant) { self.instant = Mutex(instant) }
        var now: Instant { instant.withLock(\.self) }
        func move(to text: String) { instant.withLock { $0 = Instant(text)! } }
    }

    func move(to text: String) { clock.move(to: text) }

    // MARK: - Requests

    func ask(_ target: String, _ body: String? = nil, _ type: String = "application/x-www-form-urlencoded")
        -> PageResponse
    {
        ask(target, bytes: body.map { Array($0.utf8) }, type)
    }

    func ask(_ target: String, bytes: [UInt8]?, _ type: String) -> PageResponse {
        var headers = [("Host", identity.host), ("Cookie", "\(identity.cookieName)=\(identity.cookie)")]
        if bytes != nil {
            headers += [("Content-Type", type), ("Origin", identity.origin), ("Sec-Fetch-Site", "same-origin")]
        }
        return site.respond(
            to: PageRequest(
                method: bytes == nil ? "GET" : "POST", target: target,
                headers: headers.map { PageRequest.Header($0.0, $0.1) }, body: bytes ?? []))
    }

    func text(_ response: PageResponse) -> String { String(decoding: response.body, as: UTF8.self) }
    func page(_ target: String) -> String { text(ask(target)) }

    /// The fields that a browser would send of the form of a page that goes to a path, with some of them set or, where
    /// the value is nil, taken out.
    func form(_ page: String, to action: String, _ values: [(String, String?)] = []) throws -> String {
        let all = page.ranges(of: "action=\"\(action)\"")
        // The bar of the two times is a form, too.
        let start = try #require(
            all.first { !page[..<$0.lowerBound].hasSuffix("method=\"get\" ") }, "\(action) is not in \(page)")
        let end = try #require(page[start.upperBound...].firstRange(of: "</form>"))
        let form = page[start.upperBound..<end.lowerBound]
        var fields: [(String, String)] = []
        for input in form.matches(of: /<input type="([a-z]+)" name="([A-Za-z]+)"([^>]*)>/) {
            if input.1 == "checkbox" || input.1 == "radio", !input.3.contains(" checked") { continue }
            let value = input.3.firstMatch(of: /value="([^"]*)"/)?.1 ?? ""
            fields.append((String(input.2), String(value)))
        }
        for area in form.matches(of: /<textarea name="([A-Za-z]+)"[^>]*>\n([^<]*)</) {
            fields.append((String(area.1), String(area.2)))
        }
        for choice in form.split(separator: "<select name=\"").dropFirst() {
            let name = choice.prefix { $0 != "\"" }
            let chosen = choice.prefix { _ in true }.split(separator: "</select>", maxSplits: 1)[0]
                .firstMatch(of: /value="([^"]*)" selected/)
            fields.append((String(name), String(chosen?.1 ?? "")))
        }
        for name in Set(values.map(\.0)) { fields.removeAll { $0.0 == name } }
        fields += values.compactMap { name, value in value.map { (name, $0) } }
        return String(PageAddress("", fields.map { PageAddress.Item(name: $0.0, value: $0.1) }).text.dropFirst())
    }

    /// The page to which a form that was taken leads.
    func taken(_ response: PageResponse) throws -> String {
        let place = response.headers.first { $0.name == "Location" }?.value
        return page(try #require(response.status == 303 ? place : nil, "\(text(response))"))
    }

    /// Opens the form at an address, fills it in and sends it; the page it leads to.
    func fill(_ address: String, _ values: [(String, String?)]) throws -> String {
        try taken(ask(address, try form(page(address), to: address, values)))
    }

    // MARK: - Ledger

    func ledger<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
        let ledger = try Ledger.open(at: path, .readWrite, environment: environment)
        defer { ledger.close() }
        return try body(ledger)
    }

    func events() throws -> UInt64 { try ledger { try $0.position.value } }
    func alarms() throws -> [ListedAlarm] { try ledger { try $0.alarms().value } }
    func detail(_ path: String) throws -> AlarmDetail {
        try ledger { try $0.alarm(StreamID(String(path.dropFirst()))!).value }
    }

    /// An alarm of each Friday at 09:00, or as given; its path.
    func made(_ title: String = "Rent <b>Reminder", _ schedule: String? = nil) throws -> String {
        let text = schedule ?? #"{"kind":"weekly","days":[6],"times":["09:00"]}"#
        return try ledger {
            let data = JSONValue.object(pairs: [
                "title": .string(title), "schedule": try JSONParser.parse(Array(text.utf8)),
            ])
            return "/" + (try $0.addAlarm(data)).stream.text
        }
    }

    func change(_ tier: AlarmTier) throws { _ = try ledger { try $0.changeTier(tier) } }
    func set(_ name: String, _ value: JSONValue) throws {
        _ = try ledger { try $0.set(try #require(SettingName.named(name)), to: value) }
    }
}
