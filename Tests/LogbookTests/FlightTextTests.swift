import EventModel
import LedgerTestSupport
import Logbook
import Testing

@Suite struct FlightTextTests {
    @Test(
        "S-TC-010, 058: the route's text",
        arguments: [
            ("KSJC", "KRHV", "KSJC → KRHV"), ("KSJC", nil, "KSJC"), (nil, "KRHV", "KRHV"), (nil, nil, "Local"),
            ("", "", "Local"), ("", "KRHV", "KRHV"), ("KPAO", "KPAO", "KPAO → KPAO"),
        ] as [(String?, String?, String)])
    func route(from: String?, to: String?, expected: String) {
        #expect(
            flight {
                $0.from = from; $0.to = to
            }.route == expected)
    }

    @Test("S-TC-047: tags")
    func tags() {
        #expect(flight().tags == [])
        #expect(
            flight {
                $0.solo = true; $0.crossCountry = true
            }.tags == ["Solo", "XC"])
        #expect(
            flight {
                $0.dual = true; $0.instrument = true; $0.solo = false
            }.tags == ["Dual", "Inst"])
    }

    @Test(
        "S-TC-047, 048: search",
        arguments: [
            ("KSJC", true), ("ksjc", true), ("solo", true), ("SOFT", true), ("1234567", true), ("→", true),
            ("jc → kr", true),
            ("", true), ("ZZZZ", false), ("dual", false), ("inst", false),
        ])
    func search(query: String, found: Bool) {
        let entry = flight {
            $0.from = "KSJC"; $0.to = "KRHV"; $0.solo = true; $0.remarks = "Soft field"; $0.cfiNumber = "1234567"
        }
        #expect(FlightSearch(query).finds(entry) == found)
    }

    @Test("S-TC-048: a search finds what the lower-case texts hold, whatever characters they are of")
    func searchAgainstTexts() {
        var random = SeededRandom(seed: 48)
        let letters = [
            "a", "B", "k", "K", "\u{212A}", "é", "É", "\r", "\n", "\r\n", " ", "İ", "ß", "→", "\u{301}", "—", "\u{AD}",
            "\u{200D}",
        ]
        for _ in 0..<20_000 {
            func text(_ most: Int) -> String {
                (0..<random.below(most + 1)).map { _ in letters[Int(random.below(letters.count))] }.joined()
            }
            let (remarks, query, from, to) = (text(8), text(3), text(3), text(3))
            let entry = flight {
                $0.remarks = remarks
                $0.from = from
                $0.to = to
            }
            let expected = [from, to, entry.route, remarks].contains {
                query.isEmpty || $0.lowercased().contains(query.lowercased())
            }
            #expect(FlightSearch(query).finds(entry) == expected, "\([remarks, from, to, query])")
        }
    }

    @Test(
        "S-TC-048: a search finds whole characters, not halves of them",
        arguments: [
            ("cafe\u{301}", "e", false), ("cafe\u{301}", "cafe", false), ("cafe\u{301}", "É", true),
            ("caf\u{E9}", "E\u{301}", true),
            ("x\u{301}y", "x", false), ("x\u{301}y", "y", true), ("e x\u{301}", "e", true), ("👨‍👩‍👧", "👨", false),
            ("👨‍👩‍👧", "👧", false),
            ("👨‍👩‍👧", "👨‍👩‍👧", true), ("a👨‍👩‍👧", "a", true), ("🇨🇭🇺🇸", "🇭🇺", false), ("🇨🇭🇺🇸", "🇺🇸", true), ("👍🏽", "👍", false),
            ("1\u{FE0F}\u{20E3}", "1", false),
        ])
    func wholeCharacters(remarks: String, query: String, found: Bool) {
        #expect(FlightSearch(query).finds(flight { $0.remarks = remarks }) == found)
    }

    @Test("S-TC-035, 047: while signed, the signature's number is the one that is found")
    func signedNumber() {
        let entry = flight { $0.cfiNumber = "111" }
        #expect(FlightSearch("222").finds(entry, signedNumber: "222"))
        #expect(!FlightSearch("111").finds(entry, signedNumber: "222"))
    }

    @Test("S-TC-046: month headings")
    func months() {
        #expect(day("2026-02-01").monthHeading == "February 2026")
        #expect(day("2025-12-31").monthHeading == "December 2025")
        #expect(day("1999-01-31").monthHeading == "January 1999")
    }
}
