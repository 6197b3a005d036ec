import DaybookDomains
import LedgerTestSupport
import Replication
import Synchronization
import Testing

@testable import DaybookPage

/// The pages of the ledger itself, with a program that only remembers what it was asked.
@Suite final class LedgerPageTests {
    /// The commands that were run.
    private final class Asked: Sendable {
        let commands = Mutex<[[String]]>([])
    }

    private let asked = Asked()

    private func visitor(status: Int = 0, output: String = "done", error: String = "") throws -> PageVisitor {
        let asked = asked
        return try PageVisitor(
            program: PageProgram { arguments, input in
                let words = input.map { [String(decoding: $0, as: UTF8.self)] } ?? []
                asked.commands.withLock { $0.append(arguments + words) }
                return TestCommand(TestCommand.ended(status, output, error: error))
            } verify: {
                throw PageProblem.malformed
            })
    }

    @Test("the list has the newest event first, and an event has its hashes") func events() throws {
        let visitor = try visitor()
        let flight = try visitor.flight()
        let page = visitor.text("/ledger/events")
        let first = try #require(page.firstRange(of: "flight.logged")).lowerBound
        #expect(try first < #require(page.firstRange(of: "profile.onboarded")).lowerBound)
        #expect(!visitor.text("/ledger/events?type=flight.logged").contains("profile.onboarded"))
        let event = try visitor.ledger {
            try $0.history(of: StreamID(String(flight.dropFirst()))!)!.value.steps[0].event
        }
        let text = visitor.text("/event/\(event.id.hex)")
        #expect(text.contains(event.id.hex) && text.contains(event.envelope.bodyDigest.hex))
        #expect(visitor.text("/event/00").contains("No event has the id 00"))
        #expect(visitor.text("/ledger/events?stream=x").contains("&quot;x&quot; is no stream."))
        #expect(visitor.text("/ledger/events?before=x").contains("&quot;x&quot; names no place in the list."))
        #expect(visitor.text("/ledger/events?type=none").contains("No event is like this."))
        #expect(visitor.text("/ledger/outcomes").contains("Nothing waits for a decision."))
    }

    @Test("the outcomes count the signed records that a link sets aside") func signedSetAside() throws {
        let visitor = try visitor()
        let flight = try #require(StreamID(String(try visitor.flight().dropFirst())))
        let sentence = "A link changes whose progress counts: 1 signed record with 1 signature is set aside."
        try visitor.ledger { _ = try $0.signFlight(flight, cfiNumber: "1234567") }
        #expect(!visitor.text("/ledger/outcomes").contains(sentence))
        let path = Scratch.path()
        defer { Scratch.remove(path) }
        let guest = try Ledger.create(at: path, environment: visitor.environment)
        try guest.onboard(stage: .postSolo, intent: .logFresh)
        var bundle: [UInt8] = []
        _ = try guest.exportBundle { bundle += $0 }
        guest.close()
        let seed = try #require(try Ledger.personKey(ofLedgerAt: path))
        var pieces = [bundle]
        try visitor.ledger { _ = try $0.merge(guest: seed, choice: .guest) { pieces.popLast() } }
        #expect(visitor.text("/ledger/outcomes").contains(sentence))
    }

