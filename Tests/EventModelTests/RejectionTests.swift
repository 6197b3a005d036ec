import EventModel
import Testing

@Suite("Rejections") struct RejectionTests {
    private static let flight = StreamID(kind: "flight", id: "0192f0c1")

    private func hint(_ hint: String?) -> String? {
        Rejection(code: "a.b", message: "No ID is changed here.", hint: hint).naming(RejectionTests.flight).hint
    }

    @Test("a hint that is a command names the record, and nothing else in it is changed") func named() {
        #expect(hint("daybook flight void ID --reason TEXT") == "daybook flight void 0192f0c1 --reason TEXT")
        #expect(
            hint("Restore it first: daybook flight restore ID") == "Restore it first: daybook flight restore 0192f0c1")
        #expect(
            hint("\"daybook flight show ID\" shows its values.") == "\"daybook flight show 0192f0c1\" shows its values."
        )
        #expect(
            hint("\"daybook show flight/ID\" shows its history.")
                == "\"daybook show flight/0192f0c1\" shows its history.")
        #expect(
            hint("Remove one first: daybook alarm photo remove ID NUMBER")
                == "Remove one first: daybook alarm photo remove 0192f0c1 NUMBER")
    }

    @Test("what is no command on the record stays") func kept() {
        for text in [
            "Take another set, or repeat a question with --question ID.", "daybook quiz train --question ID",
            "An ID is 1 to 64 letters.",
            "daybook alarm show alarm/ID", "Leave --atomic  out.", "daybook flight void IDS",
        ] { #expect(hint(text) == text) }
        #expect(hint(nil) == nil)
        let named = Rejection(code: "a.b", message: "An ID.", hint: "daybook flight show ID").naming(
            RejectionTests.flight)
        #expect(named.code == "a.b" && named.message == "An ID.")
    }
}
