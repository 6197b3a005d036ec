import DaybookDomains
import Glibc
import LedgerTestSupport
import Synchronization
import Testing

@testable import DaybookPage

/// A ledger with its page, and a browser without a network that was let in.
final class PageVisitor {
    let path = Scratch.path()
    let identity: PageIdentity
    let environment = LedgerEnvironment.daybook(clock: { Instant("2026-02-10T13:00:00Z")! })
    let site: PageSite

    init(onboards: Bool = true, program: PageProgram? = nil) throws {
        let ledger = try Ledger.create(at: path, environment: environment)
        if onboards { try ledger.onboard(stage: .postSolo, intent: .logFresh) }
        ledger.close()
        identity = PageIdentity(secret: Array(0..<32), folder: path)
        site = PageSite(ledger: path, environment, identity, token: "once", program: program)
    }

    deinit { Scratch.remove(path) }

    func ask(_ target: String, _ body: String? = nil, type: String = "application/x-www-form-urlencoded")
        -> PageResponse
    {
        var headers = [("Host", identity.host), ("Cookie", "\(identity.cookieName)=\(identity.cookie)")]
        if body != nil {
            headers += [("Content-Type", type), ("Origin", identity.origin), ("Sec-Fetch-Site", "same-origin")]
        }
        return site.respond(
            to: PageRequest(
                method: body == nil ? "GET" : "POST", target: target,
                headers: headers.map { PageRequest.Header($0.0, $0.1) }, body: Array((body ?? "").utf8)))
    }

    func text(_ response: PageResponse) -> String { String(decoding: response.body, as: UTF8.self) }
    func text(_ target: String) -> String { text(ask(target)) }

    /// Where a form that was taken leads.
    func place(_ response: PageResponse) throws -> String {
        let place = response.headers.first { $0.name == "Location" }?.value
        return try #require(response.status == 303 ? place : nil, "\(text(response))")
    }

    /// The fields of the form that is sent to an address, with some of them set.
    func form(_ page: String, to action: String, _ values: KeyValuePairs<String, String> = [:]) throws -> String {
        let text = text(page)
        let start = try #require(text.firstRange(of: "method=\"post\" action=\"\(action)\""), "\(text)")
        let rest = text[start.upperBound...]
        let end = try #require(rest.firstRange(of: "</form>")).lowerBound
        var fields: [(String, String)] = []
        for input in rest[..<end].matches(of: /<input type="([a-z]+)" name="([A-Za-z0-9]+)"([^>]*)>/) {
            let value = input.3.firstMatch(of: /value="([^"]*)"/)?.1 ?? ""
            if ["checkbox", "radio"].contains(input.1), !input.3.contains(" checked") { continue }
            fields.append((String(input.2), String(value)))
        }
        for (name, value) in values {
            fields.removeAll { $0.0 == name }
            fields.append((name, value))
        }
        return PageAddress("", fields.map { PageAddress.Item(name: $0.0, value: $0.1) }).text.dropFirst().description
    }

    /// Sends the form of a page to its address.
    func send(_ page: String, to action: String, _ values: KeyValuePairs<String, String> = [:]) throws -> PageResponse {
        ask(action, try form(page, to: action, values))
    }

    func ledger<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
        let ledger = try Ledger.open(at: path, .readWrite, environment: environment)
        defer { ledger.close() }
        return try body(ledger)
    }

    func events() throws -> UInt64 { try ledger { try $0.position.value } }

    /// Logs a flight; its address.
    func flight(_ hours: String = "1.5") throws -> String {
        try ledger { ledger in
            let data: JSONValue = .object(pairs: [
                "date": .string("2026-02-01"), "from": .string("KSJC"), "to": .string("KRHV"),
                "hobbs": .number(hours), "dayLandings": .integer(1),
            ])
            return "/\(try ledger.logFlight(data).stream.text)"
        }
    }
}

/// A secret in memory, in the place of the file that a ledger keeps.
final class KeptSecret: Sendable {
    let bytes: Mutex<[UInt8]?>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

    var secrets: PageSecrets {
        PageSecrets(
            current: { self.bytes.withLock { $0 } }, renew: { self.bytes.withLock { $0 = $0.map { $0 + [1] } } })
    }
}

extension PageSite {
    convenience init(
        ledger path: String, _ environment: LedgerEnvironment, _ identity: PageIdentity, token: String,
        program: PageProgram? = nil
    ) {
        let access = PageGuard(identity, KeptSecret(identity.secret).secrets, token: token)
        self.init(ledger: path, environment, access, program: program)
    }
}

/// A command that goes as far as a test lets it.
final class TestCommand: FollowedCommand {
    private let now: Mutex<FollowedStep>
    private let endCount = Atomic(0)

    init(_ step: FollowedStep = .begun) { now = Mutex(step) }

    var ends: Int { endCount.load(ordering: .relaxed) }

    func step() -> FollowedStep { now.withLock { $0 } }
    func wait(_ time: Duration) { usleep(1_000) }
    func end() { endCount.add(1, ordering: .relaxed) }
    func go(_ step: FollowedStep) { now.withLock { $0 = step } }

    static func ended(_ status: Int, _ output: String, error: String = "") -> FollowedStep {
        .ended(PageProgram.Result(status: status, output: Array(output.utf8), error: Array(error.utf8)))
    }
}
