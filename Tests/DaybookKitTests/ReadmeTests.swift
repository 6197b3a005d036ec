import Foundation
import LedgerTestSupport
import Testing

@Suite struct ReadmeTests {
    private func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    }

    @Test("the program in the README is the one that is compiled here, and does what it says") func snippet() throws {
        let readme = try lines("README.md")
        let start = try #require(readme.firstIndex(of: "```swift"))
        let end = try #require(readme[start...].firstIndex(of: "```"))
        let shown = readme[(start + 1)..<end]
        let source = try lines("Tests/DaybookKitTests/ReadmeSnippet.swift")
        let marks = source.indices.filter { source[$0] == "    // README" }
        try #require(marks.count == 2)
        let compiled = source[(marks[0] + 1)..<marks[1]].map { String($0.dropFirst(4)) }
        #expect(Array(shown) == source.filter { $0.hasPrefix("import ") } + [""] + compiled)
        try Scratch.with { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            #expect(try readmeSnippet(in: folder) == "You are current")
        }
    }

    @Test("the README's commands exist") func commands() throws {
        let text = try lines("README.md").joined(separator: "\n")
        for words in ["daybook flight list", "daybook completion bash", "SIGPIPE"] {
            #expect(text.contains(words), "\(words)")
        }
    }
}
