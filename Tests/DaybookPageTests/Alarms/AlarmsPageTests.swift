import DaybookDomains
import LedgerTestSupport
import Synchronization
import Testing

@testable import DaybookPage

/// The alarms without a network: the cards, and what their buttons write.
@Suite final class AlarmsPageTests {
    private let path = Scratch.path()
    private let identity: PageIdentity
    private let clock = MovedClock()
    private let environment: LedgerEnvironment
    private let site: PageSite

    private final class MovedClock: Sendable {
        private let instant = Mutex(Instant("2026-02-10T13:00:00Z")!)
        var now: Instant { instant.withLock(\.self) }
        func move(to text: String) { instant.withLock { $0 = Instant(text)! } }
    }

    init() throws {
        let clock = clock
        environment = LedgerEnvironment.daybook(clock: { clock.now })
        identity = PageIdentity(secret: Array(0..<32), folder: path)
        try Ledger.create(at: path, zone: "America/New_York", environment: environment).close()
        site = PageSite(ledger: path, environment, identity, token: "once")
    }

    deinit { Scratch.remove(path) }

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

    private func ledger<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
        let ledger = try Ledger.open(at: path, .readWrite, environment: environment)
        defer { ledger.close() }
        return try body(ledger)
    }

    /// An alarm of each Friday at 09:00; its path.
    private func made(_ title: String = "Rent <b>Reminder") throws -> String {
        try ledger {
            let schedule = JSONValue.object(pairs: [
                "kind": .string("weekly"), "days": .array([.integer(6)]), "times": .array([.string("09:00")]),
            ])
            return "/" + (try $0.addAlarm(.object(pairs: ["title": .string(title), "schedule": schedule]))).stream.text
        }
    }

    /// The hidden fields of the form of the page of alarms that is sent to a path.
    private func hidden(_ path: String) throws -> String {
        let text = text(ask("/alarms"))
        let start = try #require(text.firstRange(of: "action=\"\(path)\""), "\(path) is not in \(text)")
        let end = try #require(text[start.upperBound...].firstRange(of: "</form>"))
        return text[start.upperBound..<end.lowerBound]
            .matches(of: /type="hidden" name="([a-z]+)" value="([^"]*)"/).map { "\($0.1)=\($0.2)" }
            .joined(separator: "&")
    }

    /// Sends a form, and shows where it leads.
    private func send(_ path: String, _ body: String) throws -> String {
        let response = ask(path, body)
        let place = response.headers.first { $0.name == "Location" }?.value
        return text(ask(try #require(response.status == 303 ? place : nil, "\(text(response))")))
    }

    private func events() throws -> UInt64 { try ledger { try $0.position.value } }

    @Test("C-F-2.1, C-F-13.6, C-F-13.7: without an alarm the page states so") func none() throws {
        _ = try ledger { try $0.skipAlarmOnboarding() }
        let page = text(ask("/alarms"))
        #expect(page.contains("<h1>Alarms</h1>") && page.contains("No Alarms Yet"))
    }

    @Test("C-F-3.10: a card has title, time, badge, state, countdown and next fire") func card() throws {
        _ = try made()
        let page = text(ask("/alarms"))
        for part in [
            "<bdi>Rent &lt;b&gt;Reminder</bdi>", "9:00 AM", "Weekly", "Alarm in 3d 1h", "2026-02-13 09:00", " Active",
        ] { #expect(page.contains(part), "\(part)") }
        #expect(!page.contains("Mark as Done"))
        let then = text(ask("/alarms?on=2026-02-13"))
        #expect(then.contains("Alarms on 2026-02-13") && then.contains("Alarm in 9h 0m") && !then.contains("/disable"))
        #expect(!text(ask("/alarms?known=0")).contains("Weekly"))
    }

    @Test("C-F-8.2, C-F-8.3, C-F-8.4: an alarm is switched off and on, and its card follows") func switches() throws {
        let alarm = try made()
        let off = try hidden(alarm + "/disable")
        let page = try send(alarm + "/disable", off)
        #expect(page.contains("Switched off. To undo it, switch it on.") && page.contains(" Inactive"))
        #expect(!page.contains("Alarm in") && page.contains("<dd>you</dd>"))
        let end = try events()
        #expect(try send(alarm + "/disable", off).contains("Switched off."))
        #expect(try events() == end)
        let on = try hidden(alarm + "/enable")
        _ = try ledger {
            try $0.editAlarm(StreamID(String(alarm.dropFirst()))!, .object(pairs: ["note": .string("Pay")]))
        }
        #expect(try send(alarm + "/enable", on).contains("Nothing was written: the alarm changed"))
        #expect(try events() == end + 1)
        #expect(try send(alarm + "/enable", try hidden(alarm + "/enable")).contains("It fires on 2026-02-13 09:00."))
    }

    @Test("C-F-9A.1, C-F-9A.2, C-F-9B.1, C-F-9B.2: a waiting alarm is put off, then answered, each once")
    func answers() throws {
        let alarm = try made()
        clock.move(to: "2026-02-13T14:05:00Z")
        let late = text(ask("/alarms"))
        #expect(late.contains("✕</span> Missed") && late.contains("<dd>2026-02-13 09:00</dd>"))
        #expect(late.contains("Snooze 1 hour</button>") && late.contains("Snooze 1 week</button>"))
        let form = try hidden(alarm + "/snooze")
        let snoozed = try send(alarm + "/snooze", form + "&seconds=3600")
        #expect(snoozed.contains("Snoozed. It fires on 2026-02-13 10:05.") && snoozed.contains("Fires in 1h 0m"))
        #expect(snoozed.contains("<dd>once</dd>"))
        let end = try events()
        #expect(try send(alarm + "/snooze", form + "&seconds=3600").contains("Snoozed. It fires on 2026-02-13 10:05."))
        #expect(try send(alarm + "/snooze", form + "&seconds=86400").contains("Nothing was written: the alarm changed"))
        #expect(try events() == end)
        let done = try hidden(alarm + "/done")
        let page = try send(alarm + "/done", done)
        #expect(page.contains("Done. It fires on 2026-02-20 09:00.") && page.contains(" Active"))
        let last = try events()
        _ = try send(alarm + "/done", done)
        #expect(try events() == last)
    }

    @Test("C-F-9C.2, C-F-9C.3, C-F-9C.4, C-F-10.2: a button that has to be held; no snooze where it is off")
    func heldButton() throws {
        let alarm = try made()
        try ledger {
            _ = try $0.set(try #require(SettingName.named("alarms.slideToStop")), to: .bool(true))
            _ = try $0.set(try #require(SettingName.named("alarms.snooze")), to: .bool(false))
        }
        clock.move(to: "2026-02-13T14:05:00Z")
        #expect(text(ask("/alarms")).contains("Mark as Done (hold for 3 s)"))
        #expect(!text(ask("/alarms")).contains("Snooze 1 hour"))
        let form = try hidden(alarm + "/done")
        let end = try events()
        for (held, words) in [("", "An alarm is answered by holding"), ("29", "It was let go too early")] {
            let refused = ask(alarm + "/done", form.replacing("held=", with: "held=\(held)"))
            #expect(refused.status == 422 && text(refused).contains(words))
        }
        #expect(try events() == end)
        #expect(try send(alarm + "/done", form.replacing("held=", with: "held=30")).contains("Done. It fires on"))
    }

    @Test("a form of an alarm that there is not, of the past or from elsewhere writes nothing") func refused() throws {
        let alarm = try made()
        let form = try hidden(alarm + "/disable")
        let end = try events()
        let bodies = [
            ("/alarm/none/disable", form, 404), (alarm + "/sing", form, 404), (alarm + "/disable?known=1", form, 409),
            (alarm + "/disable", form.replacing("form=", with: "form=1"), 403), (alarm + "/done", form, 422),
            (alarm + "/snooze", form, 400), (alarm + "/snooze", form + "&seconds=1", 422),
        ]
        for (path, body, status) in bodies {
            let response = ask(path, body)
            #expect(response.status == status, "\(path): \(text(response))")
        }
        #expect(try events() == end)
    }
}
