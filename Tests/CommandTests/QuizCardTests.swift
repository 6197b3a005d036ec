import DaybookKit
import Foundation
import Testing

@Suite struct QuizCardTests {
    private let shell = Shell()

    private func error(_ arguments: String..., input: String = "") -> String {
        let result = shell.run(arguments + ["--json"], input: input)
        let error = result.error["error"]
        return "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "") \(error?["hint"]?.stringValue ?? "")"
    }

    /// An attempt that was finished with every answer right but the first two.
    private func finish() throws {
        shell.must("quiz", "state", "CA")
        for number in 1...10 {
            let question = try #require(BankShelf.builtIn.question(QuestionID(nil, number)))
            shell.must("quiz", "train", "--question", question.id.text, "--answer", String(OptionLetter.text[question.correct]))
        }
        shell.must("quiz", "start", "1", "--id", "first")
        let right = try #require(shell.run("log", "--json", "--type", "test.started").jsonLines.first?["data"]?["right"]?.stringValue)
        #expect(error("quiz", "card", "-", "--attempt", "first").hasPrefix("64 usage.wrong: The card and the JSON document would both go to standard output."))
        #expect(shell.run("quiz", "card", shell.file("card.txt"), "--attempt", "first", "--json").code == "test.open")
        let wrong = right.prefix(2).map { $0 == "A" ? "B" : "A" }
        let answers = (wrong + right.dropFirst(2).map(String.init)).joined(separator: "\n") + "\n"
        shell.must("quiz", "take", "1", input: answers)
    }

    @Test("T-13.3: a score card tells a finished test, the ids of its events, and the SHA-256 of all that") func written() throws {
        try finish()
        let path = shell.file("card.txt")
        #expect(shell.must("quiz", "card", path).out == "The score card of test 1, attempt 1, is in \(path).\n")
        let card = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        let lines = card.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.prefix(10) == [
            "Daybook score card 1", "State: California (CA)", "Test: 1, attempt 1", "Started: 2026-02-10T13:00:00Z", "Completed: 2026-02-10T13:00:00Z",
            "Score: 48 of 50, 96 %", "Mark: 83 %", "Result: passed", "Stream: test/first", "Events:",
        ])
        let events = shell.run("log", "--json", "--stream", "test/first").jsonLines.map { "\($0["id"]?.stringValue ?? "") \($0["type"]?.stringValue ?? "")" }
        #expect(events.count == 52 && Array(lines[10..<62]) == events)
        let above = lines[..<62].map { $0 + "\n" }.joined()
        #expect(lines[62...] == ["SHA-256 of the lines above: \(Ledger.digest(ofFile: Array(above.utf8)))", ""])
        #expect(shell.must("quiz", "card", "-").out == card)
        // Twice is once; what is something else stays, and an empty file holds nothing.
        #expect(shell.must("quiz", "card", path).out == "The score card of test 1, attempt 1, is in \(path).\n")
        let (other, empty) = (shell.file("other.txt", "mine"), shell.file("empty.txt"))
        #expect(error("quiz", "card", other) == "1 file.exists: \(other) exists and holds something else. Name another file.")
        #expect(FileManager.default.contents(atPath: other) == Data("mine".utf8))
        #expect(FileManager.default.createFile(atPath: empty, contents: Data()))
        shell.must("quiz", "card", empty)
        #expect(FileManager.default.contents(atPath: empty) == Data(card.utf8))
        #expect(shell.must("quiz", "card", "--check", path).out == "\(path) is as it was written.\n")
        #expect(shell.must("quiz", "card", "--check", "-", input: card).out == "Standard input is as it was written.\n")
        #expect(Shell(initialise: false).run("quiz", "card", "--check", path, "--json").out == #"{"ok":true,"file":"\#(path)"}"# + "\n")
    }

    @Test("T-13.3: a card that was changed is seen, what is no card is said") func altered() throws {
        try finish()
        let card = shell.must("quiz", "card", "-", "--attempt", "1").out
        let altered = shell.file("altered.txt", card.replacing("Score: 48", with: "Score: 50"))
        #expect(
            error("quiz", "card", "--check", altered)
                == "65 card.altered: \(altered) is not what was written: its last line does not hash the lines above it. Ask whoever gave it to you for the file itself.")
        for text in ["", "hello\n", "Daybook score card 1\n", card.replacing("score card 1", with: "score card 2"), card + "more\n"] {
            #expect(
                error("quiz", "card", "--check", "-", input: text)
                    == "65 card.unreadable: Standard input is not a score card. \"daybook quiz card FILE\" writes one.", "\(text.prefix(40))")
        }
        #expect(
            error("quiz", "card", "--check", altered, "--attempt", "1")
                == "64 usage.wrong: A card is checked by itself: it takes no attempt and no time. Leave the other options out.")
    }

    @Test("T-13.3: without a finished test there is no card") func none() {
        shell.must("quiz", "state", "CA")
        #expect(shell.run("quiz", "card", shell.file("card.txt"), "--json").code == "test.none")
        #expect(!FileManager.default.fileExists(atPath: shell.file("card.txt")))
    }
}
