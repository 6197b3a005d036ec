import EventCodec
import Foundation
import PracticeTests

/// The checkout's folder.
func checkout(source: String = #filePath) -> URL {
    URL(filePath: source).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// The rows of a vector file under Tests/Fixtures, column name → text.
func bankVectors(_ name: String) throws -> [[String: String]] {
    let text = try String(contentsOf: checkout().appending(path: "Tests/Fixtures/vectors/\(name)"), encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline)
    let columns = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().map {
        Dictionary(uniqueKeysWithValues: zip(columns, $0.split(separator: ",").map(String.init)))
    }
}

/// The states whose banks stand in schemas/bank, ascending.
func builtInStates() -> [String] {
    let folder = checkout().appending(path: "schemas/bank/states").path
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder)  // No file: the comparisons with it fail.
    return (files ?? []).map { String($0.prefix(2)) }.sorted()
}

func state(_ code: String) -> StateCode {
    guard let state = StateCode(code) else { fatalError("no state \(code)") }
    return state
}

/// A bank as its file spells it, with something to change in it.
struct BankText {
    var head: [JSONValue.Member]
    var questions: [[JSONValue.Member]]

    /// A whole bank of invented questions.
    static func whole(_ state: StateCode?) -> BankText {
        let name = QuestionBank.name(of: state)
        let categories = QuestionCategory.allCases.filter { $0.isUniversal == (state == nil) }.flatMap {
            Array(repeating: $0, count: $0.questions)
        }
        return BankText(
            head: [
                .init("daybookBank", .integer(1)), .init("state", .string(name)),
                .init("edition", .string("synthetic 1")), .init("language", .string("en")),
            ],
            questions: categories.enumerated().map { index, category in
                [
                    .init("id", .string(QuestionID(state, index + 1).text)),
                    .init("type", .string(state == nil ? "universal" : "state")),
                    .init("state", .string(name)), .init("category", .string(category.rawValue)),
                    .init("question", .string("What is the answer to question \(index + 1) of \(name)?")),
                    .init("options", .array(["One", "Two", "Three", "Four"].map { .string("\($0) of \(index + 1)") })),
                    .init("correct", .integer(index % 4)), .init("explanation", .string("It is invented.")),
                ]
            })
    }

    mutating func set(_ index: Int, _ name: String, _ value: JSONValue?) {
        questions[index].removeAll { $0.name == name }
        if let value { questions[index].append(.init(name, value)) }
    }

    mutating func set(_ name: String, _ value: JSONValue?) {
        head.removeAll { $0.name == name }
        if let value { head.append(.init(name, value)) }
    }

    var bytes: [UInt8] {
        Array(JSONValue.object(head + [.init("questions", .array(questions.map { .object($0) }))]).text.utf8)
    }
}
