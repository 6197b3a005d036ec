import DaybookDomains
import Synchronization
import Testing

@testable import DaybookPage

/// A verification on the page, of a command that goes as far as a test lets it.
@Suite final class VerifyPageTests {
    private let visitor: PageVisitor

    init() throws {
        let commands = Commands()
        visitor = try PageVisitor(
            program: PageProgram { _, _ in
                TestCommand(TestCommand.ended(0, ""))
            } verify: {
                commands.start()
            })
        self.commands = commands
    }

    private final class Commands: Sendable {
        let all = Mutex<[TestCommand]>([])
        func start() -> TestCommand {
            let command = TestCommand()
            all.withLock { $0.append(command) }
            return command
        }
        var count: Int { all.withLock { $0.count } }
        var newest: TestCommand { all.withLock { $0[$0.count - 1] } }
    }

    private let commands: Commands

    private func end(_ status: Int, _ output: String, error: String = "") {
        commands.newest.go(TestCommand.ended(status, output, error: error))
    }

    private func start() throws {
        let place = try visitor.place(try visitor.send("/ledger", to: "/ledger/verify"))
        #expect(place == "/ledger/verify")
    }

    private var page: String { visitor.text("/ledger/verify") }
    private let refresh = "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>"

    @Test("a run shows how far it is and asks again without a script; its result does not") func progress() throws {
        #expect(page.contains("<h1>Verify</h1>") && !page.contains(refresh))
        try start()
        #expect(page.contains("The verification begins.") && page.contains(refresh))
        commands.newest.go(.checked(1_024, of: 5_000))
        #expect(page.contains("1024 events of 5000 checked.") && page.contains("max=\"5000\" value=\"1024\""))
        #expect(page.contains("<title>Verifying – Daybook</title>") && page.contains(refresh))
        commands.newest.go(.checked(5_000, of: 5_000))
        #expect(page.contains("5000 events of 5000 checked. The indexes and sums follow."))
        end(0, "OK: 5000 events.")
        #expect(page.contains("<h1>Verified</h1>") && page.contains("OK: 5000 events.") && !page.contains(refresh))
        #expect(page.contains("Verify again") && !page.contains("came after it began"))
        _ = try visitor.flight()
        #expect(page.contains("1 event came after it began, and may not be part of it."))
    }

    @Test("one run is in progress at a time; the next one begins after it") func oneAtATime() throws {
        try start()
        try start()
        #expect(commands.count == 1)
        end(74, "Damage: the event is missing")
        #expect(page.contains("<h1>Damage was found</h1>") && page.contains("Damage: the event is missing"))
        _ = try visitor.send("/ledger/verify", to: "/ledger/verify")
        #expect(commands.count == 2 && page.contains("The verification begins."))
        end(75, "", error: "Memory is short <b>")
        #expect(page.contains("<h1>The ledger was not verified</h1>") && page.contains("Memory is short &lt;b&gt;"))
    }

    @Test("a run ends when it is stopped, when no page shows it for two minutes, and with the server")
    func ends() throws {
        try start()
        _ = try visitor.place(try visitor.send("/ledger/verify", to: "/ledger/verify/stop"))
        #expect(commands.newest.ends == 1)
        #expect(page.contains("<h1>Verification stopped</h1>") && page.contains("It was stopped, and has no result."))
        try start()
        visitor.site.tend(.now + .seconds(100))
        #expect(page.contains("The verification begins."))
        visitor.site.tend(.now + .seconds(121))
        #expect(commands.newest.ends == 1)
        #expect(page.contains("It was stopped because no page showed it for two minutes. It has no result."))
        try start()
        end(0, "OK")
        visitor.site.tend(.now + .seconds(1_000))
        #expect(page.contains("<h1>Verified</h1>"))
        try start()
        visitor.site.stop()
        #expect(commands.count == 4 && commands.newest.ends == 1)
    }

    @Test("a run that checks nothing for two minutes ends, whatever pages show it") func hangs() throws {
        try start()
        let begin = ContinuousClock.now
        func tend(_ seconds: Int) {
            visitor.site.verification.withLock { $0?.asked = begin + .seconds(seconds) }
            visitor.site.tend(begin + .seconds(seconds))
        }
        for seconds in stride(from: 100, through: 500, by: 100) {
            commands.newest.go(.checked(UInt64(seconds), of: 5_000))
            tend(seconds)
        }
        tend(619)
        #expect(commands.newest.ends == 0)
        tend(621)
        #expect(commands.newest.ends == 1)
        #expect(page.contains("It was stopped because it checked nothing for two minutes. It has no result."))
    }

    @Test("asking for the page, or for a run's end, starts nothing and writes nothing") func readsOnly() throws {
        let before = try visitor.events()
        #expect(page.contains("Verify the ledger") && commands.count == 0)
        _ = try visitor.send("/ledger", to: "/ledger/verify")
        #expect(visitor.ask("/ledger/verify", "key=x").status == 403)
        #expect(try visitor.events() == before && commands.count == 1)
    }

    @Test("without a program there is no verification") func noProgram() throws {
        let other = try PageVisitor()
        let response = try other.send("/ledger", to: "/ledger/verify")
        #expect(response.status == 501 && other.text(response).contains("This server has no program"))
    }
}
