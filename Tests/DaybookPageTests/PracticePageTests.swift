import DaybookDomains
import LedgerTestSupport
import Testing

@testable import DaybookPage

/// Practice tests without a network: training, a test from its first to its last answer, and its result.
@Suite final class PracticePageTests {
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

    private func events() throws -> UInt64 { try ledger { try $0.position.value } }

    /// The hidden fields of the form of a page that is sent to a path.
    private func hidden(_ page: String, _ path: String) throws -> String {
        let start = try #require(page.firstRange(of: "action=\"\(path)\""), "\(path) is not in \(page)")
        let end = try #require(page[start.upperBound...].firstRange(of: "</form>"))
        return page[start.upperBound..<end.lowerBound]
            .matches(of: /type="hidden" name="([a-z]+)" value="([^"]*)"/).map { "\($0.1)=\($0.2)" }
            .joined(separator: "&")
    }

    /// Sends a form of a page, and shows where it leads.
    private func send(_ page: String, _ path: String, _ fields: String) throws -> String {
        try follow(path, try hidden(page, path) + fields)
    }

    private func follow(_ path: String, _ body: String) throws -> String {
        let response = ask(path, body)
        let place = response.headers.first { $0.name == "Location" }?.value
        return text(ask(try #require(response.status == 303 ? place : nil, "\(text(response))")))
    }

    private func choose(_ state: String = "CA") throws {
        _ = try send(text(ask("/practice")), "/practice/state", "&state=\(state)")
    }

    /// Ten right answers in training, which open the tests.
    private func unlocked() throws {
        try choose()
        try ledger { ledger in
            for _ in 0..<QuizRules.correctToUnlock {
                let book = try ledger.quizBook()
                let next = try #require(try book.studying().progress.queue(0, book.shelf)?.next)
                try ledger.train(choice: try #require(book.shelf.question(next)).correct)
            }
        }
    }

    @Test("T-6.1e, T-7.2c: a state is chosen; without one the page asks for it") func states() throws {
        #expect(text(ask("/practice")).contains("No state is chosen yet."))
        #expect(ask("/practice/train").status == 422)
        try choose()
        let page = text(ask("/practice"))
        #expect(page.contains("California: 83 % pass, 42 of 50 questions.") && page.contains("value=\"CA\" selected"))
        #expect(page.contains("38 of 46 questions right.") && page.contains("Source: https://freedmvtest.com/"))
        let end = try events()
        try choose()
        #expect(try events() == end)
        let again = try hidden(text(ask("/practice")), "/practice/state") + "&state=CA"
        try choose("TX")
        #expect(text(ask("/practice")).contains("Texas: "))
        let last = try events()
        #expect(try follow("/practice/state", again).contains("Nothing was written"))
        #expect(try events() == last)
        #expect(text(ask("/practice?known=0")).contains("No state is chosen yet."))
    }

    @Test("T-3.1.3, T-6.1b, T-7.2a: ten right answers open the tests; each answer is explained and written once")
    func training() throws {
        try choose()
        #expect(text(ask("/practice")).contains("0 of 10 right answers open the tests."))
        #expect(!text(ask("/practice")).contains("Start test 1"))
        let page = text(ask("/practice/train"))
        let id = try #require(page.firstMatch(of: /name="question" value="(U-[0-9]+)"/)?.1)
        let question = try #require(QuestionID(String(id)).flatMap { BankShelf.builtIn.question($0) })
        let wrong = (question.correct + 1) % 4
        let form = try hidden(page, "/practice/train")
        let before = try events()
        let stated = try follow("/practice/train", form + "&choice=\(wrong)")
        #expect(stated.contains("✕ Wrong. Right is: ") && stated.contains("id=\"question\""))
        #expect(try events() > before)
        let end = try events()
        site = PageSite(ledger: path, environment, identity, token: "twice")
        #expect(try follow("/practice/train", form + "&choice=\(wrong)").contains("✕ Wrong. Right is: "))
        #expect(try follow("/practice/train", form + "&choice=\(question.correct)").contains("Nothing was written"))
        #expect(try events() == end)
        try unlocked()
        #expect(text(ask("/practice")).contains("Start test 1") && text(ask("/practice")).contains("0 of 50 mastered"))
        #expect(text(ask("/practice/train?set=2")).contains("Training, set 2"))
        #expect(ask("/practice/train?set=9").status == 422 && ask("/practice/train?set=x").status == 422)
    }

    @Test("T-6.1c, T-6.2a, T-6.2b, T-7.2b, T-7.3c: a test from its first to its last answer over a restart, each once")
    func wholeTest() throws {
        try unlocked()
        let start = try hidden(text(ask("/practice")), "/practice/start") + "&test=1"
        var page = try follow("/practice/start", start)
        let begun = try events()
        #expect(page.contains("Question 1 of 50"))
        #expect(try follow("/practice/start", start).contains("Question 1 of 50"))
        #expect(try events() == begun)
        let attempt = try ledger { try #require(try $0.quizBook().progress?.current) }
        let path = "/\(attempt.stream.text)"
        #expect(text(ask("/practice")).contains("In progress</span> 0 of 50 answered"))
        for index in 0..<50 {
            // Eight wrong answers leave the 42 that pass in California.
            let right = attempt.state.start.rightChoice(index)
            let form = try hidden(page, path + "/answer")
            let body = form + "&choice=\(index < 8 ? (right + 1) % 4 : right)"
            page = try follow(path + "/answer", body)
            if index == 20 {
                site = PageSite(ledger: self.path, environment, identity, token: "twice")
                let end = try events()
                #expect(try follow(path + "/answer", body).contains("Question 22 of 50"))
                let other = ask(path + "/answer", form + "&choice=\((right + 2) % 4)")
                #expect(other.status == 422 && text(other).contains("an answer cannot be changed"))
                #expect(ask(path + "/answer", form.replacing("index=20", with: "index=30") + "&choice=0").status == 422)
                #expect(ask(path + "/submit", form).status == 422)
                #expect(try events() == end)
            }
        }
        #expect(page.contains("All 50 questions are answered."))
        let submit = try hidden(page, path + "/submit")
        let result = try follow(path + "/submit", submit)
        #expect(result.contains("✓ Passed") && result.contains("42/50, 84 %. 83 % pass."))
        #expect(result.matches(of: /<dt>Your answer<\/dt>/).count == 8)
        let end = try events()
        #expect(try follow(path + "/submit", submit).contains("✓ Passed"))
        #expect(try events() == end)
        let overview = text(ask("/practice"))
        #expect(overview.contains("First 42, best 42 of 50") && overview.contains("Take test 1 again"))
        #expect(overview.contains("✓ passed") && text(ask(path + "?known=\(begun)")).contains("Question 1 of 50"))
    }

    @Test("T-3.2.2, T-3.2.3, T-3.2.4, T-3.2.T1: statistics have their figures, the face, and each category in a table")
    func statistics() throws {
        try unlocked()
        let page = text(ask("/practice"))
        #expect(page.contains("<dt>Answered</dt><dd>10</dd>") && page.contains("<dt>Accuracy</dt><dd>100 %</dd>"))
        #expect(page.contains("face 8 of 8") && page.contains("<dt>Tests taken</dt><dd>0 of 4</dd>"))
        #expect(page.contains("Road signs") && page.contains("No test was begun yet."))
    }

    @Test("the past has no form, and what is sent to it, or from elsewhere, writes nothing") func refused() throws {
        try unlocked()
        let form = try hidden(text(ask("/practice")), "/practice/start")
        let end = try events()
        for target in ["/practice?known=1", "/practice?on=2026-02-09"] {
            #expect(!text(ask(target)).contains("method=\"post\""), "\(target)")
        }
        let sent = [
            ("/practice/start?known=1", form + "&test=1", 409), ("/practice/start", form + "&test=9", 422),
            ("/practice/start", form, 400), ("/practice/start", form.replacing("form=", with: "form=1"), 403),
            ("/practice/state", form + "&seen=&state=ZZ", 404), ("/practice/state", form + "&state=TX", 400),
            ("/practice/none", form, 404),
            ("/test/none/answer", form + "&index=0&choice=0", 404), ("/test/none/submit", form, 404),
            ("/practice/train", form + "&set=1&question=x&choice=0", 400),
        ]
        for (path, body, status) in sent {
            let response = ask(path, body)
            #expect(response.status == status, "\(path): \(text(response))")
        }
        #expect(ask("/test/none").status == 404)
        #expect(try events() == end)
    }
}
