import DaybookDomains
import EventCodec
import Foundation
import LedgerTestSupport
import Testing

/// A bank with every text filled in, as a person would a new one.
func filledBank(_ code: String, edition: String = "first") -> String {
    var text = BankTemplate.text(of: StateCode(code)).replacing(
        "\"edition\": \"\"", with: "\"edition\": \"\(edition)\"")
    text = text.replacing(
        "\"options\": [\"\", \"\", \"\", \"\"]", with: "\"options\": [\"One\", \"Two\", \"Three\", \"Four\"]")
    text = text.replacing("\"explanation\": \"\"", with: "\"explanation\": \"It is so in \(code).\"")
    var number = 0
    return text.replacing(/"question": ""/) { _ in
        number += 1
        return "\"question\": \"What is number \(number) of \(code), \(edition)?\""
    }
}

/// The states whose banks stand in schemas/bank, ascending.
private func builtInStates() -> [String] {
    let folder = TestFolder.url.appending(path: "../schemas/bank/states").path
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder)  // No file: the comparisons with it fail.
    return (files ?? []).map { String($0.prefix(2)) }.sorted()
}

@Suite struct QuizBankTests {
    private let shell = Shell()

    private func error(_ arguments: String..., input: String = "") -> String {
        let result = shell.run(arguments + ["--json"], input: input)
        let error = result.error["error"]
        return
            "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "") \(error?["hint"]?.stringValue ?? "")"
    }

