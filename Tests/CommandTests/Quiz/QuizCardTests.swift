import DaybookDomains
import Foundation
import Testing
import TransparencyLog

@Suite struct QuizCardTests {
    private let shell = Shell()

    private func error(_ arguments: String..., input: String = "") -> String {
        let result = shell.run(arguments + ["--json"], input: input)
        let error = result.error["error"]
        return
            "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "") \(error?["hint"]?.stringValue ?? "")"
    }

    /// An attempt that was finished with every answer right but the first two.
    private func finish() throws {
        shell.must("quiz", "state", "CA")
        for number in 1...10 {
            let question = try #require(BankShelf.builtIn.question(QuestionID(nil, number)))
            shell.must(
                "quiz", "train", "--question", question.id.text, "--answer", String(OptionLetter.text[question.correct])
            )
        }
        shell.must("quiz", "start", "1", "--id", "first")
        let right = try #require(
            shell.run("log", "--json", "--type", "test.started").jsonLines.first?["data"]?["right"]?.stringValue)
        #expect(
            error("quiz", "card", "-", "--attempt", "first").hasPrefix(
                "64 usage.wrong: The card and the JSON document would both go to standard output."))
        #expect(shell.run("quiz", "card", shell.file("card.txt"), "--attempt", "first", "--json").code == "test.open")
        let wrong = right.prefix(2).map { $0 == "A" ? "B" : "A" }
        let answers = (wrong + right.dropFirst(2).map(String.init)).joined(separator: "\n") + "\n"
        shell.must("quiz", "take", "1", input: answers)
    }

    @Test(
        "T-13.3: a score card tells a finished test, the ids of its events, and the signature of all that by the person's key"
    ) func written() throws {
        try finish()
        let path = shell.file("card.txt")
        #expect(shell.must("quiz", "card", path).out == "The score card of test 1, attempt 1, is in \(path).\n")
        let card = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        let lines = card.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let key = try #require(shell.run("principal", "show", "--json").json["publicKey"]?.stringValue)
        #expect(
            lines.prefix(11) == [
                "Daybook score card 2", "State: California (CA)", "Test: 1, attempt 1", "Started: 2026-02-10T13:00:00Z",
                "Completed: 2026-02-10T13:00:00Z",
                "Score: 48 of 50, 96 %", "Mark: 83 %", "Result: passed", "Stream: test/first", "Person's key: \(key)",
                "Events:",
            ])
        let events = shell.run("log", "--json", "--stream", "test/first").jsonLines.map {
            "\($0["id"]?.stringValue ?? "") \($0["type"]?.stringValue ?? "")"
        }
        #expect(events.count == 52 && Array(lines[11..<63]) == events)
        let above = lines[..<63].map { $0 + "\n" }.joined()
        let signature = try #require(
            Hex.decode(String(lines[63].dropFirst("Signature of the lines above: ".count))).flatMap {
                Signature(bytes: $0)
            })
        let verifying = try VerifyingKey(bytes: try #require(Hex.decode(key)))
        #expect(
            try lines.count == 65
                && verifying.isValid(signature: signature, for: Array("daybook/score-card/1".utf8) + Array(above.utf8)))
        #expect(shell.must("quiz", "card", "-").out == card)
        // Twice is once; what is something else stays, and an empty file holds nothing.
        #expect(shell.must("quiz", "card", path).out == "The score card of test 1, attempt 1, is in \(path).\n")
        let (other, empty) = (shell.file("other.txt", "mine"), shell.file("empty.txt"))
        #expect(
            error("quiz", "card", other)
                == "1 file.exists: \(other) exists and holds something else. Name another file.")
        #expect(FileManager.default.contents(atPath: other) == Data("mine".utf8))
        #expect(FileManager.default.createFile(atPath: empty, contents: Data()))
        shell.must("quiz", "card", empty)
        #expect(FileManager.default.contents(atPath: empty) == Data(card.utf8))
        let checked = """
            is as it was written. The key \(key) signed it.
            Not known: whose key that is, and how the answers were found. "daybook principal show" prints a person's key.

            """
        #expect(shell.must("quiz", "card", "--check", path).out == "\(path) " + checked)
        #expect(
            shell.must("quiz", "card", "--check", "-", "--by", key.uppercased(), input: card).out == "Standard input "
                + checked)
        #expect(
            Shell(initialise: false).run("quiz", "card", "--check", path, "--json").out
                == #"{"ok":true,"file":"\#(path)","proof":"signature","publicKey":"\#(key)"}"# + "\n")
    }

    @Test(
        "L3: a card of version 1 is called a checksum that proves no author; --by refuses it, and another person's card"
    ) func authors() throws {
        try finish()
        let (other, key) = (
            Shell(), try #require(shell.run("principal", "show", "--json").json["publicKey"]?.stringValue)
        )
        let otherKey = try #require(other.run("principal", "show", "--json").json["publicKey"]?.stringValue)
        let text =
            "Daybook score card 1\nState: California (CA)\nTest: 1, attempt 1\nScore: 50 of 50, 100 %\nResult: passed\nEvents:\n"
        let invented = text + "SHA-256 of the lines above: \(Ledger.digest(ofFile: Array(text.utf8)))\n"
        let words =
            "Standard input has the checksum that it was written with. A checksum proves no author: anyone can write such a card.\n"
        #expect(shell.must("quiz", "card", "--check", "-", input: invented).out == words)
        #expect(
            shell.must("quiz", "card", "--check", "-", "--json", input: invented).out
                == #"{"ok":true,"file":"-","proof":"checksum","publicKey":null}"# + "\n")
        #expect(
            error("quiz", "card", "--check", "-", "--by", key, input: invented)
                == "1 card.unsigned: Standard input has a checksum alone: no key signed it. Ask for a new card: today's version signs it."
        )
        let card = shell.must("quiz", "card", "-").out
        #expect(
            error("quiz", "card", "--check", "-", "--by", otherKey, input: card)
                == "1 card.otherKey: Standard input is signed by another key, \(key). Ask the person for \"daybook principal show\"."
        )
        #expect(
            error("quiz", "card", "-", "--by", key)
                == "64 usage.wrong: --by is for --check. Leave it out: the key of this ledger's person signs.")
        // A key pasted over the one that signed.
        #expect(
            error("quiz", "card", "--check", "-", input: card.replacing(key, with: otherKey)).hasPrefix(
                "65 card.altered"))
        // A signature pasted from another card.
        let first = shell.must("quiz", "card", "-", "--attempt", "first").out
        #expect(
            error("quiz", "card", "--check", "-", input: first.replacing("attempt 1", with: "attempt 2")).hasPrefix(
                "65 card.altered"))
    }

    @Test("a card of supposed events is refused, because the person's key would sign them") func supposed() throws {
        try finish()
        let data = #"{"kind":"water","volumeMl":250,"effectiveMl":250,"date":"2026-02-10"}"#
        let drink = #"{"stream":"drink/d1","type":"drink.added","data":\#(data)}"#
        let file = shell.file("card.txt")
        #expect(
            error("quiz", "card", file, "--with", "-", input: drink + "\n")
                == "1 card.supposed: A score card states what was recorded, and no supposed events. "
                + "Leave --with out. \"daybook quiz results\" shows the supposed result.")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("T-13.3: a card that was changed is seen, what is no card is said") func altered() throws {
        try finish()
        let card = shell.must("quiz", "card", "-", "--attempt", "1").out
        let altered = shell.file("altered.txt", card.replacing("Score: 48", with: "Score: 50"))
        #expect(
            error("quiz", "card", "--check", altered)
                == "65 card.altered: \(altered) is not what was written: its last line is not that of the lines above it. Ask the person who gave it to you for the file itself."
        )
        for text in [
            "", "hello\n", "Daybook score card 1\n", card.replacing("score card 2", with: "score card 3"),
            card.replacing("score card 2", with: "score card 1"), card + "more\n",
        ] {
            #expect(
                error("quiz", "card", "--check", "-", input: text)
                    == "65 card.unreadable: Standard input is not a score card. \"daybook quiz card FILE\" writes one.",
                "\(text.prefix(40))")
        }
        #expect(
            error("quiz", "card", "--check", altered, "--attempt", "1")
                == "64 usage.wrong: A card is checked by itself: it takes no attempt and no time. Leave the other options out."
        )
    }

    @Test("T-13.3: without a finished test there is no card") func none() {
        shell.must("quiz", "state", "CA")
        #expect(shell.run("quiz", "card", shell.file("card.txt"), "--json").code == "test.none")
        #expect(!FileManager.default.fileExists(atPath: shell.file("card.txt")))
    }
}
