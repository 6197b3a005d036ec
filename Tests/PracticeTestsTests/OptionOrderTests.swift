import EventCodec
import Foundation
import PracticeTests
import Testing

@Suite struct OptionOrderTests {
    private func order(_ options: [String], explanation: String = "So.") -> OptionOrder {
        OptionOrder(
            Question(
                id: QuestionID(nil, 1), category: .roadSigns, text: "What?", options: options, correct: 0,
                explanation: explanation))
    }

    @Test(
        "T-B.3: where an option names others by letter, number or place, all four keep their order",
        arguments: [
            "Both A and B", "A and C", "Either B or D", "Answers B and C", "Option D", "B, C", "Neither A nor B",
            "Only A", "Only C", "B only", "C alone", "Both B and C are right", "The first two answers",
            "Options 1 and 2", "1 and 2 only", "1, 2 and 3", "Statement II", "Either of the first two",
            "The first and the third", "The second answer", "The last two options", "Both of them", "Neither of them",
            "Either one", "Both", "Neither", "Both of the other options", "Both answers", "Both of the above",
            "Neither of the two", "1 & 2", "Same as A", "The previous two", "All but B", "All the above except C",
            "Tanto A como B", "A y C", "Ambas", "Solo la B", "Las opciones 1 y 2", "Todas menos la B", "Lo mismo que A",
            "Some of the answers",
        ])
    func places(option: String) {
        #expect(order(["Stop", "Go", "Wait", option]).groups == [])
        #expect(order([option, "Stop", "Go", "Wait"]).groups == [])
    }

    @Test(
        "T-B.3: an option about the options above it keeps its place; what stands above it is shuffled",
        arguments: [
            "All of the above", "None of the above.", "Any of the above", "ALL THE ABOVE", "Only the above",
            "All of the answers above are correct", "Everything listed above", "None of the above answers",
            "Todas las anteriores", "Ninguna de las opciones anteriores", "Todo lo anterior",
        ])
    func above(option: String) {
        #expect(order(["Stop", "Go", "Wait", option]).groups == [[0, 1, 2]])
        #expect(order(["Stop", "Go", option, "Wait"]).groups == [[0, 1]])
        #expect(order(["Stop", option, "Go", "Wait"]).groups == [[2, 3]])
    }

    @Test("T-B.3: a pair above is two options: only in the third place may they change places")
    func pairs() {
        #expect(order(["Stop", "Go", "Both of the above", "Wait"]).groups == [[0, 1]])
        #expect(order(["Stop", "Go", "Both of the above", "Neither of the above"]).groups == [])
    }

    @Test(
        "T-B.3: an option about the options below it keeps its place, and they stay below",
        arguments: ["All of the following", "None of the options below", "Each of the below"])
    func below(option: String) {
        #expect(order([option, "Stop", "Go", "Wait"]).groups == [[1, 2, 3]])
        #expect(order(["Stop", option, "Go", "Wait"]).groups == [[2, 3]])
    }

    @Test(
        "T-B.3: an option about all the others keeps its place, and they are shuffled",
        arguments: [
            "None of these", "All of these", "All of them", "Each of them is right", "Everything listed here",
            "All three", "All three of these", "Any of the others", "Every answer is right", "No other option",
            "All of the answers", "All", "None of the other answers", "All are correct", "Todas son correctas",
            "Ninguna",
            "None",
        ])
    func others(option: String) {
        #expect(order(["Stop", "Go", "Wait", option]).groups == [[0, 1, 2]])
        #expect(order(["Stop", option, "Go", "Wait"]).groups == [[0, 2, 3]])
    }