    @Test(
        "T-3.1.7, T-4.1a, T-4.1c, T-11.2: the banks of the program, with their sizes and what they hash to, without a ledger"
    ) func shown() throws {
        let shell = Shell(initialise: false)
        let rows = shell.must("quiz", "bank", "list", "--json").json
        guard case .array(let banks) = rows else { throw Fault(.defect, code: "test", message: "no list") }
        #expect(banks.map { $0["state"]?.stringValue } == ["ALL"] + builtInStates())
        let folder = TestFolder.url.appending(path: "../schemas/bank")
        for (bank, path) in zip(banks, ["universal.json"] + builtInStates().map { "states/\($0).json" }) {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
            let code = try #require(bank["state"]?.stringValue)
            #expect(bank["sha256"]?.stringValue == Ledger.digest(ofFile: bytes))
            #expect(bank["bytes"]?.integerValue == bytes.count)
            #expect(bank["questions"]?.integerValue == (code == "ALL" ? 160 : 40))
            #expect(bank["source"]?.stringValue == "program")
            #expect(shell.must("quiz", "bank", "show", code.lowercased(), "--json").json == bank)
            let copy = shell.folder + "-\(code).json"
            defer { try? FileManager.default.removeItem(atPath: copy) }  // A leftover in the temporary folder fails no test.
            #expect(shell.must("quiz", "bank", "export", code, copy).out == "The bank is in \(copy).\n")
            #expect(FileManager.default.contents(atPath: copy).map { [UInt8]($0) } == bytes)
            #expect(shell.must("quiz", "bank", "export", code, "-").out == String(decoding: bytes, as: UTF8.self))
        }
        let shown = shell.must("quiz", "bank", "show", "CA").lines
        #expect(shown.first == "40 questions of California, edition demonstration 1.")
        #expect(
            shown.last?.hasPrefix("24953 bytes, sha256:") == true && shown.last?.hasSuffix(", in the program.") == true)
        #expect(
            shell.must("quiz", "bank", "list").lines.first?.split(separator: " ").map(String.init) == [
                "State", "Questions", "Edition", "Bytes", "From",
            ])
        #expect(shell.run("quiz", "bank", "list", "--known-at", "1").status == 66)
    }

    @Test("T-4.2a: a right bank, and several together") func right() {
        let shell = Shell(initialise: false)
        let (ca, tx) = (shell.folder + "-a.json", shell.folder + "-b.json")
        defer { for path in [ca, tx] { try? FileManager.default.removeItem(atPath: path) } }  // Same reason.
        for (code, path) in [("CA", ca), ("TX", tx)] { shell.must("quiz", "bank", "export", code, path) }
        #expect(
            shell.must("quiz", "bank", "check", ca, tx).out == """
                \(ca): 40 questions of California, edition demonstration 1: all right.
                \(tx): 40 questions of Texas, edition demonstration 1: all right.

                """)
        #expect(
            shell.must("quiz", "bank", "check", ca, tx, "--json").out
                == #"{"ok":true,"questions":80,"findings":[],"notes":[]}"# + "\n")
        let doubled = shell.run("quiz", "bank", "check", ca, ca)
        #expect(doubled.status == 1 && doubled.err == "")
        #expect(
            doubled.lines.first == "\(ca): CA-001: The question stands in \(ca) (CA-001) already. (bank.questionTwice)")
        #expect(doubled.lines.last == "40 findings in 80 questions.")
    }

    @Test("T-B.3: a right bank's options that refer to others are noted, each with what stays") func notes() {
        let texts = [
            "Both A and B", "All of the above", "Neither of the above", "None of the following", "None of these",
            "Some of the answers",
        ]
        var bank = filledBank("WY")
        for text in texts { bank.replace("[\"One\"", with: "[\"\(text)\"", maxReplacements: 1) }
        let last = bank.ranges(of: "It is so in WY.").last
        if let last { bank.replaceSubrange(last, with: "Answer B is right.") }
        let path = shell.file("wy.json", bank)
        let (none, own) = ("all four keep their order", "it keeps its place, and others are shuffled")
        #expect(
            shell.must("quiz", "bank", "check", path).lines == [
                "\(path): WY-001: Option A refers to options by letter, number or place: \(none). (bank.optionRefers)",
                "\(path): WY-002: Option A refers to the options above it: \(own). (bank.optionRefers)",
                "\(path): WY-003: Option A refers to two options above it: \(none). (bank.optionRefers)",
                "\(path): WY-004: Option A refers to the options below it: \(own). (bank.optionRefers)",
                "\(path): WY-005: Option A refers to the other options: \(own). (bank.optionRefers)",
                "\(path): WY-006: Option A may refer to other options: \(none)."
                    + " Name those by their words. (bank.optionUnclear)",
                "\(path): WY-040: The explanation names an option by its letter: \(none). (bank.explanationRefers)",
                "\(path): 40 questions of Wyoming, edition first: all right.",
            ])
        guard case .array(let found)? = shell.must("quiz", "bank", "check", path, "--json").json["notes"] else {
            Issue.record("no notes")
            return
        }
        #expect(
            found.compactMap { $0["code"]?.stringValue }
                == Array(repeating: "bank.optionRefers", count: 5) + ["bank.optionUnclear", "bank.explanationRefers"])
    }

    @Test("T-3.1.T2, T-4.2a: an incomplete bank is refused, each violation named with its item; nothing is written")
    func incomplete() {
        let cut = filledBank("WY").replacing("\"correct\": 0", with: "\"correct\": 4", maxReplacements: 1).replacing(
            #/ {2}\{\n {3}"id": "WY-040"[^}]*\}\n/#, with: ""
        )
        .replacing(/\},\n \]/, with: "}\n ]")
        let path = shell.file("wy.json", cut)
        let check = shell.run("quiz", "bank", "check", path)
        #expect(check.status == 1 && check.err == "")
        #expect(
            check.lines == [
                "\(path): bank: A state's bank holds 40 questions, this one 39. (bank.count)",
                "\(path): WY-001: \"correct\" has to be the place of the right option: 0, 1, 2 or 3. (bank.correct)",
                "2 findings in 39 questions.",
            ])
        let json = shell.run("quiz", "bank", "check", path, "--json")
        #expect(
            json.status == 1 && json.err == "" && json.json["ok"] == .bool(false)
                && json.json["questions"] == .integer(39))
        #expect(
            json.json["findings"]
                == .array([
                    .object(pairs: [
                        "file": .string(path), "item": .string("bank"), "code": .string("bank.count"),
                        "message": .string("A state's bank holds 40 questions, this one 39."),
                    ]),
                    .object(pairs: [
                        "file": .string(path), "item": .string("WY-001"), "code": .string("bank.correct"),
                        "message": .string("\"correct\" has to be the place of the right option: 0, 1, 2 or 3."),
                    ]),
                ]))
        #expect(
            error("quiz", "bank", "add", path)
                == "1 bank.refused: \(path) is not a whole and right bank (2 findings). bank: A state's bank holds 40 questions, this one 39. \"daybook quiz bank check \(path)\" names all."
        )
        #expect(shell.events == 0)
        #expect(shell.must("quiz", "bank", "list").out.contains("WY") == false)
    }

    @Test("What cannot be read is said with its line") func unreadable() {
        let path = shell.file("broken.json", "{\"daybookBank\": 1,\n \"state\": CA}\n")
        let hint = "\"daybook quiz bank new CODE FILE\" writes one to fill in."
        let message =
            "65 bank.unreadable: \(path) is not a question bank: line 2 is not JSON (neither a value nor a number). \(hint)"
        #expect(error("quiz", "bank", "check", path) == message)
        #expect(error("quiz", "bank", "add", path) == message)
        #expect(
            error("quiz", "bank", "check", "-", input: "[]")
                == "65 bank.unreadable: Standard input is not a question bank: it holds no questions. \(hint)"
        )
        let large = shell.file("large.json", String(repeating: " ", count: 1_048_577))
        #expect(
            error("quiz", "bank", "check", large)
                == "65 bank.unreadable: \(large) is not a question bank: it is larger than 1 MiB. \(hint)")
        #expect(error("quiz", "bank", "check", shell.file("none.json")).hasPrefix("66 file.missing: There is no file "))
        #expect(shell.events == 0)
    }

    @Test("A new bank is filled in, checked, added, shown, exported; added again it changes nothing") func added()
        throws
    {
        let path = shell.file("wy.json")
        #expect(
            shell.must("quiz", "bank", "new", "ny", path).out == "A bank of 40 questions to fill in is in \(path).\n")
        #expect(
            error("quiz", "bank", "new", "WY", path)
                == "1 file.exists: \(path) exists already; a bank is never written over. Name another file.")
        let empty = shell.run("quiz", "bank", "check", path, "--json").json
        guard case .array(let findings)? = empty["findings"] else {
            throw Fault(.defect, code: "test", message: "no findings")
        }
        #expect(
            Set(findings.compactMap { $0["code"]?.stringValue }) == [
                "bank.edition", "bank.question", "bank.options", "bank.explanation",
            ])
        let filled = filledBank("WY")
        let (file, digest) = (shell.file("filled.json", filled), Ledger.digest(ofFile: Array(filled.utf8)))
        #expect(
            error("quiz", "bank", "show", "WY")
                == "1 bank.missing: There are no questions of Wyoming. Add a bank: daybook quiz bank add FILE (\"daybook quiz bank new WY FILE\" makes one to fill in)."
        )
        #expect(shell.must("quiz", "bank", "add", file).out == "40 questions of Wyoming added, edition first.\n")
        #expect(shell.must("quiz", "bank", "add", file).out == "This bank is there already.\n")
        #expect(shell.events == 1)
        let log = shell.run("log", "--json").jsonLines.last
        #expect(log?["subject"]?.stringValue == "profile/quiz")
        #expect(log?["data"]?.text == #"{"state":"WY","digest":"\#(digest)","edition":"first","questions":40}"#)
        #expect(
            shell.must("quiz", "bank", "show", "WY").out
                == "40 questions of Wyoming, edition first.\n\(filled.utf8.count) bytes, sha256:\(digest), added to this ledger.\n"
        )
        #expect(shell.must("quiz", "bank", "export", "WY", "-").out == filled)
        guard case .array(let banks) = shell.must("quiz", "bank", "list", "--json").json else {
            throw Fault(.defect, code: "test", message: "no list")
        }
        #expect(banks.map { $0["state"]?.stringValue } == ["ALL"] + (builtInStates() + ["WY"]).sorted())
        #expect(shell.must("quiz", "bank", "list", "--known-at", "1").out.contains("WY") == false)
        #expect(shell.must("verify").status == 0)
    }

    @Test(
        "Where a bank moves questions to another category, a change between two points is told by the bank of each point"
    ) func movedBetweenTwoPoints() throws {
        let built = shell.must("quiz", "bank", "export", "CA", "-", "--built-in").out
        guard case .array(let questions)? = try JSONParser.parse(Array(built.utf8))["questions"] else {
            throw Fault(.defect, code: "test", message: "no questions")
        }
        shell.must("quiz", "state", "CA")
        func answer(_ category: String, _ number: Int) throws -> (id: String, line: String) {
            let question = questions.filter { $0["category"]?.stringValue == category }[number]
            let (id, correct) = (
                try #require(question["id"]?.stringValue), try #require(question["correct"]?.integerValue)
            )
            let place = try #require(Int(id.dropFirst(3)))
            let set = (place - 1) / 10 + 1
            return (
                id,
                #"{"stream":"training/CA","type":"training.answered","data":{"set":\#(set),"question":"\#(id)","choice":\#(correct),"correct":true}}"#
            )
        }
        for (category, number) in [("licensing", 0), ("licensing", 1), ("alcoholLaws", 0)] {
            shell.must("append", input: try answer(category, number).line)
        }
        let before = try #require(shell.must("log", "--json").jsonLines.last?["position"]?.integerValue)
        let later = [try answer("licensing", 2), try answer("licensing", 3)]
        for answer in later { shell.must("append", input: answer.line) }
        let swapped = built.replacing("\"licensing\"", with: "\"-\"").replacing(
            "\"alcoholLaws\"", with: "\"licensing\""
        ).replacing("\"-\"", with: "\"alcoholLaws\"")
        shell.must(
            "quiz", "bank", "add", shell.file("swapped.json", swapped.replacing("demonstration 1", with: "swapped")))
        let lines = shell.must("diff", "--from", "\(before)", "--projection", "quiz").lines
        let licensing = try #require(
            lines.firstIndex { $0.contains("Licensing: 2 of 2 right → 1 of 1 right") }, "\(lines)")
        // By the bank of then they were in the category, by that of now they are in the other one: they explain both.
        for (number, answer) in later.enumerated() {
            #expect(lines[licensing + 1 + number].contains("because question \(answer.id) was answered"))
        }
        let alcohol = try #require(lines.firstIndex { $0.contains("1 of 1 right → 4 of 4 right") })
        for (number, answer) in later.enumerated() {
            #expect(lines[alcohol + 1 + number].contains("because question \(answer.id) was answered"))
        }
    }

    @Test("A bank in the place of one of the program's, and back; the other states' stay") func replaced() throws {
        let own = shell.file("ca.json", filledBank("CA"))
        shell.must("quiz", "bank", "add", own)
        shell.must("quiz", "bank", "add", shell.file("tx.json", filledBank("TX")))
        let second = shell.must(
            "quiz", "bank", "add", shell.file("ca2.json", filledBank("CA", edition: "second")), "--json"
        ).json
        #expect(shell.must("quiz", "bank", "show", "CA").lines.first == "40 questions of California, edition second.")
        // The bank added before it, and not the other state's.
        shell.must("undo", try #require(second["event"]?.stringValue))
        #expect(shell.must("quiz", "bank", "show", "CA").lines.first == "40 questions of California, edition first.")
        #expect(shell.must("quiz", "bank", "show", "TX").lines.first == "40 questions of Texas, edition first.")
        let (back, built) = (shell.file("back.json"), shell.must("quiz", "bank", "export", "CA", "-", "--built-in").out)
        #expect(built.contains("demonstration 1"))
        shell.must("quiz", "bank", "export", "CA", back, "--built-in")
        #expect(
            error("quiz", "bank", "export", "TX", back, "--built-in")
                == "1 file.exists: \(back) exists and holds something else. Name another file.")
        shell.must("quiz", "bank", "add", back)
        #expect(shell.must("quiz", "bank", "export", "CA", "-").out == built)
        #expect(
            error("quiz", "bank", "export", "WY", "-", "--built-in").hasPrefix(
                "64 usage.wrong: The bank and the JSON document would both go to standard output."))
        #expect(shell.run("quiz", "bank", "export", "WY", back, "--built-in", "--json").code == "bank.missing")
    }

    @Test("What is no state's code") func unknown() {
        let message = "1 state.unknown: \"XX\" is neither the code of a state nor ALL. Write it like CA."
        #expect(error("quiz", "bank", "show", "XX") == message)
        #expect(error("quiz", "bank", "new", "XX", shell.file("x.json")) == message)
        #expect(error("quiz", "bank", "export", "XX", shell.file("x.json")) == message)
        let line =
            #"{"stream":"profile/quiz","type":"bank.added","data":{"state":"XX","digest":"\#(String(repeating: "ab", count: 32))","edition":"1","questions":40}}"#
        #expect(shell.run("append", "--json", input: line).code == "state.unknown")
        #expect(
            shell.run(
                "append", "--json",
                input: line.replacing("XX", with: "WY").replacing("profile/quiz", with: "profile/water")
            ).code == "stream.other")
    }

    @Test("A bank goes along with an export and a backup; an event without its file says so") func travels() throws {
        let filled = filledBank("WY")
        shell.must("quiz", "bank", "add", shell.file("wy.json", filled))
        let (export, peer) = (shell.file("all.jsonl"), Shell())
        shell.must("export", "--format", "jsonl", export)
        peer.must("import", export)
        #expect(peer.must("quiz", "bank", "export", "WY", "-").out == filled)
        shell.must("compact")
        #expect(shell.must("quiz", "bank", "export", "WY", "-").out == filled)

        let line =
            #"{"stream":"profile/quiz","type":"bank.added","data":{"state":"AK","digest":"\#(String(repeating: "ab", count: 32))","edition":"1","questions":40}}"#
        shell.must("append", input: line)
        let missing =
            "1 bank.missing: The questions of Alaska were added on another device, and their file is not in this ledger. Take it from there: daybook sync, or add the file here as well: daybook quiz bank add FILE"
        #expect(error("quiz", "bank", "show", "AK") == missing)
        #expect(error("quiz", "bank", "export", "AK", shell.file("ak.json")) == missing)
        let row = shell.must("quiz", "bank", "list").lines.first { $0.hasPrefix("AK") }
        #expect(
            row?.split(separator: " ", omittingEmptySubsequences: true).map(String.init) == [
                "AK", "40", "1", "not", "here", "ledger",
            ])
    }
}
