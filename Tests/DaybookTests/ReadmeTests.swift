import Foundation
import Testing

@Suite struct ReadmeTests {
    private func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    }

    @Test("the program in the README is the one that is compiled here, and does what it says") func snippet()
        async throws
    {
        let readme = try lines("README.md")
        let start = try #require(readme.firstIndex(of: "```swift"))
        let end = try #require(readme[start...].firstIndex(of: "```"))
        let shown = readme[(start + 1)..<end]
        let source = try lines("Tests/DaybookTests/ReadmeSnippet.swift")
        let marks = source.indices.filter { source[$0] == "    // README" }
        try #require(marks.count == 2)
        let compiled = source[(marks[0] + 1)..<marks[1]].map { String($0.dropFirst(4)) }
        #expect(Array(shown) == source.filter { $0.hasPrefix("import ") } + [""] + compiled)
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-readme-\(UUID().uuidString)")
        // A folder that stays in the temporary files harms nothing.
        defer { try? FileManager.default.removeItem(at: folder) }
        let milligrams = try await readmeSnippet(in: folder.path())
        #expect(milligrams == (600, 0))
    }

    @Test("the README's commands exist") func commands() throws {
        let text = try lines("README.md").joined(separator: "\n")
        for words in ["daybook flight list", "daybook completion bash", "SIGPIPE"] {
            #expect(text.contains(words), "\(words)")
        }
    }
}