    @Test("a document keeps the policy of its own head, at the times of the page") func documents() throws {
        let head =
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-x'\"><body>\n"
        let visitor = try visitor(output: head)
        let response = visitor.ask("/audit?on=2026-01-01&known=1")
        let policy = response.headers.first { $0.name == "Content-Security-Policy" }?.value
        #expect(policy == "default-src 'none'; style-src 'sha256-x'; frame-ancestors 'none'")
        #expect(
            visitor.text(response).hasSuffix(
                "<body>\n<p class=\"back\"><a href=\"/ledger?on=2026-01-01&amp;known=1\">Back to the ledger</a></p>\n"))
        _ = visitor.ask("/book")
        #expect(
            asked.commands.withLock { $0 } == [
                ["audit", "--html", "-", "--on", "2026-01-01", "--known-at", "1"], ["logbook", "--html", "-"],
            ])
    }

    @Test("a command that fails is a page with its words, and an option is no folder") func refused() throws {
        let visitor = try visitor(status: 1, output: "", error: "error: there is <none>\nhint: Name another.\n")
        let sync = try visitor.send("/ledger", to: "/ledger/sync", ["folder": "shared"])
        #expect(sync.status == 422 && visitor.text(sync).contains("<bdi>there is &lt;none&gt;</bdi>"))
        #expect(visitor.text(sync).contains("<bdi>Name another.</bdi>"))
        #expect(visitor.text(sync).contains("id=\"folder\" value=\"shared\""))
        let audit = visitor.ask("/audit")
        #expect(audit.status == 422 && visitor.text(audit).contains("The command did not succeed"))
        let option = try visitor.send("/ledger", to: "/ledger/sync", ["folder": "--tidy"])
        #expect(option.status == 400)
        #expect(asked.commands.withLock { $0 } == [["sync", "shared"], ["audit", "--html", "-"]])
    }

    @Test(
        "an error that a command states as JSON, and one that ended without words, are sentences",
        arguments: [
            (
                "{\"error\":{\"code\":\"none\",\"message\":\"/etc is no <ledger>.\",\"hint\":\"Name another.\"}}\n",
                "/etc is no &lt;ledger&gt;.", "Name another."
            ),
            ("{\"error\":{\"code\":\"x\",\"message\":\"It is busy.\"}}", "It is busy.", "Nothing else was changed."),
            ("", "It ended with status 137, and stated no reason.", "Nothing else was changed."),
        ])
    func errorsAreSentences(error: String, message: String, hint: String) throws {
        let visitor = try visitor(status: 137, output: "", error: error)
        for (page, action, field) in [
            ("/practice/settings", "/practice/account", "guest"), ("/ledger", "/ledger/sync", "folder"),
        ] {
            let answer = try visitor.send(page, to: action, [field: "/etc"])
            let text = visitor.text(answer)
            #expect(answer.status == 422 && text.contains("<bdi>\(message)</bdi>"))
            #expect(text.contains("<bdi>\(hint)</bdi>"))
            #expect(!text.contains("code") && !text.contains("&quot;error&quot;"), "\(text)")
        }
    }

    @Test("a backup goes to the command that imports it; without one nothing is run") func restored() throws {
        let visitor = try visitor(output: "Received 2 events; 5 were there already.")
        func send(_ file: String) throws -> PageResponse {
            let fields = try visitor.form("/ledger", to: "/ledger/restore")
            var body = ""
            for field in fields.split(separator: "&") where !field.hasPrefix("backup=") {
                let sides = field.split(separator: "=", omittingEmptySubsequences: false)
                body += "--x\r\nContent-Disposition: form-data; name=\"\(sides[0])\"\r\n\r\n\(sides[1])\r\n"
            }
            body += "--x\r\nContent-Disposition: form-data; name=\"backup\"; filename=\"a.daybook\"\r\n\r\n"
            body += "\(file)\r\n--x--\r\n"
            return visitor.ask("/ledger/restore", body, type: "multipart/form-data; boundary=x")
        }
        let page = visitor.text(try send("events"))
        #expect(page.contains("Restored") && page.contains("Received 2 events; 5 were there already."))
        let empty = try send("")
        #expect(empty.status == 422 && visitor.text(empty).contains("No backup was chosen"))
        #expect(asked.commands.withLock { $0 } == [["bundle", "import", "-", "events"]])
    }

    @Test("without a program the documents say so") func noProgram() throws {
        let visitor = try PageVisitor()
        let response = visitor.ask("/audit")
        #expect(response.status == 501 && visitor.text(response).contains("This server has no program"))
    }

    @Test("T-5.3a, T-5.3b: where both sides have progress, one of three choices is asked for") func guest() throws {
        let both = "{\"conflict\":true,\"guest\":{\"records\":{\"test\":2}},\"account\":{\"records\":{\"training\":1}}}"
        let visitor = try visitor(output: both)
        let page = try visitor.send("/practice/settings", to: "/practice/account", ["guest": "/guest"])
        for words in ["Use Existing Account", "Keep Current Progress", "Combine", "2 test", "1 training"] {
            #expect(visitor.text(page).contains(words), "\(words)")
        }
        #expect(asked.commands.withLock { $0 } == [["--json", "merge", "/guest", "--dry-run"]])
        let secrets = try visitor.form("/practice/settings", to: "/practice/account", ["guest": "/guest"])
        _ = visitor.ask("/practice/account", secrets + "&choose=account")
        #expect(asked.commands.withLock { $0.last } == ["merge", "/guest", "--choose", "account"])
        #expect(visitor.ask("/practice/account", secrets + "&choose=all").status == 400)
    }
}
