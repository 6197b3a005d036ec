import DaybookDomains
import PracticeTests
import Testing

@Suite struct QuizTests {
    private let shell = Shell()

    private func error(_ arguments: String...) -> String {
        let result = shell.run(arguments + ["--json"])
        let error = result.error["error"]
        return
            "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "") \(error?["hint"]?.stringValue ?? "")"
    }

    /// The letter of the right option of the question that training shows next, and of one that is wrong.
    private func letters() -> (right: String, wrong: String) {
        let id = shell.must("quiz", "train", "--json").json["question"]?["id"]?.stringValue.flatMap { QuestionID($0) }
        let correct = id.flatMap { BankShelf.builtIn.question($0) }?.correct ?? 0
        return (String(OptionLetter.text[correct]), String(OptionLetter.text[(correct + 1) % 4]))
    }

    @Test("quiz state --all lists every state with its pass mark and the questions that are here")
    func allStates() {
        let result = shell.must("quiz", "state", "--all")
        #expect(result.lines.count == 53)
        #expect(
            result.lines.prefix(7) == [
                "State                Passed with  Its own test  Questions",
                "Alaska (AK)                 80 %      16 of 20  none here",
                "Alabama (AL)                80 %      24 of 30  none here",
                "Arkansas (AR)               80 %      20 of 25  none here",
                "Arizona (AZ)                80 %      24 of 30         40",
                "California (CA)             83 %      38 of 46         40",
                "Colorado (CO)               80 %      20 of 25         40",
            ])
        #expect(
            result.lines.last
                == "A state without questions takes a bank of your own: daybook quiz bank new CODE FILE.")
        #expect(shell.run(["quiz", "state", "CA", "--all"]).status == 64)
    }

    private func unlock() {
        shell.must("quiz", "state", "CA")
        for _ in 0..<10 { shell.must("quiz", "train", "--answer", letters().right) }
    }

    /// Takes test 1 with the first so many answers right.
    private func sit(right: Int) -> [String] {
        shell.must("quiz", "start", "1", "--anew")
        for index in 0..<50 {
            let question = shell.must("quiz", "question", "--json").json["question"]
            guard let id = question?["id"]?.stringValue.flatMap({ QuestionID($0) }),
                let text = BankShelf.builtIn.question(id),
                case .array(let options)? = question?["options"],
                let place = options.firstIndex(where: { $0.stringValue == text.options[text.correct] })
            else { return ["no question \(index)"] }
            shell.must("quiz", "answer", String(OptionLetter.text[index < right ? place : (place + 1) % 4]))
        }
        return shell.must("quiz", "submit").lines
    }

    @Test("T-3.1.2: states are chosen by their codes; what is none is said") func states() {
        #expect(
            error("quiz", "state") == "1 state.required: No state is chosen yet. Choose one: daybook quiz state CODE")
        #expect(
            error("quiz", "state", "PR")
                == "1 state.unknown: There is no state \"PR\". Give the two letters of one of the fifty, such as CA.")
        let california = [
            "California (CA): passed with 83 %, 42 of 50.", "The state's own test: 38 of 46 questions right.",
            "From the age of 18 it is 30 of 36 questions.",
            "Source: https://freedmvtest.com/california/guides/adult-vs-teen-test.html",
        ]
        #expect(shell.must("quiz", "state", "ca").lines == california)
        #expect(shell.must("quiz", "state", "CA").lines == california)
        #expect(shell.must("quiz", "state").lines == california)
        #expect(
            shell.must("quiz", "state", "WY").lines == [
                "Wyoming (WY): passed with 80 %, 40 of 50.", "The state's own test: 20 of 25 questions right.",
                "Source: https://dmvaceapp.com/wyoming-dmv-practice-test/",
                "There are no questions for it on this machine: training and tests need its bank (daybook quiz bank add FILE).",
            ])
        #expect(
            error("quiz", "train")
                == "1 bank.missing: There are no questions for Wyoming on this machine: a state can be chosen, but training and tests need its bank. "
                + "Add its bank: daybook quiz bank add FILE")
        #expect(
            error("quiz", "state", "CA", "--on", "2026-02-01")
                == "64 usage.wrong: A state is chosen now: it takes no other time. ")
        #expect(shell.must("quiz", "state", "--known-at", "2", "--json").json["state"]?.stringValue == "CA")
    }

    @Test("a reminder that cannot come yet names the permission that it lacks") func reminder() {
        let lines = shell.must("setting", "set", "quiz.reminder", "18:00").lines
        #expect(
            lines == [
                "quiz.reminder is 18:00 now.",
                "No reminder comes without the permission: daybook permission set granted --domain quiz",
            ])
        shell.must("permission", "set", "granted", "--domain", "quiz")
        #expect(shell.must("setting", "set", "quiz.reminder", "19:00").lines == ["quiz.reminder is 19:00 now."])
    }

    @Test("T-3.1.3: training shows a question, takes an answer and explains it") func training() {
        shell.must("quiz", "state", "CA")
        let shown = shell.must("quiz", "train").lines
        #expect(shown.count == 6)
        #expect(shown[0] == "Onboarding: 0 of 10 right")
        #expect(shown[2].hasPrefix("  A  "))
        #expect(shown[5].hasPrefix("  D  "))
        let wrong = shell.must("quiz", "train", "--answer", letters().wrong).lines
        #expect(wrong[0].hasPrefix("Wrong. Right is "))
        #expect(wrong.last == "Onboarding: 0 of 10 right")
        #expect(shell.must("quiz", "train", "--answer", letters().right.lowercased()).lines.first == "Right.")
        #expect(
            error("quiz", "start", "1")
                == "1 tests.locked: Tests open after 10 right answers in training; 1 is there. Go on with \"daybook quiz train\"."
        )
        #expect(
            error("quiz", "train", "--answer", "E")
                == "1 choice.range: A question has the options A to D. daybook quiz train --answer B")
        #expect(
            error("quiz", "train", "--answer", "4")
                == "1 choice.range: A question has the options A to D. daybook quiz train --answer B")
        #expect(
            error("quiz", "answer", "E") == "1 choice.range: A question has the options A to D. daybook quiz answer B")
        #expect(
            error("quiz", "train", "--answer", "?")
                == "64 choice.unreadable: \"?\" is not an option. Give its letter, A to D.")
        #expect(
            error("quiz", "train", "--set", "5")
                == "1 set.range: There are training sets 1 to 4, and 0 for the onboarding. daybook quiz train --set 1")
        #expect(
            error("quiz", "train", "--set", "x")
                == "64 set.unreadable: \"x\" is not the number of a training set. There are sets 1 to 4.")
        #expect(
            error("quiz", "train", "--set", "1", "--question", "U-160")
                == "1 question.unknown: \"U-160\" is no question of this set. \"daybook quiz train\" shows the next one."
        )
        #expect(
            error("quiz", "train", "--question", "what")
                == "1 question.unknown: \"what\" is no question of this set. \"daybook quiz train\" shows the next one."
        )
        #expect(
            error("quiz", "train", "--answer", "A", "--on", "2026-02-01")
                == "64 usage.wrong: An answer is given now: it takes no other time. ")
        #expect(
            shell.must("quiz", "sets").lines
                == [
                    "Set  Mastered  Answered  Next ", "  1   0 of 50         0  U-001",
                    "  2   0 of 50         0  U-041", "  3   0 of 50         0  U-081",
                    "  4   0 of 50         0  U-121",
                ].map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 })
    }

    @Test("T-6.2b, T-3.1.5, T-7.2b: a test from its start to its results, in words") func test() {
        unlock()
        #expect(error("quiz", "start", "5") == "1 test.range: There are tests 1 to 4. daybook quiz start 1")
        #expect(
            error("quiz", "start", "one")
                == "64 test.unreadable: \"one\" is not the number of a test. There are tests 1 to 4.")
        #expect(error("quiz", "question") == "1 test.none: No test is begun. Begin one: daybook quiz start 1")
        #expect(
            error("quiz", "results")
                == "1 test.none: No such test was handed in yet. \"daybook quiz tests\" shows them.")
        let started = shell.must("quiz", "start", "1", "--id", "first").lines
        #expect(started[0] == "Test 1, attempt 1, is begun. Its id is first.")
        #expect(started[1] == "question 1 of 50")
        #expect(
            error("quiz", "start", "1")
                == "1 test.open: Test 1 is begun already. Go on with \"daybook quiz answer CHOICE\", or leave it and begin again: daybook quiz start 1 --anew"
        )
        #expect(
            error("quiz", "start", "1", "--anew", "--id", "first")
                == "1 record.exists: There is an attempt with this id already. Use another id.")
        let answered = shell.must("quiz", "answer", "A").lines
        #expect(answered[0] == "Answered in test 1, attempt 1." && answered[1] == "question 2 of 50")
        #expect(
            error("quiz", "answer", "A", "--index", "0")
                == "1 answer.final: Question 1 is answered, and an answer cannot be changed. ")
        #expect(
            error("quiz", "answer", "A", "--index", "7")
                == "1 answer.order: The questions are answered in order: the next is question 2. Its index is 1.")
        #expect(
            error("quiz", "answer", "A", "--index", "50")
                == "64 index.unreadable: \"50\" is not a whole number from 0 to 49. ")
        #expect(
            error("quiz", "submit")
                == "1 test.incomplete: A test is handed in when all 50 questions are answered; 1 is. Go on with \"daybook quiz answer CHOICE\"."
        )
        #expect(
            error("quiz", "answer", "A", "--attempt", "none")
                == "1 test.unknown: There is no attempt \"none\". \"daybook quiz history\" shows them.")
        #expect(
            error("quiz", "results", "first")
                == "1 test.open: This attempt is not handed in yet. Go on with \"daybook quiz answer CHOICE\".")
        let results = sit(right: 42)
        #expect(results[0] == "Passed: 42 of 50, 84 % (the mark is 83 %). Test 1, attempt 2.")
        #expect(results[2] == "question 43")
        #expect(results.count == 1 + 8 * 9)
        #expect(results[8].hasPrefix("You chose "))
        let json = shell.must("quiz", "results", "1", "--json").json
        #expect(
            ["score", "of", "percent", "mark", "passed"].map { json[$0]?.text ?? "" } == [
                "42", "50", "84", "83", "true",
            ])
        #expect(shell.must("quiz", "results").out == results.map { $0 + "\n" }.joined())
        #expect(sit(right: 41)[0] == "Failed: 41 of 50, 82 % (the mark is 83 %). Test 1, attempt 3.")
        #expect(error("quiz", "submit") == "1 test.none: No test is begun. Begin one: daybook quiz start 1")
        #expect(shell.must("quiz", "tests").lines[1] == "   1      2     42    42")
        #expect(shell.must("quiz", "history", "--json").json["attempts"]?.text.contains("\"attempt\":3") == true)
        #expect(shell.must("quiz", "history").lines.count == 4)
    }

    @Test("T-3.2.2, T-3.2.3: the statistics in words and figures") func stats() {
        unlock()
        #expect(shell.must("quiz", "stats").lines[1] == "Pass probability    no test taken yet")
        _ = sit(right: 45)
        let json = shell.must("quiz", "stats", "--json").json
        #expect(
            [
                "answered", "correct", "accuracyPercent", "averageBest", "testsTaken", "passProbability", "readiness",
                "face", "ofFour",
            ].map { json[$0]?.text ?? "" }
                == ["60", "55", "92", "45.0", "1", "0.900", "0.11", "7", "0.225"])
        let lines = shell.must("quiz", "stats").lines
        #expect(
            lines[..<6] == [
                "State                  California", "Pass probability       90.0 %, 1 of 4 tests taken",
                "Readiness              11 %, face 7 of 8",
                "Answers                55 of 60 right, 92 %", "Best scores            45.0 of 50 on average",
                "Streak                 1 day",
            ])
        #expect(shell.must("quiz", "stats", "--on", "2026-02-09", "--json").json["answered"]?.text == "0")
        #expect(shell.must("quiz", "stats", "--known-at", "4", "--json").json["answered"]?.text == "2")
        let right = BankShelf.builtIn.universal.questions[0].correct
        func planned(_ correct: Bool) -> String {
            #"{"stream":"training/CA","type":"training.answered","data":{"set":1,"question":"U-001","choice":\#(right),"correct":\#(correct)}}"#
                + "\n"
        }
        #expect(
            shell.must("quiz", "stats", "--with", "-", "--json", input: planned(true)).json["answered"]?.text == "61")
        // Whether an answer is right is not its writer's to say.
        for arguments in [["quiz", "stats", "--with", "-", "--json"], ["append", "-", "--json"]] {
            let refused = shell.run(arguments, input: planned(false))
            #expect((refused.status, refused.error["error"]?["code"]?.stringValue) == (1, "answer.mismatch"))
        }
        #expect(shell.must("quiz", "show", "--json").json["isGuest"]?.text == "true")
    }

    @Test("T-6.1e: a reset needs a yes, is told, and taken back") func reset() {
        unlock()
        #expect(
            error("quiz", "reset") == "64 confirm.required: Progress is reset with --yes only. daybook quiz reset --yes"
        )
        #expect(
            error("quiz", "reset", "--all")
                == "64 confirm.required: Progress is reset with --yes only. daybook quiz reset --all --yes")
        #expect(
            error("quiz", "reset", "--all", "--state", "CA", "--yes")
                == "64 usage.wrong: Reset one state, or all of them. Leave out --state or --all.")
        #expect(
            error("quiz", "restore") == "1 restore.nothing: No reset of progress stands: there is nothing to restore. ")
        #expect(
            shell.must("quiz", "reset", "--yes").lines == [
                "The progress in California begins from nothing. \"daybook quiz restore\" takes that back."
            ])
        #expect(shell.must("quiz", "reset", "--yes").lines == ["There is no progress: nothing changes."])
        #expect(shell.must("quiz", "tests").lines.last == "Tests open after 10 right answers in training; 0 are there.")
        #expect(shell.must("quiz", "restore").lines == ["What was reset counts again."])
        #expect(shell.must("quiz", "stats", "--json").json["correct"]?.text == "10")
    }

    @Test("T-6.1e: of two resets the newest is taken back, and the other is named") func twoResets() {
        unlock()
        shell.must("quiz", "reset", "--yes")
        unlock()
        shell.must("quiz", "reset", "--yes")
        #expect(
            shell.must("quiz", "restore").lines == [
                "The newest reset is taken back. 1 reset stands: what it reset does not count. "
                    + "Run the command again to take back the next."
            ])
        #expect(shell.must("quiz", "restore").lines == ["What was reset counts again."])
    }

    @Test("T-8.3: the tier is off; the free one keeps to test 1") func tier() {
        unlock()
        #expect(shell.must("setting", "show", "quiz.tier", "--json").out.contains("\"all\""))
        shell.must("setting", "set", "quiz.tier", "free")
        #expect(
            error("quiz", "start", "2")
                == "1 tier.limit: The free tier has test 1 only. Take the other: daybook setting set quiz.tier premium")
        shell.must("setting", "set", "quiz.tier", "premium")
        shell.must("quiz", "start", "2")
    }
}