    @Test(
        "T-B.3: words that look like references are none",
        arguments: [
            "A car and a bus", "A license of Class C", "Take either a bus or a train",
            "Stop at the line above the sign", "Both drivers", "A 9-year-old child", "Vitamin D",
            "You and a passenger", "Above 55 mph", "The choice of a lane", "Only a driver under 18",
            "60 hours, none of them at night", "About one second", "Both of the drivers", "All three lanes",
            "A second car", "In the first two hours", "Vehicles going straight first, then those turning",
            "A la derecha",
            "Ambos conductores", "Licencia clase A o B", "Washington, D.C.", "Only one",
            "Each can strengthen the effects of the other", "12 hours, all of which may be in daylight",
        ])
    func ordinaryWords(option: String) { #expect(order(["Stop", "Go", "Wait", option]).groups == [[0, 1, 2, 3]]) }

    @Test("T-B.3: beside other numbers a number is a value, and refers to no option") func values() {
        #expect(order(["None", "One", "Four", "Three"]).groups == [[0, 1, 2, 3]])
        #expect(order(["The fourth", "The eighth", "The sixth", "The tenth"]).groups == [[0, 1, 2, 3]])
        #expect(order(["One way", "The fourth", "Two lanes", "Go"]).groups == [])
    }

    @Test("T-B.3: of 300 options in two languages none that refers is shuffled, and 3 % of the plain ones stay at most")
    func corpus() throws {
        let path = checkout().appending(path: "Tests/Fixtures/corpora/options-that-refer.tsv")
        let rows = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t").map(String.init)
        }
        #expect(rows.count == 300 && rows.count(where: { $0[1] == "plain" }) == 150)
        var kept: [String] = []
        for row in rows {
            let isShuffled = order(["Stop", "Go", "Wait", row[2]]).groups.contains { $0.contains(3) }
            if row[1] == "refers" {
                #expect(!isShuffled, "\(row[2])")
            } else if !isShuffled {
                kept.append(row[2])
            }
        }
        #expect(kept.count <= 4, "\(kept)")
    }

    @Test("T-B.3: an explanation that names an option by its letter holds all four in place")
    func explanations() {
        let options = ["Stop", "Go", "Wait", "Turn"]
        for text in ["Answer B is right.", "So option A is wrong.", "See choice D."] {
            #expect(order(options, explanation: text).groups == [], "\(text)")
        }
        for text in ["A choice a driver makes.", "Class B licenses.", "The answer a friend gives."] {
            #expect(order(options, explanation: text).groups == [[0, 1, 2, 3]], "\(text)")
        }
    }

    @Test("T-B.3: the options above a reference stay above it in every attempt, in every order")
    func attempts() {
        let question = Question(
            id: QuestionID(nil, 1), category: .roadSigns, text: "What?",
            options: ["Stop", "Go", "All of the above", "Wait"], correct: 2, explanation: "So.")
        var seen: Set<String> = []
        for attempt in 1...200 {
            seen.insert(TestPlan.permutation(of: question, seed: "CA/1/\(attempt)"))
        }
        #expect(seen == ["ABCD", "BACD"])
    }

    @Test("T-B.3: 2,000 questions of random words have the groups that a second program finds")
    func secondProgram() throws {
        let data = try Data(contentsOf: checkout().appending(path: "schemas/vectors/practice-options.json"))
        guard case .array(let rows) = try JSONParser.parse(Array(data)) else {
            throw BankUnreadable(reason: "no list")
        }
        #expect(rows.count == 2_000)
        for row in rows {
            guard case .array(let texts)? = row["options"] else { continue }
            let options = texts.compactMap(\.stringValue)
            try #require(options.count == 4)
            let groups = order(options).groups.map { JSONValue.array($0.map { .integer($0) }) }
            #expect(row["groups"] == .array(groups), "\(options)")
        }
    }

    @Test("The built-in banks hold four options that refer to others; each question of theirs is shuffled but for it")
    func builtIn() {
        let banks =
            [BankShelf.builtIn.universal] + BankShelf.builtInStates.compactMap { BankShelf.builtIn.bank(of: $0) }
        let held = banks.flatMap(\.questions).filter { OptionOrder($0).groups != [[0, 1, 2, 3]] }
        #expect(held.map(\.id.text) == ["U-036", "U-051", "U-129", "U-152"])
        #expect(held.allSatisfy { OptionOrder($0).groups.joined().count == 3 })
    }
}
