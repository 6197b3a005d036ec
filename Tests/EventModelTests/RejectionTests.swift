import EventModel
import Testing

@Suite("Rejections") struct RejectionTests {
    private let flight = StreamID(kind: "flight", id: "0192f0c1")

    @Test("a remedy is a sentence, with a name where a program has a command for it") func remedies() {
        let plain = Rejection(code: "a.b", message: "An ID.", hint: "Use another one.")
        #expect(plain.remedy == Remedy("Use another one.") && plain.remedy?.name == nil)
        #expect(Rejection(code: "a.b", message: "An ID.").remedy == nil)
        let named = Rejection(code: "a.b", message: "Locked.", remedy: Remedy("flight.void", "Void it.", values: ["1"]))
        #expect(named.hint == "Void it." && named.remedy?.name == "flight.void" && named.remedy?.values == ["1"])
        let fault = Fault(.busy, code: "a.b", message: "Busy.", remedy: Remedy("a.again", "Try again."))
        #expect(fault.hint == "Try again." && fault.remedy?.name == "a.again")
    }

    @Test("a rejection names the record that it is about in its remedy alone") func named() {
        let rejection = Rejection(code: "a.b", message: "An ID.", remedy: Remedy("flight.void", "Void the ID."))
        let named = rejection.naming(flight)
        #expect(named.remedy?.record == flight && rejection.remedy?.record == nil)
        #expect(named.code == "a.b" && named.message == "An ID." && named.hint == "Void the ID.")
        #expect(Rejection(code: "a.b", message: "An ID.").naming(flight).remedy == nil)
    }
}
