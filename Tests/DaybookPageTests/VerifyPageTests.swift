import DaybookDomains
import Synchronization
import Testing

@testable import DaybookPage

/// A verification on the page, of a command that goes as far as a test lets it.
@Suite final class VerifyPageTests {
    private final class Command: FollowedCommand {
        let now = Mutex(FollowedStep.begun)
        let ends = Mutex(0)

        func step() -> FollowedStep { now.withLock { $0 } }
        func end() { ends.withLock { $0 += 1 } }
        func go(_ step: FollowedStep) { now.withLock { $0 = step } }

        func end(_ status: Int, _ output: String, error: String = "") {
            go(.ended(PageProgram.Result(status: status, output: Array(output.utf8), error: Array(error.utf8))))
        }
    }

    private let visitor: PageVisitor

    init() throws {
        let commands = Commands()
        visitor = try PageVisitor(
            program: PageProgram { _, _ in
                PageProgram.Result(status: 0, output: [], error: [])
            } verify: {
                commands.start()
            })
        self.commands = commands
    }

    private final class Commands: Sendable {
        let all = Mutex<[Command]>([])
        func start() -> Command {
            let command = Command()
            all.withLock { $0.append(command) }
            return command
        }
        var count: Int { all.withLock { $0.count } }
        var newest: Command { all.withLock { $0[$0.count - 1] } }
    }

    private let commands: Commands

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
        commands.newest.end(0, "OK: 5000 events.")
        #expect(page.contains("<h1>Verified</h1>") && page.contains("OK: 5000 events.") && !page.contains(refresh))
        #expect(page.contains("Verify again") && !page.contains("came after it began"))
        _ = try visitor.flight()
        #expect(page.contains("1 event came after it began, and may not be part of it."))
    }

    @Test("one run is in progress at a time; the next one begins after it") func oneAtATime() throws {
        try start()
        try start()
        #expect(commands.count == 1)
        commands.newest.end(74, "Damage: the event is missing")
        #expect(page.contains("<h1>Damage was found</h1>") && page.contains("Damage: the event is missing"))
        _ = try visitor.send("/ledger/verify", to: "/ledger/verify")
        #expect(commands.count == 2 && page.contains("The verification begins."))
        commands.newest.end(75, "", error: "Memory is short <b>")
        #expect(page.contains("<h1>The ledger was not verified</h1>") && page.contains("Memory is short &lt;b&gt;"))
    }

    @Test("a run ends when it is stopped, when no page shows it for two minutes, and with the server")
    func ends() throws {
        try start()
        _ = try visitor.place(try visitor.send("/ledger/verify", to: "/ledger/verify/stop"))
        #expect(commands.newest.ends.withLock { $0 } == 1)
        #expect(page.contains("<h1>Verification stopped</h1>") && page.contains("It was stopped, and has no result."))
        try start()
        visitor.site.tend(.now + .seconds(100))
        #expect(page.contains("The verification begins."))
        visitor.site.tend(.now + .seconds(121))
        #expect(commands.newest.ends.withLock { $0 } == 1)
        #expect(page.contains("It was stopped because no page showed it for two minutes. It has no result."))
        try start()
        commands.newest.end(0, "OK")
        visitor.site.tend(.now + .seconds(1_000))
        #expect(page.contains("<h1>Verified</h1>"))
        try start()
        visitor.site.stop()
        #expect(commands.count == 4 && commands.newest.ends.withLock { $0 } == 1)
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
