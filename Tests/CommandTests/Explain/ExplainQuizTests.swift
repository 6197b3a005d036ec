import DaybookDomains
import PracticeTests
import Testing

/// Evidence of practice tests: what is named adds up to the figure.
@Suite struct ExplainQuizTests {
    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let values)? = value else { return [] }
        return values
    }

    /// `amount text`, as far as they are named.
    private static func counted(_ evidence: JSONValue?) -> [String] {
        elements(evidence?["counted"]).map { "\($0["amount"]?.text ?? "-") \($0["text"]?.stringValue ?? "")" }
    }

    private static func leftOut(_ evidence: JSONValue?) -> [String] {
        elements(evidence?["leftOut"]).map { "\($0["text"]?.stringValue ?? ""): \($0["reason"]?.stringValue ?? "")" }
    }

    private static func sum(_ evidence: JSONValue?) -> Int {
        elements(evidence?["counted"]).reduce(evidence?["restAdds"]?.integerValue ?? 0) {
            $0 + ($1["amount"]?.integerValue ?? 0)
        }
    }

    /// The lines of an attempt at test 1 with the first so many answers right.
    private static func attempt(_ number: Int, right: Int, answered: Int = 50) throws -> String {
        let state = try #require(StateCode("CA"))
        let plan = try #require(TestPlan(number: 1, state: state, attempt: number, shelf: .builtIn))
        let start = TestStarted(plan, test: 1, state: state, attempt: number)
        func line(_ type: String, _ data: JSONValue) -> String {
            #"{"stream":"test/t\#(number)","type":"\#(type)","data":\#(data.text)}"# + "\n"
        }
        let answers = (0..<answered).map { index in
            let choice = start.rightChoice(index)
            return line(
                "answer.submitted",
                .object(pairs: [
                    "index": .integer(index), "choice": .integer(index < right ? choice : (choice + 1) % 4),
                ]))
        }
        return line("test.started", start.data) + answers.joined()
            + (answered == 50 ? line("test.completed", .object([])) : "")
    }

    /// Ten right answers and a wrong one in training; attempts with 40 and 45 right, and one that is not handed in.
    private static func practised() throws -> Shell {
        let shell = Shell()
        shell.must("quiz", "state", "CA")
        let questions = BankShelf.builtIn.universal.questions.prefix(10)
        for question in questions {
            shell.must(
                "quiz", "train", "--set", "1", "--question", question.id.text, "--answer",
                String(OptionLetter.text[question.correct]))
        }
        let first = try #require(questions.first)
        shell.must(
            "quiz", "train", "--set", "1", "--question", first.id.text, "--answer",
            String(OptionLetter.text[(first.correct + 1) % 4]))
        shell.must(
            "append", input: try attempt(1, right: 40) + attempt(2, right: 45) + attempt(3, right: 7, answered: 9))
        return shell
    }

    @Test(
        "the answers of stats: each in training with one, each test with what was answered in it; wrong and unfinished ones are left out"
    ) func stats() throws {
        let shell = try ExplainQuizTests.practised()
        let stats = shell.run("quiz", "stats", "--explain", "--json").json
        let evidence = stats["evidence"]
        #expect(stats["answered"] == .integer(111) && ExplainQuizTests.sum(evidence?["answered"]) == 111)
        #expect(stats["correct"] == .integer(95) && ExplainQuizTests.sum(evidence?["correct"]) == 95)
        #expect(
            ExplainQuizTests.counted(evidence?["answered"]).prefix(2).sorted() == [
                "50 test 1, attempt 1 was completed", "50 test 1, attempt 2 was completed",
            ])
        let right = Set(ExplainQuizTests.counted(evidence?["correct"]))
        #expect(
            right.isSuperset(of: [
                "40 test 1, attempt 1 was completed", "45 test 1, attempt 2 was completed",
                "1 question U-002 was answered",
            ]))
        #expect(
            ExplainQuizTests.leftOut(evidence?["correct"]).sorted() == [
                "question U-001 was answered: wrong", "test 1, attempt 3: unfinished",
            ])
        #expect(ExplainQuizTests.counted(evidence?["test.1"]) == ["45 test 1, attempt 2 was completed"])
        #expect(
            ExplainQuizTests.leftOut(evidence?["test.1"]).sorted() == [
                "test 1, attempt 1: lowerScore", "test 1, attempt 3: unfinished",
            ])
        let categories = (evidence?.names ?? []).filter { $0.hasPrefix("category.") }
        #expect(categories.count > 3 && categories.reduce(0) { $0 + ExplainQuizTests.sum(evidence?[$1]) } == 95)
        let text = shell.run("quiz", "stats", "--explain").out
        #expect(
            text.contains("Right answers: 95 of 111 right\n  It rests on\n") && text.contains("The answer was wrong."))
        #expect(text.contains("Another attempt at the test has the best score."))
    }

    @Test("diff names of the right answers and of a category only the answers that changed them") func causes() throws {
        let shell = try ExplainQuizTests.practised()
        let before = shell.position
        let questions = BankShelf.builtIn.universal.questions.dropFirst(10)
        let first = try #require(questions.first)
        let other = try #require(questions.first { $0.category != first.category })
        shell.must(
            "quiz", "train", "--set", "0", "--question", first.id.text, "--answer",
            String(OptionLetter.text[first.correct]))
        shell.must(
            "quiz", "train", "--set", "0", "--question", other.id.text, "--answer",
            String(OptionLetter.text[(other.correct + 1) % 4]))
        let changes = shell.run("diff", "--from", "\(before)", "--projection", "quiz", "--json").jsonLines
        func because(_ id: String) -> [String] {
            ExplainQuizTests.elements(changes.first { $0["id"]?.stringValue == id }?["because"]).compactMap {
                $0["text"]?.stringValue
            }
        }
        let (right, wrong) = ("question \(first.id.text) was answered", "question \(other.id.text) was answered")
        #expect(because("answered") == [right, wrong] && because("correct") == [right])
        #expect(
            because("category.\(first.category.rawValue)") == [right]
                && because("category.\(other.category.rawValue)") == [])
    }

    @Test("the streak counts each day once, by the first answer of it") func streak() throws {
        let shell = try ExplainQuizTests.practised()
        shell.clock = "2026-02-11T13:00:00Z"
        shell.must("quiz", "train", "--set", "0", "--answer", "A")
        let stats = shell.run("quiz", "stats", "--explain", "--json").json
        #expect(stats["streak"] == .integer(2) && ExplainQuizTests.sum(stats["evidence"]?["streak"]) == 2)
        #expect(
            ExplainQuizTests.elements(stats["evidence"]?["streak"]?["counted"]).count { $0["amount"] == .integer(1) }
                == 2)
        #expect(shell.run("quiz", "stats", "--explain").out.contains(" 1 day  question "))
        shell.clock = "2026-02-13T13:00:00Z"
        let later = shell.run("quiz", "stats", "--explain", "--json").json
        #expect(later["streak"] == .integer(0) && later["evidence"]?["streak"]?["countedTotal"] == .integer(0))
        #expect(
            Set(ExplainQuizTests.leftOut(later["evidence"]?["streak"]).map { $0.split(separator: ":").last ?? "" }) == [
                " outsideWindow", " unfinished",
            ])
    }

    @Test("sets: the last answer to each question decides; results: each right answer with one") func setsAndResults()
        throws
    {
        let shell = try ExplainQuizTests.practised()
        let set = shell.run("quiz", "sets", "--explain", "--json").json[0]
        #expect(set?["mastered"] == .integer(9) && ExplainQuizTests.sum(set?["evidence"]) == 9)
        #expect(
            ExplainQuizTests.leftOut(set?["evidence"]).sorted() == [
                "question U-001 was answered: superseded", "question U-001 was answered: wrong",
            ])
        let results = shell.run("quiz", "results", "t1", "--explain", "--json").json
        #expect(results["score"] == .integer(40) && ExplainQuizTests.sum(results["evidence"]?["test/t1"]) == 40)
        #expect(
            ExplainQuizTests.leftOut(results["evidence"]?["test/t1"])
                == Array(repeating: "test 1, attempt 1: an answer was given: wrong", count: 10))
        // An unfinished test states the number of answers, but not how many are right.
        let history = shell.run("quiz", "history", "--explain", "--json").json
        #expect(
            ExplainQuizTests.sum(history["evidence"]?["test/t3"]) == 9
                && ExplainQuizTests.leftOut(history["evidence"]?["test/t3"]) == [])
        #expect(ExplainQuizTests.sum(history["evidence"]?["test/t2"]) == 45)
        let tests = shell.run("quiz", "tests", "--explain", "--json").json[0]
        #expect(tests?["best"] == .integer(45) && ExplainQuizTests.sum(tests?["evidence"]) == 45)
    }
}
