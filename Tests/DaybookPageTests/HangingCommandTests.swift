import DaybookDomains
import Foundation
import LedgerTestSupport
import Synchronization
import Testing

@testable import DaybookPage

/// Commands of the page that do not end: they hold their own request alone.
@Suite final class HangingCommandTests: Sendable {
    private let path = Scratch.path()
    private let identity: PageIdentity
    private let site: PageSite
    private let commands = Commands()

    private final class Commands: Sendable {
        let all = Mutex<[TestCommand]>([])
        var count: Int { all.withLock { $0.count } }
        var ends: Int { all.withLock { $0.reduce(0) { $0 + $1.ends } } }
    }

    init() throws {
        let environment = LedgerEnvironment.daybook(clock: { Instant("2026-02-10T13:00:00Z")! })
        try Ledger.create(at: path, environment: environment).close()
        identity = PageIdentity(secret: Array(0..<32), folder: path)
        let commands = commands
        let program = PageProgram { _, _ in
            let command = TestCommand()
            commands.all.withLock { $0.append(command) }
            return command
        } verify: {
            throw PageProblem.malformed
        }
        site = PageSite(
            ledger: path, environment, PageGuard(identity, KeptSecret(identity.secret).secrets, token: "once"),
            program: program, patience: .seconds(3))
    }

    deinit { Scratch.remove(path) }

    private func ask(_ target: String) -> (status: Int, text: String) {
        let headers = [("Host", identity.host), ("Cookie", "\(identity.cookieName)=\(identity.cookie)")]
        let response = site.respond(
            to: PageRequest(
                method: "GET", target: target, headers: headers.map { PageRequest.Header($0.0, $0.1) }))
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    /// The answer to a request that waits for a command, on a thread of its own.
    private final class Hanging: Sendable {
        let answer = Mutex<(status: Int, text: String)?>(nil)

        func wait() -> (status: Int, text: String) {
            while true {
                if let answer = answer.withLock({ $0 }) { return answer }
                usleep(1_000)
            }
        }
    }

    /// Asks for a document, and goes on once its command runs.
    private func hang() -> Hanging {
        let hanging = Hanging()
        let count = commands.count
        Thread.detachNewThread { [self] in
            let answer = ask("/audit")
            hanging.answer.withLock { $0 = answer }
        }
        while commands.count == count { usleep(1_000) }
        return hanging
    }

    @Test("other pages answer while a command hangs, and it ends with its deadline") func deadline() {
        let hanging = hang()
        #expect(ask("/alarms/settings").status == 200 && ask("/position").status == 200)
        #expect(hanging.answer.withLock { $0 == nil })
        let answer = hanging.wait()
        #expect(answer.status == 504 && commands.ends == 1)
        #expect(answer.text.contains("The command did not end"))
        #expect(answer.text.contains("It was stopped after 3 seconds. What it wrote before stays."))
        #expect(answer.text.contains("Check that the folder can be reached. The command line waits longer."))
        #expect(ask("/position").status == 200)
    }

    @Test("a fifth one is refused while four run, and the end of the server ends them all") func stops() {
        let hanging = (0..<PageCommands.commandsMaximum).map { _ in hang() }
        let refusal = ask("/book")
        #expect(refusal.status == 503 && refusal.text.contains("At most 4 run at a time."))
        #expect(refusal.text.contains("Wait for one of them to end, and try again.") && !site.isIdle)
        site.stop()
        for answer in hanging.map({ $0.wait() }) {
            #expect(answer.status == 503 && answer.text.contains("The server ends"))
        }
        #expect(commands.ends == 4 && site.isIdle)
        #expect(ask("/position").status == 503 && ask("/audit").status == 503 && commands.count == 4)
    }
}
