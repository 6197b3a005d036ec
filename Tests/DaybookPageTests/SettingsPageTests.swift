import DaybookDomains
import Testing

@testable import DaybookPage

/// The settings of water and practice, notices, endorsements and reviews, without a network.
@Suite final class SettingsPageTests {
    private let visitor: PageVisitor

    init() throws { visitor = try PageVisitor() }

    /// The events that a form writes when it is sent twice.
    private func written(_ page: String, to action: String, _ values: KeyValuePairs<String, String>) throws -> UInt64 {
        let body = try visitor.form(page, to: action, values)
        let before = try visitor.events()
        for _ in 0..<2 { _ = try visitor.place(visitor.ask(action, body)) }
        return try visitor.events() - before
    }

    private func refusal(_ page: String, to action: String, _ values: KeyValuePairs<String, String>) throws -> String {
        let before = try visitor.events()
        let response = try visitor.send(page, to: action, values)
        #expect(response.status == 422)
        #expect(try visitor.events() == before)
        return visitor.text(response)
    }

    @Test("H-1.1, H-C5.2: a profile is previewed without an event, and saved once") func profile() throws {
        let before = try visitor.events()
        let preview = visitor.text("/water/preview?age=40&weight=70&activity=moderately")
        #expect(preview == "Goal: 2800 mL (30 mL × 70 kg + 700 mL)")
        #expect(visitor.text("/water/preview?age=x&weight=70&activity=very") == "\"x\" is not a whole number of years.")
        #expect(visitor.text("/water/preview?age=9&weight=70&activity=very").contains("age"))
        #expect(try visitor.events() == before)
        let page = "/water/settings"
        #expect(
            try written(page, to: "/water/profile", ["age": "40", "weight": "70", "activity": "moderately"]) == 1)
        #expect(
            try refusal(page, to: "/water/profile", ["age": "40", "weight": "heavy", "activity": "very"]).contains(
                "&quot;heavy&quot; is not a weight. Write kilograms such as 64.6."))
        #expect(
            try refusal(page, to: "/water/profile", ["age": "40", "weight": "70", "activity": ""]).contains(
                "Choose how active you are."))
    }

    @Test("a goal, and settings, are written once and only where they differ") func goal() throws {
        let page = "/water/settings"
        #expect(try written(page, to: "/water/goal", ["goal": "2000", "do": "set"]) == 1)
        #expect(try written(page, to: "/water/goal", ["do": "clear"]) == 1)
        #expect(
            try refusal(page, to: "/water/goal", ["goal": "much", "do": "set"]).contains(
                "&quot;much&quot; is no volume. Write a number, such as 2000."))
        let values: KeyValuePairs = [
            "unit": "oz", "permission": "notAsked", "remindersPerDay": "4", "wake": "07:00", "sleep": "23:00",
            "smartHours": "2",
        ]
        #expect(try written(page, to: "/water/settings", values) == 1)
        #expect(visitor.text("/water/settings?saved=settings").contains("Saved."))
    }

    @Test("H-A.12: the three pages of water are left one after another") func begin() throws {
        for values: KeyValuePairs<String, String> in [
            ["do": "next"], ["do": "next", "age": "40", "weight": "70", "activity": "very"], ["do": "next"],
            ["do": "next"],
        ] { _ = try written("/water/welcome", to: "/water/welcome", values) }
        #expect(try visitor.ledger { try $0.waterOnboarding().value.isCompleted })
        #expect(try visitor.place(visitor.ask("/water/welcome")) == "/water/settings")
    }

    @Test("T-6.1e: a reset is written once, and its restoration, too") func reset() throws {
        #expect(visitor.text("/practice/settings").contains("No state is chosen yet."))
        try visitor.ledger { ledger in
            try ledger.selectState(try Ledger.state(named: "CA"))
            let (state, progress) = try ledger.quizBook().studying()
            #expect(state.code == "CA")
            let set = try ledger.currentSet(progress, ledger.quizBook().shelf)
            let question = try #require(progress.queue(set, ledger.quizBook().shelf)?.next)
            try ledger.train(set: set, question: question, choice: 0)
        }
        #expect(try written("/practice/settings", to: "/practice/reset", [:]) == 1)
        #expect(visitor.text("/practice/settings?saved=reset").contains("Progress was reset. Its history stays"))
        #expect(try written("/practice/settings", to: "/practice/restore", [:]) == 1)
        #expect(visitor.text("/practice/settings?saved=restored").contains("Progress is there again."))
    }

    @Test("S-TC-068: notices are switched on once, evaluated, and marked as seen") func notices() throws {
        #expect(!visitor.text("/").contains("id=\"evaluate\""))
        #expect(visitor.text("/notices").contains("Notices are off. They stand on this page alone"))
        #expect(try written("/notices", to: "/notices/on", [:]) == 2)
        #expect(visitor.text("/").contains("id=\"evaluate\""))
        #expect(!visitor.text("/?known=0").contains("id=\"evaluate\""))
        let quiet = try visitor.send("/", to: "/notices/evaluate")
        #expect(quiet.status == 200 && quiet.body.isEmpty)
        #expect(try written("/notices", to: "/notices/off", [:]) == 1)
    }

    @Test("endorsements and reviews are recorded once, and an endorsement withdrawn once") func endorsements() throws {
        let page = "/endorsements"
        #expect(visitor.text(page).contains("No endorsement is recorded."))
        #expect(
            try refusal(page, to: "/endorsements/add", ["kind": "solo", "date": "2026-02-01", "cfi": " "]).contains(
                "An endorsement needs the instructor&#39;s certificate number."))
        #expect(
            try refusal(page, to: "/endorsements/add", ["kind": "solo", "date": "x", "cfi": "1"]).contains(
                "&quot;x&quot; is no date. Write it like 2026-02-10."))
        #expect(
            try written(page, to: "/endorsements/add", ["kind": "solo", "date": "2026-02-01", "cfi": "1234567"]) == 1)
        #expect(try written(page, to: "/reviews/add", ["review": "flightReview", "passed": "2026-01-05"]) == 1)
        #expect(visitor.text(page).contains("Flight review of 61.56, good through 2028-01-31"))
        let stream = try visitor.ledger { try $0.endorsements().value[0].stream.text }
        #expect(try written(page, to: "/\(stream)/withdraw", [:]) == 1)
        #expect(visitor.text("/endorsements?saved=withdrawn").contains("Endorsement withdrawn. Its history stays."))
    }
}
