import EventCodec
import PracticeTests
import Testing

/// T-4.2a: what is wrong in a bank is named, each with its place, a code and a sentence.
@Suite struct BankFindingTests {
    private struct Case: CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout BankText) -> Void
        let item: String
        let code: String
        let message: String

        init(_ item: String, _ code: String, _ message: String, _ change: @escaping @Sendable (inout BankText) -> Void)
        {
            (self.item, self.code, self.message, self.change) = (item, code, message, change)
            testDescription = "\(code): \(message)"
        }
    }

    private static let cases: [Case] = [
        Case("bank", "bank.count", "A state's bank holds 40 questions, this one 39.") { $0.questions.removeLast() },
        Case("bank", "bank.edition", "\"edition\" has to be a text.") { $0.set("edition", nil) },
        Case("bank", "bank.textTooLong", "\"edition\" has 41 characters; 40 are allowed.") {
            $0.set("edition", .string(String(repeating: "e", count: 41)))
        },
        Case("bank", "bank.language", "\"language\" has to be a language tag, as \"en\".") {
            $0.set("language", .string("English"))
        },
        Case("bank", "bank.language", "\"language\" has to be a language tag, as \"en\".") { $0.set("language", nil) },
        Case("bank", "bank.field", "\"author\" is no member of it.") { $0.set("author", .string("me")) },
        Case("question 3", "bank.id", "\"id\" has to be of the form \"CA-001\", not \"CA-3\".") {
            $0.set(2, "id", .string("CA-3"))
        },
        Case("U-003", "bank.id", "\"id\" has to be of the form \"CA-001\", not \"U-003\".") {
            $0.set(2, "id", .string("U-003"))
        },
        Case("question 3", "bank.id", "\"id\" has to be of the form \"CA-001\".") { $0.set(2, "id", .integer(3)) },
        Case("CA-002", "bank.idTwice", "The id stands twice: at question 2 and question 3 of the file.") {
            $0.set(2, "id", .string("CA-002"))
        },
        Case("CA-041", "bank.idOrder", "The id stands where CA-040 belongs: ids ascend by one.") {
            $0.set(39, "id", .string("CA-041"))
        },
        Case("CA-003", "bank.type", "\"type\" has to be \"state\" in this bank.") {
            $0.set(2, "type", .string("universal"))
        },
        Case("CA-003", "bank.state", "\"state\" has to be \"CA\", as in the bank's head.") {
            $0.set(2, "state", .string("TX"))
        },
        Case(
            "CA-003", "bank.category",
            "\"category\" has to be one of licensing, speedLimits, trafficLaws, alcoholLaws, parkingAndEquipment."
        ) {
            $0.set(2, "category", .string("roadSigns"))
        },
        Case("CA-003", "bank.question", "\"question\" has to be a text.") { $0.set(2, "question", .string("  ")) },
        Case("CA-003", "bank.textTooLong", "\"question\" has 301 characters; 300 are allowed.") {
            $0.set(2, "question", .string(String(repeating: "?", count: 301)))
        },
        Case("CA-003", "bank.control", "\"question\" holds a control character.") {
            $0.set(2, "question", .string("What\u{1B}[2J?"))
        },
        Case("CA-003", "bank.questionTwice", "The question stands in CA-001 already.") {
            $0.set(2, "question", .string("WHAT is the answer to  question 1 of CA?"))
        },
        Case("CA-003", "bank.options", "A question has four options, not 5.") {
            $0.set(2, "options", .array((1...5).map { .string("\($0)") }))
        },
        Case("CA-003", "bank.options", "A question has four options, not 3.") {
            $0.set(2, "options", .array((1...3).map { .string("\($0)") }))
        },
        Case("CA-003", "bank.options", "A question has four options.") { $0.set(2, "options", nil) },
        Case("CA-003", "bank.options", "\"option 2\" has to be a text.") {
            $0.set(2, "options", .array([.string("1"), .null, .string("3"), .string("4")]))
        },
        Case("CA-003", "bank.textTooLong", "\"option 1\" has 161 characters; 160 are allowed.") {
            $0.set(2, "options", .array([String(repeating: "o", count: 161), "2", "3", "4"].map { .string($0) }))
        },
        Case("CA-003", "bank.optionTwice", "Two options say the same.") {
            $0.set(2, "options", .array(["One", "Two", "one ", "Four"].map { .string($0) }))
        },
        Case("CA-003", "bank.correct", "\"correct\" has to be the place of the right option: 0, 1, 2 or 3.") {
            $0.set(2, "correct", .integer(4))
        },
        Case("CA-003", "bank.correct", "\"correct\" has to be the place of the right option: 0, 1, 2 or 3.") {
            $0.set(2, "correct", .integer(-1))
        },
        Case("CA-003", "bank.correct", "\"correct\" has to be the place of the right option: 0, 1, 2 or 3.") {
            $0.set(2, "correct", .string("A"))
        },
        Case("CA-003", "bank.explanation", "The explanation is missing.") { $0.set(2, "explanation", nil) },
        Case("CA-003", "bank.explanation", "The explanation is missing.") { $0.set(2, "explanation", .string("")) },
        Case("CA-003", "bank.textTooLong", "\"explanation\" has 601 characters; 600 are allowed.") {
            $0.set(2, "explanation", .string(String(repeating: "e", count: 601)))
        },
        Case("CA-003", "bank.field", "\"hint\" is no member of it.") { $0.set(2, "hint", .string("think")) },
        Case("licensing", "bank.categoryCount", "The category has 8 questions in a whole bank, here 7.") {
            $0.set(2, "category", .string("speedLimits"))
        },
    ]

    @Test("T-4.2a, T-3.1.T2: every violation is named with its place, and a bank with one is none", arguments: cases)
    private func finding(_ row: Case) throws {
        var text = BankText.whole(state("CA"))
        row.change(&text)
        let check = try BankCheck.read(text.bytes)
        #expect(check.findings.first == BankFinding(item: row.item, code: row.code, message: row.message))
        #expect(check.bank == nil)
        #expect(check.questions == text.questions.count)
        // A question in the wrong category is reported for both categories.
        #expect(check.findings.count == (row.code == "bank.categoryCount" ? 2 : 1))
    }

    @Test("T-4.2a: all violations are named at once") func several() throws {
        var text = BankText.whole(nil)
        text.set(4, "correct", .integer(7))
        text.set(9, "explanation", nil)
        text.questions[11] = []
        text.questions.removeLast(2)
        let check = try BankCheck.read(text.bytes)
        #expect(
            check.findings.map { "\($0.item) \($0.code)" } == [
                "bank bank.count", "U-005 bank.correct", "U-010 bank.explanation", "question 12 bank.id",
                "question 12 bank.type", "question 12 bank.state",
                "question 12 bank.category", "question 12 bank.question", "question 12 bank.options",
                "question 12 bank.correct", "question 12 bank.explanation",
            ])
        #expect(check.findings.first?.message == "The universal bank holds 160 questions, this one 158.")
    }

    @Test("T-4.2a: a question that is no object") func noObject() throws {
        let list = "{\"daybookBank\":1,\"state\":\"CA\",\"edition\":\"1\",\"language\":\"en\",\"questions\":[7]}"
        #expect(
            try BankCheck.read(Array(list.utf8)).findings.map(\.message) == [
                "A state's bank holds 40 questions, this one 1.", "A question has to be an object.",
            ])
    }

    @Test(
        "T-4.2a: what is no bank at all says why",
        arguments: [
            ("", "line 1 is not JSON (the text ends early)"),
            ("{\"daybookBank\":1,\n\"state\":}", "line 2 is not JSON (neither a value nor a number)"),
            ("[]", "it holds no questions"), ("{}", "the member \"daybookBank\" is missing"),
            ("{\"daybookBank\":2}", "this program reads version 1 of the format alone"),
            ("{\"daybookBank\":1}", "the list \"questions\" is missing"),
            (
                "{\"daybookBank\":1,\"state\":\"XX\",\"questions\":[]}",
                "\"state\" is neither \"ALL\" nor the code of a state"
            ),
        ])
    func unreadable(text: String, reason: String) {
        #expect(throws: BankUnreadable(reason: reason)) { try BankCheck.read(Array(text.utf8)) }
    }

    @Test("T-4.1c: a file larger than 1 MiB is no bank") func large() {
        #expect(throws: BankUnreadable(reason: "it is larger than 1 MiB")) {
            try BankCheck.read([UInt8](repeating: 0x20, count: BankCheck.bytesMaximum + 1))
        }
    }
}
