import EventModel
import Logbook
import Testing

@Suite struct FlightTextTests {
    @Test("S-TC-010, 058: the route's text", arguments: [
        ("KSJC", "KRHV", "KSJC → KRHV"), ("KSJC", nil, "KSJC"), (nil, "KRHV", "KRHV"), (nil, nil, "Local"),
        ("", "", "Local"), ("", "KRHV", "KRHV"), ("KPAO", "KPAO", "KPAO → KPAO"),
    ] as [(String?, String?, String)])
    func route(from: String?, to: String?, expected: String) {
        #expect(flight { $0.from = from; $0.to = to }.route == expected)
    }

    @Test("S-TC-047: tags")
    func tags() {
        #expect(flight().tags == [])
        #expect(flight { $0.solo = true; $0.crossCountry = true }.tags == ["Solo", "XC"])
        #expect(flight { $0.dual = true; $0.instrument = true; $0.solo = false }.tags == ["Dual", "Inst"])
    }

    @Test("S-TC-047, 048: search", arguments: [
        ("KSJC", true), ("ksjc", true), ("solo", true), ("SOFT", true), ("1234567", true), ("→", true), ("jc → kr", true),
        ("", true), ("ZZZZ", false), ("dual", false), ("inst", false),
    ])
    func search(query: String, found: Bool) {
        let entry = flight {
            $0.from = "KSJC"; $0.to = "KRHV"; $0.solo = true; $0.remarks = "Soft field"; $0.cfiNumber = "1234567"
        }
        #expect(entry.matches(query) == found)
    }

    @Test("S-TC-035, 047: while signed, the signature's number is the one that is found")
    func signedNumber() {
        let entry = flight { $0.cfiNumber = "111" }
        #expect(entry.matches("222", signedNumber: "222"))
        #expect(!entry.matches("111", signedNumber: "222"))
    }

    @Test("S-TC-046: month headings")
    func months() {
        #expect(day("2026-02-01").monthHeading == "February 2026")
        #expect(day("2025-12-31").monthHeading == "December 2025")
        #expect(day("1999-01-31").monthHeading == "January 1999")
    }
}
