import DaybookDomains
import EventCodec
import Foundation
import Testing

/// Banks in the format of other programs: plain lists with `questionText` and `correctAnswer`.
@Suite struct QuizPlainBankTests {
    private let shell = Shell()

    private func error(_ arguments: String...) -> String {
        let result = shell.run(arguments + ["--json"])
        let error = result.error["error"]
        return "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "")"
    }

    /// The questions of a built-in bank under the names of the plain format.
    private func questions(_ code: String = "CA") throws -> [[String: Any]] {
        let text = shell.must("quiz", "bank", "export", code, "-", "--built-in").out
        let bank = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return try #require(bank["questions"] as? [[String: Any]]).map { question in
            var plain = question
            plain["questionText"] = plain.removeValue(forKey: "question")
            plain["correctAnswer"] = plain.removeValue(forKey: "correct")
            plain["type"] = code == "ALL" ? "universal" : "stateSpecific"
            return plain
        }
    }

    private func file(_ name: String, _ value: Any) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: value)
        return shell.file(name, String(decoding: data, as: UTF8.self))
    }

    @Test("T-4.2a: a plain list is checked, added and exported as a bank", arguments: ["CA", "TX", "ALL"])
    func plain(code: String) throws {
        // given
        let questions = try questions(code)
        let (count, owner) = code == "ALL" ? (160, "every state") : (40, code == "CA" ? "California" : "Texas")
        let list = try file("list.json", questions)
        let bank = shell.file("bank.json")
        // when
        let checked = shell.must("quiz", "bank", "check", list).out
        let converted = shell.must("quiz", "bank", "convert", list, bank).out
        let added = shell.must("quiz", "bank", "add", list).out
        // then
        let note = "Option D refers to the options above it: it keeps its place, and others are shuffled."
        let notes = (code == "ALL" ? ["U-036", "U-051", "U-129", "U-152"] : []).map {
            "\(list): \($0): \(note) (bank.optionRefers)\n"
        }
        #expect(
            checked == notes.joined() + "\(list): \(count) questions of \(owner), edition plain list: all right.\n")
        #expect(converted == "\(count) questions of \(owner) are in \(bank).\n")
        #expect(added == "\(count) questions of \(owner) added, edition plain list.\n")
        #expect(shell.must("quiz", "bank", "add", bank).out == "This bank is there already.\n")
        let held = try #require(FileManager.default.contents(atPath: bank))
        #expect(shell.must("quiz", "bank", "export", code, "-").out == String(decoding: held, as: UTF8.self))
        let builtIn = shell.must("quiz", "bank", "export", code, "-", "--built-in").out
        func asked(_ text: String) throws -> JSONValue? { try JSONParser.parse(Array(text.utf8))["questions"] }
        let (left, right) = (try asked(String(decoding: held, as: UTF8.self)), try asked(builtIn))
        #expect(left != nil && left == right)
    }

    @Test("A list in any order, with letters, titles and a byte order mark, gives the same bank") func spellings()
        throws
    {
        // given
        let questions = try questions()
        let other = questions.reversed().enumerated().map { number, question in
            var question = question
            let place = question["correctAnswer"] as? Int ?? 0
            let options = question["options"] as? [String] ?? []
            question["correctAnswer"] = number % 2 == 0 ? ["A", "b", "C", "d"][place] : options[place]
            question["category"] = (question["category"] as? String)?.uppercased()
            question["state"] = "ca"
            question["questionId"] = question.removeValue(forKey: "id")
            return question
        }
        let (list, bank, otherBank) = (try file("list.json", questions), shell.file("a.json"), shell.file("b.json"))
        let data = try JSONSerialization.data(withJSONObject: ["questions": other])
        let otherList = shell.file("other.json", "\u{FEFF}" + String(decoding: data, as: UTF8.self))
        // when
        shell.must("quiz", "bank", "convert", list, bank)
        shell.must("quiz", "bank", "convert", otherList, otherBank)
        // then
        let written = FileManager.default.contents(atPath: bank)
        #expect(written != nil && FileManager.default.contents(atPath: otherBank) == written)
    }

    @Test("M16: options by letter, as members or in an object, give the same bank") func lettered() throws {
        // given
        let questions = try questions()
        func changed(_ change: (inout [String: Any], [String], Int) -> Void) -> [[String: Any]] {
            questions.map { question in
                var question = question
                let options = question.removeValue(forKey: "options") as? [String] ?? []
                let place = question.removeValue(forKey: "correctAnswer") as? Int ?? 0
                change(&question, options, place)
                return question
            }
        }
        let members = changed { question, options, place in
            for (letter, option) in zip("ABCD", options) { question["option\(letter)"] = option }
            question["correctAnswer"] = String(Array("ABCD")[place])
            if question["category"] as? String == "parkingAndEquipment" { question["category"] = "Parking & Equipment" }
        }
        let object = changed { question, options, place in
            question["options"] = Dictionary(uniqueKeysWithValues: zip(["a", "b", "c", "d"], options))
            question["answer"] = options[place]
            question["prompt"] = question.removeValue(forKey: "questionText")
        }
        let numbered = changed { question, options, place in
            for (number, option) in zip(1...4, options) { question["choice_\(number)"] = option }
            question["correct_answer"] = place
        }
        // when
        let banks = try [questions, members, object, numbered].enumerated().map { number, list in
            let (source, bank) = (try file("list-\(number).json", list), shell.file("bank-\(number).json"))
            shell.must("quiz", "bank", "convert", source, bank)
            return FileManager.default.contents(atPath: bank)
        }
        // then
        #expect(banks[0] != nil && Set(banks).count == 1)
    }

    @Test("M16: a list without explanations is refused, each question with what is missing") func unexplained() throws {
        // given
        let questions = try questions().map { question in
            var question = question
            question["explanation"] = ""
            return question
        }
        let list = try file("list.json", questions)
        // when
        let lines = shell.run("quiz", "bank", "check", list).lines
        // then
        #expect(lines.first == "\(list): CA-001: The explanation is missing. (bank.explanation)")
        #expect(lines.last == "40 findings in 40 questions.")
    }

    @Test("Two questions of one id are refused, with both places") func sameID() throws {
        // given
        var questions = try questions()
        questions[6]["id"] = "CA-003"
        let list = try file("list.json", questions)
        // when
        let lines = shell.run("quiz", "bank", "check", list).lines
        // then
        #expect(
            lines == [
                "\(list): CA-003: The id stands twice: at question 3 and question 7 of the file. (bank.idTwice)",
                "\(list): CA-008: The id stands where CA-007 belongs: ids ascend by one. (bank.idOrder)",
                "2 findings in 40 questions.",
            ])
        #expect(error("quiz", "bank", "add", list).hasPrefix("1 bank.refused: "))
        #expect(error("quiz", "bank", "convert", list, shell.file("new.json")).hasPrefix("1 bank.refused: "))
        #expect(!FileManager.default.fileExists(atPath: shell.file("new.json")))
        #expect(shell.events == 0)
    }

    @Test("A list of several states gives the bank of the state that is named") func severalStates() throws {
        // given
        let both = try questions("CA") + questions("TX")
        let (list, bank) = (try file("list.json", both), shell.file("tx.json"))
        // when
        let line = shell.must(
            "quiz", "bank", "convert", list, bank, "--state", "tx", "--edition", "mine 1", "--language", "en-US"
        ).out
        // then
        #expect(line == "40 questions of Texas are in \(bank).\n")
        #expect(
            shell.must("quiz", "bank", "check", bank).out
                == "\(bank): 40 questions of Texas, edition mine 1: all right.\n")
        #expect(
            error("quiz", "bank", "convert", bank, "-")
                == "64 file.standardOutput: This is written to a file, not to standard output.")
        #expect(
            error("quiz", "bank", "check", list)
                == "65 bank.unreadable: \(list) is not a question bank: "
                + "it holds questions of several states (CA, TX).")
        #expect(
            shell.run("quiz", "bank", "check", list).err.hasSuffix(
                "\nhint: Name the one that is meant: daybook quiz bank convert LIST FILE --state CODE\n"))
        #expect(
            error("quiz", "bank", "convert", list, shell.file("wy.json"), "--state", "WY")
                == "65 bank.unreadable: \(list) is not a question bank: it holds no questions of WY, but of CA, TX.")
    }

    @Test(
        "What is no list of questions is refused",
        arguments: [
            ("[]", "it holds no questions"), ("[1, 2]", "none of its questions names its state"),
            (#"[{"state": "PR"}]"#, #""state" is neither "ALL" nor the code of a state"#),
            (#"{"a": 1}"#, "it holds no list of questions"), ("[", "line 1 is not JSON (the text ends early)"),
        ])
    func noList(text: String, reason: String) {
        let list = shell.file("list.json", text)
        #expect(
            error("quiz", "bank", "convert", list, shell.file("new.json"))
                == "65 bank.unreadable: \(list) is not a question bank: \(reason).")
    }

    @Test("A member that no question has is named") func unknownMember() throws {
        var questions = try questions()
        questions[4]["image"] = "sign.png"
        let list = try file("list.json", questions)
        #expect(
            shell.run("quiz", "bank", "check", list).lines.first
                == "\(list): CA-005: \"image\" is no member of it. (bank.field)")
    }
}
