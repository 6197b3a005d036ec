import EventModel
import LedgerTestSupport
import Testing

/// The names of streams: `kind/id`.
@Suite struct StreamIDTests {
    @Test("a kind of 1 to 32 small letters, a slash, an id of 1 to 64 letters, digits, dots, dashes and underscores")
    func form() {
        let (kind, id) = (String(repeating: "k", count: 32), String(repeating: "Z", count: 64))
        for text in ["a/b", "flight/0192-f0c1", "quiz/A.b_c-9", "\(kind)/\(id)"] {
            #expect(StreamID(text)?.text == text)
        }
        for text in [
            "", "/", "a", "flight", "flight/", "/id", "\(kind)k/id", "a/\(id)Z", "Flight/1", "fl1ght/1", "a/b/c",
            "a//b", "a/b c", "a/é", "é/a", "a/b\u{0}", "a\u{0}/b", "a/`", "a/{", "a/@", "a/[",
        ] {
            #expect(StreamID(text) == nil, "\(text)")
        }
        let stream = StreamID(kind: kind, id: id)
        #expect(stream.kind == kind && stream.id == id)
    }

    @Test("what is a name is what its form says, of any text") func random() {
        var random = SeededRandom(seed: 77)
        let units: [Character] = ["a", "z", "q", "A", "Z", "0", "9", "-", "_", ".", "/", "/", "{", "`", " ", "é"]
        var names = 0
        for _ in 0..<20_000 {
            let text = String((0..<random.below(8)).map { _ in units[random.below(units.count)] })
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            let isName =
                parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy { "azq".contains($0) } && !parts[1].isEmpty
                && parts[1].allSatisfy { "azqAZ09-_.".contains($0) }
            #expect((StreamID(text) != nil) == isName, "\(text), seed 77")
            if isName { names += 1 }
        }
        #expect(names > 100)
    }
}
